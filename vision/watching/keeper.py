"""Finds the track by markers or taps, stores its position, and checks it (the port ``companion.eye.TrackKeeper``)."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.disk import write_whole
from companion.errors import EyeError
from companion.eye import Corners, TrackPicture, TrackState, no_camera
from companion.language import tr
from vision import pictures
from vision.errors import VisionError
from vision.pictures import Image
from vision.watching import sheet, track
from vision.watching.sheet import SHEETS
from vision.watching.sources import Frame
from vision.watching.track import SHEET, Track

SIDE = 1280
CHECK = 2.0
"""Seconds between two comparisons of the picture with that of the empty track."""
LOOKED = (320, 220)
"""Width and height of the compared pictures."""
FIRST = (0, 10, 30)
"""Numbers of the frames that are searched for markers if no track is stored; several, because early frames may be
dark."""
OWN = (80.0, 2000.0)
"""Minimum and maximum side of a home-made track, in millimetres."""
TURNED = "turned.json"
"""The file that says by how many quarters the camera's picture is turned to the right."""


class Keeper:
    """The keeper of the track's position.

    The eye's threads pass frames to ``saw``; pages call the other methods from any thread. ``changed`` is called when
    the track or its empty picture changes. ``tune`` recalibrates the camera's exposure.
    """

    def __init__(
        self,
        data: Path | None = None,
        changed: Callable[[], None] = lambda: None,
        tune: Callable[[], None] = lambda: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.track: Track | None = None
        self.empty: Image | None = None
        self._data, self._changed, self._tune, self._now = data, changed, tune, now
        self._frame: Image | None = None
        self._settled: Callable[[], Image] | None = None
        self._count = self._quarters = 0
        self._checked = -1e9
        self._how_changed: str | None = None
        self._one_at_a_time = threading.RLock()
        if data is not None:
            try:
                self.track, self.empty = Track.load(data)
            except VisionError:  # no track is stored: the first frames are searched for markers
                pass
            try:
                self._quarters = int(json.loads((data / TURNED).read_text())["quarters"]) % 4
            except (OSError, ValueError, KeyError, TypeError):  # never turned, or damaged
                pass

    # --- the eye's side --------------------------------------------------------------------------------------

    def turned(self, frame: Frame) -> Frame:
        """Return a camera's frame as ``turn`` has turned its picture."""
        quarters, settled = self._quarters, frame.settled
        if not quarters:
            return frame
        larger = None if settled is None else lambda: _turned(settled(), quarters)
        return replace(frame, image=_turned(frame.image, quarters), settled=larger)

    def saw(self, image: Image, settled: Callable[[], Image] | None = None) -> None:
        """Store a frame; if no track is known and the frame's number is in ``FIRST``, search the frame for markers.

        ``settled`` takes a larger picture for the pages; None if the camera cannot.
        """
        self._frame, self._settled = image, settled
        if self.track is None and self._count in FIRST:
            with self._one_at_a_time:
                found = sheet.find(image)
                if found is not None and self.track is None:
                    self._take(_within(found, image), None)
        self._count += 1

    def displaced(self, image: Image) -> str | None:
        """Return a sentence if camera, track or light changed since the picture of the empty track, else None.

        The pictures are compared every ``CHECK`` seconds; between two comparisons the last result holds.
        """
        now = self._now()
        if self.track is None or self.empty is None:
            self._how_changed = None
        elif now - self._checked >= CHECK:
            self._checked = now
            flat = self.track.within(image).rectify(image)
            small = [cv2.resize(i, LOOKED, interpolation=cv2.INTER_AREA) for i in (self.empty, flat)]
            self._how_changed = track.changed(*(np.asarray(i, np.uint8) for i in small))
        return self._words()

    def known(self, image: Image) -> Track | None:
        """Return the track with its corners in pixels of ``image``, None if no track is known."""
        with self._one_at_a_time:
            return self.track and self.track.within(image)

    def _words(self) -> str | None:
        if self._how_changed == "moved":
            return tr("La caméra ou la piste a bougé : montrer de nouveau la piste vide.")
        if self._how_changed == "light":
            return tr("La lumière a changé : montrer de nouveau la piste vide.")
        return None

    def now(self) -> tuple[Image, float | None]:
        """Return the track's rectified picture and the edge of a die in pixels; without a track the frame and None.

        Raise ``EyeError`` before the first frame.
        """
        frame = self._current()
        if self.track is None:
            return frame, None
        place = self.track.within(frame)
        return place.rectify(frame), place.edge

    # --- the pages' side (companion.eye.TrackKeeper) -----------------------------------------------------------

    def state(self) -> TrackState:
        """Return the stored track and its current problems."""
        with self._one_at_a_time:
            place, empty = self.track, self.empty
        if place is None:
            return TrackState()
        said = tuple(track.light(empty)) if empty is not None else ()
        return TrackState(place.how, _parts(place, place.seen), empty is not None, said, self._words())

    def picture(self) -> TrackPicture:
        """Return the current picture, with the corners of the track if all four markers are visible.

        Raise ``EyeError`` before the first frame.
        """
        frame = self._current()
        found = sheet.find(frame)
        data = pictures.jpeg(frame, SIDE)
        by = min(1.0, SIDE / max(frame.shape[:2]))
        wide, high = (round(side * by) for side in (frame.shape[1], frame.shape[0]))
        return TrackPicture(data, wide, high, _parts(found, (frame.shape[1], frame.shape[0])) if found else ())

    def turn(self) -> TrackState:
        """Turn the camera's picture by one more quarter to the right from now on, and the track in it; raise ``EyeError``."""
        frame = self._current()
        with self._one_at_a_time:
            quarters = (self._quarters + 1) % 4
            self._write(lambda data: write_whole(data / TURNED, json.dumps({"quarters": quarters}).encode()))
            self._quarters, self._frame, self._settled = quarters, _turned(frame, 1), None
            place = self.known(frame)
            if place is None:
                self._changed()
                return self.state()
            corners = tuple((frame.shape[0] - 1 - y, x) for x, y in place.corners)
            return self._stored(_within(replace(place, corners=corners), self._frame), self.empty)

    def find(self) -> TrackState:
        """Store the track between the four printed markers; raise ``EyeError`` unless the picture shows all four."""
        frame = self._current()
        found = sheet.find(frame)
        if found is None:
            seen = track.markers(frame)
            number = max((sum(s.first + i in seen for i in range(4)) for s in SHEETS.values()), default=0)
            told = tr(
                "{number} des quatre carrés noirs de la feuille sont vus : les montrer tous, à plat et sans reflet, "
                "ou toucher les quatre coins."
            )
            raise EyeError(told.format(number=number))
        return self._stored(_within(found, frame), None)

    def set_corners(self, corners: Sequence[Sequence[float]], size: tuple[float, float] | None = None) -> TrackState:
        """Store four tapped corners, as fractions (0 to 1) of the picture's width and height; raise ``EyeError``.

        ``size`` is the width and height of a home-made track in millimetres; None for the printed A4 sheet.
        """
        frame = self._current()
        if size is not None and not all(OWN[0] <= side <= OWN[1] for side in size):
            raise EyeError(tr("Les côtés de la piste se donnent en millimètres, de 80 à 2000."))
        place = _tapped(corners, frame, size or SHEET)
        return self._stored(_within(replace(place, strip=place.strip if size is None else ""), frame), None)

    def move_corners(self, corners: Sequence[Sequence[float]]) -> TrackState:
        """Replace the corners of the known track; its size and its strip stay. Otherwise as ``set_corners``."""
        frame = self._current()
        place = self.known(frame)
        if place is None:
            return self.set_corners(corners)
        return self._stored(_within(place.moved(_tapped(corners, frame)).upright(), frame), None)

    def take_empty(self) -> TrackState:
        """Recalibrate the camera's exposure, store its picture as the empty track, and check the light.

        Raise ``EyeError`` without a track or a picture.
        """
        frame = self._current()
        if self.track is None:
            raise EyeError(
                tr("Il faut d'abord savoir où est la piste : montrer la feuille, ou toucher ses quatre coins.")
            )
        try:
            self._tune()
        except VisionError as error:
            raise EyeError(str(error)) from error
        frame = self._current()
        place = self.track.within(frame)
        return self._stored(place, place.rectify(frame))

    def forget(self) -> TrackState:
        """Forget the track and its empty picture, also the stored ones."""
        with self._one_at_a_time:
            if self._data is not None:
                Track.forget(self._data)
            self._take(None, None)
        return self.state()

    def _stored(self, place: Track, empty: Image | None) -> TrackState:
        with self._one_at_a_time:
            self._write(lambda data: place.save(data, empty))
            self._take(place, empty)
        return self.state()

    def _write(self, save: Callable[[Path], None]) -> None:
        if self._data is None:
            return
        try:
            save(self._data)
        except OSError as error:
            raise EyeError(tr("Le dossier des données ne se laisse pas écrire : libérer de la place.")) from error

    def _take(self, place: Track | None, empty: Image | None) -> None:
        self.track, self.empty, self._how_changed, self._checked = place, empty, None, -1e9
        self._changed()

    def _current(self) -> Image:
        frame = self._frame
        if frame is None:
            raise no_camera()
        try:
            return self._settled() if self._settled is not None else frame
        except VisionError as error:
            raise EyeError(str(error)) from error


def _within(place: Track, image: Image) -> Track:
    """Return the track with the size of the picture in which it was found, so that it can be scaled to others."""
    return replace(place, seen=(image.shape[1], image.shape[0]))


def _turned(image: Image, quarters: int) -> Image:
    """Return the picture turned to the right by a number of quarters."""
    return np.ascontiguousarray(np.rot90(image, -quarters))


def _tapped(corners: Sequence[Sequence[float]], frame: Image, size: tuple[float, float] = SHEET) -> Track:
    """Return the track between corners that are fractions of the sides of ``frame``; raise ``EyeError``."""
    if len(corners) != 4 or not all(len(c) == 2 and all(0 <= part <= 1 for part in c) for c in corners):
        raise EyeError(tr("Il faut quatre coins, tous dans l'image : les toucher l'un après l'autre."))
    high, wide = frame.shape[:2]
    return track.from_taps([(float(x) * wide, float(y) * high) for x, y in corners], size)


def _parts(place: Track, seen: tuple[int, int] | None) -> Corners:
    """Return the corners as fractions of the picture's width and height; () if its size is unknown."""
    if seen is None:
        return ()
    return tuple((x / seen[0], y / seen[1]) for x, y in place.corners)
