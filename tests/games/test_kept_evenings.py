"""Recorded evenings, one for each way to end a game: a replay must always end as recorded.

A recorded evening is a file in ``kept``: its ending in the first line, then its facts as in the journal. Evenings of older
versions of the rules stay, and a change of rules must not change their replays.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.evening import Entry, Evening
from companion.facts import decode, encode
from companion.packages import names
from tests import pages
from tests.games.contracts import contract, kept, kept_file

KEPT = [file for folder in sorted({kept(game) for game in names()}) for file in sorted(folder.glob("*.jsonl"))]


def test_there_is_an_evening_for_every_way_of_ending_by_the_present_rules() -> None:
    wanted = {kept_file(game, ending) for game in names() for ending in contract(game).endings}
    assert sorted(file.name for file in wanted - set(KEPT)) == []


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_kept_evening_is_named_by_its_ending_and_its_rules(file: Path) -> None:
    end, started, *_ = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    version = started.get("rules", 1)
    assert file.stem == f"{started['game']}-{end['reason']}" + (f"-{version}" if version > 1 else "")


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_kept_evening_ends_as_it_did(file: Path) -> None:
    end, *rows = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    facts = [decode(row) for row in rows]
    assert [encode(fact) for fact in facts] == rows
    evening = Evening([Entry(number, 0.0, fact) for number, fact in enumerate(facts, 1)])
    assert not evening.misfits
    outcome, ledger = evening.play.game.outcome, evening.play.game.ledger
    assert outcome is not None
    assert (outcome.winner, list(outcome.others), outcome.reason) == (end["winner"], end["others"], end["reason"])
    assert ledger.balances == end["balances"]
    assert pages.shown(evening)["outcome"]["reason"] == end["reason"]
