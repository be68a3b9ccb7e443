"""The data of pages, for tests that check a table or an evening as pages show it."""

from __future__ import annotations

from typing import Any

from companion import report as reports
from companion.evening import Evening
from companion.facts import Fact
from companion.observe import observe
from companion.refusal import Refusal
from companion.table import Result, Table
from companion.telling.reader import Reader
from web.drawing import drawn, drawn_evening
from web.drawing import games as game_rows
from web.drawing.report import difference_row, report_rows
from web.drawing.rows import refusal_row
from web.stream import secret_row


def view(table: Table) -> dict[str, Any]:
    """Return the view of a table."""
    return drawn(table.snapshot())


def shown(evening: Evening) -> dict[str, Any]:
    """Return the view of an evening."""
    return drawn_evening(observe(evening))


def history(evening: Evening) -> list[dict[str, Any]]:
    """Return the lines of the report of an evening."""
    return report_rows(Reader(observe(evening)), reports.report(evening))


def report(table: Table) -> list[dict[str, Any]]:
    """Return the lines of the report of a table."""
    return report_rows(Reader(table.snapshot()), table.history())


def secrets(evening: Evening, seat: str) -> dict[str, Any]:
    """Return the secrets of a seat."""
    return secret_row(observe(evening), evening.play.game.secrets(seat))


def preview(table: Table, fact: Fact) -> dict[str, Any]:
    """Return the preview of a fact."""
    found = table.preview(fact)
    assert not isinstance(found, Refusal)
    return difference_row(table.snapshot(), found)


def refusal(result: Result, table: Table) -> dict[str, Any]:
    """Return a refusal in words."""
    assert result.refusal is not None
    return refusal_row(result.refusal, table.snapshot())


def decks(table: Table) -> list[dict[str, Any]]:
    """Return the known cards of the box, by deck."""
    found: list[dict[str, Any]] = game_rows.decks_row(table.snapshot(), table.decks())["decks"]
    return found


def rule_book(evening: Evening) -> dict[str, Any]:
    """Return the rule book's text with the house rules."""
    return game_rows.rule_book(observe(evening))
