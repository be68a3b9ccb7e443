"""The teaching of dice from the pages (the port ``companion.eye.Teacher``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.dice import Face
from companion.errors import EyeError
from companion.eye import TaughtFace
from companion.language import tr
from companion.standin import StandIn, chosen, face_of, kind_of, usual
from vision import pictures
from vision.errors import ModelError, PictureError, VisionError
from vision.pictures import Image
from vision.reading.photograph import decoded, no_reader
from vision.teaching.box import FOLDER, Box
from vision.teaching.shared import SharedReader

THUMBNAIL = 104
"""Longer side of a face's picture for the pages, in pixels."""
Now = Callable[[], tuple[Image, float | None]]
"""Returns the camera's current picture; if the track is known, its rectified picture and the edge of a die in pixels."""


class Teaching:
    """The teacher of the owner's dice for the pages; teaching needs a data folder."""

    def __init__(self, reader: SharedReader, now: Now | None = None) -> None:
        self.reader, self._now = reader, now

    def play_with(self, box: str) -> None:
        """Use this box's dice from now on."""
        self.reader.play_with(box)

    def boxes(self) -> tuple[str, ...]:
        """Return the names of the boxes with a taught face or a stand-in."""
        folder = (self.reader.data or Path()) / FOLDER
        if self.reader.data is None or not folder.is_dir():
            return ()
        return tuple(sorted(f.name for f in folder.iterdir() if f.is_dir() and any(f.iterdir())))

    def taught(self, box: str) -> tuple[TaughtFace, ...]:
        """Return the taught faces of the box."""
        return self._box(box).taught()

    def face_picture(self, box: str, kind: str, value: Face) -> bytes | None:
        """Return the newest picture of a face as a small JPEG, None if there is none or it is unreadable."""
        which = kind_of(kind)
        path = self._box(box).newest(which, face_of(which, value))
        try:
            return pictures.jpeg(pictures.load(path), THUMBNAIL) if path else None
        except PictureError:
            return None

    def teach(self, box: str, kind: str, value: Face, picture: bytes | None = None) -> TaughtFace:
        """Learn a face from a photograph, or from the camera's current picture; raise ``EyeError``."""
        kept = self._box(box)
        which = kind_of(kind)
        face = face_of(which, value)
        try:
            image, edge = (decoded(picture), None) if picture is not None else self._current()
            told = self.reader.show(kept, which, face, image, edge)
        except ModelError as error:
            raise no_reader() from error
        except OSError as error:
            raise EyeError(tr("Le dossier des données ne se laisse pas écrire : libérer de la place.")) from error
        except VisionError as error:
            raise EyeError(str(error)) from error
        self.reader.learn_anew()
        return told

    def forget(self, box: str, kind: str | None = None, value: Face | None = None) -> None:
        """Forget one face, all faces of a kind, or everything of the box."""
        which = None if kind is None else kind_of(kind)
        self._box(box).forget(which, face_of(which, value) if which is not None and value is not None else None)
        self.reader.learn_anew()

    def stand_ins(self, box: str) -> tuple[StandIn, ...]:
        """Return the stand-ins of the box."""
        return self._box(box).stand_ins()

    def usual_stand_in(self, kind: str, die: str) -> StandIn:
        """Return how ``die`` usually stands in for ``kind``."""
        return usual(kind_of(kind), die)

    def stand_in(self, box: str, kind: str, die: str, faces: Mapping[str, Any] | None = None) -> StandIn:
        """Let ``die`` stand in for a lost ``kind``."""
        which = kind_of(kind)
        one = usual(which, die) if faces is None else chosen(which, die, faces)
        self._box(box).stand_in(one)
        self.reader.learn_anew()
        return one

    def forget_stand_in(self, box: str, kind: str) -> None:
        """Remove the stand-in for this kind."""
        self._box(box).forget_stand_in(kind_of(kind))
        self.reader.learn_anew()

    def _box(self, name: str) -> Box:
        if self.reader.data is None:
            raise EyeError(tr("Cette table ne garde rien : l'ouvrir avec un dossier de données."))
        return Box(self.reader.data, name)

    def _current(self) -> tuple[Image, float | None]:
        if self._now is None:
            raise EyeError(tr("Aucune caméra ne regarde la piste : prendre le dé en photo avec un téléphone."))
        return self._now()
