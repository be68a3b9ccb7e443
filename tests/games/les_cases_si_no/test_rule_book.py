"""Sentences of the rule book of Les cases Si-No that neither vectors nor option tests cover."""

from __future__ import annotations

from companion.games.les_cases_si_no.rulebook import SiNo
from companion.odds import les_cases_si_no as odds
from tests import pages
from tests.games.les_cases_si_no.test_options import CHIPS, LINES, draw, evening


def test_one_board_with_two_tables_is_drawn() -> None:
    """SN-MAT-3: the page draws the betting table with its four lines, and ten circles for the value of a 7."""
    cloth = pages.shown(evening().told())["cloth"]
    assert [line["id"] for line in cloth["lines"]] == list(LINES)
    assert [line["vertical"] for line in cloth["lines"]] == [False, False, False, True]
    assert {colour: len(column) for colour, column in cloth["seven"].items()} == {"green": 10, "red": 10}


def test_each_player_has_a_colour_and_four_chips() -> None:
    """SN-SET-1."""
    assert len(SiNo.colours()) == 6
    e = evening(stage=2, circle=1)
    assert e.question("bet").available == {"B": 4, "C": 4}


def test_rarer_draws_are_worth_more() -> None:
    """SN-P2-3: on the example's board all fields have the same mean gain."""
    lines = pages.shown(evening().told())["cloth"]["lines"]
    points = {field["text"]: field["points"] for line in lines for field in line["fields"]}
    draws = [odds.draw((g, r)) for g in range(1, 7) for r in range(1, 7)]
    assert {points[name] * draws.count(name) for name in points} == {400}


def test_a_second_chip_counts_the_ten_throws_with_the_coloured_dice() -> None:
    """SN-P3-1."""
    bets = {seat: dict(zip(LINES, draws, strict=True)) for seat, draws in CHIPS.items()}
    e = evening(stage=3, circle=1, bets=bets)
    assert e.game.picture().counter == 1
    e.say(draw("A", 1, 1))
    assert (e.game.picture().throw, e.game.picture().counter) == (1, 2)
    assert e.game.picture().drawn == ["1.1"]
