"""Teach my dice: show each face once, and from then on the owner's own die is read from what was taught.

The faces are pictures in the data folder, one folder a box; ``forget`` takes them all away. What was taught corrects
the general reader (``vision.heads``); where the two disagree somebody is asked. A die for which another one stands in
(``StandIn``) is read by its faces' new meaning.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import FACES, DiceSet, DieKind, Face, ReadDie, Reading
from companion.disk import write_whole
from companion.errors import EyeError
from companion.eye import TaughtFace
from companion.language import tr
from companion.standin import StandIn, face_of, kind_of, usual
from vision import pictures
from vision.errors import ModelError, PictureError
from vision.faces import CLASSES, crop
from vision.heads import Floats, Seeing, TaughtTen, corrected, fit, varied
from vision.locate import Hit
from vision.pictures import Image
from vision.reader import DiceReader
from vision.ten import TIGHT, TURNS, WRONG, Ten, view

FOLDER = "dice"
ROOM, SHOWN = 2.6, 208
"""A taught face is kept as a picture 2.6 edges wide, of 208 pixels."""
VIEWS = 24
"""Varied crops that are learned from one picture."""
MOST = 8
"""Pictures that are kept of a face."""
MINE = 0.80
"""Likeness to a taught face from which a die may be the taught one."""
SURE = 0.85
"""A die of the general reader below this is asked about; taught dice were weighed against it."""
LIKE_MINE, STRANGE = 0.95, 0.92
"""Likeness of an upright digit to a taught one: above the first an unknown die is the taught one, below the second a
d10 is somebody else's; chosen on dice of training's side."""
OTHER_TINT = 0.5
"""Distance in chroma (natural logarithms) from every taught face above which a d10 is somebody else's."""
ELSEWHERE, TOGETHER, LAST = 0.4, 0.25, 10
"""A d10 whose face points this far from where the last ten pointed is asked about, if half of those pointed so much alike.

Seen aslant, another face of a d10 may show more than its top, and the same picture could be that one on top under a camera
elsewhere: only who knows where the camera stands can tell. Of 100 drawn d10 99 are told within 0.26.
"""
BOX_TO_EDGE = 1.44


TeachError = EyeError
"""Raised with a sentence for what cannot be learned."""


# --- what was taught -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Box:
    """The taught faces of one box: PNG files named kind_value_number in the data folder."""

    data: Path
    name: str = "ma boite"

    @property
    def folder(self) -> Path:
        """Return where they lie."""
        return self.data / FOLDER / (re.sub(r"[^\w\- ]", "_", self.name).strip()[:60] or "boite")

    def faces(self) -> list[tuple[DieKind, Face, Path]]:
        """Return every picture with what it shows; foreign files are passed over."""
        found = []
        for path in sorted(self.folder.glob("*.png")):
            kind, _, rest = path.stem.partition("_")
            try:
                found.append((kind_of(kind), face_of(kind_of(kind), rest.partition("_")[0]), path))
            except TeachError:
                continue
        return found

    def keep(self, kind: DieKind, value: Face, picture: Image) -> None:
        """Keep one more picture of a face; the oldest leaves when there are many."""
        mine = [p for k, v, p in self.faces() if (k, v) == (kind, value)]
        numbers = [int(p.stem.rpartition("_")[2]) for p in mine]
        done, data = cv2.imencode(".png", picture)
        file = self.folder / f"{kind}_{value}_{max(numbers, default=0) + 1:04}.png"
        write_whole(file, data.tobytes() if done else b"")
        for old in mine[: max(0, len(mine) + 1 - MOST)]:
            old.unlink()

    def taught(self) -> tuple[TaughtFace, ...]:
        """Return which faces were shown, and how often, in the order of the kinds and of their faces."""
        counted = Counter((k, v) for k, v, _ in self.faces())
        return tuple(TaughtFace(k.value, v, counted[k, v]) for k in FACES for v in FACES[k] if counted[k, v])

    def newest(self, kind: DieKind, value: Face) -> Path | None:
        """Return the file of the picture that was shown last of a face."""
        return max((p for k, v, p in self.faces() if (k, v) == (kind, value)), default=None)

    def forget(self, kind: DieKind | None = None, value: Face | None = None) -> None:
        """Take away a face, the faces of a kind, or everything that was taught for this box, its stand-ins too."""
        if kind is None:
            shutil.rmtree(self.folder, ignore_errors=True)
            return
        for k, v, path in self.faces():
            if k is kind and value in (None, v):
                path.unlink(missing_ok=True)

    def stand_ins(self) -> tuple[StandIn, ...]:
        """Return the stand-ins of this box; a file that cannot be read holds none."""
        try:
            rows = json.loads((self.folder / "stand_ins.json").read_text(encoding="utf-8"))
            kinds = [kind_of(r["kind"]) for r in rows]
            meanings = [
                {str(f): face_of(k, v) for f, v in r["faces"].items()} for k, r in zip(kinds, rows, strict=True)
            ]
            return tuple(StandIn(k, str(r["die"]), m) for k, r, m in zip(kinds, rows, meanings, strict=True))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return ()

    def stand_in(self, one: StandIn) -> str | None:
        """Let one die stand in for another from now on; return the warning about its chances, if one is due."""
        self._store([s for s in self.stand_ins() if s.kind is not one.kind] + [one])
        return one.warning()

    def forget_stand_in(self, kind: DieKind) -> None:
        """Let nothing stand in for this kind any more."""
        self._store([s for s in self.stand_ins() if s.kind is not kind])

    def _store(self, rows: list[StandIn]) -> None:
        data = [{"kind": s.kind.value, "die": s.die, "faces": dict(s.faces)} for s in rows]
        write_whole(self.folder / "stand_ins.json", json.dumps(data, ensure_ascii=False))


