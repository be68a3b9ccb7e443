"""Reading with learnt heads. They make a doubtful reading certain only if all its dice look like confirmed ones.

The networks may misread a die with certainty. Often the page asks about this die only because another die of the throw
is doubtful. Once a head has learnt the other die, the page would no longer ask. So if only the heads make a reading
certain, somebody must already have confirmed dice like these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from companion.dice import DiceSet, DieKind, ReadDie, Reading
from vision.learning.heads import NEAR, Head, hidden
from vision.learning.rows import PLACE, cut
from vision.pictures import Image, Odds
from vision.reading.faces import BLANK, TEN, crop
from vision.reading.photograph import Reader
from vision.reading.reader import DiceReader


def read(
    general: DiceReader,
    mine: Reader,
    heads: Mapping[str, Head],
    image: Image,
    expected: DiceSet | None,
    edge: float | None,
    odds: Odds | None = None,
) -> Reading:
    """Return the reading by ``mine``, a reader that uses ``general``, with these heads. See ``DiceReader.read``.

    A certain reading with an unfamiliar die (see ``familiar``) stays certain only if the reading without heads is also
    certain and has the same dice.
    """
    general.use(heads)
    try:
        reading = mine.read(image, expected, edge, odds)
        if not heads or not reading.certain or familiar(general, heads, image, reading):
            return reading
        general.use({})
        before = mine.read(image, expected, edge, odds)
    finally:
        general.use({})
    if before.certain and [(d.kind, d.value) for d in before.dice] == [(d.kind, d.value) for d in reading.dice]:
        return reading
    return replace(reading, certain=False, why=("unsure",))


def familiar(general: DiceReader, heads: Mapping[str, Head], image: Image, reading: Reading) -> bool:
    """Whether somebody confirmed or corrected dice like each die of a reading.

    A d6 must look like a crop with the same face. Another die must look like a crop of its kind, and its value must
    have been confirmed. Without a head for "faces", only the values are checked.
    """
    head = heads.get("faces")
    if head is None:
        return all(_confirmed(heads, d) for d in reading.dice)
    views = [crop(one, PLACE.x, PLACE.y, PLACE.edge) for one in cut(image, reading.dice)]
    alike = hidden("faces", general.outputs(views)) @ head.known.T >= NEAR[1]
    votes = alike.astype(np.float32) @ head.against
    return all(votes[i, _face(d)] > 0 and _confirmed(heads, d) for i, d in enumerate(reading.dice))


def _face(die: ReadDie) -> int:
    return {DieKind.D10: TEN, DieKind.BICOLOUR: BLANK}.get(die.kind) or (die.value if isinstance(die.value, int) else 0)


def _confirmed(heads: Mapping[str, Head], die: ReadDie) -> bool:
    """Whether the value of a d10 or bicolour die was confirmed at least once, if a head corrects such values."""
    name = {DieKind.D10: "ten", DieKind.BICOLOUR: "bicolour"}.get(die.kind, "")
    if name not in heads:
        return True
    value = {"red": 0, "black": 1}.get(str(die.value), die.value)
    return isinstance(value, int) and bool(heads[name].against[:, value].sum())
