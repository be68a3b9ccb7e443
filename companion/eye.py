"""The port through which table and pages use an eye: see throws, read photographs, learn dice, set up the track.

Every error that a person can cause is an ``EyeError``; its text is one sentence for the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Protocol

from companion.dice import DiceSet, Face, Reading
from companion.errors import EyeError, UnreadablePicture
from companion.language import tr
from companion.record import record
from companion.standin import StandIn

EXAMPLE = "exemple"
"""The name of the example box; its dice can be taught too."""


@record()
class Look:
    """A reading of one picture, with the picture that was read as JPEG; ``simulated``: the dice are drawn.

    ``name`` names the picture in its source. ``eye`` is the short name of the networks and of what they learned here;
    ``seen`` is opaque data of the picture for the eye's learner.
    """

    reading: Reading
    jpeg: bytes | None
    name: str = ""
    simulated: bool = False
    eye: str = ""
    seen: object = None


class Photographs(Protocol):
    """A reader of the dice in photographs."""

    def read(self, data: bytes, expected: DiceSet | None) -> Look:
        """Return the reading of an encoded picture; raise ``UnreadablePicture`` with a sentence for its author."""


# --- the owner's dice ----------------------------------------------------------------------------------------------


@record()
class TaughtFace:
    """A taught face of the owner's die (``kind``: d6, d10 or bicolour), and the number of its pictures."""

    kind: str
    value: Face
    pictures: int


class Teacher(Protocol):
    """A learner of the owner's dice. ``box`` is the name of a box as the table lists it ("exemple", "Ma boîte" …).

    Every method may be called from any thread and raises ``EyeError`` if it fails.
    """

    def play_with(self, box: str) -> None:
        """Use this box's dice from now on; the table calls this method when an evening opens."""

    def boxes(self) -> tuple[str, ...]:
        """Return the names of the boxes with a taught face or a stand-in."""

    def taught(self, box: str) -> tuple[TaughtFace, ...]:
        """Return the taught faces, ordered by kind (d6 first), then by face."""

    def face_picture(self, box: str, kind: str, value: Face) -> bytes | None:
        """Return the newest picture of a taught face as a JPEG (longer side 104 pixels), None if there is none.

        ``value`` may also be text ("7"), as in all methods of this class.
        """

    def teach(self, box: str, kind: str, value: Face, picture: bytes | None = None) -> TaughtFace:
        """Learn a face from a photograph or the camera's current picture; return it with its number of pictures.

        The picture must show exactly one die with that face on top. A face keeps its newest eight pictures.
        Raise ``EyeError`` without a camera or a picture, for no die or several dice, or for an unknown kind or face.
        """

    def forget(self, box: str, kind: str | None = None, value: Face | None = None) -> None:
        """Forget one face, all faces of a kind (without ``value``), or everything about the box with its stand-ins."""

    def stand_ins(self, box: str) -> tuple[StandIn, ...]:
        """Return the stand-ins of the box, at most one for each kind; ``warning()`` reports unequal chances."""

    def usual_stand_in(self, kind: str, die: str) -> StandIn:
        """Return the usual translation of ``die`` (d4 d6 d8 d10 d12 d20) into ``kind``; store nothing.

        Bicolour: odd is red, even black. d10: the last digit. d6: the larger die's faces count 1-6 in turn.
        """

    def stand_in(self, box: str, kind: str, die: str, faces: Mapping[str, Any] | None = None) -> StandIn:
        """Let ``die`` stand in for a lost ``kind``, with the usual or a given meaning of each printed face; return it.

        ``faces`` maps every printed face ("1" … "20") to a value of ``kind`` (1-6, 0-9, "red", "black"). The eye reads
        a d6 or d10 and translates it; for any other die the page asks which face came up.
        """

    def forget_stand_in(self, box: str, kind: str) -> None:
        """Remove the stand-in for this kind."""


# --- what it learns during play ------------------------------------------------------------------------------------


@record()
class Verdict:
    """The table's record of a throw that the eye saw: the kind and value of each die that rolled.

    ``touched``: a person confirmed or corrected it, so it does not depend on the eye alone.
    """

    dice: tuple[tuple[str, Face], ...]
    touched: bool


