"""The port through which table and pages use an eye: look, read a photograph, teach dice, set up the track.

Everything that goes wrong for a person is an ``EyeError`` whose text is one sentence for the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from companion.dice import DiceSet, Face, Reading
from companion.errors import EyeError, UnreadablePicture
from companion.language import tr
from companion.standin import StandIn

EXAMPLE = "exemple"
"""The name of the example box, whose dice are taught like those of any other."""


@dataclass(frozen=True, slots=True)
class Look:
    """One reading, with the cropped track as JPEG and the name of the picture; ``simulated``: the dice are drawn."""

    reading: Reading
    jpeg: bytes | None
    name: str = ""
    simulated: bool = False


class Photographs(Protocol):
    """What reads the dice in a picture that somebody took."""

    def read(self, data: bytes, expected: DiceSet | None) -> Look:
        """Return what lies in an encoded picture; raise ``UnreadablePicture`` with a sentence for its taker."""


# --- the owner's own dice ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TaughtFace:
    """A face of the owner's own die (``kind``: d6, d10 or bicolour), and how many pictures of it were shown."""

    kind: str
    value: Face
    pictures: int


class Teacher(Protocol):
    """What learns the owner's own dice. ``box`` is the name of a box as the table lists it ("exemple", "Ma boîte" …).

    Every method may be called from any thread and raises ``EyeError`` for what it cannot do.
    """

    def play_with(self, box: str) -> None:
        """Read with what was taught for this box from now on; the table says so when an evening opens."""

    def boxes(self) -> tuple[str, ...]:
        """Return the boxes for which something was taught or a stand-in named, by name."""

    def taught(self, box: str) -> tuple[TaughtFace, ...]:
        """Return the faces that were shown, d6 first and each kind in the order of its faces; () where none was."""

    def face_picture(self, box: str, kind: str, value: Face) -> bytes | None:
        """Return the newest picture of a taught face as a square JPEG of 104 pixels (2-6 kB); None where none was shown.

        ``value`` may come as text ("7"), as everywhere here.
        """

    def teach(self, box: str, kind: str, value: Face, picture: bytes | None = None) -> TaughtFace:
        """Learn a face from an encoded photograph, or from the camera's current picture; return what is known of it now.

        The picture must show one die, that face on top. At most eight pictures of a face are kept, the oldest leaves.
        Raise ``EyeError``: no camera, no die or several seen, no picture, no such kind or face.
        """

    def forget(self, box: str, kind: str | None = None, value: Face | None = None) -> None:
        """Forget one face, all faces of a kind (without ``value``), or everything of the box, its stand-ins too."""

    def stand_ins(self, box: str) -> tuple[StandIn, ...]:
        """Return the stand-ins of the box, at most one for each kind; ``warning()`` of each tells unequal chances."""

    def usual_stand_in(self, kind: str, die: str) -> StandIn:
        """Return, without storing it, how ``die`` (d4 d6 d8 d10 d12 d20) usually stands in for ``kind``.

        Odd is red and even black, the last digit is the d10's, a larger die's faces are the d6's in turn.
        """

    def stand_in(self, box: str, kind: str, die: str, faces: Mapping[str, Any] | None = None) -> StandIn:
        """Let ``die`` stand in for a lost ``kind``: as usual, or with a meaning for each of its printed faces.

        ``faces`` maps every printed face ("1" … "20") to a value of ``kind`` (1-6, 0-9, "red", "black"). Return what is
        stored now; show its ``warning()``. A d6 or d10 in place of another die is then read and translated by itself;
        of any other die the table is asked, and the page names the meaning.
        """

    def forget_stand_in(self, box: str, kind: str) -> None:
        """Let nothing stand in for this kind any more."""


# --- the track -----------------------------------------------------------------------------------------------------


class Known(StrEnum):
    """How the track's place is known."""

    NONE = "none"
    MARKERS = "markers"
    HAND = "hand"


Corners = tuple[tuple[float, float], ...]
"""Four corners clockwise from the top left, as parts (0 to 1) of the picture's width and height; () for none."""


@dataclass(frozen=True, slots=True)
class TrackState:
    """What is stored of the track, and what is wrong with it now.

    ``how``: found by the printed markers, set by hand, or not at all (then the whole picture is read);
    ``empty``: the empty track was shown; ``light``: sentences on what is wrong with the light, () when it is good or
    nothing was looked at yet; ``changed``: a sentence when the camera has moved or the light has changed since the empty
    track was shown, else None.
    """

    how: Known = Known.NONE
    corners: Corners = ()
    empty: bool = False
    light: tuple[str, ...] = ()
    changed: str | None = None


@dataclass(frozen=True, slots=True)
class TrackPicture:
    """The camera's current picture: JPEG, at most 1280 pixels wide; ``found``: the track that its markers span, or ()."""

    jpeg: bytes
    width: int
    height: int
    found: Corners = ()


