"""The only writer of an evening: it decides on a command, writes it, applies it, and announces it.

All callers (page, buttons, camera) share one lock, which gives one order of events. Servi announces nothing before
the journal has committed it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion import staleness, words
from companion.bets import as_before, as_drawn
from companion.errors import BadBox, BadCommand, JournalError, ServiError
from companion.evening import Decision, Entry, Evening, judged, judged_there, named
from companion.facts import (
    Amended,
    BetPlaced,
    Correction,
    DiceThrown,
    Fact,
    GameStarted,
    HandedOver,
    How,
    Inserted,
    SeatFact,
    Voided,
    as_kept,
    bare,
    decode,
)
from companion.journal import Journal
from companion.language import Sentence, tr
from companion.machine import Machine, NoMachine
from companion.money import pieces
from companion.observe import observe
from companion.panel import Panel
from companion.questions import Bet, Closed
from companion.record import record
from companion.refusal import Refusal
from companion.replays import LONG, Moment, Replays
from companion.shelf.shelf import Lent, Shelf
from companion.snapshot import Around, Drawing, Snapshot
from companion.trail import Trail

LOG = logging.getLogger(__name__)
TRIES = 5
"""Maximum replays for one command, since others may add facts meanwhile."""
MOST_AUTOMATIC = 20
"""Maximum automatic answers in a row; more of them mean an endless script."""


@record()
class Result:
    """The result of a command: done, perhaps with overruled refusals as ``warnings``, or refused.

    ``version`` is the snapshot's version, ``number`` the number of the newest fact.
    """

    ok: bool
    version: int
    number: int | None = None
    refusal: Refusal | None = None
    warnings: tuple[Refusal, ...] = ()


Wanted = Callable[[Evening, Bet, str], tuple[BetPlaced, ...]]
"""A function that returns the bets to place for a question, of a seat or, if it is "", of all seats."""


class Writer:
    """The evening in play and its journal."""

    def __init__(
        self,
        folder: Path,
        *,
        machine: Machine | None = None,
        now: Callable[[], float] = time.time,
        journal: Journal | None = None,
    ) -> None:
        self.folder = folder
        self.journal = journal or Journal(folder)
        self.shelf = Shelf(folder)
        self.panel: Panel | None = None
        self.machine: Machine = machine or NoMachine()
        self.closed = threading.Event()
        """Set at the end of the program, which also ends streams and threads."""
        self._now = now
        self._changed = threading.Condition(threading.RLock())
        self._evening: Evening | None = None
        self._lent: Lent | None = None
        self._id = 0
        self._version = 0
        self._snapshot: Snapshot | None = None
        self._shown_by_panel: Drawing | None = None
        self._notice: Sentence | None = None
        self._resumed: Sentence | None = None
        self._warnings: tuple[Refusal, ...] = ()
        self.calling: bool | None = None
        """Whether the table asks for the host of its room; None if no room is connected."""
        self._counting = (0, "")
        self._listeners: list[Callable[[], None]] = []
        self._replays = Replays()
        self._trail = Trail()

    # --- snapshots ---------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """Return the current snapshot."""
        with self._changed:
            if self._snapshot is None:
                evening = observe(self._evening) if self._evening else Snapshot()
                self._snapshot = replace(evening, version=self._version, evening=self._id, around=self._around())
            return self._snapshot

    def wait(self, after: int, timeout: float) -> int:
        """Wait up to ``timeout`` seconds for a version newer than ``after``; return the current version."""
        with self._changed:
            self._changed.wait_for(lambda: self._version > after, timeout)
            return self._version

    def listen(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` at every announcement, with the lock held."""
        with self._changed:
            self._listeners.append(listener)

    def evening(self) -> Evening | None:
        """Return the evening in play, None if no evening is open."""
        return self._evening

    @property
    def playing(self) -> int:
        """The id of the evening in play, 0 for none."""
        return self._id

    def refresh(self) -> None:
        """Announce a change outside the evening, such as the machine's health."""
        with self._changed:
            self._announce()

    def call_host(self, calling: bool) -> None:
        """Start or stop asking for the host of the room, if a room is connected."""
        with self._changed:
            if self.calling is not None:
                self.calling = calling
                self._announce()

    def begin_count(self, seat: str, seen: int | None) -> None:
        """Tell every page, until the fact after ``seen``, that this seat's page is counting ("" for a shared page)."""
        with self._changed:
            if self._evening is not None and seen in (None, self._evening.number):
                self._counting = (self._evening.number, seat)
                self._announce()

    def say(self, notice: Sentence) -> None:
        """Show a notice on every page, until the next answer."""
        with self._changed:
            self._notice = notice
            self._announce()

    def show_panel(self, drawing: Drawing | None) -> None:
        """Announce what the panel shows, without changing the evening."""
        with self._changed:
            before = self._snapshot
            self._shown_by_panel = drawing
            self._announce()
            if before is not None:
                around = replace(before.around, panel=drawing)
                self._snapshot = replace(before, version=self._version, around=around)

    def _announce(self) -> None:
        self._version += 1
        self._snapshot = None
        for listener in self._listeners:
            try:
                listener()
            except Exception:  # a failed listener must not affect the play
                LOG.exception("a listener failed")
        self._changed.notify_all()

    def _around(self) -> Around:
        """Return the surroundings of the evening."""
        why = self.journal.trouble
        return Around(
            machine_trouble=words.UNWRITABLE_NOW[why] if why else self._damaged() or self.machine.trouble,
            damaged=self._damaged() is not None,
            machine_ending=self.machine.ending,
            calling=self.calling,
            counting=self._counting[1] if self._evening and self._counting[0] == self._evening.number else None,
            panel=self._shown_by_panel,
            notice=self._notice,
            resumed=self._resumed,
            warnings=self._warnings,
        )

    def _damaged(self) -> Sentence | None:
        """Return a sentence about the damage of the evening in play with the remedy, None without damage."""
        damage = self._evening.damage if self._evening else None
        return damage.sentence() if damage else None

    def _entries(self, number: int = 1) -> list[Entry]:
        """Return a copy of the entries for a replay outside the lock; [] if there is no fact with this number."""
        with self._changed:
            there = self._evening is not None and self._evening.entry(number) is not None
            return list(self._evening.entries) if self._evening and there else []

    def _judged_there(self, fact: Fact) -> Decision | None:
        """Return the verdict on the fact inside a correction, at its place in the past; None if it needs no replay."""
        if not isinstance(fact, Amended | Inserted) or not judged_there(fact):
            return None
        entries = self._entries(fact.target)
        moment = Moment(entries, len(entries), stop=fact.target)
        return self._replays.ask(moment, judged, replace(fact.fact, forced=False, on="")) if entries else None

    # --- commands ----------------------------------------------------------------------------------------

    def submit(
        self,
        data: Mapping[str, Any] | Fact,
        *,
        seen: int | None = None,
        who: str = "",
        how: How = "tap",
        force: bool = False,
        picture: bytes | None = None,
        holder: str = "",
        eye: str = "",
    ) -> Result:
        """Submit a fact: apply it if it is allowed now; ``force`` overrules a refusal.

        ``seen`` is the number of the last fact that the caller saw; a stale tap is refused. ``holder`` is the seat
        whose page sends the fact: its hidden cards are then checked too. ``eye`` names the eye that read a throw. Raise
        ``BadCommand`` for a malformed fact, and ``JournalError`` if the journal cannot be written.
        """
        fact = replace(data if isinstance(data, Fact) else decode(data), who=who[:60], how=how, on="", forced=False)
        if isinstance(fact, DiceThrown):
            fact = replace(fact, eye=eye[:20])
        if isinstance(bare(fact), GameStarted | HandedOver):
            raise BadCommand(
                tr("Une partie commence sur la page « Préparer », des jetons remis se cochent : rien d'autre ici.")
            )
        fact = named(fact)
        there = self._judged_there(fact)
        foreseen = (
            self._foresee(lambda evening: [evening.decide(fact, there)]) if isinstance(fact, Correction) else None
        )
        with self._changed:
            evening = self._evening
            if evening is None:
                return self._refused(Refusal("NO_GAME", overrulable=False))
            decided = evening.decide(_seated(evening, fact), there)
            if seen is not None and staleness.is_stale(evening, decided.fact, decided.question, seen):
                return self._refused(Refusal("STALE", overrulable=False))
            fact, refusal = decided.fact, decided.refusal
            overrules = force or evening.play.game.level == "compteur"
            if decided.to_holder and holder == fact.seat and not overrules:  # type: ignore[attr-defined]
                return self._refused(decided.to_holder)
            if refusal is not None:
                if not refusal.overrulable or not overrules:
                    return self._refused(refusal)
                fact = replace(fact, forced=True)
            warnings = (refusal,) if refusal is not None and not force else ()
            facts: list[Fact] = [fact]
            if evening.play.game.house.get("handover") == "next_throw" and _advances(evening, decided):
                facts = [*pieces.handed_all(evening.play.pieces, evening.play.game.ledger), fact]
            self._set_notices(warnings=warnings)
            self._commit(evening, facts, picture, foreseen)
            try:
                self._run_automatic(evening)
            finally:  # announce committed facts, even if the rest fails
                self._after(evening)
            return Result(True, self._version, evening.number, warnings=warnings)

    def repeat_bets(self, seat: str, *, seen: int | None = None, who: str = "") -> Result:
        """Repeat all of a seat's last bets, or none."""
        return self._place_bets(seat, as_before, seen, who)

    def bet_as_drawn(self, seat: str, *, seen: int | None = None, who: str = "") -> Result:
        """Place the missing chips that the page draws, of ``seat`` or, if it is "", of all seats: all or none."""
        return self._place_bets(seat, as_drawn, seen, who)

    def _place_bets(self, seat: str, wanted: Wanted, seen: int | None, who: str) -> Result:
        for _ in range(TRIES):
            with self._changed:
                there = self._bets_of(seat, wanted, seen)
                if isinstance(there, Refusal):
                    return self._refused(there)
                evening, placed = there
                entries = list(evening.entries)
            refusal = self._replays.ask(Moment(entries, len(entries)), first_refused, placed)
            with self._changed:
                if self._evening is not evening or evening.number != entries[-1].number:
                    continue  # somebody has added a fact meanwhile
                if refusal is not None:
                    return self._refused(replace(refusal, overrulable=False))
                facts = [replace(bet, who=who[:60], how="auto" if at else "tap") for at, bet in enumerate(placed)]
                self._set_notices()
                self._commit(evening, facts)
                self._after(evening)
                return Result(True, self._version, evening.number)
        return self._refused(Refusal("STALE", overrulable=False))

    def _bets_of(self, seat: str, wanted: Wanted, seen: int | None) -> tuple[Evening, tuple[BetPlaced, ...]] | Refusal:
        """Return the evening and the bets to place, or the refusal."""
        evening = self._as_seen(None)
        if isinstance(evening, Refusal):
            return evening
        question = next((q for q in evening.play.open if isinstance(q, Bet) and (not seat or seat in q.seats)), None)
        if question is None:
            return Refusal("BETS_CLOSED", seat, overrulable=False)
        placed = wanted(evening, question, seat)
        if not placed:
            return Refusal("NO_BETS_BEFORE", seat, overrulable=False)
        if seen is not None and staleness.is_stale(evening, placed[0], question, seen):
            return Refusal("STALE", overrulable=False)
        for one in dict.fromkeys(bet.seat for bet in placed):
            due, purse = sum(bet.amount for bet in placed if bet.seat == one), question.available.get(one, 0)
            if due > purse:
                return Refusal("BETS_OVER_THE_PURSE", one, {"due": due, "available": purse}, overrulable=False)
        return evening, placed

    def hand_over(
        self, giver: str, taker: str, way: int | None, *, seen: int | None = None, who: str = "", how: How = "tap"
    ) -> Result:
        """Close the debts between two accounts; ``way`` is the index of the used proposal, None for unknown pieces."""
        with self._changed:
            evening = self._as_seen(None)
            if isinstance(evening, Refusal):
                return self._refused(evening)
            if seen is not None and staleness.is_stale_hand_over(evening, seen):
                return self._refused(Refusal("STALE", overrulable=False))
            debts = evening.play.game.ledger.debts()
            debt = next((d for d in debts if (d.giver, d.taker) == (giver, taker) and d.amount), None)
            if debt is None:
                return self._refused(Refusal("NOTHING_OWED", overrulable=False))
            chosen = None
            if way is not None:
                ways = evening.play.pieces.proposals(giver, taker, debt.amount)
                if not 0 <= way < len(ways):
                    return self._refused(Refusal("NO_SUCH_WAY", overrulable=False))
                chosen = ways[way]
            self._commit(evening, [pieces.handed(debt, chosen, who, how)])
            self._announce()
            return Result(True, self._version, evening.number)

    def undo_last(
        self, *, seen: int | None = None, who: str = "", how: How = "tap", target: int | None = None
    ) -> Result:
        """Void the last fact that counts, and the automatic facts after it.

        If ``target`` is given and is not the number of that fact, refuse the command as stale.
        """
        foreseen = self._foresee(lambda evening: [Decision(fact) for fact in _voided(evening.undoable(), who, how)])
        with self._changed:
            evening = self._as_seen(seen)
            if isinstance(evening, Refusal):
                return self._refused(evening)
            targets = evening.undoable()
            if not targets:
                return self._refused(Refusal("NOTHING_TO_UNDO", overrulable=False))
            if target is not None and targets[-1].number != target:
                return self._refused(Refusal("STALE", overrulable=False))
            self._warnings = ()
            self._commit(evening, _voided(targets, who, how), foreseen=foreseen)
            self._after(evening)
            return Result(True, self._version, evening.number)

    def _as_seen(self, seen: int | None) -> Evening | Refusal:
        """Return the evening, or a refusal if it is missing, read-only, or has a newer fact than ``seen``."""
        evening = self._evening
        if evening is None:
            return Refusal("NO_GAME", overrulable=False)
        stale = seen is not None and seen != evening.number
        return Refusal("STALE", overrulable=False) if stale else evening.read_only or evening

    def _refused(self, refusal: Refusal) -> Result:
        return Result(False, self._version, refusal=refusal)

    def _set_notices(self, notice: Sentence | None = None, warnings: tuple[Refusal, ...] = ()) -> None:
        """Replace the notice and the warnings."""
        self._notice, self._resumed, self._warnings = notice, None, warnings

    def _foresee(self, corrections: Callable[[Evening], Sequence[Decision]]) -> Evening | None:
        """Replay a long evening with corrections before taking the lock to commit them.

        Return None if the evening is short or the corrections are refused.
        """
        with self._changed:
            evening = self._evening
            if evening is None or evening.number < LONG:
                return None
            decided = corrections(evening)
            if any(one.refusal for one in decided):
                return None
            facts = enumerate((as_kept(one.fact) for one in decided), evening.number + 1)
            entries = [*evening.entries, *(Entry(number, 0.0, fact) for number, fact in facts)]
        try:
            return self._trail.take(entries) or Evening(entries)
        except Exception:  # the same error occurs in the commit, which then takes the correction back
            return None

    def _commit(
        self,
        evening: Evening,
        facts: Sequence[Fact],
        picture: bytes | None = None,
        foreseen: Evening | None = None,
    ) -> None:
        """Write facts in one transaction, then apply them; ``foreseen`` is a replay that contains them."""
        at = self._now()
        last = evening.number + len(facts)
        entries = [
            Entry(number, at, fact, picture is not None and number == last)
            for number, fact in enumerate(facts, evening.number + 1)
        ]
        try:
            entries = self.journal.append(self._id, entries, picture)  # as stored, so that a replay gives the same
        except JournalError:
            if self.journal.trouble:
                self._announce()  # every page then shows the problem
            raise
        try:
            evening.add(*entries, decided=True, foreseen=foreseen)
        except Exception:
            LOG.exception("a fact broke the evening and is voided")
            bad = [Entry(last + 1, at, Voided(target=last, how="auto", why="broken"))]
            self.journal.append(self._id, bad)
            self._evening = Evening(self.journal.entries(self._id))
            self._announce()
            raise ServiError(tr("Ceci n'a pas pu être joué et a été repris. Le dire autrement.")) from None
        if last - len(facts) < LONG <= last:
            self._replays.prepare(list(evening.entries))
        if last >= LONG:
            self._trail.follow(evening.entries)

    def _run_automatic(self, evening: Evening) -> None:
        """At level *croupier*, answer the open question while it is the only one and has only one possible answer."""
        for _ in range(MOST_AUTOMATIC):
            open_ = [q for q in evening.play.open if not isinstance(q, Closed)]
            if evening.play.game.level != "croupier" or len(open_) != 1:
                return
            answer = open_[0].only()
            decided = evening.decide(answer) if answer is not None else None
            if decided is None or decided.refusal is not None:
                return
            self._commit(evening, [decided.fact])

    def _after(self, evening: Evening) -> None:
        """Save the box and announce the result of a command."""
        self._remember_box(evening)
        self._announce()

    def _remember_box(self, evening: Evening) -> None:
        if self._lent is None:
            return
        try:
            self._lent.put_back(evening.play.game)
        except (OSError, BadBox) as error:
            why = getattr(error, "strerror", "") or error
            self._notice = Sentence(
                "La boîte n'a pas pu être enregistrée : {why}. La soirée, elle, est sûre.", {"why": why}
            )


