"""The rings of tests: what is outside ``--quick``, and the number of examples."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings

OUTER = (
    "browser", "evenings", "films", "hardware", "journal", "launcher", "soak", "vision/training", "vision/watching",
    "companion/test_backup.py", "companion/test_demo.py", "companion/test_nightly.py", "companion/test_replays.py",
    "test_play_command.py", "web/test_eye.py",
)  # fmt: skip
"""Folders and files whose tests use a browser, other processes, films, a clock or training; all others are in the quick ring."""

PATIENT = [HealthCheck.too_slow, HealthCheck.data_too_large]
"""Health checks to disable, because the speed of an example depends on the machine."""

quick = slow = False
"""Whether only the quick ring runs, and whether the slow tests run too; set before collection."""


def examples(number: int, *unchecked: HealthCheck, **more: Any) -> settings:
    """Return Hypothesis settings for ``number`` examples: all with ``--slow``, else half, in the quick ring a tenth.

    At least ten remain.
    """
    some = number if slow else max(10, number // (10 if quick else 2))
    return settings(max_examples=some, deadline=None, suppress_health_check=[*PATIENT, *unchecked], **more)


def few(number: int, whole: bool = False) -> int:
    """Return how many of ``number`` cases to test: all with ``--slow``, else half, in the quick ring a quarter.

    If ``whole`` is set, only the quick ring tests fewer.
    """
    return number if slow or (whole and not quick) else -(-number // (4 if quick else 2))
