"""House rules and table words of Les cases Si-No that the vectors do not cover."""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import BadBox, BadCommand
from companion.evening import Entry
from companion.evening import Evening as Told
from companion.facts import (
    BankerNamed,
    BetPlaced,
    BetsClosed,
    BetTakenBack,
    DiceThrown,
    Die,
    MoneyMoved,
    NumberGiven,
    OptionChosen,
    SeatJoined,
    SeatLeft,
    SquareSkipped,
    TurnGiven,
)
from companion.games.les_cases_si_no.rulebook import SiNo
from companion.games.les_cases_si_no.throws import RESULTS
from companion.games.les_cases_si_no.words import SiNoWords, best_fields
from companion.observe import observe
from companion.telling.reader import Reader
from companion.words import amount
from tests.games.tables import Evening

CHIPS = {"B": ("5", "3", "2.2", "8"), "C": ("6", "4", "3.3", "9")}
LINES = ("H1", "H2", "H3", "V")


def evening(seats: str = "ABC", *, house: dict[str, Any] | None = None, **carried: Any) -> Evening:
    return Evening("les_cases_si_no", seats, house=house, carried={"croupier": "A", **carried})


def white(seat: str, *values: int) -> DiceThrown:
    return DiceThrown(seat=seat, dice=tuple(Die("d6", v, "white") for v in values))


def draw(seat: str, green: int, red: int) -> DiceThrown:
    return DiceThrown(seat=seat, dice=(Die("d6", green, "green"), Die("d6", red, "red")))


def bet(seat: str, line: str, number: str) -> BetPlaced:
    return BetPlaced(seat=seat, field=f"{line}:{number}", amount=1)


def in_phase_three(**more: Any) -> Evening:
    bets = {s: dict(zip(LINES, numbers, strict=True)) for s, numbers in CHIPS.items()}
    return evening(**{"stage": 3, "circle": 1, "bets": bets, **more})


def test_a_key_says_the_throw_of_the_seven_and_each_draw() -> None:
    """With « Résultat seul » the scores equal those with entered dice; the first draw closes the bets."""
    keys, dice = (Evening("les_cases_si_no", "ABC", first="A", house={"result_only": True}) for _ in range(2))
    keys.say(NumberGiven(seat="A", number=3))
    dice.say(white("A", 1, 1), white("A", 1, 1), white("A", 3, 4))
    assert keys.game.circle == dice.game.circle == 3
    for e in (keys, dice):
        e.say(*(bet(seat, line, n) for seat, chips in CHIPS.items() for line, n in zip(LINES, chips, strict=True)))
    drawn = ("seven_red", "8", "2.2", "seven_green", "9", "3.3", "5", "11", "1.1", "4")
    for name in drawn:
        keys.say(OptionChosen(seat="A", option=name))
        dice.say(draw("A", *RESULTS[name]))
    assert keys.chips == dice.chips
    assert all(keys.chips.values())
    assert keys.game.croupier == dice.game.croupier == "B"


def test_no_seven_at_all_has_a_key_where_the_house_gives_it_a_value() -> None:
    """AMB-SN-4."""
    e = Evening("les_cases_si_no", "ABC", first="A", house={"result_only": True, "none_value": 70})
    e.say(NumberGiven(seat="A", number=11))
    assert e.game.seven == {"green": 70, "red": 70}
    assert e.game.circle == 10


def test_a_whole_round_from_the_first_throw_to_the_next_croupier() -> None:
    """SN-SET-2 to SN-P3-6: the facts follow the rule book's order."""
    e = Evening("les_cases_si_no", "ABC")
    e.say(white("A", 6, 6), white("B", 1, 2), white("C", 4, 4))
    assert e.game.croupier == "B"
    e.say(white("B", 1, 1), white("B", 3, 4))
    assert e.game.seven == {"green": 400, "red": 400}
    e.say(*(bet("C", line, n) for line, n in zip(LINES, CHIPS["C"], strict=True)))
    e.say(*(bet("A", line, n) for line, n in zip(LINES, CHIPS["B"], strict=True)))
    e.say(BetsClosed(seat="B"))
    e.say(*(draw("B", 3, 2) for _ in range(10)))
    assert e.chips == {"A": 1000, "B": 0, "C": 0}
    assert e.game.croupier == "C"
    assert e.asked == ["value_throw"]


def test_one_croupier_a_game() -> None:
    """House rule ``croupier_per_game`` (AMB-SN-1): the croupier stays the same after ten throws."""
    e = in_phase_three(house={"croupier_per_game": True}, throws=9)
    e.say(draw("A", 1, 1))
    assert e.game.croupier == "A"
    assert e.game.bets == {}


