"""The banker's PIN in the data folder. With a PIN the rights of a café apply, without one those among friends.

The file holds only the PIN's scrypt hash. Wrong tries cause growing waits, also across a restart. A browser that gave
the PIN before is known: it has its own waits, so that wrong tries of other browsers never lock it out.
"""

from __future__ import annotations

import argparse
import getpass
import hashlib
import hmac
import json
import re
import secrets
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from werkzeug.security import check_password_hash, generate_password_hash

from companion.disk import write_whole
from companion.errors import BadCommand, CannotStart
from companion.folders import writable_folder
from companion.language import tr

FREE_TRIES = 3
"""Wrong tries before the first wait."""

FIRST_WAIT = 5
"""First wait in seconds; it doubles with each further wrong try."""

LONGEST_WAIT = 15 * 60
"""Maximum back-off, in seconds."""

KNOWN = 16
"""Maximum number of known browsers; one more replaces the oldest."""

NO_TRY: Mapping[str, Any] = {"wrong": 0, "until": 0.0}

METHOD = "scrypt"
"""The hash function, with its default cost."""

SHAPE = re.compile(r"\d{4,8}", re.ASCII)


class BankersPin:
    """The PIN in one data folder. Every call reads the file, because ``./servi pin`` may have changed it.

    ``now`` is a monotonic clock. ``today``, the time of day, may jump; it only serves to continue a wait after a
    restart.
    """

    def __init__(
        self, folder: Path, now: Callable[[], float] = time.monotonic, today: Callable[[], float] = time.time
    ) -> None:
        self._file = folder / "pin.json"
        self._now, self._today = now, today
        self._until: dict[str, float] = {}
        """End of the wait of each known browser, and under "" of all unknown ones together."""
        self._opened: dict[str, float] = {}
        """The time at which each browser last gave the PIN."""
        self._lock = threading.Lock()

    @property
    def there(self) -> bool:
        """Whether a PIN is set. An unreadable file counts as a PIN, so that it gives nobody the banker's rights."""
        return self._file.exists()

    @property
    def mark(self) -> str:
        """A value that changes with each new PIN, "" without one."""
        kept = self._read() if self.there else {}
        return str(kept.get("salt") or kept.get("hash", ""))

    def set(self, pin: str) -> None:
        """Store a new PIN and forget every browser; raise ``BadCommand`` unless it has 4 to 8 digits."""
        if not SHAPE.fullmatch(pin):
            raise BadCommand(tr("Le code du banquier a 4 à 8 chiffres."))
        with self._lock:
            self._write({"hash": generate_password_hash(pin, METHOD), **NO_TRY})

    def remove(self) -> None:
        """Remove the PIN."""
        with self._lock:
            self._file.unlink(missing_ok=True)

    def meet(self) -> str:
        """Store a new known browser and return its id."""
        browser = secrets.token_hex(8)
        with self._lock:
            kept = self._read()
            if kept:
                known = [*_browsers(kept).items(), (browser, NO_TRY)]
                self._write({**kept, "browsers": dict(known[-KNOWN:])})
        return browser

    def knows(self, browser: str) -> bool:
        """Whether this browser is known."""
        return self.there and browser in _browsers(self._read())

    def open(self, browser: str) -> None:
        """Note that this browser gave the PIN now; a restart forgets it."""
        self._opened[browser] = self._now()

    def since(self, browser: str) -> float:
        """Return the seconds since this browser gave the PIN, infinity if it never did since Servi started."""
        return self._now() - self._opened.get(browser, float("-inf"))

    def renew(self, browser: str) -> str:
        """Replace the id of a known browser, which keeps its wrong tries; return the new id."""
        fresh = secrets.token_hex(8)
        with self._lock:
            kept = self._read()
            known = _browsers(kept)
            if (tries := known.pop(browser, None)) is not None:
                self._write({**kept, "browsers": known | {fresh: tries}})
        return fresh

    def waits(self, browser: str = "") -> int:
        """Return the seconds until the next allowed try of a known browser, or of all others together."""
        return self._waits(self._read(), browser) if self.there else 0

    def _waits(self, kept: dict[str, Any], browser: str) -> int:
        tries = _tries(kept, browser)
        longest = wait_after(tries.get("wrong", 0))
        key = browser if browser in _browsers(kept) else ""
        if key not in self._until:
            left = float(tries.get("until", 0.0)) - self._today()
            self._until[key] = self._now() + max(0.0, min(left, longest))
        return max(0, min(longest, int(self._until[key] - self._now() + 0.999)))

    def accepts(self, pin: str, browser: str = "") -> bool:
        """Whether this is the PIN, always False during a wait; count a wrong try."""
        with self._lock:
            kept = self._read()
            tries = _tries(kept, browser)
            if self._waits(kept, browser) or not kept:
                return False
            if SHAPE.fullmatch(pin) and _fits(kept, pin):
                if tries["wrong"]:
                    self._note(kept, browser, NO_TRY)
                return True
            wrong = tries["wrong"] + 1
            self._note(kept, browser, {"wrong": wrong, "until": self._today() + wait_after(wrong)})
            return False

    def _note(self, kept: dict[str, Any], browser: str, tries: Mapping[str, Any]) -> None:
        known = _browsers(kept)
        self._until[browser if browser in known else ""] = self._now() + wait_after(tries["wrong"])
        self._write({**kept, "browsers": known | {browser: tries}} if browser in known else {**kept, **tries})

    def _read(self) -> dict[str, Any]:
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
            return {**kept, "wrong": int(kept["wrong"]), "until": float(kept["until"])}
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def _write(self, kept: Mapping[str, Any]) -> None:
        write_whole(self._file, json.dumps(kept))


