"""Conversion of snapshots and report lines into messages of the feed."""

from __future__ import annotations

from companion.facts import (
    BetPlaced,
    BetsClosed,
    BetsTold,
    BetTakenBack,
    CardDrawn,
    CardPlayed,
    CardsHeld,
    CardsShown,
    CardsSold,
    ChipsCounted,
    Correction,
    Counted,
    DiceThrown,
    Fact,
    GameStarted,
    HandedOver,
    Landed,
    MoneyMoved,
    PauseFact,
    PawnPlaced,
    SeatFact,
    SeatJoined,
    SeatLeft,
    SeatTaken,
    SquareCorrected,
    SquareNamed,
    SquareSkipped,
    StakePlaced,
    TableWord,
)
from companion.feed.messages import VERSION, Asked, Debt, Die, Event, Kind, Payment, Player, State, Throw
from companion.questions import Bet
from companion.scene import Betting
from companion.snapshot import Line, Snapshot

KINDS: tuple[tuple[type[Fact] | tuple[type[Fact], ...], Kind], ...] = (
    (GameStarted, "start"),
    (DiceThrown, "throw"),
    ((StakePlaced, BetPlaced, BetsTold), "stake"),
    (BetTakenBack, "take_back"),
    (BetsClosed, "bets_closed"),
    ((CardDrawn, CardsSold, CardsHeld, CardsShown, CardPlayed), "card"),
    ((SquareNamed, Landed, PawnPlaced, SquareSkipped, SquareCorrected), "square"),
    (HandedOver, "hand_over"),
    ((Counted, ChipsCounted), "count"),
    ((SeatJoined, SeatLeft, SeatTaken), "seat"),
    (PauseFact, "pause"),
    (MoneyMoved, "payment"),
    (Correction, "correction"),
    (SeatFact, "call"),
    (TableWord, "rule"),
)
"""The kind of each type of fact; the first match counts."""


def kind(fact: Fact) -> Kind:
    """Return the kind of a fact."""
    return next(name for types, name in KINDS if isinstance(fact, types))


def event(line: Line, evening: int, table: str) -> Event:
    """Return the event of a line of the report."""
    fact = line.recorded
    won = next((one.detail["seats"] for one in line.news if one.code == "won"), ())
    return Event(
        version=VERSION,
        table=table,
        evening=evening,
        number=line.number,
        at=line.at,
        kind=kind(fact),
        fact=type(fact).__name__,
        seat=getattr(fact, "seat", ""),
        choice=_choice(fact),
        amount=_amount(fact),
        throw=throw(fact, line.number, evening, line.picture) if isinstance(fact, DiceThrown) else None,
        payments=tuple(Payment(t.giver, t.taker, t.amount, t.reason) for t in line.transfers),
        target=fact.target if isinstance(fact, Correction) else 0,
        turn=line.turn,
        winners=tuple(won),
        news=tuple(one.code for one in line.news),
    )


def throw(fact: DiceThrown, number: int, evening: int, picture: bool) -> Throw:
    """Return the feed's throw for thrown dice."""
    return Throw(
        number,
        fact.seat,
        tuple(Die(*die) for die in fact.dice),
        fact.kept or (),
        fact.how,
        f"/feed/{evening}/{number}.jpg" if picture else "",
    )


def _choice(fact: Fact) -> str:
    for name in ("option", "opponent", "field", "colour", "use", "deck"):
        if isinstance(fact, SeatFact) and (value := getattr(fact, name, "")):
            return str(value)
    return ""


def _amount(fact: Fact) -> int:
    if isinstance(fact, HandedOver):
        return sum(amount for _, _, _, amount in fact.debts)
    if isinstance(fact, BetsTold):
        return fact.total
    return getattr(fact, "amount", 0) or 0


def state(now: Snapshot, table: str, *, began: float | None = None) -> State:
    """Return the message with the state of the whole table."""
    last, around = now.throw, now.around
    return State(
        version=VERSION,
        table=table,
        evening=now.evening,
        number=now.number,
        began=began,
        phase=now.phase,
        game=now.game,
        paused=now.pause is not None,
        simulated=now.simulated,
        turn=now.turn,
        banker=now.banker,
        target=now.target,
        players=tuple(
            Player(s.id, s.name, s.colour, s.points, s.owes, s.owed, s.state) for s in now.seats if not s.left
        ),
        counters={name: now.accounts[name] for name in now.counters if name in now.accounts},
        debts=tuple(Debt(d.giver, d.taker, d.amount) for d in now.debts),
        asked=tuple(Asked(one.question.kind, one.question.seats, one.question.must) for one in now.open),
        bets="open" if now.asked(Bet) else "closed" if isinstance(now.scene, Betting) else "none",
        throw=throw(last.fact, last.number, now.evening, last.picture) if last else None,
        winners=now.winner.seats if now.winner else (),
        trouble=bool(around.camera.trouble or around.machine_trouble),
        help=bool(around.calling),
    )
