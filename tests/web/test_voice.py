"""The croupier's calls: recorded clips in both languages; a family's own folder of clips may replace them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.language import LANGUAGES
from tests.web.conftest import Browser
from tests.web.real import browser as browser
from tests.web.real import table as table
from web import voice


def test_every_call_is_there_in_both_languages_and_light(browser: Browser) -> None:
    weight = 0
    for language in LANGUAGES:
        for call in voice.CALLS:
            answer = browser.get(f"/voice/{language}/{call}")
            assert (answer.status_code, answer.mimetype) == (200, "audio/ogg")
            assert answer.data[:4] == b"OggS"
            assert b"OpusHead" in answer.data[:80]
            weight += len(answer.data)
    assert weight <= 1_000_000


def test_no_clip_lies_there_that_nobody_calls() -> None:
    there = {path.relative_to(voice.CLIPS).as_posix() for path in voice.CLIPS.rglob("*") if path.is_file()}
    assert there == {f"{language}/{call}.ogg" for language in LANGUAGES for call in voice.CALLS}


@pytest.mark.parametrize("place", ["fr/servi.wav", "servi.mp3"])
def test_a_folder_of_the_familys_own_comes_first(place: str, browser: Browser, tmp_path: Path) -> None:
    own = tmp_path / "voice" / place
    own.parent.mkdir(parents=True)
    own.write_bytes(b"ours")
    answer = browser.get("/voice/fr/servi")
    assert answer.data == b"ours"
    assert answer.mimetype == voice.KINDS[own.suffix]
    assert browser.get("/voice/fr/red").data[:4] == b"OggS"


@pytest.mark.parametrize("path", ["/voice/fr/nothing", "/voice/xx/servi", "/voice/fr/..%2f..%2fpage.json"])
def test_nothing_else_is_answered(path: str, browser: Browser) -> None:
    assert browser.get(path).status_code == 404


def test_the_verb_speaks_every_call_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not (shutil.which("espeak-ng") and shutil.which("opusenc")):
        assert voice.main(["--out", str(tmp_path)]) == 1
        assert "apt install espeak-ng opus-tools" in capsys.readouterr().err
        return
    assert voice.main(["--out", str(tmp_path)]) == 0
    assert len(list(tmp_path.rglob("*.ogg"))) == len(LANGUAGES) * len(voice.CALLS)
    assert "calls" in capsys.readouterr().out


def test_a_machine_without_the_tools_says_which_command_brings_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert voice.main(["--out", str(tmp_path)]) == 1
    assert "apt install espeak-ng opus-tools" in capsys.readouterr().err
