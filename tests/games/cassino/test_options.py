"""House rules, both levels, secrets and table words of Cassino that the vectors do not cover."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion import players
from companion.errors import BadCommand
from companion.facts import (
    BankerNamed,
    CardPlayed,
    CardsHeld,
    CardsShown,
    Counted,
    OptionChosen,
    SeatJoined,
    SeatLeft,
    SquareSkipped,
    decode,
    encode,
)
from companion.games.cassino.moves import plays
from companion.games.cassino.pack import NAMES, groups
from companion.games.cassino.rulebook import Cassino
from tests import pages
from tests.games.tables import Evening, followed

FULL = {"cards": 52, "spades": 13, "aces": 4, "big": 1, "little": 1}


def evening(seats: str = "AB", *, house: dict[str, Any] | None = None, **carried: Any) -> Evening:
    """Return an evening with these fields of ``carried``; the last seat deals."""
    more = {"rules": carried.pop("rules")} if "rules" in carried else {}
    carried = {"partners": False, **carried}
    return Evening("cassino", seats, house=followed("cassino", house), carried=carried, banker=seats[-1], box={}, **more)


def table(*cards: str, hand: tuple[str, ...] | None = None, **more: Any) -> Evening:
    house, carried = more.pop("house", None), {"table": cards, "turn": "A", **more}
    return evening(house=house, **(carried | ({"hands": {"A": hand}} if hand else {})))


def play(card: str, use: str, *take: str, seat: str = "A", **more: int) -> CardPlayed:
    return CardPlayed(seat=seat, card=card, use=use, take=take, **more)


def counted(**rows: dict[str, int]) -> Counted:
    return Counted(seat="A", counts=rows)


# --- the scorer ------------------------------------------------------------------------------------------


def test_a_deal_is_counted_and_the_next_one_passes_to_the_left() -> None:
    """CS-DEAL-8, CS-SCO-1: a deal has eleven points."""
    e = evening("ABC")
    assert (e.game.dealer, e.asked) == ("C", ["layout", "count"])
    e.say(counted(A=FULL))
    assert e.chips == {"A": 11, "B": 0, "C": 0}
    assert e.game.dealer == "A"


@pytest.mark.parametrize(("wrong", "code"), [
    ({"spades": 12}, "SPADES_MUST_SUM_TO_13"), ({"aces": 5}, "ACES_MUST_SUM_TO_4"), ({"big": 0}, "BIG_MUST_SUM_TO_1"),
    ({"little": 2}, "LITTLE_MUST_SUM_TO_1"), ({"cards": 51}, "CARDS_MUST_SUM_TO_52"), ({"hearts": 1}, "BAD_COUNT"),
])  # fmt: skip
def test_counts_that_do_not_come_to_a_whole_pack_are_refused(wrong: dict[str, int], code: str) -> None:
    assert evening().code(counted(A={**FULL, **wrong})) == code


def test_a_count_of_somebody_else_is_refused() -> None:
    assert evening().code(counted(Z=FULL)) == "BAD_COUNT"


def test_another_target_or_a_single_deal_decides() -> None:
    """House rules ``target`` and ``one_deal`` (AMB-CS-5)."""
    e = evening(house={"target": 11})
    e.say(counted(A=FULL))
    assert (e.winner, e.game.outcome.reason) == ("A", "target")
    one = evening(house={"one_deal": True})
    one.say(counted(A=FULL))
    assert one.game.outcome.reason == "one_deal"
    tied = evening(house={"one_deal": True})
    half = {"cards": 26, "spades": 6, "aces": 2}
    tied.say(counted(A={**half, "big": 1, "spades": 6}, B={**half, "spades": 7, "little": 1}))
    assert tied.winner is None


def test_partners_count_together_and_win_together() -> None:
    """CS-PLY-2: two play against two, and partners sit opposite each other."""
    e = Evening("cassino", "ABCD", house={"target": 11}, box={})
    e.say(OptionChosen(seat="B", option="partners"))
    e.say(counted(A={"cards": 20, "spades": 6}, C={"cards": 10, "spades": 2, "aces": 4, "big": 1, "little": 1},
                  B={"cards": 22, "spades": 5}))  # fmt: skip
    assert e.chips == {"A": 11, "B": 0, "C": 11, "D": 0}
    assert (e.winner, e.game.outcome.others) == ("A", ("C",))
    alone = Evening("cassino", "ABCD", box={})
    alone.say(OptionChosen(seat="B", option="alone"), counted(A=FULL))
    assert alone.chips["C"] == 0


def test_who_took_nothing_at_all() -> None:
    """House rule ``residue`` (AMB-CS-11)."""
    rest = ("3S", "KD")
    for rule, cards in (("dealer", 2), ("nobody", 0)):
        e = table(*rest, house={"residue": rule}, to_play={"A": 0, "B": 0}, last=True)
        assert len(e.game.piles["B"]) == cards
    assert evening(house={"residue": "nobody"}).code(counted(A={})) is None


def test_counting_out_goes_on_to_the_aces_and_to_the_sweeps() -> None:
    """House rule ``count_out`` (CS-VAR-9, CS-VAR-10)."""

    def both(a: dict[str, int], b: dict[str, int], **scores: int) -> Evening:
        e = evening(house={"count_out": True, "sweeps": True}, scores=scores)
        e.say(counted(A=a, B=b))
        return e

    a = {"cards": 26, "spades": 6, "big": 1, "aces": 2, "ace_S": 1, "ace_C": 1, "sweeps": 2}
    b = {"cards": 26, "spades": 7, "little": 1, "aces": 2, "ace_H": 1, "ace_D": 1, "sweeps": 3}
    e = both(a, b, A=17, B=17)
    assert (e.winner, e.game.decided_by) == ("A", "ace_C")
    e = both(a, b, A=16, B=16)
    assert (e.winner, e.game.decided_by) == ("B", "sweeps")
    e = both({**a, "sweeps": 5}, {**b, "sweeps": 5}, A=13, B=13)
    assert e.winner is None
    e = both({**a, "sweeps": 6}, {**b, "sweeps": 5}, A=13, B=13)
    assert (e.winner, e.game.decided_by) == ("A", "sweeps")


def test_a_rightful_claim_ends_the_game_and_nothing_else_does() -> None:
    """House rule ``claim`` (CS-VAR-11, CS-VAR-12, CS-VAR-16)."""
    e = evening(house={"claim": True}, scores={"A": 15, "B": 20})
    assert e.code(OptionChosen(seat="A", option="claim")) == "FALSE_CLAIM"
    e.say(counted(A=FULL))
    assert e.winner is None
    e.say(OptionChosen(seat="A", option="claim"))
    assert (e.winner, e.game.outcome.reason) == ("A", "claim")


def test_the_jack_of_spades_is_counted_in_spade_casino_only() -> None:
    """CS-VAR-14, CS-VAR-15."""
    assert "jack" in evening(house={"spade_casino": True}).question("count").keys
    assert "jack" not in evening().question("count").keys
    assert evening(house={"spade_casino": True}).code(counted(A=FULL)) == "JACK_MUST_SUM_TO_1"


# --- the referee -----------------------------------------------------------------------------------------


def test_a_whole_deal_card_by_card_is_counted_by_servi() -> None:
    """CS-DEAL-1 to CS-LAST-1: there are six deals of four cards, and every card ends in a pile."""
    e = evening()
    pack = list(NAMES)
    Random(1).shuffle(pack)
    e.say(CardsShown(seat="B", cards=tuple(pack.pop() for _ in range(4))))
    for deal in range(6):
        hands = {s: [pack.pop() for _ in range(4)] for s in "AB"}
        e.say(*(CardsHeld(seat=s, cards=tuple(h)) for s, h in hands.items()))
        for _ in range(8):
            random = Random(f"{deal}")
            question = e.question("play_card")
            fact = players.answer(question, random)
            assert fact is not None
            e.say(fact)
    assert sum(map(len, e.game.piles.values())) == 52
    assert sum(e.game.points.values()) >= 8
    assert e.asked == ["layout", "count"]
    assert sum(e.chips.values()) == sum(e.game.points.values())


def test_a_capture_that_empties_the_table_is_a_sweep() -> None:
    """CS-VAR-2 to 4."""
    e = table("5H", "3D", hand=("8C", "2C"))
    e.say(play("8C", "capture", "5H", "3D"))
    assert e.game.sweeps == {"A": 1}
    assert e.game.piles["A"] == ["8C", "5H", "3D"]


def test_a_court_may_take_three_where_the_house_says_so() -> None:
    """House rule ``court_take_three`` (AMB-CS-3)."""
    kings = ("KS", "KH", "KD")
    assert table(*kings, hand=("KC",)).code(play("KC", "capture", *kings)) == "NOT_CAPTURABLE"
    e = table(*kings, hand=("KC",), house={"court_take_three": True})
    assert e.code(play("KC", "capture", "KS", "KH")) == "NOT_CAPTURABLE"
    e.say(play("KC", "capture", *kings))
    assert e.game.won == 4


def test_courts_have_numbers_in_royal_casino() -> None:
    """House rule ``royal`` (AMB-CS-4)."""
    assert table("10S", "AS", hand=("JC",)).code(play("JC", "capture", "10S", "AS")) == "NOT_CAPTURABLE"
    e = table("10S", "AS", "JD", hand=("JC",), house={"royal": True})
    e.say(play("JC", "capture", "10S", "AS", "JD"))
    assert e.game.won == 4


def test_the_capturing_card_is_kept_while_the_own_build_lies_there() -> None:
    """House rule ``keep_capturing_card`` (AMB-CS-7)."""
    mine = [{"value": 9, "cards": ["5S", "4S"], "owner": "A"}]
    take = play("9C", "capture", "9D")
    e = table("9D", "2H", hand=("9C", "2C"), builds=mine)
    assert e.code(take) == "MUST_KEEP_CAPTURING_CARD"
    assert e.code(play("9C", "capture", "9D", build=9)) is None
    assert e.code(play("2C", "capture", "2H")) is None
    assert table("9D", hand=("9C", "2C"), builds=mine, house={"keep_capturing_card": False}).code(take) is None


def test_a_second_build_of_a_value_joins_the_first_or_is_forbidden() -> None:
    """House rule ``same_value_builds`` (AMB-CS-8)."""
    theirs = [{"value": 7, "cards": ["4S", "3S"], "owner": "B"}]
    make = play("5C", "build", "2H", value=7)
    e = table("2H", hand=("5C", "7C"), builds=theirs)
    e.say(make)
    (build,) = e.game.builds
    assert (build.value, build.multiple, build.owner, len(build.cards)) == (7, True, "A", 4)
    assert (
        table("2H", hand=("5C", "7C"), builds=theirs, house={"same_value_builds": "forbid"}).code(make)
        == "SAME_VALUE_BUILD"
    )


def test_builds_are_announced_as_one_group_or_several() -> None:
    """With an ace and a 2 on the table and 3 3 6 in hand: a multiple build of 3, or a single build of 6."""
    for value, multiple in ((3, True), (6, False)):
        e = table("AS", "2H", hand=("3C", "3D", "6C"))
        e.say(play("3C", "build", "AS", "2H", value=value))
        assert e.game.builds[0].multiple is multiple
    assert table("AS", "2H", hand=("3C", "6C")).code(play("3C", "build", "AS", value=5)) == "NOT_A_BUILD"


@pytest.mark.parametrize(("fact", "code"), [
    (play("4C", "capture", "9H"), "NOT_ON_TABLE"), (play("5C", "trail"), "NOT_IN_HAND"),
    (play("4C", "add", build=6), "NO_SUCH_BUILD"), (play("4C", "capture"), "NOT_CAPTURABLE"),
    (play("ZZ", "trail"), "NO_SUCH_CARD"), (play("4C", "eat"), "NO_SUCH_OPTION"),
    (play("4C", "trail", seat="B"), "NOT_YOUR_TURN"), (play("KC", "build", "2H", value=2), "NOT_A_BUILD"),
])  # fmt: skip
def test_what_cannot_be_played_is_told_with_its_reason(fact: CardPlayed, code: str) -> None:
    assert table("2H", "4H", hand=("4C", "KC")).code(fact) == code


def test_a_card_is_played_once() -> None:
    """CS-CRD-1: a card on the table cannot be played again, even from an unknown hand."""
    e = table("2H", hand=("4C",))
    e.say(play("4C", "trail"))
    assert e.code(play("4C", "trail", seat="B")) == "ALREADY_SEEN"


def test_the_table_has_the_last_word_about_a_play() -> None:
    """A forced play moves the cards as entered."""
    e = table("2H", "4H", hand=("9C",))
    e.happens(CardPlayed(seat="A", card="9C", use="capture", take=("2H", "4H"), forced=True))
    assert e.game.piles["A"] == ["9C", "2H", "4H"]
    e = table("2H", hand=("9C",))
    e.happens(CardPlayed(seat="A", card="9C", use="raise", build=5, value=14, forced=True))
    assert e.game.table == ["2H"]


def test_the_hand_is_seen_by_its_holder_alone() -> None:
    e = table("2H")
    e.say(CardsHeld(seat="A", cards=("AS", "10D", "7C", "7S")))
    told = e.told()
    assert pages.secrets(told, "A") == {"hand": ["AS", "10D", "7C", "7S"]}
    assert pages.secrets(told, "B") == {}
    shown = json.dumps([pages.shown(told)["scene"], pages.history(told)])
    assert "10D" not in shown
    assert "AS" not in shown


def test_people_come_and_go_between_two_deals_or_the_deal_is_void() -> None:
    e = table("2H", "4H", hand=("4C",))
    e.say(SeatJoined(seat="G", name="Gaston"))
    assert "G" not in e.game.to_play
    e.say(SeatLeft(seat="A"))
    assert e.asked == ["layout", "count"]
    assert e.game.deals == 6
    e.say(SquareSkipped(), BankerNamed(seat="G"), SeatLeft(seat="B"))
    assert e.winner == "G"


def test_the_first_player_told_beforehand_sits_left_of_the_dealer() -> None:
    e = Evening("cassino", "ABC", first="B", box={})
    assert (e.game.dealer, e.game.turn) == ("A", "B")


def test_the_target_is_a_number_of_points() -> None:
    assert Cassino.check_target_given(None) == 0
    assert Cassino.check_target_given(11) == 11
    with pytest.raises(BadCommand):
        Cassino.check_target_given(-1)


def test_a_long_list_of_cards_is_no_work() -> None:
    """If the list is too long, the answer is False without a search."""
    assert not groups([1] * 500, 10)


def test_the_new_facts_go_through_json() -> None:
    for fact in (play("4C", "raise", "2H", build=4, value=8), counted(A=FULL), CardsHeld(seat="A", cards=("AS",))):
        assert decode(json.loads(json.dumps(encode(fact)))) == fact


# --- refusals by what Servi knows ------------------------------------------------------------------------


@pytest.mark.parametrize(("royal", "most"), [(False, 10), (True, 13)])
def test_no_build_above_the_highest_card_is_offered_or_taken(royal: bool, most: int) -> None:
    """CS-BLD-1: some card must be able to capture the build, whoever holds that card."""
    e = table("8S", "6H", "4D", "2C", house={"royal": royal})
    offered = [one for card in ("9C", "7C", "2H", "AC") for one in plays(e.game, "A", card, e.game.hands["A"])]
    assert {one.value for one in offered if one.use == "build"} <= set(range(1, most + 1))
    assert any(one.value > 9 for one in offered)
    assert e.code(play("3C", "build", "8S", value=11)) == (None if royal else "NO_CAPTURING_CARD")


def test_a_build_is_refused_to_everybody_once_all_see_that_nobody_can_hold_its_value() -> None:
    """CS-BLD-1: Servi uses the open cards and the number of cards in a hand, never what the hand holds."""
    eights = ("8S", "8H", "8D", "3H")
    for rules, code in ((3, "NO_CAPTURING_CARD"), (2, None)):
        e = evening(rules=rules)
        e.say(CardsShown(seat="B", cards=eights))
        assert e.refusal(play("5C", "build", "3H", value=8)) is None  # one eight is still hidden
        assert e.code(play("8C", "build", "8S", "8H", value=8)) == code  # now this eight lies open as well
        last = evening(table=("3H",), to_play={"A": 1, "B": 1}, turn="A", rules=rules)
        # after the last card, no card is left to capture the build
        assert last.code(play("5C", "build", "3H", value=8)) == code
        assert last.code(play("3C", "capture", "3H")) is None


def test_an_evening_of_the_first_rules_keeps_its_build_of_eleven() -> None:
    e = table("8S", "6H", rules=1)
    e.say(play("3C", "build", "8S", value=11))
    assert e.game.builds[0].value == 11


@pytest.mark.parametrize(("row", "code"), [
    ({"cards": 1, "spades": 7}, "TOO_FEW_CARDS"),
    ({"cards": 2, "spades": 1, "aces": 2, "big": 1}, "TOO_FEW_CARDS"),
    ({"cards": 3, "spades": 1, "aces": 2, "big": 1}, None),  # the ace of spades is one of the spades
    ({"cards": 3, "spades": 1, "little": 1, "aces": 2, "big": 1}, "TOO_FEW_CARDS"),  # the spade is the two of spades
    ({"cards": 4, "spades": 1, "little": 1, "aces": 2, "big": 1}, None),
    ({"cards": 5, "little": 1}, "TOO_FEW_SPADES"),
])  # fmt: skip
def test_the_counts_of_a_pile_are_held_against_each_other(row: dict[str, int], code: str | None) -> None:
    rest = {key: n - row.get(key, 0) for key, n in FULL.items()}
    assert evening().code(counted(A=row, B=rest)) == code
    assert evening(rules=1).code(counted(A=row, B=rest)) is None


def test_a_sweep_took_two_cards() -> None:
    rest = {**FULL, "cards": 49}
    house = {"sweeps": True}
    assert evening(house=house).code(counted(A={"cards": 3, "sweeps": 2}, B=rest)) == "TOO_FEW_CARDS"
    assert evening(house=house).code(counted(A={"cards": 3, "sweeps": 1}, B=rest)) is None


def test_only_the_piles_are_asked_unless_the_house_follows_each_card() -> None:
    assert Evening("cassino", "AB", box={}).asked == ["count"]
    assert Evening("cassino", "AB", box={}, rules=1).asked == ["layout", "count"]
