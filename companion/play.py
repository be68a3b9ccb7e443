"""The driver of a rule script: its open questions, refusals, and next step."""

from __future__ import annotations

from dataclasses import replace

from companion import pause
from companion.errors import BadCommand
from companion.facts import (
    BetPlaced,
    ChipsCounted,
    Correction,
    DiceThrown,
    Fact,
    GameStarted,
    HandedOver,
    PauseFact,
    SeatFact,
    StakePlaced,
    TableWord,
)
from companion.game.base import Questions, SquareEnded, TurnPassed
from companion.game.library import reading_class
from companion.language import tr
from companion.money import pieces
from companion.pause import Pause
from companion.questions import Closed, Question, Throw, awaited, find
from companion.refusal import Refusal


class Play:
    """One evening in play: the game, its script, and the open questions.

    ``refuse(fact)`` returns why a fact is not allowed; ``apply(number, fact)`` carries it out.
    """

    def __init__(self, started: GameStarted) -> None:
        self.game = reading_class(started.game, started.package)(started)
        self.pieces = pieces.Pieces()
        self.throws = 0
        self.pause: Pause | None = None
        self._script = self.game.script()
        self.open: Questions = next(self._script, ())
        self._holder = ""
        self.turns: list[tuple[int, str]] = []
        """Each change of turn: the number of its fact, and the seat."""
        self._tell_office()
        self._note_turn(1)
        self._lay_out()

    def _lay_out(self) -> None:
        if self.game.order:
            self.pieces.start(self.game.first_pieces())

    def question(self, topic: str) -> Question | None:
        """Return the open question with this topic, None if there is none."""
        return next((q for q in self.open if q.topic == topic and not isinstance(q, Closed)), None)

    def awaited_throw(self, seat: str = "") -> Throw | None:
        """Return the open throw, that of ``seat`` if given; None during a pause."""
        throws = (q for q in self.open if isinstance(q, Throw))
        return None if self.pause else next((q for q in throws if not seat or seat in q.seats), None)

    def refuse(self, fact: Fact) -> Refusal | None:
        """Return why this fact is refused now, None if it is allowed."""
        return self.place(fact)[1]

    def place(self, fact: Fact) -> tuple[Question | None, Refusal | None]:
        """Return the question that a fact answers and its refusal; each may be None.

        Raise ``BadCommand`` for a correction, a start, or a fact of another type that nobody plays.
        """
        if not self.game.here:
            return None, None
        if isinstance(fact, SeatFact):
            game = self.game
            if fact.seat not in game.players:
                return None, Refusal("NO_SUCH_SEAT", fact.seat, {"among": game.playing()}, overrulable=False)
            if fact.seat in game.out:
                return None, Refusal("OUT_OF_THE_GAME", fact.seat, {"among": game.playing()}, overrulable=False)
            question, refusal = found = find(self.open, fact)
            if refusal is None:
                return found
            if isinstance(fact, StakePlaced | BetPlaced) and fact.amount > game.within_reach(fact.seat):
                refusal = replace(refusal, overrulable=False)
            return question, refusal
        if isinstance(fact, HandedOver):
            return None, pieces.refuse_hand_over(self.game.ledger, fact)
        if isinstance(fact, ChipsCounted):
            return None, self.pieces.refuse_count(fact)
        if isinstance(fact, PauseFact):
            return None, None
        if isinstance(fact, TableWord):
            refusal = self.game.refuse(fact)
            if refusal is not None and refusal.code == "NOT_NOW":
                refusal = replace(refusal, detail={"open": awaited(self.open)})
            return None, refusal
        if isinstance(fact, Correction | GameStarted):
            raise BadCommand(tr("Une correction n'est pas un événement de la soirée : la proposer comme correction."))
        raise BadCommand(tr("Ce fait ne se joue pas : répondre à la question ouverte."))

    def apply(self, number: int, fact: Fact) -> None:
        """Apply a fact that is allowed or forced."""
        game = self.game
        game.number = number
        if not game.here:
            self.throws += isinstance(fact, DiceThrown)
        elif isinstance(fact, SeatFact):
            if isinstance(fact, DiceThrown):
                self.throws += 1
            self._go_on(fact)
        elif isinstance(fact, HandedOver):
            game.ledger.hand_over(fact.debts)
            self.pieces.hand_over(fact)
        elif isinstance(fact, ChipsCounted):
            self.pieces.count(fact)
        elif isinstance(fact, PauseFact):
            self.pause = pause.after(self.pause, number, fact)
        elif self.open:
            self._go_on(fact)
        elif isinstance(fact, TableWord):
            try:
                game.carry_out(fact)
            except (SquareEnded, TurnPassed):
                pass
        self._tell_office()
        self._note_turn(number)

    def _note_turn(self, number: int) -> None:
        if self.game.turn != (self.turns[-1][1] if self.turns else ""):
            self.turns.append((number, self.game.turn))

    def _tell_office(self) -> None:
        """Record a news item if another seat deals, banks or leads from now on."""
        holder = self.game.holder() if self.game.here else ""
        if holder not in ("", self._holder):
            self._holder = holder
            self.game.tell("office", seat=holder)

    def _go_on(self, fact: Fact) -> None:
        """Send the answer to the script, unless the script has ended."""
        if self.open:
            try:
                self.open = self._script.send(fact)
            except StopIteration:
                self.open = ()
            if self.pieces.stocks is None:
                self._lay_out()
