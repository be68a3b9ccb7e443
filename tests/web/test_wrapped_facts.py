"""Facts inside corrections pass the same checks as bare ones, and no journal breaks a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import DiceThrown, Die, HouseChanged
from companion.table import Table
from tests.web.conftest import Browser
from tests.web.test_real_table import SETUP
from web import create_app

PAGES = ("/table", "/view.json", "/history.json", "/rules.json", "/after.json")
OLD = Path(__file__).parents[1] / "evenings" / "old"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path)
    opened.start(SETUP)
    turn = opened.snapshot().turn
    assert opened.submit(DiceThrown(seat=turn, dice=(Die("d6", 1), Die("d6", 2)))).ok
    assert opened.submit(HouseChanged(key="join_chips", value="lowest")).ok
    yield opened
    opened.close()


@pytest.fixture
def browser(table: Table) -> Browser:
    return Browser(create_app(table).test_client())


def wrapped(kind: str, fact: dict[str, Any]) -> dict[str, Any]:
    return {"type": kind, "target": 3, "fact": fact}


STRANGE = {"type": "HouseChanged", "key": "nonsense", "value": 1}
NOWHERE = [
    (STRANGE, "NO_SUCH_HOUSE_RULE"),
    ({"type": "HouseChanged", "key": "join_chips", "value": 7}, "NO_SUCH_HOUSE_RULE"),
    ({"type": "MoneyMoved", "giver": "Z", "taker": "A", "amount": 25}, "NO_SUCH_SEAT"),
    ({"type": "TurnGiven", "seat": "Z"}, "NO_SUCH_SEAT"),
]


@pytest.mark.parametrize("path", ["/command", "/preview"])
@pytest.mark.parametrize("kind", ["Inserted", "Amended"])
@pytest.mark.parametrize(("fact", "code"), NOWHERE, ids=lambda told: told if isinstance(told, str) else told["type"])
def test_what_no_table_can_say_cannot_be_wrapped(
    browser: Browser, path: str, kind: str, fact: dict[str, Any], code: str
) -> None:
    bare = browser.post(path, {"fact": fact})
    answer = browser.post(path, {"fact": wrapped(kind, fact), "force": True})
    assert answer.status_code == bare.status_code == (409 if path == "/command" else 200)
    told = (answer.json, bare.json) if path == "/command" else (answer.json["refusal"], bare.json["refusal"])
    assert [one["code"] for one in told] == [code, code] and told[0]["text"] == told[1]["text"]
    for page in PAGES:
        assert browser.get(page).status_code == 200, page


@pytest.mark.parametrize("kind", ["Inserted", "Amended"])
@pytest.mark.parametrize("fact", [{"type": "HandedOver", "debts": []}, {"type": "GameStarted", "game": "home_casino"}])
def test_what_pages_may_not_say_they_may_not_wrap(browser: Browser, kind: str, fact: dict[str, Any]) -> None:
    assert browser.fact(wrapped(kind, fact)).status_code == 400
    assert browser.post("/preview", {"fact": wrapped(kind, fact)}).status_code == 400


@pytest.mark.parametrize("name", ["strange_rule_inserted", "strange_rule_amended"])
def test_an_old_evening_that_holds_such_a_thing_is_drawn_and_told(tmp_path: Path, name: str) -> None:
    table = Table(tmp_path)
    browser = Browser(create_app(table).test_client())
    table.resume(table.import_evening((OLD / f"{name}.servi").read_bytes()))
    for page in PAGES:
        assert browser.get(page).status_code == 200, page
    assert any("nonsense : 1" in row["text"] for row in browser.get("/history.json").json)
    table.close()
