"""A disk that is full at any write: refused facts are gone, accepted facts are stored, and the table goes on."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from companion.facts import encode
from companion.table import Table
from tests.companion import evenings
from tests.tools import ROOT

WRITES, ALL = "write,pwrite64,fsync", "write,pwrite64,fsync,fdatasync,ftruncate"
PLAYS = """
    import json, os, shutil, sys
    from pathlib import Path
    from random import Random
    from companion.errors import JournalError
    from companion.facts import encode
    from companion.journal import Journal
    from companion.table import Table
    from tests.companion import evenings
    from tests.companion.evenings import state

    def reopened():
        # whether facts are there after a power cut that no page shows; they are named, unless both files keep them
        copy = Path(sys.argv[1]).with_name(f"cut{act}")
        shutil.copytree(sys.argv[1], copy, ignore=shutil.ignore_patterns("*-shm"))
        journal = Journal(copy)
        more = journal.entries(1)[len(before[0]):]
        told = [number for one in journal.healed for number in range(one.number, (one.last or one.number) + 1)]
        assert told in ([], [entry.number for entry in more]), (journal.healed, more)
        assert journal.entries(1)[: len(before[0])] == before[0]
        journal.close()
        return bool(more)

    table = Table(Path(sys.argv[1]))
    table.journal._db.execute("PRAGMA wal_autocheckpoint=20")
    chance, refused, named = Random(1), 0, 0
    for act in range(60):
        evening = table.evening()
        before = [*evening.entries], state(evening), table.snapshot().number
        try:
            if act % 9 == 8:
                assert table.undo_last().ok
            else:
                fact = evenings.next_fact(evening.play, chance)
                assert table.submit(fact, picture=b"x" * 9000 if act % 4 == 0 else None).ok
        except JournalError as error:
            assert "free some space" in str(error), error
            assert (table.evening().entries, state(table.evening()), table.snapshot().number) == before
            refused, named = refused + 1, named + reopened()
    entries = [encode(entry.fact) for entry in table.evening().entries]
    print(json.dumps([refused, named, entries]), flush=True)
    os._exit(0)
"""


@pytest.mark.needs("strace")
@pytest.mark.parametrize(
    ("calls", "every"),
    [(WRITES, 7), (ALL, 5), *(pytest.param(ALL, every, marks=pytest.mark.slow) for every in (7, 11, 13, 17, 19, 23))],
)
def test_a_disk_that_is_full_at_any_write_loses_nothing_and_keeps_nothing_refused(
    tmp_path: Path, calls: str, every: int
) -> None:
    data = tmp_path / "data"
    table = evenings.table(data)
    table.close()
    files = [data / name for name in ("servi.sqlite", "servi.sqlite-wal", "servi.sqlite.1.mirror")]
    command = ["strace", "-f", "-qq", "-o", str(tmp_path / "record"), *(word for file in files for word in ("-P", str(file))),
               "-e", f"inject={calls}:error=ENOSPC:when=12+{every}",
               sys.executable, "-c", textwrap.dedent(PLAYS), str(data)]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    refused, named, entries = json.loads(done.stdout)
    assert refused > 5 and (tmp_path / "record").read_text().count("(INJECTED)") >= refused
    if calls == WRITES:
        assert not named, "it is taken back; where the disk cannot sync or truncate either, a restart may find it"
    again = Table(data)
    evening = again.evening()
    assert evening is not None
    assert [encode(entry.fact) for entry in evening.entries] == entries
    assert again.journal.healed == []
    again.close()
