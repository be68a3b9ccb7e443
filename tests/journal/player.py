"""Plays an evening on the real table and prints each published fact's number: `python -m tests.journal.player …`.

It resumes the folder's evening if there is one. Each number is the last fact of the published view, written unbuffered.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from random import Random

from companion.facts import DiceThrown
from companion.journal import Journal
from companion.table import Table
from tests import pages
from tests.companion import evenings

JPEG = b"\xff\xd8\xff\xe0" + bytes(range(256)) * 30


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--facts", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--synchronous", default="FULL")
    parser.add_argument("--checkpoint", type=int, default=1000, help="pages of the log after which it is emptied")
    told = parser.parse_args()
    chance = Random(told.seed)
    journal = Journal(told.folder, told.synchronous)
    journal._db.execute(f"PRAGMA wal_autocheckpoint={told.checkpoint}")
    table = Table(told.folder, journal=journal)
    if table.evening() is None:
        table.start(evenings.setup(4))
    while True:
        evening = table.evening()
        assert evening is not None
        os.write(1, b"shown %d\n" % pages.view(table)["number"])
        if evening.number >= told.facts:
            break
        fact = evenings.next_fact(evening.play, chance)
        picture = JPEG if isinstance(fact, DiceThrown) and chance.random() < 0.4 else None
        assert table.submit(fact, picture=picture).ok
    table.close()


if __name__ == "__main__":
    main()
