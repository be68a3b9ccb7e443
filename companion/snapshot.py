"""The state of the table, frozen and typed, without words, for page, eye, pad, lamps and simple players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any, TypeVar

from companion.dice import Reading
from companion.facts import DiceThrown, Fact, Square
from companion.money.chips import Proposal, Stock
from companion.money.ledger import Transfer
from companion.questions import Question, Throw
from companion.record import record
from companion.refusal import Refusal
from companion.scene import Scene

Q = TypeVar("Q", bound=Question)

Drawing = Callable[["Snapshot"], Mapping[str, Any]]
"""A function that returns what the panel shows for a snapshot, in the reader's language."""


@record()
class OpenQuestion:
    """An open question. ``id`` is unique among the open questions, and does not change while the question is open."""

    id: str
    question: Question
    free: Mapping[str, tuple[str, ...]] | None = None
    """Fields on which each seat may still bet; None if no field is closed."""
    before: Mapping[str, int] | None = None
    """Points that each seat bet here in its last round with a bet."""
    drawn: tuple[tuple[str, str], ...] | None = None
    """The missing pieces that the page draws in advance, each (seat, field)."""


@record()
class News:
    """A consequence of the fact with this number: ``code`` selects the game's sentence, ``detail`` fills it."""

    number: int
    code: str
    detail: Mapping[str, Any]


@record()
class Cause:
    """One part of a debt. ``transfer`` is None if a correction removed it; ``earlier``: the sum of all older parts."""

    amount: int
    number: int
    transfer: Transfer | None = None
    earlier: bool = False


@record()
class Due:
    """An open debt, its latest causes, and its proposals in chips."""

    giver: str
    taker: str
    amount: int
    felt: int
    """The part of the debt that lies on the felt, in points."""
    causes: tuple[Cause, ...]
    ways: tuple[Proposal, ...]


@record()
class Change:
    """The last change of a balance since the last throw: the sum of one fact's transfers, with their reasons."""

    number: int
    amount: int
    reasons: tuple[str, ...]


@record()
class SeatNow:
    """A seat and its player. ``state`` drives the lamp: out, must, may or calm.

    ``owes`` and ``owed`` are the points that it must still pay and receive. ``place`` counts from 1, 0 after leaving.
    """

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
    place: int = 0


@record()
class LastThrow:
    """The last throw that counts, and its consequences."""

    number: int
    fact: DiceThrown
    picture: bool
    news: tuple[News, ...]


@record()
class BoardNow:
    """The ring of squares (None for an unknown one) with its pawns.

    ``needs`` maps a kind to its extra value ("amount", "colour"); ``swaps``: a correction swaps two squares.
    """

    squares: tuple[Square | None, ...]
    unsure: frozenset[int]
    pawns: Mapping[str, int]
    kinds: tuple[str, ...]
    needs: Mapping[str, str]
    colours: tuple[str, ...]
    swaps: bool


@record()
class Winner:
    """The end of the game."""

    seats: tuple[str, ...]
    reason: str
    rematch: Mapping[str, str]
    """The banker and the first player of a rematch."""


@record()
class Timer:
    """The allowed seconds of a turn or a game, and its start in seconds since 1970, moved by pauses."""

    seconds: int
    since: float


@record()
class PauseNow:
    """The current pause: ``at`` in seconds since 1970, and ``coming``, the questions after it.

    ``accounts`` are to be laid out again; ``laid`` are those already laid out.
    """

    at: float | None
    accounts: tuple[str, ...]
    laid: frozenset[str]
    coming: tuple[OpenQuestion, ...]


@record()
class Misfit:
    """A recorded fact that does not fit the corrected past, and the reason; ``names`` as in ``Line``."""

    number: int
    fact: Fact
    refusal: Refusal
    names: Mapping[str, str] = field(default_factory=dict)


@record()
class Miscount:
    """Counted chips whose value differs from the ledger's; ``counted`` and ``expected`` in points."""

    account: str
    counted: int
    expected: int


@record()
class Noted:
    """A fact without secrets; ``target`` is the fact that a correction changes; ``names`` as in ``Line``."""

    number: int
    fact: Fact
    target: Fact | None = None
    names: Mapping[str, str] = field(default_factory=dict)


@record()
class Line:
    """A line of the report. ``state``: ok, misfit, or that of ``counted.Standing``; ``by``: who corrected it, or None.

    ``target`` is the fact that a correction changes. ``names``: people at this fact whose seats others have taken over.
    ``turn``: the seat that has the turn from this fact on, "" if unchanged.
    """

    number: int
    at: float
    recorded: Fact
    fact: Fact
    picture: bool
    state: str
    by: str | None
    news: tuple[News, ...]
    transfers: tuple[Transfer, ...]
    target: Fact | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    turn: str = ""


