"""Whole evenings that were played once, one for each way in which a game can end: they must end alike for ever after.

A kept evening is a file in ``kept``: its end in the first line, then its facts as the journal writes them.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion import view
from companion.evening import Entry, Evening
from companion.facts import decode, encode
from companion.games import NAMES

KEPT = sorted((Path(__file__).parent / "kept").glob("*.jsonl"))
ENDINGS = {
    "les_cases_si_no": {"target", "playoff", "last_player"},
    "casino_pirate": {"first_broke", "time", "playoff", "last_player"},
    "casablanca": {"four", "no_stock", "last_player"},
    "cassino": {"target", "one_deal", "count_out", "claim", "last_player"},
}
"""How each game can end; Home Casino's whole evenings stand in its own folder."""


def test_there_is_an_evening_for_every_way_of_ending() -> None:
    there: dict[str, set[str]] = {game: set() for game in ENDINGS}
    for file in KEPT:
        game, _, reason = file.stem.partition("-")
        there[game].add(reason)
    assert there == ENDINGS
    assert set(ENDINGS) == set(NAMES) - {"home_casino"}


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
    assert view.table(evening)["outcome"]["reason"] == end["reason"]
