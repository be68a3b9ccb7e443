"""Buttons and lamps on real pins by gpiozero, or on mock pins that a page or a test may press.

gpiozero runs its callbacks in a single thread, which must neither wait nor end. So they only put edges into a bounded
queue. One worker turns edges into presses, lets the pad handle them, and drives the lamps.
"""

from __future__ import annotations

import logging
import os
import queue
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from gpiozero import Device, DigitalInputDevice, DigitalOutputDevice
from gpiozero.pins.mock import MockFactory, MockPin

from companion.clock import Clock, SteadyClock
from companion.errors import BadCommand, ServiError
from companion.language import Sentence, tr
from hardware import lamps
from hardware.pad import Pad
from hardware.pad_state import PadState
from hardware.pins import BOARD, Pin, has_pins
from hardware.presses import Contacts, Edge, Press
from hardware.settings import Settings

LOG = logging.getLogger(__name__)

TICK = 0.05
"""Seconds between two rounds of the worker."""
WAITING = 512
"""Maximum queued edges; only a broken wire causes more, and the worker also reads the pins directly."""
FINGER = 0.05
"""Minimum seconds between two simulated moves of a button, because debouncing would ignore faster ones."""
TRYING = 3.0
"""Duration of the lamp test, in seconds."""
BEEPS = {"": "0", "yes": "1", "no": "101"}
"""Patterns of the buzzer, in tenths of a second: silent, accepted, refused."""


class NoPanel(ServiError):
    """There are no buttons, or they do not work; the text is one French sentence for the page."""


class BusyPin(NoPanel):
    """A pin cannot be used now, for example because another program uses it."""


def open_panel(table: Any, settings: Settings, **more: Any) -> GpioPanel | None:
    """Return the started panel of the settings, None if there is none. Raise ``NoPanel``."""
    if settings.panel == "off":
        return None
    simulated = settings.panel == "mock"
    factory = simulated_factory() if simulated else real_factory()
    if factory is None:
        return None
    panel = GpioPanel(table, settings, factory, simulated=simulated, **more)
    panel.start()
    return panel


class SimulatedPin(MockPin):  # type: ignore[misc]
    """A mock pin without a history. gpiozero's own stores every change, too many for a lamp that blinks for days."""

    def _change_state(self, value: Any) -> bool:
        changed = bool(super()._change_state(value))
        del self.states[:-1]
        return changed


def simulated_factory() -> MockFactory:
    """Return gpiozero's pin factory of pins that only a page or a test drives."""
    return MockFactory(pin_class=SimulatedPin)


def real_factory() -> Any:
    """Return gpiozero's pin factory on this machine, None without pins. Raise ``NoPanel``.

    It tries only ``GPIOZERO_PIN_FACTORY`` or lgpio, because older libraries see no edges on current kernels. lgpio
    creates files in the folder ``LG_WD`` and makes it the working directory; this function restores the former one.
    """
    if not has_pins():
        return None
    here = Path.cwd()
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    try:
        os.environ.setdefault("GPIOZERO_PIN_FACTORY", "lgpio")
        Device.ensure_pin_factory()
        return Device.pin_factory
    except Exception as error:
        LOG.info("no pins: %s", error)
        text = Sentence("Les boutons ne répondent pas ({why}). La partie continue sur la page.", {"why": str(error)})
        raise NoPanel(text) from error
    finally:
        os.chdir(here)


