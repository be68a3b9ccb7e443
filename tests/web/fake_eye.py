"""An eye with canned answers, for the pages that teach dice and set up the track."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.dice import DiceSet, Face
from companion.errors import EyeError
from companion.eye import Known, Learnt, Look, NoLearner, TaughtFace, TrackPicture, TrackState
from companion.standin import StandIn, chosen, face_of, kind_of, usual

JPEG = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffd9")
CORNERS = ((0.1, 0.1), (0.9, 0.12), (0.88, 0.9), (0.08, 0.86))


class FakeTeacher:
    """A teacher that learns any bytes except ``b"none"``; each lesson adds a picture."""

    def __init__(self) -> None:
        self.faces: dict[str, dict[tuple[str, Face], int]] = {}
        self.lost: dict[str, dict[str, StandIn]] = {}
        self.box = ""

    def play_with(self, box: str) -> None:
        self.box = box

    def boxes(self) -> tuple[str, ...]:
        return tuple(sorted({b for b in (*self.faces, *self.lost) if self.faces.get(b) or self.lost.get(b)}))

    def taught(self, box: str) -> tuple[TaughtFace, ...]:
        return tuple(TaughtFace(k, v, n) for (k, v), n in self.faces.get(box, {}).items())

    def face_picture(self, box: str, kind: str, value: Face) -> bytes | None:
        which = kind_of(kind)
        return JPEG if (which.value, face_of(which, value)) in self.faces.get(box, {}) else None

    def teach(self, box: str, kind: str, value: Face, picture: bytes | None = None) -> TaughtFace:
        which = kind_of(kind)
        key = (which.value, face_of(which, value))
        if picture == b"none":
            raise EyeError("Aucun dé n'est vu : le poser seul sur la piste, la face à apprendre en haut.")
        mine = self.faces.setdefault(box, {})
        mine[key] = mine.get(key, 0) + 1
        return TaughtFace(*key, mine[key])

    def forget(self, box: str, kind: str | None = None, value: Face | None = None) -> None:
        if kind is None:
            self.faces.pop(box, None)
            self.lost.pop(box, None)
            return
        which = kind_of(kind)
        face = None if value is None else face_of(which, value)
        kept = self.faces.get(box, {})
        self.faces[box] = {k: n for k, n in kept.items() if k[0] != which.value or face not in (None, k[1])}

    def stand_ins(self, box: str) -> tuple[StandIn, ...]:
        return tuple(self.lost.get(box, {}).values())

    def usual_stand_in(self, kind: str, die: str) -> StandIn:
        return usual(kind_of(kind), die)

    def stand_in(self, box: str, kind: str, die: str, faces: Mapping[str, Any] | None = None) -> StandIn:
        which = kind_of(kind)
        one = usual(which, die) if faces is None else chosen(which, die, faces)
        self.lost.setdefault(box, {})[which.value] = one
        return one

    def forget_stand_in(self, box: str, kind: str) -> None:
        self.lost.get(box, {}).pop(kind_of(kind).value, None)


class FakeTrack:
    """A camera that sees all four markers, or ``seen`` of them; with None there is no camera."""

    def __init__(self) -> None:
        self.moved = self.turns = 0
        self.now = TrackState()
        self.seen: int | None = 4

    def state(self) -> TrackState:
        return self.now

    def picture(self) -> TrackPicture:
        if self.seen is None:
            raise EyeError("Aucune caméra ne regarde la piste : en brancher une, puis rouvrir la table.")
        return TrackPicture(JPEG, 1280, 720, CORNERS if self.seen == 4 else ())

    def turn(self) -> TrackState:
        self.picture()
        self.turns += 1
        return self.now

    def find(self) -> TrackState:
        if not self.picture().found:
            raise EyeError(f"{self.seen} des quatre carrés noirs de la feuille sont vus : les montrer tous.")
        self.now = TrackState(Known.MARKERS, CORNERS)
        return self.now

    def set_corners(self, corners: Sequence[Sequence[float]], size: tuple[float, float] | None = None) -> TrackState:
        self.picture()
        if len(corners) != 4 or not all(len(c) == 2 and all(0 <= part <= 1 for part in c) for c in corners):
            raise EyeError("Il faut quatre coins, tous dans l'image : les toucher l'un après l'autre.")
        self.now = TrackState(Known.HAND, tuple((float(x), float(y)) for x, y in corners))
        return self.now

    def move_corners(self, corners: Sequence[Sequence[float]]) -> TrackState:
        self.moved += 1
        return self.set_corners(corners)

    def take_empty(self) -> TrackState:
        self.picture()
        if self.now.how is Known.NONE:
            raise EyeError("Il faut d'abord savoir où est la piste : montrer la feuille, ou toucher ses quatre coins.")
        self.now = TrackState(self.now.how, self.now.corners, True, self.now.light)
        return self.now

    def forget(self) -> TrackState:
        self.now = TrackState()
        return self.now


class FakeLearner(NoLearner):
    """A fake learner that has learnt two dice; forgetting removes them."""

    def __init__(self) -> None:
        self.now = Learnt(True, True, "exemple", 2, 1, 1_764_000_000.0, True)

    def state(self) -> Learnt:
        return self.now

    def switch(self, on: bool) -> Learnt:
        self.now = replace(self.now, on=on)
        return self.now

    def forget(self) -> Learnt:
        self.now = replace(self.now, dice=0, throws=0, used=False)
        return self.now


class FakeEye:
    """An eye without readings; only its teacher, its learner, its track and its recording work."""

    source = "fake"
    button = False
    photographs = True
    trouble: str | None = None

    def __init__(self) -> None:
        self.teacher = FakeTeacher()
        self.learner = FakeLearner()
        self.track = FakeTrack()

    def recording(self) -> bytes:
        return b"PK"

    def look(self, expected: DiceSet | None) -> Look | None:
        return None

    def read(self, data: bytes, expected: DiceSet | None) -> Look:
        raise EyeError("Cette photo ne se lit pas : il faut une image JPEG ou PNG.")
