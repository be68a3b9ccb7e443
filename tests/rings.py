"""The rings of tests: folders outside ``--quick``, and the number of examples."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings

OUTER = ("browser", "evenings", "hardware", "journal", "launcher", "vision/watching")
"""Folders whose tests use a browser, other programs, films or a clock; all others, new ones too, are in the quick ring."""

PATIENT = [HealthCheck.too_slow, HealthCheck.data_too_large]
"""Health checks to disable, because the speed of an example depends on the machine."""

quick = False
"""Whether only the quick ring runs; set before collection."""


def examples(number: int, *unchecked: HealthCheck, **more: Any) -> settings:
    """Return Hypothesis settings for ``number`` examples; the quick ring uses a tenth, at least ten."""
    return settings(max_examples=max(10, number // 10) if quick else number, deadline=None,
                    suppress_health_check=[*PATIENT, *unchecked], **more)


def few(number: int) -> int:
    """Return how many of ``number`` cases to test: all, in the quick ring a quarter."""
    return -(-number // 4) if quick else number
