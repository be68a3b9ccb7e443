"""Waiting for something that happens in another thread or program."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


def until(happens: Callable[[], Found], seconds: float = 60.0) -> Found:
    """Call ``happens`` until its result is true or ``seconds`` have passed; return the last result."""
    end = time.monotonic() + seconds
    while not (found := happens()) and time.monotonic() < end:
        time.sleep(0.02)
    return found