# --- reading with what was taught ------------------------------------------------------------------------------


def middle(die: ReadDie) -> Hit:
    """Return where the top face of a read die lies."""
    x, y, w, h = die.box
    return Hit(x + w / 2, y + h / 2, w / BOX_TO_EDGE, 1.0)


def shown(image: Image, hit: Hit) -> Image:
    """Return the picture of a face as it is kept."""
    return crop(image, hit.x, hit.y, hit.edge * ROOM / 1.6, side=SHOWN)


KEPT_HIT = Hit(SHOWN / 2, SHOWN / 2, SHOWN / ROOM, 1.0)
"""Where the face lies in a kept picture."""


def tint(image: Image, hit: Hit) -> NDArray[np.float64]:
    """Return the colour of a top face beside its surroundings: two chroma ratios and a brightness, as logarithms."""
    r = max(2, round(hit.edge * 0.28))
    x, y = round(hit.x), round(hit.y)
    top = image[max(0, y - r) : y + r + 1, max(0, x - r) : x + r + 1].reshape(-1, 3).astype(np.float64)
    b, g, red = np.median(top, axis=0) + 4
    return np.array([np.log(red / g), np.log(b / g), 0.35 * np.log(g)])


def show(
    reader: DiceReader, box: Box, kind: str, value: Face, picture: bytes | Image, edge: float | None = None
) -> TaughtFace:
    """Keep the face of the one die in ``picture`` and return what is known of it now; ``edge`` on a known track."""
    which = kind_of(kind)
    face = face_of(which, value)
    image = pictures.decode(picture) if isinstance(picture, bytes) else picture
    dice = reader.read(image, None, edge).dice
    if not dice:
        raise TeachError(tr("Aucun dé n'est vu : le poser seul sur la piste, la face à apprendre en haut."))
    if len(dice) > 1:
        told = tr("Plusieurs dés sont vus : n'en laisser qu'un sur la piste, la face à apprendre en haut.")
        raise TeachError(told)
    box.keep(which, face, shown(image, middle(dice[0])))
    return next(t for t in box.taught() if (t.kind, t.value) == (which.value, face))


