"""What is not allowed now: a value that is returned, never an exception."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from companion.record import record


@record()
class Refusal:
    """What is not allowed now, and what would be; ``code`` is stable, ``detail`` holds its numbers.

    ``overrulable``: the table may play it all the same.
    """

    code: str
    seat: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)
    rule: str = ""
    overrulable: bool = True
