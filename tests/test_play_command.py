"""The checks of `./servi` before it opens the table, as an ordinary user and before any heavy import.

This Python has none of our libraries, so a heavy import would raise a traceback.
"""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.folders import OPEN
from hardware import __main__ as servi
from tests.tools import ROOT
from tests.unprivileged import Person


@pytest.fixture
def taken() -> Iterator[int]:
    """Yield a port in use."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def play(person: Person, *arguments: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    for package in ("companion", "hardware"):
        if not (person.folder / package).exists():
            shutil.copytree(ROOT / package, person.folder / package)
            person.owns(person.folder / package)
    command = [person.python, "-P", "-m", "hardware", "play", *arguments]
    return person.run(command, {"PYTHONPATH": str(person.folder), **more})


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("servi: ")
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


def test_a_port_that_is_taken(person: Person, taken: int) -> None:
    words = sentence(play(person, "--port", str(taken)))
    assert f"port {taken} is taken" in words
    assert f"./servi --port {taken + 1}" in words


def test_a_host_that_is_not_ours(person: Person) -> None:
    for host in ("192.0.2.7", "no.such.name.invalid"):
        assert f"{host} is no address of this machine" in sentence(play(person, "--host", host, "--port", "0"))


def test_a_port_that_is_no_port_is_a_usage_error(person: Person) -> None:
    for port in ("99999", "-1", "eight"):
        done = play(person, "--port", port)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


def test_a_data_folder_that_is_not_writable(person: Person) -> None:
    locked = person.folder / "locked"
    locked.mkdir()
    locked.chmod(0o555)
    person.owns(locked)
    for folder in (locked, locked / "deeper", person.folder / "file"):
        (person.folder / "file").touch()
        words = sentence(play(person, "--port", "0", "--data", folder))
        assert f"{folder} is not writable" in words
        assert "`./servi --data DIR`" in words


def test_a_data_folder_that_another_table_has_open_until_it_ends(person: Person) -> None:
    data = person.folder / "data"
    data.mkdir()
    person.owns(data)
    script = f"from companion.folders import *; open_alone(Path({str(data)!r})); print('open', flush=True); input()"
    holder = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout is not None and holder.stdout.readline() == "open\n"
        person.owns(data / OPEN)
        words = sentence(play(person, "--port", "0", "--data", data))
        assert f"another Servi has the data folder {data} open: close it, or choose another one" in words
        holder.kill()
    assert "another Servi" not in play(person, "--port", "0", "--data", data).stderr


def test_the_data_folder_is_the_users_state_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/somewhere")
    for stated, folder in {"": "/somewhere/.local/state/servi", "/state": "/state/servi",
                           "relative": "/somewhere/.local/state/servi"}.items():
        monkeypatch.setenv("XDG_STATE_HOME", stated)
        assert servi.play_arguments([]).data == Path(folder)


def test_other_verbs_look_where_the_installed_table_keeps_its_evenings(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[Path] = []
    monkeypatch.setattr("companion.backup.main", lambda argv, folder: asked.append(folder) or 0)
    servi.main(["backup"])
    monkeypatch.setattr("hardware.install.steps.data_folder", lambda: tmp_path)
    servi.main(["backup"])
    assert asked == [servi.state_folder(), tmp_path]
    assert servi.play_arguments([]).data == servi.state_folder(), "a second table beside it has its own folder"


@pytest.mark.parametrize("terminal", [True, False])
def test_an_open_table_prints_an_address_that_others_reach_and_on_a_terminal_a_qr_code(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], terminal: bool) -> None:
    served: list[Any] = []
    opened = SimpleNamespace(closed=threading.Event(), close=lambda: served.append("closed"))
    monkeypatch.setattr(servi, "open_table", lambda arguments: opened)
    monkeypatch.setattr("companion.nightly.keep_backups", lambda *_: None)
    monkeypatch.setattr("companion.luck.resting.keep_curves", lambda *_, **__: None)
    monkeypatch.setattr("web.serve", lambda *what, names, **_: served.extend([*what, *names]))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert servi.main(["play", "--port", "0", "--data", str(tmp_path / "new"), "--name", "salon"]) == 0
    table, host, port, name, last = served
    assert name == "salon.local"
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700, "hidden cards lie in it"
    words = capsys.readouterr().out
    assert (table, host, last) == (opened, "0.0.0.0", "closed")
    assert f":{port}/\n" in words
    assert "0.0.0.0" not in words
    drawn = [line for line in words.splitlines() if set(line) & set("█▀▄")]
    assert len(drawn) > 10 if terminal else not drawn


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_the_streams_of_open_pages(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: signal.Signals, status: int) -> None:
    opened = SimpleNamespace(closed=threading.Event(), close=lambda: None)
    monkeypatch.setattr(servi, "open_table", lambda arguments: opened)
    monkeypatch.setattr("companion.nightly.keep_backups", lambda *_: None)
    monkeypatch.setattr("companion.luck.resting.keep_curves", lambda *_, **__: None)
    monkeypatch.setattr("web.serve", lambda *what, names, **_: signal.raise_signal(number))
    try:
        assert servi.main(["play", "--port", "0", "--data", str(tmp_path)]) == status
    except SystemExit as left:
        assert left.code == status
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    assert opened.closed.is_set()


def test_ctrl_c_closes_the_table_without_a_traceback(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(servi, "open_table", interrupted)
    assert servi.main(["play", "--port", "0", "--data", str(tmp_path)]) == 130
    assert capsys.readouterr().err == ""


def test_a_library_that_is_not_installed_yet_is_one_sentence(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def needs(name: str) -> Any:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setitem(servi.VERBS, "read", lambda argv: needs("segno.new"))
    assert servi.main(["read"]) == 1
    assert capsys.readouterr().err == "servi: segno.new is not installed yet: connect this machine and start again.\n"
    monkeypatch.setitem(servi.VERBS, "read", lambda argv: needs("vision.gone"))
    with pytest.raises(ModuleNotFoundError):
        servi.main(["read"])


def test_a_verb_that_is_not_there_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert servi.main(["xyzzy"]) == 1
    assert capsys.readouterr().err == "servi: there is no verb `xyzzy`: `./servi --help` lists what there is.\n"


@pytest.mark.parametrize("words", [
    ["--fast"], ["--evenings", "3"], ["--demo", "--evenings", "0"], ["--demo", "--game", "bridge"],
    ["--demo", "--camera", "usb:0"],
])
def test_what_cannot_be_meant_about_the_demonstration_is_a_usage_error(
        words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        servi.main(["play", *words])
    assert ended.value.code == 2
    assert "servi: error: " in capsys.readouterr().err


def test_the_demonstration_plays_in_a_folder_of_its_own() -> None:
    assert servi.play_arguments([]).data == servi.state_folder()
    assert servi.play_arguments(["--demo"]).data == servi.state_folder() / "demo"
    assert servi.play_arguments(["--demo"]).camera == "simulated"


def test_a_table_without_a_camera_shows_its_first_page_without_the_libraries_of_the_eye(tmp_path: Path) -> None:
    page = """if True:
        import sys, web
        from hardware import __main__ as servi
        def serve(table, host, port, **more):
            assert web.create_app(table, **more).test_client().get("/", follow_redirects=True).status_code == 200
        web.serve = serve
        assert servi.main(sys.argv[1:]) == 0
        print(*sorted({module.split(".")[0] for module in sys.modules}))
    """
    done = subprocess.run(
        [sys.executable, "-c", page, "play", "--camera", "none", "--host", "127.0.0.1", "--port", "0", "--data", tmp_path],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "flask" in loaded
    assert not loaded & {"cv2", "numpy", "picamera2"}