@record()
class Pending:
    """A reading for a throw of ``expected`` dice that waits for an answer."""

    id: int
    seat: str
    reading: Reading
    picture: bytes | None
    expected: str
    refusal: Refusal | None = None
    kept: tuple[int, ...] | None = None


@record()
class CameraNow:
    """The eye: its source, its abilities, and its problem.

    ``button``: it takes pictures on request; ``throws``: a tap throws its drawn dice.
    """

    source: str = ""
    button: bool = False
    photographs: bool = False
    throws: bool = False
    trouble: str | None = None


@record()
class Around:
    """The surroundings of the evening: eye, machine, panel, latest notice and warnings."""

    camera: CameraNow = CameraNow()
    machine_trouble: str | None = None
    damaged: bool = False
    """Whether the evening in play ends before a damaged fact."""
    machine_ending: bool = False
    simulation: bool = False
    """Whether simulated evenings are possible here."""
    calling: bool | None = None
    """Whether the table asks for the host of its room; None if no room is connected."""
    counting: str | None = None
    """The seat whose page counts the piles, "" for a shared page; None while nobody counts."""
    box: str = ""
    """The name of the box in play."""
    panel: Drawing | None = None
    """Returns what the panel shows; None without a panel."""
    notice: str | None = None
    resumed: str | None = None
    warnings: tuple[Refusal, ...] = ()
    pending: Pending | None = None


@record()
class Snapshot:
    """The table after the fact ``number``; ``version`` counts announcements since the start of the program.

    ``evening`` is its id in the journal; 0 and ``phase`` "none" if no evening is open. ``own`` is the game's own data
    for its words (``Game.own``). Nothing here is a secret of one seat.
    """

    version: int = 0
    evening: int = 0
    number: int = 0
    throws: int = 0
    phase: str = "none"
    game: str = ""
    missing: str | None = None
    """The package to install for this evening, "" if unknown; None if the game is installed."""
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
    """Whether all answers so far belong to the set-up: players still take their starting chips."""
    seats: tuple[SeatNow, ...] = ()
    accounts: Mapping[str, int] = field(default_factory=dict)
    counters: tuple[str, ...] = ()
    pieces: Mapping[str, Stock | None] = field(default_factory=dict)
    denominations: tuple[int, ...] = ()
    """Values of the pieces in the box, the largest first; () if points are only written down."""
    open: tuple[OpenQuestion, ...] = ()
    """The open questions, () during a pause; questions that somebody must answer come first."""
    settle: bool = True
    """Whether debts should be handed over now."""
    debts: tuple[Due, ...] = ()
    throw: LastThrow | None = None
    pause: PauseNow | None = None
    board: BoardNow | None = None
    scene: Scene | None = None
    """Events beside the questions, such as a duel."""
    own: Any = None
    misfits: tuple[Misfit, ...] = ()
    miscounts: tuple[Miscount, ...] = ()
    winner: Winner | None = None
    timer: Timer | None = None
    """The allowed time of the current turn or of the game, if the table agreed on one."""
    undo: Noted | None = None
    corrected: Noted | None = None
    report: tuple[Line, ...] = ()
    """The last lines of the report, the latest last."""
    announced: tuple[News, ...] = ()
    """News for everybody, shown until somebody answers the next question."""
    around: Around = Around()

    def seat(self, seat: str) -> SeatNow | None:
        """Return a seat by its id, None if there is none."""
        return next((one for one in self.seats if one.id == seat), None)

    def name_of(self, seat: str) -> str:
        """Return the player's name; for an unknown seat, its id."""
        found = self.seat(seat)
        return found.name if found else seat

    def asked(self, kind: type[Q], seat: str = "") -> Q | None:
        """Return the first open question of a kind, for ``seat`` if given; None if there is none."""
        found = (a.question for a in self.open)
        return next((q for q in found if isinstance(q, kind) and (not seat or seat in q.seats)), None)

    def same_evening(self, other: Snapshot) -> bool:
        """Whether two snapshots differ at most in their version and panel."""
        plain = replace(self.around, panel=None), replace(other.around, panel=None)
        return self.evening == other.evening and self.report is other.report and plain[0] == plain[1]

    @property
    def awaited_throw(self) -> tuple[str, Throw] | None:
        """The open throw with its question id, None if there is none."""
        return next(((one.id, one.question) for one in self.open if isinstance(one.question, Throw)), None)

    @property
    def last_thrown(self) -> int:
        """The fact number of the last throw that counts, 0 without a throw."""
        return self.throw.number if self.throw else 0
