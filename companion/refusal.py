"""A refusal: a value that a game returns, never an exception."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from companion.record import record


@record()
class Refusal:
    """A refusal of a fact. ``code`` is stable and selects the sentences; ``detail`` holds values for them.

    ``rule`` is the id of the rule, "" for none. ``overrulable``: the table may force the fact.
    """

    code: str
    seat: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)
    rule: str = ""
    overrulable: bool = True
