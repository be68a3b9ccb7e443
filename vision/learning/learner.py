"""The learner of the table (the port ``companion.eye.Learner``): stores what the table accepts, and runs lessons."""

from __future__ import annotations

import atexit
import hashlib
import json
import logging
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.dice import Reading
from companion.disk import write_whole
from companion.errors import EyeError
from companion.eye import EXAMPLE, Learnt, Verdict
from companion.language import tr
from vision.learning import lesson
from vision.learning.folders import FOLDER, cameras, drop_oldest, erase, forget
from vision.learning.heads import Head, packed
from vision.learning.rows import cut
from vision.learning.store import Seen, Store, encoded
from vision.pictures import Image

LOG = logging.getLogger(__name__)
SWITCH = "switch.json"
AFTER, BETWEEN = 4.0, 60.0
"""Minimum seconds from the last throw to a lesson, and from the end of a lesson to the next one."""
LISTEN = 0.2
"""Seconds between two checks whether a running lesson has ended."""
NEW = 3
"""Minimum number of new throws for a lesson."""
MOST_DICE = 12
"""Maximum number of dice in a picture to learn from."""
WAITING = 16
"""Maximum number of throws that wait to be stored."""


Where = tuple[str, str]
"""A box and a camera."""


class Learner:
    """Learns the dice of the box in play, for each camera apart; without a data folder it learns nothing.

    ``keep`` and ``judge`` only note the work. A thread writes the files and starts lessons in processes of low
    priority.
    """

    def __init__(
        self,
        data: Path | None,
        clock: Callable[[], float] = time.monotonic,
        after: float = AFTER,
        between: float = BETWEEN,
    ) -> None:
        self._data, self._clock, self._after, self._between = data, clock, after, between
        self._box = EXAMPLE
        self._changed = threading.Condition()
        self._on = _switched_on(data)
        self._heads: dict[tuple[str, str], dict[str, Head]] = {}
        self._names: dict[tuple[str, str], str] = {}
        self._verdicts: dict[tuple[str, str], dict[str, Verdict]] = {}
        self._lessons: dict[tuple[str, str], lesson.Report | None] = {}
        self._keep: list[tuple[str, Seen]] = []
        self._write: set[tuple[str, str]] = set()
        self._where: dict[str, tuple[str, str]] = {}
        """Box and camera of each throw of the box in play that is stored or waits to be stored."""
        self._due: set[tuple[str, str]] = set()
        self._touched, self._taught = -1e9, -1e9
        self._age = 0
        """Number of ``forget`` calls, so that the result of an older lesson is not used."""
        self._worker: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._taught_where, self._begun, self._lesson_age = ("", ""), 0.0, 0
        self._closed = False
        self._files = threading.RLock()
        """Held while files change. It is acquired before ``_changed``, which no thread holds while it writes a file."""

    # --- the eye's side ---------------------------------------------------------------------------------------------

    def heads(self, camera: str) -> Mapping[str, Head]:
        """Return the heads to read with, by network; none if nothing was learnt, or learning is switched off."""
        return self._heads.get((self._box, camera), {}) if self._on else {}

    def saw(self, image: Image, reading: Reading, camera: str) -> Seen:
        """Return what to learn from a throw: its dice, their crops, and the name of the eye that read them.

        Without learning, or with too many dice, it holds neither dice nor crops.
        """
        dice = tuple(d for d in reading.dice if not d.kept)
        learns = self._on and self._data is not None and 0 < len(dice) <= MOST_DICE
        crops = tuple(encoded(one) for one in cut(image, dice)) if learns else ()
        more = self._names.get((self._box, camera), "") if self._on else ""
        return Seen(camera, self._box, lesson.networks() + more, dice if learns else (), crops)

    # --- the table's side (companion.eye.Learner) -----------------------------------------------------------------------

    def play_with(self, box: str) -> None:
        """Learn the dice of this box from now on."""
        with self._changed:
            self._box = box
            self._where = {}
            for camera in cameras(self._data, box) if self._data is not None else []:
                self._open(Store(self._data, box, camera))  # type: ignore[arg-type]

    def _open(self, store: Store) -> None:
        where = store.box, store.camera
        if where not in self._verdicts:
            self._verdicts[where] = store.verdicts()
            self._take(where, store)
        self._where |= dict.fromkeys(store.throws(), where)

    def keep(self, throw: str, seen: object) -> None:
        """Store the crops of a recorded throw."""
        if not isinstance(seen, Seen) or not seen.crops or not self._on or seen.box != self._box:
            return
        with self._changed:
            where = seen.box, seen.camera
            self._keep = [*self._keep, (throw, seen)][-WAITING:]
            self._where[throw] = where
            self._touched = self._clock()
            self._wake()

    def kept(self, evening: str) -> tuple[str, ...]:
        """Return the names of this evening's throws that are stored or wait to be stored."""
        with self._changed:
            return tuple(name for name in self._where if name.startswith(f"{evening}-"))

    def judge(self, verdicts: Mapping[str, Verdict | None]) -> None:
        """Note the table's current verdicts on stored throws; a voided throw no longer counts."""
        with self._changed:
            for throw, verdict in verdicts.items():
                where = self._where.get(throw)
                if where is None:
                    continue
                known = self._verdicts.setdefault(where, {})
                if known.get(throw) == verdict:
                    continue
                last = self._lessons.get(where)
                if last is not None and throw in last.learned:
                    self._use(where, {})  # the heads learned a verdict that the table has changed
                if verdict is None:
                    del known[throw]
                else:
                    known[throw] = verdict
                self._write.add(where)
                self._wake()

    def state(self) -> Learnt:
        """Return what was learnt of the box in play."""
        with self._changed:
            throws = [
                (t, v) for where, known in self._verdicts.items() if where[0] == self._box for t, v in known.items()
            ]
            begun = [float(t.rpartition("-")[0]) for t, _ in throws]
            used = any(heads for (box, _), heads in self._heads.items() if box == self._box)
            dice = sum(len(v.dice) for _, v in throws)
            return Learnt(self._data is not None, self._on, self._box, dice, len(throws), min(begun, default=0.0), used)

    def switch(self, on: bool) -> Learnt:
        """Switch learning, and the use of what was learnt, on or off; return the new state, or raise ``EyeError``."""
        if self._data is None:
            raise EyeError(tr("Cette table ne garde rien : l'ouvrir avec un dossier de données."))
        try:
            write_whole(self._data / FOLDER / SWITCH, json.dumps({"on": on}))
        except OSError as error:
            raise EyeError(tr("Le dossier des données ne se laisse pas écrire : libérer de la place.")) from error
        self._on = on
        return self.state()

    def forget(self) -> Learnt:
        """Forget what was learnt of the box in play, with every camera."""
        with self._files, self._changed:
            self._age += 1
            self._stop_lesson()
            self._keep = [(t, s) for t, s in self._keep if s.box != self._box]
            if self._data is not None:
                forget(self._data, self._box)
            for where in [w for w in {*self._verdicts, *self._heads, *self._lessons} if w[0] == self._box]:
                self._use(where, {})
                self._lessons.pop(where, None)
                self._verdicts.pop(where, None)
                self._write.discard(where)
                self._due.discard(where)
            self._where = {}
        return self.state()

    def erase(self, evening: str) -> None:
        """Delete what was learnt from an evening whose photographs are erased."""
        if self._data is None:
            return
        with self._changed:
            self._keep = [(t, s) for t, s in self._keep if not t.startswith(f"{evening}-")]
        with self._files, self._changed:
            erase(self._data, evening)
            for where, known in self._verdicts.items():
                gone = [t for t in known if t.startswith(f"{evening}-")]
                if gone:
                    self._use(where, {})
                    for throw in gone:
                        del known[throw]
                    self._write.add(where)
            self._where = {t: w for t, w in self._where.items() if not t.startswith(f"{evening}-")}
            self._wake()

    def close(self) -> None:
        """End the thread and its lesson; wait at most 10 seconds for the thread."""
        with self._changed:
            self._closed = True
            self._stop_lesson()
            self._changed.notify_all()
        atexit.unregister(self._stop_lesson)
        if self._worker is not None:
            self._worker.join(10)
        if (process := self._process) is not None:
            process.wait()  # collect the killed process

    # --- the thread -----------------------------------------------------------------------------------------------------

    def _use(self, where: tuple[str, str], heads: dict[str, Head]) -> None:
        self._heads[where] = heads
        self._names[where] = f"+{hashlib.sha256(packed(heads)).hexdigest()[:6]}" if heads else ""

    def _take(self, where: tuple[str, str], store: Store) -> None:
        """Take over what the last lesson wrote."""
        self._lessons[where] = lesson.summary(store)
        self._use(where, lesson.heads_of(store, self._verdicts.get(where, {})))

    def _wake(self) -> None:
        if self._worker is None and self._data is not None and not self._closed:
            atexit.register(self._stop_lesson)
            self._worker = threading.Thread(target=self._work, name="learner", daemon=True)
            self._worker.start()
        self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or bool(self._keep or self._write), self._pause())
                if self._closed:
                    return
                keep, write = self._keep, {w: dict(self._verdicts.get(w, {})) for w in self._write}
                self._keep, self._write = [], set()
                age = self._age
            try:
                self._store(keep, write, age)
                self._teach()
            except OSError as error:
                LOG.warning("nothing is learnt from this throw: %s", error)
            except Exception:
                LOG.exception("the learner stumbled")

    def _pause(self) -> float | None:
        """Return the seconds until the next check of lessons, None if none is due or running."""
        if self._process is not None:
            return LISTEN
        if not self._due:
            return None
        now = self._clock()
        return max(0.0, self._touched + self._after - now, self._taught + self._between - now) or LISTEN

    def _store(self, keep: list[tuple[str, Seen]], write: dict[Where, dict[str, Verdict]], age: int) -> None:
        assert self._data is not None
        for throw, seen in keep:
            with self._files:
                if age == self._age:
                    Store(self._data, seen.box, seen.camera).keep(throw, seen)
                    drop_oldest(self._data)
        for where, verdicts in write.items():
            store = Store(self._data, *where)
            with self._files:
                if age != self._age:
                    return
                stored = set(store.throws())
                stored |= self._learned(where, verdicts)
                there = {name: v for name, v in verdicts.items() if name in stored}
                store.judge(there)
                with self._changed:
                    for name in verdicts.keys() - there.keys():  # it could not be stored, or was dropped for newer ones
                        self._verdicts.get(where, {}).pop(name, None)
                        self._where.pop(name, None)
                    if self._worth(where, there):
                        self._due.add(where)

    def _learned(self, where: Where, verdicts: Mapping[str, Verdict]) -> set[str]:
        """Return the throws that the last lesson learned, or that the running one may learn.

        Their verdicts stay even after their crops were dropped for newer ones; otherwise the head would be invalid.
        """
        if self._process is not None and self._taught_where == where:
            return set(verdicts)
        last = self._lessons.get(where)
        return set(last.learned) if last is not None else set()

    def _worth(self, where: Where, verdicts: Mapping[str, Verdict]) -> bool:
        """Whether a lesson is due: there are new throws, or the table has changed what the last one learned."""
        last = self._lessons.get(where)
        learned = last.learned if last is not None else {}
        return sum(name not in learned for name in verdicts) >= NEW or (last is not None and not last.holds(verdicts))

    def _teach(self) -> None:
        """Start a lesson that is due, or take over the result of one that has ended."""
        process, now = self._process, self._clock()
        if process is not None:
            if process.poll() is None and now - self._begun < lesson.PATIENCE:
                return
            process.kill()
            process.wait()
            self._taught = now
            with self._files, self._changed:
                self._process = None
                if self._age == self._lesson_age and not self._closed:
                    self._take(self._taught_where, Store(self._data, *self._taught_where))  # type: ignore[arg-type]
            return
        if not self._due or max(self._touched + self._after, self._taught + self._between) > now:
            return
        with self._files:
            where, self._lesson_age, self._begun = self._due.pop(), self._age, now
            self._taught_where, self._process = where, lesson.begin(Store(self._data, *where))  # type: ignore[arg-type]

    def _stop_lesson(self) -> None:
        if (process := self._process) is not None:
            process.kill()


def _switched_on(data: Path | None) -> bool:
    """Return whether the owner wants learning: True without a stored choice, False without a data folder."""
    if data is None:
        return False
    try:
        return bool(json.loads((data / FOLDER / SWITCH).read_text(encoding="utf-8"))["on"])
    except (OSError, ValueError, KeyError, TypeError):
        return True
