"""The version of a projection must be raised when its result changes, because stored results are reused.

After an intended change, raise the version of the kind, then: ``.venv/bin/python -m tests.companion.chronicle.test_versions``.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from companion.chronicle.chronicle import KINDS
from companion.chronicle.kind import Kind
from companion.evening import Evening
from tests.companion.chronicle.past import FIRST, GAMES, KEPT, NAMES, recorded

FILE = Path(__file__).with_name("results.json")
EVENINGS = [found[0] for game in GAMES if (found := [one for one in KEPT if one.match(f"{game}-*-2.jsonl")])]
"""The first recorded evening by version 2 of the rules, for each game that has one."""


def result(kind: Kind) -> str:
    """Return the hash of a projection's result for the evenings."""
    made = [kind.write(kind.make(Evening(recorded(file, NAMES, FIRST)))) for file in EVENINGS]
    return hashlib.sha256(json.dumps(made, sort_keys=True).encode()).hexdigest()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_kind_whose_result_changed_has_another_version(kind: Kind) -> None:
    known = json.loads(FILE.read_text("utf-8"))[kind.name]
    now = result(kind)
    assert (kind.version != known["version"]) or now == known["hash"], f"raise the version of {kind.name}"
    assert known == {"version": kind.version, "hash": now}, "record this version: see the head of this file"


if __name__ == "__main__":
    found = {kind.name: {"version": kind.version, "hash": result(kind)} for kind in KINDS}
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
