"""The dice track: its place in the picture, the picture of the empty track, and checks of the light.

The track is found by four printed markers (ArUco 4x4; ``sheet`` draws and finds them) or by four taps. Once it is
known, the reader, the journal and the learner get only its rectified picture.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.disk import write_whole
from companion.errors import EyeError
from companion.eye import Known
from companion.language import tr
from vision import pictures
from vision.errors import PictureError, SourceError
from vision.pictures import Image

Points = NDArray[np.float32]

SHEET = (277.0, 190.0)
"""Width and height between the outer corners of the markers in millimetres: A4 with margins of 10."""
KEPT = 42.0
"""Height in millimetres of the strip "gardés" along the lower edge."""
DIE = 16.0
"""The usual edge of a d6 in millimetres, from which the eye computes the size of dice on the track in pixels."""


EDGES = ("upper", "right", "lower", "left")
"""The edges of the rectified picture, clockwise."""
SLANTED = 0.03
"""A camera whose distance changes less than this from the middle of the track to its edge looks down on it, from no side."""
PLACE, EMPTY = "track.json", "track_empty.png"


@dataclass(frozen=True, slots=True)
class Track:
    """Four corners in pixels (clockwise from the top left), and the width and height between them in millimetres."""

    corners: tuple[tuple[float, float], ...]
    size: tuple[float, float] = SHEET
    width: int = 960
    """Width of the rectified picture in pixels."""
    how: Known = Known.MARKERS
    strip: str = "lower"
    """The edge (``EDGES``) along which the strip "gardés" lies, on the printed sheet the lower one; "" without a strip."""
    seen: tuple[int, int] | None = None
    """Width and height, in pixels, of the picture that ``corners`` refers to; None for any."""

    @property
    def height(self) -> int:
        """Return the height of the rectified picture in pixels."""
        return round(self.width * self.size[1] / self.size[0])

    @property
    def edge(self) -> float:
        """Return the edge of an ordinary d6 in pixels of the rectified picture."""
        return DIE * self.width / self.size[0]

    def homography(self) -> NDArray[np.float64]:
        """Return the 3x3 matrix from the camera's picture to the rectified one."""
        w, h = self.width, self.height
        goal = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(np.array(self.corners, np.float32), goal), np.float64)

    def rectify(self, image: Image) -> Image:
        """Return the track as seen from above, cropped at its corners."""
        size = (self.width, self.height)
        if image.shape[1::-1] == size and self.corners == ((0, 0), (size[0], 0), size, (0, size[1])):
            return image  # the picture is the track
        return np.asarray(cv2.warpPerspective(image, self.homography(), size, flags=cv2.INTER_LINEAR), np.uint8)

    def kept(self, x: float, y: float) -> bool:
        """Whether a point (pixels of the rectified picture) lies in the strip "gardés"."""
        off = {"upper": y, "right": self.width - x, "lower": self.height - y, "left": x}
        return bool(self.strip) and off[self.strip] < KEPT * self.width / self.size[0]

    def turns(self) -> int:
        """Return by how many quarters the rectified picture must turn to the left so that what is farthest comes to the top.

        There the reader expects it, because a person holds a camera so. Of 60 throws of three drawn d6, seen at 32 to 45 degrees
        off the vertical, it read 60 so, and 27 to 35 from the other sides.
        """
        back = np.linalg.inv(self.homography())[2]  # what it makes of a point of the track grows with the distance
        right, down = back[:2] * (self.width / 2, self.height / 2) / (back @ (self.width / 2, self.height / 2, 1))
        if np.hypot(right, down) < SLANTED:
            return 0
        if abs(down) >= abs(right):
            return 0 if down < 0 else 2
        return 1 if right > 0 else 3

    def upright(self) -> Track:
        """Return the same track, whose rectified picture shows at the top what is farthest from the camera (``turns``)."""
        by = self.turns()
        strip = self.strip and EDGES[(EDGES.index(self.strip) - by) % 4]
        track = replace(self, corners=self.corners[by:] + self.corners[:by], strip=strip)
        return replace(track, size=self.size[::-1], width=self.height) if by % 2 else track

    def save(self, folder: Path, empty: Image | None = None) -> None:
        """Store the track in ``folder``, with ``empty``, the rectified picture of the empty track.

        If ``empty`` is None, delete a stored picture.
        """
        data = {
            "corners": [list(c) for c in self.corners],
            "size": list(self.size),
            "width": self.width,
            "how": self.how.value,
            "strip": self.strip,
            "seen": self.seen and list(self.seen),
        }
        write_whole(folder / PLACE, json.dumps(data).encode())
        if empty is None:
            (folder / EMPTY).unlink(missing_ok=True)
        else:
            write_whole(folder / EMPTY, cv2.imencode(".png", empty)[1].tobytes())

    @classmethod
    def load(cls, folder: Path) -> tuple[Track, Image | None]:
        """Return the stored track and its empty picture, None if that is missing or damaged.

        Raise ``SourceError`` if no readable track is stored.
        """
        try:
            data = json.loads((folder / PLACE).read_text())
            corners = tuple((float(x), float(y)) for x, y in data["corners"])
            size, seen = (float(data["size"][0]), float(data["size"][1])), data.get("seen")
            strip = data.get("strip", True)  # earlier versions stored only whether there is a strip
            strip = "lower" if strip is True else strip or ""
            track = cls(
                corners,
                size,
                int(data["width"]),
                Known(data.get("how", Known.MARKERS)),
                strip,
                (int(seen[0]), int(seen[1])) if seen else None,
            )
            if len(corners) != 4 or min(size) <= 0 or not 80 <= track.width <= 4000 or strip not in ("", *EDGES):
                raise ValueError
            by = track.turns()  # not 0 only for a track that an earlier version stored
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise SourceError(f"No track is stored in {folder}: show the camera the empty track once.") from error
        try:
            return track.upright(), np.ascontiguousarray(np.rot90(pictures.load(folder / EMPTY), by))
        except PictureError:  # missing or damaged; the page then asks for a new one
            return track.upright(), None

    @staticmethod
    def forget(folder: Path) -> None:
        """Delete the track and its empty picture from ``folder``."""
        for name in (PLACE, EMPTY):
            (folder / name).unlink(missing_ok=True)

    def moved(self, to: Track) -> Track:
        """Return this track with the corners of ``to``, in that order in which they lie nearest to its own."""
        orders = [to.corners[k:] + to.corners[:k] for k in range(4)]
        nearest = min(orders, key=lambda corners: float(np.linalg.norm(np.subtract(corners, self.corners))))
        return replace(self, corners=nearest, how=Known.HAND)

    def within(self, image: Image) -> Track:
        """Return the track scaled to ``image``, which may be larger or smaller than the picture it was found in."""
        high, wide = image.shape[:2]
        if self.seen in (None, (wide, high)):
            return self
        assert self.seen is not None
        by = np.array([wide, high]) / self.seen
        corners = tuple((x * float(by[0]), y * float(by[1])) for x, y in self.corners)
        return replace(self, corners=corners, seen=(wide, high))


