"""The types of the JSON that pages read. ``python -m web.types`` writes them in TypeScript; mypy checks the drawing."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from companion.game.words import CardFace, Cloth
from companion.questions.bet import PlacedBet
from companion.questions.board import BoxCard
from companion.questions.words import RefusalWords, SquareKind

SeatId = Annotated[str, "SeatId"]
Account = Annotated[str, "Account"]
"""A seat's id, "bank" or "pot"."""
FaceValue = Annotated[int | str, "FaceValue"]
Stock = Annotated[dict[str, int], "Stock"]
"""Number of pieces by value."""
HouseValue = Annotated[bool | int | str | None, "HouseValue"]


class Fact(TypedDict):
    """A fact as in the journal; the fields of its type follow."""

    type: str
    seat: NotRequired[SeatId]


class Change(TypedDict):
    """The last change of a seat's points, summed over one fact."""

    amount: int
    text: str
    at: int


class Seat(TypedDict):
    id: SeatId
    name: str
    colour: str | None
    age: int
    points: int
    felt: int
    change: Change | None
    out: bool
    left: bool
    banker: bool
    state: str
    turn: bool
    cards: list[BoxCard]
    pawn: int | None
    square: str | None
    chips: Stock | None
    owes: int
    owed: int
    place: int


class Start(TypedDict):
    text: str
    chips: Stock | None


class Die(TypedDict):
    kind: str
    value: FaceValue | None
    colour: str | None


class LastThrow(TypedDict):
    number: int
    by: SeatId
    dice: list[Die]
    kept: list[int]
    picture: bool
    how: str
    text: str
    result: str
    fact: Fact


class Cause(TypedDict):
    text: str
    rule: str | None
    amount: int
    number: int


class Exchange(TypedDict):
    give: Stock
    get: Stock


class Way(TypedDict):
    """A proposal: pieces handed over, change, and an exchange at the bank before."""

    hand: Stock
    back: Stock
    exchange: Exchange | None


Giver = TypedDict("Giver", {"from": Account})


class Debt(Giver):
    to: Account
    amount: int
    felt: int
    causes: list[Cause]
    ways: list[Way]


class QuestionHead(TypedDict):
    """The common part of every question; the fields of its kind follow (``Question.row``)."""

    id: str
    kind: str
    topic: str
    seats: list[SeatId]
    must: bool
    rule: str | None
    words: str | None
    text: str
    help: str
    before: NotRequired[dict[SeatId, int]]
    free: NotRequired[dict[SeatId, list[str]]]
    drawn: NotRequired[list[PlacedBet]]


Question = Annotated[QuestionHead, "Question"]


class Pause(TypedDict):
    at: float | None
    accounts: list[Account]
    laid: list[Account]
    next: list[Question]


class Timer(TypedDict):
    seconds: int
    since: float


class BoardSquare(TypedDict):
    index: int
    kind: str | None
    colour: str | None
    amount: int | None
    text: str
    known: bool
    unsure: bool


class Board(TypedDict):
    length: int
    squares: list[BoardSquare]
    pawns: dict[SeatId, int]
    kinds: list[SquareKind]
    colours: list[str]
    swaps: bool


class SceneLine(TypedDict):
    seat: SeatId
    throws: list[list[FaceValue]]
    hand: list[FaceValue]
    total: int | None
    text: str


class Scene(TypedDict):
    """The common part of every scene; the fields of its kind follow."""

    kind: str
    title: str
    sides: list[SeatId]
    lines: list[SceneLine]
    stake: NotRequired[int]
    bets: NotRequired[list[PlacedBet]]


class Misfit(TypedDict):
    number: int
    text: str
    reason: str


class CountedChips(TypedDict):
    account: Account
    counted: int
    expected: int


class Outcome(TypedDict):
    winner: SeatId
    winners: list[SeatId]
    reason: str
    text: str
    why: str


class Undoable(TypedDict):
    number: int
    text: str


class Corrected(TypedDict):
    number: int
    who: str
    text: str


class TransferLine(Giver):
    to: Account
    amount: int
    text: str
    rule: str


class ReportLine(TypedDict):
    number: int
    at: float
    who: str
    how: str
    type: str
    text: str
    picture: bool
    state: str
    visit: bool
    why: str
    note: str | None
    forced: bool
    fact: Fact | None
    seat: SeatId | None
    names: dict[SeatId, str]
    transfers: list[TransferLine]


class TableView(TypedDict):
    """The evening after a fact, current or past."""

    number: int
    throws: int
    phase: str
    game: str
    title: str
    simulated: bool
    level: str
    banner: list[str]
    unit: int
    target: int
    turn: SeatId | None
    order: list[SeatId]
    banker: SeatId | None
    office: str
    house: dict[str, HouseValue]
    seats: list[Seat]
    accounts: dict[Account, int]
    counters: list[Account]
    source: Account
    bank_chips: Stock | None
    called: list[str]
    notes: bool
    colours: list[str]
    clockwise: bool
    pieces: list[int]
    amounts: list[int]
    start: Start | None
    questions: list[Question]
    call: str | None
    throw: LastThrow | None
    debts: list[Debt]
    pause: Pause | None
    settle: bool
    timer: Timer | None
    board: Board | None
    cloth: Cloth | None
    pack: dict[str, CardFace]
    names: dict[Account, str]
    scene: Scene | None
    misfits: list[Misfit]
    counts: list[CountedChips]
    winner: SeatId | None
    rematch: dict[str, SeatId] | None
    outcome: Outcome | None
    undo: Undoable | None
    corrected: Corrected | None
    news: list[ReportLine]
    announced: str


class PendingDie(TypedDict):
    kind: str
    value: FaceValue | None
    colour: str | None
    box: list[int]
    confidence: float
    alternatives: list[tuple[FaceValue, float]]


class Pending(TypedDict):
    """A reading that waits for confirmation."""

    id: int
    seat: SeatId
    expected: str
    why: list[str]
    text: str
    help: str
    picture: bool
    keep: bool
    dice: list[PendingDie]


class Camera(TypedDict):
    source: str
    button: bool
    trouble: str | None
    photographs: bool
    box: str
    throws: bool


class MachineState(TypedDict):
    trouble: str | None
    ending: bool


class PadRegret(TypedDict):
    seat: SeatId
    text: str


class Pad(TypedDict, total=False):
    """The state of the shared pad (``hardware.pad_state``)."""

    seat: SeatId | None
    said: str | None
    warning: str | None
    stuck: list[str]
    regret: PadRegret | None
    simulated: bool
    buttons: list[str]
    lamps: dict[str, str]
    trouble: str
    question: str
    target: str
    place: list[int]
    amount: int | None
    chips: bool
    marked: int | None
    does: str


class View(TableView):
    """The live view: the data of each ``view`` event of the stream."""

    version: int
    language: str
    evening: int | None
    table: str
    resumed: str | None
    notice: str | None
    warnings: list[RefusalWords]
    pending: Pending | None
    camera: Camera
    machine: MachineState
    simulation: bool
    calling: bool | None
    """Whether the table asks for the host of its room; None without a room."""
    counting: str | None
    """The seat whose page counts the piles, "" for a shared page; null while nobody does."""
    panel: Pad | None


class Secrets(TypedDict, total=False):
    """The data for the holder of a seat alone; ``gone``: this page does not hold it any more."""

    gone: bool
    hidden: str | None
    open: list[str]
    hand: list[str]
    half_points: int | None
    text: str
