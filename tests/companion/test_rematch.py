"""A rematch: the same players, box and rules in a new evening, in every game."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import players
from companion.facts import HouseChanged, MoneyMoved, SeatJoined, SeatLeft
from companion.game.library import game_class
from companion.packages import names
from companion.table import Table
from tests import pages

COLOURS = ("rouge", "bleu", "jaune", "noir")
MOST = 3000


def begin(table: Table, game: str, seats: int = 3, **more: Any) -> None:
    """Start an evening, with a low target if the game allows it."""
    known = game_class(game)
    colours = known.colours() or (None,) * 4
    rows = [
        {"name": name, "age": 30 + i, "colour": colours[i]} for i, name in enumerate(("Anna", "Bruno", "Chloé", "Dan"))
    ]
    targets = known.targets()
    target = {"target": min(targets.values())} if targets else {}
    assert table.start({"game": game, "seats": rows[:seats], **target, **more}).ok


def end(table: Table, random: Random) -> None:
    """Play at random until somebody has won; in Home Casino a gift of the target ends the game after 40 answers."""
    evening = table.evening()
    assert evening is not None
    for turn in range(MOST):
        game = evening.play.game
        if game.outcome:
            return
        if turn == 40 and game.name == "home_casino":
            table.submit(MoneyMoved(giver="bank", taker=game.turn, amount=game.target))
            continue
        fact = players.turn(evening.play, random)
        assert fact is not None
        result = table.submit(fact)
        assert result.ok, result.refusal
    raise AssertionError(f"{evening.play.game.name} goes on and on")


@pytest.mark.parametrize("game", names())
def test_the_same_people_play_again_in_every_game(game: str, tmp_path: Path) -> None:
    table = Table(tmp_path)
    begin(table, game)
    end(table, Random(f"rematch {game}"))
    before = table.evening()
    assert before is not None
    told, version = before.play.game.rematch(), pages.view(table)["evening"]
    summary = table.summary()
    assert summary is not None
    assert summary.end.winner and summary.end.winner.seats
    assert [seat.points for seat in summary.end.seats] == [summary.curve[s][-1] for s in before.play.game.players]

    done = table.rematch(seen=before.number, who="Anna")

    assert done.ok
    evening = table.evening()
    assert evening is not None
    started, old = evening.play.game.started, before.play.game.started
    assert pages.view(table)["evening"] != version
    assert started.who == "Anna"
    assert [(s.id, s.name) for s in started.seats] == [(s.id, s.name) for s in old.seats]
    assert (started.game, started.target, started.level) == (old.game, old.target, old.level)
    assert started.house == before.play.game.house
    assert {office: getattr(started, office) for office in told} == told
    assert evening.play.open
    assert evening.play.game.outcome is None
    assert [k.closed for k in table.journal.evenings()] == [False, True]
    table.close()


def test_a_rematch_before_the_end_is_refused(tmp_path: Path) -> None:
    table = Table(tmp_path)
    begin(table, "home_casino")
    refused = table.rematch(seen=1)
    assert refused.refusal is not None
    assert refused.refusal.code == "NOT_OVER"
    table.close()


def test_a_second_tap_on_revanche_begins_no_third_evening(tmp_path: Path) -> None:
    table = Table(tmp_path)
    begin(table, "home_casino")
    end(table, Random(1))
    seen = pages.view(table)["number"]
    assert table.rematch(seen=seen).ok
    refused = table.rematch(seen=seen)
    assert refused.refusal is not None
    assert refused.refusal.code == "STALE"
    assert len(table.journal.evenings()) == 2
    table.close()


def test_guests_stay_rules_stay_and_who_left_has_left(tmp_path: Path) -> None:
    """Turns go counter-clockwise in this game, and a guest keeps his neighbours."""
    table = Table(tmp_path)
    begin(table, "home_casino", seats=3)
    game = table.evening().play.game  # type: ignore[union-attr]
    order = list(game.order)
    assert table.submit(SeatJoined(seat="G", name="Gil", colour="blanc", after=order[0])).ok
    assert table.submit(HouseChanged(key="min_stake", value=100)).ok
    assert table.submit(SeatLeft(seat=order[2], to="bank")).ok
    end(table, Random(2))
    assert table.rematch().ok
    again = table.evening().play.game  # type: ignore[union-attr]
    assert set(again.players) == {order[0], "G", order[1]}
    turn = again.order.index(order[0])
    assert [*again.order[turn:], *again.order[:turn]] == [order[0], "G", order[1]]
    assert again.house["min_stake"] == 100
    table.close()


def test_what_a_box_has_learnt_is_still_known(tmp_path: Path) -> None:
    table = Table(tmp_path)
    begin(table, "home_casino")
    end(table, Random(3))
    evening = table.evening()
    assert evening is not None
    learnt = evening.play.game.checked_box(evening.play.game.box_data())
    assert table.rematch().ok
    assert dict(table.evening().play.game.started.box) == learnt  # type: ignore[union-attr]
    table.close()
