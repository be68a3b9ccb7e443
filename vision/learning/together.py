"""Selects the heads to use by whole held-back throws, because one doubtful die makes the eye ask about its throw.

A head that helps its own network may harm the throw: for example, a d10's kind and its digit come from two networks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np

from companion.dice import DieKind
from vision.learning.fit import Fitted, Floats
from vision.reading import belief
from vision.reading.bicolour import NEITHER
from vision.reading.faces import BLANK, LEANING, NONE, TEN
from vision.reading.named import stranger_limit
from vision.reading.ten import WRONG

Told = tuple[bool, DieKind | None, float]
"""Whether a die is read right, its kind (None for no die), and the belief in its value, 0 if the eye would ask."""
Counts = tuple[float, float, float]
"""The summed weights of the throws that are silently wrong, that are wrong, and that the eye asks about."""


def chosen(fitted: Mapping[str, Fitted]) -> set[str]:
    """Return the names of the heads to use: those with the fewest throws silently wrong, then wrong, then asked about.

    None of the three numbers may be larger than without heads. Among equally good choices the one with most heads wins,
    because each head makes the labels of its own crops more probable.
    """
    able = [name for name, one in fitted.items() if one.head is not None]
    throws = list(_throws(fitted))
    before, best, found = _counted(throws, fitted, ()), None, set[str]()
    for size in range(len(able), 0, -1):
        for names in combinations(able, size):
            counts = _counted(throws, fitted, names)
            worse = any(now > old + 1e-9 for now, old in zip(counts, before, strict=True))
            if not worse and (best is None or counts < best):
                best, found = counts, set(names)
    return found


def _throws(fitted: Mapping[str, Fitted]) -> Iterator[tuple[float, list[dict[str, int]]]]:
    """Yield the weight of each throw whose crops are all trusted, and the row of each crop in each network."""
    dice: dict[str, dict[int, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    for name, one in fitted.items():
        for row, sample in enumerate(one.samples):
            dice[sample.throw][sample.crop][name] = row
    for crops in dice.values():
        weight = min(float(fitted[name].weights[row]) for rows in crops.values() for name, row in rows.items())
        if weight > 0 and all("faces" in rows for rows in crops.values()):
            yield weight, list(crops.values())


def _counted(
    throws: list[tuple[float, list[dict[str, int]]]], fitted: Mapping[str, Fitted], used: tuple[str, ...]
) -> Counts:
    """Return the counts of the throws as read with these heads."""
    silent = wrong = asked = 0.0
    for weight, crops in throws:
        told = [_told(fitted, rows, used) for rows in crops]
        whole = belief.of_kinds(1.0, ((str(kind), value) for _, kind, value in told if kind))
        certain = all(value >= belief.least(kind) for kind, value in whole.items())
        certain = certain and all(value > 0 for _, kind, value in told if kind is None)
        right = all(ok for ok, _, _ in told)
        silent += weight * (certain and not right)
        wrong += weight * (not right)
        asked += weight * (not certain)
    return silent, wrong, asked


def _told(fitted: Mapping[str, Fitted], rows: Mapping[str, int], used: tuple[str, ...]) -> Told:
    """Return what the networks predict for one crop, by the rules of ``DiceReader.named``.

    Only the belief in a d10 is simpler: it is the crop reader's alone.
    """

    def chances(name: str) -> Floats:
        return np.asarray(fitted[name].chances[int(name in used), rows[name]], np.float32)

    def right(name: str, best: int) -> bool:
        return bool(best == fitted[name].label[rows[name]])

    *classes, strange = chances("faces")
    face = int(np.argmax(classes))
    if face == NONE:
        return right("faces", face), None, float(classes[NONE] > 0.5)
    best = float(classes[face]) / max(1 - float(classes[NONE]), 1e-6)
    if face < TEN:
        value = belief.of_value("d6", best)
        known = strange <= stranger_limit(DieKind.D6, face, float(classes[face]))
        return right("faces", face), DieKind.D6, value if known else 0.0
    name, kind = {TEN: ("ten", DieKind.D10), BLANK: ("bicolour", DieKind.BICOLOUR)}.get(face, ("", DieKind.UNKNOWN))
    if name not in rows or face == LEANING:
        return right("faces", face) and not name, kind, 0.0
    told = chances(name)
    faces = told[:WRONG] if name == "ten" else told[:NEITHER] / max(float(told[:NEITHER].sum()), 1e-6)
    value = belief.of_value(str(kind), float(faces.max()), best)
    if name == "ten" and told[-1] > stranger_limit(kind, None, 0.0):
        value = 0.0
    return right("faces", face) and right(name, int(faces.argmax())), kind, value
