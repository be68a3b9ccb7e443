"""Dice: kinds, faces, the set for a throw, and a reading with its doubts."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import field
from enum import StrEnum

from companion.record import record

Face = int | str
"""A face: 1-6 of a d6, 0-9 of a d10, ``"red"`` or ``"black"`` of the bicolour die."""


class DieKind(StrEnum):
    """The kind of a die."""

    D6 = "d6"
    D10 = "d10"
    BICOLOUR = "bicolour"
    UNKNOWN = "unknown"


FACES: dict[DieKind, tuple[Face, ...]] = {
    DieKind.D6: (1, 2, 3, 4, 5, 6),
    DieKind.D10: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    DieKind.BICOLOUR: ("red", "black"),
    DieKind.UNKNOWN: (),
}

MOST_DICE = 30
"""Maximum number of dice in one term of a set."""

COLOURS = ("white", "ivory", "red", "green", "blue", "yellow", "black", "other")
"""Body colours that the eye distinguishes and a set may name."""


@record()
class ReadDie:
    """One die of a reading.

    ``box`` is (x, y, width, height) in pixels of the picture. ``confidence`` and the probabilities of ``alternatives``
    (best first) lie in 0..1. ``value`` is None for an unreadable die. ``kept``: the die was not thrown this time."""

    kind: DieKind
    value: Face | None
    colour: str = "other"
    box: tuple[int, int, int, int] = (0, 0, 0, 0)
    confidence: float = 1.0
    alternatives: tuple[tuple[Face, float], ...] = ()
    kept: bool = False


@record()
class Reading:
    """A reading of the track: the dice, and whether the table may accept them without asking.

    ``why`` holds a code for each doubt (``too-few``, ``blurred`` ...); it is empty if ``certain``."""

    dice: tuple[ReadDie, ...]
    certain: bool
    why: tuple[str, ...] = ()
    milliseconds: float = 0.0


@record()
class ExpectedDie:
    """One term of a dice set: ``least`` to ``most`` dice of a kind, of one colour if ``colour`` is set."""

    kind: DieKind
    least: int
    most: int
    colour: str | None = None


@record()
class DiceSet:
    """The dice for a throw, as a sum of terms; ``kept``: dice kept from the previous throw may lie beside them.

    >>> DiceSet.parse("1-3d6+kept")
    DiceSet(terms=(ExpectedDie(kind=<DieKind.D6: 'd6'>, least=1, most=3, colour=None),), kept=True)
    >>> str(DiceSet.parse("roulette"))
    '1d10+1bicolour'
    """

    terms: tuple[ExpectedDie, ...]
    kept: bool = False
    named: list[tuple[str, str]] | None = field(init=False, repr=False, compare=False)
    """The (kind, colour) of each die, sorted, if the set names every colour and number; otherwise None."""

    def __post_init__(self) -> None:
        exact = all(t.colour and t.least == t.most for t in self.terms)
        dice = sorted((t.kind.value, t.colour or "") for t in self.terms for _ in range(t.least)) if exact else None
        object.__setattr__(self, "named", dice)

    @property
    def least(self) -> int:
        """The minimum number of thrown dice."""
        return sum(t.least for t in self.terms)

    @property
    def most(self) -> int:
        """The maximum number of thrown dice."""
        return sum(t.most for t in self.terms)

    @classmethod
    def parse(cls, text: str) -> DiceSet:
        """Parse terms joined by ``+``; raise ``ValueError`` with what is allowed.

        A term is a kind or colour, perhaps after a number or range (``2white``, ``1-3d6``), ``roulette`` or ``kept``.
        """
        terms: list[ExpectedDie] = []
        kept = False
        for term in text.strip().lower().split("+"):
            if term == "roulette":
                terms += [ExpectedDie(DieKind.D10, 1, 1), ExpectedDie(DieKind.BICOLOUR, 1, 1)]
                continue
            if term == "kept":
                kept = True
                continue
            match = re.fullmatch(r"(?:(\d{1,2})(?:-(\d{1,2}))?)?(d6|d10|bicolour|[a-z]+)", term)
            name = match[3] if match else ""
            known = name in ("d6", "d10", "bicolour")
            if not match or not (known or name in COLOURS):
                raise ValueError(
                    f"'{term}' is not a set of dice: write for example 3d6, 1-3d6+kept, roulette, 2white or 1green+1red"
                )
            least = int(match[1]) if match[1] else 1
            most = int(match[2]) if match[2] else least
            if not 0 < most <= MOST_DICE or least > most:
                raise ValueError(f"'{term}' asks for an impossible number of dice: 1 to {MOST_DICE} are allowed")
            kind = DieKind(name) if known else DieKind.D6
            terms.append(ExpectedDie(kind, least, most, None if known else name))
        if not terms:
            raise ValueError("no dice are named: write for example 3d6 or roulette")
        return cls(tuple(terms), kept)

    def __str__(self) -> str:
        parts = []
        for t in self.terms:
            number = str(t.least) if t.least == t.most else f"{t.least}-{t.most}"
            parts.append(f"{number}{t.colour or t.kind.value}")
        return "+".join([*parts, "kept"] if self.kept else parts)

    def accepts(self, dice: list[tuple[DieKind, str]] | tuple[tuple[DieKind, str], ...]) -> bool:
        """Whether thrown dice (kind, colour) form this set; a colour counts only if the set names it."""
        left = Counter(dice)
        for term in sorted(self.terms, key=lambda t: t.colour is None):
            fitting = [d for d in left if d[0] is term.kind and term.colour in (None, d[1])]
            found = 0
            for die in fitting:
                take = min(left[die], term.most - found)
                left[die] -= take
                found += take
            if found < term.least:
                return False
        return not +left
