"""The reader that knows the owner's dice: the taught faces correct the general reader.

If the two disagree, the reading is unsure, so the page asks. The reader replaces the faces of a stand-in (``StandIn``)
by the values that they mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.dice import FACES, DiceSet, DieKind, Face, ReadDie, Reading
from companion.eye import TaughtFace
from companion.standin import StandIn
from vision import pictures
from vision.pictures import Image, Odds
from vision.reading.places import place_of
from vision.reading.reader import DiceReader
from vision.teaching.box import Box
from vision.teaching.cubes import TaughtPips, TaughtSides
from vision.teaching.lesson import show
from vision.teaching.ranked import SURE, ranked
from vision.teaching.tens import TaughtTens


class TaughtReader:
    """A reader that knows the owner's dice; without taught dice and stand-ins it reads like ``DiceReader``."""

    def __init__(self, reader: DiceReader, box: Box) -> None:
        self.reader, self.box = reader, box
        self.tens, self.pips, self.sides = TaughtTens(reader.search.facing.look), TaughtPips(), TaughtSides()
        self._known: Counter[DieKind] = Counter()
        self._stand_ins: tuple[StandIn, ...] = ()
        self._stale = True

    def teach(self, kind: str, value: Face, picture: bytes | Image) -> None:
        """Learn a face from a picture of one die; raise ``TeachError`` or ``PictureError`` with the remedy."""
        show(self.reader, self.box, kind, value, picture)
        self._stale = True  # the next reading learns all new faces at once

    def forget(self) -> None:
        """Forget every die of this box."""
        self.box.forget()
        self._stale = True

    def taught(self) -> tuple[TaughtFace, ...]:
        """Return the taught faces with their number of pictures."""
        return self.box.taught()

    def learn(self) -> None:
        """Learn the taught dice again from all pictures of the box."""
        rng = np.random.default_rng(0)
        self._stale = False
        lessons = [(k, v, pictures.load(p)) for k, v, p in self.box.faces()]
        self._known = Counter(k for k, _ in {(k, v) for k, v, _ in lessons})
        self._stand_ins = self.box.stand_ins()
        self.sides.learn([(v, i) for k, v, i in lessons if k is DieKind.BICOLOUR])
        self.tens.learn(rng, [(int(v), i) for k, v, i in lessons if k is DieKind.D10])
        self.pips.learn(rng, [(int(v), i) for k, v, i in lessons if k is DieKind.D6])

    def read(
        self, image: Image, expected: DiceSet | None = None, edge: float | None = None, odds: Odds | None = None
    ) -> Reading:
        """Return the dice in ``image``, the owner's dice by their taught faces. See ``DiceReader.read``."""
        if self._stale:
            self.learn()
        asked = self._asked(expected)
        first = self.reader.read(image, asked, edge, odds)
        if not self._known and not self._stand_ins:
            return first
        dice, strange, changed = [], False, False
        for die in first.dice:
            better, foreign = self._as_taught(image, die)
            strange, changed = strange or foreign, changed or better is not die
            dice.append(better)
        why = [w for w in first.why if not (changed and self._settled(w, first.dice, dice, asked))]
        why += ["not-expected"] if strange else []
        why += ["unsure"] if any(d.value is None or d.confidence < SURE for d in dice) else []
        told = tuple(self._translated(d, expected) for d in dice)
        if expected is not None and not expected.accepts([(d.kind, d.colour) for d in told]) and not why:
            why.append("not-expected")
        why = list(dict.fromkeys(why))
        return replace(first, dice=told, certain=not why, why=tuple(why))

    def _settled(self, doubt: str, before: Sequence[ReadDie], now: Sequence[ReadDie], asked: DiceSet | None) -> bool:
        """Whether the taught faces remove a doubt: an uncertain die became certain, and the dice are as expected."""
        if doubt not in ("unsure", "not-expected") or asked is None:
            return False
        cleared = any(d.confidence < SURE and n.confidence >= SURE for d, n in zip(before, now, strict=True))
        return cleared and asked.accepts([(d.kind, d.colour) for d in now])

    def _as_taught(self, image: Image, die: ReadDie) -> tuple[ReadDie, bool]:
        """Return the die as the taught faces classify it, and whether it is unlike all taught dice of its kind."""
        hit = place_of(die)
        whole = self._known[DieKind.D10] == len(FACES[DieKind.D10])
        if self.tens.known and (die.kind is DieKind.D10 or (die.kind is DieKind.UNKNOWN and whole)):
            return self.tens.read(image, die, hit, whole)
        if die.kind is DieKind.BICOLOUR and self.sides.known:
            return self.sides.read(image, die, hit)
        if die.kind in (DieKind.D6, DieKind.UNKNOWN) and self.pips.known:
            return self.pips.read(image, die, hit), False
        return die, False

    def _asked(self, expected: DiceSet | None) -> DiceSet | None:
        """Return the expected dice, with a d6 or d10 that stands in for a lost die in its place."""
        if expected is None:
            return None
        instead = {s.kind: DieKind(s.die) for s in self._stand_ins if s.die in ("d6", "d10")}
        return replace(expected, terms=tuple(replace(t, kind=instead.get(t.kind, t.kind)) for t in expected.terms))

    def _translated(self, die: ReadDie, expected: DiceSet | None) -> ReadDie:
        """Return a stand-in as the die that it replaces, if that kind is expected and the stand-in's own kind is not."""
        for one in self._stand_ins:
            kinds = {t.kind for t in expected.terms} if expected else set()
            if die.kind.value == one.die and one.kind in kinds and die.kind not in kinds and die.value is not None:
                summed: dict[Face, float] = {}
                for value, p in die.alternatives or ((die.value, die.confidence),):
                    meant = one.faces.get(str(value))
                    if meant is not None:
                        summed[meant] = summed.get(meant, 0.0) + p
                return ranked(die, one.kind, summed)
        return die
