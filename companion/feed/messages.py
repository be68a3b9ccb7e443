"""The messages of the feed, explained in ``docs/feed.md``; ``python -m companion.feed.schema`` writes their schema.

They contain codes and ids, no sentences and no secrets. Points are whole numbers; an account is a seat id, "bank"
or "pot".
"""

from __future__ import annotations

from typing import Literal

from companion.record import record

VERSION = 1
"""The version of the messages. A new field keeps it; changing or removing a field raises it."""

Kind = Literal[
    "start", "throw", "stake", "take_back", "bets_closed", "call", "card", "square", "hand_over", "count", "seat", "pause",
    "rule", "payment", "correction",
]  # fmt: skip
"""The kinds of facts."""


@record()
class Die:
    """A die: ``kind`` is "d6", "d10" or "bicolour"; ``colour`` its body, None if it does not matter."""

    kind: str
    value: int | str
    colour: str | None


@record()
class Throw:
    """Thrown dice; ``kept`` are the values that stayed. ``how``: "camera", "tap", "button", "auto" or "import".

    ``picture`` is the path of its photograph on this table's web address, "" without one.
    """

    number: int
    seat: str
    dice: tuple[Die, ...]
    kept: tuple[int, ...]
    how: str
    picture: str


@record()
class Payment:
    """Points that moved; ``reason`` is the game's code."""

    giver: str
    taker: str
    amount: int
    reason: str


@record()
class Debt:
    """An open debt: the points have moved, but nobody has handed over the chips."""

    giver: str
    taker: str
    amount: int


@record()
class Event:
    """One fact of an evening with its consequences. Numbers start at 1, without gaps.

    ``fact`` is the fact's type in the journal. ``seat`` is the seat of the fact, "" for the table. ``choice`` is the
    option, the opponent, the field of a bet, the colour, the use of a card, or the deck. ``amount`` is the stake, or
    the points moved or handed over. ``target`` is the number of the fact that a correction changes. ``turn``: the seat
    with the turn from here on, "" if unchanged. ``winners``: the winning seats, if this fact ended the game. ``news``:
    codes of the game's news.
    """

    version: int
    table: str
    evening: int
    number: int
    at: float
    kind: Kind
    fact: str
    seat: str
    choice: str
    amount: int
    throw: Throw | None
    payments: tuple[Payment, ...]
    target: int
    turn: str
    winners: tuple[str, ...]
    news: tuple[str, ...]


@record()
class Player:
    """A seat and its player. ``state``: "must" answer, "may" answer, "calm" or "out"."""

    id: str
    name: str
    colour: str | None
    points: int
    owes: int
    owed: int
    state: str


@record()
class Asked:
    """An open question: its kind, and the seats that may answer it. ``must``: the game waits for an answer."""

    kind: str
    seats: tuple[str, ...]
    must: bool


@record()
class State:
    """The whole table after fact ``number``. ``phase``: "none" (free), "setup", "playing" or "over".

    ``began`` is the start of the evening in seconds since 1970, None if no evening is open.

    ``bets`` is "open", "closed" (« rien ne va plus ») or "none". ``counters`` are the accounts in the middle, such as
    the pot. ``trouble``: the page shows a problem of camera, disk or machine. ``help``: the table asks for the host.
    """

    version: int
    table: str
    evening: int
    number: int
    began: float | None
    phase: str
    game: str
    paused: bool
    simulated: bool
    turn: str
    banker: str
    target: int
    players: tuple[Player, ...]
    counters: dict[str, int]
    debts: tuple[Debt, ...]
    asked: tuple[Asked, ...]
    bets: Literal["none", "open", "closed"]
    throw: Throw | None
    winners: tuple[str, ...]
    trouble: bool
    help: bool