class TaughtReader:
    """A reader that knows the owner's dice; reads as ``DiceReader`` where nothing was taught."""

    def __init__(self, reader: DiceReader, box: Box) -> None:
        self.reader, self.box = reader, box
        self._faces, self._digits, self._general = Seeing("faces"), Seeing("ten"), Ten()
        self._pointed: deque[Floats] = deque(maxlen=LAST)
        self._known: Counter[DieKind] = Counter()
        self._stand_ins: tuple[StandIn, ...] = ()
        self._stale = True

    def teach(self, kind: str, value: Face, picture: bytes | Image) -> None:
        """Learn a face from a picture that shows one die; raise ``TeachError`` or ``PictureError`` with what to do."""
        show(self.reader, self.box, kind, value, picture)
        self._stale = True  # learned at the next look, all faces at once

    def forget(self) -> None:
        """Forget every die of this box."""
        self.box.forget()
        self._stale = True

    def taught(self) -> tuple[TaughtFace, ...]:
        """Return which faces were shown, and how often."""
        return self.box.taught()

    def learn(self) -> None:
        """Learn anew from all pictures of the box."""
        rng = np.random.default_rng(0)
        self._stale = False
        lessons = [(k, v, pictures.load(p)) for k, v, p in self.box.faces()]
        self._known = Counter(k for k, _ in {(k, v) for k, v, _ in lessons})
        self._stand_ins = self.box.stand_ins()
        self._tints = [(v, tint(i, KEPT_HIT)) for k, v, i in lessons if k is DieKind.BICOLOUR]
        self._ten_tints = [tint(i, KEPT_HIT) for k, _, i in lessons if k is DieKind.D10]
        self._pointed.extend(self.reader.facing.look(i, [KEPT_HIT])[0] for k, _, i in lessons if k is DieKind.D10)
        self._ten = self._learn_ten(rng, [(int(v), i) for k, v, i in lessons if k is DieKind.D10])
        self._learn_pips(rng, [(int(v), i) for k, v, i in lessons if k is DieKind.D6])

    def _learn_ten(self, rng: np.random.Generator, lessons: list[tuple[int, Image]]) -> TaughtTen | None:
        crops: list[Image] = []
        labels: list[int] = []
        for digit, image in lessons:
            angles = np.arange(2 * TURNS) * (np.pi / TURNS)
            seen = self._general._run([view(image, KEPT_HIT, float(a)) for a in angles])[:, digit]
            best = angles[int(seen.argmax())]
            near = np.cos(angles - best) > 0.9  # the middle of all angles at which it stands upright
            upright = float(np.angle((seen[near] * np.exp(1j * angles[near])).sum()))
            crops += [varied(rng, image, KEPT_HIT, upright + float(rng.normal(0, 0.1)), TIGHT) for _ in range(VIEWS)]
            wrong = [np.pi + rng.normal(0, 0.2) if i % 3 == 0 else rng.uniform(0.44, 5.84) for i in range(VIEWS)]
            crops += [varied(rng, image, KEPT_HIT, upright + float(w), TIGHT) for w in wrong]
            labels += [digit] * VIEWS + [WRONG] * VIEWS
        if not crops:
            return None
        hidden, answers = self._digits.see(crops)
        which = np.array(labels)
        self._upright = _unit(hidden[which != WRONG])
        return TaughtTen(self._digits, fit(hidden, answers, which))

    def _learn_pips(self, rng: np.random.Generator, lessons: list[tuple[int, Image]]) -> None:
        self._pips: Floats | None = None
        crops = [varied(rng, i, KEPT_HIT, float(rng.uniform(0, 6.28))) for _, i in lessons for _ in range(2 * VIEWS)]
        if crops:
            self._pip_labels = np.repeat([v for v, _ in lessons], 2 * VIEWS)
            hidden, answers = self._faces.see(crops)
            self._pip_hidden = _unit(hidden)
            self._pips = fit(hidden, np.ascontiguousarray(answers[:, :CLASSES]), self._pip_labels)

    # reading

    def read(self, image: Image, expected: DiceSet | None = None, edge: float | None = None) -> Reading:
        """Return what lies there, the owner's dice read from what was taught."""
        if self._stale:
            self.learn()
        asked = self._asked(expected)
        first = self.reader.read(image, asked, edge)
        if not self._known and not self._stand_ins:
            return first
        dice, strange, changed = [], False, False
        for die in first.dice:
            better, foreign = self._look(image, die)
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
        """Tell whether a doubt came from dice that are clear now, with the number and kinds as they were asked for."""
        if doubt not in ("unsure", "not-expected") or asked is None:
            return False
        cleared = any(d.confidence < SURE and n.confidence >= SURE for d, n in zip(before, now, strict=True))
        return cleared and asked.accepts([(d.kind, d.colour) for d in now])

    def _look(self, image: Image, die: ReadDie) -> tuple[ReadDie, bool]:
        """Return the die as it was taught, and whether it is strange beside what was taught."""
        hit = middle(die)
        whole = self._known[DieKind.D10] == len(FACES[DieKind.D10])
        if self._ten is not None and (die.kind is DieKind.D10 or (die.kind is DieKind.UNKNOWN and whole)):
            return self._digit(image, die, hit, whole)
        if die.kind is DieKind.BICOLOUR and len({v for v, _ in self._tints}) == 2:
            return self._side(image, die, hit)
        if die.kind in (DieKind.D6, DieKind.UNKNOWN) and self._pips is not None:
            return self._pip(image, die, hit), False
        return die, False

    def _digit(self, image: Image, die: ReadDie, hit: Hit, whole: bool) -> tuple[ReadDie, bool]:
        """Return the digit as the general reader and the taught one see it; ``whole`` where all ten faces are taught."""
        assert self._ten is not None
        general, _ = self._general.read(image, hit)
        mine, angle = self._ten.read(image, hit)
        like = self._like_a_digit(image, hit, angle)
        if die.kind is DieKind.UNKNOWN and (like < LIKE_MINE or float(mine.max()) < SURE):
            return die, False
        far = min(float(np.linalg.norm((tint(image, hit) - t)[:2])) for t in self._ten_tints)
        if whole and (like < STRANGE or far > OTHER_TINT):
            return die, True
        both = (general + mine) / 2
        if whole and int(general.argmax()) == int(mine.argmax()):
            # two opinions that agree are surer than each: the product of the odds, but never of nothing
            both = np.maximum(general, 0.02) * np.maximum(mine, 0.02)
            both = np.asarray(both / both.sum() * min(1.0, float(mine.max() + general.max())), np.float32)
        if self._elsewhere(self.reader.facing.look(image, [hit])[0]):
            both = both * 0.5  # perhaps it is not the top face that was read: ask
        return _ranked(die, DieKind.D10, {d: float(p) for d, p in enumerate(both)}), False

    def _elsewhere(self, facing: Floats) -> bool:
        """Tell whether a d10's face points elsewhere than most of the last ones; it counts for the next, as cameras move."""
        last = np.array(self._pointed)
        self._pointed.append(facing)
        level = np.median(last, axis=0)
        alike = float(np.median(np.linalg.norm(last - level, axis=1))) < TOGETHER
        return alike and float(np.linalg.norm(facing - level)) > ELSEWHERE

    def _like_a_digit(self, image: Image, hit: Hit, angle: float) -> float:
        """Return how much the upright digit is like a taught one to the network's last hidden layer (cosine)."""
        crops = [view(image, hit, angle + t, s) for t in (-0.06, 0.0, 0.06) for s in (0.96, 1.04)]
        hidden, _ = self._digits.see(crops)
        return float((_unit(hidden) @ self._upright.T).max())

    def _side(self, image: Image, die: ReadDie, hit: Hit) -> tuple[ReadDie, bool]:
        now = tint(image, hit)
        sides = FACES[DieKind.BICOLOUR]
        far = {v: min(float(np.linalg.norm(now - t)) for w, t in self._tints if w == v) for v in sides}
        if min(far.values()) > 1.2:
            return die, True
        near = {v: np.exp(-d / 0.15) for v, d in far.items()}
        total = sum(near.values())
        general = dict(die.alternatives)
        mixed = {v: (float(near[v] / total) + general.get(v, 0.5)) / 2 for v in far}
        return _ranked(die, DieKind.BICOLOUR, mixed), False

    def _pip(self, image: Image, die: ReadDie, hit: Hit) -> ReadDie:
        assert self._pips is not None
        crops = [crop(image, hit.x, hit.y, hit.edge * s, t) for t in np.arange(8) * np.pi / 4 for s in (0.95, 1.05)]
        hidden, answers = self._faces.see(crops)
        like = float(np.median((_unit(hidden) @ self._pip_hidden.T).max(1)))
        if like < MINE:
            return die
        p = corrected(hidden, answers[:, :CLASSES], self._pips).mean(0)[1:7]
        best = int(p.argmax()) + 1
        if die.kind is DieKind.D6 and best not in self._pip_labels:
            return die
        if die.kind is DieKind.D6 and best != die.value and like < (1 + MINE) / 2:
            p = p * 0.5  # the general reader says otherwise: ask
        return _ranked(die, DieKind.D6, {v: float(p[v - 1]) for v in range(1, 7)})

    # stand-ins

    def _asked(self, expected: DiceSet | None) -> DiceSet | None:
        """Return the dice that will really lie there."""
        if expected is None:
            return None
        instead = {s.kind: DieKind(s.die) for s in self._stand_ins if s.die in ("d6", "d10")}
        return replace(expected, terms=tuple(replace(t, kind=instead.get(t.kind, t.kind)) for t in expected.terms))

    def _translated(self, die: ReadDie, expected: DiceSet | None) -> ReadDie:
        """Return what a stand-in means, where the die for which it stands in is asked for and itself is not."""
        for one in self._stand_ins:
            kinds = {t.kind for t in expected.terms} if expected else set()
            if die.kind.value == one.die and one.kind in kinds and die.kind not in kinds and die.value is not None:
                summed: dict[Face, float] = {}
                for value, p in die.alternatives or ((die.value, die.confidence),):
                    meant = one.faces.get(str(value))
                    if meant is not None:
                        summed[meant] = summed.get(meant, 0.0) + p
                return _ranked(die, one.kind, summed)
        return die


