"""Simple players, who answer any open question at random, but always as it may be answered.

Each question knows such an answer (``Question.answer``). The demonstration plays with them, and so do tests. Dice that
they name are wishes only: who has a table with an eye throws instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.facts import Fact
from companion.play import Play
from companion.questions import Closed, Question

EAGER = {"throw": 6, "opponent": 2, "play_card": 30, "hold": 4, "close": 3, "stand": 3, "bet": 4, "sell": 2}
"""How often a kind of question is preferred where several are open; what is not named counts once."""


def answer(question: Question, random: Random) -> Fact | None:
    """Return a fact that answers this question and is not refused; None where just now there is no such answer."""
    return question.answer(random.choice(question.seats), random) if question.seats else None


def answers(play: Play, random: Random, *, landing: bool = False) -> Iterator[tuple[Question, Fact]]:
    """Yield one answer for each open question that has one; without ``landing`` the movement is thrown."""
    for question in play.open:
        if isinstance(question, Closed) or (question.topic == "land" and not landing):
            continue
        fact = answer(question, random)
        if fact is not None:
            yield question, fact


def turn(play: Play, random: Random) -> Fact | None:
    """Return the next thing that happens at a table of random players; None where nothing can."""
    possible = list(answers(play, random))
    if not possible:
        return None
    weights = [EAGER.get(question.kind, 1) for question, _ in possible]
    return random.choices([fact for _, fact in possible], weights)[0]
