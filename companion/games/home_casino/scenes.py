"""The scenes of Home Casino: duels, roulette, play-off; and the results of a turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from companion.record import record
from companion.scene import Betting, Contest


@dataclass(slots=True, kw_only=True)
class Duel(Contest):
    """Two sides and a stake; the last four fields are the result."""

    stake: int
    winner: str = ""
    multiplier: int = 1
    void: bool = False
    result: str = ""


@dataclass(slots=True, kw_only=True)
class CasinoDuel(Duel):
    """A casino duel: each side throws two dice once."""

    kind: ClassVar[str] = "casino_duel"


@dataclass(slots=True, kw_only=True)
class Zanzibar(Duel):
    """A Zanzibar; ``points`` of each side's last throw, and the ``rounds`` played."""

    kind: ClassVar[str] = "zanzibar"
    points: dict[str, int] = field(default_factory=dict)
    rounds: int = 0


@dataclass(slots=True, kw_only=True)
class FourTwoOne(Duel):
    """A 421. By side: ``counts``, its throws that count, and ``fixed``, the dice that it kept at its last throw.

    ``kept``: the dice named to stay in the next throw, None before that. ``combos`` and ``distances`` are set at the end.
    """

    kind: ClassVar[str] = "four_two_one"
    counts: dict[str, int] = field(default_factory=dict)
    stood: list[str] = field(default_factory=list)
    kept: tuple[int, ...] | None = None
    fixed: dict[str, tuple[int, ...]] = field(default_factory=dict)
    combos: dict[str, int] = field(default_factory=dict)
    distances: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class BlackJack(Duel):
    """A Black Jack: the player against the croupier, who plays for the bank."""

    kind: ClassVar[str] = "black_jack"
    player: str
    croupier: str
    stood: list[str] = field(default_factory=list)


@record()
class Drawn:
    """A choice at Black Jack: totals before it, number of dice (0 for « servi »), stake, and the croupier's mode.

    ``alone``: the other side draws no more.
    """

    seat: str
    is_player: bool
    player: int
    croupier: int
    dice: int
    stake: int
    mode: str
    alone: bool


@record()
class Held:
    """A choice at 421: the dice before it, those kept (all three to stop), and the throws left.

    ``target``: the combination to beat, 0 for the first side. ``least``: the points of the poorer side.
    """

    seat: str
    dice: tuple[int, ...]
    kept: tuple[int, ...]
    left: int
    target: int
    stake: int
    least: int


@dataclass(slots=True, kw_only=True)
class Roulette(Betting):
    """A roulette; ``bets`` are points by seat and field, ``void`` is set by a 0."""

    kind: ClassVar[str] = "roulette"
    player: str
    closed: bool = False
    number: int | None = None
    colour: str | None = None
    void: bool = False


@dataclass(slots=True, kw_only=True)
class PlayOff(Contest):
    """A play-off: two dice each, and the highest sum wins the game."""

    kind: ClassVar[str] = "playoff"


@dataclass(slots=True)
class Turn:
    """The events of a turn: throws, passes of the own casino, a landing on it, a double in the last throw."""

    seat: str = ""
    throws: int = 0
    passed: int = 0
    landed: bool = False
    double: bool = False


@dataclass(slots=True)
class Arrival:
    """The current square: its effect, why it was skipped, its croupier, its limits of stakes, its duel or roulette."""

    kind: str = ""
    action: str = ""
    skipped: str = ""
    croupier: str = ""
    limits: dict[str, int] = field(default_factory=dict)
    duel: Duel | Roulette | None = None
