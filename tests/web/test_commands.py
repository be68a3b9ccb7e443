"""The effect of each command, and every way in which a body can be invalid."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.facts import TABLE
from companion.refusal import Refusal
from tests.rings import examples
from tests.web.conftest import Browser
from tests.web.fake_table import FakeTable
from web import create_app

POSTS = [
    "/command",
    "/preview",
    "/hand-over",
    "/counting",
    "/undo",
    "/look",
    "/simulated/throw",
    "/pending",
    "/start",
    "/resume",
    "/end",
    "/erase-pictures",
]


def test_a_tap_is_a_fact_with_the_number_it_saw(browser: Browser, table: FakeTable) -> None:
    seen = table.snapshot().number
    answer = browser.fact({"type": "StakePlaced", "seat": "A", "amount": 500}, seen=seen)
    assert answer.status_code == 200
    assert answer.json["number"] == seen + 1
    assert table.told == [
        ("fact", {"type": "StakePlaced", "seat": "A", "amount": 500}, {"who": TABLE, "how": "tap", "force": False})
    ]


def test_a_stale_tap_is_refused_with_words(browser: Browser, table: FakeTable) -> None:
    answer = browser.fact({"type": "Stood", "seat": "A"}, seen=table.snapshot().number - 1)
    assert answer.status_code == 409
    assert answer.json["code"] == "STALE"
    assert "a changé" in answer.json["text"]
    assert table.told == []


def test_a_refusal_keeps_what_would_be_allowed_and_may_be_overruled(browser: Browser, table: FakeTable) -> None:
    table.refuse = Refusal("STAKE_OVER_LIMIT", "A", {"limit": 225, "against": "D"}, "HC-OPP-2")
    stake = {"type": "StakePlaced", "seat": "A", "amount": 500}
    answer = browser.fact(stake)
    assert answer.status_code == 409
    assert answer.json["detail"]["limit"] == 225 and "225" in answer.json["allowed"]
    assert (answer.json["overrulable"], answer.json["rule"]) == (True, "HC-OPP-2")
    seen = table.snapshot().number
    assert browser.post("/command", {"seen": seen, "fact": stake, "force": True}).status_code == 200


BAD = [
    "",
    "null",
    "[]",
    "3",
    '"x"',
    "{",
    "{}",
    '{"fact":[]}',
    '{"fact":{"type":5}}',
    '{"fact":{"type":"Stood"},"seen":true}',
    '{"fact":{"type":"Stood"},"seen":"1"}',
    '{"fact":{"type":"Stood"},"seen":1.5}',
    '{"fact":{"type":"Stood","n":NaN}}',
    '{"fact":{"type":"Stood","n":1e3}}',
    '{"fact":{"type":"Stood"},"force":1}',
    '{"fact":{"type":"Stood"},"who":7}',
    '{"fact":{"type":"Stood","n":' + "9" * 5000 + "}}",
    '{"fact":{"type":"Stood","n":' + "9" * 12 + "}}",
    '{"fact":{"type":"Stood","why":"\\ud800"}}',
    '{"fact":{"type":"Stood","why":"\\u0000"}}',
    "[" * 4000,
    '{"a":' * 1000,
    '{"fact":{"type":"Stood","a":' + "[" * 40 + "]" * 40 + "}}",
    '{"fact":{"type":"StakePlaced","amount":true}}',
    "\ufeff{}",
]


@pytest.mark.parametrize("body", BAD)
def test_a_body_that_cannot_be_meant_is_refused_with_a_sentence(browser: Browser, table: FakeTable, body: str) -> None:
    answer = browser.post("/command", body)
    assert answer.status_code == 400
    assert answer.json["text"].endswith((".", ")"))
    assert table.told == []


def test_a_body_that_is_not_even_text_is_refused(browser: Browser) -> None:
    assert browser.post("/command", b"\xff\xfe{").status_code == 400


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


@pytest.fixture(scope="module")
def prepared() -> Any:
    """Return an application shared by many examples, because creating one takes a tenth of a second."""
    return create_app(FakeTable("bet"))


def fresh(app: Any) -> Browser:
    """Return a browser on this application with a new table."""
    app.extensions["table"] = FakeTable("bet")
    return Browser(app.test_client())


keys = st.sampled_from(
    ["fact", "seen", "force", "who", "from", "to", "way", "dice", "kept", "setup", "id", "type", "seat", "amount"]
)


@examples(300)
@given(
    path=st.sampled_from(POSTS),
    body=json_values | st.dictionaries(keys, json_values | st.dictionaries(keys, json_values, max_size=5), max_size=6),
)
def test_no_body_breaks_the_page(prepared: Any, path: str, body: Any) -> None:
    answer = fresh(prepared).post(path, json.dumps(body))
    assert answer.status_code in (200, 400, 409)
    assert answer.is_json


@examples(150)
@given(
    path=st.sampled_from([*POSTS, "/import"]),
    body=st.binary(max_size=200),
    kind=st.sampled_from(["application/json", "text/plain"]),
)
def test_no_bytes_break_the_page(prepared: Any, path: str, body: bytes, kind: str) -> None:
    assert fresh(prepared).post(path, body, Content_Type=kind).status_code < 500


def test_a_hand_over_names_its_way_or_none(browser: Browser, table: FakeTable) -> None:
    seen = table.snapshot().number
    assert browser.post("/hand-over", {"seen": seen, "from": "bank", "to": "A", "way": 0}).status_code == 200
    other = {"seen": seen + 1, "from": "A", "to": "B", "way": None, "who": "Bruno"}
    assert browser.post("/hand-over", other).status_code == 200
    assert [told[1] for told in table.told] == [("bank", "A", 0), ("A", "B", None)]
    assert browser.post("/hand-over", {"from": "bank", "to": "A", "way": True}).status_code == 400
    assert browser.post("/hand-over", {"from": 7, "to": "A", "way": 0}).status_code == 400


def test_a_doubtful_reading_is_answered_or_thrown_away(browser: Browser, table: FakeTable) -> None:
    dice = [{"kind": "d6", "value": 4}]
    assert browser.post("/pending", {"seen": table.snapshot().number, "dice": dice, "kept": None}).status_code == 200
    assert browser.post("/pending", {"seen": table.snapshot().number}).status_code == 200
    assert [told[0] for told in table.told] == ["pending", "drop"]
    assert browser.post("/pending", {"dice": 3}).status_code == 400


def test_evenings_begin_end_and_come_back(browser: Browser, table: FakeTable) -> None:
    setup = {"game": "home_casino", "seats": [{"name": "Anna", "colour": "rouge"}], "house": {"own_casino_land": 700}}
    assert browser.post("/start", {"setup": setup}).status_code == 200
    assert browser.post("/end", {}).status_code == 200
    assert browser.post("/resume", {"id": 1}).status_code == 200
    assert browser.post("/resume", {"id": 2}).status_code == 400
    assert browser.post("/resume", {"id": True}).status_code == 400
    assert browser.get("/export/1").headers["Content-Disposition"].startswith("attachment")
    assert browser.get("/export/99").status_code == 404
    assert [told[0] for told in table.told] == ["start", "end", "resume"]


def test_an_earlier_evening_is_deleted(browser: Browser, table: FakeTable) -> None:
    assert browser.post("/delete-evening", {"id": 1}).status_code == 200
    assert [told[0] for told in table.told] == ["delete"]
    for bad in ({"id": 99}, {"id": "1"}, {"id": True}, {}):
        assert browser.post("/delete-evening", bad).status_code == 400


def test_somebody_is_forgotten_once(browser: Browser) -> None:
    assert [one["name"] for one in browser.get("/setup.json").json["people"]][:2] == ["Anna", "Bruno"]
    assert browser.post("/forget-person", {"name": "Anna"}).status_code == 200
    assert browser.post("/forget-person", {"name": "Anna"}).status_code == 404
    assert browser.post("/forget-person", {"name": 3}).status_code == 400
    assert "Anna" not in [one["name"] for one in browser.get("/setup.json").json["people"]]


def test_pages_and_pictures_are_there(browser: Browser, table: FakeTable) -> None:
    assert browser.get("/").status_code == 303
    for path in ("/table", "/setup", "/history", "/history.json", "/setup.json", "/view.json", "/games.json"):
        assert browser.get(path).status_code == 200, path
    assert browser.get("/picture/36").mimetype == "image/jpeg"
    table.picture_bytes = None
    assert browser.get("/picture/36").status_code == 404
    assert browser.get("/picture/99999999999999999999").status_code == 404
    assert browser.get("/pending.jpg").status_code == 404


def test_the_first_page_is_light(browser: Browser) -> None:
    """The limits count the page and all files that it loads at once, before compression: without and with its font."""
    import re
    from posixpath import dirname, normpath

    page = browser.get("/table").text
    weight: dict[str, int] = {}
    todo = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    while todo:
        if (name := todo.pop()) in weight:
            continue
        with browser.get(name) as answer:
            weight[name] = len(answer.data)
            if name.endswith(".js"):
                todo += [normpath(f"{dirname(name)}/{to}") for to in re.findall(r'from "(\.[^"]+)"', answer.text)]
    fonts = sum(size for name, size in weight.items() if name.endswith(".woff2"))
    assert 0 < fonts <= 120_000
    assert len(page) + sum(weight.values()) - fonts <= 200_000
    assert len(page) + sum(weight.values()) <= 220_000