def test_a_tie_for_the_croupier_may_go_to_the_first_in_seat_order() -> None:
    """House rule ``start_tie=next_clockwise`` (AMB-SN-2)."""
    e = Evening("les_cases_si_no", "ABC", house={"start_tie": "next_clockwise"})
    e.say(white("A", 6, 6), white("B", 1, 2), white("C", 2, 1))
    assert e.game.croupier == "B"


def test_a_start_named_beforehand_needs_no_throw() -> None:
    """SN-SET-3: in the next game, the next seat clockwise is croupier."""
    assert Evening("les_cases_si_no", "ABC", first="C").game.croupier == "C"


@pytest.mark.parametrize(("value", "worth"), [(0, 0), (50, 50), (None, 100)])
def test_no_seven_in_ten_throws_may_be_worth_something_else(value: int | None, worth: int) -> None:
    """House rule ``none_value`` (AMB-SN-3) sets the value after the tenth throw."""
    e = evening(house={"none_value": value, "phase1_tenth_throw": "on"})
    e.say(*(white("A", 1, 1) for _ in range(10)))
    assert e.game.seven == {"green": worth, "red": worth}


def test_a_seven_of_no_worth_scores_nothing() -> None:
    e = evening(house={"none_value": 0})
    e.say(*(white("A", 1, 1) for _ in range(10)))
    e.say(*(bet(s, line, n) for s in "BC" for line, n in zip(LINES, CHIPS[s], strict=True)))
    e.say(draw("A", 3, 4))
    assert e.chips == {"A": 0, "B": 0, "C": 0}


def test_the_higher_coloured_throw_may_begin_the_play_off() -> None:
    """House rule ``playoff_start=throw`` (AMB-SN-13): ties throw again, then the higher throw begins the play-off."""
    e = evening(house={"playoff_start": "throw"}, playoff=["B", "C"])
    e.say(draw("B", 3, 3), draw("C", 4, 2), draw("B", 1, 1), draw("C", 1, 2))
    assert e.question("playoff_throw").seats == ("C",)
    e.say(draw("C", 1, 1), draw("B", 6, 1))
    assert e.winner == "B"


def test_fair_rounds_with_three_go_on_among_those_who_made_a_seven() -> None:
    e = evening("ABCD", house={"playoff": "fair_rounds"}, playoff=["B", "C", "D"])
    e.say(draw("B", 3, 4), draw("C", 1, 1), draw("D", 5, 2))
    assert e.question("playoff_throw").seats == ("B",)
    e.say(draw("B", 1, 1), draw("D", 6, 1))
    assert e.winner == "D"


def test_chips_come_back_until_the_draws_begin() -> None:
    """AMB-SN-6, AMB-SN-14."""
    e = evening(stage=2)
    e.say(bet("B", "H1", "5"), BetTakenBack(seat="B", field="H1:5"), bet("B", "H1", "6"))
    assert e.game.bets["B"] == {"H1": "6"}
    assert e.code(BetTakenBack(seat="C", field="H1:5")) == "NO_SUCH_BET"


def test_bettors_put_their_chips_clockwise_from_the_croupier() -> None:
    """AMB-SN-6: a later bet must avoid the earlier ones, so the order must be clear."""
    e = evening(stage=2)
    assert e.refusal(bet("C", "H1", "5")).detail["turn"] == "B"  # type: ignore[union-attr]


def test_the_last_chip_of_a_line_can_be_impossible_and_the_page_lists_what_is_free() -> None:
    """AMB-SN-14: with five bettors, no field of line H3 is left for the last one."""
    doubles = ("1.1", "2.2", "3.3", "4.4")
    bets = {s: {"H1": "5", "H2": "3", "H3": d, "V": v} for s, d, v in zip("BCDE", doubles, ("5.5", "6.6", "5.5", "6.6"),
                                                                       strict=True)}  # fmt: skip
    e = evening("ABCDEF", stage=2, bets=bets)
    e.say(bet("F", "H1", "5"), bet("F", "H2", "3"))
    free = [f for f in e.game.board_of_bets.fields if e.code(BetPlaced(seat="F", field=f, amount=1)) is None]
    assert not [f for f in free if f.startswith("H3")]
    e.say(BetTakenBack(seat="F", field="H2:3"))


def test_no_chip_moves_during_the_draws() -> None:
    """SN-P3-6."""
    e = in_phase_three()
    assert e.code(bet("B", "H1", "6")) == "BETS_CLOSED"
    assert e.code(BetTakenBack(seat="B", field="H1:5")) == "BETS_CLOSED"


