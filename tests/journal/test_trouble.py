"""A full disk, a write-protected folder and a file that is no journal each give a sentence and change nothing."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path
from random import Random

import pytest

from companion.errors import JournalError, Unwritable
from companion.journal import Journal
from companion.journal_reader import FILE
from companion.table import Table
from tests import pages
from tests.companion import evenings
from tests.companion.evenings import state
from tests.tools import ROOT
from tests.unprivileged import Person

FULL = """
    import json, resource, signal, sys
    from pathlib import Path
    from random import Random
    from companion.errors import JournalError
    from companion.evening import Evening
    from companion.table import Table
    from tests.companion import evenings
    from tests.companion.evenings import legal, state

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # so that a write too far is an error, as on a full disk
    folder = Path(sys.argv[1])
    table = evenings.table(folder)
    chance = Random(1)
    evenings.play_on(table, chance, 10)
    evening = table.evening()
    before, number = state(evening), table.snapshot().number
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = (folder / "servi.sqlite-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 1000, hard))
    told = []
    acts = {
        "submit": lambda: table.submit(legal(evening.play, Random(5))),
        "a photograph": lambda: table.submit(legal(evening.play, Random(5)), picture=b"x" * 9000),
        "undo": table.undo_last,
        "start": lambda: table.start(evenings.setup()),
        "end": table.end_game,
        "erase": table.erase_pictures,
    }
    for name, act in acts.items():
        try:
            act()
            told.append([name, "done"])
        except JournalError as error:
            told.append([name, str(error)])
        assert table.evening() is not None, name
        assert state(table.evening()) == before, name
        assert table.snapshot().number == number, name
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    evenings.play_on(table, chance, 10)
    last = state(table.evening())
    table.close()
    again = Table(folder)
    assert state(again.evening()) == last
    print(json.dumps(told))
"""


def test_on_a_full_disk_nothing_changes_and_the_table_goes_on_when_there_is_room_again(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(FULL), str(tmp_path)], cwd=ROOT, capture_output=True,
                          text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    told = dict(json.loads(done.stdout))
    assert len(told) == 6
    assert all("free some space" in sentence for sentence in told.values()), told


def test_a_journal_that_may_not_grow_refuses_and_goes_on(tmp_path: Path) -> None:
    table = evenings.table(tmp_path)
    before = state(table.evening())  # type: ignore[arg-type]
    db = table.journal._db
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.execute(f"PRAGMA max_page_count={pages}")
    fact = evenings.legal(table.evening().play, Random(1))  # type: ignore[union-attr]
    assert fact is not None
    with pytest.raises(JournalError, match="free some space or choose another folder with --data"):
        table.submit(fact, picture=b"x" * 50_000)
    assert state(table.evening()) == before  # type: ignore[arg-type]
    db.execute("PRAGMA max_page_count=1000000")
    assert table.submit(fact, picture=b"x" * 50_000).ok


def test_a_file_that_is_no_journal_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"my holiday pictures\n" * 500)
    with pytest.raises(JournalError, match="choose another folder with --data, or move that file away"):
        Table(tmp_path)
    assert (tmp_path / FILE).read_bytes().startswith(b"my holiday")


def test_a_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal(tmp_path / "data")


def test_another_program_that_holds_the_journal_is_told(tmp_path: Path) -> None:
    table = evenings.table(tmp_path)
    before = state(table.evening())  # type: ignore[arg-type]
    table.journal._db.execute("PRAGMA busy_timeout=50")
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalError, match="cannot be written") as caught:
        table.undo_last() if table.submit({"type": "SquareSkipped"}).ok else None
    assert caught.value.why is Unwritable.HELD
    other.execute("ROLLBACK")
    other.close()
    assert state(table.evening()) == before  # type: ignore[arg-type]
    assert table.submit({"type": "SquareSkipped"}).ok


@pytest.mark.parametrize("folder", [0o555, 0o755], ids=["folder and file", "only the file"])
def test_what_may_only_be_read_is_told(person: Person, folder: int) -> None:
    """The code is copied to the person's folder, because an ordinary user may not read the project's folder."""
    (person.folder / "code").mkdir()
    subprocess.run(["cp", "-r", str(ROOT / "companion"), str(person.folder / "code")], check=True)
    data = person.folder / "data"
    evenings.table(data).close()
    person.owns(person.folder)
    data.chmod(folder)
    (data / FILE).chmod(0o444)
    program = textwrap.dedent("""
        import sys
        from pathlib import Path
        from companion.errors import JournalError
        from companion.journal import Journal
        try:
            Journal(Path(sys.argv[1])).close_evening(1)
        except JournalError as error:
            print(error)
    """)
    done = person.run([person.python, "-c", program, data], {"PYTHONPATH": str(person.folder / "code")})
    assert done.returncode == 0, done.stderr
    assert "make the folder and its files writable for you or choose another folder with --data" in done.stdout


def test_a_journal_that_another_program_holds_names_the_cure(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.start({"seats": [{"name": "Anna", "colour": "rouge"}, {"name": "Bruno", "colour": "bleu"}]})
    before = pages.view(table)
    table.journal._db.execute("PRAGMA busy_timeout=50")
    other = sqlite3.connect(table.journal.path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    throw = {"type": "DiceThrown", "seat": "A", "dice": [{"kind": "d6", "value": 3}, {"kind": "d6", "value": 4}]}
    with pytest.raises(JournalError, match="close the other program"):
        table.submit(throw)
    assert pages.view(table) == before
    other.execute("ROLLBACK")
    other.close()
    assert table.submit(throw).ok
    table.close()
