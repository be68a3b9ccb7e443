"""A fake table that shows given snapshots and records commands, for tests of pages."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from companion.errors import BadCommand
from companion.evening import Entry
from companion.facts import CardPlayed, DiceThrown, decode
from companion.language import Sentence
from companion.machine import Machine, NoMachine
from companion.observe import observe
from companion.people import Person
from companion.refusal import Refusal
from companion.replays import Moment
from companion.report import Difference, difference, now, report
from companion.setup import PastEvening
from companion.snapshot import Line, Snapshot
from companion.table import Result
from tests.companion.evenings import started
from tests.web.fake_eye import FakeEye
from tests.web.states import AGES, COLOURS, NAMES, PICTURE, opening, states

PEOPLE = [Person(*one) for one in (*zip(NAMES, COLOURS, AGES, strict=True), ("Marie-Antoinette", "rouge", 0))]
"""Seven known players."""


class FakePeople:
    """Known players, until they are forgotten."""

    def __init__(self) -> None:
        self._people = list(PEOPLE)

    def all(self) -> list[Person]:
        return list(self._people)

    def forget(self, name: str) -> bool:
        known = len(self._people)
        self._people = [one for one in self._people if one.name != name]
        return len(self._people) < known


class FakeTable:
    """A fake of ``companion.table.Table`` that records commands in ``told``.

    If ``refuse`` is set, it answers each command with this refusal, unless the command is forced. Its history is always
    that of ``opening``.
    """

    def __init__(self, state: str = "throw") -> None:
        self._changed = threading.Condition()
        self.closed = threading.Event()
        self._now = Snapshot()
        self._listeners: list[Callable[[], None]] = []
        self._past = opening().evening
        self.told: list[tuple[str, Any, dict[str, Any]]] = []
        self.refuse: Refusal | None = None
        self.picture_bytes: bytes | None = PICTURE
        self.eye = FakeEye()
        self.people = FakePeople()
        self.forget = self.people.forget
        self.machine: Machine = NoMachine()
        self.panel = None
        self.boxes = SimpleNamespace(rows=lambda: [{"name": name} for name in ("exemple", "vide", "salon")])
        self.show(states()[state])

    # --- what it shows -----------------------------------------------------------------------------------

    def show(self, now: Snapshot) -> None:
        """Publish a snapshot; the copy of its report makes pages treat it as new, not only as a change of the panel."""
        with self._changed:
            version = self._now.version + 1
            self._now = replace(now, version=version, evening=1 if now.game else 0, report=(*now.report,))
            for listener in self._listeners:
                listener()
            self._changed.notify_all()

    def snapshot(self) -> Snapshot:
        return self._now

    @property
    def playing(self) -> int:
        return self._now.evening

    def listen(self, listener: Callable[[], None]) -> None:
        self._listeners.append(listener)

    def wait(self, after: int, timeout: float) -> int:
        with self._changed:
            self._changed.wait_for(lambda: self._now.version > after, timeout)
            return self._now.version

    def history(self, first: int = 1) -> tuple[Line, ...]:
        return report(self._past)[first - 1 :]

    def at(self, number: int) -> Snapshot | None:
        return observe(Moment(self._past.entries, number).evening()) if self._past.entry(number) else None

    def before(self, number: int) -> Snapshot | None:
        return observe(self._past.before(number)) if self._past.entry(number) else None

    def preview(self, fact: Mapping[str, Any]) -> Difference:
        decided = self._past.decide(decode(fact))
        entries = self._past.entries
        after = Moment(entries, len(entries), (Entry(len(entries) + 1, 0.0, decided.fact),)).evening()
        return difference(after, now(self._past, decided.fact), decided.fact, decided.refusal)

    def decks(self) -> dict[str, list[Mapping[str, Any]]]:
        boards = self._past.play.game.board.decks
        return {deck: [dict(card) for card in cards.values()] for deck, cards in boards.items()}

    def secrets(self, seat: str) -> Mapping[str, Any]:
        return {}

    def tells_secrets(self, evening: int) -> bool:
        return False

    def plays(self, seat: str, card: str, *, own: bool, before: int = 0) -> tuple[CardPlayed, ...]:
        return ()

    def picture(self, number: int) -> bytes | None:
        return self.picture_bytes

    def pending_picture(self) -> bytes | None:
        return self.picture_bytes

    def last_setup(self) -> None:
        return None

    def evenings(self) -> list[PastEvening]:
        return [PastEvening(1, "home_casino", 1795205643.0, ("Anna", "Bruno"), 8000, 41, False, False, None)]

    def contents(self, evening: int, pictures: bool = True) -> tuple[list[Entry], dict[int, bytes]]:
        return [Entry(1, 1795205643.0, started(2))], {}

    def say(self, notice: Sentence) -> None:
        with self._changed:
            self.show(replace(self._now, around=replace(self._now.around, notice=notice)))

    def refresh(self) -> None:
        with self._changed:
            self.show(self._now)

    # --- commands ----------------------------------------------------------------------------------------

    def _take(self, what: str, value: Any, seen: int | None = None, **more: Any) -> Result:
        with self._changed:  # in one step, or a test that reads ``told`` and then shows another snapshot is overwritten
            now, refusal = self._now, None if more.get("force") else self.refuse
            if seen is not None and seen != now.number:
                refusal = Refusal("STALE", overrulable=False)
            if refusal is not None:
                return Result(False, now.version, refusal=refusal)
            self.told.append((what, value, more))
            self.show(replace(now, number=now.number + 1))
            return Result(True, self._now.version, self._now.number)

    def submit(
        self,
        fact: Mapping[str, Any],
        *,
        seen: int | None,
        who: str,
        how: str = "tap",
        force: bool = False,
        holder: str = "",
    ) -> Result:
        decode(fact)
        return self._take("fact", fact, seen, who=who, how=how, force=force)

    def hand_over(self, giver: str, taker: str, way: int | None, *, seen: int | None, who: str) -> Result:
        with self._changed:
            done = self._take("hand_over", (giver, taker, way), seen, who=who)
            if done.ok:
                left = tuple(due for due in self._now.debts if (due.giver, due.taker) != (giver, taker))
                self.show(replace(self._now, debts=left))
            return done

    def repeat_bets(self, seat: str, *, seen: int | None, who: str) -> Result:
        return self._take("repeat_bets", seat, seen, who=who)

    def undo_last(self, *, seen: int | None, who: str) -> Result:
        return self._take("undo", None, seen, who=who)

    def begin_count(self, seat: str, seen: int | None) -> None:
        self.told.append(("counting", seat, {}))

    def look(self, *, seen: int | None, who: str) -> Result:
        return self._take("look", None, seen, who=who)

    def throw_simulated(self, *, seen: int | None, who: str) -> Result:
        return self._take("throw", None, seen, who=who)

    def photograph(self, data: bytes, *, seat: str, kept: Sequence[int] | None, seen: int | None, who: str) -> Result:
        return self._take("photograph", data, seen, who=who, seat=seat, kept=kept)

    def take_pending(self, dice: Any, *, seen: int | None, who: str, kept: Any = None, force: bool = False) -> Result:
        decode({"type": DiceThrown.__name__, "seat": "A", "dice": dice, "kept": kept})
        return self._take("pending", dice, seen, who=who, kept=kept)

    def drop_pending(self, *, who: str) -> Result:
        return self._take("drop", None, who=who)

    def start(self, setup: Mapping[str, Any], *, who: str) -> Result:
        if not isinstance(setup.get("seats"), list):
            raise BadCommand("Il manque les sièges (« seats »).")
        return self._take("start", setup, who=who)

    def end_game(self, *, who: str) -> Result:
        return self._take("end", None, who=who)

    def resume(self, evening: int, *, who: str) -> Result:
        return self._known("resume", evening)

    def delete_evening(self, evening: int) -> Result:
        return self._known("delete", evening)

    def _known(self, what: str, evening: int) -> Result:
        if evening != 1:
            raise BadCommand("Cette soirée n'existe pas.")
        return self._take(what, evening)

    def erase_pictures(self, *, who: str) -> Result:
        return self._take("erase", None, who=who)

    def import_evening(self, data: bytes, *, who: str) -> int:
        if not data.startswith(b"servi"):
            raise BadCommand("Ligne 1 : ce n'est pas une soirée de Servi.")
        self._take("import", len(data), who=who)
        return 2
