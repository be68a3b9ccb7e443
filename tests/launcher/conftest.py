"""The launcher's tests run as an ordinary user, in a clone of the project."""

from __future__ import annotations

import pytest

from tests.launcher.clone import Clone, clone
from tests.unprivileged import Person


@pytest.fixture
def fresh(person: Person) -> Clone:
    """A clone that was never started."""
    return clone(person)


@pytest.fixture
def ready(fresh: Clone) -> Clone:
    """A clone that was started once."""
    assert fresh.servi().returncode == 0
    (fresh.fakes / "calls").write_text("")
    return fresh
