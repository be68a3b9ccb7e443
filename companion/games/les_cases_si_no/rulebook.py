"""The rule book of Les cases Si-No: its box, its house rules, and the evening as one script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.errors import BadCommand
from companion.game.base import Ended, Scene, ScriptPart
from companion.game.forms import FormTable
from companion.games.les_cases_si_no import box as boxes
from companion.games.les_cases_si_no.bets import IN_COMMON, shared
from companion.games.les_cases_si_no.playoff import play_off
from companion.games.les_cases_si_no.rounds import rounds
from companion.games.les_cases_si_no.scenes import Bets
from companion.games.les_cases_si_no.setup import set_up
from companion.games.les_cases_si_no.state import TARGET, SiNoState
from companion.games.les_cases_si_no.words import SiNoWords
from companion.language import tr
from companion.odds import les_cases_si_no as odds


class SiNo(SiNoState):
    """A game of Les cases Si-No."""

    words = SiNoWords()

    @classmethod
    def colours(cls) -> tuple[str, ...]:
        return boxes.COLOURS

    @classmethod
    def targets(cls) -> dict[str, int]:
        return {"pile": TARGET}

    @classmethod
    def check_target_given(cls, target: Any) -> int:
        if target not in (None, 0, TARGET) or isinstance(target, bool):
            raise BadCommand(tr("On joue à 7 000 points, pile."))
        return TARGET

    @classmethod
    def checked_box(cls, data: dict[str, Any]) -> dict[str, Any]:
        boxes.BettingTables(data)
        return data

    @classmethod
    def empty_box(cls) -> dict[str, Any]:
        return boxes.empty()

    @classmethod
    def box_tables(cls, data: Mapping[str, Any]) -> tuple[FormTable, ...]:
        return boxes.tables(data)

    def box_data(self) -> dict[str, Any]:
        return self.board_of_bets.as_data(self.box)

    def chances(self) -> dict[tuple[int, str], Fraction]:
        """Return the probability of the draw behind each win; the bet does not change it."""
        ways = odds.draws()
        sevens = {"seven_green": odds.green_seven(), "seven_red": odds.red_seven()}
        return {
            (one.number, one.taker): sevens.get(one.reason) or Fraction(ways[one.reason.removeprefix("draw:")], 36)
            for one in self.ledger.transfers
            if one.reason in sevens or one.reason.startswith("draw:")
        }

    def set_up(self) -> ScriptPart:
        return set_up(self)

    def turns(self) -> ScriptPart:
        if tied := (self.started.carried or {}).get("playoff"):
            raise Ended(tied, "target")
        return rounds(self)

    def decide(self, contenders: Sequence[str], reason: str) -> ScriptPart:
        """Decide by a play-off between several seats that reached 7000 in the same throw (SN-PRE-6)."""
        if len(contenders) == 1:
            return contenders, reason
        winner = yield from play_off(self, contenders)
        return (winner,), "playoff"

    def rematch(self) -> dict[str, str]:
        """Return the next player clockwise as the first croupier of the rematch (SN-SET-3)."""
        return {"first": self.after(self.turn)}

    def picture(self) -> Scene | None:
        """Return the scene; during the bets it includes the numbers that bettors have in common (SN-PRE-2)."""
        scene = super().picture()
        if isinstance(scene, Bets):
            scene.croupier, scene.common, scene.most = self.turn, shared(self), IN_COMMON
        return scene
