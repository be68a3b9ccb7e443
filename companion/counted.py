"""The facts of an evening that count: its corrections are carried out before the facts are replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.facts import (
    Amended,
    BetPlaced,
    BetsTold,
    BetTakenBack,
    Correction,
    Fact,
    GameStarted,
    Inserted,
    OpponentChosen,
    SeatFact,
    TurnGiven,
    Voided,
)
from companion.record import record
from companion.refusal import Refusal


@record()
class Entry:
    """One line of the journal: ``at`` in seconds since 1970; ``picture``: a photograph is stored with it."""

    number: int
    at: float
    fact: Fact
    picture: bool = False


@record()
class Standing:
    """The effect of corrections on a recorded fact: ``state`` is amended, voided, inserted or correction.

    ``fact`` is its corrected form. ``by`` is the number of the amendment, 0 for none.
    """

    state: str
    fact: Fact
    by: int = 0


@record()
class Counted:
    """The facts that count, in order of play; a fact that a correction altered or inserted has the time 0.

    ``standings`` holds those of all corrections and of the facts that they change, ``misfits`` the refusal of each
    refused correction; both by number. ``corrected``: there is a correction. ``gone`` holds the entries that do not
    count, by number, each with the number of facts that count before it.
    """

    facts: list[Entry]
    standings: dict[int, Standing]
    misfits: dict[int, Refusal]
    corrected: bool
    gone: dict[int, int]

    def before(self, number: int) -> int:
        """Return how many facts come before the entry with this number; all if there is none."""
        place = self.gone.get(number)
        if place is not None:
            return place
        return next((at for at, entry in enumerate(self.facts) if entry.number == number), len(self.facts))


def counted(entries: Sequence[Entry], turn_topics: Sequence[str]) -> Counted:
    """Return the facts that count; an answer to one of ``turn_topics`` begins a turn."""
    if not any(isinstance(entry.fact, Correction) for entry in entries):
        return Counted([*entries[1:]], {}, {}, False, {})
    return _corrected(entries, turn_topics)


def entry_in(entries: Sequence[Entry], number: int) -> Entry | None:
    """Return the entry with this number, None if there is none."""
    at = number - entries[0].number
    return entries[at] if 0 <= at < len(entries) else None


def refuse_correction(entries: Sequence[Entry], fact: Correction, number: int) -> Refusal | None:
    """Return why a correction with this number is refused, None if it is not.

    Its target may be missing, later than the correction, or a fact that cannot be corrected.
    """
    entry = entry_in(entries, fact.target)
    if entry is None or entry.number >= number or isinstance(entry.fact, GameStarted):
        return Refusal("NO_SUCH_FACT", "", {"target": fact.target}, overrulable=False)
    if isinstance(fact, Amended) and isinstance(entry.fact, Correction) and not isinstance(entry.fact, Inserted):
        return Refusal("NO_SUCH_FACT", "", {"target": fact.target}, overrulable=False)
    return None


class _Visit:
    """The current visit in a replay, if a correction voids it or assigns it to another player.

    A visit is a fact that begins a turn, and all facts until the next such fact. The correction concerns only facts
    recorded before it, since the table already knew of it when it entered later facts. Both players exchange their
    roles in the visit. Bets stay with the player who placed them, except those of the player to whom the visit was
    wrongly assigned.
    """

    def __init__(self, topics: Sequence[str]) -> None:
        self._topics = topics
        self._swap: dict[str, str] = {}
        self._own = ""
        self.by = 0
        self.voided_by = 0

    @property
    def exchanges(self) -> bool:
        """Whether this visit is voided or assigned to another player."""
        return bool(self.voided_by or self._swap)

    def follow(self, fact: Fact) -> None:
        """Take the next fact of the replay; a fact that begins a turn ends the visit."""
        if isinstance(fact, TurnGiven) or fact.on in self._topics:
            self._swap, self.voided_by = {}, 0

    def give(self, by: int, was: Fact, now: Fact) -> None:
        """Assign the visit to the player of the corrected fact ``now``; ``by`` is the number of the correction."""
        if isinstance(was, SeatFact) and isinstance(now, SeatFact):
            self._swap, self.by = {was.seat: now.seat, now.seat: was.seat}, by
            self._own = was.seat

    def given(self, number: int, fact: Fact) -> Fact:
        """Return a fact, with the two players exchanged if the visit was assigned to another player."""
        if not self._swap or number > self.by or not isinstance(fact, SeatFact):
            return fact
        if isinstance(fact, BetPlaced | BetTakenBack | BetsTold) and fact.seat != self._own:
            return fact
        fact = replace(fact, seat=self._swap.get(fact.seat, fact.seat))
        if isinstance(fact, OpponentChosen):
            return replace(fact, opponent=self._swap.get(fact.opponent, fact.opponent))
        return fact


def _corrected(entries: Sequence[Entry], turn_topics: Sequence[str]) -> Counted:
    standings: dict[int, Standing] = {}
    misfits: dict[int, Refusal] = {}
    verdict: dict[int, tuple[int, Correction]] = {}
    amended: dict[int, tuple[int, Amended]] = {}
    before: dict[int, list[Entry]] = {}
    for entry in reversed(entries):
        fact = entry.fact
        if not isinstance(fact, Correction):
            continue
        standings[entry.number] = Standing("correction", fact)
        refusal = refuse_correction(entries, fact, entry.number)
        if refusal is not None:
            misfits[entry.number] = refusal
            continue
        if isinstance(fact, Inserted):  # even if voided: another fact may be inserted before it
            before.setdefault(fact.target, []).append(entry)
        elif isinstance(verdict.get(entry.number, (0, None))[1], Voided):
            standings[entry.number] = Standing("voided", fact)
        elif isinstance(fact, Amended):
            amended.setdefault(fact.target, (entry.number, fact))
        else:
            verdict.setdefault(fact.target, (entry.number, fact))
    out: list[Entry] = []
    gone: dict[int, int] = {}
    visit = _Visit(turn_topics)

    def add(entry: Entry, fact: Fact, state: str) -> None:
        number = entry.number
        visit.follow(fact)
        by, ruled = verdict.get(number, (0, None))
        if isinstance(ruled, Voided) or (ruled is None and number < visit.voided_by and isinstance(fact, SeatFact)):
            if isinstance(ruled, Voided) and ruled.visit:
                visit.voided_by = max(visit.voided_by, by)
            standings[number] = Standing("voided", fact)
            gone[number] = len(out)
            return
        if number in amended:
            by, correction = amended[number]
            if correction.visit:
                visit.give(by, fact, correction.fact)
            state, fact = "amended", correction.fact
            standings[number] = Standing(state, fact, by=by)
        elif (given := visit.given(number, fact)) != fact:
            state, fact = "amended", given
            standings[number] = Standing(state, fact, by=visit.by)
        elif state != "ok":
            standings[number] = Standing(state, fact)
        out.append(entry if fact is entry.fact else Entry(number, 0.0, fact))

    touched = verdict.keys() | amended.keys() | before.keys()
    plain = min(standings.keys() | touched) - entries[0].number  # number of untouched entries at the start
    out += entries[1:plain]
    for entry in entries[plain:]:
        if entry.number not in touched and not visit.exchanges and not isinstance(entry.fact, Correction):
            out.append(entry)  # no correction concerns this fact, as for most facts
            continue
        if isinstance(entry.fact, Inserted) and entry.number not in misfits:
            continue  # its fact was added just before the target
        waiting = [entry]
        while waiting:
            each = waiting.pop()
            if first := before.pop(each.number, None):
                waiting += [each, *first]
            elif isinstance(each.fact, Inserted):
                add(each, each.fact.fact, "inserted")
            elif not isinstance(each.fact, Correction):
                add(each, each.fact, "ok")
            else:
                gone[each.number] = len(out)
    return Counted(out, standings, misfits, True, gone)