def _seated(evening: Evening, fact: Fact) -> Fact:
    """Return the fact with its seat. If it names none, take the only seat of the question; else leave it unchanged."""
    if not isinstance(fact, SeatFact) or fact.seat:
        return fact
    asked = [q for q in evening.play.open if type(fact) in q.answers]
    return replace(fact, seat=asked[0].seats[0]) if asked and len(asked[0].seats) == 1 else fact


def _advances(evening: Evening, decided: Decision) -> bool:
    """Whether this fact continues play: a throw, or its equivalent in a game without dice."""
    going_on = evening.play.game.going_on
    if isinstance(decided.fact, DiceThrown) or not going_on:
        return isinstance(decided.fact, DiceThrown)
    return decided.question is not None and decided.question.topic in going_on


def first_refused(evening: Evening, facts: Sequence[Fact]) -> Refusal | None:
    """Add facts one after another; return the first refusal, None if all fit."""
    for number, fact in enumerate(facts, evening.number + 1):
        if (refusal := evening.refuse(fact)) is not None:
            return refusal
        evening.add(Entry(number, 0.0, fact))
    return None


def _voided(entries: Sequence[Entry], who: str, how: How) -> list[Fact]:
    """Return the corrections that void these entries."""
    return [Voided(target=entry.number, who=who, how=how) for entry in entries]