@record()
class Learnt:
    """The state of the eye's learning of ``box``: numbers of dice and throws, start in seconds since 1970 (0: never).

    ``possible``: the eye can learn here. ``used``: readings use the result, since it was better on dice held back.
    """

    possible: bool = False
    on: bool = False
    box: str = ""
    dice: int = 0
    throws: int = 0
    since: float = 0.0
    used: bool = False


class Learner(Protocol):
    """A learner from the throws of the table. A throw's name is ``1764000000.000-12``: evening's start, fact number.

    Every method may be called from any thread, even while the table's lock is held. ``keep``, ``kept`` and ``judge``
    never wait for a file or a computation.
    """

    def play_with(self, box: str) -> None:
        """Learn the dice of this box from now on."""

    def keep(self, throw: str, seen: object) -> None:
        """Store the ``Look.seen`` data of a recorded throw."""

    def kept(self, evening: str) -> tuple[str, ...]:
        """Return the names of the stored throws of an evening, which is named by its start."""

    def judge(self, verdicts: Mapping[str, Verdict | None]) -> None:
        """Store the table's present records of stored throws; None: the throw does not count."""

    def erase(self, evening: str) -> None:
        """Delete everything stored from the throws of an evening."""

    def state(self) -> Learnt:
        """Return what the eye has learned about the box in play."""

    def switch(self, on: bool) -> Learnt:
        """Start or stop learning and the use of its results; raise ``EyeError``."""

    def forget(self) -> Learnt:
        """Forget everything learned about the box in play."""

    def close(self) -> None:
        """Stop learning; wait at most ten seconds for the learner's thread."""


class NoLearner:
    """A learner that stores nothing."""

    def play_with(self, box: str) -> None:
        return None

    def keep(self, throw: str, seen: object) -> None:
        return None

    def kept(self, evening: str) -> tuple[str, ...]:
        return ()

    def judge(self, verdicts: Mapping[str, Verdict | None]) -> None:
        return None

    def erase(self, evening: str) -> None:
        return None

    def state(self) -> Learnt:
        return Learnt()

    def switch(self, on: bool) -> Learnt:
        raise no_reader()

    def forget(self) -> Learnt:
        return Learnt()

    def close(self) -> None:
        return None


# --- the track -----------------------------------------------------------------------------------------------------


class Known(StrEnum):
    """The source of the track's position."""

    NONE = "none"
    MARKERS = "markers"
    HAND = "hand"


Corners = tuple[tuple[float, float], ...]
"""Four corners clockwise from the top left, as fractions (0 to 1) of the picture's width and height; () for none."""


@record()
class TrackState:
    """The stored track and its current problems.

    ``how``: found by the printed markers, set by hand, or unknown (then the eye reads the whole picture).
    ``empty``: the picture of the empty track is stored. ``light``: sentences about bad light, () if it is good or
    unchecked. ``changed``: a sentence if the camera moved or the light changed since that picture, otherwise None."""

    how: Known = Known.NONE
    corners: Corners = ()
    empty: bool = False
    light: tuple[str, ...] = ()
    changed: str | None = None


@record()
class TrackPicture:
    """The camera's current picture: JPEG, longer side at most 1280 pixels; ``found``: corners by its markers, or ()."""

    jpeg: bytes
    width: int
    height: int
    found: Corners = ()


class TrackKeeper(Protocol):
    """The keeper of the track's position. It stores each change at once; the next frame uses it.

    Every method may be called from any thread and raises ``EyeError`` if it fails.
    """

    def state(self) -> TrackState:
        """Return the stored track; never raise, never wait for a picture."""

    def picture(self) -> TrackPicture:
        """Return the camera's current picture (20-60 ms); raise ``EyeError`` if there is no picture."""

    def turn(self) -> TrackState:
        """Turn the camera's picture by one more quarter to the right, with the track in it; raise ``EyeError``."""

    def find(self) -> TrackState:
        """Find the four printed markers in the current picture and store the track between them.

        Raise ``EyeError`` with the number of visible markers if it is not four.
        """

    def set_corners(self, corners: Sequence[Sequence[float]], size: tuple[float, float] | None = None) -> TrackState:
        """Store four tapped corners, in any order, as fractions (0 to 1) of the picture's width and height.

        ``size``: width and height in millimetres (80 to 2000) of a home-made track, which has no strip "gardés". None
        means the printed A4 sheet, whose four outer marker corners were tapped. This deletes the picture of the empty
        track. Raise ``EyeError`` for corners outside the picture or without area.
        """

    def move_corners(self, corners: Sequence[Sequence[float]]) -> TrackState:
        """Replace the corners of the known track; its size and its strip stay. Otherwise as ``set_corners``."""

    def take_empty(self) -> TrackState:
        """Recalibrate the exposure, store the next picture as the empty track, and check the light.

        Raise ``EyeError`` without a track.
        """

    def forget(self) -> TrackState:
        """Forget the track and its empty picture; the eye then reads the whole picture."""


