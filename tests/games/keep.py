"""Plays random evenings of a game by its present rules and records a short one for each way to end it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from random import Random

from companion.facts import encode
from companion.packages import names
from tests import packages
from tests.games import tables
from tests.games.contracts import contract, kept_file

EVENINGS = 400
"""Maximum number of evenings played in search of the endings."""
LEAST = 40
"""Preferred minimum number of facts in a recorded evening."""
MOST = 1200
"""Maximum number of facts in an evening; a longer one is dropped."""


def main(argv: Sequence[str]) -> int:
    """Record the missing evenings; return the exit status."""
    packages.put_on_the_path(packages.EXAMPLE)
    parser = argparse.ArgumentParser(prog="./servi keep", description=__doc__)
    parser.add_argument("game", choices=names(), help="its name")
    parser.add_argument("--anew", action="store_true", help="also keep another evening for what is kept already")
    arguments = parser.parse_args(argv)
    game = arguments.game
    files = {ending: kept_file(game, ending) for ending in contract(game).endings}
    wanted = {ending for ending, file in files.items() if arguments.anew or not file.exists()}
    for ending, evening in found(game, wanted).items():
        file = files[ending]
        file.parent.mkdir(exist_ok=True)
        file.write_text(text(evening), "utf-8")
        print(f"{file.name}: {len(evening.facts)} facts")
        wanted.discard(ending)
    for ending in sorted(wanted):
        print(f"{game}-{ending}: none of {EVENINGS} evenings ended so")
    return 1 if wanted else 0


def found(game: str, wanted: set[str]) -> dict[str, tables.Evening]:
    """Return the shortest evening found for each of these endings."""
    best: dict[str, tables.Evening] = {}
    for seed in range(EVENINGS):
        if set(best) >= wanted and seed > EVENINGS // 10:
            break
        random = Random(f"keep {game} {seed}")
        evening = tables.begin(game, random)
        tables.play(evening, random, MOST, words=random.choice((0.0, 0.02, 0.3)))
        outcome = evening.game.outcome
        if outcome is None or outcome.reason not in wanted:
            continue
        best[outcome.reason] = min(best.get(outcome.reason, evening), evening, key=_fit)
    return best


def _fit(evening: tables.Evening) -> tuple[bool, int]:
    """Return a sort key: short evenings first, but those below the minimum last."""
    return len(evening.facts) < LEAST, len(evening.facts)


def text(evening: tables.Evening) -> str:
    """Return an evening as file content: its ending, then its facts as in the journal."""
    outcome = evening.game.outcome
    end = {
        "winner": outcome.winner,
        "others": list(outcome.others),
        "reason": outcome.reason,
        "balances": evening.game.ledger.balances,
    }
    rows = [end, *(encode(fact) for fact in (evening.start, *evening.facts))]
    return "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)
