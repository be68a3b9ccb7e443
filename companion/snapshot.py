"""What stands at the table now: frozen, typed, without words. Page, eye, pad, lamps and simple players read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from companion.chips import Payment, Stock
from companion.dice import Reading
from companion.facts import DiceThrown, Fact, Square
from companion.ledger import Transfer
from companion.questions import Question, Throw
from companion.refusal import Refusal
from companion.scene import Scene

Q = TypeVar("Q", bound=Question)

Drawing = Callable[["Snapshot"], Mapping[str, Any]]
"""What makes of a snapshot, in the reader's language, what the panel shows."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """An open question. ``id`` is unique among the open ones and stays while the question does."""

    id: str
    question: Question
    free: Mapping[str, tuple[str, ...]] | None = None
    """Fields that each seat may still bet on, where the rules of the cloth close some."""
    before: Mapping[str, int] | None = None
    """Points that each seat bet here the last time."""


@dataclass(frozen=True, slots=True)
class News:
    """Something that followed from the fact with this number."""

    number: int
    code: str
    detail: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Cause:
    """One part of a debt. ``transfer`` is None for a correction; ``earlier`` marks the sum of all older parts."""

    amount: int
    number: int
    transfer: Transfer | None = None
    earlier: bool = False


@dataclass(frozen=True, slots=True)
class Due:
    """What one account still has to hand to another, the latest causes, and how it could be paid."""

    giver: str
    taker: str
    amount: int
    felt: int
    """Points of it that lie on the felt."""
    causes: tuple[Cause, ...]
    ways: tuple[Payment, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """How a balance changed last: the sum of one fact's transfers and their reasons."""

    number: int
    amount: int
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A seat and who sits there. ``state`` is what its lamp tells: out, must, may or calm."""

    id: str
    name: str
    colour: str | None
    age: int
    points: int
    felt: int
    change: Change | None
    out: bool
    left: bool
    state: str
    cards: tuple[Mapping[str, Any], ...]
    pawn: int | None
    square: Square | None
    pieces: Stock | None
    owes: int
    owed: int


@dataclass(frozen=True, slots=True)
class LastThrow:
    """The last throw that counts, and what followed from it."""

    number: int
    fact: DiceThrown
    picture: bool
    news: tuple[News, ...]


@dataclass(frozen=True, slots=True)
class BoardNow:
    """The ring of squares, None for an unknown one, with the pawns on it.

    ``needs`` tells which kinds say more ("amount", "colour"); ``swaps``: a correction exchanges two squares.
    """

    squares: tuple[Square | None, ...]
    unsure: frozenset[int]
    pawns: Mapping[str, int]
    kinds: tuple[str, ...]
    needs: Mapping[str, str]
    colours: tuple[str, ...]
    swaps: bool


@dataclass(frozen=True, slots=True)
class Winner:
    """How the game ended."""

    seats: tuple[str, ...]
    reason: str
    rematch: Mapping[str, str]
    """Who is banker, or begins, in a rematch."""


@dataclass(frozen=True, slots=True)
class PauseNow:
    """An evening put away: since when (seconds since 1970), what lies there again, what is asked afterwards."""

    at: float | None
    accounts: tuple[str, ...]
    laid: frozenset[str]
    coming: tuple[OpenQuestion, ...]


@dataclass(frozen=True, slots=True)
class Misfit:
    """A recorded fact that does not fit the corrected past, and why."""

    number: int
    fact: Fact
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Miscount:
    """Counted chips that differ from the books."""

    account: str
    counted: int
    expected: int


@dataclass(frozen=True, slots=True)
class Noted:
    """A fact of the journal as everybody may know it; ``target`` is the fact that a correction is about."""

    number: int
    fact: Fact
    target: Fact | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the report. ``state`` is that of ``evening.Standing``; ``by``: who corrected it, None for nobody."""

    number: int
    at: float
    recorded: Fact
    fact: Fact
    picture: bool
    state: str
    by: str | None
    news: tuple[News, ...]
    transfers: tuple[Transfer, ...]


@dataclass(frozen=True, slots=True)
class Pending:
    """A reading that waits for the table's answer, for a throw of ``expected`` dice."""

    id: int
    seat: str
    reading: Reading
    picture: bytes | None
    expected: str
    refusal: Refusal | None = None
    kept: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class CameraNow:
    """The eye: its source, whether it looks when asked, and what ails it.

    ``throws``: its dice are drawn and thrown by a tap.
    """

    source: str = ""
    button: bool = False
    photographs: bool = False
    throws: bool = False
    trouble: str | None = None


@dataclass(frozen=True, slots=True)
class Around:
    """What stands beside the evening: eye, machine, panel, and what the table has just said."""

    camera: CameraNow = CameraNow()
    machine_trouble: str | None = None
    machine_ending: bool = False
    simulation: bool = False
    """Whether simulated evenings can be played here."""
    box: str = ""
    """The name of the box that is played with."""
    panel: Drawing | None = None
    """What the panel shows, drawn in the reader's language."""
    notice: str | None = None
    resumed: str | None = None
    warnings: tuple[Refusal, ...] = ()
    pending: Pending | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table after the fact ``number``; ``version`` counts what was published since the program started.

    ``evening`` is the evening's id in the journal, 0 where none is open: then ``phase`` is "none". ``own`` is what
    the words of this game read besides (``Game.own``). Nothing here is known to one seat alone.
    """

    version: int = 0
    evening: int = 0
    number: int = 0
    throws: int = 0
    phase: str = "none"
    game: str = ""
    missing: str | None = None
    """What to install to play this evening, "" where nobody knows; None where the game is here."""
    simulated: bool = False
    level: str = ""
    unit: int = 1
    target: int = 0
    source: str = ""
    turn: str = ""
    banker: str = ""
    order: tuple[str, ...] = ()
    house: Mapping[str, Any] = field(default_factory=dict)
    box_marks: frozenset[str] = frozenset()
    """Marks of the box: "example", "invented"."""
    board_trouble: str = ""
    fresh: bool = False
    """Whether the first turn is still to come, while everybody takes what the game gives him."""
    seats: tuple[SeatNow, ...] = ()
    accounts: Mapping[str, int] = field(default_factory=dict)
    counters: tuple[str, ...] = ()
    pieces: Mapping[str, Stock | None] = field(default_factory=dict)
    denominations: tuple[int, ...] = ()
    """Values of the chips in the box, the largest first."""
    open: tuple[OpenQuestion, ...] = ()
    """The questions that may be answered now, those that must be first; none in a pause."""
    settle: bool = True
    """Whether this is a moment to hand over what is owed."""
    debts: tuple[Due, ...] = ()
    throw: LastThrow | None = None
    pause: PauseNow | None = None
    board: BoardNow | None = None
    scene: Scene | None = None
    """What goes on besides the questions, such as a duel."""
    own: Any = None
    misfits: tuple[Misfit, ...] = ()
    miscounts: tuple[Miscount, ...] = ()
    winner: Winner | None = None
    undo: Noted | None = None
    corrected: Noted | None = None
    report: tuple[Line, ...] = ()
    """The last lines of the report, the latest last."""
    around: Around = Around()

    def seat(self, seat: str) -> SeatNow | None:
        """Return a seat by its id."""
        return next((one for one in self.seats if one.id == seat), None)

    def name_of(self, seat: str) -> str:
        """Return the name of whoever sits there; an unknown seat stands for itself."""
        found = self.seat(seat)
        return found.name if found else seat

    def asked(self, kind: type[Q], seat: str = "") -> Q | None:
        """Return the first open question of a kind, that ``seat`` may answer if one is named."""
        found = (a.question for a in self.open)
        return next((q for q in found if isinstance(q, kind) and (not seat or seat in q.seats)), None)

    def same_evening(self, other: Snapshot) -> bool:
        """Whether two snapshots differ in nothing but their versions and the panel."""
        plain = replace(self.around, panel=None), replace(other.around, panel=None)
        return self.evening == other.evening and self.report is other.report and plain[0] == plain[1]

    @property
    def awaited_throw(self) -> tuple[str, Throw] | None:
        """The throw that the table waits for, with its id."""
        return next(((one.id, one.question) for one in self.open if isinstance(one.question, Throw)), None)

    @property
    def last_thrown(self) -> int:
        """The number of the throw that was written down last, 0 before the first."""
        return self.throw.number if self.throw else 0