def test_green_and_red_are_told_by_colour() -> None:
    """SN-P3-3: a throw without colours is refused; if the table forces it, the first die is green."""
    e = in_phase_three()
    plain = DiceThrown(seat="A", dice=(Die("d6", 2), Die("d6", 5)), forced=True)
    assert e.code(plain) == "NEED_GREEN_AND_RED"
    e.happens(plain)
    assert e.chips["A"] == 400


def test_points_moved_by_hand_may_end_the_game_too() -> None:
    """SN-END-1: exactly 7000 end the game, whatever moved the points."""
    e = in_phase_three(scores={"B": 6900})
    e.say(MoneyMoved(giver="scoreboard", taker="B", amount=100))
    assert e.winner == "B"


def test_the_table_may_name_another_croupier() -> None:
    for word in (TurnGiven(seat="C"), BankerNamed(seat="C")):
        e = in_phase_three()
        e.say(word)
        assert (e.game.croupier, e.asked) == ("C", ["value_throw"])


def test_a_skipped_round_passes_the_office_on() -> None:
    e = in_phase_three()
    e.say(SquareSkipped())
    assert e.game.croupier == "B"


def test_people_come_and_go() -> None:
    e = evening("ABC", stage=2)
    e.say(bet("B", "H1", "5"), SeatJoined(seat="G", name="Gaston", after="B"))
    assert e.game.bettors() == ["B", "G", "C"]
    e.say(SeatLeft(seat="B"))
    assert e.question("bet").seats == ("G",)
    e.say(SeatLeft(seat="A"))
    assert e.game.croupier == "G"
    e.say(SeatLeft(seat="C"))
    assert e.winner == "G"


def test_there_is_one_target() -> None:
    assert SiNo.check_target_given(None) == 7000
    with pytest.raises(BadCommand):
        SiNo.check_target_given(8000)


@pytest.mark.parametrize("change", [
    {"lines": ["5"]}, {"lines": {**SiNo.example_box()["lines"], "V": ["7"]}}, {"points": {"5": 0}}, {"points": "5"},
    {"seven": {"green": [1], "red": [1]}}, {"seven": [1]}, {"lines": {**SiNo.example_box()["lines"], "V": []}},
])  # fmt: skip
def test_a_board_that_cannot_be_played_is_told_with_the_place(change: dict[str, Any]) -> None:
    with pytest.raises(BadBox):
        SiNo.checked_box({**SiNo.example_box(), **change})


def test_the_coach_names_the_best_field_of_each_line_where_the_house_says_so() -> None:
    for coach in ("off", "before"):
        played = evening(house={"coach": coach}, stage=2, circle=1)
        now = observe(Told([Entry(n, 0.0, fact) for n, fact in enumerate((played.start, *played.facts), 1)]))
        said = [Reader(now).question(one.question)[1] for one in now.open if one.question.topic == "bet"]
        assert ("Un jeton rapporte le plus" in said[0]) == (coach == "before")


@pytest.mark.parametrize(("points", "speaks"), [(6200, True), (6201, False), (6900, False)])
def test_the_coach_is_silent_where_a_throw_may_lead_beyond_7000(points: int, speaks: bool) -> None:
    """Two chips win at most 800 here. Above 6200 points a win may exceed 7000, and is then cancelled."""
    played = evening(house={"coach": "before"}, stage=2, circle=1, scores={"B": points})
    now = observe(Told([Entry(n, 0.0, fact) for n, fact in enumerate((played.start, *played.facts), 1)]))
    said = [Reader(now).question(one.question)[1] for one in now.open if one.question.topic == "bet"]
    assert ("Un jeton rapporte le plus" in said[0]) == speaks


def test_the_fields_it_names_bring_most_of_all_36_throws() -> None:
    now = observe(Told([Entry(1, 0.0, evening(house={"coach": "before"}, stage=2, circle=1).start)]))
    said, board = best_fields(now.own), now.own
    for line, printed in board.lines.items():
        means = {}
        for field in printed:
            hits = [field == (f"{g}.{r}" if g == r else str(g + r)) for g in range(1, 7) for r in range(1, 7)]
            means[field] = sum(board.points[field] for hit in hits if hit) / len(hits)
        most = max(means.values())
        named = [SiNoWords.FIELDS[line].format(draw=one) for one in printed if means[one] == most]
        assert any(f"{one} ({amount(round(most))})" in said for one in named), (line, said)
