"""The summary: the curve ends at the scores, and the largest win is the sum of one throw."""

from __future__ import annotations

import json
from random import Random

import pytest

from companion.evening import Entry, Evening
from companion.facts import BetPlaced, DiceThrown, Die, Fact, MoneyMoved, PawnPlaced, Voided
from companion.games.home_casino.rulebook import HomeCasino
from companion.packages import names
from companion.summary import curve, summary
from tests.companion.evenings import started
from tests.games import tables
from web.drawing.summary import summary_row


def played(*facts: Fact) -> Evening:
    """Return an evening of Anna (A) and Ben (B) with these facts; each must be allowed."""
    evening = Evening([Entry(1, 0.0, started(2))])
    for number, fact in enumerate(facts, 2):
        assert evening.refuse(fact) is None, fact
        evening.add(Entry(number, 60.0 * number, fact))
    return evening


@pytest.mark.parametrize("game", names())
def test_the_curve_ends_where_the_scores_are(game: str) -> None:
    random = Random(f"summary {game}")
    evening = tables.begin(game, random)
    tables.play(evening, random, 300, words=0.05)
    told = evening.told()
    points, steps = curve(told)
    assert {s: row[-1] for s, row in points.items()} == {s: evening.game.balance(s) for s in evening.game.players}
    assert steps == sorted(set(steps))
    assert all(len(row) == len(steps) <= 302 for row in points.values())
    json.dumps(summary_row(summary(told)))


def test_the_curve_begins_with_the_first_chips_and_a_throw_left_out_is_not_drawn() -> None:
    told = played(
        MoneyMoved(giver="bank", taker="A", amount=500),
        DiceThrown(seat="A", dice=(Die("d6", 1), Die("d6", 2))),
    )
    assert summary(told).throws == 1
    assert summary(told).steps == [0, 1]
    assert summary(told).curve["A"][0] == told.play.game.start_chips() + 500
    assert summary(told).lasted == 180
    less = Evening([*told.entries, Entry(4, 200.0, Voided(target=3))])
    assert summary(less).throws == 0
    assert summary(less).lasted == 200


def test_the_biggest_win_adds_up_what_one_throw_paid() -> None:
    game = played().play.game
    assert isinstance(game, HomeCasino)
    index = next(i for i in range(game.board.length) if getattr(game.board.at(i), "kind", "") == "roulette")
    told = played(
        PawnPlaced(seat="A", index=(index - 3) % game.board.length),
        DiceThrown(seat="A", dice=(Die("d6", 1), Die("d6", 2))),
        *(BetPlaced(seat="B", field=field, amount=100) for field in ("7", "impair", "rouge")),
        DiceThrown(seat="A", dice=(Die("d10", 7), Die("bicolour", "red"))),
    )
    found = summary_row(summary(told))
    assert found["best"] == {
        "seat": "B", "amount": 900, "text": "roulette, 7", "from": "bank", "number": 7, "throw": 2, "picture": False,
    }  # fmt: skip


@pytest.mark.parametrize("game", names())
def test_only_a_game_with_a_pot_tells_its_highest(game: str) -> None:
    """The cash of Casablanca is no pot: it is full at the start."""
    random = Random(f"pot {game}")
    evening = tables.begin(game, random)
    tables.play(evening, random, 300, words=0.05)
    assert bool(summary(evening.told()).highest_pot) == (game == "home_casino")
