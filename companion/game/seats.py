"""The seats of a game: players, turn order, and accounts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from companion.errors import BadCommand
from companion.facts import GameStarted, Seat
from companion.game.ring import Ring
from companion.house import check
from companion.language import tr
from companion.money.ledger import BANK, POT, SCOREBOARD, Ledger
from companion.record import record
from companion.scene import Scene
from companion.schema import BIGGEST

SEAT_IDS = "ABCDEFGHIJKL"
"""The seat ids of a new evening, clockwise; their number is the maximum number of seats."""
COLOURS = (
    "rouge", "bleu", "jaune", "noir", "blanc", "vert", "orange", "violet", "rose", "gris", "turquoise", "brun",
)  # fmt: skip
"""The colours of pieces that the page draws; a game's own board may have fewer."""
SHARED = "shared"
"""The value of ``SeatLeft.to`` that shares a leaver's chips equally among all others."""


@dataclass(slots=True)
class Player:
    """A seat and its current player."""

    id: str
    name: str
    colour: str | None
    age: int
    left: bool = False
    cards: list[dict[str, Any]] = field(default_factory=list)


@record()
class Payment:
    """One compulsory payment of a settlement."""

    giver: str
    taker: str
    amount: int
    reason: str
    rule: str


@record()
class Outcome:
    """The end of the game; ``others`` are further winners if the rule book accepts a tie."""

    winner: str
    reason: str
    others: tuple[str, ...] = ()


