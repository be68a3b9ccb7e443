"""The base class of questions, and the search for the question that a fact answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from random import Random
from typing import Any, ClassVar

from companion.facts import DiceThrown, Fact, SeatFact, StakePlaced, Stood
from companion.questions.pad import Choice, PadContext
from companion.questions.words import Words
from companion.record import record
from companion.refusal import Refusal


@record(kw_only=True)
class Question:
    """An open question. ``topic`` is its stable name; ``must``: the game waits for an answer.

    ``answers`` are the classes of facts that count as answers, even if ``check`` refuses one. ``rule`` is a rule id.
    """

    kind: ClassVar[str] = ""
    answers: ClassVar[tuple[type[Fact], ...]] = ()
    chance: ClassVar[bool] = False
    """Whether the answer reports dice, cards or the board, not a decision."""

    topic: str
    seats: tuple[str, ...]
    must: bool = True
    rule: str = ""

    def check(self, fact: Any) -> Refusal | None:
        """Return why this answer is refused, None if it is allowed."""
        return None

    def check_holder(self, fact: Any) -> Refusal | None:
        """Return why a seat's own page may not give this allowed answer, judged by data for its holder only."""
        return None

    def answer(self, seat: str, random: Random) -> Fact | None:
        """Return a simple player's valid answer, None if there is none now."""
        return None

    def row(self, words: Words) -> Mapping[str, object]:
        """Return the data for the page's drawing of this question."""
        return {}

    def text_values(self, words: Words) -> dict[str, Any]:
        """Return the values for the question's text, beyond ``seat`` and ``seats``."""
        return {}

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        """Yield the seat's choices at the pad; none if the answer is not a choice from a list."""
        return iter(())

    def only(self) -> Fact | None:
        """Return the only possible answer, None if there is a choice; at level *croupier*, Servi gives it."""
        return None


@record(kw_only=True)
class Closed(Question):
    """The reason why one class of answers is not possible now; it asks nothing.

    ``listen``: the script handles the answer if the table overrules the refusal.
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
    """Accepts an answer that no longer has an effect, such as a late press of a button, instead of refusing it."""

    kind = "echo"
    code: str = ""

    def check(self, fact: Any) -> Refusal | None:
        return None


def awaited(questions: tuple[Question, ...]) -> list[str]:
    """Return the topics of the open questions."""
    return [q.topic for q in questions if not isinstance(q, Closed)]


def accepts(questions: tuple[Question, ...], kind: type[Fact]) -> bool:
    """Whether one of these questions accepts this kind of fact; a closed question does so only if it listens."""
    for question in questions:
        if kind in question.answers:
            return True
        if isinstance(question, Closed) and question.listen and question.answer is kind:
            return True
    return False


def find(questions: tuple[Question, ...], fact: SeatFact) -> tuple[Question | None, Refusal | None]:
    """Return the question that this fact answers, and its refusal; each may be None.

    If several refusals apply, the reason of a closed question comes first, then the refusal of a question to this seat,
    then that of a question to another seat.
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
                if refused is None or refused[1].code == "NO_SUCH_OPTION":  # another question may offer this option
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
