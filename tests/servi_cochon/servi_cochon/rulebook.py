"""The rule book of Le Cochon: turns until somebody has the target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.errors import BadCommand
from companion.facts import Stood
from companion.game.base import Ended, Game, ScriptPart, SquareEnded, TurnPassed
from companion.language import tr
from companion.money.ledger import SCOREBOARD
from companion.questions import Question, Stand, Throw, d6
from companion.scene import Contest
from servi_cochon.words import CochonWords

LOST = 1
"""The face that loses the turn (CO-TRN-2)."""


@dataclass(slots=True, kw_only=True)
class Turn(Contest):
    """A turn: the thrower, the throws, and the points at risk."""

    kind: ClassVar[str] = "cochon_turn"


class Cochon(Game):
    """The game Le Cochon: a scoreboard, no money."""

    name = "cochon"
    words = CochonWords()
    source = SCOREBOARD
    counters = ()
    players_allowed = (2, 12)

    # --- before it starts ----------------------------------------------------------------------------------

    @classmethod
    def targets(cls) -> dict[str, int]:
        return {"longue": 100, "courte": 50}

    @classmethod
    def check_target_given(cls, target: Any) -> int:
        if target is None:
            return 100
        if type(target) is not int or not 10 <= target <= 1000:
            raise BadCommand(tr("L'objectif est un nombre de 10 à 1000."))
        return target

    def set_up(self) -> None:
        """Order the turns clockwise from the youngest or the named player (CO-SET-1)."""
        self.order = list(self.players)
        self.turn = self.starter = self.beginner()

    # --- the evening ---------------------------------------------------------------------------------------

    def turns(self) -> ScriptPart:
        """Play turn after turn (CO-TRN-4); the table may skip a turn or give it to somebody else."""
        self.check_after({})
        while True:
            before = self.turn
            try:
                yield from self.one_turn(before)
            except TurnPassed:
                continue  # ``turn`` is already the next seat
            except SquareEnded:
                pass
            self.turn = self.after(before)
            if self.house["last_round"] and self.round_ended(before):
                self.end_where_reached()

    def one_turn(self, seat: str) -> ScriptPart:
        """Play one turn: a 1 loses its points, stopping keeps them (CO-TRN-1 to 3)."""
        scene = self.scene = Turn(sides=(seat,), totals={seat: 0})
        while True:
            answer = yield from self.ask(lambda: self.questions(seat, scene.totals[seat]))
            if isinstance(answer, Stood):
                self.pay(SCOREBOARD, seat, scene.totals[seat], "turn", "CO-TRN-3")
                self.check_after({})
                return
            faces = scene.thrown(seat, (int(die.value) for die in answer.dice if die.kind == "d6"))
            if LOST in faces:
                self.tell("lost", seat=seat, amount=scene.totals[seat])
                return
            scene.totals[seat] += sum(faces)

    def questions(self, seat: str, points: int) -> tuple[Question, ...]:
        """Return the open questions: the throw and, after a first point, stopping."""
        throw = Throw(topic="throw", seats=(seat,), dice=d6(1), rule="CO-TRN-1")
        return (throw, Stand(topic="stand", seats=(seat,), must=False, rule="CO-TRN-3")) if points else (throw,)

    def check_after(self, creditors: Mapping[str, str]) -> None:
        """End the game below two players, or at the target unless ``last_round`` is set (CO-END-1, CO-END-2)."""
        super().check_after(creditors)
        if self.phase == "turns" and not self.house["last_round"]:
            self.end_where_reached()

    def end_where_reached(self) -> None:
        """End the game if a seat has the target: the highest wins, ties share."""
        if max(self.balance(seat) for seat in self.playing()) >= self.target:
            raise Ended(self.richest(), "target")
