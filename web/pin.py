"""The banker's PIN, kept in the data folder: with one the table is a café, without one everybody is among friends.

Only its scrypt hash is stored. Wrong tries make one wait, longer each time, also after a restart.
"""

from __future__ import annotations

import argparse
import getpass
import hashlib
import hmac
import json
import re
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from werkzeug.security import check_password_hash, generate_password_hash

from companion.disk import write_whole
from companion.errors import BadCommand, CannotStart
from companion.folders import writable_folder
from companion.language import tr

FREE_TRIES = 3
"""Wrong tries without a wait."""

FIRST_WAIT = 5
"""Seconds after one more; doubled with each further one."""

LONGEST_WAIT = 15 * 60
"""Maximum back-off, in seconds."""

SHAPE = re.compile(r"\d{4,8}", re.ASCII)


class BankersPin:
    """The PIN of one table's data folder. Every question reads the file: ``./servi pin`` may have changed it."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self._file = folder / "pin.json"
        self._now = now
        self._lock = threading.Lock()

    @property
    def there(self) -> bool:
        """Whether a PIN is set. A file that cannot be read counts as one: nobody gets in by damaging it."""
        return self._file.exists()

    @property
    def mark(self) -> str:
        """Return what changes with each new PIN, "" without one."""
        kept = self._read() if self.there else {}
        return str(kept.get("salt") or kept.get("hash", ""))

    def set(self, pin: str) -> None:
        """Keep a new PIN; raise ``BadCommand`` unless it has 4 to 8 digits."""
        if not SHAPE.fullmatch(pin):
            raise BadCommand(tr("Le code du banquier a 4 à 8 chiffres."))
        with self._lock:
            self._write({"hash": generate_password_hash(pin, "scrypt"), "wrong": 0, "until": 0.0})

    def remove(self) -> None:
        """Go back to a table among friends."""
        with self._lock:
            self._file.unlink(missing_ok=True)

    def waits(self) -> int:
        """Return the seconds until the next try."""
        return self._waits(self._read()) if self.there else 0

    def _waits(self, kept: dict[str, Any]) -> int:
        left = float(kept.get("until", 0.0)) - self._now()
        return max(0, min(LONGEST_WAIT, int(left + 0.999)))  # a clock that was put back locks nobody out for ever

    def accepts(self, pin: str) -> bool:
        """Whether this is the PIN. Counts a wrong try; refuses every try during a wait."""
        with self._lock:
            kept = self._read()
            if self._waits(kept) or not kept:
                return False
            if SHAPE.fullmatch(pin) and _fits(kept, pin):
                if kept["wrong"]:
                    self._write({**kept, "wrong": 0, "until": 0.0})
                return True
            wrong = kept["wrong"] + 1
            late = wrong - FREE_TRIES
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(late, 20)) if late >= 0 else 0
            self._write({**kept, "wrong": wrong, "until": self._now() + wait})
            return False

    def _read(self) -> dict[str, Any]:
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
            return {**kept, "wrong": int(kept["wrong"]), "until": float(kept["until"])}
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def _write(self, kept: dict[str, Any]) -> None:
        write_whole(self._file, json.dumps(kept))


def _fits(kept: dict[str, Any], pin: str) -> bool:
    """Whether a PIN has the stored hash; one set before 0.2.0 has a salt and a digest of its own form."""
    try:
        if "salt" in kept:
            digest = hashlib.scrypt(pin.encode(), salt=bytes.fromhex(kept["salt"]), n=2**14, r=8, p=1, dklen=32)
            return hmac.compare_digest(digest.hex(), kept["digest"])
        return check_password_hash(kept["hash"], pin)
    except (KeyError, ValueError, TypeError, AttributeError):
        return False  # a damaged file


def main(argv: Sequence[str], folder: Path) -> int:
    """``pin [--off] [--data DIR]`` sets a new banker's PIN, or removes it; returns the exit status."""
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
    """Return a new PIN from the keyboard, typed twice; one line where a program speaks."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    first = getpass.getpass("New banker's PIN (4 to 8 digits): ")
    if first != getpass.getpass("Once more: "):
        raise CannotStart("the two were not the same: nothing was changed.")
    return first