def dictionary() -> cv2.aruco.Dictionary:
    """Return the family of ArUco markers that the sheet uses."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def markers(image: Image) -> dict[int, NDArray[np.float32]]:
    """Return the corners (4, 2), in pixels, of each visible marker by its id."""
    detector = cv2.aruco.ArucoDetector(dictionary(), cv2.aruco.DetectorParameters())
    found, ids, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    if ids is None:
        return {}
    # OpenCV 4.10 returns (1, 4, 2) for each marker and ids (n, 1); other versions have fewer dimensions
    return {
        int(i): np.asarray(c, np.float32).reshape(4, 2) for i, c in zip(np.asarray(ids).ravel(), found, strict=True)
    }


def from_taps(taps: Sequence[tuple[float, float]], size: tuple[float, float] = SHEET) -> Track:
    """Return the track between four taps (pixels, in any order).

    ``size`` is its width and height in millimetres. Raise ``EyeError`` if the taps form no convex quadrilateral.
    """
    points = np.array(taps, np.float32).reshape(-1, 2)
    if len(points) != 4 or len(cv2.convexHull(points)) != 4 or abs(cv2.contourArea(cv2.convexHull(points))) < 100:
        raise EyeError(
            tr("Ces quatre points n'entourent rien : toucher les quatre coins de la piste, l'un après l'autre.")
        )
    middle = points.mean(0)
    angle = np.arctan2(points[:, 1] - middle[1], points[:, 0] - middle[0])
    ordered = points[np.argsort(angle)]
    first = int(ordered.sum(1).argmin())
    ordered = np.roll(ordered, -first, axis=0)
    return Track(tuple((float(x), float(y)) for x, y in ordered), size, how=Known.HAND).upright()


def light(track: Image) -> list[str]:
    """Return one sentence for each fault of the light or the focus on the rectified empty track; [] without a fault."""
    grey = cv2.cvtColor(track, cv2.COLOR_BGR2GRAY)
    said = []
    if float(np.percentile(grey, 95)) < 60:
        said.append(tr("Il fait trop sombre : allumer une lampe au-dessus de la piste."))
    if float((grey > 250).mean()) > 0.05:
        said.append(tr("Quelque chose éblouit la caméra : écarter la lampe ou couvrir ce qui brille."))
    big = cv2.resize(grey, (8, 6), interpolation=cv2.INTER_AREA).astype(np.float32)
    if not said and big.max() > 3.5 * max(10.0, float(big.min())):
        said.append(tr("Un côté est bien plus clair que l'autre : tourner la lampe pour que la lumière soit égale."))
    if float(cv2.Laplacian(grey, cv2.CV_32F).var()) < 1.0:
        said.append(tr("L'image est floue ou couverte : essuyer l'objectif et régler la netteté sur la piste."))
    return said


def changed(empty: Image, now: Image) -> str | None:
    """Return how the rectified track ``now`` differs from the empty one: "moved" or "light", None if it does not."""
    a, b = (cv2.GaussianBlur(cv2.cvtColor(i, cv2.COLOR_BGR2GRAY), (0, 0), 2).astype(np.float32) for i in (empty, now))
    gain = float(np.median(b) + 1) / float(np.median(a) + 1)
    if not 0.7 < gain < 1.4:
        return "light"
    window = cv2.createHanningWindow((a.shape[1], a.shape[0]), cv2.CV_32F)
    (dx, dy), response = cv2.phaseCorrelate(a, b, window)
    if response > 0.1 and np.hypot(dx, dy) > 0.006 * a.shape[1]:
        return "moved"
    return None
