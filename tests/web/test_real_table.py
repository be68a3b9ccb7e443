"""The page over the real engine: it answers any input, and no point is gained or lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.facts import TYPES
from companion.table import Table
from tests import pages
from tests.rings import examples
from tests.web.conftest import Browser
from web import create_app

SEATS = [
    {"name": n, "colour": c, "age": a}
    for n, c, a in (("Anna", "rouge", 9), ("Bruno", "bleu", 41), ("Chloé", "jaune", 14))
]
SETUP = {"game": "home_casino", "seats": SEATS, "banker": 1, "target": 10000}
MONEY = 160_500


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, Browser]]:
    table = Table(tmp_path_factory.mktemp("evening"))
    browser = Browser(create_app(table).test_client())
    assert browser.post("/start", {"setup": SETUP}).status_code == 200
    yield table, browser
    table.close()


ids = st.sampled_from(["A", "B", "C", "Z", "bank", "pot", "shared", ""])
small = (
    st.integers(-3, 60)
    | st.sampled_from([25, 100, 500, 10**9, 10**10])
    | st.booleans()
    | st.none()
    | st.text(max_size=3)
)
die = st.fixed_dictionaries(
    {"kind": st.sampled_from(["d6", "d10", "bicolour", "d20"]), "value": small | st.just("red")}
)
square = st.fixed_dictionaries(
    {"kind": st.sampled_from(["mafia", "slot", "casino", "roulette", "jackpot", "moon"])},
    optional={"amount": small, "colour": ids | st.just("rouge")},
)
card = st.fixed_dictionaries(
    {},
    optional={
        "name": st.text(max_size=5),
        "buy": small,
        "sell": small,
        "effect": st.fixed_dictionaries(
            {"kind": st.sampled_from(["gain", "pay", "move_by", "move_to", "free_text"])},
            optional={"amount": small, "steps": small, "target": ids},
        ),
    },
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "seat": ids,
    "from": ids,
    "to": ids,
    "giver": ids,
    "taker": ids,
    "opponent": ids,
    "account": ids,
    "after": ids,
    "amount": small,
    "number": small,
    "index": small,
    "target": small,
    "age": small,
    "field": st.sampled_from([*"159", "rouge", "x"]),
    "dice": st.lists(die, max_size=4),
    "kept": st.none() | st.lists(small, max_size=3),
    "square": square,
    "card": card,
    "cards": st.lists(st.text(max_size=4), max_size=2),
    "option": st.sampled_from(["buy", "leave", "decline", "x"]),
    "deck": st.sampled_from(["jackpot", "acquisition", "x"]),
    "colour": st.sampled_from(["vert", "rouge", "x"]),
    "name": st.text(max_size=6),
    "level": st.sampled_from(["compteur", "arbitre", "croupier", "x"]),
    "key": st.sampled_from(["doubles_cap", "min_stake", "handover", "x"]),
    "value": small | st.just("none"),
    "chips": st.dictionaries(st.sampled_from(["25", "500", "7", "x"]), small, max_size=3),
    "done": st.booleans(),
    "void_duel": st.booleans(),
    "passed": st.booleans(),
    "why": st.text(max_size=8),
    "who": st.text(max_size=4),
    "how": st.text(max_size=4),
    "forced": st.booleans(),
    "on": st.text(max_size=4),
}


@st.composite
def facts(draw: st.DrawFn, depth: int = 1) -> dict[str, Any]:
    """Return a fact of a known class with its fields, more or less valid."""
    name = draw(st.sampled_from(sorted(TYPES)))
    known = [f for f in TYPES[name].__dataclass_fields__ if f in FIELDS]
    fact: dict[str, Any] = {"type": name}
    for field in known:
        if draw(st.integers(0, 9)):
            fact[field] = draw(FIELDS[field])
    if "fact" in TYPES[name].__dataclass_fields__ and depth:
        fact["fact"] = draw(facts(depth - 1))
    return fact


def answered(browser: Browser, table: Table, path: str, body: dict[str, Any]) -> None:
    answer = browser.post(path, json.dumps(body))
    assert answer.status_code in (200, 400, 409), (answer.status_code, answer.text)
    assert answer.status_code == 200 or answer.json["text"]
    view = pages.view(table)
    if view["phase"] != "none":
        assert sum(view["accounts"].values()) == MONEY


@examples(400)
@given(fact=facts(), force=st.booleans(), path=st.sampled_from(["/command", "/command", "/preview"]))
def test_no_fact_breaks_the_table(playing: tuple[Table, Browser], fact: dict[str, Any], force: bool, path: str) -> None:
    table, browser = playing
    answered(browser, table, path, {"seen": None, "fact": fact, "force": force})


@examples(100)
@given(frm=ids, to=ids, way=st.none() | st.integers(-2, 5), seen=st.none() | st.integers(-1, 400))
def test_no_hand_over_breaks_the_table(
    playing: tuple[Table, Browser], frm: str, to: str, way: int | None, seen: int | None
) -> None:
    table, browser = playing
    answered(browser, table, "/hand-over", {"from": frm, "to": to, "way": way, "seen": seen})


@examples(100)
@given(
    setup=st.fixed_dictionaries(
        {},
        optional={
            "game": st.sampled_from(["home_casino", "x"]) | small,
            "seats": st.just(SEATS)
            | st.lists(
                st.fixed_dictionaries({}, optional={"name": small, "colour": small, "age": small, "x": small}),
                max_size=3,
            )
            | small,
            "banker": small,
            "first": small,
            "target": small,
            "house": st.dictionaries(st.sampled_from(["min_stake", "doubles_cap", "x"]), small, max_size=2) | small,
            "level": small,
            "box": st.sampled_from(["exemple", "vide", "../x", "nowhere"]) | small,
            "simulated": small,
            "x": small,
        },
    )
)
def test_no_setting_up_breaks_the_table(tmp_path_factory: pytest.TempPathFactory, setup: dict[str, Any]) -> None:
    table = Table(_folder(tmp_path_factory))
    try:
        answered(Browser(create_app(table).test_client()), table, "/start", {"setup": setup})
    finally:
        table.close()


def _folder(factory: pytest.TempPathFactory) -> Path:
    return factory.mktemp("setup")


def test_every_page_opens_before_during_and_after_an_evening(tmp_path: Path) -> None:
    table = Table(tmp_path)
    browser = Browser(create_app(table).test_client())
    assert browser.get("/").headers["Location"] == "/setup"
    paths = ["/table", "/setup", "/history", "/history.json", "/setup.json", "/view.json", "/seats.json"]
    for path in paths:
        assert browser.get(path, X_Servi_Page="table").status_code == 200, path
    assert browser.post("/command", {"seen": 0, "fact": {"type": "Stood", "seat": "A"}}).status_code == 409
    assert browser.post("/start", {"setup": SETUP}).status_code == 200
    assert browser.get("/").headers["Location"] == "/table"
    for path in paths:
        assert browser.get(path, X_Servi_Page="table").status_code == 200, path
    exported = browser.get("/export/1")
    assert exported.status_code == 200
    assert browser.post("/end", {}).status_code == 200
    assert browser.post("/import", exported.data, Content_Type="text/plain").status_code == 200
    assert [one["id"] for one in browser.get("/setup.json").json["evenings"]] == [2, 1]
    assert browser.post("/resume", {"id": 1}).status_code == 200
    assert browser.get("/view.json").json["phase"] == "playing"
    table.close()


def test_a_seat_of_the_real_table_answers_for_itself(tmp_path: Path) -> None:
    table = Table(tmp_path)
    phone = Browser(create_app(table).test_client())
    phone.post("/start", {"setup": SETUP}, X_Servi_Page="table")
    asked = pages.view(table)["questions"][0]["seats"][0]
    other = next(seat["id"] for seat in pages.view(table)["seats"] if seat["id"] != asked)
    assert phone.claim(asked).status_code == 200
    dice = [{"kind": "d6", "value": 3}, {"kind": "d6", "value": 4}]
    assert phone.fact({"type": "DiceThrown", "seat": other, "dice": dice}).status_code == 403
    stale = phone.fact({"type": "DiceThrown", "seat": asked, "dice": dice}, seen=99)
    assert (stale.status_code, stale.json["code"]) == (409, "STALE")
    wrong = phone.fact({"type": "DiceThrown", "seat": asked, "dice": dice[:1]}, seen=1)
    assert (wrong.status_code, wrong.json["code"]) == (409, "NEED_2_DICE")
    assert phone.fact({"type": "DiceThrown", "seat": asked, "dice": dice}, seen=1).status_code == 200
    assert table.history()[-1].fact.who == next(seat["name"] for seat in pages.view(table)["seats"] if seat["id"] == asked)
    table.close()
