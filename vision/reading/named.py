"""What a die was read as: its kind and the probability of each face."""

from __future__ import annotations

from dataclasses import dataclass

from companion.dice import DieKind, Face
from vision.reading import belief


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
