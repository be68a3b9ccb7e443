"""What goes on at a square of Home Casino: duels, the roulette, the play-off; and what a turn has come to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from companion.scene import Contest, Scene


@dataclass(slots=True, kw_only=True)
class Duel(Contest):
    """Two sides and a stake; the last four fields tell how it ended."""

    stake: int
    winner: str = ""
    multiplier: int = 1
    void: bool = False
    result: str = ""


@dataclass(slots=True, kw_only=True)
class CasinoDuel(Duel):
    """One throw of two dice each."""

    kind: ClassVar[str] = "casino_duel"


@dataclass(slots=True, kw_only=True)
class Zanzibar(Duel):
    """``points`` are those of each side's last throw, ``rounds`` how many were played."""

    kind: ClassVar[str] = "zanzibar"
    points: dict[str, int] = field(default_factory=dict)
    rounds: int = 0


@dataclass(slots=True, kw_only=True)
class FourTwoOne(Duel):
    """``counts`` are the throws that count, ``fixed`` the dice that stay, ``kept`` those named before a throw."""

    kind: ClassVar[str] = "four_two_one"
    counts: dict[str, int] = field(default_factory=dict)
    stood: list[str] = field(default_factory=list)
    kept: tuple[int, ...] | None = None
    fixed: dict[str, tuple[int, ...]] = field(default_factory=dict)
    combos: dict[str, int] = field(default_factory=dict)
    distances: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class BlackJack(Duel):
    """The player against the croupier, who plays with the bank's money."""

    kind: ClassVar[str] = "black_jack"
    player: str
    croupier: str
    stood: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Roulette(Scene):
    """``bets`` are points by seat and field; number and colour come with the throw, ``void`` with a 0."""

    kind: ClassVar[str] = "roulette"
    player: str
    bets: dict[tuple[str, str], int] = field(default_factory=dict)
    closed: bool = False
    number: int | None = None
    colour: str | None = None
    void: bool = False


@dataclass(slots=True, kw_only=True)
class PlayOff(Contest):
    """Two dice each, the highest wins the game."""

    kind: ClassVar[str] = "playoff"


@dataclass(slots=True)
class Turn:
    """What a turn has come to."""

    seat: str = ""
    throws: int = 0
    passed: int = 0
    landed: bool = False
    double: bool = False


@dataclass(slots=True)
class Arrival:
    """The square that acts now: what it does, why nothing, and the limits and the duel that it brought."""

    kind: str = ""
    action: str = ""
    skipped: str = ""
    croupier: str = ""
    limits: dict[str, int] = field(default_factory=dict)
    duel: Duel | Roulette | None = None
