"""Answers of a seat to an open question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from companion.facts.fact import ASquare, Die, SeatFact
from companion.schema import FreeObject, Index, Natural, Positive, Text20, Text40, Text80

Dice = Annotated[tuple[Die, ...], 12]
Kept = Annotated[tuple[Annotated[int, (1, 6)], ...], 5]
Names = Annotated[tuple[Text80, ...], 60]


# --- dice ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceThrown(SeatFact):
    """Dice were thrown: only those that rolled; ``kept`` are the values of the dice that stayed."""

    dice: Dice
    kept: Kept | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceKept(SeatFact):
    """A player tells which dice stay before throwing the others."""

    kept: Kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Stood(SeatFact):
    """A player said « servi »."""


# --- stakes and bets -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StakePlaced(SeatFact):
    """A stake was put down."""

    amount: Positive


@dataclass(frozen=True, slots=True, kw_only=True)
class BetPlaced(SeatFact):
    """Chips were put on a field of the cloth; more chips on the same field make one bet."""

    field: Text20
    amount: Positive


@dataclass(frozen=True, slots=True, kw_only=True)
class BetTakenBack(SeatFact):
    """A bet was taken off its field while the bets were open."""

    field: Text20


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsTold(SeatFact):
    """After the throw a player says what lay on the winning fields, and how much in all."""

    won: Annotated[Mapping[Text20, Positive], '{"7": 100}']
    total: Natural


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsClosed(SeatFact):
    """« Rien ne va plus »."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Protested(SeatFact):
    """Challenged an announcement; ``amount`` is the stake on it, None if it follows."""

    amount: Positive | None = None


# --- choices ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OpponentChosen(SeatFact):
    """A player named his opponent."""

    opponent: Text40


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionChosen(SeatFact):
    """One of the offered options was taken."""

    option: Text40


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberGiven(SeatFact):
    """A number that only the table knows was given."""

    number: Natural


# --- cards -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn(SeatFact):
    """A card was drawn and told or picked from the list.

    ``card`` with ``hidden`` is a secret of its holder: what the others may see is ``public(fact)``.
    """

    deck: Text40
    card: FreeObject


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSold(SeatFact):
    """Cards were sold, all those of the visit at once; none ends the visit."""

    cards: Names


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsHeld(SeatFact):
    """A player tells the cards in his own hand, a secret of his: the others may see ``public(fact)``."""

    cards: Names


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsShown(SeatFact):
    """A player lays cards open."""

    cards: Names


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed(SeatFact):
    """A card of the hand was played: to which ``use``, with which loose cards, and which ``build`` it concerns.

    ``value`` is what was announced; a build is named by its value.
    """

    card: Text20
    use: Text20
    take: Names = ()
    build: Index = 0
    value: Index = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(SeatFact):
    """What everybody's pile holds was counted: ``counts`` by seat and by what was counted."""

    counts: FreeObject


# --- squares ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareNamed(SeatFact):
    """The table told what the square under the pawn is; ``passed`` when the own casino lay on the way."""

    square: ASquare
    passed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed(SeatFact):
    """The table told where the pawn arrived, instead of the movement dice."""

    square: ASquare
    passed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoChosen(SeatFact):
    """A player chose the casino, and so the colour, that he starts from."""

    colour: Text20
