"""What a rule script is, and what may be raised inside one."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

from companion.facts import Fact
from companion.questions import Closed, Question

Questions = tuple[Question, ...]
Script = Generator[Questions, Fact, None]
"""A whole game: it yields the open questions and is sent the fact that answers one of them."""
Asked = Generator[Questions, Fact, Any]
"""A part of a script, which returns something."""


class SquareEnded(Exception):
    """Raised inside a script: what is going on at this square ends; stakes go back."""


class TurnPassed(Exception):
    """Raised inside a script: it is another seat's turn."""


class Ended(Exception):
    """Raised inside a script: the game is over, and these seats share the win or play it off."""

    def __init__(self, contenders: Iterable[str], reason: str) -> None:
        super().__init__(reason)
        self.contenders = tuple(contenders)
        self.reason = reason


def hears(asked: Questions, kind: type[Fact]) -> bool:
    """Whether one of these questions, or a closed one that listens, takes this kind of fact."""
    for question in asked:
        if kind in question.answers:
            return True
        if isinstance(question, Closed) and question.listen and question.answer is kind:
            return True
    return False
