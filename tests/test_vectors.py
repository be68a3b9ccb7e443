"""Every vector of the rule books on the real engine."""

from __future__ import annotations

import json
import os
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion.packages import names
from tests.games.contracts import folder, prefixes

SHARED = Path(__file__).resolve().parents[2] / "shared" / "rules" / "vectors"
IGNORED = {"note"}


def folders() -> list[Path]:
    """Return the folders with vectors: those in ``SERVI_VECTORS``, or of the rule books and of each game's package."""
    told = os.environ.get("SERVI_VECTORS")
    return [Path(f) for f in told.split(":") if f] if told else [SHARED, *(folder(game) / "vectors" for game in names())]


def vectors() -> list[Any]:
    found = []
    for there in folders():
        for file in sorted(there.glob("*.json")):
            for vector in json.loads(file.read_text(encoding="utf-8")):
                found.append(pytest.param(vector, id=vector["id"]))
    return found


def translator(vector: dict[str, Any]) -> Any:
    """Return the class that plays a vector: its game's, or the one for vectors in Servi's own facts."""
    game = prefixes()[vector["id"].partition("-")[0]]
    own = (Path(__file__).parent / "vectors" / f"{game}.py").exists()
    return import_module(f"tests.vectors.{game if own else 'plain'}").Evening


@pytest.mark.needs("shared")
def test_there_are_vectors_to_play() -> None:
    assert vectors()


@pytest.mark.parametrize("vector", vectors())
def test_vector(vector: dict[str, Any]) -> None:
    evening = translator(vector)(vector)
    expect = vector["expect"]
    told = expect.get("rejected", [])
    if isinstance(told, str):  # a code alone applies to the last event
        told = {"event": len(vector["events"]) - 1, "code": told}
    rejected = {r["event"]: r for r in (told if isinstance(told, list) else [told])}
    for place, event in enumerate(vector["events"]):
        before = evening.state()
        refusal = evening.answer(event)
        if place in rejected:
            assert refusal is not None, f"event {place} must be refused: {rejected[place]}"
            assert evening.same_refusal(rejected[place], refusal), f"event {place}: {refusal}"
            assert evening.state() == before, f"event {place} was refused and changed something"
        else:
            assert refusal is None, f"event {place} {event} was refused: {refusal}"
    for key, value in expect.items():
        if key not in IGNORED | {"rejected"}:
            assert evening.read(key, value) == value, key


def test_every_game_of_the_vectors_is_known() -> None:
    count = Counter(p.values[0]["id"].partition("-")[0] for p in vectors())
    assert set(count) <= set(prefixes())
