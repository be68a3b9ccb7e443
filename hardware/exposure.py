"""Exposure, gain, white balance and focus of a camera: found automatically, then fixed and stored."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion.disk import write_whole
from companion.record import record

FILE = "camera.json"
FLICKER = 10_000
"""Flicker period of lamps on 50 Hz mains, in microseconds; exposures of whole periods are equally bright."""
STEADY = 8
"""Number of successive frames with equal settings that end the search."""
AGREE = 0.02
"""Maximum relative difference of equal settings."""
MOST = 150
"""Maximum frames of the search."""
FOCUSED, FAILED = 2, 3
"""Values of libcamera's control ``AfState``, the state of the autofocus."""


@record()
class Exposure:
    """The settings of a camera: ``time`` in microseconds, ``gain``, and the gains ``red`` and ``blue``.

    ``lens`` is the focus in dioptres, None for a lens that does not move.
    """

    time: int
    gain: float
    red: float
    blue: float
    lens: float | None = None

    @classmethod
    def of(cls, metadata: Mapping[str, Any]) -> Exposure:
        """Return the settings of a frame, its time rounded to whole flicker periods if it is longer than one."""
        time, gain = int(metadata["ExposureTime"]), float(metadata["AnalogueGain"])
        whole = max(1, round(time / FLICKER)) * FLICKER
        if time >= FLICKER:
            time, gain = whole, max(1.0, gain * time / whole)
        red, blue = metadata["ColourGains"]
        lens = metadata.get("LensPosition")
        return cls(time, round(gain, 3), round(red, 3), round(blue, 3), None if lens is None else round(lens, 3))

    def controls(self) -> dict[str, Any]:
        """Return the controls that fix these settings."""
        fixed = {
            "AeEnable": False,
            "ExposureTime": self.time,
            "AnalogueGain": self.gain,
            "AwbEnable": False,
            "ColourGains": (self.red, self.blue),
        }
        return fixed if self.lens is None else {**fixed, "AfMode": 0, "LensPosition": self.lens}

    @staticmethod
    def automatic() -> dict[str, Any]:
        """Return the controls that switch automatic exposure and white balance on; they leave the focus as it is."""
        return {"AeEnable": True, "AwbEnable": True}

    def agrees(self, metadata: Mapping[str, Any]) -> bool:
        """Whether a frame was taken with these settings."""
        lens = () if self.lens is None else (1 + self.lens,)
        mine = (float(self.time), self.gain, self.red, self.blue, *lens)
        return all(abs(a - b) <= AGREE * a for a, b in zip(mine, values(metadata), strict=False))

    def save(self, folder: Path | None) -> None:
        """Store the settings if there is a folder. Raise ``OSError``."""
        if folder is not None:
            write_whole(folder / FILE, json.dumps(asdict(self)))

    @classmethod
    def load(cls, folder: Path | None) -> Exposure | None:
        """Return the stored settings, None if there are no valid ones."""
        if folder is None:
            return None
        try:
            stored = json.loads((folder / FILE).read_text(encoding="utf-8"))
            lens = stored["lens"]
            found = cls(
                int(stored["time"]),
                float(stored["gain"]),
                float(stored["red"]),
                float(stored["blue"]),
                None if lens is None else float(lens),
            )
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return found if found.time > 0 and found.gain >= 1 and found.red > 0 and found.blue > 0 else None


def values(metadata: Mapping[str, Any]) -> tuple[float, ...]:
    """Return the settings of a frame: time, gain, gains of red and blue, and 1 + the lens position if the lens moves.

    The added 1 allows a relative difference also for a lens position near 0.
    """
    lens = (1 + metadata["LensPosition"],) if "LensPosition" in metadata else ()
    return (float(metadata["ExposureTime"]), metadata["AnalogueGain"], *metadata["ColourGains"], *lens)


class Tuning:
    """The search for an exposure, frame by frame; ``known`` settings need no search."""

    def __init__(self, known: Exposure | None = None, focuses: bool = False) -> None:
        self.focuses = focuses
        self.found = known
        self.done = threading.Event()
        if known is not None:
            self.done.set()
        self._last: tuple[float, ...] = ()
        self._steady = self._count = 0

    def in_force(self, metadata: Mapping[str, Any]) -> bool:
        """Whether a frame was taken with the fixed settings."""
        return self.found is None or self.found.agrees(metadata)

    def saw(self, metadata: Mapping[str, Any]) -> Exposure | None:
        """Examine a frame; return the exposure once, when it is found."""
        if self.done.is_set():
            return None
        last, self._last = self._last, values(metadata)
        self._count += 1
        agrees = all(abs(a - b) <= AGREE * a for a, b in zip(last, self._last, strict=False))
        self._steady = self._steady + 1 if last and agrees else 0
        focused = not self.focuses or metadata.get("AfState") in (FOCUSED, FAILED)
        if (self._steady >= STEADY and focused) or self._count >= MOST:
            self.found = Exposure.of(metadata)
            self.done.set()
            return self.found
        return None
