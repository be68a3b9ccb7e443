"""Table words: decisions that no rule asks for, allowed at any time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from companion.facts.answers import Names
from companion.facts.fact import ASquare, TableWord
from companion.facts.started import Level
from companion.record import record
from companion.schema import Free, FreeObject, Index, Positive, Signed, Text20, Text40, Text80

Pieces = Annotated[Mapping[Positive, Annotated[int, (0, 10_000)]], '{"500": 2}']
"""Number of pieces by value."""


# --- money -----------------------------------------------------------------------------------------------


@record(kw_only=True)
class MoneyMoved(TableWord):
    """The table moved points between two accounts; ``done``: the chips were already moved (a counted difference)."""

    giver: Text40
    taker: Text40
    amount: Positive
    done: bool = False


@record(kw_only=True)
class HandedOver(TableWord):
    """Chips changed hands.

    ``debts``: the closed parts, each ``(id, giver, taker, amount)``. ``moves``: the pieces, each ``(giver, taker,
    {value: number})``. ``unknown``: the accounts whose pieces become unknown.
    """

    debts: Annotated[
        tuple[Annotated[tuple[Text40, Text40, Text40, Signed], '[["2.0", "A", "bank", 150]]'], ...],
        20_000,  # one hand-over at the end may close all payments of an evening
    ]
    moves: Annotated[tuple[Annotated[tuple[Text40, Text40, Pieces], '[["A", "bank", {"50": 3}]]'], ...], 400] = ()
    unknown: Names = ()

    @property
    def assumed(self) -> bool:
        """Whether Servi assumed the hand-over at the next throw because nobody had confirmed it."""
        return self.how == "auto"


@record(kw_only=True)
class ChipsCounted(TableWord):
    """Somebody counted the chips of an account."""

    account: Text40
    chips: Pieces


# --- seats -----------------------------------------------------------------------------------------------


@record(kw_only=True)
class TurnGiven(TableWord):
    """The table gave the turn to this seat; open questions end, stakes go back."""

    seat: Text40


@record(kw_only=True)
class SeatJoined(TableWord):
    """A guest sat down, in turn order after the seat ``after``."""

    seat: Text40
    name: Text80
    colour: Text20 | None = None
    age: Annotated[int, (0, 150)] = 0
    after: Text40 = ""


@record(kw_only=True)
class SeatLeft(TableWord):
    """A player left; chips and cards go ``to`` the bank, to a seat, or are ``shared``.

    ``void_duel``: he may leave during a duel, which then does not count.
    """

    seat: Text40
    to: Text40 = "bank"
    void_duel: bool = False


@record(kw_only=True)
class SeatTaken(TableWord):
    """Another person took over this seat."""

    seat: Text40
    name: Text80


@record(kw_only=True)
class BankerNamed(TableWord):
    """The table named another banker."""

    seat: Text40


# --- rules and box ---------------------------------------------------------------------------------------


@record(kw_only=True)
class LevelSet(TableWord):
    """The table changed the level (``Level``)."""

    level: Level


@record(kw_only=True)
class HouseChanged(TableWord):
    """The table changed a house rule."""

    key: Text40
    value: Free


@record(kw_only=True)
class PawnPlaced(TableWord):
    """The table moved a pawn to the square with this index; the square has no effect."""

    seat: Text40
    index: Index


@record(kw_only=True)
class SquareSkipped(TableWord):
    """The table ended the current square; stakes go back."""


@record(kw_only=True)
class SquareCorrected(TableWord):
    """The table corrected a square of the board; the square takes no effect again.

    ``other`` is set if the table confused two squares: they exchange their places.
    """

    index: Index
    square: ASquare
    other: Index | None = None


@record(kw_only=True)
class CardCorrected(TableWord):
    """The table corrected a card of the box."""

    deck: Text40
    name: Text80
    card: FreeObject
