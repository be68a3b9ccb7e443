"""The report of an evening: its facts in journal order, each with the points that it moved."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from companion.evening import Evening
from companion.facts import Correction, Fact, public
from companion.game.base import Player
from companion.money.chips import Proposal
from companion.money.ledger import Transfer
from companion.record import record
from companion.refusal import Refusal
from companion.snapshot import Line, Misfit, News

Row = TypeVar("Row")


def report(evening: Evening, last: int | None = None) -> tuple[Line, ...]:
    """Return the lines of the report, or only its ``last`` ones."""
    game = evening.play.game
    entries = evening.entries if last is None else evening.entries[-last:]
    first = entries[0].number
    transfers: dict[int, list[Transfer]] = {}
    for transfer in since(evening, game.ledger.transfers, lambda t: t.number, first):
        transfers.setdefault(transfer.number, []).append(transfer)
    news: dict[int, list[News]] = {}
    for one in news_since(evening, first):
        news.setdefault(one.number, []).append(one)
    turns = dict(since(evening, evening.play.turns, lambda row: row[0], first))
    lines = []
    for entry in entries:
        standing = evening.standings.get(entry.number)
        state = "misfit" if entry.number in evening.misfits else standing.state if standing else "ok"
        fact = standing.fact if standing and state in ("amended", "inserted") else entry.fact
        by = evening.entry(standing.by) if standing and standing.by else None
        target = evening.entry(entry.fact.target) if isinstance(entry.fact, Correction) else None
        lines.append(
            Line(
                number=entry.number,
                at=entry.at,
                recorded=public(entry.fact),
                fact=public(fact),
                picture=entry.picture,
                state=state,
                by=by.fact.who if by else None,
                news=tuple(news.get(entry.number, ())),
                transfers=tuple(transfers.get(entry.number, ())),
                target=public(target.fact) if target else None,
                names=sat(evening, target.number if target else entry.number),
                turn=turns.get(entry.number, ""),
            )
        )
    return tuple(lines)


def sat(evening: Evening, number: int) -> dict[str, str]:
    """Return by seat the names of people who sat there at this fact, for seats that others have taken over."""
    found: dict[str, str] = {}
    for at, seat, before in evening.play.game.takeovers:
        if at >= number:
            found.setdefault(seat, before)
    return found


def news_since(evening: Evening, number: int) -> list[News]:
    """Return the news caused by this fact and later ones."""
    return [News(*row) for row in since(evening, evening.play.game.news, lambda row: row[0], number)]


def since(evening: Evening, rows: list[Row], number_of: Callable[[Row], int], number: int) -> Iterable[Row]:
    """Return the rows from this number on. The search starts at the end, since callers need the last few of thousands.

    An inserted fact is out of order; in a corrected evening, the search therefore goes back 200 numbers farther.
    """
    end = number - 200 if evening.corrected else number
    late = itertools.takewhile(lambda row: number_of(row) >= end, reversed(rows))
    return [row for row in late if number_of(row) >= number][::-1]


def misfits(evening: Evening) -> tuple[Misfit, ...]:
    """Return the facts that do not fit the corrected past."""
    found = ((evening.entry(number), refusal) for number, refusal in evening.misfits.items())
    return tuple(Misfit(e.number, public(e.fact), refusal, sat(evening, e.number)) for e, refusal in found if e)


@record()
class Owed:
    """A payment due after a fact, with its proposals in chips."""

    giver: str
    taker: str
    amount: int
    ways: tuple[Proposal, ...]


@record()
class Side:
    """One side of a comparison: balances, whose turn it is, the winner ("" for none), and the places of the pawns."""

    balances: Mapping[str, int]
    turn: str
    winner: str
    pawns: Mapping[str, int | None]


@record()
class Before:
    """The state before one more fact: balances, misfits, and whether chips were handed over for its target."""

    side: Side
    misfits: frozenset[int]
    handed: bool


@record()
class Difference:
    """The effect of one more fact; ``refusal`` is the reason if it is not allowed.

    ``handed``: chips were already handed over for the fact that the correction changes. ``names``: as in a ``Line``.
    """

    before: Side
    after: Side
    players: tuple[Player, ...]
    fact: Fact
    refusal: Refusal | None
    hand_over: tuple[Owed, ...]
    handed: bool
    misfits: tuple[Misfit, ...]
    names: Mapping[str, str]


def now(evening: Evening, fact: Fact) -> Before:
    """Return the state that ``difference`` compares with the evening after this fact."""
    handed = isinstance(fact, Correction) and evening.play.game.ledger.handed(fact.target)
    return Before(_side(evening), frozenset(evening.misfits), handed)


def difference(after: Evening, was: Before, fact: Fact, refusal: Refusal | None) -> Difference:
    """Return the difference that a fact makes; ``was`` is the state before the fact, ``after`` the evening with it."""
    return Difference(
        before=was.side,
        after=_side(after),
        players=tuple(after.play.game.players.values()),
        fact=public(fact),
        refusal=refusal,
        hand_over=hand_over(after),
        handed=was.handed,
        misfits=tuple(m for m in misfits(after) if m.number not in was.misfits),
        names=sat(after, fact.target) if isinstance(fact, Correction) else {},
    )


def _side(evening: Evening) -> Side:
    game = evening.play.game
    winner = game.outcome.winner if game.outcome else ""
    return Side(dict(game.ledger.balances), game.turn, winner, dict(game.pawns))


def hand_over(evening: Evening) -> tuple[Owed, ...]:
    """Return all payments due after the evening's last fact, including earlier debts."""
    play = evening.play
    owed = [debt for debt in play.game.ledger.debts() if debt.amount]
    return tuple(Owed(d.giver, d.taker, d.amount, play.pieces.proposals(d.giver, d.taker, d.amount)) for d in owed)
