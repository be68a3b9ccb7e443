"""The demonstration: simple players at the simulated table, where the real eye reads the drawn dice.

The table gets the faces only from the eye. If a reading is unsure, the player throws again."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from companion import players
from companion.errors import JournalError, ServiError
from companion.evening import Evening
from companion.facts import DiceKept, DiceThrown, Fact
from companion.game.base import Game
from companion.game.library import game_class
from companion.questions import Keep, Throw
from companion.table import Result, Table

NAMES = (
    "Anna", "Bruno", "Chloé", "David", "Emma", "Farid", "Greta", "Hugo", "Inès", "Jonas", "Karim", "Léa",
)  # fmt: skip
SEATS = 4
PAUSE = 1.6
"""Seconds between two acts at normal speed."""
AFTERWARDS = 20.0
"""Seconds that the end of an evening stays on the page at normal speed."""
LOOK = 1.0
"""Timeout of each wait for the eye's reading, in seconds; the wait repeats until the reading comes."""
MOST = 6000
"""Maximum facts of an evening; the demonstration stops a longer one."""


class OutOfBalance(ServiError):
    """The sum of all points has changed; the demonstration then stops."""


@dataclass(slots=True)
class Played:
    """The result of one evening: facts, throws, unsure readings, unseen throws, and the winner."""

    facts: int = 0
    throws: int = 0
    unsure: int = 0
    unseen: int = 0
    winner: str = ""

    def __str__(self) -> str:
        won = f"{self.winner} wins" if self.winner else "broken off"
        return (
            f"{won} after {self.throws} throws and {self.facts} facts; thrown again: {self.unsure} unsure, "
            f"{self.unseen} unseen; the ledger balances"
        )


def setup(game: type[Game]) -> dict[str, Any]:
    """Return the data of a set-up form for a simulated evening."""
    low, high = game.players_allowed
    colours = list(game.colours())
    rows = [{"name": name, "age": 30 + at} for at, name in enumerate(NAMES[: max(low, min(SEATS, high))])]
    for row, colour in zip(rows, colours, strict=False):
        row["colour"] = colour
    targets = game.targets().values()
    return {"game": game.name, "seats": rows, "simulated": True, **({"target": min(targets)} if targets else {})}


class Demo:
    """Simple players at a simulated table. ``hurry`` skips every pause."""

    def __init__(self, table: Table, game: str, *, hurry: bool = False, chance: Random | None = None) -> None:
        self._table, self._game = table, game_class(game)
        self._hurry = hurry
        self._chance = chance or Random()

    def play(self, evenings: int | None = None, report: Callable[[str], None] = print) -> None:
        """Play a number of evenings, or endlessly; raise ``OutOfBalance`` if the sum of all points changes."""
        number = 0
        while evenings is None or number < evenings:
            number += 1
            report(f"evening {number}: {self.evening()}")
            if evenings is None or number < evenings:
                self._pause(AFTERWARDS)
            self._table.erase_pictures()

    def evening(self) -> Played:
        """Play one evening to its end; return its result."""
        self._table.start(setup(self._game))
        played, points = Played(), self._evening().play.game.ledger.total()
        while (evening := self._evening()).play.game.outcome is None and evening.number < MOST:
            try:
                self._act(evening, played)
            except JournalError:  # the page shows the problem, such as a full disk; play continues once it is solved
                time.sleep(1)
            if self._evening().play.game.ledger.total() != points:
                raise OutOfBalance(f"the ledger is out of balance after fact {self._evening().number}")
        game = evening.play.game
        played.facts, played.throws = evening.number, evening.play.throws
        played.winner = game.players[game.outcome.winner].name if game.outcome else ""
        return played

    def _evening(self) -> Evening:
        evening = self._table.evening()
        if evening is None or not self._table.simulated:
            raise ServiError("the demonstration was left: start it again with --demo")
        return evening

    def _act(self, evening: Evening, played: Played) -> None:
        """Do one act: hand over a debt, answer a question, or throw."""
        self._pause(PAUSE)
        seen = evening.number
        if self._table.snapshot().around.pending:
            played.unsure += 1
            self._table.drop_pending()
        for due in self._table.snapshot().debts[:1]:
            self._table.hand_over(due.giver, due.taker, 0 if due.ways else None)
            self._pause(PAUSE)
            return
        fact = players.turn(evening.play, self._chance)
        if fact is None:
            raise ServiError(f"nobody can answer {[q.topic for q in evening.play.open]}")
        if isinstance(fact, DiceThrown) and fact.dice:
            self._throw(evening, fact, played)
        else:
            self._submit(fact, seen)

    def _submit(self, fact: Fact, seen: int) -> Result:
        return self._table.submit(fact, seen=seen, who=NAMES[0])

    def _throw(self, evening: Evening, wish: DiceThrown, played: Played) -> None:
        """Throw the simulated dice and wait for the eye's reading.

        If dice may stay, only submit which of them stay; the next act throws the others.
        """
        question = next(q for q in evening.play.open if isinstance(q, Throw))
        keeping = any(isinstance(q, Keep) for q in evening.play.open)
        if keeping and question.lying is not None and question.kept is None:
            self._submit(DiceKept(seat=wish.seat, kept=wish.kept or ()), evening.number)
            return
        seen = evening.number
        if not self._table.throw_simulated(seen=seen).ok:  # somebody else has acted at this table, or dice still roll
            self._table.wait(self._table.snapshot().version, 0.1)
            return
        while not self._table.looked_at(LOOK):
            pass
        now = self._table.snapshot()
        if now.number == seen and not now.around.pending:
            played.unseen += 1

    def _pause(self, seconds: float) -> None:
        if not self._hurry:
            time.sleep(seconds)
