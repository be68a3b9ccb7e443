"""A page on a table of canned snapshots, and a fake browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.fake_table import FakeTable
from web import create_app

TABLE = {"X-Servi-Page": "table"}


class Browser:
    """A browser with its own cookies."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def get(self, path: str, host: str = "localhost", **headers: str) -> Any:
        return self.client.get(path, headers={"Host": host, **{k.replace("_", "-"): v for k, v in headers.items()}})

    def post(self, path: str, body: Any, host: str = "localhost", **headers: str) -> Any:
        named = {"Host": host, **{k.replace("_", "-"): v for k, v in headers.items()}}
        if isinstance(body, bytes | str):
            return self.client.post(path, data=body, headers={"Content-Type": "application/json", **named})
        return self.client.post(path, json=body, headers=named)

    def fact(self, fact: dict[str, Any], seen: int | None = None, **headers: str) -> Any:
        return self.post("/command", {"seen": seen, "fact": fact}, **headers)

    def link(self, seat: str) -> str:
        """Return the path of a seat's link, as the table's page fetches it."""
        link = next(one["link"] for one in self.get("/seats.json", X_Servi_Page="table").json["seats"] if one["id"] == seat)
        return "/" + str(link).split("/", 3)[3]

    def claim(self, seat: str) -> Any:
        """Claim a seat by its link, like a phone."""
        return self.get(self.link(seat))


@pytest.fixture
def table() -> FakeTable:
    return FakeTable("bet")


@pytest.fixture
def app(table: FakeTable, tmp_path: Path) -> Any:
    return create_app(table, folder=tmp_path / "data", names=["salon.example"])


@pytest.fixture
def browser(app: Any) -> Browser:
    return Browser(app.test_client())


@pytest.fixture
def other(app: Any) -> Browser:
    return Browser(app.test_client())
