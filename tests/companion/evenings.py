"""Whole evenings by chance: a random legal answer to any question, tables, and what an evening comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from companion import asks, house
from companion.dice import FACES
from companion.evening import Entry, Evening
from companion.facts import (
    BetPlaced,
    BetsClosed,
    BetTakenBack,
    CardDrawn,
    CardsSold,
    CasinoChosen,
    DiceKept,
    DiceThrown,
    Die,
    Fact,
    GameStarted,
    HandedOver,
    MoneyMoved,
    NumberGiven,
    OpponentChosen,
    OptionChosen,
    Seat,
    Square,
    StakePlaced,
    Stood,
)
from companion.games.home_casino import box as boxes
from companion.journal import Journal
from companion.play import Play
from companion.table import Table

BOX = 160_500
"""Points in the box of Home Casino: never more, never less."""

NAMES = ("Anna", "Ben", "Chloé", "David", "Emma", "Farid")
COLOURS = ("rouge", "bleu", "vert", "jaune", "noir", "blanc")


def setup(seats: int = 3, *, colours: bool = True, **more: Any) -> dict[str, Any]:
    """A preparation as the page sends it."""
    rows = [{"name": NAMES[i], "age": 30 + i, **({"colour": COLOURS[i]} if colours else {})} for i in range(seats)]
    return {"game": "home_casino", "seats": rows, "target": 150_000, **more}


def table(folder: Path, **more: Any) -> Table:
    """A table in this folder with an evening begun."""
    begun = Table(folder)
    begun.start(setup(**more))
    return begun


def started(seats: int = 4, **rules: Any) -> GameStarted:
    """The first fact of an evening that nothing ends: no target."""
    return GameStarted(
        game="home_casino",
        seats=tuple(Seat(id="ABCDEF"[i], name=NAMES[i], colour=COLOURS[i]) for i in range(seats)),
        house=house.check("home_casino", rules),
        box=boxes.example(),
        target=0,
    )


# --- answers ---------------------------------------------------------------------------------------------


def legal(play: Play, chance: Random) -> Fact | None:
    """A random answer that is allowed now; None where none is found (the game is over)."""
    open_ = [q for q in play.open if not isinstance(q, asks.Closed)]
    chance.shuffle(open_)
    open_.sort(key=lambda q: not q.must and chance.random() < 0.5)
    for question in open_ * 6:
        fact = answer(question, chance, play)
        if fact is not None and play.refuse(fact) is None:
            return fact
    return None


def answer(q: asks.Question, chance: Random, play: Play) -> Fact | None:
    """A random answer to this question, nearly always an allowed one."""
    seat = chance.choice(q.seats)
    match q:
        case asks.Throw():
            return throw(q, seat, chance)
        case asks.Keep():
            return DiceKept(seat=seat, kept=kept(q.lying, q.must_keep, chance))
        case asks.Stand():
            return Stood(seat=seat)
        case asks.Stake():
            steps = max(0, q.limit - q.minimum) // q.step
            return StakePlaced(seat=seat, amount=max(1, q.minimum + q.step * chance.randint(0, min(steps, 8))))
        case asks.Bet():
            mine = [field for s, field in q.bets if s == seat]
            if mine and chance.random() < 0.3:
                return BetTakenBack(seat=seat, field=chance.choice(mine))
            if len(q.bets) > 6:
                return None
            return BetPlaced(seat=seat, field=chance.choice(q.fields), amount=q.step * chance.randint(1, 8))
        case asks.Close():
            return BetsClosed(seat=seat)
        case asks.Opponent():
            return OpponentChosen(seat=seat, opponent=chance.choice(list(q.limits))) if q.limits else None
        case asks.Option():
            return OptionChosen(seat=seat, option=chance.choice(q.options))
        case asks.Number():
            return NumberGiven(seat=seat, number=chance.randint(q.low, min(q.high, q.low + 60)))
        case asks.Card():
            return CardDrawn(seat=seat, deck=q.deck, card=card(q, chance))
        case asks.Sell():
            names = list(q.prices)
            chance.shuffle(names)
            return CardsSold(seat=seat, cards=tuple(names[: chance.randint(0, 1 if q.one else len(names))]))
        case asks.SquareAsked():
            return q.answer(seat=seat, square=square(q, chance), passed=chance.random() < 0.2)
        case asks.Casino():
            return CasinoChosen(seat=seat, colour=chance.choice(q.colours))
    raise AssertionError(f"no answer known for {q}")


def throw(q: asks.Throw, seat: str, chance: Random) -> DiceThrown:
    """A throw of the dice asked for."""
    if q.lying is not None:
        stay = q.kept if q.kept is not None else kept(q.lying, q.must_keep, chance)
        if len(stay) == len(q.lying) and not q.empty:
            stay = tuple(q.must_keep)
        rolled = len(q.lying) - len(stay)
        return DiceThrown(seat=seat, dice=tuple(Die("d6", chance.randint(1, 6)) for _ in range(rolled)), kept=stay)
    dice = []
    for term in q.dice.terms:
        for _ in range(chance.randint(term.least, term.most)):
            dice.append(Die(term.kind.value, chance.choice(FACES[term.kind])))
    return DiceThrown(seat=seat, dice=tuple(dice))


def kept(lying: tuple[int, ...], fixed: tuple[int, ...], chance: Random) -> tuple[int, ...]:
    """Some of the lying dice, those that must stay among them."""
    free = list(lying)
    for value in fixed:
        if value in free:
            free.remove(value)
    chance.shuffle(free)
    return (*fixed, *free[: chance.randint(0, len(free))])


def square(q: asks.SquareAsked, chance: Random) -> Square:
    """A square as the table might tell it."""
    kind = chance.choice(q.kinds)
    colour = chance.choice(q.colours) if kind == "casino" else None
    return Square(kind=kind, colour=colour, amount=chance.choice((-150, -50, 100, 200)) if kind == "slot" else None)


def card(q: asks.Card, chance: Random) -> dict[str, Any]:
    """A card of the pile, or one that nobody has seen before."""
    if q.known and chance.random() < 0.9:
        return dict(chance.choice(q.known))
    name = f"carte {chance.randint(1, 30)}"
    if q.deck == "acquisition":
        price = 25 * chance.randint(1, 40)
        return {"name": name, "buy": price, "sell": price}
    kind = chance.choice(boxes.EFFECTS)
    effect: dict[str, Any] = {"kind": kind}
    if kind in ("gain", "pay", "collect_each", "pay_each"):
        effect["amount"] = 25 * chance.randint(1, 20)
    elif kind == "move_by":
        effect["steps"] = chance.randint(-5, 5)
    elif kind == "move_to":
        effect["target"] = chance.choice(("own_casino", "pot", "roulette", "rouge"))
    return {"name": name, "effect": effect}


# --- whole evenings --------------------------------------------------------------------------------------


def facts(start: GameStarted, chance: Random) -> Iterator[Fact]:
    """The facts of an evening that goes on and on: the bank helps whoever is nearly out, debts are handed over."""
    play = Play(start)
    number = 1
    while True:
        fact = next_fact(play, chance)
        told = [HandedOver(debts=tuple(d.parts), how="auto") for d in play.game.ledger.debts()]
        for each in [*(told if isinstance(fact, DiceThrown) else []), fact]:
            question, refusal = play.place(each)
            assert refusal is None, (each, refusal)
            if question is not None:
                each = replace(each, on=question.topic)
            number += 1
            play.apply(number, each)
            yield each


def next_fact(play: Play, chance: Random) -> Fact:
    """A random allowed answer; before that the richest helps whoever is nearly out, so that the evening goes on."""
    game = play.game
    poor = next((s for s in game.playing() if game.balance(s) < 1000), "")
    rich = max([*game.playing(), "bank"], key=game.ledger.purse)
    fact = MoneyMoved(giver=rich, taker=poor, amount=2000) if poor and rich != poor else legal(play, chance)
    assert fact is not None, f"nothing to answer: {play.open}"
    return fact


def entries(number: int, seed: int = 1, **rules: Any) -> list[Entry]:
    """The first ``number`` entries of such an evening."""
    first = started(**rules)
    rows = [Entry(1, 0.0, first)]
    for fact in facts(first, Random(seed)):
        rows.append(Entry(len(rows) + 1, float(len(rows)), fact))
        if len(rows) == number:
            return rows
    raise AssertionError("an endless evening ended")


def kept_evening(journal: Journal, rows: list[Entry]) -> int:
    """Put an evening into a journal as if it had been played there; return its id."""
    assert isinstance(rows[0].fact, GameStarted)
    evening = journal.begin(rows[0].at, rows[0].fact)
    journal.append(evening, rows[1:])
    return evening


def play_on(at: Table, chance: Random, steps: int) -> None:
    """Let ``steps`` random allowed answers happen."""
    for _ in range(steps):
        evening = at.evening()
        assert evening is not None
        fact = legal(evening.play, chance)
        if fact is None:
            return
        assert at.submit(fact).ok


def play_until(at: Table, chance: Random, wanted: Callable[[Evening], bool], most: int = 400) -> None:
    """Let random allowed answers happen until the evening is as wanted."""
    for _ in range(most):
        evening = at.evening()
        assert evening is not None
        if wanted(evening):
            return
        play_on(at, chance, 1)
    raise AssertionError(f"not so after {most} answers")


def asked(at: Table, kind: type[asks.Question]) -> asks.Question | None:
    """The open question of this kind."""
    evening = at.evening()
    assert evening is not None
    return next((q for q in evening.play.open if isinstance(q, kind)), None)


def state(evening: Evening) -> dict[str, Any]:
    """What an evening comes to: equal where two evenings are the same to everybody at the table."""
    play, game = evening.play, evening.play.game
    return {
        "balances": dict(game.ledger.balances),
        "felt": {s: n for s, n in game.ledger.felt.items() if n},
        "owing": game.ledger.owing,
        "pieces": play.pieces.stocks,
        "counts": play.pieces.counts,
        "open": repr(play.open),
        "turn": (game.turn, game.phase, game.banker, game.order, game.level, game.outcome),
        "players": {s: repr(p) for s, p in game.players.items()},
        "house": game.house,
        "scene": repr(game.scene),
        "pawns": getattr(game, "pawns", None),
        "box": game.box_data(),
        "throws": play.throws,
        "misfits": evening.misfits,
    }


