"""``servi.toml`` holds only values that differ from the defaults; every mistake in it is named with its remedy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hardware.pins import BOARD, DEFAULTS, HEADER, notes
from hardware.settings import BadSettings, Settings, load


def told(folder: Path, text: str) -> Settings:
    (folder / "servi.toml").write_text(text, encoding="utf-8")
    return load(folder)


def refused(folder: Path, text: str) -> str:
    with pytest.raises(BadSettings) as caught:
        told(folder, text)
    words = str(caught.value)
    assert words.startswith(f"{folder / 'servi.toml'}")
    return words


def test_without_a_file_everything_is_as_usual(tmp_path: Path) -> None:
    assert load(tmp_path) == Settings() == told(tmp_path, "")


def test_only_what_differs_stands_in_the_file(tmp_path: Path) -> None:
    found = told(tmp_path, 'panel = "mock"\npull_up = false\n[pins]\nchip_up = 4\n[pins.servi]\nA = 10\n')
    assert (found.panel, found.pull_up) == ("mock", False)
    assert {n: p for n, p in found.pins.items() if DEFAULTS[n] != p} == {"chip_up": 4, "servi.A": 10}


def test_what_is_not_wired_is_false(tmp_path: Path) -> None:
    found = told(tmp_path, "[pins]\nbuzzer = false\nlight = false\n[pins.servi]\nF = false\n")
    assert set(DEFAULTS) - set(found.pins) == {"buzzer", "light", "servi.F"}


@pytest.mark.parametrize(("text", "key", "near"), [
    ('panell = "mock"', "'panell'", "'panel'"),
    ("[pins]\nchip_upp = 4", "'pins.chip_upp'", "'chip_up'"),
    ("[pins.lamp]\nA = 4", "'pins.lamp.A'", "'lamps.A'"),
    ("[pins.servi]\nG = 4", "'pins.servi.G'", "'servi."),
])  # fmt: skip
def test_an_unknown_key_is_told_with_the_nearest_known_one(tmp_path: Path, text: str, key: str, near: str) -> None:
    words = refused(tmp_path, text)
    assert f"no setting {key}: did you mean {near}" in words


@pytest.mark.parametrize("pin", [28, -1, 40, "17", 17.0, True, "false"])
def test_a_wrong_pin_is_refused_with_its_name(tmp_path: Path, pin: Any) -> None:
    words = refused(tmp_path, f"[pins]\nconfirm = {str(pin).lower() if isinstance(pin, bool) else repr(pin)}")
    assert "pins.confirm" in words and "0 to 27" in words


def test_a_pin_given_twice_is_refused_with_both_names(tmp_path: Path) -> None:
    words = refused(tmp_path, "[pins]\nundo = 17")
    assert "GPIO17 (pin 11 of the header)" in words and "pins.servi.A" in words and "pins.undo" in words
    assert told(tmp_path, "[pins]\nundo = 17\n[pins.servi]\nA = 9").pins["undo"] == 17


@pytest.mark.parametrize("text", ['panel = "usb"', "pull_up = 1", "pins = 3", "[pins", "\x00"])
def test_what_cannot_be_is_refused_with_one_sentence(tmp_path: Path, text: str) -> None:
    assert len(refused(tmp_path, text).splitlines()) == 1


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "servi.toml").write_bytes(b"panel = '\xff'")
    with pytest.raises(BadSettings, match="cannot be read"):
        load(tmp_path)


def test_the_usual_pins_are_pins_of_the_header_each_used_once() -> None:
    assert len(HEADER) == 40 and len(BOARD) == 28 == len(set(BOARD))
    assert BOARD[17] == 11 and BOARD[2] == 3 and BOARD[21] == 40 and BOARD[14] == 8
    assert len(set(DEFAULTS.values())) == len(DEFAULTS) and set(DEFAULTS.values()) <= set(BOARD)


def test_a_bus_whose_pins_are_taken_is_told() -> None:
    told = notes(dict(DEFAULTS))
    assert told == ["GPIO7, GPIO8, GPIO9, GPIO11 also serve SPI: keep it switched off."]
    assert notes({"undo": 2, "confirm": 15})[0].startswith("GPIO2 also serve I2C")