class GpioPanel:
    """The running panel. ``start`` starts its worker, ``close`` frees the pins, ``step`` is one round of the worker.

    ``simulated``: the pins are mock pins; ``only_simulated``: pages may press them only in a simulated evening.
    """

    def __init__(
        self,
        table: Any,
        settings: Settings,
        factory: Any,
        *,
        clock: Clock | None = None,
        simulated: bool = False,
        only_simulated: bool = False,
        shut_down: Callable[[], None] | None = None,
    ) -> None:
        self._mock = simulated
        self._only_simulated = only_simulated
        self._table = table
        self._clock = clock or SteadyClock()
        self._edges: queue.Queue[Edge | None] = queue.Queue(WAITING)
        self._closing = threading.Event()
        self._worker: threading.Thread | None = None
        self._factory = factory
        self._inputs: dict[str, Any] = {}
        self._outputs: dict[str, Any] = {}
        self._shown: tuple[PadState, dict[str, Any]] | None = None
        self._trying_until = float("-inf")
        self._driven: dict[str, bool] = {}
        self._beep = ("", 0.0)
        self._moved_at: dict[str, float] = {}
        self._open(settings)
        self._contacts = Contacts(self._inputs)
        for name in self.pressed():
            self._contacts.found(name, True, self._clock.now())
        self.pad = Pad(table, shut_down=shut_down)

    def _open(self, settings: Settings) -> None:
        """Take all pins; if one fails, release the others and raise ``BusyPin``."""
        for name, bcm in settings.pins.items():
            pin = Pin(name, bcm)
            try:
                if pin.output:
                    self._outputs[name] = DigitalOutputDevice(bcm, pin_factory=self._factory)
                else:
                    self._inputs[name] = DigitalInputDevice(bcm, pull_up=settings.pull_up, pin_factory=self._factory)
            except Exception as error:  # every pin library has its own errors
                self.close()
                text = Sentence(
                    "La patte {place} du connecteur (GPIO{bcm}, {name}) ne peut pas servir : {why}. "
                    "La partie continue sans boutons.",
                    {"place": BOARD[bcm], "bcm": bcm, "name": name, "why": str(error)},
                )
                raise BusyPin(text) from error
        for name, device in self._inputs.items():
            device.when_activated = self._callback(name, True)
            device.when_deactivated = self._callback(name, False)

    def _callback(self, button: str, down: bool) -> Callable[[], None]:
        def put() -> None:
            try:
                self._edges.put_nowait(Edge(button, down, self._clock.now()))
            except Exception:  # an exception would end gpiozero's only callback thread
                LOG.warning("an edge of %s was not heard in time", button)

        return put

    # --- the worker -------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the worker."""
        self._worker = threading.Thread(target=self._work, name="panel", daemon=True)
        self._worker.start()

    def close(self) -> None:
        """Stop the worker, switch the lamps off and release the pins."""
        self._closing.set()
        if self._worker is not None:
            self.wake()
            self._worker.join(2)
        for device in [*self._inputs.values(), *self._outputs.values()]:
            device.close()

    def wake(self) -> None:
        """Start the worker's next round now."""
        try:
            self._edges.put_nowait(None)
        except queue.Full:
            pass  # a full queue wakes the worker anyway

    def settle(self) -> None:
        """Wait until the worker has handled all queued edges."""
        self._edges.join()

    def _work(self) -> None:
        while not self._closing.is_set():
            queued = self._waiting()
            try:
                self.step(queued)
            except Exception:
                LOG.exception("the panel stumbled")
            for _ in queued:
                self._edges.task_done()

    def _waiting(self) -> list[Edge | None]:
        """Return the queued edges, waiting at most one tick."""
        queued: list[Edge | None] = []
        try:
            queued.append(self._edges.get(timeout=self._patience()))
            while True:
                queued.append(self._edges.get_nowait())
        except queue.Empty:
            return queued

    def _patience(self) -> float:
        due = self._contacts.due()
        return TICK if due is None else min(TICK, max(0.001, due - self._clock.now()))

    def step(self, queued: Iterable[Edge | None] = ()) -> None:
        """Handle edges and a new snapshot, then update page and lamps."""
        edges = [edge for edge in queued if edge is not None]
        for edge in edges:
            for press in self._contacts.take(edge):
                self._count(press)
        now = self._clock.now()
        for press in self._contacts.until(now):
            self._count(press)
        if not edges:
            self._look_at_wires(now)
        snapshot = self._table.snapshot()
        if snapshot.version != self.pad.now.version:
            self.pad.see(snapshot)
        self.pad.tick(now)
        self._show(now)

    def _count(self, press: Press) -> None:
        message, number = self.pad.message, self.pad.now.number
        self.pad.handle(press)
        if self.pad.message and self.pad.message != message:
            self._beep = ("no", press.at)
        elif self.pad.now.number != number:
            self._beep = ("yes", press.at)

    def _look_at_wires(self, now: float) -> None:
        """Compare each button with its pin, and add an edge that was lost."""
        for name, device in self._inputs.items():
            if bool(device.value) != self._contacts.all[name].level:
                for press in self._contacts.take(Edge(name, bool(device.value), now)):
                    self._count(press)

    # --- output -----------------------------------------------------------------------------------------------------

    def _show(self, now: float) -> None:
        states = lamps.states(self.pad)
        mine = {
            "simulated": self.simulated,
            "buttons": list(self._inputs),
            "lamps": {seat: state for seat, state in states.items() if f"lamps.{seat}" in self._outputs},
        }
        shown = self.pad.shown()
        if (shown, mine) != self._shown:
            self._shown = (shown, mine)
            self._table.show_panel(lambda now: shown.draw(now) | mine)
        for name, device in self._outputs.items():
            lit = self._lit(name, states, now)
            if self._driven.get(name) != lit:
                device.value = self._driven[name] = lit

    def _lit(self, name: str, states: Mapping[str, str], now: float) -> bool:
        if name == "light":
            return self.pad.now.phase in ("setup", "playing")
        if name == "buzzer":
            message, at = self._beep
            cell = int((now - at) / lamps.CELL)
            return cell < len(BEEPS[message]) and BEEPS[message][cell] == "1"
        return now < self._trying_until or lamps.lit(states.get(name.removeprefix("lamps."), "calm"), now)

    @property
    def simulated(self) -> bool:
        """Whether a page may press the buttons: they are mock pins and the evening allows it."""
        return self._mock and (not self._only_simulated or self._table.simulated)

    # --- the port for pages -----------------------------------------------------------------------------------------

    def buttons(self) -> tuple[str, ...]:
        """Return the names of the buttons."""
        return tuple(self._inputs)

    def press(self, button: str, down: bool) -> None:
        """Press or release a simulated button; raise ``BadCommand`` if pages may not press it."""
        if not self.simulated:
            raise BadCommand(tr("Les boutons sont sur la table : ceux de la page ne servent qu'à la table simulée."))
        if button not in self._inputs:
            raise BadCommand(tr("Ce bouton n'existe pas : {button}.", button=button[:20]))
        pin = self._inputs[button].pin
        early = self._moved_at.get(button, float("-inf")) + FINGER - self._clock.now()
        self._closing.wait(max(0.0, early))
        self._moved_at[button] = self._clock.now()
        pressed_low = self._inputs[button].pull_up
        (pin.drive_low if down == pressed_low else pin.drive_high)()

    def pressed(self) -> tuple[str, ...]:
        """Return the buttons that are held down now."""
        return tuple(name for name, device in self._inputs.items() if device.value)

    def try_lamps(self) -> None:
        """Light every lamp for ``TRYING`` seconds."""
        self._trying_until = self._clock.now() + TRYING
        self.wake()

    def lamps(self) -> dict[str, bool]:
        """Return whether each seat's lamp is lit."""
        return {n.removeprefix("lamps."): bool(d.value) for n, d in self._outputs.items() if n.startswith("lamps.")}
