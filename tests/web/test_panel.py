"""The page of buttons and lamps: its content, the buttons that it may press, and the answer without buttons."""

from __future__ import annotations

from typing import Any

import pytest

from tests.companion import evenings
from tests.hardware.conftest import begin
from tests.hardware.hands import Hands
from tests.web.conftest import TABLE, Browser
from web import create_app

__all__ = ["begin"]


@pytest.fixture
def hands(begin: Any) -> Hands:
    hands: Hands = begin(3)
    hands.table.panel = hands.panel
    return hands


@pytest.fixture
def near(hands: Hands) -> Browser:
    return Browser(create_app(hands.table).test_client())


def test_a_table_without_buttons_says_so(browser: Browser) -> None:
    assert browser.get("/panel").status_code == 200
    for answer in (browser.get("/panel.json"), browser.post("/panel/press", {"button": "undo", "down": True})):
        assert answer.status_code == 404
        assert "page de la table" in answer.json["text"]


def test_it_tells_which_buttons_there_are_which_are_pressed_and_which_lamps_are_lit(hands: Hands, near: Browser) -> None:
    told = near.get("/panel.json").json
    assert told["simulated"] and told["buttons"] == list(hands.panel.buttons()) and len(told["buttons"]) == 12
    assert set(told["lamps"]) == set("ABCDEF") and told["pressed"] == []
    hands.wire("undo", True)
    assert near.get("/panel.json").json["pressed"] == ["undo"]


def test_a_button_of_the_page_is_a_button_of_the_table(hands: Hands, near: Browser) -> None:
    heard: list[tuple[str, str]] = []
    handle = hands.pad.handle
    hands.pad.handle = lambda press: (heard.append((press.button, press.what)), handle(press))
    for down in (True, False):
        assert near.post("/panel/press", {"button": "servi.A", "down": down}, **TABLE).status_code == 200
        hands.look(0.2)
    assert heard == [("servi.A", "down"), ("servi.A", "up")]


@pytest.mark.parametrize("body", [{}, {"button": "undo"}, {"button": "moon", "down": True}, {"button": 3, "down": True},
                                  {"button": "undo", "down": 1}])  # fmt: skip
def test_what_is_no_press_is_refused(near: Browser, body: dict[str, Any]) -> None:
    answer = near.post("/panel/press", body)
    assert answer.status_code == 400 and answer.json["text"]


def test_who_only_looks_presses_nothing(near: Browser) -> None:
    answer = near.post("/panel/press", {"button": "undo", "down": True}, **{"X-Servi-Page": "watch"})
    assert answer.status_code == 403


def test_real_buttons_are_not_pressed_from_a_page(hands: Hands, near: Browser) -> None:
    hands.panel._mock = False
    answer = near.post("/panel/press", {"button": "undo", "down": True})
    assert answer.status_code == 400 and "sur la table" in answer.json["text"]


def test_all_lamps_are_tried_together_for_a_moment(hands: Hands, near: Browser) -> None:
    assert near.post("/panel/lamps", {}).status_code == 200
    hands.look(0.1)
    assert all(hands.panel.lamps().values())
    hands.look(3)
    hands.look(0.7)
    assert not all(hands.panel.lamps().values())


def test_at_a_table_that_may_be_simulated_only_a_simulated_evening_hears_the_page(hands: Hands, near: Browser) -> None:
    hands.panel._only_simulated = True
    assert near.get("/panel.json").json["simulated"] is False
    assert near.post("/panel/press", {"button": "undo", "down": True}).status_code == 400
    assert hands.table.start({**evenings.setup(3), "simulated": True}).ok
    assert near.get("/panel.json").json["simulated"] is True
    assert near.post("/panel/press", {"button": "undo", "down": True}).status_code == 200
