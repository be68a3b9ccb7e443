"""Newer catalogs are compiled at the start; if that fails, the table still opens."""

from __future__ import annotations

import os

import pytest

from tests.launcher.clone import Clone

BABEL = '''
import os, sys
with open(os.environ["CALLS"], "a") as calls:
    calls.write("babel " + " ".join(sys.argv[1:]) + "\\n")
if os.environ.get("BABEL_DOES") == "fail":
    sys.exit("error: there is no room left")
with open(sys.argv[sys.argv.index("--output-file") + 1], "w") as made:
    made.write("compiled")
'''


@pytest.fixture
def speaking(ready: Clone) -> Clone:
    """Return a clone with an uncompiled catalog."""
    folder = ready.folder / "companion" / "locale" / "en" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "servi.po").write_text('msgid "oui"\nmsgstr "yes"\n')
    (ready.fakes / "babel" / "messages").mkdir(parents=True)
    for name in ("babel/__init__.py", "babel/messages/__init__.py"):
        (ready.fakes / name).touch()
    (ready.fakes / "babel" / "messages" / "frontend.py").write_text(BABEL)
    ready.person.owns(ready.person.folder)
    return ready


def test_a_catalog_is_compiled_once_and_again_when_it_changed(speaking: Clone) -> None:
    words = speaking.folder / "companion" / "locale" / "en" / "LC_MESSAGES" / "servi.po"
    assert speaking.servi().stdout == "hardware play\n"
    assert words.with_suffix(".mo").read_text() == "compiled"
    assert [call.split()[:2] for call in speaking.calls] == [["babel", "compile"]]
    assert speaking.servi().returncode == 0
    assert len(speaking.calls) == 1
    late = words.with_suffix(".mo").stat().st_mtime + 5
    os.utime(words, (late, late))
    assert speaking.servi().returncode == 0
    assert len(speaking.calls) == 2


def test_a_catalog_that_cannot_be_compiled_leaves_the_table_french(speaking: Clone) -> None:
    done = speaking.servi(BABEL_DOES="fail")
    assert (done.returncode, done.stdout) == (0, "hardware play\n")
    assert "could not be compiled" in done.stderr and "the pages speak French" in done.stderr
    assert list(speaking.folder.rglob("*.mo*")) == []
