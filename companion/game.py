"""What a game is: what it says of itself before it starts, its script, and what it asks for.

A game is a rule script, a generator that yields the questions open now and is sent the fact that answers
one of them. Everything that the script needs is in the facts: no clock, no chance, no file.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar

from companion.dice import DiceSet
from companion.errors import BadCommand
from companion.facts import DiceThrown, Fact, GameStarted, TableWord
from companion.forms import Table
from companion.language import tr
from companion.last_word import LastWord
from companion.ledger import BANK, POT
from companion.odds.chance import Luck
from companion.packaged import packaged
from companion.questions import Number, Option, Question, Throw
from companion.refusal import Refusal
from companion.scene import Scene
from companion.script import Asked, Ended, Questions, Script, SquareEnded, TurnPassed, hears
from companion.seats import SHARED, Outcome, Payment, Player
from companion.telling.game_words import GameWords

__all__ = [
    "SHARED", "Asked", "Ended", "Game", "Outcome", "Payment", "Player", "Questions", "Scene", "Script", "SquareEnded",
    "TurnPassed",
]  # fmt: skip


class Game(LastWord):
    """The state that a script moves; each game derives from it.

    A game must bring ``name``, ``words``, ``set_up`` and ``turns``; every other hook has a default.
    """

    words: ClassVar[GameWords]
    """What only this game says."""
    clockwise = True
    """Which way turns go round the table."""
    setting_up: frozenset[str] = frozenset()
    """Questions before the first turn, while everybody still takes what the game gives him."""
    has_pot = True
    """Whether players win what others put into the pot."""
    turn_topics: tuple[str, ...] = ()
    """Questions that begin a turn: who answers one out of turn gets the turn."""
    square_rules: Mapping[str, tuple[str, ...]] = {}
    """The rules that tell what each kind of square does, where there is a board."""
    going_on: tuple[str, ...] = ()
    """Questions whose answer tells that the game goes on, as a throw does: what is owed has been handed over by then."""
    counters: tuple[str, ...] = (POT, BANK)
    """The accounts that the middle of the table shows, the great one first."""
    piece = 0
    """What every piece of the money is worth where all are alike; 0 where a box tells it, or nobody."""

    # --- before it starts ----------------------------------------------------------------------------------

    @classmethod
    def title(cls) -> str:
        """Return the name of the game on its box."""
        return cls.words.TITLE

    @classmethod
    def colours(cls) -> tuple[str, ...]:
        """Hook: the colours that players may choose from."""
        return ()

    @classmethod
    def targets(cls) -> dict[str, int]:
        """Hook: the targets that the rule book proposes, by name."""
        return {}

    @classmethod
    def check_target_given(cls, target: Any) -> int:
        """Hook: return the target; raise ``BadCommand`` with what is allowed. Here: there is none."""
        if target not in (None, 0) or isinstance(target, bool):
            raise BadCommand(tr(cls.words.NO_TARGET))
        return 0

    @classmethod
    def refuse_players(cls, number: int) -> Refusal | None:
        """Return why so many cannot play."""
        least, most = cls.players_allowed
        if number > most:
            return Refusal("TOO_MANY_PLAYERS", detail={"max": most}, overrulable=False)
        return Refusal("TOO_FEW_PLAYERS", detail={"min": least}, overrulable=False) if number < least else None

    @classmethod
    def example_box(cls) -> dict[str, Any]:
        """Return the invented example box, marked as such: ``example_box.json`` of the game, {} where it has no box."""
        return packaged(cls.words.package, "example_box.json") or {}

    @classmethod
    def empty_box(cls) -> dict[str, Any]:
        """Hook: a box of which nothing is known; here the example, for a rule book that leaves a board open."""
        return cls.example_box()

    @classmethod
    def checked_box(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Hook: return the box; raise ``BadBox`` with the place and the reason."""
        return data

    @classmethod
    def box_form(cls) -> dict[str, Any] | None:
        """Hook: what a box that is learnt while playing holds (kinds of squares, decks, chips, dice); None: no such box."""
        return None

    @classmethod
    def box_tables(cls, data: Mapping[str, Any]) -> tuple[Table, ...]:
        """Hook: the tables of a box that is copied from what is printed, field by field; what is known shapes them."""
        return ()

    # --- the evening ---------------------------------------------------------------------------------------

    def script(self) -> Script:
        """Set the table up, play turns until the game has ended, and decide who won."""
        yield from self.set_up() or ()
        try:
            self.phase = "turns"
            yield from self.turns()
        except Ended as end:
            ended = end
        self.phase = "deciding"
        winners, reason = yield from self.decide(ended.contenders, ended.reason)
        self.outcome = Outcome(winners[0], reason, tuple(winners[1:]))
        self.phase = "over"
        self.scene = None
        self.ledger.clear_felt()
        self.tell("won", seats=list(winners), reason=reason)

    def set_up(self) -> Asked | None:
        """Hook: fill ``order``, give the first turn, hand out the money; None where nothing must be asked."""
        raise NotImplementedError

    def turns(self) -> Asked:
        """Hook: play turn after turn until ``Ended`` is raised."""
        raise NotImplementedError

    def decide(self, contenders: Sequence[str], reason: str) -> Asked:
        """Hook: return the winners and how the game ended; here all contenders share the win."""
        yield from ()
        return contenders, reason

    def overruled(self, fact: Fact) -> None:
        """Hook: what an answer does that no open question hears: an echo, or one that the table plays all the same."""
        self.tell("noted")

    # --- asking --------------------------------------------------------------------------------------------

    def ask(self, questions: Callable[[], Questions]) -> Asked:
        """Ask, hear the table's own words meanwhile, and return the answer.

        The questions are a function because the table may change what they hold (somebody leaves, chips are
        moved) while they are open.
        """
        while True:
            asked = questions()
            fact = yield asked
            if isinstance(fact, TableWord):
                self.hear(fact)
            elif not hears(asked, type(fact)):
                self.overruled(fact)
            else:
                return fact

    def ask_for(self, *questions: Question) -> Asked:
        """Ask questions that hold nothing that the table may change, and return the answer."""
        return self.ask(lambda: questions)

    def throw(
        self, seat: str, dice: DiceSet, topic: str, rule: str = "", *beside: Question
    ) -> Generator[Questions, Fact, DiceThrown]:
        """Ask a seat for a throw; ``beside`` are questions that stand open with it and are not answered."""
        thrown: DiceThrown = yield from self.ask_for(Throw(topic=topic, seats=(seat,), dice=dice, rule=rule), *beside)
        return thrown

    def choose(
        self, seat: str, options: tuple[str, ...], topic: str, rule: str = "", *beside: Question
    ) -> Generator[Questions, Fact, str]:
        """Ask a seat for one of these options and return it."""
        chosen = yield from self.ask_for(Option(topic=topic, seats=(seat,), options=options, rule=rule), *beside)
        return str(chosen.option)

    def number_of(
        self, seat: str, low: int, high: int, topic: str, rule: str = "", *beside: Question
    ) -> Generator[Questions, Fact, int]:
        """Ask a seat for a number from ``low`` to ``high`` and return it."""
        told = yield from self.ask_for(Number(topic=topic, seats=(seat,), low=low, high=high, rule=rule), *beside)
        return int(told.number)

    # --- what others read ----------------------------------------------------------------------------------

    def picture(self) -> Scene | None:
        """Hook: what goes on, as the page draws it; only asked when a page is drawn."""
        return deepcopy(self.scene)

    def secrets(self, seat: str) -> dict[str, Any]:
        """Hook: what only the holder of this seat may see; the common view holds nothing of it."""
        return {}

    def own(self) -> Any:
        """Hook: what the words of this game read beside the scene; nothing that only one seat may see."""
        return None

    def goal(self) -> int:
        """Hook: the points that win, 0 where none do."""
        return self.target

    def luck(self) -> list[Luck]:
        """Hook: what the bets of each seat won against their exact odds, as far as these do not hang on a choice."""
        return []

    def first_pieces(self) -> dict[str, dict[int, int] | None]:
        """Hook: return the pieces by value that lie before each account at the start, None if unknown."""
        return {a: {self.piece: n // self.piece} for a, n in self.ledger.balances.items()} if self.piece else {}

    def box_data(self) -> dict[str, Any]:
        """Hook: the box with what was learnt this evening."""
        return self.box

    def board_trouble(self) -> str:
        """Hook: what cannot be on the board of the box and stands there since a square was corrected, "" for nothing."""
        return ""

    def rematch(self) -> dict[str, str]:
        """Hook: who is banker, or begins, in the next game of the same people, as the rule book says."""
        return {}

    def anew(self) -> GameStarted:
        """Return the first fact of a rematch: who is still here, with the box and the rules as they are by now."""
        seats = self.seated()
        named = {"banker": self.banker, "first": self.started.first, **self.rematch()}
        here = {"": "", **{s.id: s.id for s in seats}}
        return GameStarted(
            game=self.name,
            seats=seats,
            house=dict(self.house),
            box=self.checked_box(self.box_data()),
            target=self.target,
            level=self.level,
            banker=here.get(named["banker"], ""),
            first=here.get(named["first"], ""),
            simulated=self.started.simulated,
            package=self.started.package,
        )