class TrackKeeper(Protocol):
    """Where the track lies. Each change is stored at once and holds from the next frame on.

    Every method may be called from any thread and raises ``EyeError`` for what it cannot do.
    """

    def state(self) -> TrackState:
        """Return what is stored; never raises, never waits for a picture."""

    def picture(self) -> TrackPicture:
        """Return the current picture of the camera (20-60 ms); raise ``EyeError`` where no camera gives one."""

    def find(self) -> TrackState:
        """Look for the four printed markers in the current picture and store the track that they span.

        Raise ``EyeError`` with the number of markers that are seen when these are not all four.
        """

    def set_corners(self, corners: Sequence[Sequence[float]], size: tuple[float, float] | None = None) -> TrackState:
        """Store four tapped corners, in any order, as parts (0 to 1) of the picture's width and height.

        ``size``: width and height of a track of one's own in millimetres (80 to 2000), which has no strip "gardés";
        None where the outer corners of the four markers of the printed A4 sheet were tapped.
        An earlier empty picture is forgotten. Raise ``EyeError`` for corners that span no area or lie outside.
        """

    def take_empty(self) -> TrackState:
        """Take the current picture as the empty track, and look at the light; raise ``EyeError`` without a track."""

    def forget(self) -> TrackState:
        """Forget track and empty picture: the whole picture is read again."""


# --- the eye -------------------------------------------------------------------------------------------------------


class Eye(Photographs, Protocol):
    """What sees the dice. ``button``: pictures are taken when somebody asks for the next throw;
    ``photographs``: a picture taken with a phone can be read as well."""

    source: str
    button: bool
    photographs: bool
    trouble: str | None

    @property
    def teacher(self) -> Teacher:
        """Return what learns the owner's dice; where nothing can, it says so in a sentence."""

    @property
    def track(self) -> TrackKeeper:
        """Return what sets up the dice track; where no camera looks, it says so in a sentence."""

    def look(self, expected: DiceSet | None) -> Look | None:
        """Return the next throw as it was seen; None where there is none to see."""


class SimulatedEye(Eye, Protocol):
    """An eye that looks at drawn dice: what they show is read like anybody's dice, and its looks are marked."""

    def throw(self, dice: DiceSet, kept: tuple[Face, ...] = ()) -> bool:
        """Let these dice roll beside those that stay; False while others still do. The reading comes by itself."""

    def looked_at(self, seconds: float) -> bool:
        """Wait until the eye is through with the dice that were thrown; False where that takes longer."""

    def close(self) -> None:
        """Stop looking."""


def no_camera() -> EyeError:
    """Return what a page is told that wants a picture where no camera gives one."""
    return EyeError(tr("Aucune caméra ne regarde la piste : en brancher une, puis rouvrir la table."))


def no_reader() -> UnreadablePicture:
    """Return what a page is told where nothing reads pictures."""
    return UnreadablePicture(tr("Cette table ne lit pas de photos : touchez les dés sur la page."))


class NoTrack:
    """No camera looks at a track that could be set up."""

    def state(self) -> TrackState:
        return TrackState()

    def picture(self) -> TrackPicture:
        raise no_camera()

    def find(self) -> TrackState:
        raise no_camera()

    def set_corners(self, corners: Sequence[Sequence[float]], size: tuple[float, float] | None = None) -> TrackState:
        raise no_camera()

    def take_empty(self) -> TrackState:
        raise no_camera()

    def forget(self) -> TrackState:
        return TrackState()


class NoTeacher:
    """Nothing reads pictures here, so nothing learns dice."""

    def play_with(self, box: str) -> None:
        return None

    def boxes(self) -> tuple[str, ...]:
        return ()

    def taught(self, box: str) -> tuple[TaughtFace, ...]:
        return ()

    def face_picture(self, box: str, kind: str, value: Face) -> bytes | None:
        return None

    def teach(self, box: str, kind: str, value: Face, picture: bytes | None = None) -> TaughtFace:
        raise no_reader()

    def forget(self, box: str, kind: str | None = None, value: Face | None = None) -> None:
        return None

    def stand_ins(self, box: str) -> tuple[StandIn, ...]:
        return ()

    def usual_stand_in(self, kind: str, die: str) -> StandIn:
        raise no_reader()

    def stand_in(self, box: str, kind: str, die: str, faces: Mapping[str, Any] | None = None) -> StandIn:
        raise no_reader()

    def forget_stand_in(self, box: str, kind: str) -> None:
        return None


class NoEye:
    """No camera: dice are tapped in, or photographed with a phone where there is something that reads pictures."""

    source = "none"
    button = False
    trouble: str | None = None

    def __init__(self, photographs: Photographs | None = None, teacher: Teacher | None = None) -> None:
        self._reader = photographs
        self.photographs = photographs is not None
        self.teacher: Teacher = teacher or NoTeacher()
        self.track: TrackKeeper = NoTrack()

    def look(self, expected: DiceSet | None) -> Look | None:
        return None

    def read(self, data: bytes, expected: DiceSet | None) -> Look:
        if self._reader is None:
            raise no_reader()
        return self._reader.read(data, expected)
