"""The free game beyond its vectors: guests and house rules in mid-evening, and texts that families type."""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import BadHouseRule
from companion.facts import HouseChanged, PointsEntered, SeatJoined
from companion.house import check
from tests.games.tables import Evening


def evening(seats: str = "ABC", **house: Any) -> Evening:
    return Evening("free", seats, house=house)


def points(seat: str, number: int, line: int = 1) -> PointsEntered:
    return PointsEntered(seat=seat, points=number, line=line)


@pytest.mark.parametrize(("rule", "total"), [("lowest", -50), ("average", -40), ("start", 0)])
def test_a_guest_begins_below_zero_where_the_table_stands_there(rule: str, total: int) -> None:
    told = evening(join_chips=rule)
    told.say(points("A", -30), points("B", -40), points("C", -50), SeatJoined(seat="D", name="D", colour="vert"))
    assert told.chips["D"] == total
    assert told.game.picture().start == {"A": 0, "B": 0, "C": 0, "D": total}, "the sheet begins with the guest's points"


@pytest.mark.parametrize(("rule", "before", "after"), [("zero_sum", False, True), ("zero_sum", True, False)])
def test_chips_do_not_change_how_they_move_in_the_middle_of_a_line(rule: str, before: Any, after: Any) -> None:
    told = evening(count="chips", start=100, **{rule: before})
    changed = HouseChanged(key=rule, value=after)
    told.say(points("A", -30))
    assert told.code(changed) == "NO_SUCH_HOUSE_RULE"
    told.say(points("B", 10))
    if not before:
        told.say(points("C", 20))
    told.say(changed)


def test_points_change_their_rule_at_any_time() -> None:
    told = evening()
    told.say(points("A", -30), HouseChanged(key="zero_sum", value=True), points("B", 10))
    assert told.chips == {"A": -30, "B": 10, "C": 20}


@pytest.mark.parametrize("text", ["Yams\nUno", "\u202eYams", "a\u2066b", "\ud800", "\x00", "e" + "\u0301" * 9])
def test_a_text_that_spills_over_its_line_is_refused(text: str) -> None:
    with pytest.raises(BadHouseRule, match="sans signes invisibles"):
        check("free", {"name": text})
    assert evening().code(HouseChanged(key="name", value=text)) == "NO_SUCH_HOUSE_RULE"


def test_a_text_of_a_family_is_kept_as_it_is() -> None:
    assert check("free", {"name": "<b>Yams</b> & « {x} » 👨‍👩‍👧 %s"})["name"] == "<b>Yams</b> & « {x} » 👨‍👩‍👧 %s"
