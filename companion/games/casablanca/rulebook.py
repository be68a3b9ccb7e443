"""The rule book of Casablanca: its box, its house rules, and the evening as one script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game.base import ScriptPart
from companion.game.forms import FormTable
from companion.games.casablanca import box as boxes
from companion.games.casablanca.setup import set_up
from companion.games.casablanca.state import CasablancaState
from companion.games.casablanca.turn import turns
from companion.games.casablanca.words import CasablancaWords


class Casablanca(CasablancaState):
    """A game of Casablanca."""

    words = CasablancaWords()

    @classmethod
    def checked_box(cls, data: dict[str, Any]) -> dict[str, Any]:
        boxes.SymbolBoard(data)
        return data

    @classmethod
    def empty_box(cls) -> dict[str, Any]:
        return boxes.empty()

    @classmethod
    def box_tables(cls, data: Mapping[str, Any]) -> tuple[FormTable, ...]:
        return boxes.tables(data)

    def box_data(self) -> dict[str, Any]:
        return self.board.as_data(self.box)

    def board_trouble(self) -> str:
        return boxes.box_trouble(self.box_data()) if self.board.crowded() else ""

    def set_up(self) -> ScriptPart:
        return set_up(self)

    def turns(self) -> ScriptPart:
        return turns(self)

    def decide(self, contenders: Sequence[str], reason: str) -> ScriptPart:
        """Return the richest players as the winners, even if another one found the fourth card (CB-END-1, CB-END-2)."""
        yield from ()
        return self.richest(), reason

    def rematch(self) -> dict[str, str]:
        """Return the winner as the leader of the rematch (CB-TOK-2)."""
        return {"banker": self.outcome.winner} if self.outcome else {}
