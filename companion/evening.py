"""The facts of one evening with corrections, and the resulting state.

Nobody edits a fact: a correction is a fact about another fact. A replay of the facts in order gives the state. A fact
that a correction of the past makes impossible stays, marked as a misfit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion import pause
from companion.counted import Counted, Entry, Standing, counted, entry_in, refuse_correction
from companion.damage import Damage
from companion.errors import BadCommand
from companion.facts import (
    Amended,
    Correction,
    Fact,
    GameStarted,
    Inserted,
    PauseFact,
    SeatFact,
    SeatJoined,
    SeatTaken,
    TableWord,
    TurnGiven,
    Voided,
    bare,
    still_hidden,
)
from companion.language import tr
from companion.names import like, mixes, tidy
from companion.play import Play
from companion.questions import Question
from companion.record import record
from companion.refusal import Refusal

__all__ = ["Decision", "Entry", "Evening", "Standing"]


@record()
class Decision:
    """The verdict on a fact: its journal form, the question that it answers, and its refusal.

    ``to_holder`` is a refusal for the seat's own page only, since it depends on hidden cards.
    """

    fact: Fact
    question: Question | None = None
    refusal: Refusal | None = None
    to_holder: Refusal | None = None


class Evening:
    """One evening: its entries, the resulting state, and the facts that no longer fit.

    The replay, with all corrections, ends just before the fact with the number ``stop``; 0: at the last fact.
    """

    def __init__(self, entries: Iterable[Entry], stop: int = 0) -> None:
        self.entries = list(entries)
        self.stop = stop
        if not self.entries or not isinstance(self.entries[0].fact, GameStarted):
            raise BadCommand(tr("Une soirée commence par sa préparation (GameStarted)."))
        self.damage: Damage | None = None
        """The damage that ends this evening, None without damage. Nobody can add facts to a damaged evening."""
        self._play_all()

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return self.entries[-1].number

    def _play_all(self) -> None:
        started = self.entries[0].fact
        assert isinstance(started, GameStarted)
        self.play = Play(started)
        self.played: list[Entry] = []
        self.misfits: dict[int, Refusal] = {}
        self._refused: dict[int, Refusal] = {}
        found = counted(self.entries, self.play.game.turn_topics)
        self.read(self.entries, found)
        for entry in found.facts[: found.before(self.stop)]:
            self.happen(entry)

    def read(self, entries: list[Entry], found: Counted) -> None:
        """Replace the entries without a replay.

        ``found`` holds the facts that count in them; it must begin with those already played.
        """
        stuck = {number: why for number, why in self.misfits.items() if self._refused.get(number) is not why}
        self.entries, self.standings, self.corrected = entries, found.standings, found.corrected
        self._refused = found.misfits
        self.misfits = {**found.misfits, **stuck}

    def happen(self, entry: Entry) -> None:
        """Apply the fact of an entry, or keep it as a misfit."""
        refusal = self._fitting(entry.fact)
        if refusal is None or (entry.fact.forced and refusal.overrulable):
            self._apply(entry)
        else:
            self.misfits[entry.number] = refusal

    def _apply(self, entry: Entry) -> None:
        self.play.apply(entry.number, entry.fact)
        self.played.append(entry)

    def _fitting(self, fact: Fact) -> Refusal | None:
        """Return why a recorded fact does not fit at this point of the replay, None if it fits.

        A fact must answer the same question as when it was recorded: after a correction, a throw must not answer
        another question. If the recorded fact began a turn, its player gets the turn again, even if the correction
        changed the order.
        """
        if isinstance(fact, GameStarted):
            return Refusal("ALREADY_STARTED", overrulable=False)
        question, refusal = self.play.place(fact)
        if refusal is None and question is not None and fact.on and question.topic != fact.on:
            refusal = Refusal("OTHER_QUESTION", fact.seat if isinstance(fact, SeatFact) else "", {"on": fact.on})
        if refusal is None or not self.corrected or not isinstance(fact, SeatFact):
            return refusal
        if fact.on in self.play.game.turn_topics and not fact.forced:
            word = TurnGiven(seat=fact.seat)
            if self.play.refuse(word) is None:
                self.play.apply(self.play.game.number, word)
                question, refusal = self.play.place(fact)
        return refusal

    # --- queries and commands ----------------------------------------------------------------------------

    def entry(self, number: int) -> Entry | None:
        """Return the entry with this number, None if there is none."""
        return entry_in(self.entries, number)

    def decide(self, fact: Fact, there: Decision | None = None) -> Decision:
        """Return the verdict on a new fact.

        ``there`` is the verdict on the fact inside a correction, at its place in the past; None if not judged yet.
        """
        if isinstance(fact, GameStarted):
            return Decision(fact, refusal=Refusal("ALREADY_STARTED", overrulable=False))
        if (refusal := self.read_only or refuse_name(self.play, fact)) is not None:
            return Decision(fact, refusal=refusal)
        if isinstance(fact, Correction):
            refusal = refuse_correction(self.entries, fact, self.number + 1) or self._refuse_voided(fact)
            refusal = refusal or self._refuse_wrapped(fact, there)
            return Decision(fact if refusal else self._completed(fact, there), refusal=refusal)
        question, refusal = self.play.place(fact)
        if isinstance(fact, SeatFact):
            fact = replace(fact, on=question.topic if question else "")
        refusal = pause.refuse(self.play.pause, self.play.game, fact) or refusal
        to_holder = question.check_holder(fact) if question and refusal is None else None
        return Decision(fact, question, refusal, to_holder)

    @property
    def read_only(self) -> Refusal | None:
        """Why nobody can add facts to this evening (it is damaged, or its game is not installed), otherwise None."""
        game = self.play.game
        if self.damage is not None:
            return Refusal("DAMAGED", detail={"number": self.number}, overrulable=False)
        if game.here:
            return None
        return Refusal("GAME_MISSING", detail={"package": game.started.package or game.name}, overrulable=False)

    def refuse(self, fact: Fact) -> Refusal | None:
        """Return why this fact cannot be added now, None if it can."""
        return self.decide(fact).refusal

    def _refuse_voided(self, fact: Correction) -> Refusal | None:
        """Return why a fact that does not count is not amended: the amendment would have no effect until it is restored."""
        standing = self.standings.get(fact.target) if isinstance(fact, Amended) else None
        if standing is None or standing.state != "voided":
            return None
        return Refusal("DOES_NOT_COUNT", detail={"target": fact.target}, overrulable=False)

    def _refuse_wrapped(self, fact: Correction, there: Decision | None) -> Refusal | None:
        """Return why a table word inside a correction is refused at its place; None for an overrulable refusal.

        An answer that does not fit there is accepted as a misfit, since another correction may make it fit.
        """
        if not isinstance(fact, Amended | Inserted) or not isinstance(fact.fact, TableWord):
            return None
        refusal = (there or judged(self.before(fact.target), fact.fact)).refusal
        return refusal if refusal and not refusal.overrulable else None

    def add(self, *entries: Entry, decided: bool = False, foreseen: Evening | None = None) -> None:
        """Add entries and apply them; ``decided``: ``decide`` allowed them, and nothing has happened since.

        ``foreseen`` is an earlier replay with these corrections; it saves a second replay if it is still valid.
        """
        if any(isinstance(entry.fact, Correction) for entry in entries):
            together = [*self.entries, *entries]
            if foreseen is None or not self._become(foreseen, together):
                self.entries = together
                self._play_all()
            return
        for entry in entries:
            self.entries.append(entry)
            if decided:
                self._apply(entry)
            else:
                self.happen(entry)

    def _become(self, foreseen: Evening, entries: list[Entry]) -> bool:
        """Take the state of ``foreseen`` if its facts are the first that count among these entries; return whether."""
        if _same_facts(foreseen.entries, entries):
            foreseen.entries = entries
            vars(self).update(vars(foreseen))
            return True
        topics = self.play.game.turn_topics
        done, found = counted(foreseen.entries, topics).facts, counted(entries, topics)
        if foreseen.entries[0] is not entries[0] or found.facts[: len(done)] != done:
            return False
        foreseen.read(entries, found)
        for entry in found.facts[len(done) :]:
            foreseen.happen(entry)
        vars(self).update(vars(foreseen))
        return True

    def before(self, number: int) -> Evening:
        """Return the evening just before this fact, with all present corrections applied."""
        return Evening(self.entries, stop=number)

    def _completed(self, fact: Correction, there: Decision | None) -> Correction:
        """Return a correction in its journal form: its inner fact names the question that it answers.

        A fact that the table forced stays forced when it is corrected. A hidden card keeps its name if the correction
        omits it, because the person who corrects may not know it.
        """
        if isinstance(fact, Amended):
            entry = self.entry(fact.target)
            old = entry.fact.fact if entry and isinstance(entry.fact, Inserted) else entry.fact if entry else fact
            on = old.on if isinstance(fact.fact, SeatFact) else ""
            new = still_hidden(fact.fact, self._as_corrected(fact.target, old))
            return replace(fact, fact=replace(new, on=on, forced=old.forced or new.forced))
        if isinstance(fact, Inserted) and isinstance(fact.fact, SeatFact):
            question = (there or judged(self.before(fact.target), fact.fact)).question
            return replace(fact, fact=replace(fact.fact, on=question.topic if question else ""))
        return fact

    def _as_corrected(self, number: int, old: Fact) -> Fact:
        standing = self.standings.get(number)
        return standing.fact if standing and standing.state in ("amended", "inserted") else old

    def undoable(self) -> list[Entry]:
        """Return the entries that "undo" voids, latest first: automatic facts, then the fact that caused them.

        Empty if nothing is left to undo."""
        found = []
        for at in range(len(self.entries) - 1, 0, -1):
            entry = self.entries[at]
            standing = self.standings.get(entry.number)
            if isinstance(entry.fact, Voided | PauseFact) or entry.number in self.misfits:
                continue
            if standing is None or standing.state != "voided":
                found.append(entry)
                if entry.fact.how != "auto":
                    return found
        return []

    def last_undoable(self) -> Entry | None:
        """Return the earliest entry that "undo" voids: an answer, a table word or a correction; None without one."""
        return found[-1] if (found := self.undoable()) else None


def _same_facts(some: list[Entry], others: list[Entry]) -> bool:
    """Whether these entries hold the same facts; their times may differ, since a foreseen entry has no time yet."""
    pairs = zip(some, others, strict=False)
    return len(some) == len(others) and all(a is b or (a.number, a.fact) == (b.number, b.fact) for a, b in pairs)


def named(fact: Fact) -> Fact:
    """Return the fact with its new player's name cleaned; raise ``BadCommand`` if no visible letter is left."""
    inner = bare(fact)
    if not isinstance(inner, SeatJoined | SeatTaken):
        return fact
    name = tidy(inner.name)
    if not name:
        raise BadCommand(tr("Il faut un nom qui se lit."))
    inner = replace(inner, name=name)
    return replace(fact, fact=inner) if isinstance(fact, Amended | Inserted) else inner


def refuse_name(play: Play, fact: Fact) -> Refusal | None:
    """Return why a new player may not have this name (it looks like another, or mixes alphabets), otherwise None."""
    new = bare(fact)
    if not isinstance(new, SeatJoined | SeatTaken):
        return None
    others = {p.name: p.id for p in play.game.players.values() if p.id != new.seat and not p.left}
    other = like(new.name, others)
    if other:
        return Refusal("NAME_ALIKE", new.seat, {"other": others[other]}, overrulable=False)
    return Refusal("NAME_MIXED", new.seat, overrulable=False) if mixes(new.name) else None


def judged_there(fact: Fact) -> bool:
    """Whether the verdict on a correction needs the verdict on its inner fact, at its place in the past."""
    if isinstance(fact, Inserted):
        return isinstance(fact.fact, SeatFact | TableWord)
    return isinstance(fact, Amended) and isinstance(fact.fact, TableWord)


def judged(evening: Evening, fact: Fact) -> Decision:
    """Return ``evening.decide(fact)``; ``Replays.ask`` needs a function of a module."""
    return evening.decide(fact)
