"""The table's own words: what the rules do not ask for, allowed at any time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from companion.facts.answers import Names
from companion.facts.fact import ASquare, TableWord
from companion.facts.started import Level
from companion.schema import Free, FreeObject, Index, Positive, Signed, Text20, Text40, Text80

Pieces = Annotated[Mapping[Positive, Annotated[int, (0, 10_000)]], '{"500": 2}']
"""Pieces by their value."""


# --- money -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyMoved(TableWord):
    """Any amount between any two accounts; ``done`` when the chips lie there already (a counted difference)."""

    giver: Text40
    taker: Text40
    amount: Positive
    done: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver(TableWord):
    """Chips changed hands.

    ``debts`` are the closed parts, each ``(id, giver, taker, amount)``; ``moves`` the pieces that went,
    each ``(giver, taker, {value: number})``; ``unknown`` the accounts whose pieces are not known any more.
    """

    debts: Annotated[
        tuple[Annotated[tuple[Text40, Text40, Text40, Signed], '[["2.0", "A", "bank", 150]]'], ...],
        20_000,  # who taps nothing all evening closes every payment of it at the end
    ]
    moves: Annotated[tuple[Annotated[tuple[Text40, Text40, Pieces], '[["A", "bank", {"50": 3}]]'], ...], 400] = ()
    unknown: Names = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsCounted(TableWord):
    """Somebody counted the chips of an account."""

    account: Text40
    chips: Pieces


# --- seats -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnGiven(TableWord):
    """It is this seat's turn now; what was open ends, stakes go back."""

    seat: Text40


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatJoined(TableWord):
    """A guest sits down, in turn order after the seat ``after``."""

    seat: Text40
    name: Text80
    colour: Text20 | None = None
    age: Annotated[int, (0, 150)] = 0
    after: Text40 = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft(TableWord):
    """A player leaves; chips and cards go ``to`` the bank, to a seat, or are ``shared``."""

    seat: Text40
    to: Text40 = "bank"
    void_duel: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken(TableWord):
    """Another person plays on at this seat."""

    seat: Text40
    name: Text80


@dataclass(frozen=True, slots=True, kw_only=True)
class BankerNamed(TableWord):
    """The office of banker passes."""

    seat: Text40


# --- rules and box ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelSet(TableWord):
    """How much Servi says and does from now on."""

    level: Level


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseChanged(TableWord):
    """A house rule is another one from now on."""

    key: Text40
    value: Free


@dataclass(frozen=True, slots=True, kw_only=True)
class PawnPlaced(TableWord):
    """A pawn stands on the square with this index now; the square does not act."""

    seat: Text40
    index: Index


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareSkipped(TableWord):
    """What is going on at this square ends here; stakes go back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareCorrected(TableWord):
    """A square of the board is another one than was thought; it does not act again.

    ``other`` is the square that gets what was thought to be there, where the two were taken for one another.
    """

    index: Index
    square: ASquare
    other: Index | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCorrected(TableWord):
    """A card of the box says something else than was thought."""

    deck: Text40
    name: Text80
    card: FreeObject
