"""A panel on mock pins with a settable clock, simulated presses, and simulated readings of throws."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from gpiozero.pins.mock import MockFactory

from companion import players, questions
from companion.dice import DieKind, ReadDie, Reading
from companion.eye import Look
from companion.facts import DiceThrown
from companion.table import Table
from hardware.panel import GpioPanel
from hardware.settings import Settings
from tests import pages

JPEG = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffd9")


class HandClock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.time = 100.0

    def now(self) -> float:
        return self.time


class Hands:
    """A table's panel on mock pins; the methods press its buttons and read its lamps."""

    def __init__(
        self, table: Table, settings: Settings | None = None, *, factory: MockFactory | None = None
    ) -> None:
        self.table = table
        self.clock = HandClock()
        self.factory = factory or MockFactory()
        self.settings = settings or Settings()
        self.off = 0
        self.panel = GpioPanel(
            table, self.settings, self.factory, clock=self.clock, simulated=True, shut_down=self._shut_down
        )
        self.presses = 0
        self.panel.start()
        self.look()

    def _shut_down(self) -> None:
        self.off += 1

    def close(self) -> None:
        self.panel.close()

    @property
    def pad(self) -> Any:
        return self.panel.pad

    @property
    def shown(self) -> Mapping[str, Any]:
        shown: Mapping[str, Any] = pages.view(self.table)["panel"]
        return shown

    def wire(self, button: str, down: bool) -> None:
        """Close the contact of this button, or open it if not `down`, at the clock's time."""
        pin = self.factory.pin(self.settings.pins[button])
        (pin.drive_low if down == self.settings.pull_up else pin.drive_high)()

    def look(self, seconds: float = 0.0) -> None:
        """Advance the clock, then run a round of the worker."""
        self.clock.time += seconds
        self.panel.wake()
        self.panel.settle()

    def press(self, *buttons: str, held: float = 0.1) -> None:
        """Press these buttons one after the other, each for `held` seconds."""
        for button in buttons:
            self.presses += 1
            self.wire(button, True)
            self.look(held)
            self.wire(button, False)
            self.look(0.05)

    def rest(self, seconds: float = 4.0) -> None:
        """Advance the clock past the time limit for undoing a press."""
        self.look(seconds)

    def lit(self, seat: str) -> str:
        """Return whether a lamp is lit in each tenth of two seconds, as 20 characters "0" or "1" in pattern order."""
        self.clock.time = int(self.clock.time * 10) / 10 + 0.05
        line = [""] * 20
        for _ in range(20):
            self.look(0.1)
            line[int(self.clock.time * 10) % 20] = str(int(self.panel.lamps()[seat]))
        return "".join(line)

    def facts(self) -> list[Any]:
        evening = self.table.evening()
        assert evening is not None
        return [e.fact for e in evening.entries]


def throw(table: Table, chance: Random) -> bool:
    """Pass a random certain reading to the table if it waits for a throw; return whether it did."""
    evening = table.evening()
    assert evening is not None
    question = next((q for q in evening.play.open if isinstance(q, questions.Throw)), None)
    if question is None:
        return False
    fact = players.answer(question, chance)
    assert isinstance(fact, DiceThrown)
    seen = [_die(d.kind, d.value, d.colour, kept=False) for d in fact.dice]
    if question.lying is not None:
        seen += [_die("d6", v, None, kept=True) for v in fact.kept or ()]
    result = table.take_look(Look(Reading(tuple(seen), True), JPEG), evening.number)
    assert result.ok and result.number is not None, pages.view(table)["pending"]
    return True


def _die(kind: str, value: Any, colour: str | None, *, kept: bool) -> ReadDie:
    return ReadDie(DieKind(kind), value, colour or "other", kept=kept)
