"""A die with new chances of its faces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.dice import DieKind, ReadDie

SURE = 0.85
"""Least belief in a value; a die below it is asked about. Taught dice were weighed against it."""


def ranked(die: ReadDie, kind: DieKind, chances: Mapping[Any, float]) -> ReadDie:
    """Return ``die`` as one of ``kind`` with these chances of its faces, the likeliest first."""
    best = sorted(chances.items(), key=lambda c: -c[1])
    near = tuple((v, round(p, 4)) for v, p in best if p > 0.001)
    return replace(die, kind=kind, value=best[0][0], confidence=round(best[0][1], 4), alternatives=near)
