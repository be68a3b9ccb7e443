"""The rings of tests: which folders ``--quick`` leaves out, and how many random examples it tries."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings

OUTER = ("browser", "evenings", "hardware", "journal", "launcher")
"""Folders whose tests drive a browser, other programs or a clock. All others are the quick ring, new ones too."""

PATIENT = [HealthCheck.too_slow, HealthCheck.data_too_large]
"""How long an example takes tells of the machine, not of the program."""

quick = False
"""Whether only the quick ring runs; set before the tests are collected."""


def examples(number: int, *unchecked: HealthCheck, **more: Any) -> settings:
    """Return Hypothesis's settings for so many examples: a tenth of them, at least ten, in the quick ring."""
    return settings(max_examples=max(10, number // 10) if quick else number, deadline=None,
                    suppress_health_check=[*PATIENT, *unchecked], **more)
