"""A data folder that cannot be opened: the service keeps running, says what to do, and opens the table afterwards."""

from __future__ import annotations

import http.client
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.errors import CannotStart, Unwritable
from companion.recovery import last_evening
from companion.table import Table
from hardware.__main__ import KEEPS_OPEN
from tests.bench.bench_start import free_port
from tests.companion import evenings
from tests.companion.evenings import state
from tests.tools import ROOT
from tests.web.conftest import Browser
from web import closed


@pytest.fixture
def played(tmp_path: Path) -> Path:
    table = evenings.table(tmp_path)
    evenings.play_on(table, Random(1), 5)
    table.close()
    return tmp_path


@pytest.mark.parametrize("why", [*Unwritable, None])
def test_every_address_says_what_is_wrong_and_shows_the_last_good_state(played: Path, why: Unwritable | None) -> None:
    browser = Browser(closed.create_app(CannotStart("some sentence.", why), played).test_client())
    for path in ("/", "/table", "/view.json", "/stream"):
        answer = browser.get(path)
        assert answer.status_code == 503 and answer.headers["Retry-After"]
        assert "some sentence." in answer.text and "Anna" in answer.text
        assert str(closed.WORDS[why] if why else closed.OTHER) in answer.text.replace("&#39;", "'")
    with browser.get("/static/js/closed.js") as script:
        assert script.status_code == 200
    assert browser.get("/", Host="elsewhere.example").status_code == 403


def test_the_last_good_state_is_read_without_writing(played: Path) -> None:
    before = {file.name: file.stat().st_mtime_ns for file in played.iterdir()}
    found = last_evening(played)
    assert {file.name: file.stat().st_mtime_ns for file in played.iterdir()} == before
    table = Table(played)
    assert found is not None and state(found) == state(table.evening())  # type: ignore[arg-type]
    table.close()


def test_nothing_is_shown_of_a_folder_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "none", tmp_path / "file"):
        assert last_evening(folder) is None
        assert Browser(closed.create_app(CannotStart("why."), folder).test_client()).get("/").status_code == 503


def full(data: Path) -> None:
    """Let no file grow, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))


def room(data: Path, process: int) -> None:
    resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


HARM: dict[str, tuple[Callable[[Path], None], Callable[[Path, int], None]]] = {
    "a file": (Path.touch, lambda data, _: data.unlink()),
    "full": (full, room),
}


@pytest.mark.parametrize("harm", ["a file", pytest.param("full", marks=pytest.mark.slow)])
def test_the_service_stays_and_opens_once_its_folder_is_mended(tmp_path: Path, harm: str) -> None:
    (break_it, mend), data, port = HARM[harm], tmp_path / "data", free_port()
    options = ["play", "--port", str(port), "--data", str(data), "--host", "127.0.0.1"]
    code = f"from web import closed; closed.AGAIN = 0.5; import hardware.__main__ as m; m.main({options})"
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env={**os.environ, KEEPS_OPEN: "1"},
                          preexec_fn=lambda: break_it(data),
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as servi:  # fmt: skip
        try:
            assert answered(servi, port, 503)
            mend(data, servi.pid)
            assert answered(servi, port, 303)
        finally:
            servi.kill()


def answered(servi: subprocess.Popen[bytes], port: int, status: int) -> bool:
    """Wait until the first page has this status; return False if the program ends before."""
    while servi.poll() is None:
        one = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            one.request("GET", "/")
            if one.getresponse().status == status:
                return True
        except OSError:
            pass  # the service is between two attempts to open the folder
        finally:
            one.close()
        time.sleep(0.05)
    return False
