"""The eye of a live camera: one thread grabs frames, another reads them and gives each throw to the table once.

The table's newest snapshot names the expected dice. While no throw is open, the eye reports no dice but still follows
movement. So it does not take dice that already lie on the table for a later throw.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from companion.clock import Clock, SteadyClock
from companion.dice import DiceSet, Reading
from companion.eye import Eye, Look, no_camera
from companion.snapshot import Snapshot
from companion.table import Result
from vision import pictures
from vision.errors import VisionError
from vision.learning.learner import Learner
from vision.reading.read import as_json
from vision.reading.reader import DiceReader
from vision.teaching.shared import CAMERA, SharedReader
from vision.teaching.teacher import Teaching
from vision.watching.eye import CameraEye
from vision.watching.health import Health
from vision.watching.keeper import Keeper
from vision.watching.recorder import Recorder
from vision.watching.sources import Frame, FrameSource, is_film, open_source
from vision.watching.watcher import Watched, Watcher

LOG = logging.getLogger(__name__)
PATIENCE = 2.0
"""Seconds without a frame until the eye reports a silent camera."""
LISTEN = 0.2
"""Seconds between two checks of the clock while no frame comes."""
RETRY = 1.0
"""Seconds between two attempts to reopen a lost camera."""
HANGS, READS = 5.0, 60.0
"""Join timeouts in seconds: of the camera thread, which may hang, and of the reading thread. The latter is long,
because an exit while a network loads or runs aborts the program."""
WAITING = 8
"""Maximum number of frames queued while the reader works."""

SILENT = "La caméra ne donne plus d'image : vérifier le câble."
ENDED = "Le film est fini."
BROKEN = "L'œil s'est trompé de chemin et recommence."


class Seat(Protocol):
    """The part of the table that the eye uses."""

    def snapshot(self) -> Snapshot:
        """Return the table's current state."""

    def take_look(self, look: Look | None, seen: int, who: str = "") -> Result:
        """Submit a reading for the open throw of snapshot ``seen``; None only publishes the camera's problem."""


def open_eye(source: str, data: Path | None = None) -> Eye:
    """Return the eye for ``--camera source``: ``LiveEye`` for a stream, else ``CameraEye``, which reads on request.

    ``data`` is the folder of the stored track and of the taught dice. Raise ``SourceError`` if the source cannot be opened.
    """
    frames = open_source(source)
    if not frames.live:
        frames.close()
        return CameraEye(source, data=data)
    return LiveEye(frames, lambda: open_source(source), data)


def asked(now: Snapshot) -> tuple[str, DiceSet] | None:
    """Return the id and the dice of the open throw, None without one; ``kept`` is set if dice may stay."""
    found = now.awaited_throw
    if found is None:
        return None
    name, throw = found
    stay = throw.lying is not None or any(t.least < t.most for t in throw.dice.terms)
    return name, replace(throw.dice, kept=throw.dice.kept or stay)


