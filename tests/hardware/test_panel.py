"""The panel as a device: missing pins, busy pins, a worker that survives errors, and how a panel is chosen."""

from __future__ import annotations

import argparse
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device, DigitalOutputDevice
from gpiozero.pins.mock import MockFactory

from companion.facts import BetPlaced, Landed, Square
from companion.table import Table
from hardware import __main__ as servi
from hardware import panel, pins
from hardware.opening import open_buttons
from hardware.panel import GpioPanel, NoPanel, open_panel, simulated_factory
from hardware.pins import DEFAULTS
from hardware.settings import Settings
from tests import pages
from tests.companion import evenings
from tests.hardware.conftest import Begin


@pytest.fixture
def table(tmp_path: Path) -> Any:
    table = evenings.table(tmp_path, seats=3)
    yield table
    table.close()


@pytest.fixture
def no_pins(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr(pins, "is_a_pi", lambda: False)
    return monkeypatch


def test_a_machine_without_pins_has_no_panel_and_says_nothing(table: Table, no_pins: pytest.MonkeyPatch) -> None:
    assert open_panel(table, Settings()) is None
    assert open_panel(table, Settings(panel="off")) is None
    assert pages.view(table)["panel"] is None


def test_a_pin_factory_that_cannot_be_loaded_is_one_sentence(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "moon")
    monkeypatch.setattr(Device, "pin_factory", None)
    here = Path.cwd()
    with pytest.raises(NoPanel, match="La partie continue sur la page"):
        open_panel(table, Settings())
    assert Path.cwd() == here


def test_a_raspberry_pi_without_lgpio_says_so_once_and_plays_on(
    table: Table, no_pins: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    no_pins.setattr(pins, "is_a_pi", lambda: True)
    no_pins.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    no_pins.setattr(Device, "pin_factory", None)
    no_pins.setitem(sys.modules, "lgpio", None)
    open_buttons(table, Settings())
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert "La partie continue sur la page" in pages.view(table)["panel"]["trouble"]


def test_the_pin_factory_of_this_machine_is_used(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr(Device, "pin_factory", None)
    opened = open_panel(table, Settings())
    assert opened is not None and not opened.simulated
    opened.close()


def test_a_busy_pin_is_named_the_others_are_given_back_and_the_game_goes_on(
    table: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    factory = MockFactory()
    give = factory.pin

    def busy(name: Any, *more: Any, **named: Any) -> Any:
        if name == 22:
            raise OSError("GPIO busy")
        return give(name, *more, **named)

    monkeypatch.setattr(factory, "pin", busy)
    monkeypatch.setattr(panel, "simulated_factory", lambda: factory)
    with pytest.raises(NoPanel) as caught:
        open_panel(table, Settings(panel="mock"))
    words = str(caught.value)
    assert "GPIO22" in words and "servi.C" in words and "patte 15" in words and "sans boutons" in words
    monkeypatch.undo()
    GpioPanel(table, Settings(pins={"servi.A": 17, "servi.B": 27}), factory).close()
    with pytest.MonkeyPatch.context() as patched:
        fresh = MockFactory()
        patched.setattr(fresh, "pin", busy)
        patched.setattr(panel, "simulated_factory", lambda: fresh)
        open_buttons(table, Settings(panel="mock"))
    assert "GPIO22" in capsys.readouterr().err
    assert "GPIO22" in pages.view(table)["panel"]["trouble"]
    assert table.submit(Landed(seat="A", square=Square(kind="roulette"))).ok


def test_only_the_pins_of_the_settings_are_taken(table: Table) -> None:
    factory = MockFactory()
    few = {"servi.A": 4, "confirm": 5, "lamps.A": 6}
    opened = GpioPanel(table, Settings(pins=few), factory)
    assert opened.buttons() == ("servi.A", "confirm") and set(opened.lamps()) == {"A"}
    opened.step()
    assert len(factory.pins) == 3
    opened.close()


@pytest.mark.parametrize("pull_up", [True, False])
def test_buttons_pull_up_or_down_as_the_owner_wired_them(table: Table, pull_up: bool) -> None:
    factory = MockFactory()
    opened = GpioPanel(table, Settings(pull_up=pull_up), factory)
    assert {factory.pin(DEFAULTS[name]).pull for name in opened.buttons()} == {"up" if pull_up else "down"}
    assert opened.pressed() == ()
    pin = factory.pin(DEFAULTS["undo"])
    (pin.drive_low if pull_up else pin.drive_high)()
    assert opened.pressed() == ("undo",)
    opened.close()


def test_after_closing_the_lamps_are_out_and_the_pins_free(table: Table) -> None:
    factory = MockFactory()
    opened = GpioPanel(table, Settings(), factory)
    before = set(threading.enumerate())
    opened.start()
    (worker,) = (t for t in set(threading.enumerate()) - before if t.name == "panel")
    opened.close()
    worker.join(30)
    assert not worker.is_alive()
    GpioPanel(table, Settings(), factory).close()


def test_an_edge_that_was_never_heard_is_put_right_by_looking_at_the_wire(begin: Begin) -> None:
    hands = begin(3)
    hands.table.submit(Landed(seat="A", square=Square(kind="roulette")))
    hands.look()
    device = hands.panel._inputs["servi.B"]
    device.when_activated = None
    hands.wire("servi.B", True)
    hands.look(0.1)
    hands.look(0.1)
    assert hands.shown["seat"] == "B"


def test_a_callback_never_raises_even_when_nobody_listens(begin: Begin) -> None:
    """With more edges than the queue holds, the pin thread survives, and the next press counts."""
    hands = begin(3)
    hands.table.submit(Landed(seat="A", square=Square(kind="roulette")))
    hands.look()
    real = hands.panel.step
    hands.panel.step = lambda told=(): None  # type: ignore[method-assign]
    hands.panel.settle()
    for _ in range(2 * panel.WAITING):
        hands.wire("servi.B", True)
        hands.wire("servi.B", False)
    hands.panel.settle()
    hands.panel.step = real  # type: ignore[method-assign]
    hands.look(0.1)
    hands.press("servi.B", "chip_up", "confirm")
    assert isinstance(hands.facts()[-1], BetPlaced)


def test_the_worker_lives_through_whatever_a_step_raises(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = begin(3)
    hands.table.submit(Landed(seat="A", square=Square(kind="roulette")))
    with monkeypatch.context() as patched:
        patched.setattr(hands.table, "snapshot", lambda: 1 / 0)
        hands.wire("servi.B", True)
        hands.look(0.1)
        hands.wire("servi.B", False)
        hands.look(0.1)
    hands.look(0.1)
    hands.press("servi.C", "chip_up", "confirm")
    assert hands.facts()[-1].seat == "C"


def test_the_command_line_wins_over_the_settings(tmp_path: Path) -> None:
    (tmp_path / "servi.toml").write_text('panel = "off"\n')
    found = servi.own_settings(argparse.Namespace(data=tmp_path, panel=None))
    assert found.panel == "off"
    assert servi.own_settings(argparse.Namespace(data=tmp_path, panel="mock")).panel == "mock"
    (tmp_path / "servi.toml").write_text('panle = "off"\n')
    with pytest.raises(servi.CannotStart, match="did you mean 'panel'"):
        servi.own_settings(argparse.Namespace(data=tmp_path, panel=None))


def test_a_simulated_pin_keeps_no_history_however_long_its_lamp_blinks() -> None:
    factory = simulated_factory()
    lamp = DigitalOutputDevice(17, pin_factory=factory)
    for _ in range(1001):
        lamp.toggle()
    assert lamp.value == 1
    assert [state.state for state in lamp.pin.states] == [1]
    factory.close()