# --- the eye -------------------------------------------------------------------------------------------------------


class Eye(Photographs, Protocol):
    """An eye that reads throws.

    ``source`` names its camera. ``button``: it takes pictures only on request. ``photographs``: it also reads pictures
    taken with a phone. ``trouble`` is a sentence about a fault, or None.
    """

    source: str
    button: bool
    photographs: bool
    trouble: str | None

    @property
    def teacher(self) -> Teacher:
        """Return the teacher of the owner's dice; without a reader, its methods raise an error for the page."""

    @property
    def learner(self) -> Learner:
        """Return the learner from the throws of the table."""

    @property
    def track(self) -> TrackKeeper:
        """Return the keeper of the dice track; without a camera, its methods raise an error for the page."""

    def look(self, expected: DiceSet | None) -> Look | None:
        """Return the reading of the source's next picture, None if there is none."""

    def recording(self) -> bytes:
        """Return a file with the camera's last half minute and the eye's log; raise ``EyeError`` without a camera."""


class SimulatedEye(Eye, Protocol):
    """An eye for drawn dice: it reads them like real ones and marks each reading as simulated."""

    def throw(self, dice: DiceSet, kept: tuple[Face, ...] = ()) -> bool:
        """Throw these dice beside the kept ones; return False while others roll. The reading follows automatically."""

    def looked_at(self, seconds: float) -> bool:
        """Wait until the eye has read the thrown dice; return False on a timeout."""

    def close(self) -> None:
        """Stop the eye."""


def no_camera() -> EyeError:
    """Return the error for a page that needs a picture while no camera gives one."""
    return EyeError(tr("Aucune caméra ne regarde la piste : en brancher une, puis rouvrir la table."))


def no_reader() -> UnreadablePicture:
    """Return the error for a page that sends a picture while no reader is installed."""
    return UnreadablePicture(tr("Cette table ne lit pas de photos : touchez les dés sur la page."))


class NoTrack:
    """The track keeper without a camera."""

    def state(self) -> TrackState:
        return TrackState()

    def picture(self) -> TrackPicture:
        raise no_camera()

    def turn(self) -> TrackState:
        raise no_camera()

    def find(self) -> TrackState:
        raise no_camera()

    def set_corners(self, corners: Sequence[Sequence[float]], size: tuple[float, float] | None = None) -> TrackState:
        raise no_camera()

    def move_corners(self, corners: Sequence[Sequence[float]]) -> TrackState:
        raise no_camera()

    def take_empty(self) -> TrackState:
        raise no_camera()

    def forget(self) -> TrackState:
        return TrackState()


class NoTeacher:
    """The teacher without a reader; it cannot learn."""

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
    """The eye without a camera: players tap the dice, or photograph them if there is a reader."""

    source = "none"
    button = False
    trouble: str | None = None

    def __init__(
        self,
        photographs: Photographs | None = None,
        teacher: Teacher | None = None,
        learner: Learner | None = None,
    ) -> None:
        self._reader = photographs
        self.photographs = photographs is not None
        self.teacher: Teacher = teacher or NoTeacher()
        self.learner: Learner = learner or NoLearner()
        self.track: TrackKeeper = NoTrack()

    def look(self, expected: DiceSet | None) -> Look | None:
        return None

    def recording(self) -> bytes:
        raise no_camera()

    def read(self, data: bytes, expected: DiceSet | None) -> Look:
        if self._reader is None:
            raise no_reader()
        return self._reader.read(data, expected)
