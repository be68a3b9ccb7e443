"""The type of a rule script, and the signals raised in one."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

from companion.facts import Fact
from companion.questions import Question

Questions = tuple[Question, ...]
Script = Generator[Questions, Fact, None]
"""A whole game: yields the open questions and receives the fact that answers one of them."""
ScriptPart = Generator[Questions, Fact, Any]
"""A part of a script, with a return value."""


class SquareEnded(Exception):
    """Raised in a script: the current square ends, and stakes go back."""


class TurnPassed(Exception):
    """Raised in a script: another seat has the turn."""


class Ended(Exception):
    """Raised in a script: the game is over; the contenders share the win or play it off."""

    def __init__(self, contenders: Iterable[str], reason: str) -> None:
        super().__init__(reason)
        self.contenders = tuple(contenders)
        self.reason = reason
