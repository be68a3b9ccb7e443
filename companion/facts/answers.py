"""Answers of a seat to an open question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from companion.facts.fact import ASquare, Die, SeatFact
from companion.record import record
from companion.schema import FreeObject, Index, Natural, Positive, Signed, Text20, Text40, Text80

Dice = Annotated[tuple[Die, ...], 12]
Kept = Annotated[tuple[Annotated[int, (1, 6)], ...], 5]
Names = Annotated[tuple[Text80, ...], 60]


# --- dice ------------------------------------------------------------------------------------------------


@record(kw_only=True)
class DiceThrown(SeatFact):
    """A player threw dice; ``dice`` are only those that rolled, ``kept`` the values of the dice that stayed.

    ``eye`` names the eye that read them: its networks, then "+" and the data that it had learned at this table.
    """

    dice: Dice
    kept: Kept | None = None
    eye: Text20 = ""


@record(kw_only=True)
class DiceKept(SeatFact):
    """A player named the dice that stay, before throwing the others."""

    kept: Kept


@record(kw_only=True)
class Stood(SeatFact):
    """A player said « servi »: he stops throwing or drawing."""


# --- stakes and bets -------------------------------------------------------------------------------------


@record(kw_only=True)
class StakePlaced(SeatFact):
    """A player placed a stake."""

    amount: Positive


@record(kw_only=True)
class BetPlaced(SeatFact):
    """A player put chips on a field of the cloth; further chips on the same field add to the bet."""

    field: Text20
    amount: Positive


@record(kw_only=True)
class BetTakenBack(SeatFact):
    """A player took a bet back while the bets were open."""

    field: Text20


@record(kw_only=True)
class BetsTold(SeatFact):
    """A player declared his bets after the throw: those on the winning fields, and the total."""

    won: Annotated[Mapping[Text20, Positive], '{"7": 100}']
    total: Natural


@record(kw_only=True)
class BetsClosed(SeatFact):
    """The croupier closed the bets: « rien ne va plus »."""


@record(kw_only=True)
class Protested(SeatFact):
    """A player challenged an announcement; ``amount`` is None if the stake is named later."""

    amount: Positive | None = None


# --- choices ---------------------------------------------------------------------------------------------


@record(kw_only=True)
class OpponentChosen(SeatFact):
    """A player named his opponent."""

    opponent: Text40


@record(kw_only=True)
class OptionChosen(SeatFact):
    """A player chose one of the options."""

    option: Text40


@record(kw_only=True)
class NumberGiven(SeatFact):
    """A player gave a number that only the table knows."""

    number: Natural


@record(kw_only=True)
class PointsEntered(SeatFact):
    """A player wrote points, possibly negative, in a line of the score sheet, counted from 1; ``why`` is a note."""

    points: Signed
    line: Annotated[int, (1, 999)]


# --- cards -----------------------------------------------------------------------------------------------


@record(kw_only=True)
class NamesGiven(SeatFact):
    """A player gave names to parts of the box that have no printed name, in their order."""

    names: Annotated[tuple[Text40, ...], 20]


@record(kw_only=True)
class CardDrawn(SeatFact):
    """A player drew a card; somebody typed its name or chose it from the list.

    A ``card`` with ``hidden`` is a secret of its holder; ``public(fact)`` omits its name.
    """

    deck: Text40
    card: FreeObject


@record(kw_only=True)
class CardsSold(SeatFact):
    """A player sold cards, all sales of one visit together; an empty sale ends the visit."""

    cards: Names


@record(kw_only=True)
class CardsHeld(SeatFact):
    """A player showed his own hand to Servi alone; ``public(fact)`` omits the names."""

    cards: Names


@record(kw_only=True)
class CardsShown(SeatFact):
    """A player laid cards face up."""

    cards: Names


@record(kw_only=True)
class CardPlayed(SeatFact):
    """A player played a card: its ``use``, the loose cards that it takes, and the ``build`` that it concerns.

    ``value`` is the announced value; a build's value is its name.
    """

    card: Text20
    use: Text20
    take: Names = ()
    build: Index = 0
    value: Index = 0


@record(kw_only=True)
class Counted(SeatFact):
    """A player counted the piles: ``counts`` by seat and key."""

    counts: FreeObject


# --- squares ---------------------------------------------------------------------------------------------


@record(kw_only=True)
class SquareNamed(SeatFact):
    """A player named the square under the pawn; ``passed``: the pawn passed the player's own casino."""

    square: ASquare
    passed: bool = False


@record(kw_only=True)
class Landed(SeatFact):
    """A player named the square where the pawn arrived, instead of throwing the movement dice."""

    square: ASquare
    passed: bool = False


@record(kw_only=True)
class CasinoChosen(SeatFact):
    """A player chose his starting casino, and with it his colour."""

    colour: Text20
