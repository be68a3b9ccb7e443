"""Simple players: they give random but always valid answers to open questions.

``Question.answer`` supplies the answers. The demonstration and many tests use these players. The demonstration ignores
the faces in their throws, because the eye reads the simulated dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.facts import Fact
from companion.play import Play
from companion.questions import Closed, Question

EAGER = {
    "throw": 6,
    "opponent": 2,
    "play_card": 30,
    "hold": 4,
    "close": 3,
    "stand": 3,
    "bet": 4,
    "sell": 2,
    "points": 30,
}
"""Relative weight of each kind of question when several are open; 1 for the others."""


def answer(question: Question, random: Random) -> Fact | None:
    """Return a valid answer to this question, None if there is none now."""
    return question.answer(random.choice(question.seats), random) if question.seats else None


def answers(play: Play, random: Random, *, landing: bool = False) -> Iterator[tuple[Question, Fact]]:
    """Yield one answer for each open question that has one; ``landing`` also names squares in place of a throw."""
    for question in play.open:
        if isinstance(question, Closed) or (question.topic == "land" and not landing):
            continue
        fact = answer(question, random)
        if fact is not None:
            yield question, fact


def turn(play: Play, random: Random) -> Fact | None:
    """Return the next fact at a table of simple players, None if nothing is possible."""
    possible = list(answers(play, random))
    if not possible:
        return None
    weights = [EAGER.get(question.kind, 1) for question, _ in possible]
    return random.choices([fact for _, fact in possible], weights)[0]
