"""What an evening came to: who won, how the points went throw by throw, who was lucky, what the dice showed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion import view
from companion.evening import Evening
from companion.facts import DiceThrown
from companion.ledger import POT, Transfer
from companion.odds.chance import surprise

MOST_POINTS = 300
"""Points of a curve; a longer evening is drawn with fewer."""

FACES: dict[str, tuple[int | str, ...]] = {
    "d6": (1, 2, 3, 4, 5, 6),
    "d10": tuple(range(10)),
    "bicolour": ("red", "black"),
}
GIFTS = ("table", "advance", "joined", "left", "carried")
"""Reasons of transfers that nobody won."""


def summary(evening: Evening) -> dict[str, Any]:
    """Return the figures of an evening as plain data; points in the game's unit, times in seconds."""
    game = evening.play.game
    thrown = throws(evening)
    last = evening.entries[-1].at
    points, steps = curve(evening)
    return {
        "title": game.title(),
        "phase": "over" if game.outcome else game.phase,
        "outcome": view.outcome(game),
        "target": game.target,
        "throws": len(thrown),
        "dated": evening.entries[0].at,
        "lasted": max(0, round(last - evening.entries[0].at)),
        "seats": [
            {
                "id": s,
                "name": p.name,
                "colour": p.colour,
                "points": game.balance(s),
                "out": s in game.out,
                "left": p.left,
            }
            for s, p in game.players.items()
        ],
        "curve": {"at": steps, "points": points, "unit": "throw" if thrown else "move"},
        "luck": [
            {
                "seat": one.seat,
                "bets": one.bets,
                "won": one.won,
                "expected": round(one.expected),
                "usual": round(one.usual),
            }
            for one in game.luck()
        ],
        "best": biggest_win(evening),
        "pot": highest_pot(evening),
        "dice": [frequencies(kind, thrown) for kind in FACES if any(d.kind == kind for f in thrown for d in f.dice)],
    }


def throws(evening: Evening) -> list[DiceThrown]:
    """Return the throws that count, in order."""
    return [fact for _, fact in evening.played if isinstance(fact, DiceThrown)]


def moments(evening: Evening) -> Iterator[tuple[int, int, dict[str, int]]]:
    """Yield number of the fact, throws so far and balances, at the start and after every fact that counts."""
    game = evening.play.game
    balances = dict(game.ledger.balances)
    for transfer in game.ledger.transfers:
        balances[transfer.giver] += transfer.amount
        balances[transfer.taker] -= transfer.amount
    yield 0, 0, dict(balances)
    waiting, thrown = iter(game.ledger.transfers), 0
    following = next(waiting, None)
    for number, fact in evening.played:
        thrown += isinstance(fact, DiceThrown)
        while following is not None and following.number == number:
            balances[following.giver] -= following.amount
            balances[following.taker] += following.amount
            following = next(waiting, None)
        yield number, thrown, dict(balances)


def curve(evening: Evening) -> tuple[dict[str, list[int]], list[int]]:
    """Return the points of each seat, and the throw (or move, in a game without dice) at which they stood so."""
    seats = list(evening.play.game.players)
    dice = bool(throws(evening))
    rows: dict[int, dict[str, int]] = {}
    for at, (_, thrown, balances) in enumerate(moments(evening)):
        rows[thrown if dice else at] = balances
    every = -(-len(rows) // MOST_POINTS)
    steps = [at for i, at in enumerate(rows) if i % every == 0 or i == len(rows) - 1]
    return {s: [rows[at].get(s, 0) for at in steps] for s in seats}, steps


def biggest_win(evening: Evening) -> dict[str, Any] | None:
    """Return the most that one seat won by one fact, with its cause and its photograph's number."""
    said = view.words_of(evening.play.game)
    won: Counter[tuple[int, str]] = Counter()
    main: dict[tuple[int, str], Transfer] = {}
    for transfer in evening.play.game.ledger.transfers:
        if transfer.taker in evening.play.game.players and transfer.reason not in GIFTS:
            key = (transfer.number, transfer.taker)
            won[key] += transfer.amount
            if key not in main or transfer.amount > main[key].amount:
                main[key] = transfer
    if not won:
        return None
    key = max(won, key=lambda k: won[k])
    number, seat = key
    entry = evening.entry(number)
    return {
        "seat": seat,
        "amount": won[key],
        "text": said.reason(main[key].reason),
        "from": main[key].giver,
        "number": number,
        "throw": next((thrown for n, thrown, _ in moments(evening) if n == number), 0),
        "picture": bool(entry and entry.picture),
    }


def highest_pot(evening: Evening) -> dict[str, int] | None:
    """Return the most that ever lay in the pot, and at which throw; None in a game without one, or with a cash in its place."""
    if POT in getattr(view.words_of(evening.play.game), "ACCOUNTS", {}):
        return None
    rows = [(balances.get(POT, 0), thrown) for _, thrown, balances in moments(evening)]
    amount, throw = max(rows, key=lambda row: row[0])
    return {"amount": amount, "throw": throw} if amount > 0 else None


def frequencies(kind: str, thrown: list[DiceThrown]) -> dict[str, Any]:
    """Return how often each face of a kind of die came up, and how often honest dice stray at least so far."""
    seen = Counter(die.value for fact in thrown for die in fact.dice if die.kind == kind)
    counts = [seen[face] for face in FACES[kind]]
    number = sum(counts)
    return {
        "kind": kind,
        "faces": [{"face": face, "count": n} for face, n in zip(FACES[kind], counts, strict=True)],
        "number": number,
        "enough": number >= max(40, 10 * len(counts)),
        "surprise": round(surprise(counts), 3),
    }
