"""A short language for evenings of Home Casino.

>>> evening = Evening("AB")
>>> evening.lands("A", "mafia")
>>> evening.chips["A"], evening.chips["pot"]
(3500, 500)

Every fact is checked: it must be allowed and conserve the points. ``evening.refused`` expects a refusal and returns its
code; ``evening.forced`` overrules one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any

from companion.facts import (
    BetPlaced,
    BetsClosed,
    BetsTold,
    BetTakenBack,
    CardDrawn,
    CardsSold,
    CasinoChosen,
    DiceKept,
    DiceThrown,
    Die,
    Fact,
    GameStarted,
    HouseChanged,
    Landed,
    MoneyMoved,
    NumberGiven,
    OpponentChosen,
    OptionChosen,
    PawnPlaced,
    Seat,
    SeatFact,
    SeatLeft,
    Square,
    SquareNamed,
    SquareSkipped,
    StakePlaced,
    Stood,
    TurnGiven,
)
from companion.games.home_casino.box import COLOURS
from companion.games.home_casino.rulebook import HomeCasino
from companion.play import Play
from companion.questions import Closed, Question
from companion.refusal import Refusal

BOX = 160_500
"""All points of the box (HC-MAT-6 to 9)."""

UNFOLLOWED: dict[str, Any] = {"followed": False}
"""A box without a board: the players name the square of arrival."""

EXAMPLE = HomeCasino.example_box()
"""The example box: 42 squares."""

STARTED: list[Evening] = []
"""The evenings begun by the running test (see ``covers``)."""


def ring(length: int = 40, **squares: Any) -> dict[str, Any]:
    """Return a board on which only these squares act: ``ring(casino_plus_500=33, rouge=0, slot=(5, -150))``."""
    rows: list[dict[str, Any]] = []
    for kind, index in squares.items():
        if kind in COLOURS:
            rows.append({"index": index, "kind": "casino", "colour": kind})
        elif kind == "slot":
            rows.append({"index": index[0], "kind": "slot", "amount": index[1]})
        else:
            rows.append({"index": index, "kind": kind.removeprefix("the_")})
    return {"length": length, "complete": True, "ring": rows}


WON = {f"n{n}": str(n) for n in range(1, 10)}


class Speech:
    """Verbs for facts at a table; ``say`` decides what to do with a fact."""

    def say(self, fact: Fact) -> Any:
        raise NotImplementedError

    def turn(self) -> str:
        raise NotImplementedError

    def throws(self, seat: str, *values: int, kept: Iterable[int] | None = None) -> Any:
        dice = tuple(Die("d6", v) for v in values)
        return self.say(DiceThrown(seat=seat, dice=dice, kept=None if kept is None else tuple(kept)))

    def spins(self, seat: str, number: int | None = None, colour: str | None = None) -> Any:
        """Throw the d10 and the colour die, or one of them."""
        dice = [] if number is None else [Die("d10", number)]
        dice += [] if colour is None else [Die("bicolour", {"rouge": "red", "noir": "black"}[colour])]
        return self.say(DiceThrown(seat=seat, dice=tuple(dice)))

    def keeps(self, seat: str, *values: int) -> Any:
        return self.say(DiceKept(seat=seat, kept=values))

    def servi(self, seat: str) -> Any:
        return self.say(Stood(seat=seat))

    def stakes(self, seat: str, amount: int) -> Any:
        return self.say(StakePlaced(seat=seat, amount=amount))

    def bets(self, seat: str, field: str | int, amount: int) -> Any:
        return self.say(BetPlaced(seat=seat, field=str(field), amount=amount))

    def takes_back(self, seat: str, field: str | int) -> Any:
        return self.say(BetTakenBack(seat=seat, field=str(field)))

    def had(self, seat: str, total: int, **won: int) -> Any:
        """Declare bets after the throw: the total, and the winning fields (``n7=100`` for the 7)."""
        return self.say(BetsTold(seat=seat, total=total, won={WON.get(f, f): n for f, n in won.items()}))

    def rien_ne_va_plus(self, seat: str = "") -> Any:
        return self.say(BetsClosed(seat=seat or self.turn()))

    def names(self, seat: str, opponent: str) -> Any:
        return self.say(OpponentChosen(seat=seat, opponent=opponent))

    def chooses(self, seat: str, option: str) -> Any:
        return self.say(OptionChosen(seat=seat, option=option))

    def tells(self, seat: str, number: int) -> Any:
        return self.say(NumberGiven(seat=seat, number=number))

    def draws(self, seat: str, kind: str, name: str = "", **effect: Any) -> Any:
        """Draw a Jackpot card: ``draws("A", "gain", amount=250)``."""
        card = {"name": name or kind, "effect": {"kind": kind, **effect}}
        return self.say(CardDrawn(seat=seat, deck="jackpot", card=card))

    def draws_casino(self, seat: str, name: str, buy: int, sell: int, **more: Any) -> Any:
        """Draw an Acquisition card."""
        return self.say(CardDrawn(seat=seat, deck="acquisition", card={"name": name, "buy": buy, "sell": sell, **more}))

    def sells(self, seat: str, *cards: str) -> Any:
        return self.say(CardsSold(seat=seat, cards=cards))

    def lands(
        self, seat: str, kind: str, amount: int | None = None, colour: str | None = None, passed: bool = False
    ) -> Any:
        return self.say(Landed(seat=seat, square=Square(kind=kind, colour=colour, amount=amount), passed=passed))

    def tells_square(
        self, seat: str, kind: str, amount: int | None = None, colour: str | None = None, passed: bool = False
    ) -> Any:
        return self.say(SquareNamed(seat=seat, square=Square(kind=kind, colour=colour, amount=amount), passed=passed))

    def takes_casino(self, seat: str, colour: str) -> Any:
        return self.say(CasinoChosen(seat=seat, colour=colour))

    def moves_money(self, giver: str, taker: str, amount: int) -> Any:
        return self.say(MoneyMoved(giver=giver, taker=taker, amount=amount))

    def gives_turn(self, seat: str) -> Any:
        return self.say(TurnGiven(seat=seat))

    def skips(self) -> Any:
        return self.say(SquareSkipped())

    def places(self, seat: str, index: int) -> Any:
        return self.say(PawnPlaced(seat=seat, index=index))

    def leaves(self, seat: str, to: str = "bank", void_duel: bool = False) -> Any:
        return self.say(SeatLeft(seat=seat, to=to, void_duel=void_duel))

    def sets(self, key: str, value: Any) -> Any:
        return self.say(HouseChanged(key=key, value=value))


class Evening(Speech):
    """An evening in which seats ``A``, ``B`` ... play in this order; ``A`` begins, ``B`` is banker.

    ``chips`` are the balances of an evening under way; without them each player has 4 000. ``cards`` are Acquisition cards
    with their sell prices, such as ``{"A": {"Ritz": 600}}``.
    """

    def __init__(
        self,
        seats: str = "ABC",
        *,
        chips: Mapping[str, int] | None = None,
        pot: int = 0,
        house: Mapping[str, Any] | None = None,
        box: Mapping[str, Any] | None = None,
        target: int = 0,
        banker: str = "B",
        first: str = "A",
        cards: Mapping[str, Mapping[str, int]] | None = None,
        pawns: Mapping[str, int] | None = None,
        out: Iterable[str] = (),
        colours: bool = True,
    ) -> None:
        carried: dict[str, Any] = {"order": list(seats), "out": list(out)}
        if chips is not None or pot:
            have = {s: (chips or {}).get(s, 0 if s in carried["out"] else 4000) for s in seats}
            carried |= {"chips": have, "pot": pot, "bank": BOX - sum(have.values()) - pot}
        carried["cards"] = {
            s: [{"name": n, "buy": sell, "sell": sell} for n, sell in held.items()] for s, held in (cards or {}).items()
        }
        carried["pawns"] = dict(pawns or {})
        started = GameStarted(
            game="home_casino",
            seats=tuple(
                Seat(id=s, name=s, colour=COLOURS["ABCDEF".index(s)] if colours else None) for s in reversed(seats)
            ),
            house=dict(house or {}),
            box=dict(UNFOLLOWED if box is None else box),
            target=target,
            banker=banker if banker in seats else seats[0],
            first=first,
            carried=carried,
            rules=HomeCasino.version,
        )
        self.begin(started)

    def begin(self, started: GameStarted) -> None:
        """Start with this fact."""
        self.play = Play(started)
        self.number = 1
        self.told: list[Fact] = []
        self.start = started
        self.houses = [dict(self.game.house)]
        self.points = self.game.ledger.total()
        STARTED.append(self)

    @classmethod
    def of(cls, started: GameStarted) -> Evening:
        """Return an evening started with this fact."""
        evening = cls.__new__(cls)
        evening.begin(started)
        return evening

    @property
    def refused(self) -> Refusing:
        return Refusing(self)

    @property
    def forced(self) -> Forcing:
        return Forcing(self)

    # --- facts -------------------------------------------------------------------------------------------

    def say(self, fact: Fact) -> None:
        refusal = self.play.refuse(fact)
        assert refusal is None, f"{fact} was refused: {refusal}"
        self.happens(fact)

    def happens(self, fact: Fact) -> None:
        """Apply a fact and check the invariants."""
        self.number += 1
        self.told.append(fact)
        self.play.apply(self.number, fact)
        self.houses.append(dict(self.game.house))
        self.in_order()

    def in_order(self) -> None:
        """Check that points are conserved, no balance is negative, stakes are covered, and somebody can answer."""
        game, ledger = self.game, self.game.ledger
        assert ledger.total() == self.points, "points were made or lost"
        for account, points in ledger.balances.items():
            assert points >= 0 or account == "bank", f"{account} has {points}"
        for seat, points in ledger.felt.items():
            assert 0 <= points <= ledger.balances[seat], f"{seat} has {points} of {ledger.balances[seat]} on the felt"
        if game.outcome is None:
            assert any(self.may_answer(q) for q in self.play.open), f"nobody can go on: {self.play.open}"
        else:
            assert not self.play.open
            assert not ledger.felt

    def may_answer(self, question: Question) -> bool:
        """Whether a playing seat may answer this question."""
        return not isinstance(question, Closed) and any(s not in self.game.out for s in question.seats)

    def turn(self) -> str:
        return self.game.turn

    # --- queries -----------------------------------------------------------------------------------------

    @property
    def game(self) -> HomeCasino:
        game = self.play.game
        assert isinstance(game, HomeCasino)
        return game

    @property
    def chips(self) -> dict[str, int]:
        """Return all balances, with bank and pot."""
        return dict(self.game.ledger.balances)

    @property
    def paid(self) -> list[tuple[str, str, int, str]]:
        """Return all payments so far: giver, taker, amount, reason."""
        return [(t.giver, t.taker, t.amount, t.reason) for t in self.game.ledger.transfers]

    @property
    def last_paid(self) -> list[tuple[str, str, int, str]]:
        """Return the payments caused by the last fact."""
        return [(t.giver, t.taker, t.amount, t.reason) for t in self.game.ledger.transfers if t.number == self.number]

    @property
    def asked(self) -> list[str]:
        """Return the topics of the open questions."""
        return [q.topic for q in self.play.open if not isinstance(q, Closed)]

    @property
    def winner(self) -> str | None:
        return self.game.outcome.winner if self.game.outcome else None

    def question(self, topic: str) -> Any:
        """Return the open question with this topic."""
        found = self.play.question(topic)
        assert found is not None, f"'{topic}' is not asked, but {self.asked}"
        return found

    def cards(self, seat: str) -> list[str]:
        return [c["name"] for c in self.game.players[seat].cards]

    def out(self, seat: str) -> bool:
        return seat in self.game.out

    def state(self) -> Any:
        """Return the state that a refused fact must not change."""
        game = self.game
        players = {s: (s in game.out, p.colour, tuple(self.cards(s))) for s, p in game.players.items()}
        ledger = game.ledger
        return (
            dict(ledger.balances), dict(ledger.felt), len(ledger.transfers), game.turn, game.banker, dict(game.pawns),
            dict(game.house), repr(game.scene), repr(self.play.open), players,
        )  # fmt: skip


class Refusing(Speech):
    """The verbs of ``Speech``; each expects a refusal and returns its code."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.refusal: Refusal | None = None

    def turn(self) -> str:
        return self.evening.turn()

    def say(self, fact: Fact) -> str:
        before = self.evening.state()
        self.refusal = self.evening.play.refuse(fact)
        assert self.refusal is not None, f"{fact} was not refused"
        assert self.evening.state() == before, "a refused fact changed something"
        return self.refusal.code


class Forcing(Speech):
    """The verbs of ``Speech``; each overrules a refusal and returns its code."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening

    def turn(self) -> str:
        return self.evening.turn()

    def say(self, fact: Fact) -> str:
        refusal = self.evening.play.refuse(fact)
        assert refusal is not None, f"{fact} was not refused: there is nothing to overrule"
        assert refusal.overrulable, f"{refusal.code} cannot be overruled"
        self.evening.happens(replace(fact, forced=True))
        return refusal.code


def covers(key: str, *values: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Mark a test of these values of a house rule; it fails unless it played with each of them."""

    def mark(test: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(test)
        def watched(*given: Any, **named: Any) -> None:
            STARTED.clear()
            test(*given, **named)
            played = [house[key] for evening in STARTED for house in evening.houses]
            missing = [v for v in values if v not in played]
            assert not missing, f"this test says it covers {key}={missing} and never plays with it"

        return watched

    return mark


__all__ = ["BOX", "EXAMPLE", "UNFOLLOWED", "Evening", "SeatFact", "covers", "ring"]
