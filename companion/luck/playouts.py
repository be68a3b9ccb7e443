"""Play-outs: simple players play from a moment of an evening to its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from zlib import crc32

from companion import players
from companion.dice import FACES, DieKind
from companion.facts import DiceThrown, Die, Fact
from companion.game.base import Game
from companion.play import Play
from companion.questions import Closed, Landing, Question, Throw
from companion.record import record

LONGEST = 4_000
"""Maximum number of facts of a play-out; then the seats with most points share the win."""
SHARE = 27_720
"""A whole win; up to 12 winners can share it without a remainder."""


@record()
class Ending:
    """The end of a play-out: each seat's part of the win (``SHARE`` is the whole), its points, and the facts played."""

    wins: tuple[int, ...]
    points: tuple[int, ...]
    facts: int = 0


class Asked:
    """A counter of questions: the visits of each player, and the questions of each topic in the present visit.

    A visit begins with a new turn or a topic in ``turn_topics``. Two play-outs that differ in one visit therefore give
    the questions of later visits the same names.
    """

    def __init__(
        self, turn: str = "", visits: Mapping[str, int] | None = None, here: Mapping[str, int] | None = None
    ) -> None:
        self._turn, self._visits, self._here = turn, Counter(visits), Counter(here)

    def copy(self) -> Asked:
        """Return a copy."""
        return Asked(self._turn, self._visits, self._here)

    def next(self, play: Play) -> str:
        """Count the question that is open now, and return its unique name."""
        turn = play.game.turn
        topic = next((q.topic for q in play.open if not isinstance(q, Closed)), "")
        if turn != self._turn or topic in play.game.turn_topics:
            self._turn = turn
            self._visits[turn] += 1
            self._here.clear()
        self._here[topic] += 1
        return f"{turn}/{self._visits[turn]}/{topic}/{self._here[topic]}"


class Steady(Random):
    """A random generator whose choice among options mostly stays the same if one more option is added."""

    def _randbelow(self, n: int) -> int:
        return int(self.random() * n)


class Chance:
    """The random numbers of one play-out: its ``seed`` and a question's name fix the numbers for that question.

    Two play-outs with one seed thus throw the same dice for the same questions, even if they began at other moments.
    Their difference then varies less than each result (common random numbers).
    """

    def __init__(self, seed: int, asked: Asked) -> None:
        self._seed, self._asked = seed, asked.copy()
        self._random = Steady()

    def next(self, play: Play) -> Random:
        """Return the random numbers of the next answer."""
        self._random.seed(crc32(f"{self._seed}/{self._asked.next(play)}".encode()))
        return self._random


def turn(play: Play, random: Random) -> Fact | None:
    """Return the next fact at a table of simple players, None if nothing is possible.

    It answers like ``players.turn``, but only one chosen question; it gives rare answers only if there is no other.
    """
    open_ = [q for q in play.open if q.seats and not isinstance(q, Closed)]
    some = [q for q in open_ if not isinstance(q, Landing) and not getattr(q, "rare", False)] or open_
    pick = random.random()
    while some:
        weights = [players.EAGER.get(q.kind, 1) for q in some]
        at, left = 0, pick * sum(weights)
        while left >= weights[at] and at < len(some) - 1:
            left -= weights[at]
            at += 1
        fact = players.answer(some[at], random)
        if fact is not None:
            return fact
        del some[at]
    return None


def drawn_anew(play: Play, question: Question | None, fact: Fact, random: Random) -> Fact:
    """Return another result of the same chance event: the same dice thrown again, or another card."""
    random.random()  # as ``turn`` does to choose a question
    if isinstance(question, Landing):
        question = next((q for q in play.open if isinstance(q, Throw) and fact.seat in q.seats), question)  # type: ignore[attr-defined]
    if isinstance(fact, DiceThrown):
        random.choice((fact.seat,))
        return replace(fact, dice=tuple(die._replace(value=_face(die, random)) for die in fact.dice))
    answer = question.answer(fact.seat, random) if question else None  # type: ignore[attr-defined]
    return answer or fact


def _face(die: Die, random: Random) -> int | str:
    return random.choice(FACES[DieKind(die.kind)])


def play_on(play: Play, chance: Chance, first: tuple[Question | None, Fact] | None = None) -> Ending:
    """Play to the end and return it; ``first`` is a chance event to redraw at the start."""
    game, facts = play.game, 0
    while game.outcome is None and facts < LONGEST:
        random = chance.next(play)
        fact = turn(play, random) if first is None else drawn_anew(play, *first, random)
        first = None
        if fact is None:
            break
        facts += 1
        play.apply(game.number + 1, fact)
    return replace(ending(game), facts=facts)


def ending(game: Game) -> Ending:
    """Return the result of a game; by points if it has not ended."""
    there = list(game.players)
    if game.outcome is not None:
        winners: Sequence[str] = (game.outcome.winner, *game.outcome.others)
    else:
        winners = [seat for seat, place in game.places().items() if place == 1]
    part = SHARE // len(winners)
    return Ending(tuple(part * (seat in winners) for seat in there), tuple(game.balance(seat) for seat in there))
