"""Fixtures of the launcher's tests: a clone of the project for an ordinary user."""

from __future__ import annotations

import pytest

from tests.launcher.clone import Clone, clone
from tests.unprivileged import Person


@pytest.fixture
def fresh(person: Person) -> Clone:
    """Return a clone that was never started."""
    return clone(person)


@pytest.fixture
def ready(fresh: Clone) -> Clone:
    """Return a clone that was started once."""
    assert fresh.servi().returncode == 0
    (fresh.fakes / "calls").write_text("")
    return fresh
