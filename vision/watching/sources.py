"""The interface ``FrameSource``, and the sources that are opened by a string such as ``folder:DIR``."""

from __future__ import annotations

import json
import zipfile
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

import cv2
import numpy as np

from vision import pictures
from vision.errors import PictureError, SourceError
from vision.pictures import Image

THOUGHTS = "thoughts.json"
"""Name of the file in a recording that holds the eye's state for each picture."""
LARGEST = 64_000_000
"""Maximum size of a recording, in bytes."""
SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".bmp"}


FILMS = ("frames", "video", "recording")
"""The kinds of live sources whose frames were taken before. A film ends, and its picture is never turned."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the track: ``image`` (BGR uint8), ``name`` (file or frame) and ``time`` in seconds.

    ``settled`` takes a new picture at a higher resolution; None if the camera has no such mode.
    """

    image: Image
    name: str
    time: float = 0.0
    settled: Callable[[], Image] | None = None

    def jpeg(self, max_side: int = 1280) -> bytes:
        """Return the picture as JPEG for the journal; its longer side has at most ``max_side`` pixels."""
        return pictures.jpeg(self.image, max_side)


@runtime_checkable
class FrameSource(Protocol):
    """A source of frames.

    A ``live`` source gives a stream of frames, in which ``Watcher`` finds the throws. Each frame of another source is a throw.
    """

    name: str
    live: bool

    def next_throw(self) -> Frame | None:
        """Return the next frame, or None at the end; raise ``SourceError`` if a camera gives no more frames."""

    def notices(self) -> list[str]:
        """Return one sentence for each problem since the last call."""

    def close(self) -> None:
        """Release the device or the files."""


def is_film(source: FrameSource) -> bool:
    """Whether the frames of a live source were taken before."""
    return source.name.partition(":")[0] in FILMS


class NoCamera:
    """The source of a table without a camera."""

    name = "none"
    live = False

    def next_throw(self) -> Frame | None:
        """Return None."""
        return None

    def notices(self) -> list[str]:
        """Return an empty list."""
        return []

    def close(self) -> None:
        """Do nothing."""


class Folder:
    """A folder of pictures, ordered by name, with one throw each; unreadable ones are skipped and reported.

    Every call lists the folder again, so a picture added later is a later throw.
    """

    live = False

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        self.name = f"folder:{folder}"
        if not self.folder.is_dir():
            raise SourceError(f"There is no folder {folder}: write folder: and the folder that holds the pictures.")
        self._seen: set[str] = set()
        self._notices: list[str] = []

    def _waiting(self) -> list[Path]:
        try:
            files = [p for p in self.folder.iterdir() if p.suffix.lower() in SUFFIXES and p.name not in self._seen]
        except OSError as error:
            self._notices.append(f"The folder {self.folder} cannot be read: {(error.strerror or '').lower()}.")
            return []
        return sorted(files, key=lambda p: _natural(p.name))

    def next_throw(self) -> Frame | None:
        """Return the next picture that can be read, or None at the end."""
        for path in self._waiting():
            self._seen.add(path.name)
            try:
                return Frame(pictures.load(path), path.name)
            except PictureError as error:
                self._notices.append(f"Passed over: {error}")
        return None

    def notices(self) -> list[str]:
        """Return, once, a sentence for each skipped picture and for each failed reading of the folder."""
        told, self._notices = self._notices, []
        return told

    def close(self) -> None:
        """Do nothing: no file stays open."""


class Frames(Folder):
    """The pictures of a folder, ordered by name, as the frames of a camera (30 a second)."""

    live = True

    def __init__(self, folder: str, fps: float = 30.0) -> None:
        super().__init__(folder)
        self.name = f"frames:{folder}"
        self._fps = fps
        self._waiting_now = super()._waiting()
        self._count = 0

    def _waiting(self) -> list[Path]:
        return [p for p in self._waiting_now if p.name not in self._seen]

    def next_throw(self) -> Frame | None:
        """Return the next frame with its time, None at the end."""
        frame = super().next_throw()
        if frame is None:
            return None
        self._count += 1
        return Frame(frame.image, frame.name, (self._count - 1) / self._fps)


