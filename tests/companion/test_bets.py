"""The last bets of each seat, searched from the end of the evening."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.bets import last_bets
from companion.counted import Entry
from companion.facts import (
    BetPlaced,
    BetTakenBack,
    DiceThrown,
    Fact,
    MoneyMoved,
    SquareSkipped,
    TurnGiven,
)

SEATS = ("A", "B", "C")


def fact(chance: Random) -> Fact:
    """Return a random bet, or another fact that may come between bets."""
    seat, on, field = chance.choice(SEATS), chance.choice(("bets", "bets", "other")), chance.choice("xyz")
    return chance.choice(
        (
            BetPlaced(seat=seat, field=field, amount=25 * chance.randint(1, 3), on=on),
            BetPlaced(seat=seat, field=field, amount=25, on="bets"),
            BetTakenBack(seat=seat, field=field, on=on),
            DiceThrown(seat=seat, dice=(), on="throw"),
            MoneyMoved(giver="A", taker="B", amount=25),
            SquareSkipped(),
            TurnGiven(seat=seat),
        )
    )


def forwards(played: list[Entry]) -> dict[str, dict[str, int]]:
    """Return the last bets of all seats, found by a search from the beginning of the evening."""
    last: dict[str, dict[str, int]] = {}
    now: dict[str, dict[str, int]] = {}
    for each in (entry.fact for entry in played):
        if isinstance(each, BetPlaced) and each.on == "bets":
            mine = now.setdefault(each.seat, {})
            mine[each.field] = mine.get(each.field, 0) + each.amount
        elif isinstance(each, BetTakenBack) and each.on == "bets":
            now.get(each.seat, {}).pop(each.field, None)
        elif isinstance(each, SquareSkipped | TurnGiven):
            now = {}
        elif not isinstance(each, MoneyMoved):
            last |= {seat: mine for seat, mine in now.items() if mine}
            now = {}
    return last


@pytest.mark.parametrize("seed", range(200))
def test_the_last_bets_are_those_of_a_search_from_the_beginning(seed: int) -> None:
    chance = Random(seed)
    played = [Entry(number, 0.0, fact(chance)) for number in range(2, chance.randint(3, 60))]
    evening: Any = SimpleNamespace(played=played)
    wanted = forwards(played)
    for seats in (SEATS, ("A",), ("B", "C"), ()):
        found = last_bets(evening, "bets", seats)
        assert found == {seat: mine for seat, mine in wanted.items() if seat in seats}
        assert [list(mine) for mine in found.values()] == [list(wanted[seat]) for seat in found]


def test_the_search_ends_where_every_seat_has_bet() -> None:
    throw = Entry(3, 0.0, DiceThrown(seat="A", dice=(), on="throw"))
    bets = [Entry(2, 0.0, BetPlaced(seat=seat, field="x", amount=25, on="bets")) for seat in SEATS]

    class Long(list[Any]):
        def __reversed__(self) -> Any:
            yield from (throw, *bets, throw)
            pytest.fail("searched to the beginning")

    evening: Any = SimpleNamespace(played=Long())
    assert set(last_bets(evening, "bets", SEATS)) == set(SEATS)
