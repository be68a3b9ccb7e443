"""What Les cases Si-No keeps track of: the office of croupier, the two chips of it, the bets and the scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import BadCommand
from companion.facts import BankerNamed, GameStarted, SeatJoined, TableWord
from companion.forms import Table
from companion.game import Ended, Game, Outcome, Script, TurnPassed
from companion.games.les_cases_si_no import bets, playoff, rounds, setup, words
from companion.games.les_cases_si_no import box as boxes
from companion.house import check
from companion.language import tr
from companion.ledger import SCOREBOARD

TARGET = 7000


class SiNo(Game):
    """A game of Les cases Si-No; ``turn`` is the croupier, ``stage`` the phase of the rule book (1, 2 or 3)."""

    name = "les_cases_si_no"
    source = SCOREBOARD
    counters = ()
    players_allowed = (2, 6)
    first = "dice"

    def __init__(self, started: GameStarted) -> None:
        super().__init__(started)
        self.house = check(self.name, self.house)
        self.target = self.target or TARGET
        self.board_of_bets = boxes.Board(self.box)
        self.stage = 1
        self.tries = 0
        self.circle = 0
        self.seven: dict[str, int] = {}
        self.bets: dict[str, dict[str, str]] = {}
        self.throws = 0
        self.draw = ""
        self.raw_gains: dict[str, int] = {}
        self.cancelled: list[str] = []
        self.reached: list[str] = []

    # --- before it starts --------------------------------------------------------------------------------

    @classmethod
    def title(cls) -> str:
        return words.TITLE

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
    def example_box(cls) -> dict[str, Any]:
        return boxes.example()

    @classmethod
    def empty_box(cls) -> dict[str, Any]:
        """The rule book tells neither points nor layout, so that a game needs a board: that of the example."""
        return boxes.example()

    @classmethod
    def checked_box(cls, data: dict[str, Any]) -> dict[str, Any]:
        boxes.Board(data)
        return data

    @classmethod
    def box_tables(cls, data: Mapping[str, Any]) -> tuple[Table, ...]:
        return boxes.tables(data)

    # --- the evening -------------------------------------------------------------------------------------

    def script(self) -> Script:
        """Find the first croupier, play his ten throws, pass the office on, until somebody has 7000."""
        yield from setup.set_up(self)
        try:
            self.phase = "turns"
            if tied := (self.started.carried or {}).get("playoff"):
                raise Ended(tied, "target")
            yield from rounds.rounds(self)
        except Ended as end:
            self.phase = "deciding"
            winner, reason = end.contenders[0], end.reason
            if len(end.contenders) > 1:
                winner, reason = (yield from playoff.play_off(self, end.contenders)), "playoff"
            self.outcome = Outcome(winner, reason)
            self.phase = "over"
            self.scene = None
            self.tell("won", seat=winner, reason=reason)

    def rematch(self) -> dict[str, str]:
        """The next player clockwise is croupier in the next game (SN-SET-3)."""
        return {"first": self.after(self.turn)}

    def picture(self) -> dict[str, Any] | None:
        """Draw what goes on; while bets are put, also which numbers two bettors have in common (SN-PRE-2)."""
        if self.scene is None or self.scene["kind"] != "bets":
            return self.scene
        return {**self.scene, "croupier": self.turn, "common": bets.shared(self), "most": bets.IN_COMMON}

    @property
    def croupier(self) -> str:
        """The seat that throws."""
        return self.turn

    def bettors(self) -> list[str]:
        """Return everybody but the croupier, clockwise from him (SN-P2-1)."""
        seats = self.playing()
        if self.turn not in seats:
            return seats
        at = seats.index(self.turn)
        return seats[at + 1 :] + seats[:at]

    def score(self, seat: str, points: int, rule: str, reason: str) -> None:
        """Write points on the scoreboard."""
        self.pay(SCOREBOARD, seat, points, reason, rule)

    def check_after(self, creditors: Mapping[str, str]) -> None:
        """End the game where one is left, or where somebody has exactly the target by now (SN-END-1)."""
        if self.phase != "turns":
            return
        left = self.playing()
        if len(left) < 2:
            raise Ended(left or self.order, "last_player")
        self.reached = [s for s in left if self.balance(s) == self.target]
        if self.reached:
            raise Ended(self.reached, "target")

    # --- the table's last word ---------------------------------------------------------------------------

    def hear(self, word: TableWord) -> None:
        """Carry out the table's own word; to name another banker is to name another croupier."""
        super().hear(word)
        if isinstance(word, BankerNamed) and self.phase == "turns" and word.seat != self.turn:
            self.turn = word.seat
            raise TurnPassed

    def joined(self, word: SeatJoined) -> None:
        """A guest has no chip on the table before the next bets."""

    def withdraw(self, seat: str) -> None:
        super().withdraw(seat)
        self.bets.pop(seat, None)
