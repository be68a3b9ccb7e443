"""What every question has, and how the question is found that a fact answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from random import Random
from typing import Any, ClassVar

from companion.facts import DiceThrown, Fact, SeatFact, StakePlaced, Stood
from companion.questions.pad import Choice, Place
from companion.questions.words import Words
from companion.record import record
from companion.refusal import Refusal


@record(kw_only=True)
class Question:
    """What the script waits for. ``topic`` is a stable name, ``must`` tells a duty from a liberty.

    ``answers`` are the kinds of fact that answer it, allowed or not.
    """

    kind: ClassVar[str] = ""
    answers: ClassVar[tuple[type[Fact], ...]] = ()

    topic: str
    seats: tuple[str, ...]
    must: bool = True
    rule: str = ""

    def check(self, fact: Any) -> Refusal | None:
        """Return why this fact does not answer the question, None where it does."""
        return None

    def answer(self, seat: str, random: Random) -> Fact | None:
        """Return what a simple player says, always as it may be said; None where just now there is no such answer."""
        return None

    def row(self, words: Words) -> dict[str, Any]:
        """Return what a page needs to draw this kind of question, as plain data."""
        return {}

    def holes(self, words: Words) -> dict[str, Any]:
        """Return what fills the holes of its text beside ``seat`` and ``seats``."""
        return {}

    def choices(self, place: Place) -> Iterator[Choice]:
        """Yield what the seat can choose at the pad; nothing for an answer that is more than a row of choices."""
        return iter(())

    def only(self) -> Fact | None:
        """Return the single possible answer where there is no choice (used by the level *croupier*)."""
        return None


@record(kw_only=True)
class Closed(Question):
    """No question, but the reason why one kind of answer is not possible any more.

    ``listen``: the script knows what to do with the answer where the table overrules the refusal.
    """

    kind = "closed"
    must: bool = False
    answer: type[Fact]
    code: str
    listen: bool = False
    detail: Mapping[str, Any] = field(default_factory=dict)

    def check(self, fact: Any) -> Refusal | None:
        return Refusal(self.code, fact.seat, self.detail, self.rule)


@record(kw_only=True)
class Echo(Closed):
    """An answer that says once more what is so already: taken, without effect (a late press of a button)."""

    kind = "echo"
    code: str = ""

    def check(self, fact: Any) -> Refusal | None:
        return None


def awaited(questions: tuple[Question, ...]) -> list[str]:
    """Return the topics of what the table waits for."""
    return [q.topic for q in questions if not isinstance(q, Closed)]


def find(questions: tuple[Question, ...], fact: SeatFact) -> tuple[Question | None, Refusal | None]:
    """Return the question that this fact answers, and why it is refused.

    A wrong number of dice is told before a wrong seat, and a closed question with its own reason before both
    (OVERVIEW: "where a code says more that one is given").
    """
    kind = type(fact)
    other: Question | None = None
    refused: tuple[Question, Refusal] | None = None
    for question in questions:
        if kind in question.answers:
            if fact.seat in question.seats:
                refusal = question.check(fact)
                if refusal is None:
                    return question, None
                if refused is None or refused[1].code == "NO_SUCH_OPTION":  # another question may know this one
                    refused = (question, refusal)
            else:
                other = question
        elif isinstance(question, Closed) and question.answer is kind:
            if not question.seats or fact.seat in question.seats:
                return question, question.check(fact)
    if refused is not None:
        return refused
    if other is not None:
        if (refusal := other.check(fact)) and (refusal.code.startswith("NEED_") or not refusal.overrulable):
            return other, refusal
        return other, Refusal("NOT_YOUR_TURN", fact.seat, {"turn": other.seats[0] if other.seats else ""}, other.rule)
    asked = [q for q in questions if not isinstance(q, Closed)]
    if not asked:
        return None, Refusal("GAME_OVER", fact.seat, overrulable=False)
    turn = next((s for q in asked for s in q.seats if q.must), "")
    if turn and turn != fact.seat and isinstance(fact, DiceThrown | StakePlaced | Stood):
        return None, Refusal("NOT_YOUR_TURN", fact.seat, {"turn": turn})
    return None, Refusal("NOT_NOW", fact.seat, {"open": awaited(questions), "turn": turn})
