"""The banker's PIN, kept in the data folder: with one the table is a café, without one everybody is among friends.

Only its scrypt digest is stored. Wrong tries make one wait, longer each time, also after a restart.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.errors import BadCommand
from companion.language import tr

FREE_TRIES = 3
"""Wrong tries without a wait."""

FIRST_WAIT = 5
"""Seconds after one more; doubled with each further one."""

LONGEST_WAIT = 15 * 60
"""Seconds that nobody waits longer than."""

SHAPE = re.compile(r"\d{4,8}", re.ASCII)


class BankersPin:
    """The PIN of one table's data folder. Every question reads the file: ``./servi pin`` may have changed it."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self._file = folder / "pin.json"
        self._now = now
        self._lock = threading.Lock()

    @property
    def there(self) -> bool:
        """Tell whether a PIN is set. A file that cannot be read counts as one: nobody gets in by damaging it."""
        return self._file.exists()

    @property
    def mark(self) -> str:
        """Return what changes with each new PIN, "" without one."""
        return str(self._read().get("salt", "")) if self.there else ""

    def set(self, pin: str) -> None:
        """Keep a new PIN; raise ``BadCommand`` for what is none."""
        if not SHAPE.fullmatch(pin):
            raise BadCommand(tr("Le code du banquier a 4 à 8 chiffres."))
        salt = secrets.token_bytes(16)
        with self._lock:
            self._write({"salt": salt.hex(), "digest": _digest(pin, salt), "wrong": 0, "until": 0.0})

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
        """Tell whether this is the PIN; a wrong try is counted, and while one has to wait none is looked at."""
        with self._lock:
            kept = self._read()
            if self._waits(kept) or not kept:
                return False
            if hmac.compare_digest(_digest(pin, bytes.fromhex(kept["salt"])), kept["digest"]):
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
            bytes.fromhex(kept["salt"])
            return {**kept, "wrong": int(kept["wrong"]), "until": float(kept["until"]), "digest": str(kept["digest"])}
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def _write(self, kept: dict[str, Any]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._file.with_suffix(".new")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(kept, file)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._file)


def _digest(pin: str, salt: bytes) -> str:
    return hashlib.scrypt(pin.encode("utf-8", "replace"), salt=salt, n=2**14, r=8, p=1, dklen=32).hex()
