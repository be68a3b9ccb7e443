"""A game small enough to enumerate: each seat throws a die once or twice, the highest total wins."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from companion import players
from companion.counted import Entry
from companion.facts import DiceThrown, Die, Fact, GameStarted, Seat, Stood
from companion.game.base import Ended, Game, ScriptPart
from companion.luck.chain import Moment, walk
from companion.luck.playouts import SHARE, Ending, ending
from companion.luck.worker import played
from companion.money.ledger import SCOREBOARD
from companion.play import Play
from companion.questions import Stand, Throw, d6


class Tiny(Game):
    """The game; ``turns`` is its whole script."""

    name = "tiny"
    source = SCOREBOARD
    counters = ()

    def agreed(self, started: GameStarted) -> dict[str, object]:
        return {}

    def set_up(self) -> None:
        self.order = list(self.players)
        self.turn = self.order[0]

    def turns(self) -> ScriptPart:
        for seat in self.order:
            self.turn = seat
            throw = Throw(topic="throw", seats=(self.turn,), dice=d6(1))
            first = yield from self.ask_for(throw)
            self.pay(SCOREBOARD, self.turn, int(first.dice[0].value), "turn", "T")
            again = yield from self.ask_for(throw, Stand(topic="stand", seats=(self.turn,), must=False))
            if isinstance(again, DiceThrown):
                self.pay(SCOREBOARD, self.turn, int(again.dice[0].value), "turn", "T")
        raise Ended(self.richest(), "target")


def evening(*facts: Fact) -> list[Entry]:
    """Return the entries of an evening of two players."""
    start = GameStarted(game="tiny", seats=(Seat(id="A", name="Anna"), Seat(id="B", name="Ben")), house={}, box={})
    return [Entry(number, 0.0, fact) for number, fact in enumerate((start, *facts), 1)]


def threw(seat: str, face: int) -> DiceThrown:
    """Return a throw of one die."""
    return DiceThrown(seat=seat, dice=(Die("d6", face),))


Value = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
"""Each seat's share of the win, and each seat's points."""


def mixed(values: list[tuple[Fraction, Value]]) -> Value:
    """Return the mean of values with these weights."""
    whole = sum(weight for weight, _ in values)
    means = tuple(
        tuple(sum((weight * value[kind][seat] for weight, value in values), Fraction(0)) / whole for seat in (0, 1))
        for kind in (0, 1)
    )
    return means[0], means[1]


@cache
def exact(facts: tuple[Fact, ...], *, thrown: bool = False) -> Value:
    """Return the exact value after these facts, by all throws and decisions; ``thrown``: the next answer is a throw."""
    play = Play(evening()[0].fact)  # type: ignore[arg-type]
    for number, fact in enumerate(facts, 2):
        play.apply(number, fact)
    if play.game.outcome is not None:
        end = ending(play.game)
        return tuple(Fraction(n, SHARE) for n in end.wins), tuple(map(Fraction, end.points))
    seat = play.game.turn
    throws = mixed([(Fraction(1), exact((*facts, threw(seat, face)))) for face in range(1, 7)])
    if thrown or len(play.open) == 1:
        return throws
    stands = exact((*facts, Stood(seat=seat)))
    return mixed([(Fraction(players.EAGER["throw"]), throws), (Fraction(players.EAGER["stand"]), stands)])


def afresh(entries: list[Entry]) -> object:
    """Return a function that plays on without a fork: each play-out replays the evening."""

    def play(moment: Moment, seed: int) -> Ending:
        return played(next(one for one in walk(entries) if one.link == moment.link), seed)

    return play


