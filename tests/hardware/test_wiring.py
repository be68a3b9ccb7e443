"""The wiring drawing shows the same pins as the code."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware import wiring
from hardware.pins import BOARD, DEFAULTS
from tests.tools import ROOT


def test_the_drawing_in_the_docs_is_that_of_the_usual_pins() -> None:
    told = (ROOT / "docs" / "wiring.svg").read_text("utf-8")
    assert told == wiring.drawing(DEFAULTS), "run: python -m hardware.wiring docs/wiring.svg --usual"


def test_every_pin_of_the_settings_stands_in_the_drawing() -> None:
    texts = [e.text for e in ElementTree.fromstring(wiring.drawing(DEFAULTS)).iter() if e.text]
    for bcm in DEFAULTS.values():
        assert f"GPIO{bcm}" in texts
    assert sum(text.startswith("bouton ") for text in texts) >= 12
    assert sum(text.startswith("lampe ") for text in texts) == 6
    assert len([t for t in texts if t.isdigit()]) == 40


def test_a_tables_own_pins_are_drawn_and_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "servi.toml").write_text("[pins]\nundo = 3\nbuzzer = false\n")
    assert wiring.main([str(tmp_path / "mine.svg"), "--data", str(tmp_path)]) == 0
    drawn = (tmp_path / "mine.svg").read_text("utf-8")
    assert "GPIO3<" in drawn and "buzzer" not in drawn
    assert wiring.main(["--data", str(tmp_path)]) == 0
    assert f"undo       GPIO3 (pin {BOARD[3]} of the header)" in capsys.readouterr().out
    (tmp_path / "servi.toml").write_text("[pins]\nundo = 99\n")
    assert wiring.main(["--data", str(tmp_path)]) == 1
    assert "pins.undo" in capsys.readouterr().err
