"""Small JSON parts of several pages: refusals, chips, proposals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from companion.money.chips import Proposal, Stock
from companion.questions.words import RefusalWords
from companion.refusal import Refusal
from companion.snapshot import Snapshot
from companion.telling.reader import Reader, refusal_data, refusal_text

if TYPE_CHECKING:
    from web.drawing.shapes import Way

Row = dict[str, Any]
"""JSON data for a page."""


def refusal_row(refusal: Refusal, now: Snapshot) -> RefusalWords:
    """Return a refusal with what is allowed and the rule book's text."""
    return Reader(now).refused(refusal) if now.game else refusal_data(refusal, *refusal_text(refusal, now), None)


@overload
def pieces_row(stock: Stock) -> dict[str, int]: ...
@overload
def pieces_row(stock: Stock | None) -> dict[str, int] | None: ...
def pieces_row(stock: Stock | None) -> dict[str, int] | None:
    """Return chips by value, with text keys for JSON; None if they are unknown."""
    return None if stock is None else {str(value): n for value, n in stock.items()}


def way_row(way: Proposal) -> Way:
    """Return a proposal as JSON."""
    exchange = way.exchange
    return {
        "hand": pieces_row(way.hand),
        "back": pieces_row(way.back),
        "exchange": {"give": pieces_row(exchange.give), "get": pieces_row(exchange.get)} if exchange else None,
    }