class Video:
    """The frames of a film."""

    live = True

    def __init__(self, file: str) -> None:
        self.name = f"video:{file}"
        self._film = cv2.VideoCapture(file) if Path(file).is_file() else None
        if self._film is None or not self._film.isOpened():
            raise SourceError(f"The film {file} cannot be opened: write video: and a file such as throws.mp4.")
        self._fps = self._film.get(cv2.CAP_PROP_FPS) or 30.0
        self._count = 0

    def next_throw(self) -> Frame | None:
        """Return the next frame with its time, None at the end."""
        if self._film is None:
            return None
        more, image = self._film.read()
        if not more or image is None:
            return None
        self._count += 1
        return Frame(np.asarray(image, np.uint8), f"{self._count}", (self._count - 1) / self._fps)

    def notices(self) -> list[str]:
        """Return an empty list, because a damaged film just ends early."""
        return []

    def close(self) -> None:
        """Close the film."""
        if self._film is not None:
            self._film.release()
            self._film = None


class Recording:
    """The frames of a recording (``Recorder``); each frame's name shows the eye's state when it was recorded."""

    live = True

    def __init__(self, file: str) -> None:
        self.name = f"recording:{file}"
        try:
            with zipfile.ZipFile(file) as pack:
                if sum(one.file_size for one in pack.infolist()) > LARGEST:
                    raise ValueError
                rows = json.loads(pack.read(THOUGHTS))
                begun = float(rows[0]["time"]) if rows else 0.0
                self._frames = deque(
                    (float(r["time"]) - begun, pack.read(f"{n:04}.jpg"), r) for n, r in enumerate(rows)
                )
        except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
            raise SourceError(f"{file} is no recording of the eye.") from error
        self._notices: list[str] = []

    def next_throw(self) -> Frame | None:
        """Return the next frame that can be read, with its time; None at the end."""
        while self._frames:
            time, jpeg, thought = self._frames.popleft()
            try:
                image = pictures.decode(jpeg)
            except PictureError as error:
                self._notices.append(str(error))
                continue
            words = ", ".join(f"{key} {thought[key]}" for key in thought if key != "time")
            return Frame(np.asarray(image, np.uint8), f"then: {words}", time)
        return None

    def notices(self) -> list[str]:
        """Return, once, a sentence for each picture that was skipped."""
        told, self._notices = self._notices, []
        return told

    def close(self) -> None:
        """Do nothing: no file stays open."""


def _natural(name: str) -> list[tuple[int, int, str]]:
    """Return a sort key that orders numbers in names by value: throw_2 before throw_10."""
    parts: list[tuple[int, int, str]] = []
    digits = ""
    for letter in name + "\0":
        if letter.isdecimal() and letter.isascii():
            digits += letter
            continue
        if digits:
            parts.append((0, int(digits), ""))
            digits = ""
        parts.append((1, 0, letter))
    return parts


_OPENERS: dict[str, Callable[[str], FrameSource]] = {
    "folder": Folder,
    "frames": Frames,
    "video": Video,
    "recording": Recording,
}
_KNOWN = {
    "none": "none",
    "folder": "folder:DIR",
    "frames": "frames:DIR",
    "video": "video:FILE",
    "recording": "recording:FILE",
}


def register(kind: str, shown: str, opener: Callable[[str], FrameSource]) -> None:
    """Register another kind of source; ``hardware`` adds usb and pi, so that this package needs no device library."""
    _OPENERS[kind] = opener
    _KNOWN[kind] = shown


def open_source(text: str) -> FrameSource:
    """Return the source that ``text`` names: ``kind:place``, or the path of a film or a recording.

    Raise ``SourceError`` for an unknown kind, without a place, or if the source cannot be opened.
    """
    kind, _, rest = text.strip().partition(":")
    if kind not in _OPENERS and Path(text).is_file():
        kind, rest = ("recording" if Path(text).suffix.lower() == ".zip" else "video"), text
    if kind == "none" and not rest:
        return NoCamera()
    if kind in _OPENERS and (rest or ":" not in _KNOWN[kind]):
        return _OPENERS[kind](rest)
    known = ", ".join(_KNOWN.values())
    if kind in _OPENERS:
        raise SourceError(f"'{text}' names no place: write {_KNOWN[kind]}.")
    raise SourceError(f"'{text}' is not a camera that is known here: {known}.")
