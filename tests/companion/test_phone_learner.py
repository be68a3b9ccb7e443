"""A table without a camera loads the eye with its first photograph, not with a tap, an erasure or a deletion."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.eye import NoEye
from companion.table import Table
from tests.companion import evenings
from tests.tools import ROOT
from vision.watching.phone import PhoneEye

PLAYS = """if True:
    import sys
    from pathlib import Path
    from random import Random
    from companion.eye import NoEye
    from companion.table import Table
    from tests.companion import evenings
    from vision.watching.phone import PhoneEye
    phone = PhoneEye(Path(sys.argv[1]))
    table = Table(Path(sys.argv[1]), eye=NoEye(phone, phone, phone.learner))
    assert table.start(evenings.setup(2)).ok
    first = table.playing
    for _ in range(5):
        assert table.submit(evenings.legal(table.evening().play, Random(1))).ok
    assert table.erase_pictures().ok
    assert table.end_game().ok
    assert table.delete_evening(first).ok
    table.close()
    print(*sorted({"cv2", "numpy"} & set(sys.modules)))
"""


def test_a_tap_an_erasure_and_a_deletion_load_no_eye(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", PLAYS, tmp_path], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.split() == []


def test_what_was_learnt_from_an_evening_is_erased_without_the_eye(tmp_path: Path) -> None:
    phone = PhoneEye(tmp_path)
    table = Table(tmp_path, eye=NoEye(phone, phone, phone.learner))  # type: ignore[arg-type]
    assert table.start(evenings.setup(2)).ok
    evening = table.journal.evenings()[0]
    folder = tmp_path / "learnt" / "exemple" / "phone"
    folder.mkdir(parents=True)
    throws = [folder / f"{began:.3f}-4.throw" for began in (evening.started, evening.started - 86400)]
    for file in throws:
        file.write_bytes(b"")
    assert table.erase_pictures().ok
    assert [file.exists() for file in throws] == [False, True]
    table.close()


def test_an_erasure_while_the_eye_loads_reaches_what_it_has_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody erases the throws while the eye, which is still loading, takes over the table's box and reads them."""
    from vision.learning.learner import Learner

    folder = tmp_path / "learnt" / "exemple" / "phone"
    folder.mkdir(parents=True)
    (folder / "7.000-4.throw").write_bytes(b"")
    phone, takes_over = PhoneEye(tmp_path), Learner.play_with
    phone.play_with("exemple")

    def erased_after(mine: Learner, box: str) -> None:
        takes_over(mine, box)
        phone.learner.erase("7.000")

    monkeypatch.setattr(Learner, "play_with", erased_after)
    assert phone.learner.state().throws == 0
    assert not (folder / "7.000-4.throw").exists() and phone.learner.kept("7.000") == ()
    phone.learner.close()
