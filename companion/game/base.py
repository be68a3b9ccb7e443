"""The base class of a game: its description before the start, its script, and the methods that ask questions.

A rule script is a generator. It yields the open questions and receives the fact that answers one of them. It reads
nothing but these facts (no clock, no random numbers, no files), so every replay leads to the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from typing import Any, ClassVar

from companion.dice import DiceSet
from companion.errors import BadCommand
from companion.facts import DiceThrown, Fact, GameStarted, TableWord
from companion.game.forms import FormTable
from companion.game.last_word import LastWord
from companion.game.script import Ended, Questions, Script, ScriptPart, SquareEnded, TurnPassed
from companion.game.seats import COLOURS, SHARED, Outcome, Payment, Player
from companion.game.words import GameWords
from companion.language import tr
from companion.money.ledger import BANK, POT
from companion.odds.chance import Decision
from companion.packages import packaged
from companion.questions import Number, Option, Question, Throw, accepts
from companion.refusal import Refusal
from companion.scene import Scene

__all__ = [
    "SHARED", "Ended", "Game", "Outcome", "Payment", "Player", "Questions", "Scene", "Script", "ScriptPart", "SquareEnded",
    "TurnPassed",
]  # fmt: skip


class Game(LastWord):
    """The state that a script changes; each game derives from it.

    A game must define ``name``, ``words``, ``set_up`` and ``turns``; every other hook has a default.
    """

    words: ClassVar[GameWords]
    """The words of this game."""
    clockwise = True
    """Whether turns go clockwise around the table."""
    setting_up: frozenset[str] = frozenset()
    """Topics asked before the first turn, while players take their starting chips."""
    has_pot = True
    """Whether players can win the pot."""
    turn_topics: tuple[str, ...] = ()
    """Topics that begin a turn: a player who answers one out of turn gets the turn."""
    chance_topics: frozenset[str] = frozenset()
    """Topics with options or numbers that report dice or cards; the luck of an evening counts them as chance."""
    square_rules: Mapping[str, tuple[str, ...]] = {}
    """Rule ids by kind of square, in a game with a board."""
    replays_hands = 0
    """The last version of the rules whose replays depend on hidden cards."""
    gifts: frozenset[str] = frozenset()
    """Reasons of transfers that do not count as winnings, such as a loan."""
    feats: frozenset[str] = frozenset()
    """Codes of news that the summary lists among the moments of the evening."""
    announcements: frozenset[str] = frozenset()
    """Codes of the game's news that everybody must hear, such as a bankruptcy."""
    going_on: tuple[str, ...] = ()
    """Topics whose answer continues play like a throw; Servi then assumes that earlier debts are settled."""
    settle_aside = False
    """Whether pages show the question before open debts, because its answer tells Servi that they are settled."""
    counters: tuple[str, ...] = (POT, BANK)
    """The accounts shown in the middle of the table, in this order."""
    clock_of = "turn"
    """What ``clock`` measures: "turn", which a pause restarts, or "game", which a pause stops."""
    piece = 0
    """The value of every piece if all are alike; 0 if a box defines the values or they are unknown."""

    # --- before the start ----------------------------------------------------------------------------------

    @classmethod
    def title(cls) -> str:
        """Return the game's name as on its box, translated if the game has a name in the reader's language."""
        return tr(cls.words.TITLE)

    @classmethod
    def colours(cls) -> tuple[str, ...]:
        """Hook: the colours that players choose from."""
        return COLOURS

    @classmethod
    def targets(cls) -> dict[str, int]:
        """Hook: the rule book's targets by name, the usual one first."""
        return {}

    @classmethod
    def check_target_given(cls, target: Any) -> int:
        """Hook: return the checked target; raise ``BadCommand`` with the allowed values. By default only 0 (none)."""
        if target not in (None, 0) or isinstance(target, bool):
            raise BadCommand(tr(cls.words.NO_TARGET))
        return 0

    @classmethod
    def refuse_players(cls, number: int) -> Refusal | None:
        """Return why this number of players is refused, None if it is allowed."""
        least, most = cls.players_allowed
        if number > most:
            return Refusal("TOO_MANY_PLAYERS", detail={"max": most}, overrulable=False)
        return Refusal("TOO_FEW_PLAYERS", detail={"min": least}, overrulable=False) if number < least else None

    @classmethod
    def example_box(cls) -> dict[str, Any]:
        """Return the invented box in the game's ``example_box.json``; {} for a game without a box."""
        return packaged(cls.words.package, "example_box.json") or {}

    @classmethod
    def empty_box(cls) -> dict[str, Any]:
        """Hook: return a box before Servi has learned anything about it; by default the example box."""
        return cls.example_box()

    @classmethod
    def learns_box(cls) -> bool:
        """Whether Servi learns the box during play, so that an evening may begin with an empty one."""
        return cls.empty_box() != cls.example_box()

    @classmethod
    def checked_box(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Hook: return the checked box; raise ``BadBox`` with the place and the reason."""
        return data

    @classmethod
    def box_form(cls) -> dict[str, Any] | None:
        """Hook: the parts of a box that Servi learns during play: squares, decks, chips, dice; None without any."""
        return None

    @classmethod
    def box_tables(cls, data: Mapping[str, Any]) -> tuple[FormTable, ...]:
        """Hook: the printed tables of a box, which its owner types in; the box ``data`` sets their size."""
        return ()

    # --- the evening ---------------------------------------------------------------------------------------

    def script(self) -> Script:
        """Set up the table, play turns until the game ends, and decide the winner."""
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

    def set_up(self) -> ScriptPart | None:
        """Hook: fill ``order``, give the first turn, hand out the money; return None if it asks no question."""
        raise NotImplementedError

    def turns(self) -> ScriptPart:
        """Hook: play turn after turn until ``Ended`` is raised."""
        raise NotImplementedError

    def decide(self, contenders: Sequence[str], reason: str) -> ScriptPart:
        """Hook: return the winners and the reason of the end; by default all contenders share the win."""
        yield from ()
        return contenders, reason

    def overruled(self, fact: Fact) -> None:
        """Hook: apply an answer that no open question accepts, because it is repeated or forced by the table."""
        self.tell("noted")

    # --- asking --------------------------------------------------------------------------------------------

    def ask(self, questions: Callable[[], Questions]) -> ScriptPart:
        """Ask, carry out table words meanwhile, and return the answer.

        ``questions`` is a function: a table word may change their content while they are open, for example when a
        player leaves.
        """
        while True:
            asked = questions()
            fact = yield asked
            if isinstance(fact, TableWord):
                self.carry_out(fact)
            elif not accepts(asked, type(fact)):
                self.overruled(fact)
            else:
                return fact

    def ask_for(self, *questions: Question) -> ScriptPart:
        """Ask questions that no table word can change, and return the answer."""
        return self.ask(lambda: questions)

    def throw(
        self, seat: str, dice: DiceSet, topic: str, rule: str = "", *beside: Question
    ) -> Generator[Questions, Fact, DiceThrown]:
        """Ask a seat for a throw and return it; ``beside`` are further open questions for other answers."""
        thrown: DiceThrown = yield from self.ask_for(Throw(topic=topic, seats=(seat,), dice=dice, rule=rule), *beside)
        return thrown

    def choose(
        self, seat: str, options: tuple[str, ...], topic: str, rule: str = "", *beside: Question
    ) -> Generator[Questions, Fact, str]:
        """Ask a seat to choose one of these options and return it."""
        chosen = yield from self.ask_for(Option(topic=topic, seats=(seat,), options=options, rule=rule), *beside)
        return str(chosen.option)

    def number_of(
        self, seat: str, low: int, high: int, topic: str, rule: str = "", *beside: Question
    ) -> Generator[Questions, Fact, int]:
        """Ask a seat for a number from ``low`` to ``high`` and return it."""
        answer = yield from self.ask_for(Number(topic=topic, seats=(seat,), low=low, high=high, rule=rule), *beside)
        return int(answer.number)

    # --- queries -------------------------------------------------------------------------------------------

    def picture(self) -> Scene | None:
        """Hook: the scene for a snapshot, as a copy that the script does not change later."""
        return deepcopy(self.scene)

    def secrets(self, seat: str) -> dict[str, Any]:
        """Hook: the data that only the holder of this seat may see; the snapshot contains none of it."""
        return {}

    def own(self) -> Any:
        """Hook: further public data for the words of this game."""
        return None

    def goal(self) -> int:
        """Hook: the points that win the game, 0 if none do."""
        return self.target

    def clock(self) -> tuple[int, int] | None:
        """Hook: the agreed seconds of the turn or game (``clock_of``), and its first fact's number; None if untimed."""
        return None

    def chances(self) -> dict[tuple[int, str], Fraction]:
        """Hook: the probability of each win whose odds are exact, by the number of its fact and its seat."""
        return {}

    def famous(self) -> list[tuple[int, str, bool]]:
        """Hook: the finished tries at the famous hand (``words.FAMOUS``): fact number, seat, success."""
        return []

    def decisions(self) -> list[Decision]:
        """Hook: the choices that have an exact worth, in order."""
        return []

    def denominations(self) -> tuple[int, ...]:
        """Hook: the values of the pieces in the box; () if points are only written down."""
        return (self.piece,) if self.piece else ()

    def first_pieces(self) -> dict[str, dict[int, int] | None]:
        """Hook: the starting pieces of each account by value, None if unknown."""
        return {a: {self.piece: n // self.piece} for a, n in self.ledger.balances.items()} if self.piece else {}

    def box_data(self) -> dict[str, Any]:
        """Hook: the box, with what Servi learned about it during this evening."""
        return self.box

    def board_trouble(self) -> str:
        """Hook: a sentence about an impossible board after a correction, "" if the board is valid."""
        return ""

    def rematch(self) -> dict[str, str]:
        """Hook: the banker and the first player of a rematch, by the rule book."""
        return {}

    def anew(self) -> GameStarted:
        """Return the first fact of a rematch, with the present players, box and house rules."""
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
            rules=self.version,
            simulated=self.started.simulated,
            package=self.started.package,
        )
