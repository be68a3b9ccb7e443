"""A real table without an evening, and a browser on its pages; tests import both fixtures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table import Table
from tests.web.conftest import Browser
from web import create_app


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def browser(table: Table) -> Browser:
    return Browser(create_app(table).test_client())
