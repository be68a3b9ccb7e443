"""The first fact of an evening."""

from __future__ import annotations

from typing import Annotated, Literal

from companion.facts.fact import Fact, Seat
from companion.record import record
from companion.schema import FreeObject, Natural, Text40, Text60

Level = Literal["compteur", "arbitre", "croupier"]
"""Whether Servi never refuses, refuses by the rules, or also answers if only one answer is possible."""

ASeat = Annotated[Seat, '[{"id": "A", "name": "Anna", "colour": "rouge", "age": 9}]']


@record(kw_only=True)
class GameStarted(Fact):
    """The start of an evening. It holds all data for the scripts, so that an old evening replays unchanged.

    ``package`` is the distribution of a game that is not part of Servi. ``carried`` is the state of an evening begun
    without Servi: balances, pot, positions, cards, who is out. ``rules`` is the version of the game's rules that the
    evening began with, and keeps.
    """

    game: Text40
    seats: Annotated[tuple[ASeat, ...], 12]
    house: FreeObject
    box: FreeObject
    target: Natural = 0
    banker: Text40 = ""
    first: Text40 = ""
    level: Level = "arbitre"
    rules: Annotated[int, (1, 1000)] = 1
    simulated: bool = False
    package: Text60 = ""
    carried: FreeObject | None = None