def wait_after(wrong: int) -> int:
    """Return the wait after ``wrong`` wrong tries, in seconds."""
    late = wrong - FREE_TRIES
    return min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(late, 20)) if late >= 0 else 0


def _browsers(kept: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return the known browsers, each with its wrong tries."""
    found = kept.get("browsers")
    return (
        {k: v for k, v in found.items() if isinstance(v, dict) and {*NO_TRY} <= {*v}} if isinstance(found, dict) else {}
    )


def _tries(kept: Mapping[str, Any], browser: str) -> Mapping[str, Any]:
    """Return the wrong tries of a known browser, or those of all others together."""
    return _browsers(kept).get(browser, kept)


def _fits(kept: dict[str, Any], pin: str) -> bool:
    """Whether a PIN matches the stored hash; before 0.2.0 the file held a salt and a digest."""
    try:
        if "salt" in kept:
            digest = hashlib.scrypt(pin.encode(), salt=bytes.fromhex(kept["salt"]), n=2**14, r=8, p=1, dklen=32)
            return hmac.compare_digest(digest.hex(), kept["digest"])
        return check_password_hash(kept["hash"], pin)
    except (KeyError, ValueError, TypeError, AttributeError):
        return False  # a damaged file


def main(argv: Sequence[str], folder: Path) -> int:
    """Set a new banker's PIN, or remove it: ``pin [--off] [--data DIR]``. Return the exit status."""
    parser = argparse.ArgumentParser(
        prog="./servi pin", description="Set the banker's PIN; a forgotten one is replaced."
    )
    parser.add_argument("--off", action="store_true", help="no PIN any more: everybody settles and corrects")
    parser.add_argument("--data", type=Path, default=folder, metavar="DIR", help="data folder (%(default)s)")
    arguments = parser.parse_args(argv)
    kept = BankersPin(writable_folder(arguments.data))
    if arguments.off:
        kept.remove()
        print("No PIN: everybody at the table settles and corrects.")
        return 0
    try:
        kept.set(asked_twice())
    except BadCommand:
        raise CannotStart("a banker's PIN has 4 to 8 digits: nothing was changed.") from None
    print("The banker's PIN is set; the pages ask for it from now on.")
    return 0


def asked_twice() -> str:
    """Return a new PIN, typed twice at a terminal, or read once from a pipe; raise ``CannotStart`` if the two differ."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    first = getpass.getpass("New banker's PIN (4 to 8 digits): ")
    if first != getpass.getpass("Once more: "):
        raise CannotStart("the two were not the same: nothing was changed.")
    return first