class Seats:
    """The common state of every game: seats, turn, house rules, money, scene, news."""

    here = True
    """Whether the game is installed; False for the stand-in of a missing one."""
    name = ""
    """The name of the game in journals."""
    version = 1
    """The version of the rules for new evenings; ``self.rules`` is the version of this evening."""
    first = "youngest"
    """Who begins if nobody is named: ``youngest``, ``oldest``, ``after`` (the seat after the office) or ``dice``."""
    unit = 1
    """The smallest unit of money."""
    source = BANK
    """The account that pays out: the bank, or the scoreboard in a game without money."""

    def __init__(self, started: GameStarted) -> None:
        self.started = started
        self.rules = started.rules
        self.house = self.agreed(started)
        self.box: dict[str, Any] = dict(started.box)
        self.level = started.level
        self.target = started.target
        self.players = {s.id: Player(s.id, s.name, s.colour, s.age) for s in started.seats}
        if len(self.players) < len(started.seats) or not {BANK, POT, SCOREBOARD, SHARED, ""}.isdisjoint(self.players):
            raise BadCommand(tr("Chaque place a son propre nom court, autre que bank, pot ou shared."))
        self.order: list[str] = []
        self.out: set[str] = set()
        self.turn = ""
        self.starter = ""
        self.banker = started.banker
        self.ledger = Ledger(0) if self.source == BANK else Ledger.of_scores(self.players)
        self.board = Ring()
        self.pawns: dict[str, int | None] = {}
        self.scene: Scene | None = None
        self.outcome: Outcome | None = None
        self.news: list[tuple[int, str, dict[str, Any]]] = []
        self.takeovers: list[tuple[int, str, str]] = []
        """Each fact by which somebody took over a seat: its number, the seat, and the name of the earlier player."""
        self.number = 1
        self.rounds = 0
        """Finished hands, deals or turns, in a game that can be played without dice."""
        self.phase = "setup"

    def agreed(self, started: GameStarted) -> dict[str, Any]:
        """Return the house rules of this evening, completed with defaults."""
        return check(self.name, started.house, started.rules)

    def tell(self, code: str, **detail: Any) -> None:
        """Record a news item for the history and the page."""
        self.news.append((self.number, code, detail))

    # --- players and turns -------------------------------------------------------------------------------

    def beginner(self) -> str:
        """Return the seat named to begin, or the youngest or oldest; the first seat if no age is known."""
        ages = {s: player.age for s, player in self.players.items() if player.age} or dict.fromkeys(self.players, 0)
        choose = max if self.first == "oldest" else min
        return self.started.first or choose(ages, key=lambda seat: ages[seat])

    def playing(self) -> list[str]:
        """Return the seats still in the game, in turn order."""
        return [s for s in self.order if s not in self.out] if self.out else self.order.copy()

    def after(self, seat: str) -> str:
        """Return the next seat still in the game after this one (which may be out)."""
        at = self.order.index(seat)
        for other in self.order[at + 1 :] + self.order[: at + 1]:
            if other not in self.out:
                return other
        return seat

    def others(self, seat: str) -> list[str]:
        """Return the other seats still in the game, in turn order from the next one on."""
        at = self.order.index(seat) if seat in self.order else -1
        return [s for s in self.order[at + 1 :] + self.order[: max(at, 0)] if s not in self.out]

    def round_ended(self, before: str) -> bool:
        """Whether the turn has reached or passed the starting seat, which may be out, since seat ``before``."""
        order, start = self.order, self.order.index(self.starter)
        return (order.index(before) - start) % len(order) >= (order.index(self.turn) - start) % len(order)

    def seated(self) -> tuple[Seat, ...]:
        """Return the present players in clockwise order, guests included, for games that turn either way."""
        sat = [s.id for s in self.started.seats if s.id in self.order]
        played = [s for s in self.order if s in sat]
        at = played.index(sat[0])
        round_ = self.order if played[at:] + played[:at] == sat else self.order[::-1]
        at = round_.index(sat[0])
        here = [s for s in round_[at:] + round_[:at] if not self.players[s].left]
        people = [self.players[s] for s in here]
        return tuple(Seat(id=p.id, name=p.name, colour=p.colour, age=p.age) for p in people)

    # --- accounts ----------------------------------------------------------------------------------------

    def balance(self, account: str) -> int:
        """Return an account's balance, stakes on the felt included."""
        return self.ledger.balances.get(account, 0)

    def within_reach(self, account: str) -> int:
        """Return the most that an account can pay: its purse plus what the bank or the scoreboard can advance."""
        bank = max(0, self.balance(BANK)) if self.source == BANK else BIGGEST
        return bank if account == self.source else self.ledger.purse(account) + bank

    def richest(self) -> list[str]:
        """Return the seats with the highest balance among those that have not left, in turn order."""
        seats = [s for s in self.order if not self.players[s].left]
        most = max(self.balance(s) for s in seats)
        return [s for s in seats if self.balance(s) == most]

    @property
    def lowest_wins(self) -> bool:
        """Whether fewer points are better."""
        return False

    def places(self) -> dict[str, int]:
        """Return each seat's place from 1: winners first, then by points; equals share one. Leavers are missing."""
        won = (self.outcome.winner, *self.outcome.others) if self.outcome else ()
        sign = 1 if self.lowest_wins else -1
        ranks = {
            seat: (seat not in won, 0 if seat in won else sign * self.balance(seat))
            for seat, player in self.players.items()
            if not player.left
        }
        order = sorted(ranks.values())
        return {seat: order.index(rank) + 1 for seat, rank in ranks.items()}

    def fill_bank(self, amount: int) -> None:
        """Put all points of the box into the bank, before the distribution."""
        self.ledger.balances[BANK] = amount

    def pay(self, giver: str, taker: str, amount: int, reason: str, rule: str, done: bool = False) -> None:
        """Move points for this reason, by this rule; ``done``: the chips have already moved, so no debt opens."""
        self.ledger.transfer(giver, taker, amount, reason, rule, self.number, done)

    def give(self, giver: str, taker: str, amount: int, reason: str, rule: str) -> int:
        """Pay at most the giver's balance (no limit for the scoreboard); return the amount paid."""
        paid = amount if giver == SCOREBOARD else max(0, min(amount, self.balance(giver)))
        self.pay(giver, taker, paid, reason, rule)
        return paid