class LiveEye:
    """The eye of a live source. ``follow(table)`` starts it; ``trouble`` is a sentence about a problem or None."""

    button = False
    photographs = True

    def __init__(
        self,
        frames: FrameSource,
        again: Callable[[], FrameSource],
        data: Path | None = None,
        load: Callable[[], Any] = DiceReader,
        patience: float = PATIENCE,
        clock: Clock | None = None,
    ) -> None:
        self.source = frames.name
        self.trouble: str | None = None
        self._clock = clock or SteadyClock()
        self._frames: FrameSource | None = frames
        self._again = again
        self._film = is_film(frames)
        self.learner = Learner(data)
        self._reader = SharedReader(load, data, self.learner)
        self.track = self._keeper = Keeper(data, self._replaced, self._tune)
        self.teacher = Teaching(self._reader, self._keeper.now)
        self._patience = patience
        self._recorder = Recorder()
        self._waiting: queue.Queue[Frame | str] = queue.Queue(WAITING)
        self._closing = threading.Event()
        self._asked = threading.Event()
        self._table: Seat | None = None
        self._threads: list[tuple[threading.Thread, float]] = []
        self._watcher: Watcher | None = None
        self._displaced: str | None = None
        self._noted = 0
        self._health = Health(self._clock.now)

    def look(self, expected: DiceSet | None) -> Look | None:
        """Return None, because a live camera reports throws without a request."""
        return None

    def read(self, data: bytes, expected: DiceSet | None) -> Look:
        """Return the reading of a photograph of dice; raise ``UnreadablePicture`` if it fails."""
        return self._reader.photographed(data, expected)

    def recording(self) -> bytes:
        """Return the last half minute as one ZIP file (``Recorder``); raise ``EyeError`` before the first frame."""
        if self._recorder.empty:
            raise no_camera()
        return self._recorder.file()

    def follow(self, table: Seat) -> None:
        """Start the threads; they submit readings to ``table``."""
        self._table = table
        for work, patience in ((self._grab, HANGS), (self._watch, READS)):
            thread = threading.Thread(target=work, name=f"eye {work.__name__}", daemon=True)
            thread.start()
            self._threads.append((thread, patience))

    def close(self) -> None:
        """Stop the threads and release the camera."""
        self._closing.set()
        for thread, patience in self._threads:
            thread.join(patience)
        if self._frames is not None:
            self._frames.close()
            self._frames = None

    # --- the camera ----------------------------------------------------------------------------------------

    def _grab(self) -> None:
        """Queue each frame, or a sentence about the problem; reopen a lost camera. Return at the end of a film."""
        begun = time.monotonic()
        while not self._closing.is_set():
            try:
                if self._frames is None:
                    self._frames = self._again()
                frame = self._frames.next_throw()
                words = " ".join(self._frames.notices())
                if frame is not None and not self._film:
                    frame = self._keeper.turned(frame)
                if frame is not None and self._film:
                    self._keeper.saw(frame.image)  # find the track also while the film is paused
                    begun += self._wait_for_throw()
                if frame is None and self._film:
                    self._put(f"{words} {ENDED}".strip())
                    return
                if frame is not None:
                    if self._film:
                        self._closing.wait(max(0.0, begun + frame.time - time.monotonic()))
                    ill = None if self._film else self._health.saw(frame.image)
                    if words:
                        self._put(words)
                    if not self._health.frozen:
                        self._put(ill or frame)
                        continue
                    words = ill or words
                words = words or SILENT
            except VisionError as error:
                words = str(error)
            except Exception:
                LOG.exception("the camera broke")
                words = SILENT
            self._put(words)
            self._lose()
            self._closing.wait(RETRY)

    def _wait_for_throw(self) -> float:
        """Pause a film until the table asks for a throw; return the length of the pause in seconds."""
        begun = time.monotonic()
        while not self._asked.wait(0.05) and not self._closing.is_set():
            self._put("")
        return time.monotonic() - begun

    def _lose(self) -> None:
        frames, self._frames = self._frames, None
        if frames is not None:
            try:
                frames.close()
            except Exception:
                LOG.exception("the camera could not be closed")

    def _put(self, item: Frame | str) -> None:
        while not self._closing.is_set():
            try:
                self._waiting.put(item, timeout=0.2)
                return
            except queue.Full:
                continue

    # --- the table -----------------------------------------------------------------------------------------

    def _watch(self) -> None:
        """Read the queued frames and sentences until ``close``; no error may end this thread."""
        ended, heard = False, self._clock.now()
        while not self._closing.is_set():
            try:
                item = self._waiting.get(timeout=LISTEN)
            except queue.Empty:
                if not ended and self._clock.now() - heard >= self._patience:
                    self._say(SILENT)
                continue
            heard = self._clock.now()
            try:
                if isinstance(item, Frame):
                    self._frame(item)
                    continue
                assert self._table is not None
                self._open_question(self._table.snapshot())
                ended = ended or item.endswith(ENDED)
                if item:
                    self._say(item)
            except VisionError as error:
                self._say(str(error))
            except Exception:
                LOG.exception("the eye stumbled over a frame")
                self._watcher = None
                self._say(BROKEN)

    def _say(self, words: str | None) -> None:
        """Publish the current problem; None says that it is over."""
        if words == self.trouble or self._table is None:
            return
        self.trouble = words
        try:
            self._table.take_look(None, 0)
        except Exception:
            LOG.exception("the table could not be told about the camera")

    def _open_question(self, now: Snapshot) -> tuple[str, DiceSet] | None:
        question = asked(now)
        if question is None:
            self._asked.clear()
        else:
            self._asked.set()
        return question

    def _frame(self, frame: Frame) -> None:
        assert self._table is not None
        now = self._table.snapshot()
        question = self._open_question(now)
        self._keeper.saw(frame.image, frame.settled)
        watcher = self._watcher
        if watcher is None:
            self._watcher = watcher = Watcher(self._reader, self._keeper.known(frame.image))
        if not watcher.coming:  # while new dice are visible, a newly recorded throw may be these dice, entered by hand
            self._noted = now.last_thrown
        watcher.expected, watcher.asked = question[1] if question else None, question is not None
        found = watcher.feed(frame.image, frame.time, frame.settled)
        told = {"told": as_json(found.reading)} if found is not None else {}
        self._recorder.saw(frame.image, frame.time, watcher.thought | told)
        self._displaced = self._keeper.displaced(frame.image)
        self._say(self._displaced)
        if found is not None and question is not None:
            self._tell(found, question[0])

    def _tune(self) -> None:
        """Recalibrate the exposure if the camera can."""
        calibrate = getattr(self._frames, "calibrate", None)
        if calibrate is not None:
            calibrate()

    def _replaced(self) -> None:
        """Start with a new watcher, because the track has changed."""
        self._watcher = None

    def _tell(self, found: Watched, question: str) -> None:
        """Submit a reading of the throw with id ``question``; try again if the table recorded another fact meanwhile.

        Drop the reading if somebody entered the throw by hand meanwhile: the same dice must not count twice.
        """
        assert self._table is not None
        seen = self.learner.saw(found.image, found.reading, CAMERA)
        look = Look(found.reading, pictures.jpeg(found.image), f"{found.time:.2f} s", eye=seen.eye, seen=seen)
        for _ in range(5):
            now = self._table.snapshot()
            still = asked(now)
            if still is None or still[0] != question or now.last_thrown > self._noted:
                return
            if self._displaced is not None:
                look = replace(look, reading=_doubted(found.reading))
            result = self._table.take_look(look, now.number)
            if result.refusal is None or result.refusal.code != "STALE":
                return


def _doubted(reading: Reading) -> Reading:
    """Return the reading as an uncertain one, because camera, track or light changed; the page then asks about it."""
    return replace(reading, certain=False, why=(*reading.why, "unsure"))
