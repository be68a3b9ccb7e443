"""What a die was read as: its kind and the probability of each face."""

from __future__ import annotations

from dataclasses import dataclass

from companion.dice import DieKind, Face
from vision.reading import belief

STRANGER = {DieKind.D10: 0.7}
"""Minimum probability of a stranger at which the page asks about a die read as this kind. Of 136 d10 by other generators five
lie above it, none of them read surely; of 69 strangers there one lies below."""
PIPS, SINGLE_PIP = (0.6, 0.95), (0.4, 0.6)
"""The same for a d6 with two pips or more and with one: usually, and if its value is read surely. Of 25 000 drawn strangers
one was read surely as two pips or more, but signs and numbers look like a single pip."""
SURELY_READ = 0.9


@dataclass(frozen=True, slots=True)
class Named:
    """The identification of a die: kind, and the probability of each face (``ranked``, likeliest first).

    ``sure`` is the probability of the kind; for a d6 ``ranked`` already includes it. ``strange`` is the probability of a
    stranger, a die that only looks like this kind.
    """

    kind: DieKind
    ranked: list[tuple[Face, float]]
    sure: float = 1.0
    leaning: bool = False
    strange: float = 0.0

    @property
    def value(self) -> Face | None:
        """The likeliest face; None if no face is known."""
        return self.ranked[0][0] if self.ranked else None

    @property
    def doubts(self) -> tuple[float, ...]:
        """The probabilities from which ``belief.of_value`` computes the belief in the value."""
        best = self.ranked[0][1] if self.ranked else 0.0
        return (best,) if self.kind is DieKind.D6 else (best, self.sure)

    @property
    def confidence(self) -> float:
        """The calibrated belief in the value."""
        return belief.of_value(str(self.kind), *self.doubts) if self.ranked else 0.0


def ranked(faces: dict[Face, float]) -> list[tuple[Face, float]]:
    """Return the faces with their probabilities, the likeliest first."""
    return sorted(faces.items(), key=lambda f: -f[1])


def stranger_limit(kind: DieKind, value: Face | None, read: float) -> float:
    """Return the probability of a stranger above which the page asks about a die read as this kind and value.

    ``read`` is the probability of the value by the crop reader alone; it counts for a d6 only.
    """
    if kind is not DieKind.D6:
        return STRANGER.get(kind, 1.0)
    usual, surely = SINGLE_PIP if value == 1 else PIPS
    return surely if read >= SURELY_READ else usual
