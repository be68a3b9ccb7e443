"""The one writer: a command comes in, is decided, written down, carried out, and the new view published.

Every caller (page, buttons, camera) decides and writes under one lock, so that there is one order of events;
nothing is published before the journal has committed it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion import house, summary, view, words
from companion.asks import Bet, Closed, Refusal, Throw, d6
from companion.bets import as_before
from companion.errors import BadBox, BadCommand, JournalError, ServiError
from companion.evening import Entry, Evening
from companion.eye import EXAMPLE, Eye, Look, NoEye, SimulatedEye
from companion.facts import (
    BetPlaced,
    BetsTold,
    BetTakenBack,
    CardsHeld,
    CardsShown,
    ChipsCounted,
    DiceThrown,
    Die,
    Fact,
    GameStarted,
    HandedOver,
    LaidOut,
    Protested,
    Seat,
    SeatFact,
    StakePlaced,
    Voided,
    decode,
)
from companion.game import Game
from companion.games import NAMES
from companion.journal import Journal
from companion.language import Sentence, speaking, spoken, tr
from companion.machine import Machine, NoMachine
from companion.panel import Drawing, Panel
from companion.people import People
from companion.play import game_class
from companion.setup import last_setup
from companion.shelf import Lent, Shelf, checked, game_of, marked, plain

LOG = logging.getLogger(__name__)
SEAT_IDS = "ABCDEFGHIJKL"
TOGETHER = (BetPlaced, BetTakenBack, BetsTold, StakePlaced, Protested, CardsHeld, CardsShown)
"""What several seats may answer at the same time."""

NEUTRAL = (HandedOver, ChipsCounted)
MOST_AUTOMATIC = 20


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a command: done, or refused with words."""

    ok: bool
    version: int
    number: int | None = None
    refusal: dict[str, Any] | None = None
    warnings: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Pending:
    """A reading that waits for the table's answer."""

    id: int
    seat: str
    look: Look
    expected: str
    refusal: Refusal | None = None
    kept: tuple[int, ...] | None = None


