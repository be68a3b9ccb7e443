"""House rules, secrets and table words of Casino Pirate that the vectors do not cover."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.errors import BadCommand
from companion.facts import (
    Amended,
    BankerNamed,
    CardDrawn,
    CardsHeld,
    CardsShown,
    MoneyMoved,
    NumberGiven,
    OpponentChosen,
    OptionChosen,
    SeatJoined,
    SeatLeft,
    SquareSkipped,
    StakePlaced,
    Stood,
    public,
)
from companion.games.casino_pirate.pack import half
from companion.games.casino_pirate.rulebook import CasinoPirate
from companion.games.casino_pirate.state import VisibleCards
from companion.table import Table
from companion.telling.refusals import refusal_words
from companion.words import Names
from tests import pages
from tests.games.tables import Evening, followed


def evening(seats: str = "LABC", *, house: dict[str, Any] | None = None, stakes: dict[str, int] | None = None,
            chips: dict[str, int] | None = None, stage: str = "leader", **more: Any) -> Evening:  # fmt: skip
    stakes = dict.fromkeys(seats[1:], 1) if stakes is None else stakes
    carried = {"stage": stage, "stakes": stakes if stage != "between" else {}, "chips": chips or {}, **more}
    return Evening("casino_pirate", seats, house=followed("casino_pirate", house), carried=carried, first="L", box={})


def led(*cards: str) -> list[CardDrawn]:
    return [CardDrawn(seat="L", deck="pack", card={"name": c}) for c in cards]


def calls(seat: str, *cards: str) -> tuple[OpponentChosen, CardsShown]:
    return OpponentChosen(seat="L", opponent=seat), CardsShown(seat=seat, cards=cards)


def option(seat: str, name: str) -> OptionChosen:
    return OptionChosen(seat=seat, option=name)


def carte(seat: str, name: str = "", **more: Any) -> CardDrawn:
    return CardDrawn(seat=seat, deck="pack", card={"name": name, **more})


def test_a_whole_hand_from_the_deal_to_the_next_leader() -> None:
    """CP-LED-2 to CP-777-3."""
    e = Evening("casino_pirate", "LABC", first="L", box={}, house=followed("casino_pirate", None))
    e.say(option("L", "deal"))
    e.say(*(StakePlaced(seat=s, amount=2) for s in "ABC"))
    e.say(carte("A"), Stood(seat="A"), carte("B"), Stood(seat="B"), Stood(seat="C"))
    e.say(*led("6"), *calls("B", "7", "P"), *calls("A", "1", "4"), *calls("C", "6"))
    assert e.chips == {"L": 10, "A": 8, "B": 14, "C": 8}
    assert e.game.leader == "B"
    assert e.asked == ["deal"]


def test_the_light_level_tells_outcomes_only() -> None:
    """At this level nobody enters cards."""
    e = evening(stakes={"A": 2, "B": 1, "C": 1})
    for seat, told in (("A", "seven_and_half"), ("B", "leader_wins"), ("C", "tie")):
        e.say(OpponentChosen(seat="L", opponent=seat), option("L", told))
    assert [p[3] for p in e.paid] == ["seven_and_half", "leader_wins", "tie"]
    assert e.game.leader == "A"


def test_the_light_level_tells_that_the_leader_is_over() -> None:
    e = evening()
    e.say(option("L", "leader_bust"))
    assert [p[2:] for p in e.paid] == [(1, "leader_bust")] * 3


def test_who_is_over_must_say_so_where_the_house_wants_it() -> None:
    """House rule ``bust_must_declare`` (AMB-CP-1): he pays at once; Servi insists if it knows all his cards."""
    e = evening(stage="players", house={"bust_must_declare": True})
    e.say(CardsHeld(seat="A", cards=("6",)), carte("A", "5"))
    assert e.code(Stood(seat="A")) == "MUST_DECLARE_BUST"
    e.say(option("A", "bust"))
    assert e.paid == [("A", "L", 1, "bust")]
    e.say(carte("B"), option("B", "bust"))
    assert e.game.waiting() == ["C"]


def test_visible_cards_over_seven_and_a_half_may_lose_at_once() -> None:
    """House rule ``visible_bust_loses`` (AMB-CP-1)."""
    e = evening(stage="players", house={"visible_bust_loses": True})
    e.say(carte("A", "6"))
    assert e.paid == []
    e.say(carte("A", "5"))
    assert e.paid == [("A", "L", 1, "visible_bust")]
    assert "A" not in e.game.open_seats()


def test_without_that_rule_bluff_is_the_aim() -> None:
    """CP-GOAL-1."""
    e = evening(stage="players")
    e.say(carte("A", "6"), carte("A", "5"), Stood(seat="A"))
    assert e.paid == []


def test_the_leader_may_end_the_hand_without_calling_everybody() -> None:
    """House rule ``uncalled_stake_back`` (AMB-CP-3)."""
    e = evening(house={"uncalled_stake_back": True})
    e.say(*led("6"), *calls("A", "5"), option("L", "end_hand"))
    assert e.paid == [("A", "L", 1, "leader_wins")]
    assert e.game.ledger.felt == {}
    assert evening().play.question("end_hand") is None


def test_what_the_leader_cannot_pay_may_be_noted() -> None:
    """House rule ``debt_note`` (AMB-CP-4): the debtor pays the rest from his next winnings."""
    e = evening(house={"debt_note": True, "end_mode": "timed"}, stakes={"A": 2, "B": 2, "C": 1},
                chips={"L": 3, "A": 9, "B": 9, "C": 9})  # fmt: skip
    e.say(*led("7", "7"))
    assert e.game.notes == [("L", "B", 1), ("L", "C", 1)]
    names = Names({"L": "Léa", "B": "Bob", "C": "Cléo"})
    told = [CasinoPirate.words.news(code, detail, names) for _, code, detail in e.game.news if code == "unpaid"]
    assert told == ["Léa n'a plus de trésor et en doit 1 à Bob", "Léa n'a plus de trésor et en doit 1 à Cléo"]
    assert e.game.leader == "A"
    e.say(MoneyMoved(giver="bank", taker="L", amount=2), option("A", "deal"))
    e.say(*(StakePlaced(seat=s, amount=1) for s in "BCL"), *(Stood(seat=s) for s in "BCL"))
    e.say(carte("A", "3"), OpponentChosen(seat="A", opponent="L"), CardsShown(seat="L", cards=("5",)))
    assert e.paid[-2:] == [("A", "L", 1, "better"), ("L", "B", 1, "debt_note")]
    assert e.game.notes == [("L", "C", 1)]


def test_a_timed_game_goes_on_without_the_broke_and_ends_with_the_hand() -> None:
    """House rule ``end_mode=timed`` (AMB-CP-7, CP-DUR-1)."""
    e = evening(house={"end_mode": "timed"}, stakes={"A": 1, "B": 1, "C": 1}, chips={"A": 1})
    e.say(*led("6"), *calls("A", "5"), option("B", "time_up"), *calls("B", "5"))
    assert e.winner is None
    e.say(*calls("C", "7"))
    assert e.game.outcome.reason == "time"
    assert e.winner == "L"


def test_who_is_broke_in_a_timed_game_sits_out() -> None:
    e = evening(house={"end_mode": "timed"}, stakes={"A": 1}, chips={"A": 1})
    e.say(*led("6"), *calls("A", "5"), option("L", "deal"))
    assert list(e.game.held) == ["B", "C"]


def test_a_broke_player_may_be_lent_one() -> None:
    """House rule ``lend_1`` (AMB-CP-7): he borrows from the treasures set aside (CP-SET-1)."""
    e = evening(house={"end_mode": "timed", "lend_1": True}, stakes={"A": 1}, chips={"A": 1, "L": 10, "B": 10, "C": 10})
    e.say(*led("6"), *calls("A", "5"))
    assert e.paid[-1] == ("bank", "A", 1, "lent")


def test_the_skeleton_may_have_to_be_announced() -> None:
    """House rule ``announce_on_show`` (AMB-CP-5): 5 and a skeleton announced as 1 make 6, not 7."""
    e = evening(house={"announce_on_show": True}, stakes={"A": 1})
    e.say(*led("6"), *calls("A", "5", "S"), NumberGiven(seat="A", number=1))
    assert e.paid == [("A", "L", 1, "leader_wins")]


def test_level_players_share_the_win_or_play_one_more_hand() -> None:
    """House rule ``playoff_hand`` (AMB-CP-8)."""
    chips = {"L": 10, "A": 11, "B": 1, "C": 10}
    shared = evening(stakes={"B": 1, "A": 1}, chips=chips)
    shared.say(*led("6"), *calls("B", "5"))
    assert (shared.winner, shared.game.outcome.others) == ("L", ("A",))
    told = pages.shown(shared.told())["outcome"]
    assert told["winners"] == ["L", "A"]
    e = evening(stakes={"B": 1, "A": 1}, chips=chips, house={"playoff_hand": True})
    e.say(*led("6"), *calls("B", "5"))
    assert e.winner is None
    e.say(option("L", "deal"), StakePlaced(seat="A", amount=2), Stood(seat="A"), *led("6"), *calls("A", "7"))
    assert e.winner == "A"
    assert e.game.outcome.reason == "playoff"


def test_seven_and_a_half_may_be_paid_double_when_the_leader_is_over() -> None:
    """House rule ``bust_pays_777_double`` (AMB-CP-12): a 7 1/2 that is paid in this way makes nobody the leader."""
    e = evening(house={"bust_pays_777_double": True}, stakes={"A": 2, "B": 2})
    e.say(
        *led("7", "7"),
        CardsShown(seat="B", cards=("7", "P")),
        CardsShown(seat="A", cards=("7",)),
        option("L", "pay_all"),
    )
    assert e.paid == [("L", "A", 2, "leader_bust"), ("L", "B", 4, "leader_bust")]
    assert e.game.leader == "L"


def test_the_nearest_volunteer_leads() -> None:
    """AMB-CP-6: the nearest clockwise from the leader; after a 7 1/2 nobody can volunteer (CP-777-4)."""
    e = evening(stage="between")
    e.say(option("C", "volunteer"), option("A", "volunteer"))
    assert e.game.leader == "A"
    won = evening(stakes={"A": 1})
    won.say(*led("6"), *calls("A", "7", "P"))
    assert won.asked == ["deal"]


def test_a_stake_does_not_change_after_further_cards() -> None:
    """AMB-CP-10."""
    e = evening(stage="players")
    assert e.code(StakePlaced(seat="A", amount=2)) == "NOT_NOW"


def test_hidden_cards_never_stand_in_what_everybody_sees() -> None:
    """CP-ACT-5: the others see one unknown card; only its holder sees the card and the total."""
    e = evening(stage="players")
    e.say(CardsHeld(seat="A", cards=("7",)), carte("A", "S", hidden=True, turned="7"), carte("A", "P", hidden=True, turned="S"))
    told = e.told()
    assert pages.secrets(told, "A") == {"hidden": "P", "open": ["7", "S"], "half_points": 17, "text": "8 ½ : c'est trop"}
    assert pages.secrets(told, "B") == {"hidden": "", "open": [], "half_points": None, "text": ""}
    rows = pages.history(told)
    assert rows[1]["fact"]["cards"] == [""]
    assert "name" not in rows[3]["fact"]["card"]
    # the pack only describes card faces
    shown = {key: value for key, value in pages.shown(told).items() if key != "pack"}
    seen = json.dumps([shown, rows], ensure_ascii=False)
    assert "pièce" not in seen
    amended = Amended(target=2, fact=CardsHeld(seat="A", cards=("3",)))
    assert public(amended).fact.cards == ("",)  # type: ignore[attr-defined]


def test_a_card_turned_up_is_seen_by_everybody() -> None:
    """CP-ACT-6: if Servi does not know the card, the table may name it now."""
    e = evening(stage="players")
    e.say(carte("A", hidden=True, turned="4"))
    assert e.game.picture().cards["A"] == VisibleCards(("4",), 2)
    assert e.code(carte("A", "8")) == "NO_SUCH_CARD"


def test_nobody_is_called_twice() -> None:
    e = evening()
    e.say(*led("6"), *calls("A", "5"))
    assert e.code(OpponentChosen(seat="L", opponent="A")) == "NO_SUCH_OPPONENT"


def test_somebody_leaves_in_the_middle_of_everything() -> None:
    for stage in ("between", "stakes", "players", "leader"):
        e = evening(stage=stage, stakes={} if stage == "stakes" else None)
        e.say(SeatLeft(seat="A", to="B"))
        assert e.chips["B"] == 20
        e.say(SeatLeft(seat="L"))
        assert e.game.leader == "B"
    called = evening()
    called.say(*led("6"), OpponentChosen(seat="L", opponent="A"), SeatLeft(seat="A"))
    assert called.asked[:2] == ["leader_card", "call"]


def test_a_guest_plays_from_the_next_hand_on_with_treasures_set_aside() -> None:
    e = evening(stage="players")
    e.say(SeatJoined(seat="G", name="Gaston"))
    assert e.chips["G"] == 10
    assert "G" not in e.game.held
    assert e.code(SeatJoined(seat="H", name="Hugo")) == "TABLE_FULL"


def test_a_hand_that_is_skipped_gives_the_stakes_back() -> None:
    e = evening()
    e.say(SquareSkipped())
    assert e.game.ledger.felt == {}
    assert e.game.leader == "L"
    e.say(BankerNamed(seat="B"))
    assert e.game.leader == "B"


def test_a_card_of_the_leader_before_all_are_servi_counts_where_the_table_says_so() -> None:
    """CP-LDR-1."""
    e = evening(stage="players")
    (card,) = led("5")
    e.happens(card.__class__(seat="L", deck="pack", card=card.card, forced=True))
    assert e.game.stage == "leader"
    assert e.game.cards == ["5"]


def test_there_is_no_target() -> None:
    assert CasinoPirate.check_target_given(None) == 0
    with pytest.raises(BadCommand):
        CasinoPirate.check_target_given(100)


def test_half_points_are_written_as_people_say_them() -> None:
    assert [half(n) for n in (0, 1, 2, 15)] == ["0", "½", "1", "7 ½"]


def test_nobody_sees_in_the_questions_that_a_player_must_declare() -> None:
    """A secret must not show in the open questions."""
    shown = []
    for card in ("6", "1"):
        e = evening(stage="players", house={"bust_must_declare": True})
        e.say(CardsHeld(seat="A", cards=(card,)), carte("A", "5"))
        shown.append(json.dumps(pages.shown(e.told())["questions"]))
    assert shown[0] == shown[1]


def test_stakes_that_are_tapped_at_the_same_time_all_count(tmp_path: Path) -> None:
    """A card shown only to Servi does not make another tap stale either."""
    table = Table(tmp_path)
    seats = [{"name": name} for name in "LABC"]
    table.start({"game": "casino_pirate", "seats": seats, "first": 0, "house": {"result_only": False}})
    assert table.submit(option("A", "deal")).ok
    seen = pages.view(table)["number"]
    assert table.submit(StakePlaced(seat="B", amount=1), seen=seen).ok
    assert table.submit(CardsHeld(seat="B", cards=("7",))).ok
    assert table.submit(StakePlaced(seat="C", amount=2), seen=seen).ok
    stale = table.submit(StakePlaced(seat="C", amount=2), seen=seen)
    assert not stale.ok
    table.close()


# --- refusals by what Servi knows ------------------------------------------------------------------------


def dealt(**more: Any) -> Evening:
    """Return an evening whose hand was followed from its deal; A has one card, B two of which one is open, C one."""
    e = Evening("casino_pirate", "LABC", first="L", box={}, house=followed("casino_pirate", None), **more)
    e.say(option("L", "deal"), *(StakePlaced(seat=s, amount=2) for s in "ABC"))
    e.say(Stood(seat="A"), carte("B", "6"), Stood(seat="B"), Stood(seat="C"))
    return e


def test_a_player_shows_as_many_cards_as_he_has() -> None:
    """CP-ACT-3: a player with one card cannot show two, so the leader cannot pay him double for them."""
    e = dealt()
    e.say(*led("6"), OpponentChosen(seat="L", opponent="A"))
    assert e.code(CardsShown(seat="A", cards=("7", "P"))) == "THIS_MANY_CARDS"
    assert e.code(CardsShown(seat="A", cards=("7",))) is None
    old = dealt(rules=1)
    old.say(*led("6"), *calls("A", "7", "P"))
    assert old.chips["A"] == 14


def test_a_player_shows_the_cards_that_lie_open_before_him() -> None:
    """CP-ACT-5."""
    e = dealt()
    e.say(*led("5"), OpponentChosen(seat="L", opponent="B"))
    assert e.question("show").known == ("6",)
    refusal = e.refusal(CardsShown(seat="B", cards=("7", "P")))
    assert refusal and (refusal.code, refusal.detail) == ("OPEN_CARD_MISSING", {"cards": ["6"]})
    assert e.code(CardsShown(seat="B", cards=("1", "6"))) is None


def test_the_pack_has_no_fifth_six_and_one_skeleton() -> None:
    """CP-MAT-1."""
    e = dealt()
    e.say(*led("S"), OpponentChosen(seat="L", opponent="A"))
    assert e.code(CardsShown(seat="A", cards=("S",))) == "NOT_SO_MANY_CARDS"
    e.say(CardsShown(seat="A", cards=("2",)))
    assert e.code(*led("S")) == "NOT_SO_MANY_CARDS"
    e.say(*led("C", "C", "C", "C"))
    assert e.code(*led("C")) == "NOT_SO_MANY_CARDS"


def test_a_hidden_card_is_no_secret_that_the_pack_tells() -> None:
    e = dealt()
    e.game.held["C"].hidden = "S"
    assert e.code(*led("S")) is None


def test_an_outcome_agrees_with_the_leaders_open_cards() -> None:
    """CP-777-2: both sides have 7 1/2 only if the leader has it; against 7, only 7 1/2 is better."""
    for cards, possible in {
        ("7",): {"leader_wins", "seven_and_half"},
        ("7", "P"): {"leader_wins", "tie"},
        ("6",): {"leader_wins", "better", "seven_and_half"},
        (): {"leader_wins", "better", "seven_and_half", "tie"},
    }.items():
        e = dealt()
        e.say(*(one for card in cards for one in led(card)), OpponentChosen(seat="L", opponent="A"))
        fits = {o for o in ("leader_wins", "better", "seven_and_half", "tie") if e.code(option("L", o)) is None}
        assert fits == possible


def test_nobody_volunteers_before_the_first_hand() -> None:
    """CP-777-4: the first leader is the oldest player (CP-LED-1)."""
    e = Evening("casino_pirate", "LABC", first="L", box={}, house=followed("casino_pirate", None))
    assert e.asked == ["deal"]
    assert Evening("casino_pirate", "LABC", first="L", box={}, rules=1).asked == ["deal", "volunteer"]
    e = dealt()
    e.say(*led("7"), *calls("A", "5"), *calls("B", "6", "P"), *calls("C", "6"))
    assert e.asked == ["deal", "volunteer"]


def test_two_that_go_on_are_told_that_the_book_wants_three() -> None:
    """CP-PLY-2."""
    e = Evening("casino_pirate", "LAB", first="L", box={})
    assert "3 à 5" not in pages.shown(e.told())["questions"][0]["help"]
    e.say(SeatLeft(seat="B", to="bank"))
    assert "3 à 5 joueurs" in pages.shown(e.told())["questions"][0]["help"]


def test_a_refusal_names_cards_and_no_seat() -> None:
    """Card C is a pebble, although Chloé sits at seat C."""
    e = dealt()
    refusal = e.refusal(CardDrawn(seat="L", deck="pack", card={"name": "x"}))
    assert refusal is not None
    _, allowed = refusal_words(refusal, Names({"C": "Chloé"}), CasinoPirate.words)
    assert allowed == "Cartes : 1, 2, 3, 4, 5, 6, 7, pièce d'or, caillou et squelette."


# --- only the result -------------------------------------------------------------------------------------


def test_a_hand_of_four_takes_seven_answers() -> None:
    """With the house rule « Résultat seul »: the deal, then a stake and a result for each player, in any order."""
    e = Evening("casino_pirate", "LABC", first="L", box={})
    e.say(option("L", "deal"), *(StakePlaced(seat=s, amount=2) for s in "CAB"))
    e.say(option("B", "seven_and_half"), option("C", "better"), option("A", "leader_wins"))
    assert len(e.facts) == 7
    assert e.chips == {"L": 6, "A": 8, "B": 14, "C": 12}
    assert (e.game.leader, e.asked[0]) == ("B", "deal")


def test_a_leader_who_is_bust_pays_all_with_one_answer() -> None:
    e = Evening("casino_pirate", "LABC", first="L", box={})
    e.say(option("L", "deal"), *(StakePlaced(seat=s, amount=2) for s in "ABC"))
    e.say(option("A", "concede"), option("L", "leader_bust"))
    assert e.chips == {"L": 8, "A": 8, "B": 12, "C": 12}


def test_a_seat_answers_its_own_row_only() -> None:
    e = Evening("casino_pirate", "LABC", first="L", box={})
    e.say(option("L", "deal"), *(StakePlaced(seat=s, amount=1) for s in "ABC"))
    e.say(option("A", "better"))
    assert e.code(option("A", "better")) is not None
    assert [q.seats for q in e.play.open if q.topic == "result"] == [("B",), ("C",)]