def _unit(rows: Floats) -> Floats:
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6), np.float32)


def _ranked(die: ReadDie, kind: DieKind, chances: dict[Any, float]) -> ReadDie:
    """Return the die with these chances of its faces, best first."""
    ranked = sorted(chances.items(), key=lambda c: -c[1])
    near = tuple((v, round(p, 4)) for v, p in ranked if p > 0.001)
    return replace(die, kind=kind, value=ranked[0][0], confidence=round(ranked[0][1], 4), alternatives=near)


# --- the verb --------------------------------------------------------------------------------------------------


def main(argv: Sequence[str] | None = None) -> int:
    """``./servi teach``: show a face, list what was taught, let a die stand in for another, or forget."""
    parser = argparse.ArgumentParser(prog="./servi teach", description="Show the eye your own dice.")
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the data folder of the table")
    parser.add_argument("--box", default="ma boite", help="the box that the dice belong to (%(default)s)")
    todo = parser.add_mutually_exclusive_group()
    todo.add_argument("--face", nargs=3, metavar=("KIND", "VALUE", "PICTURE"), action="append", help="d10 7 photo.jpg")
    todo.add_argument("--stand-in", nargs=2, metavar=("KIND", "DIE"), help="bicolour d6: odd is red, even is black")
    todo.add_argument("--forget", action="store_true", help="forget all dice of this box")
    options = parser.parse_args(argv)
    box = Box(options.data, options.box)
    try:
        if options.forget:
            box.forget()
        elif options.stand_in:
            kind, die = options.stand_in
            warning = box.stand_in(usual(kind_of(kind), die))
            print(warning or f"Un {die} remplace le {kind}.")
        for kind, value, file in options.face or ():
            TaughtReader(DiceReader(), box).teach(kind, value, pictures.load(file))
    except (TeachError, PictureError, ModelError) as error:
        print(error, file=sys.stderr)
        return 1
    for face in box.taught():
        print(f"{face.kind} {face.value}: {face.pictures}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
