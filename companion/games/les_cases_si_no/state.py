"""The state of Les cases Si-No: the croupier, the value of the 7, the bets and the scores."""

from __future__ import annotations

from collections.abc import Mapping

from companion.facts import GameStarted
from companion.game.base import Ended, Game
from companion.games.les_cases_si_no import box as boxes
from companion.money.ledger import SCOREBOARD

TARGET = 7000


class SiNoState(Game):
    """The state of Les cases Si-No; ``turn`` is the croupier, ``stage`` the phase of the rule book (1, 2 or 3)."""

    name = "les_cases_si_no"
    version = 2
    announcements = frozenset({"seven", "cancelled"})
    source = SCOREBOARD
    counters = ()
    first = "dice"
    office_plays = True
    chance_topics = frozenset({"seven_at", "draw_result"})

    def __init__(self, started: GameStarted) -> None:
        super().__init__(started)
        self.target = self.target or TARGET
        self.board_of_bets = boxes.BettingTables(self.box)
        self.stage = 1
        self.tries = 0
        self.circle = 0
        self.seven: dict[str, int] = {}
        self.bets: dict[str, dict[str, str]] = {}
        self.bets_before: dict[str, dict[str, str]] = {}
        self.throws = 0
        self.draw = ""
        self.raw_gains: dict[str, int] = {}
        self.cancelled: list[str] = []
        self.reached: list[str] = []

    def own(self) -> boxes.BettingTables:
        return self.board_of_bets

    @property
    def croupier(self) -> str:
        """The seat that throws."""
        return self.turn

    @property
    def result_only(self) -> bool:
        """Whether the croupier may enter the result of his dice with one button."""
        return bool(self.house["result_only"])

    def bettors(self) -> list[str]:
        """Return all seats but the croupier, clockwise from him (SN-P2-1)."""
        return self.others(self.turn)

    def score(self, seat: str, points: int, rule: str, reason: str) -> None:
        """Add points to a seat's score."""
        self.pay(SCOREBOARD, seat, points, reason, rule)

    def check_after(self, creditors: Mapping[str, str]) -> None:
        """End the game if one seat is left, or a seat has exactly the target (SN-END-1)."""
        super().check_after(creditors)
        self.reached = [s for s in self.playing() if self.balance(s) == self.target]
        if self.reached and self.phase == "turns":
            raise Ended(self.reached, "target")

    # --- table words --------------------------------------------------------------------------------------

    def withdraw(self, seat: str) -> None:
        super().withdraw(seat)
        self.bets.pop(seat, None)
