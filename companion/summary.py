"""The summary of an evening: winner, points over the throws, moments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from companion.clock import lasted
from companion.evening import Evening
from companion.facts import DiceThrown
from companion.money.ledger import POT, Transfer
from companion.observe import observe
from companion.odds.chance import Decision
from companion.record import record
from companion.snapshot import Snapshot

MOST_POINTS = 300
"""Maximum points of a curve; longer evenings keep only some of their points."""

GIFTS = ("table", "advance", "joined", "left", "carried")
"""Reasons of transfers that do not count as winnings in any game."""


@record()
class BigWin:
    """The points that one seat won by one fact; ``throw`` is the number of throws so far."""

    seat: str
    amount: int
    reason: str
    giver: str
    number: int
    throw: int
    picture: bool


@record()
class Feat:
    """A rare success, reported by the game's news; ``throw`` is the number of throws so far."""

    code: str
    detail: Mapping[str, Any]
    throw: int


@record()
class Summary:
    """The figures of an evening. ``dated`` is its start in seconds since 1970, ``lasted`` the seconds of play.

    ``curve`` holds each seat's points after the throws (or moves) ``steps``; ``highest_pot``: the largest pot and the
    number of throws up to it.
    """

    end: Snapshot
    dated: float
    lasted: int
    throws: int
    curve: Mapping[str, list[int]]
    steps: list[int]
    best: BigWin | None
    highest_pot: tuple[int, int] | None
    decisions: tuple[Decision, ...]
    feats: tuple[Feat, ...]


def summary(evening: Evening) -> Summary:
    """Return the figures of an evening."""
    thrown = throws(evening)
    points, steps = curve(evening)
    return Summary(
        end=observe(evening),
        dated=evening.entries[0].at,
        lasted=round(lasted(entry.at for entry in evening.entries)),
        throws=len(thrown),
        curve=points,
        steps=steps,
        best=next(iter(wins(evening)), None),
        highest_pot=highest_pot(evening),
        decisions=tuple(evening.play.game.decisions()),
        feats=feats(evening),
    )


def throws(evening: Evening) -> list[DiceThrown]:
    """Return the throws that count, in order."""
    return [one.fact for one in evening.played if isinstance(one.fact, DiceThrown)]


def moments(evening: Evening) -> Iterator[tuple[int, int, dict[str, int]]]:
    """Yield (fact number, throws so far, balances) at the start and after each fact that counts."""
    game = evening.play.game
    balances = dict(game.ledger.balances)
    for transfer in game.ledger.transfers:
        balances[transfer.giver] += transfer.amount
        balances[transfer.taker] -= transfer.amount
    yield 0, 0, dict(balances)
    waiting, thrown = iter(game.ledger.transfers), 0
    following = next(waiting, None)
    for played in evening.played:
        number, fact = played.number, played.fact
        thrown += isinstance(fact, DiceThrown)
        while following is not None and following.number == number:
            balances[following.giver] -= following.amount
            balances[following.taker] += following.amount
            following = next(waiting, None)
        yield number, thrown, dict(balances)


def curve(evening: Evening) -> tuple[dict[str, list[int]], list[int]]:
    """Return each seat's points, and the throw for each value (the move, in a game without dice)."""
    seats = list(evening.play.game.players)
    dice = bool(throws(evening))
    rows: dict[int, dict[str, int]] = {}
    for at, (_, thrown, balances) in enumerate(moments(evening)):
        rows[thrown if dice else at] = balances
    every = -(-len(rows) // MOST_POINTS)
    steps = [at for i, at in enumerate(rows) if i % every == 0 or i == len(rows) - 1]
    return {s: [rows[at].get(s, 0) for at in steps] for s in seats}, steps


def wins(evening: Evening) -> list[BigWin]:
    """Return the points that each seat won by each fact, the largest win first."""
    won: Counter[tuple[int, str]] = Counter()
    main: dict[tuple[int, str], Transfer] = {}
    game = evening.play.game
    gifts = game.gifts.union(GIFTS)
    for transfer in game.ledger.transfers:
        if transfer.taker in game.players and transfer.reason not in gifts:
            key = (transfer.number, transfer.taker)
            won[key] += transfer.amount
            if key not in main or transfer.amount > main[key].amount:
                main[key] = transfer
    thrown = {number: throws for number, throws, _ in moments(evening)}
    pictures = {entry.number for entry in evening.entries if entry.picture}
    return [
        BigWin(seat, amount, one.reason, one.giver, number, thrown.get(number, 0), number in pictures)
        for (number, seat), amount in won.most_common()
        for one in (main[number, seat],)
    ]


def highest_pot(evening: Evening) -> tuple[int, int] | None:
    """Return the largest pot and the number of throws up to it; None if no chips ever lay in a pot."""
    if not evening.play.game.has_pot:
        return None
    rows = [(balances.get(POT, 0), thrown) for _, thrown, balances in moments(evening)]
    highest = max(rows, key=lambda row: row[0])
    return highest if highest[0] > 0 else None


def feats(evening: Evening) -> tuple[Feat, ...]:
    """Return the rare successes of the evening, in order."""
    game = evening.play.game
    thrown = {number: throws for number, throws, _ in moments(evening)}
    return tuple(Feat(code, detail, thrown.get(at, 0)) for at, code, detail in game.news if code in game.feats)
