"""The rule book of Home Casino: its house rules, and the evening as one script."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from companion.errors import BadCommand
from companion.facts import CardsSold, CasinoChosen, Fact
from companion.game.base import ScriptPart
from companion.games.home_casino import box as boxes
from companion.games.home_casino import coach, rare
from companion.games.home_casino.known import Board
from companion.games.home_casino.playoff import play_off
from companion.games.home_casino.settlement import sell
from companion.games.home_casino.setup import set_up
from companion.games.home_casino.state import UNIT, HomeCasinoState
from companion.games.home_casino.turn import turns
from companion.games.home_casino.words import HomeCasinoWords
from companion.language import tr
from companion.odds.chance import Decision


class HomeCasino(HomeCasinoState):
    """A game of Home Casino."""

    words = HomeCasinoWords()

    @classmethod
    def colours(cls) -> tuple[str, ...]:
        return boxes.COLOURS

    @classmethod
    def targets(cls) -> dict[str, int]:
        """Return the targets of the short, medium and long game (HC-DUR-3 to 5)."""
        return {"courte": 8000, "moyenne": 10000, "longue": 15000}

    @classmethod
    def check_target_given(cls, target: Any) -> int:
        if target is None:
            return 8000
        if type(target) is not int or not 4000 < target <= 150_000 or target % UNIT:
            raise BadCommand(tr("L'objectif est un multiple de 25 au-dessus de 4 000."))
        return target

    @classmethod
    def empty_box(cls) -> dict[str, Any]:
        return boxes.empty()

    @classmethod
    def checked_box(cls, data: dict[str, Any]) -> dict[str, Any]:
        Board(data)
        return data

    @classmethod
    def box_form(cls) -> dict[str, Any]:
        return {
            "kinds": boxes.KINDS,
            "needs": boxes.NEEDS,
            "colours": boxes.COLOURS,
            "length": (boxes.SHORTEST, boxes.LONGEST),
            "decks": boxes.DECKS,
            "chips": boxes.CHIPS,
            "start_chips": boxes.START_CHIPS,
            "dice": boxes.DICE,
        }

    def chances(self) -> dict[tuple[int, str], Fraction]:
        return rare.chances(self.ledger.transfers, self.news, self.players)

    def famous(self) -> list[tuple[int, str, bool]]:
        return rare.tries(self.news)

    def decisions(self) -> list[Decision]:
        return [] if self.house["coach"] == "off" else coach.decisions(self.choices, self.house)

    def set_up(self) -> ScriptPart:
        return set_up(self)

    def turns(self) -> ScriptPart:
        return turns(self)

    def decide(self, contenders: Sequence[str], reason: str) -> ScriptPart:
        """Decide by a play-off between several contenders; they also play if they went bankrupt in one settlement."""
        if len(contenders) == 1:
            return contenders, reason
        self.out -= set(contenders)
        winner = yield from play_off(self, contenders)
        return (winner,), "playoff"

    def overruled(self, fact: Fact) -> None:
        """Carry out a forced sale or a forced choice of a taken colour; record other forced answers without effect."""
        match fact:
            case CardsSold(seat=seat, cards=names):
                sell(self, seat, names)
            case CasinoChosen(seat=seat, colour=colour):
                self.players[seat].colour = colour
            case _:
                super().overruled(fact)
