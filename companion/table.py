"""The table: its evenings, queries about them, and all commands of pages, buttons and cameras."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from companion import backup, evening_file, secrets, summary
from companion.chronicle.chronicle import Chronicle
from companion.chronicle.keeper import Keeper
from companion.errors import BadCommand
from companion.evening import Entry, Evening, named
from companion.facts import CardPlayed, Fact, GameStarted, HandedOver, bare, decode, public
from companion.game.base import Game
from companion.game.library import reading_class
from companion.language import Sentence, tr
from companion.looking import Looking, began_at
from companion.luck.curves import LONGEST, Curves, Found, refusal_of
from companion.observe import observe
from companion.people import People
from companion.recovery import opened
from companion.refusal import Refusal
from companion.replays import LONG, Moment
from companion.report import Difference, difference, now, report
from companion.setup import PastEvening, last_setup, past_evenings
from companion.shelf.boxes import Boxes
from companion.shelf.shelf import Lent
from companion.snapshot import Line, Snapshot
from companion.started import started_from
from companion.writer import Result

__all__ = ["Result", "Table"]

NOTHING_LEFT = Sentence(
    "De cette soirée, rien ne se lit plus : en reprendre une autre, ou restaurer une sauvegarde."
).text


class After(NamedTuple):
    """The lines of one evening after a fact, the present table, and the start of the evening in play or None."""

    now: Snapshot
    began: float | None
    lines: tuple[Line, ...]


class Table(Looking):
    """One table. On start it reopens the evening that was in play when the program ended.

    ``only_simulated`` allows no evenings but simulated ones. See ``Writer`` and ``Looking`` for the other arguments.
    """

    def __init__(self, folder: Path, *, only_simulated: bool = False, **more: Any) -> None:
        super().__init__(folder, **more)
        self.people = People(folder)
        self.chronicle = Chronicle(self.journal)
        self.book = Keeper(self.journal, self.chronicle)
        self.curves = Curves(folder)
        self.boxes = Boxes(self.shelf, self._changed, lambda: self.box_name() if self._lent else None)
        self._only_simulated = only_simulated
        open_ = [k for k in self.journal.evenings() if not k.closed]
        if open_:
            try:
                self._resumed = _after_a_break(self._open(open_[0].id))
            except BadCommand:
                self._notice = Sentence(NOTHING_LEFT)
        for damage in (*self.journal.healed, *self.journal.lost)[:1]:
            self._notice = damage.sentence()
        with self._changed:
            self._announce()

    # --- queries ---------------------------------------------------------------------------------------------

    def preview(self, data: Mapping[str, Any] | Fact) -> Difference | Refusal:
        """Return the effect of a fact without storing it, or a refusal if no evening is open; raise ``BadCommand``."""
        fact = data if isinstance(data, Fact) else decode(data)
        if isinstance(bare(fact), GameStarted | HandedOver):
            raise BadCommand(tr("On ne regarde d'avance qu'un événement de la soirée ou une correction."))
        fact = named(fact)
        there = self._judged_there(fact)
        with self._changed:
            evening = self._evening
            if evening is None:
                return Refusal("NO_GAME", overrulable=False)
            decided = evening.decide(replace(fact, forced=False, on=""), there)
            refusal, was = decided.refusal, now(evening, fact)
            if refusal is not None and not refusal.overrulable:
                return difference(evening, was, fact, refusal)
            entries = list(evening.entries)
        supposed = Entry(len(entries) + 1, 0.0, replace(decided.fact, forced=refusal is not None))
        moment = Moment(entries, len(entries), more=(supposed,))
        return self._replays.ask(moment, difference, was, fact, refusal)

    def at(self, number: int) -> Snapshot | None:
        """Return the table as it was after a fact, None if there is no such fact."""
        entries = self._entries(number)
        return self._replays.ask(Moment(entries, number), observe) if entries else None

    def before(self, number: int) -> Snapshot | None:
        """Return the table just before a fact, with later corrections; None if there is no such fact.

        Pages use it to show the alternatives to that fact.
        """
        entries = self._entries(number)
        return self._replays.ask(Moment(entries, len(entries), stop=number), observe) if entries else None

    def history(self, first: int = 1) -> tuple[Line, ...]:
        """Return the report of the evening, from this fact on."""
        with self._changed:
            evening = self._evening
            last = evening.number - max(1, first) + 1 if evening else 0
            if evening is None or last <= 0:
                return ()
            if last < LONG:
                return report(evening, last)
            entries = list(evening.entries)
        return self._replays.ask(Moment(entries, len(entries)), report, last)

    def after(self, evening: int, number: int, most: int) -> After:
        """Return what happened after fact ``number`` of an evening, in at most the last ``most`` lines.

        ``evening`` may have ended meanwhile; if it was deleted, there are no lines.
        """
        with self._changed:
            there, now = self._evening, self.snapshot()
            began = there.entries[0].at if there else None
            if there is not None and self._id == evening:
                last = min(there.number - number, most)
                return After(now, began, report(there, last) if last > 0 else ())
            known = any(kept.id == evening for kept in self.journal.evenings())
            entries = self.journal.entries_beside(evening) if known else []
        last = min(len(entries) - number, most)
        moment = Moment(entries, len(entries))
        return After(now, began, self._replays.ask(moment, report, last) if last > 0 else ())

    def summary(self) -> summary.Summary | None:
        """Return the summary of the evening, None without one."""
        entries = self._entries()
        return self._replays.ask(Moment(entries, len(entries)), summary.summary) if entries else None

    def luck(self) -> Found | None:
        """Return the known part of the evening's win-chance curve, or why there is none; None without an evening."""
        with self._changed:
            evening = self._evening
            if evening is None:
                return None
            if refused := refusal_of(evening):
                return Found(refused=refused)
            entries, id_ = list(evening.entries), self._id
        return self.curves.found(id_, entries)

    def secrets(self, seat: str) -> Mapping[str, Any]:
        """Return the data that only the holder of this seat may see."""
        with self._changed:
            known = self._evening is not None and seat in self._evening.play.game.players
            return self._evening.play.game.secrets(seat) if self._evening and known else {}

    def plays(self, seat: str, card: str, *, own: bool, before: int = 0) -> tuple[CardPlayed, ...]:
        """Return the legal plays of a card, now or before a fact; ``own``: the caller may know the seat's hand."""
        if before:
            entries = self._entries(before)
            moment = Moment(entries, len(entries), stop=before)
            return self._replays.ask(moment, secrets.plays, seat, card, own) if entries else ()
        with self._changed:
            return secrets.plays(self._evening, seat, card, own) if self._evening else ()

    def tells_secrets(self, evening: int) -> bool:
        """Whether the file of this evening would reveal hidden cards: it is in play, or its replay needs them."""
        with self._changed:
            if evening == self._id:
                return self._evening is not None and secrets.holds_any(self._evening)
            hands = self._replays_hands(evening)
        return hands and secrets.holds_any(Evening(self.journal.entries_beside(evening)))

    def _replays_hands(self, evening: int) -> bool:
        """Whether a replay of this evening depends on hidden cards."""
        started = self.journal.started(evening)
        return started is not None and started.rules <= reading_class(started.game, started.package).replays_hands

    def decks(self) -> dict[str, list[Mapping[str, Any]]]:
        """Return the known cards of the box in play, by deck."""
        with self._changed:
            boards = self._evening.play.game.board.decks if self._evening else {}
            return {deck: [dict(card) for card in cards.values()] for deck, cards in boards.items()}

    def picture(self, number: int) -> bytes | None:
        """Return the photograph of a throw of this evening as JPEG, None without one."""
        with self._changed:
            return self.journal.picture(self._id, number) if self._id else None

    def compute_luck(self) -> Result:
        """Start the computation of the win-chance curve; refuse it during the game and for a very long evening."""
        found = self.luck()
        if found is None or found.refused:
            later = "LUCK_LONG" if found and found.refused == "long" else "LUCK_LATER"
            return self._refused(Refusal(later if found else "NO_GAME", detail={"n": LONGEST}, overrulable=False))
        self.curves.compute(self._id, self._entries())
        return Result(True, self._version)

    def erase_pictures(self, *, who: str = "") -> Result:
        """Erase all photographs of this evening and what the eye learned from them; keep the facts."""
        with self._changed:
            if not self._id:
                return self._refused(Refusal("NO_GAME", overrulable=False))
            if self._evening is not None:
                self._camera.learner.erase(began_at(self._evening))
            try:
                self.journal.erase_pictures(self._id)
            finally:
                self._open(self._id)
            self._notice = Sentence("Les photos de cette soirée sont effacées, les faits restent.")
            self._announce()
            return Result(True, self._version)

    # --- evenings ----------------------------------------------------------------------------------------

    def _read(self, id_: int) -> Evening:
        """Return an evening of the journal, up to any damage; raise ``BadCommand`` if no fact of it is readable."""
        evening = opened(id_, *self.journal.read(id_))
        if evening is None:
            raise BadCommand(tr(NOTHING_LEFT))
        return evening

    def _open(self, id_: int, evening: Evening | None = None) -> Evening:
        evening = evening or self._read(id_)
        self._evening, self._id = evening, id_
        self._replays.drop()
        self.curves.stop()
        self._replays.prepare(list(evening.entries))
        self._trail.drop()
        if evening.number >= LONG:
            self._trail.follow(evening.entries)
        self._warnings = ()
        self._lent = self._lend(evening.play.game)
        self._turn_eye()
        return evening

    def _lend(self, game: Game) -> Lent | None:
        name = game.started.box.get("shelf")
        return Lent(self.shelf, str(name), game.box_data()) if name and not game.started.simulated else None

    def start(self, setup: Any, *, who: str = "") -> Result:
        """Begin an evening; raise the errors of ``started_from`` for a faulty set-up."""
        with self._changed:
            return self._begin(started_from(setup, self.shelf), who)

    def rematch(self, *, seen: int | None = None, who: str = "") -> Result:
        """Start a new game with the same players, box and rules; the rule book names who deals or begins."""
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
        evening = self._open(self.journal.begin(self._now(), started, leaving=self._id))
        self._notice = self._resumed = None
        self._remember_people(started)
        try:
            self._run_automatic(evening)
        finally:
            self._announce()
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

    def forget(self, name: str) -> bool:
        """Erase a player's name, also from every stored evening; return whether it was known. Raise ``OSError``."""
        with self._changed:
            known = self.people.forget(name)
            stored = self.journal.names.forget(name)
            if stored and self._id:
                self._open(self._id)
                self._announce()
            return known or stored

    def forget_person(self, person: str) -> bool:
        """Erase all names of a person of the livre d'or; return whether there was one. Raise ``OSError``."""
        forgotten = [self.forget(name) for name in self.book.names(person)]
        return True in forgotten

    def picture_of(self, evening: int, number: int) -> bytes | None:
        """Return the photograph of a throw of any evening as JPEG, None without one."""
        with self._changed:
            return self.journal.picture(evening, number)

    def last_setup(self) -> dict[str, Any] | None:
        """Return the set-up of the newest real evening, as form data; None without one (``setup.last_setup``)."""
        with self._changed:
            return last_setup(self.journal, self.shelf)

    def end_game(self, *, who: str = "") -> Result:
        """Close the evening; it stays in the journal and can be resumed."""
        with self._changed:
            if self._id:
                self.journal.close_evening(self._id)
            self._evening = self._lent = self._pending = None
            self._id = 0
            self._replays.drop()
            self._trail.drop()
            self._set_notices()
            self._announce()
            return Result(True, self._version)

    def resume(self, evening: int, *, who: str = "") -> Result:
        """Resume an earlier evening; raise ``BadCommand`` if it is missing or unreadable."""
        with self._changed:
            self._must_know(evening)
            read = self._read(evening)
            self.journal.go_on_with(evening, leaving=self._id)
            self._resumed = _after_a_break(self._open(evening, read))
            self._announce()
            return Result(True, self._version, read.number)

    def delete_evening(self, evening: int) -> Result:
        """Delete an earlier evening, its photographs, and what the eye learned from them; refuse the one in play.

        The next nightly backup deletes it from earlier ones.
        """
        with self._changed:
            self._must_know(evening)
            if evening == self._id:
                return self._refused(Refusal("EVENING_OPEN", overrulable=False))
            started = next(kept.started for kept in self.journal.evenings() if kept.id == evening)
            backup.forget(self.folder, evening, started)
            self._camera.learner.erase(f"{started:.3f}")
            try:
                self.journal.delete(evening)
                self.chronicle.drop(evening)
            finally:
                self._announce()
            return Result(True, self._version)

    def go_on(self, *, who: str = "") -> Result:
        """Continue a damaged evening after its last good fact; keep the later facts in files beside the journal."""
        with self._changed:
            evening = self._evening
            if evening is None or evening.damage is None:
                return self._refused(Refusal("NOT_DAMAGED", overrulable=False))
            self.journal.cut(self._id, evening.number)
            self._resumed = _after_a_break(self._open(self._id))
            self._announce()
            return Result(True, self._version, evening.number)

    def damages(self) -> list[Sentence]:
        """Return sentences about the present and repaired damage that the table has found."""
        with self._changed:
            here = self._evening.damage if self._evening else None
            met = [*([here] if here else []), *self.journal.lost, *self.journal.healed]
            return [damage.sentence() for damage in met]

    def _must_know(self, evening: int) -> None:
        if all(k.id != evening for k in self.journal.evenings()):
            raise BadCommand(tr("Cette soirée n'est pas dans le journal."))

    def evenings(self) -> list[PastEvening]:
        """Return the newest evenings of the journal (``setup.LISTED``), the newest first."""
        with self._changed:
            return past_evenings(self.journal, playing=self._id)

    def contents(self, evening: int, pictures: bool = True) -> tuple[list[Entry], dict[int, bytes]]:
        """Return an evening's entries and photographs for a file; hidden cards only if its replay depends on them.

        The journal is read outside the lock, because photographs take long.
        """
        entries, jpegs = self.journal.contents(evening, pictures)
        with self._changed:
            whole = self._replays_hands(evening)
        return entries if whole else [replace(entry, fact=public(entry.fact)) for entry in entries], jpegs

    def export(self, evening: int, pictures: bool = True) -> str:
        """Return an evening as the text of its file, for import on another machine."""
        return evening_file.write(*self.contents(evening, pictures))

    def import_evening(self, data: bytes, *, who: str = "") -> int:
        """Import a whole exported evening; return its id. Raise ``BadEvening`` with the number of the faulty line."""
        evening = evening_file.read(data)  # slow, so it runs outside the lock
        with self._changed:
            return self.journal.bring_in(*evening)

    def close(self) -> None:
        """Close the eyes, the panel and the journal."""
        self.closed.set()
        for eye in (self._camera, self._simulated_eye):  # outside the lock: their threads may wait for it
            if eye is not None and hasattr(eye, "close"):  # only a live camera has something to close
                eye.close()
        if self.panel is not None:
            self.panel.close()
        self._camera.learner.close()
        self._replays.close()
        self.chronicle.close()
        self.curves.stop()
        with self._changed:
            self.journal.close()


def _after_a_break(evening: Evening) -> Sentence | None:
    if evening.play.game.outcome is not None:
        return None
    if throws := evening.play.throws:
        return Sentence("Repris après le lancer {number}.", {"number": throws})
    game = evening.play.game
    return Sentence(game.words.RESUMED, {"number": game.rounds}) if game.rounds else Sentence("La partie reprend.")
