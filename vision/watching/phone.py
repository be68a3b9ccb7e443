"""The eye of a table without a camera: it reads what phones photograph."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vision.learning.folders import erase

if TYPE_CHECKING:
    from companion.dice import DiceSet
    from companion.eye import Look, Verdict


class PhoneEye:
    """Reads photographs taken with a phone and learns dice from them.

    OpenCV and the networks load at the first call that needs them, so that the page opens at once.
    """

    def __init__(self, data: Path) -> None:
        self._data = data
        self._box: str | None = None
        self.learner = PhoneLearner(self, data)
        self._made: Any = None
        self._one_makes_it = threading.Lock()
        self.changes = threading.RLock()
        """Held while the box changes, files are erased, or a loaded eye gets its box; not held while the eye loads."""

    def read(self, data: bytes, expected: DiceSet | None) -> Look:
        """Return the reading of a photograph; raise ``UnreadablePicture`` if it fails."""
        look: Look = self._teaching().reader.photographed(data, expected)
        return look

    def play_with(self, box: str) -> None:
        """Use what was taught and learnt for this box from now on."""
        with self.changes:
            self._box = box
            if self._made is not None:
                self._made.play_with(box)
                self._made.reader.learner.play_with(box)

    @property
    def loaded(self) -> Any:
        """The learner, None before the networks are loaded."""
        return None if self._made is None else self._made.reader.learner

    def loading(self) -> Any:
        """Return the learner, loaded now if need be."""
        return self._teaching().reader.learner

    def __getattr__(self, name: str) -> Any:
        """Return the other methods of a teacher (``companion.eye.Teacher``)."""
        return getattr(self._teaching(), name)

    def _teaching(self) -> Any:
        with self._one_makes_it:
            if self._made is None:
                from vision.learning.learner import Learner
                from vision.teaching.shared import SharedReader
                from vision.teaching.teacher import Teaching

                made = Teaching(SharedReader(data=self._data, learner=Learner(self._data)))
                with self.changes:
                    self._made = made
                    if self._box is not None:
                        self.play_with(self._box)
            return self._made


class PhoneLearner:
    """The learner of a table that phones photograph (``companion.eye.Learner``).

    The table calls ``kept``, ``judge`` and ``erase`` with its lock held, so these three never load the eye.
    """

    def __init__(self, eye: PhoneEye, data: Path) -> None:
        self._eye, self._data = eye, data

    def play_with(self, box: str) -> None:
        """Do nothing, because ``PhoneEye.play_with`` passes the box on."""

    def keep(self, throw: str, seen: object) -> None:
        """Store the crops of a recorded throw."""
        self._eye.loading().keep(throw, seen)

    def kept(self, evening: str) -> tuple[str, ...]:
        """Return the names of the stored throws of an evening; () before the eye is loaded."""
        learner = self._eye.loaded
        return () if learner is None else tuple(learner.kept(evening))

    def judge(self, verdicts: Mapping[str, Verdict | None]) -> None:
        """Note the table's current verdicts on throws; do nothing before the eye is loaded."""
        if (learner := self._eye.loaded) is not None:
            learner.judge(verdicts)

    def erase(self, evening: str) -> None:
        """Delete what was learnt from an evening."""
        with self._eye.changes:
            if (learner := self._eye.loaded) is not None:
                learner.erase(evening)
            else:
                erase(self._data, evening)

    def __getattr__(self, name: str) -> Any:
        """Return the other methods of a learner (``companion.eye.Learner``)."""
        return getattr(self._eye.loading(), name)

    def close(self) -> None:
        """End the learner, if it was loaded."""
        if (learner := self._eye.loaded) is not None:
            learner.close()
