"""The rule book of Cassino: its house rules, and the evening as one script."""

from __future__ import annotations

from typing import Any

from companion.errors import BadCommand
from companion.game.base import ScriptPart
from companion.games.cassino.deal import deals, set_up
from companion.games.cassino.state import CassinoState
from companion.games.cassino.words import CassinoWords
from companion.language import tr


class Cassino(CassinoState):
    """A game of Cassino."""

    words = CassinoWords()

    @classmethod
    def targets(cls) -> dict[str, int]:
        return {"longue": 21, "courte": 11}

    @classmethod
    def check_target_given(cls, target: Any) -> int:
        if target is None:
            return 0
        if type(target) is not int or not 0 <= target <= 1000:
            raise BadCommand(tr("L'objectif est un nombre de points, 21 d'ordinaire."))
        return target

    def set_up(self) -> ScriptPart:
        return set_up(self)

    def turns(self) -> ScriptPart:
        return deals(self)

    def rematch(self) -> dict[str, str]:
        """Return the player to the dealer's left as the dealer of the rematch (CS-DEAL-8)."""
        return {"banker": self.next_dealer}
