"""The types of JSON that pages fetch beside the view; ``shapes.py`` has the types of the view."""

from __future__ import annotations

from typing import Any, TypedDict

from companion.questions.board import BoxCard
from companion.questions.words import Pair, RefusalWords, SquareKind
from web.drawing.shapes import Account, Giver, HouseValue, Misfit, Outcome, SeatId, Stock, TableView, Way


class BalanceChange(TypedDict):
    id: SeatId
    name: str
    colour: str | None
    before: int
    after: int


class AccountChange(TypedDict):
    account: Account
    before: int
    after: int


class HandOver(Giver):
    to: Account
    amount: int
    ways: list[Way]


class Passing(TypedDict):
    before: SeatId | None
    after: SeatId | None


class Difference(TypedDict):
    """The effect of one more fact."""

    fits: bool
    fact: str
    refusal: RefusalWords | None
    seats: list[BalanceChange]
    accounts: list[AccountChange]
    hand_over: list[HandOver]
    handed: bool
    misfits: list[Misfit]
    pawns: list[str]
    turn: Passing
    winner: Passing


class SummarySeat(TypedDict):
    id: SeatId
    name: str
    colour: str | None
    points: int
    out: bool
    left: bool
    place: int


class Curve(TypedDict):
    at: list[int]
    points: dict[SeatId, list[int]]
    unit: str


class SeatLuck(TypedDict):
    """The result of a seat in points: ``start + luck + skill == result``; ``error`` is the standard error of its luck."""

    seat: SeatId
    start: int
    luck: int
    skill: int
    result: int
    error: int


class Turning(TypedDict):
    """The chance event that changed a chance to win most, from ``before`` to ``after`` per cent."""

    seat: SeatId
    number: int
    throw: int
    before: int
    after: int
    text: str
    picture: bool


class Luck(TypedDict):
    """The win-chance curve, in per cent, and what luck and skill gave.

    ``state``: "long", "playing" or "hidden" (it cannot be computed), "none", "begun", "running" or "done". ``share``: per cent of
    the work that is done.
    """

    state: str
    share: int
    seats: list[SeatLuck]
    at: list[int]
    unit: str
    chances: dict[SeatId, list[int]]
    error: int
    turning: Turning | None


class Decision(TypedDict):
    """A choice and what it cost on average, in points; 0 if it was the best."""

    seat: SeatId
    text: str
    cost: int


class BestWin(Giver):
    seat: SeatId
    amount: int
    text: str
    number: int
    throw: int
    picture: bool


class HighestPot(TypedDict):
    amount: int
    throw: int


class Feat(TypedDict):
    text: str
    throw: int


class Summary(TypedDict):
    """The figures of an evening."""

    title: str
    phase: str
    outcome: Outcome | None
    target: int
    throws: int
    dated: float
    lasted: int
    seats: list[SummarySeat]
    curve: Curve
    best: BestWin | None
    pot: HighestPot | None
    feats: list[Feat]
    decisions: list[Decision]
    your_dice: str


class HouseRule(TypedDict):
    key: str
    type: str
    default: HouseValue
    values: list[HouseValue]
    words: list[str]
    label: str
    help: str
    longest: int
    when: dict[str, list[HouseValue]]
    fixed: bool


class Preset(TypedDict):
    """A named set of house rules that a game offers first."""

    key: str
    label: str
    help: str
    house: dict[str, HouseValue]


class ChosenRule(HouseRule):
    """A house rule with its current value."""

    rule_ids: list[str]
    value: HouseValue
    said: str


class RuleBook(TypedDict):
    """The rule book's text by rule id, the rules of each kind of square, and the house rules."""

    rules: dict[str, str]
    squares: dict[str, list[str]]
    house: list[ChosenRule]


class Deck(TypedDict):
    """A deck of a box: its effects and targets."""

    deck: str
    title: str
    effects: list[Pair]
    targets: list[Pair]
    collects: str | None


class BoxDeck(Deck):
    cards: list[BoxCard]


class BoxOnTable(TypedDict):
    """The cards of the box in play."""

    decks: list[BoxDeck]


class Office(TypedDict):
    text: str
    help: str


class Beginning(TypedDict):
    """The first player, the direction, and the office to fill before the start."""

    first: str
    clockwise: bool
    begins: str
    office: Office | None


class KnownGame(Beginning):
    """A game on the set-up page."""

    id: str
    title: str
    players: list[int]
    colours: list[str]
    targets: list[int]
    lengths: list[str]
    boxed: bool
    learns: bool
    printed: bool
    house: list[HouseRule]
    presets: list[Preset]


class KeptEvening(TypedDict):
    """An evening of the journal; ``missing`` says why it cannot be resumed, null if it can."""

    id: int
    game: str
    started: float
    seats: list[str]
    target: int
    facts: int
    open: bool
    simulated: bool
    missing: str | None


class LearntForm(TypedDict):
    """The form of a box that Servi learns: kinds of squares and cards, pieces, dice."""

    kinds: list[SquareKind]
    colours: list[str]
    length: list[int]
    decks: list[Deck]
    chips: Stock
    start_chips: Stock
    dice: dict[str, int]
    step: int


class ReplayStep(TypedDict):
    """The text of one fact in the file of an evening, its time, and whether it is a throw."""

    at: float
    text: str
    throw: bool


class Replay(TypedDict):
    """The data of the file of an evening: the first view, and how each of the next ones differs (``web.replay.changes``)."""

    first: TableView
    changes: list[Any]
    steps: list[ReplayStep]
    summary: Summary
    luck: Luck
