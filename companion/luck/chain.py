"""Divides an evening into moments. Between two of them lies either one chance event or only decisions of players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.counted import Entry, counted
from companion.evening import Evening
from companion.facts import ChipsCounted, DiceThrown, Fact, HandedOver, PauseFact, SeatFact
from companion.luck.playouts import Asked
from companion.questions import Closed, Landing, Question, Throw
from companion.record import record


@record()
class Link:
    """A moment of the chain: just after the fact ``number``, or just before its chance is drawn (``before``).

    ``chance``: the dice or cards of this fact lie between the previous moment and this one; otherwise decisions do.
    ``throw`` is the number of throws so far.
    """

    number: int
    before: bool = False
    chance: bool = False
    throw: int = 0


@record()
class Moment:
    """A link, and the evening replayed up to it; ``drawn``: the question and the chance fact that a play-out redraws.

    ``asked`` names the next question (see ``Chance``).
    """

    link: Link
    evening: Evening
    asked: Asked
    drawn: tuple[Question | None, Fact] | None = None


def is_chance(evening: Evening, question: Question | None, fact: Fact) -> bool:
    """Whether a fact reports chance: dice, a card, a square, or a topic in the game's ``chance_topics``."""
    if not isinstance(fact, SeatFact):
        return False
    return isinstance(fact, DiceThrown) or (
        question is not None and (question.chance or question.topic in evening.play.game.chance_topics)
    )


def _free(evening: Evening, question: Question | None, fact: Fact) -> bool:
    """Whether this chance event also contains a decision: which dice to keep, or this answer instead of another."""
    if isinstance(question, Throw) and question.lying is not None and question.kept is None:
        return True
    others = (q for q in evening.play.open if q is not question and not isinstance(q, Closed | Landing))
    return any(not q.chance and not getattr(q, "rare", False) for q in others)


def walk(entries: Sequence[Entry]) -> Iterator[Moment]:
    """Yield the moments of an evening in order, replayed with its corrections. All share one evening object."""
    evening = Evening(entries[:1])
    found = counted(entries, evening.play.game.turn_topics)
    evening.read(list(entries), found)
    asked = Asked()
    yield Moment(Link(entries[0].number), evening, asked)
    last, decided = Link(entries[0].number), False
    for entry in found.facts:
        number, fact = entry.number, entry.fact
        throw = evening.play.throws
        question = evening.play.place(fact)[0] if isinstance(fact, SeatFact) else None
        chance, free = is_chance(evening, question, fact), _free(evening, question, fact)
        if chance and (decided or free) and evening.play.game.outcome is None and _fits(evening, fact):
            yield Moment(Link(number, before=True, throw=throw), evening, asked, (question, fact))
            decided = False
        if isinstance(fact, SeatFact):
            asked.next(evening.play)
        evening.happen(entry)
        if not evening.played or evening.played[-1].number != number:
            continue  # skip a misfit
        last = Link(number, chance=chance, throw=evening.play.throws)
        if chance:
            yield Moment(last, evening, asked)
            decided = False
        elif not isinstance(fact, HandedOver | ChipsCounted | PauseFact):
            decided = True
    if decided:
        yield Moment(last, evening, asked)


def _fits(evening: Evening, fact: Fact) -> bool:
    refusal = evening.play.refuse(fact)
    return refusal is None or (fact.forced and refusal.overrulable)