class Table:
    """One table: its journal, the evening being played, and the view that everybody sees.

    ``simulation`` makes the eye of simulated evenings when the first of them opens; ``only_simulated``: every evening
    that begins here is one.
    """

    def __init__(
        self,
        folder: Path,
        *,
        eye: Eye | None = None,
        machine: Machine | None = None,
        simulation: Callable[[Table], SimulatedEye] | None = None,
        only_simulated: bool = False,
        now: Callable[[], float] = time.time,
        journal: Journal | None = None,
    ) -> None:
        self.folder = folder
        self.journal = journal or Journal(folder)
        self.shelf = Shelf(folder)
        self.people = People(folder)
        self.panel: Panel | None = None
        self._shown_by_panel: Drawing | None = None
        self.machine: Machine = machine or NoMachine()
        self._camera: Eye = eye or NoEye()
        self._simulation = simulation
        self._simulated_eye: SimulatedEye | None = None
        self._only_simulated = only_simulated
        self.closed = threading.Event()
        self._now = now
        self._changed = threading.Condition(threading.RLock())
        self._evening: Evening | None = None
        self._lent: Lent | None = None
        self._id = 0
        self._version = 0
        self._pending: Pending | None = None
        self._notice: Sentence | None = None
        self._resumed: Sentence | None = None
        self._warnings: list[Refusal] = []
        self._views: dict[str, dict[str, Any]] = {}
        self._listeners: list[Callable[[], None]] = []
        open_ = [k for k in self.journal.evenings() if not k.closed]
        if open_:
            self._open(open_[0].id)
            assert self._evening is not None
            self._resumed = self._after_a_break()
        with self._changed:
            self._publish()

    # --- what everybody may see --------------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        """Return the newest view in the reader's language; it is made once for each language that somebody reads."""
        with self._changed:
            language = spoken()
            if language not in self._views:
                self._views[language] = self._drawn()
            return self._views[language]

    def wait(self, after: int, timeout: float) -> int:
        """Wait until a view newer than ``after`` is published, at most ``timeout`` seconds; return its version."""
        with self._changed:
            self._changed.wait_for(lambda: self._version > after, timeout)
            return self._version

    def listen(self, listener: Callable[[], None]) -> None:
        """Call back for each view that is published, before it can be followed by another."""
        with self._changed:
            self._listeners.append(listener)

    def evening(self) -> Evening | None:
        """Return the evening being played."""
        return self._evening

    def refresh(self) -> None:
        """Publish anew: something beside the evening changed, as the machine's health."""
        with self._changed:
            self._publish()

    @property
    def camera(self) -> Eye:
        """The eye of this machine, also while an evening is simulated: dice are taught to it and its track is set up."""
        return self._camera

    @property
    def eye(self) -> Eye:
        """The eye of this evening: the camera's, or the one that looks at the simulated table."""
        return self._simulated_eye if self._simulated_eye is not None and self.simulated else self._camera

    @property
    def simulated(self) -> bool:
        """Whether the evening being played is a simulation, as its first fact says."""
        return self._evening is not None and self._evening.play.game.started.simulated

    def _publish(self) -> None:
        self._version += 1
        self._views = {}
        self._tell_listeners()

    def _tell_listeners(self) -> None:
        for listener in self._listeners:
            try:
                listener()
            except Exception:  # what was played stands, whoever could not hear of it
                LOG.exception("a view could not be made for the open pages")
        self._changed.notify_all()

    def _drawn(self) -> dict[str, Any]:
        shown = view.table(self._evening) if self._evening else view.nothing()
        if self._shown_by_panel:
            shown["panel"] = self._shown_by_panel(shown)
        return {
            "panel": None,
            **shown,
            "version": self._version,
            "language": spoken(),
            "evening": self._id or None,
            "table": "Servi",
            "resumed": _said(self._resumed),
            "notice": _said(self._notice),
            "warnings": self._told(self._warnings),
            "pending": self._pending_data(),
            "camera": {
                "source": self.eye.source,
                "button": self.eye.button,
                "trouble": tr(self.eye.trouble or "") or None,
                "photographs": self.eye.photographs,
                "box": self.box_name(),
                "throws": self.eye is self._simulated_eye,
            },
            "machine": {"trouble": _said(self._trouble()), "ending": self.machine.ending},
            "simulation": self._simulation is not None,
        }

    def _trouble(self) -> str | None:
        """Return what ails the machine, or the folder of the journal on it."""
        why = self.journal.trouble
        return words.UNWRITABLE_NOW[why] if why else self.machine.trouble

    def _told(self, refusals: Sequence[Refusal]) -> list[dict[str, Any]]:
        game = self._evening.play.game if self._evening else None
        return [view.refusal_data(one, game) or {} for one in refusals]

    def _after_a_break(self) -> Sentence:
        assert self._evening is not None
        return Sentence("Repris après le lancer {number}.", {"number": self._evening.play.throws})

    def show_panel(self, drawing: Drawing | None) -> None:
        """Publish what the panel shows now, drawn for each reader; the evening is as it was."""
        with self._changed:
            self._shown_by_panel = drawing
            self._version += 1
            for language, drawn in self._views.items():
                with speaking(language):
                    panel = drawing(drawn) if drawing else None
                self._views[language] = drawn | {"panel": panel, "version": self._version}
            self._tell_listeners()

    def _pending_data(self) -> dict[str, Any] | None:
        pending = self._pending
        if pending is None:
            return None
        reading = pending.look.reading
        return {
            "id": pending.id,
            "seat": pending.seat,
            "expected": pending.expected,
            "why": list(reading.why),
            "text": self._doubt(pending),
            "picture": pending.look.jpeg is not None,
            "dice": [
                {
                    "kind": d.kind.value,
                    "value": d.value,
                    "colour": d.colour,
                    "box": list(d.box),
                    "confidence": round(d.confidence, 3),
                    "alternatives": [[v, round(p, 3)] for v, p in d.alternatives],
                }
                for d in reading.dice
            ],
        }

    def _doubt(self, pending: Pending) -> str:
        """Say why a reading waits: what it shows may not be now, or the eye is not sure of it."""
        if pending.refusal is not None and self._evening is not None:
            return words.refusal_words(pending.refusal, view.names_of(self._evening.play.game))[0]
        doubts = [tr(words.DOUBTS.get(code, code)) for code in pending.look.reading.why or ("unsure",)]
        return tr("Je ne suis pas sûr : {doubts}", doubts=words.listed(doubts))

    # --- commands ----------------------------------------------------------------------------------------

    def submit(
        self,
        data: Mapping[str, Any] | Fact,
        *,
        seen: int | None = None,
        who: str = "",
        how: str = "tap",
        force: bool = False,
        picture: bytes | None = None,
    ) -> Result:
        """Let a fact happen if it is allowed now; ``force`` is the table's last word against a refusal.

        ``seen`` is the number of the last fact that the caller saw: a stale tap is refused. Raise
        ``BadCommand`` for what cannot be understood and ``JournalError`` where nothing can be written.
        """
        told = data if isinstance(data, Fact) else decode(data)
        fact = replace(told, who=who[:60], how=how, on="", forced=False)
        if isinstance(fact, GameStarted | HandedOver):
            raise BadCommand(
                tr("Une partie commence sur la page « Préparer », des jetons remis se cochent : rien d'autre ici.")
            )
        with self._changed:
            evening = self._evening
            if evening is None:
                return self._refused(Refusal("NO_GAME", overrulable=False))
            fact = self._seated(fact)
            if seen is not None and self._stale(evening, fact, seen):
                return self._refused(Refusal("STALE", overrulable=False))
            refusal = evening.refuse(fact)
            warnings = []
            if refusal is not None:
                level = evening.play.game.level
                if not refusal.overrulable or not (force or level == "compteur"):
                    return self._refused(refusal)
                fact = replace(fact, forced=True)
                if not force:
                    warnings = [refusal]
            facts = [fact]
            if self._goes_on(evening, fact) and evening.play.game.house.get("handover") == "next_throw":
                facts = [*self._hand_over_all(evening, who), fact]
            self._resumed = self._notice = None
            self._warnings = warnings
            self._commit(evening, facts, picture)
            try:
                self._run_automatic(evening)
            finally:  # what has been committed is shown, whatever becomes of the rest
                self._after(evening, fact)
            return Result(True, self._version, evening.number, None, self._told(warnings))

    def repeat_bets(self, seat: str, *, seen: int | None = None, who: str = "") -> Result:
        """Let a seat bet what it had bet the last time, all of it or, with the reason, nothing."""
        with self._changed:
            evening = self._evening
            if evening is None:
                return self._refused(Refusal("NO_GAME", overrulable=False))
            question = next((q for q in evening.play.open if isinstance(q, Bet) and seat in q.seats), None)
            if question is None:
                return self._refused(Refusal("BETS_CLOSED", seat, overrulable=False))
            placed = as_before(evening, question, seat)
            if not placed:
                return self._refused(Refusal("NO_BETS_BEFORE", seat, overrulable=False))
            if seen is not None and self._stale(evening, placed[0], seen):
                return self._refused(Refusal("STALE", overrulable=False))
            due, purse = sum(bet.amount for bet in placed), question.available.get(seat, 0)
            if due > purse:
                detail = {"due": due, "available": purse}
                return self._refused(Refusal("BETS_OVER_THE_PURSE", seat, detail, overrulable=False))
            tried = evening.until(evening.number)
            for number, bet in enumerate(placed, evening.number + 1):
                if (refusal := tried.refuse(bet)) is not None:
                    return self._refused(replace(refusal, overrulable=False))
                tried.add(Entry(number, 0.0, bet))
            facts = [replace(bet, who=who[:60], how="auto" if at else "tap") for at, bet in enumerate(placed)]
            self._resumed = self._notice = None
            self._warnings = []
            self._commit(evening, facts)
            self._after(evening, facts[0])
            return Result(True, self._version, evening.number)

    def _goes_on(self, evening: Evening, fact: Fact) -> bool:
        """Tell whether the game goes on with this fact: a throw, or what stands for one where there are no dice."""
        if isinstance(fact, DiceThrown) or not evening.play.game.going_on:
            return isinstance(fact, DiceThrown)
        if not isinstance(fact, SeatFact):
            return False
        question, _ = evening.play.place(fact)
        return question is not None and question.topic in evening.play.game.going_on

    def _seated(self, fact: Fact) -> Fact:
        """Give an answer without a seat to the only one that is asked for it."""
        if not isinstance(fact, SeatFact) or fact.seat or self._evening is None:
            return fact
        asked = [q for q in self._evening.play.open if type(fact) in q.answers]
        return replace(fact, seat=asked[0].seats[0]) if asked and len(asked[0].seats) == 1 else fact

    def _stale(self, evening: Evening, fact: Fact, seen: int) -> bool:
        """Tell whether what the caller saw is no longer so.

        Where several seats answer one question at once, what the others answered meanwhile does not make an answer
        stale; nor do cards that another told Servi for his own eyes.
        """
        if seen == evening.number:
            return False
        if seen > evening.number or seen < 1:
            return True
        later = [e.fact for e in evening.entries if e.number > seen]
        mine = fact.seat if isinstance(fact, SeatFact) else ""
        later = [f for f in later if not (isinstance(f, CardsHeld) and f.seat != mine)]
        if isinstance(fact, LaidOut) and all(isinstance(f, LaidOut) for f in later):
            return False
        if all(isinstance(f, NEUTRAL) for f in later) and not isinstance(fact, NEUTRAL):
            return False
        if not isinstance(fact, TOGETHER):
            return True
        question, _ = evening.play.place(fact)
        topic = question.topic if question and not isinstance(question, Closed) else None
        return not all(isinstance(f, SeatFact) and f.on == topic and f.seat != fact.seat for f in later)

    def _as_seen(self, seen: int | None) -> Evening | Refusal:
        """Return the evening, or why a tap that must have seen its newest fact is refused."""
        evening = self._evening
        if evening is None:
            return Refusal("NO_GAME", overrulable=False)
        stale = seen is not None and seen != evening.number
        return Refusal("STALE", overrulable=False) if stale else evening

    def _refused(self, refusal: Refusal) -> Result:
        game = self._evening.play.game if self._evening else None
        return Result(False, self._version, None, view.refusal_data(refusal, game))

    def _commit(self, evening: Evening, facts: Sequence[Fact], picture: bytes | None = None) -> None:
        """Write facts down as one transaction, then let them happen."""
        entries, at = [], self._now()
        for number, fact in enumerate(facts, evening.number + 1):
            there = picture is not None and fact is facts[-1]
            entries.append(Entry(number, at, evening.told(fact), there))
        try:
            self.journal.append(self._id, entries, picture)
        except JournalError:
            if self.journal.trouble:
                self._publish()  # everybody sees why
            raise
        try:
            for entry in entries:
                evening.add(entry)
        except Exception:
            LOG.exception("a fact broke the evening and is voided")
            bad = [Entry(entries[-1].number + 1, at, Voided(target=entries[-1].number, how="auto", why="broken"))]
            self.journal.append(self._id, bad)
            self._evening = Evening(self.journal.entries(self._id))
            self._publish()
            raise ServiError(tr("Ceci n'a pas pu être joué et a été repris. Le dire autrement.")) from None

    def _run_automatic(self, evening: Evening) -> None:
        """At the level *croupier* give the answers that leave no choice."""
        for _ in range(MOST_AUTOMATIC):
            open_ = [q for q in evening.play.open if not isinstance(q, Closed)]
            if evening.play.game.level != "croupier" or len(open_) != 1:
                return
            answer = open_[0].only()
            if answer is None or evening.refuse(answer) is not None:
                return
            self._commit(evening, [answer])

    def _after(self, evening: Evening, fact: Fact) -> None:
        if self._pending is not None and not self._awaits(evening, self._pending.seat):
            self._pending = None
        self._remember_box(evening)
        self._publish()

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

    # --- money changing hands ----------------------------------------------------------------------------

    def _handed(self, debt: Any, way: Mapping[str, Any] | None, who: str, how: str) -> HandedOver:
        parts = tuple((n, a, b, x) if x > 0 else (n, b, a, -x) for n, a, b, x in debt.parts)
        if way is None and debt.amount:
            return HandedOver(debts=parts, unknown=tuple({debt.giver, debt.taker}), who=who, how=how)
        moves: list[tuple[str, str, Mapping[int, int]]] = []
        if way is None:
            return HandedOver(debts=parts, who=who, how=how)
        if exchange := way["exchange"]:
            moves.append((debt.giver, "bank", _pieces(exchange["give"])))
            moves.append(("bank", debt.giver, _pieces(exchange["get"])))
        moves.append((debt.giver, debt.taker, _pieces(way["hand"])))
        if way["back"]:
            moves.append((debt.taker, debt.giver, _pieces(way["back"])))
        return HandedOver(debts=parts, moves=tuple(moves), who=who, how=how)

    def _hand_over_all(self, evening: Evening, who: str) -> list[Fact]:
        """Return the hand-overs of all open debts, as the house prefers at the next throw.

        The chips of each are chosen from what the ones before leave: the pieces are tried on a copy.
        """
        facts: list[Fact] = []
        tried = evening.play.pieces.copy()
        for debt in evening.play.game.ledger.debts():
            ways = view.ways(tried, debt.giver, debt.taker, debt.amount)
            handed = self._handed(debt, next(iter(ways), None), who, "auto")
            tried.hand_over(handed)
            facts.append(handed)
        return facts

    def hand_over(
        self, giver: str, taker: str, way: int | None, *, seen: int | None = None, who: str = "", how: str = "tap"
    ) -> Result:
        """Close the debts between two accounts; ``way`` is the proposal that was paid, None for any other."""
        with self._changed:
            evening = self._evening
            if evening is None:
                return self._refused(Refusal("NO_GAME", overrulable=False))
            if seen is not None and seen != evening.number:
                later = [e.fact for e in evening.entries if e.number > seen]
                if seen > evening.number or not all(isinstance(f, NEUTRAL) for f in later):
                    return self._refused(Refusal("STALE", overrulable=False))
            debt = next(
                (d for d in evening.play.game.ledger.debts() if (d.giver, d.taker) == (giver, taker) and d.amount), None
            )
            if debt is None:
                return self._refused(Refusal("NOTHING_OWED", overrulable=False))
            chosen = None
            if way is not None:
                ways = view.ways(evening.play.pieces, giver, taker, debt.amount)
                if not 0 <= way < len(ways):
                    return self._refused(Refusal("NO_SUCH_WAY", overrulable=False))
                chosen = ways[way]
            self._commit(evening, [self._handed(debt, chosen, who, how)])
            self._publish()
            return Result(True, self._version, evening.number)

    # --- corrections -------------------------------------------------------------------------------------

    def undo_last(
        self, *, seen: int | None = None, who: str = "", how: str = "tap", target: int | None = None
    ) -> Result:
        """Void the last thing that counts, with what followed from it by itself.

        ``target`` is the number that it must have, where the caller wants back that one and no other.
        """
        with self._changed:
            evening = self._as_seen(seen)
            if isinstance(evening, Refusal):
                return self._refused(evening)
            targets = evening.undoable()
            if not targets:
                return self._refused(Refusal("NOTHING_TO_UNDO", overrulable=False))
            if target is not None and targets[-1].number != target:
                return self._refused(Refusal("STALE", overrulable=False))
            self._warnings = []
            undone = [Voided(target=e.number, who=who, how=how) for e in targets]
            self._commit(evening, undone)
            self._after(evening, undone[-1])
            return Result(True, self._version, evening.number)

    def preview(self, data: Mapping[str, Any] | Fact) -> dict[str, Any]:
        """Return what a fact would change: balances, chips to hand over, what no longer fits. Nothing is stored."""
        fact = data if isinstance(data, Fact) else decode(data)
        if isinstance(fact, GameStarted | HandedOver):
            raise BadCommand(tr("On ne regarde d'avance qu'un événement de la soirée ou une correction."))
        with self._changed:
            evening = self._evening
            if evening is None:
                return {"fits": False, "refusal": view.refusal_data(Refusal("NO_GAME", overrulable=False), None)}
            refusal = evening.refuse(fact)
            if refusal is not None and not refusal.overrulable:
                return view.difference(evening, evening, fact, refusal)
            supposed = evening.told(replace(fact, forced=refusal is not None, on=""))
            return view.difference(evening, evening.supposing(supposed), fact, refusal)

    def at(self, number: int) -> dict[str, Any] | None:
        """Return the table as it stood after a fact, read-only."""
        with self._changed:
            if self._evening is None or self._evening.entry(number) is None:
                return None
            return view.table(self._evening.until(number))

    def before(self, number: int) -> dict[str, Any] | None:
        """Return the table as it stood before a fact, by all that is known now: what else could have been answered."""
        with self._changed:
            if self._evening is None or self._evening.entry(number) is None:
                return None
            return view.table(self._evening.before(number))

    def history(self) -> list[dict[str, Any]]:
        """Return the report of the evening."""
        with self._changed:
            return view.history(self._evening) if self._evening else []

    def rule_book(self) -> dict[str, Any]:
        """Return the rule book's words by id, the rules of each kind of square, and the house's choices."""
        with self._changed:
            return (
                view.rule_book(self._evening.play.game) if self._evening else {"rules": {}, "squares": {}, "house": []}
            )

    def score_sheet(self) -> dict[str, Any]:
        """Return what a blank score sheet of the game that is played says."""
        with self._changed:
            return view.score_sheet(self._evening.play.game if self._evening else None)

    def summary(self) -> dict[str, Any] | None:
        """Return what the evening came to, in figures; None where there is none."""
        with self._changed:
            entries = list(self._evening.entries) if self._evening else []
        return summary.summary(Evening(entries)) if entries else None  # slow, and so outside the lock

    def secrets(self, seat: str) -> dict[str, Any]:
        """Return what only the holder of this seat may see."""
        with self._changed:
            known = self._evening is not None and seat in self._evening.play.game.players
            return view.secrets(self._evening, seat) if self._evening and known else {}

    def plays(self, seat: str, card: str, *, own: bool, before: int = 0) -> list[dict[str, Any]]:
        """Return what this card of a seat may do now, or might have done before a fact; ``own`` where its holder asks,
        whose hand may be looked at."""
        with self._changed:
            if self._evening is None:
                return []
            return view.plays(self._evening.before(before) if before else self._evening, seat, card, own=own)

    def tells_secrets(self, evening: int) -> bool:
        """Tell whether this evening is being played and its journal holds what only one seat may see."""
        with self._changed:
            return evening == self._id and self._evening is not None and view.tells_secrets(self._evening)

    def box(self) -> dict[str, Any]:
        """Return what is known of the box that is played with."""
        with self._changed:
            return view.box(self._evening.play.game) if self._evening else {"decks": []}

    # --- the eye -----------------------------------------------------------------------------------------

    def _throw_open(self, evening: Evening, seat: str = "") -> Throw | None:
        if evening.play.pause:
            return None
        throws = (q for q in evening.play.open if isinstance(q, Throw))
        return next((q for q in throws if not seat or seat in q.seats), None)

    def _awaits(self, evening: Evening, seat: str) -> bool:
        return self._throw_open(evening, seat) is not None

    def look(self, *, seen: int | None = None, who: str = "") -> Result:
        """Take the next picture of the camera as the throw that is open."""
        with self._changed:
            evening = self._as_seen(seen)
            if isinstance(evening, Refusal):
                return self._refused(evening)
            question = self._throw_open(evening)
            if question is None:
                topics = [q.topic for q in evening.play.open if not isinstance(q, Closed)]
                return self._refused(Refusal("NO_THROW_OPEN", detail={"open": topics}, overrulable=False))
            if not self.eye.button:
                return self._refused(Refusal("NO_CAMERA", overrulable=False))
            asked_at = evening.number
        look = self.eye.look(question.dice)  # slow, and so outside the lock
        return self.take_look(look, asked_at, who)

    def throw_simulated(self, *, seen: int | None = None, who: str = "") -> Result:
        """Let the dice that are asked for roll on the simulated table; what they show is read by its eye."""
        with self._changed:
            evening = self._as_seen(seen)
            if isinstance(evening, Refusal):
                return self._refused(evening)
            if self._simulated_eye is None or not self.simulated:
                return self._refused(Refusal("NOT_SIMULATED", overrulable=False))
            question = self._throw_open(evening)
            if question is None:
                topics = [q.topic for q in evening.play.open if not isinstance(q, Closed)]
                return self._refused(Refusal("NO_THROW_OPEN", detail={"open": topics}, overrulable=False))
            self._pending = None
            dice, kept = question.dice, question.kept if question.lying is not None else None
            if question.lying is not None and kept is not None:
                if len(kept) == len(question.lying):
                    return self._refused(Refusal("NO_DIE_TO_THROW", overrulable=False))
                dice = d6(len(question.lying) - len(kept))
            if not self._simulated_eye.throw(dice, kept or ()):
                return self._refused(Refusal("STILL_ROLLING", overrulable=False))
            self._publish()
            return Result(True, self._version)

    def looked_at(self, seconds: float) -> bool:
        """Wait until the simulated dice lie still and were looked at; False where that takes longer."""
        return self._simulated_eye is None or self._simulated_eye.looked_at(seconds)

    def photograph(
        self, data: bytes, *, seat: str = "", kept: Any = None, seen: int | None = None, who: str = ""
    ) -> Result:
        """Read a photograph of the dice that are thrown now: the throw of ``seat``, or the only open one.

        ``kept`` are the dice that stayed, where some could: then only the others are expected in the picture.
        Raise ``UnreadablePicture`` for what is none.
        """
        with self._changed:
            evening = self._evening
            if evening is None:
                return self._refused(Refusal("NO_GAME", overrulable=False))
            question = self._throw_open(evening, seat)
            if question is None:
                topics = [q.topic for q in evening.play.open if not isinstance(q, Closed)]
                return self._refused(Refusal("NO_THROW_OPEN", detail={"open": topics}, overrulable=False))
            fact = decode({"type": "DiceThrown", "seat": seat or question.seats[0], "dice": [], "kept": kept})
            assert isinstance(fact, DiceThrown)
            if seen is not None and self._stale(evening, fact, seen):
                return self._refused(Refusal("STALE", overrulable=False))
            expected = question.dice
            stayed = fact.kept if fact.kept is not None else question.kept
            if question.lying is not None and stayed is not None:
                expected = d6(max(1, len(question.lying) - len(stayed)))
            asked_at = evening.number
        look = self.eye.read(data, expected)  # slow, and so outside the lock
        return self.take_look(look, asked_at, who, seat=fact.seat, kept=fact.kept)

    def take_look(
        self, look: Look | None, seen: int, who: str = "", *, seat: str = "", kept: tuple[int, ...] | None = None
    ) -> Result:
        """Take a certain reading of the expected dice as the throw; anything else waits for the table."""
        with self._changed:
            evening = self._evening
            if look is None:
                self._publish()
                return self._refused(Refusal("NO_PICTURE_LEFT", overrulable=False))
            if evening is None or self._stale(evening, DiceThrown(seat=seat, dice=()), seen):
                return self._refused(Refusal("STALE", overrulable=False))
            if look.simulated != self.simulated:
                return self._refused(Refusal("OTHER_DICE", detail={"simulated": self.simulated}, overrulable=False))
            question = self._throw_open(evening, seat)
            if question is None:
                return self._refused(Refusal("NO_THROW_OPEN", overrulable=False))
            reading = look.reading
            seat = seat or question.seats[0]
            if reading.certain and all(d.value is not None for d in reading.dice):
                coloured = any(t.colour for t in question.dice.terms)
                dice = tuple(
                    Die(d.kind.value, d.value, d.colour if coloured else None)
                    for d in reading.dice
                    if d.value is not None and not d.kept
                )
                stayed = tuple(int(d.value) for d in reading.dice if d.kept and d.value is not None) or None
                fact = DiceThrown(seat=seat, dice=dice, kept=kept if stayed is None else stayed)
                refusal = evening.refuse(fact)
                if refusal is None:
                    self._pending = None
                    try:
                        return self.submit(fact, who=who, how="camera", picture=look.jpeg)
                    except JournalError:  # the throw is not lost: it waits until it can be written down
                        LOG.exception("a throw could not be written down")
                        refusal = Refusal("CANNOT_WRITE", seat, overrulable=False)
            else:
                refusal = None
            self._pending = Pending(self._version + 1, seat, look, str(question.dice), refusal, kept)
            self._publish()
            return Result(True, self._version, None)

    def take_pending(
        self, dice: Any, *, seen: int | None = None, who: str = "", kept: Any = None, force: bool = False
    ) -> Result:
        """Take what the table says of the photograph that waits."""
        with self._changed:
            pending = self._pending
            if pending is None:
                return self._refused(Refusal("NOTHING_PENDING", overrulable=False))
            data = {"type": "DiceThrown", "seat": pending.seat, "dice": dice, "kept": kept}
            if kept is None:
                data["kept"] = pending.kept
            result = self.submit(data, seen=seen, who=who, how="tap", picture=pending.look.jpeg, force=force)
            if result.ok:
                self._pending = None
                self._publish()
            return replace(result, version=self._version)

    def drop_pending(self, *, who: str = "") -> Result:
        """Throw the photograph that waits away."""
        with self._changed:
            if self._pending is None:
                return self._refused(Refusal("NOTHING_PENDING", overrulable=False))
            self._pending = None
            self._publish()
            return Result(True, self._version)

    def pending_picture(self) -> bytes | None:
        """Return the photograph that waits."""
        with self._changed:
            return self._pending.look.jpeg if self._pending else None

    def picture(self, number: int) -> bytes | None:
        """Return the photograph of a throw of this evening."""
        with self._changed:
            return self.journal.picture(self._id, number) if self._id else None

    def erase_pictures(self, *, who: str = "") -> Result:
        """Erase all photographs of this evening; the facts stay."""
        with self._changed:
            if not self._id:
                return self._refused(Refusal("NO_GAME", overrulable=False))
            try:
                self.journal.erase_pictures(self._id)
            finally:
                self._open(self._id)
            self._notice = Sentence("Les photos de cette soirée sont effacées, les faits restent.")
            self._publish()
            return Result(True, self._version)

    # --- evenings ----------------------------------------------------------------------------------------

    def _open(self, evening: int) -> None:
        entries = self.journal.entries(evening)
        self._evening = Evening(entries)
        self._id = evening
        self._pending = None
        self._warnings = []
        self._lent = self._lend(self._evening.play.game)
        if self.simulated and self._simulated_eye is None and self._simulation is not None:
            self._simulated_eye = self._simulation(self)
        self.eye.teacher.play_with(self.box_name())

    def _lend(self, game: Game) -> Lent | None:
        name = game.started.box.get("shelf")
        return Lent(self.shelf, str(name), game.box_data()) if name and not game.started.simulated else None

    def box_name(self) -> str:
        """Return the name of the box that is played with, as ``boxes`` lists it."""
        shelf = self._evening.play.game.started.box.get("shelf") if self._evening else None
        return str(shelf or EXAMPLE)

    def start(self, setup: Any, *, who: str = "") -> Result:
        """Begin an evening; raise ``BadCommand`` with what is missing."""
        with self._changed:
            return self._begin(self.started_from(setup), who)

    def rematch(self, *, seen: int | None = None, who: str = "") -> Result:
        """Begin anew with the same people, box and rules; who deals or begins, the rule book says."""
        with self._changed:
            evening = self._as_seen(seen)
            if isinstance(evening, Refusal):
                return self._refused(evening)
            if evening.play.game.outcome is None:
                return self._refused(Refusal("NOT_OVER", overrulable=False))
            started = evening.play.game.anew()
            if refusal := evening.play.game.refuse_players(len(started.seats)):
                return self._refused(refusal)
            return self._begin(started, who)

    def _begin(self, started: GameStarted, who: str) -> Result:
        marked = started.simulated or self._only_simulated
        started = replace(started, who=who[:60], simulated=marked)
        Evening([Entry(1, 0.0, started)])
        self._open(self.journal.begin(self._now(), started, leaving=self._id))
        self._notice = self._resumed = None
        self._remember_people(started)
        assert self._evening is not None
        try:
            self._run_automatic(self._evening)
        finally:
            self._publish()
        return Result(True, self._version, 1)

    def _remember_people(self, started: GameStarted) -> None:
        if started.simulated:
            return
        try:
            self.people.learn(started.seats)
        except OSError as error:
            self._notice = Sentence(
                "Les joueurs n'ont pas pu être retenus : {why}. La soirée, elle, est sûre.", {"why": error.strerror}
            )

    def last_setup(self) -> dict[str, Any] | None:
        """Return what the newest real evening was set up with, as the page sends it."""
        with self._changed:
            return last_setup(self.journal, self.shelf)

    def started_from(self, setup: Any) -> GameStarted:
        """Return the first fact of the evening that a set-up page describes."""
        if not isinstance(setup, Mapping):
            raise BadCommand(tr("La préparation doit être un objet avec jeu, places et objectif."))
        strange = set(setup) - {"game", "seats", "banker", "first", "target", "house", "level", "box", "simulated"}
        if strange:
            first = str(sorted(map(str, strange))[0])[:40]
            raise BadCommand(tr("La préparation ne connaît pas « {key} ».", key=first))
        name = setup.get("game", NAMES[0])
        game = game_class(name if isinstance(name, str) else "")
        rows = setup.get("seats")
        low, high = game.players_allowed
        if not isinstance(rows, list) or game.refuse_players(len(rows)):
            raise BadCommand(tr("Il faut {low} à {high} joueurs.", low=low, high=high))
        seats = tuple(self._seat(place, row) for place, row in enumerate(rows))
        chosen = [s.colour for s in seats if s.colour]
        if len(set(chosen)) < len(chosen):
            raise BadCommand(tr("Deux joueurs ont la même couleur : en choisir une autre."))
        if len({s.name for s in seats}) < len(seats):
            raise BadCommand(tr("Deux joueurs ont le même nom : ajouter une lettre."))
        rules = setup.get("house", {})
        if not isinstance(rules, Mapping):
            raise BadCommand(tr("Les règles de la maison sont un objet."))
        level = setup.get("level", "arbitre")
        return decode(
            {
                "type": "GameStarted",
                "game": game.name,
                "seats": seats,
                "house": house.check(game.name, rules),
                "box": self._box(game, setup.get("box", EXAMPLE)),
                "target": game.check_target_given(setup.get("target")),
                "banker": _index(setup.get("banker"), seats, tr("banquier")),
                "first": _index(setup.get("first"), seats, tr("premier joueur")),
                "level": level,
                "simulated": setup.get("simulated", False),
            }
        )  # type: ignore[return-value]

    def _seat(self, place: int, row: Any) -> Seat:
        if not isinstance(row, Mapping) or set(row) - {"name", "colour", "age"}:
            raise BadCommand(tr("Chaque place a un nom, une couleur et un âge."))
        name, colour, age = row.get("name"), row.get("colour"), row.get("age") or 0
        if not isinstance(name, str) or not name.strip() or len(name) > 30:
            raise BadCommand(tr("La place {number} a besoin d'un nom (30 lettres au plus).", number=place + 1))
        if colour is not None and (not isinstance(colour, str) or not colour or len(colour) > 20):
            raise BadCommand(tr("La couleur de {name} n'est pas connue.", name=name.strip()))
        if type(age) is not int or not 0 <= age <= 120:
            raise BadCommand(tr("L'âge de {name} est un nombre d'années.", name=name.strip()))
        return Seat(id=SEAT_IDS[place], name=name.strip(), colour=colour, age=age)

    def _box(self, game: Any, told: Any) -> dict[str, Any]:
        if not isinstance(told, str):
            raise BadCommand(tr("La boîte est « exemple », « vide » ou le nom d'une boîte enregistrée."))
        if told == EXAMPLE:
            data = game.example_box()
        elif told == "vide":
            data = {**game.empty_box(), "shelf": self.shelf.free_name(tr("Ma boîte"))}
        else:
            data = self.shelf.load(told)
            if (owner := game_of(data)) is not game:
                raise BadBox(
                    tr("La boîte « {name} » est celle de {game} : en choisir une autre.", name=told, game=owner.title())
                )
            data = {**data, "shelf": told}
        return game.checked_box(data)  # type: ignore[no-any-return]

    def _leave(self) -> None:
        if self._id:
            self.journal.close_evening(self._id)
        self._evening = None
        self._lent = None
        self._id = 0
        self._pending = None

    def end_game(self, *, who: str = "") -> Result:
        """Leave the evening; it stays in the journal and can be resumed."""
        with self._changed:
            self._leave()
            self._notice = self._resumed = None
            self._warnings = []
            self._publish()
            return Result(True, self._version)

    def resume(self, evening: int, *, who: str = "") -> Result:
        """Go on with an earlier evening."""
        with self._changed:
            if all(k.id != evening for k in self.journal.evenings()):
                raise BadCommand(tr("Cette soirée n'est pas dans le journal."))
            self.journal.go_on_with(evening, leaving=self._id)
            self._open(evening)
            self._resumed = self._after_a_break()
            assert self._evening is not None
            self._publish()
            return Result(True, self._version, self._evening.number)

    def delete_evening(self, evening: int) -> Result:
        """Delete an earlier evening with its photographs; the one that is played is refused."""
        with self._changed:
            if all(k.id != evening for k in self.journal.evenings()):
                raise BadCommand(tr("Cette soirée n'est pas dans le journal."))
            if evening == self._id:
                return self._refused(Refusal("EVENING_OPEN", overrulable=False))
            self.journal.delete(evening)
            return Result(True, self._version)

    def games(self) -> list[dict[str, Any]]:
        """Return the evenings of the journal, the newest first."""
        with self._changed:
            rows = []
            for kept in self.journal.evenings()[:30]:
                started = self.journal.started(kept.id)
                rows.append(
                    {
                        "id": kept.id,
                        "game": kept.game,
                        "started": kept.started,
                        "seats": [s.name for s in started.seats],
                        "target": started.target,
                        "facts": kept.facts,
                        "open": kept.id == self._id,
                        "simulated": started.simulated,
                    }
                )
            return rows

    def games_known(self) -> list[dict[str, Any]]:
        """Return the games that the set-up page offers, with their house rules, colours and targets."""
        rows = []
        for name in NAMES:
            game = game_class(name)
            rules = house.rules_of(name).values()
            rows.append(
                {
                    "id": name,
                    "title": game.title(),
                    "players": list(game.players_allowed),
                    "colours": list(game.colours()),
                    "targets": list(game.targets().values()),
                    "lengths": list(game.targets()),
                    **view.beginning(game),
                    "boxed": bool(game.example_box()),
                    "learns": game.box_form() is not None,
                    "house": [rule.as_row() for rule in rules],
                }
            )
        return rows

    def boxes(self) -> list[dict[str, Any]]:
        """Return the boxes that an evening can be played with."""
        return [{"name": EXAMPLE}, {"name": "vide"}, *self.shelf.rows()]

    def open_box(self, name: str) -> dict[str, Any]:
        """Return a box of the shelf, and what a page needs to draw it; raise ``BadBox``."""
        data = checked(self.shelf.load(name))
        game = game_of(data)
        title = game.title()
        return {"name": plain(name), "game": game.name, "title": title, "data": data, "form": view.box_form(game, data)}

    def save_box(self, name: str, data: Mapping[str, Any], *, called: str = "") -> dict[str, Any]:
        """Put a box onto the shelf, ``called`` otherwise from now on; return its name there. Raise ``BadBox``."""
        with self._changed:
            self.shelf.must_have(name)
            self._not_lent(name)
            game = game_of(data)
            called = plain(called or name)
            good = marked(checked({**data, "name": called, "game": game.name}))
            if called != plain(name):
                self.shelf.rename(name, called)
            self.shelf.save(called, good)
            return {"name": called}

    def new_box(self, name: str, game: str, *, example: bool = False) -> dict[str, Any]:
        """Put a box of a game onto the shelf, unknown or a copy of the example, under a free name; return it."""
        with self._changed:
            kind = game_of({"game": game})
            called = self.shelf.free_name(name)
            data = kind.example_box() if example else kind.empty_box()
            self.shelf.save(called, marked({**data, "name": called, "game": kind.name}))
            return {"name": called}

    def import_box(self, text: str, file: str) -> dict[str, Any]:
        """Put the box of a file onto the shelf, whole or not at all; return its name there. Raise ``BadBox``."""
        with self._changed:
            return {"name": self.shelf.bring_in(text, file)}

    def delete_box(self, name: str) -> None:
        """Take a box off the shelf; raise ``BadBox`` where there is none or the table plays with it."""
        with self._changed:
            self.shelf.must_have(name)
            self._not_lent(name)
            self.shelf.delete(name)

    def _not_lent(self, name: str) -> None:
        if self._lent is None or plain(self.box_name()) != plain(name):
            return
        if game_of(self.shelf.load(name)).box_form() is None:
            raise BadBox(tr("La boîte « {name} » est sur la table : quitter d'abord la partie.", name=name))
        raise BadBox(
            tr(
                "La boîte « {name} » est sur la table : la corriger là (« Décidé par la table »), "
                "ou quitter d'abord la partie.",
                name=name,
            )
        )

    def export(self, evening: int, pictures: bool = True) -> str:
        """Return an evening as a text that can be imported elsewhere."""
        with self._changed:
            return self.journal.export(evening, pictures)

    def import_evening(self, data: bytes, *, who: str = "") -> int:
        """Take in an exported evening whole; return its id. Raise ``BadEvening`` with the line."""
        with self._changed:
            return self.journal.bring_in(data)

    def close(self) -> None:
        """Close the eyes, the panel and the journal."""
        self.closed.set()
        for eye in (self._camera, self._simulated_eye):  # outside the lock: their threads may be waiting for it
            if eye is not None and hasattr(eye, "close"):  # only one that watches has something to close
                eye.close()
        if self.panel is not None:
            self.panel.close()
        with self._changed:
            self.journal.close()


def _said(kept: str | None) -> str | None:
    """Say a kept sentence in the language of whoever reads."""
    return str(kept) if kept else None


def _pieces(stock: Mapping[str, int]) -> dict[int, int]:
    return {int(v): n for v, n in stock.items()}


def _index(told: Any, seats: Sequence[Seat], what: str) -> str:
    if told is None:
        return ""
    if type(told) is not int or not 0 <= told < len(seats):
        raise BadCommand(tr("Le {what} est un des joueurs, de 0 à {last}.", what=what, last=len(seats) - 1))
    return seats[told].id
