"""The feed sends every fact of every game once, in order and by its schema, and nothing hidden."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from companion import packages
from companion.facts import DiceThrown, HandedOver, Voided
from companion.feed import schema
from companion.feed.feed import Feed, Message, Place
from companion.feed.messages import VERSION
from companion.table import Table
from tests.companion import evenings

PROMISED = {1: "b0ce2c7535a8cbb3"}
"""The hash of each version's schema: only a change that adds fields may keep the version."""

VALIDATOR = jsonschema.Draft202012Validator(schema.schema())


def told(messages: list[Message]) -> list[dict[str, Any]]:
    """Return the messages as data, after a check by the schema."""
    found = [json.loads(one.data) for one in messages]
    for one in found:
        VALIDATOR.validate(one)
    return found


def begun(folder: Path, game: str) -> Table:
    table = Table(folder)
    assert table.start(evenings.setup(game=game, target=None, colours=False)).ok
    return table


def test_the_file_holds_the_schema_and_a_change_needs_a_new_version() -> None:
    assert schema.FILE.read_text("utf-8") == schema.text(), "python -m companion.feed.schema writes it"
    assert hashlib.sha256(schema.text().encode()).hexdigest()[:16] == PROMISED[VERSION]


@pytest.mark.parametrize("game", sorted(packages.names()))
def test_every_fact_comes_once_and_in_order(tmp_path: Path, game: str) -> None:
    table = begun(tmp_path, game)
    feed = Feed(table, "un")
    first, place = feed.read(Place())
    assert [one["phase"] for one in told(first)] != ["none"], "a new listener gets the state alone"
    got: list[dict[str, Any]] = []
    for seed in range(6):
        evenings.play_on(table, Random(seed), 10)
        messages, place = feed.read(place)
        if not messages:
            break  # the game is over
        *events, state = told(messages)
        got += events
        now = table.snapshot()
        assert state["turn"] == now.turn == next((e["turn"] for e in reversed(got) if e["turn"]), now.turn)
        assert {p["id"]: p["points"] for p in state["players"]} == {s.id: s.points for s in now.seats}
        assert state["winners"] == list(now.winner.seats if now.winner else ())
        assert bool(state["winners"]) == any(e["winners"] for e in got)
    assert [e["number"] for e in got] == list(range(2, table.snapshot().number + 1))
    assert feed.read(place) == ([], place)
    again = told(feed.again(table.playing, 2))
    assert again == got, "a listener that asks again gets the same"
    table.close()


def test_points_follow_from_the_payments(tmp_path: Path) -> None:
    table = evenings.table(tmp_path)
    feed = Feed(table, "un")
    (start,), place = feed.read(Place())
    points = {p["id"]: p["points"] for p in json.loads(start.data)["players"]}
    evenings.play_on(table, Random(3), 150)
    *events, state = told(feed.read(place)[0])
    for payment in (one for e in events for one in e["payments"]):
        for account, sign in ((payment["giver"], -1), (payment["taker"], 1)):
            if account in points:
                points[account] += sign * payment["amount"]
    assert points == {p["id"]: p["points"] for p in state["players"]}
    table.close()


def test_what_a_listener_missed_comes_also_from_an_evening_that_has_ended(tmp_path: Path) -> None:
    table = evenings.table(tmp_path)
    feed = Feed(table, "un")
    evenings.play_on(table, Random(1), 5)
    place = feed.read(Place())[1]
    evenings.play_on(table, Random(2), 5)
    more = table.snapshot().number - place.number
    assert table.end_game().ok and table.start(evenings.setup()).ok
    evenings.play_on(table, Random(3), 5)
    last, new = place.number, table.playing
    *events, state = told(feed.read(Place(place.evening, last, 0))[0])
    there = [(e["evening"], e["number"]) for e in events]
    assert there[:more] == [(place.evening, last + n) for n in range(1, more + 1)]
    assert [n for e, n in there if e == new] == list(range(1, state["number"] + 1))
    assert events[more]["kind"] == "start" and state["evening"] == new
    assert table.end_game().ok
    (state,) = told(feed.read(Place(new, state["number"], 0))[0])
    assert (state["phase"], state["evening"], state["players"]) == ("none", 0, [])
    table.close()


def test_a_correction_names_its_target_and_the_state_follows(tmp_path: Path) -> None:
    table = evenings.table(tmp_path)
    feed = Feed(table, "un")
    evenings.play_until(table, Random(1), lambda evening: evening.play.throws >= 3)
    number = next(e.number for e in table.evening().entries if isinstance(e.fact, DiceThrown))  # type: ignore[union-attr]
    place = feed.read(Place())[1]
    assert table.submit(Voided(target=number)).ok
    event, state = told(feed.read(place)[0])
    assert (event["kind"], event["fact"], event["target"]) == ("correction", "Voided", number)
    now = table.snapshot()
    assert {p["id"]: p["points"] for p in state["players"]} == {s.id: s.points for s in now.seats}
    table.close()


def test_a_debt_opens_and_a_hand_over_closes_it(tmp_path: Path) -> None:
    table = evenings.table(tmp_path, house={"handover": "tap"})
    feed = Feed(table, "un")
    evenings.play_until(table, Random(1), lambda evening: any(d.amount for d in evening.play.game.ledger.debts()))
    first, place = feed.read(Place())
    (debt, *_) = told(first)[0]["debts"]
    assert table.hand_over(debt["giver"], debt["taker"], None).ok
    event, state = told(feed.read(place)[0])
    assert (event["kind"], event["fact"], event["amount"]) == ("hand_over", HandedOver.__name__, debt["amount"])
    assert debt not in state["debts"]
    table.close()
