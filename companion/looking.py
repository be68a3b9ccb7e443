"""The table's use of its eye: a certain reading becomes a throw; any other waits until the table confirms its dice."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion import staleness
from companion.errors import JournalError
from companion.evening import Evening, Standing
from companion.eye import EXAMPLE, Eye, Look, NoEye, SimulatedEye, Verdict
from companion.facts import DiceThrown, bare, decode
from companion.questions import Closed, Throw
from companion.refusal import Refusal
from companion.snapshot import Around, CameraNow, Pending
from companion.writer import Result, Writer

LOG = logging.getLogger(__name__)


class Looking(Writer):
    """A writer with an eye: the camera of this machine, or the simulated one.

    ``simulation`` gets this table and creates the eye for the first simulated evening.
    """

    def __init__(
        self, *args: Any, eye: Eye | None = None, simulation: Callable[[Any], SimulatedEye] | None = None, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self._camera: Eye = eye or NoEye()
        self._simulation = simulation
        self._simulated_eye: SimulatedEye | None = None
        self._pending: Pending | None = None
        self._pending_look: Look | None = None
        self._judged: Mapping[int, Standing] | None = None

    @property
    def camera(self) -> Eye:
        """The eye of this machine, even during a simulated evening: the owner teaches it dice and the track."""
        return self._camera

    @property
    def eye(self) -> Eye:
        """The eye of this evening: the camera, or the simulated one."""
        return self._simulated_eye if self._simulated_eye is not None and self.simulated else self._camera

    @property
    def simulated(self) -> bool:
        """Whether the evening in play is simulated, as its first fact says."""
        return self._evening is not None and self._evening.play.game.started.simulated

    def box_name(self) -> str:
        """Return the name of the box in play, as ``boxes`` lists it."""
        shelf = self._evening.play.game.started.box.get("shelf") if self._evening else None
        return str(shelf or EXAMPLE)

    def _around(self) -> Around:
        eye = self.eye
        return replace(
            super()._around(),
            camera=CameraNow(eye.source, eye.button, eye.photographs, eye is self._simulated_eye, eye.trouble),
            box=self.box_name(),
            pending=self._pending,
            simulation=self._simulation is not None,
        )

    def _turn_eye(self) -> None:
        """Look at the evening that has just opened, with its box."""
        self._pending = None
        if self.simulated and self._simulated_eye is None and self._simulation is not None:
            self._simulated_eye = self._simulation(self)
        self.eye.teacher.play_with(self.box_name())
        self.eye.learner.play_with(self.box_name())

    def _after(self, evening: Evening) -> None:
        if self._pending is not None and evening.play.awaited_throw(self._pending.seat) is None:
            self._pending = None
        if evening.standings is not self._judged:  # only a correction changes what the table says of earlier throws
            self._judged = evening.standings
            self._let_learn(evening)
        super()._after(evening)

    def _let_learn(self, evening: Evening) -> None:
        """Tell the eye the table's present record of the throws that it learns from."""
        began, learner = began_at(evening), self.eye.learner
        try:
            learner.judge({name: verdict(evening, int(name.rpartition("-")[2])) for name in learner.kept(began)})
        except Exception:  # learning may fail in any way; the throw is recorded
            LOG.exception("the eye could not learn from a throw")

    def _keep_seen(self, look: Look | None, before: int) -> None:
        """Let the eye learn from ``look``, its reading of the throw recorded after the fact ``before``."""
        evening = self._evening
        if look is None or look.seen is None or look.simulated or evening is None:
            return
        new = [
            e.number
            for e in evening.entries[before - evening.entries[0].number + 1 :]
            if isinstance(e.fact, DiceThrown)
        ]
        if new:
            self.eye.learner.keep(f"{began_at(evening)}-{new[0]}", look.seen)
            self._let_learn(evening)

    def _throw_as_seen(self, seen: int | None) -> tuple[Evening, Throw] | Refusal:
        """Return the evening and its open throw, or the refusal of ``_as_seen`` or ``_awaited``."""
        evening = self._as_seen(seen)
        return evening if isinstance(evening, Refusal) else _awaited(evening)

    def look(self, *, seen: int | None = None, who: str = "") -> Result:
        """Read the camera's next picture as the open throw."""
        with self._changed:
            there = self._throw_as_seen(seen)
            if isinstance(there, Refusal):
                return self._refused(there)
            if not self.eye.button:
                return self._refused(Refusal("NO_CAMERA", overrulable=False))
            evening, question = there
            asked_at = evening.number
        look = self.eye.look(question.dice)  # slow, so it runs outside the lock
        return self.take_look(look, asked_at, who)

    def throw_simulated(self, *, seen: int | None = None, who: str = "") -> Result:
        """Throw the requested dice on the simulated table; the eye then reads them."""
        with self._changed:
            evening = self._as_seen(seen)
            if isinstance(evening, Refusal):
                return self._refused(evening)
            if self._simulated_eye is None or not self.simulated:
                return self._refused(Refusal("NOT_SIMULATED", overrulable=False))
            there = _awaited(evening)
            if isinstance(there, Refusal):
                return self._refused(there)
            self._pending = None
            question = there[1]
            dice = question.rolling()
            if dice is None:
                return self._refused(Refusal("NO_DIE_TO_THROW", overrulable=False))
            stay = question.kept if question.lying is not None else None
            if not self._simulated_eye.throw(dice, stay or ()):
                return self._refused(Refusal("STILL_ROLLING", overrulable=False))
            self._announce()
            return Result(True, self._version)

    def looked_at(self, seconds: float) -> bool:
        """Wait until the simulated dice are at rest and read; return False on a timeout."""
        return self._simulated_eye is None or self._simulated_eye.looked_at(seconds)

    def photograph(
        self, data: bytes, *, seat: str = "", kept: Any = None, seen: int | None = None, who: str = ""
    ) -> Result:
        """Read a photograph as the throw of ``seat``, or as the only open throw.

        ``kept`` are the values of the dice that stayed; the picture must show only the others. Raise
        ``UnreadablePicture`` if the eye cannot read it, and ``BadCommand`` for invalid ``kept``.
        """
        with self._changed:
            evening = self._evening
            if evening is None:
                return self._refused(Refusal("NO_GAME", overrulable=False))
            there = _awaited(evening, seat)
            if isinstance(there, Refusal):
                return self._refused(there)
            question = there[1]
            fact = decode({"type": "DiceThrown", "seat": seat or question.seats[0], "dice": [], "kept": kept})
            assert isinstance(fact, DiceThrown)
            if seen is not None and staleness.is_stale(evening, fact, question, seen):
                return self._refused(Refusal("STALE", overrulable=False))
            expected = question.expected(fact.kept)
            asked_at = evening.number
        look = self.eye.read(data, expected)  # slow, so it runs outside the lock
        return self.take_look(look, asked_at, who, seat=fact.seat, kept=fact.kept)

    def take_look(
        self, look: Look | None, seen: int, who: str = "", *, seat: str = "", kept: tuple[int, ...] | None = None
    ) -> Result:
        """Submit a certain reading of the expected dice as the throw; otherwise keep it until the table answers."""
        with self._changed:
            evening = self._evening
            if look is None:
                self._announce()
                return self._refused(Refusal("NO_PICTURE_LEFT", overrulable=False))
            if evening is None or staleness.is_stale(evening, DiceThrown(seat=seat, dice=()), None, seen):
                return self._refused(Refusal("STALE", overrulable=False))
            if look.simulated != self.simulated:
                return self._refused(Refusal("OTHER_DICE", detail={"simulated": self.simulated}, overrulable=False))
            question = evening.play.awaited_throw(seat)
            if question is None:
                return self._refused(Refusal("NO_THROW_OPEN", overrulable=False))
            asked_at = evening.number
            seat = seat or question.seats[0]
            fact = question.seen(look.reading, seat, kept)
            refusal = evening.refuse(fact) if fact else None
            if fact and refusal is None:
                self._pending = None
                try:
                    result = self.submit(fact, who=who, how="camera", picture=look.jpeg, eye=look.eye)
                    if result.ok:
                        self._keep_seen(look, asked_at)
                    return result
                except JournalError:  # keep the throw pending until the journal is writable
                    LOG.exception("a throw could not be written down")
                    refusal = Refusal("CANNOT_WRITE", seat, overrulable=False)
            self._pending = Pending(self._version + 1, seat, look.reading, look.jpeg, str(question.dice), refusal, kept)
            self._pending_look = look
            self._announce()
            return Result(True, self._version)

    def take_pending(
        self, dice: Any, *, seen: int | None = None, who: str = "", kept: Any = None, force: bool = False
    ) -> Result:
        """Submit the dice that a player entered for the pending photograph."""
        with self._changed:
            pending = self._pending
            if pending is None:
                return self._refused(Refusal("NOTHING_PENDING", overrulable=False))
            stayed = pending.kept if kept is None else kept
            data = {"type": "DiceThrown", "seat": pending.seat, "dice": dice, "kept": stayed}
            look, before = self._pending_look, self._evening.number if self._evening else 0
            eye = look.eye if look else ""
            result = self.submit(data, seen=seen, who=who, how="tap", picture=pending.picture, force=force, eye=eye)
            if result.ok:
                self._keep_seen(look, before)
                self._pending = self._pending_look = None
                self._announce()
            return replace(result, version=self._version)

    def drop_pending(self, *, who: str = "") -> Result:
        """Discard the pending photograph."""
        with self._changed:
            if self._pending is None:
                return self._refused(Refusal("NOTHING_PENDING", overrulable=False))
            self._pending = None
            self._announce()
            return Result(True, self._version)

    def pending_picture(self) -> bytes | None:
        """Return the pending photograph as JPEG, None if there is none."""
        with self._changed:
            return self._pending.picture if self._pending else None


def began_at(evening: Evening) -> str:
    """Return the evening's name for the learner: its start, since a restore may give its id to another evening."""
    return f"{evening.entries[0].at:.3f}"


def verdict(evening: Evening, number: int) -> Verdict | None:
    """Return the table's present record of the throw with this number; None if the throw does not count."""
    entry, standing = evening.entry(number), evening.standings.get(number)
    fact = standing.fact if standing else bare(entry.fact) if entry else None
    if entry is None or not isinstance(fact, DiceThrown) or number in evening.misfits:
        return None
    if standing is not None and standing.state == "voided":
        return None
    recorded = bare(entry.fact)
    touched = recorded.how != "camera" or not isinstance(recorded, DiceThrown) or recorded.dice != fact.dice
    return Verdict(tuple((die.kind, die.value) for die in fact.dice), touched)


def _awaited(evening: Evening, seat: str = "") -> tuple[Evening, Throw] | Refusal:
    """Return the evening with its open throw, or a refusal if no throw is open."""
    question = evening.play.awaited_throw(seat)
    if question is not None:
        return evening, question
    topics = [q.topic for q in evening.play.open if not isinstance(q, Closed)]
    return Refusal("NO_THROW_OPEN", detail={"open": topics}, overrulable=False)
