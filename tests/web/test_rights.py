"""Rights: friends may do everything; in a café money, corrections, rules and the end need the PIN."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import TYPES, MoneyMoved, SeatFact
from companion.table import Table
from tests import pages
from tests.web.conftest import TABLE, Browser
from tests.web.test_real_table import SETUP
from web import create_app, rights
from web.access import BODIES
from web.pin import FREE_TRIES, KNOWN, BankersPin


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path)
    assert opened.start(SETUP).ok
    yield opened
    opened.close()


@pytest.fixture
def app(table: Table) -> Any:
    return create_app(table)


@pytest.fixture
def browser(app: Any) -> Browser:
    return Browser(app.test_client())


@pytest.fixture
def other(app: Any) -> Browser:
    return Browser(app.test_client())


@pytest.fixture
def pin(tmp_path: Path) -> BankersPin:
    kept = BankersPin(tmp_path)
    kept.set("4217")
    return kept


def paired(browser: Browser) -> Browser:
    """Make a browser the table's tablet, on which nobody is the banker."""
    assert browser.post("/unlock", {"pin": "4217"}).json["ok"]
    assert browser.post("/lock", {}).json["ok"]
    return browser


def money(to: str = "A") -> dict[str, Any]:
    return {"type": "MoneyMoved", "giver": "bank", "taker": to, "amount": 100}


GUARDED = [
    ("/command", {"fact": money()}),
    ("/command", {"fact": {"type": "HouseChanged", "key": "min_stake", "value": 50}}),
    ("/command", {"fact": {"type": "LevelSet", "level": "compteur"}}),
    ("/command", {"fact": {"type": "Voided", "target": 2}}),
    ("/command", {"fact": {"type": "TurnGiven", "seat": "A"}}),
    ("/command", {"fact": {"type": "SeatLeft", "seat": "A"}}),
    ("/command", {"fact": {"type": "DiceThrown", "seat": "A", "dice": []}, "force": True}),
    ("/pending", {"dice": [], "kept": None, "force": True}),
    ("/hand-over", {"from": "bank", "to": "A", "way": None}),
    ("/undo", {}),
    ("/end", {}),
    ("/start", {"setup": SETUP}),
    ("/resume", {"id": 1}),
    ("/erase-pictures", {}),
    ("/delete-evening", {"id": 1}),
    ("/pin", {"pin": "9999"}),
    ("/pin", {"pin": ""}),
]


@pytest.mark.parametrize(("path", "body"), GUARDED)
def test_the_bankers_part_asks_for_the_pin(
    path: str, body: dict[str, Any], browser: Browser, table: Table, pin: BankersPin
) -> None:
    assert table.submit(MoneyMoved(giver="bank", taker="A", amount=100)).ok
    before = pages.view(table)
    answer = browser.post(path, body)
    assert (answer.status_code, answer.json["code"]) == (403, "PIN_NEEDED")
    assert "./servi pin" in answer.json["text"]
    assert pages.view(table)["number"] == before["number"]
    assert browser.post("/unlock", {"pin": "4217"}).json["ok"]
    assert browser.post(path, body).json.get("code") != "PIN_NEEDED"


@pytest.mark.parametrize(("path", "body"), GUARDED)
def test_among_friends_nobody_is_asked(path: str, body: dict[str, Any], browser: Browser, table: Table) -> None:
    assert table.submit(MoneyMoved(giver="bank", taker="A", amount=100)).ok
    assert browser.post(path, body).json.get("code") != "PIN_NEEDED"


def thrown(table: Table) -> dict[str, Any]:
    """Return a throw of the player whose turn it is."""
    dice = [{"kind": "d6", "value": 1}, {"kind": "d6", "value": 2}]
    return {"type": "DiceThrown", "seat": pages.view(table)["turn"], "dice": dice}


def test_playing_needs_no_pin(browser: Browser, other: Browser, table: Table, pin: BankersPin) -> None:
    other.get(paired(browser).link("A"))
    assert browser.fact(thrown(table), seen=1).json["ok"]
    assert other.fact({"type": "ChipsCounted", "account": "A", "chips": {"1000": 4}}).json["ok"]
    assert other.post("/preview", {"fact": {"type": "Voided", "target": 2}}).json["ok"]


def test_a_stranger_in_a_cafe_answers_for_nobody_under_any_name(
    app: Any, browser: Browser, other: Browser, table: Table, pin: BankersPin
) -> None:
    other.get(paired(Browser(app.test_client())).link("B"))
    said = {"seen": 1, "fact": thrown(table), "who": "Anna"}
    for stranger in (browser, other):  # the second browser holds a seat, but pretends to be the table
        assert stranger.post("/command", said, X_Servi_Page="table").json["code"] == "PIN_NEEDED"
    assert browser.post("/command", said).json["code"] == "PIN_NEEDED"
    assert other.post("/command", said).json["code"] == "WRONG_SEAT"
    assert pages.view(table)["number"] == 1
    assert paired(browser).post("/command", said).json["ok"]
    assert table.history()[-1].fact.who == "@table"  # without the PIN, nobody can enter another's name
    assert browser.post("/unlock", {"pin": "4217"}).json["ok"]
    for who, author in (("", "Le banquier"), ("Chloé", "Chloé")):
        assert browser.post("/command", {"fact": money(), "who": who}, X_Servi_Page="table").json["ok"]
        assert pages.report(table)[-1]["who"] == author
    assert browser.post("/undo", {}).json["ok"]
    assert pages.view(table)["corrected"]["who"] == "Le banquier"


# --- each row of the table of rights ---------------------------------------------------------------------------

CALLERS = {"friends": ("watch", "seat", "table"), "cafe": ("watch", "stranger", "seat", "tablet", "banker")}

ALL, PLAYERS, TABLES, BANKERS = (0, 0), (1, 2), (2, 3), (2, 4)
"""The index in ``CALLERS`` of the first caller that is let through: among friends, and in a café."""

ENDPOINTS = {
    "rights.unlock": ALL, "rights.lock_again": ALL, "language.choose": ALL,
    "commands.command": PLAYERS, "commands.preview": PLAYERS, "commands.repeat_bets": PLAYERS, "commands.bet_as_drawn": PLAYERS,
    "commands.pending": PLAYERS, "commands.look": PLAYERS, "photographs.photograph": PLAYERS, "feed.call": PLAYERS,
    "commands.rematch": TABLES, "paper.compute_luck": (1, 3), "seats.links": TABLES, "seats.renew": TABLES,
    "commands.counting": PLAYERS, "commands.hand_over": (1, 4), "commands.undo": (1, 4),
    "commands.throw_simulated": (1, 4), "panel.press": (1, 4), "panel.lamps": (1, 4),
    "pages.choices": (0, 4), "commands.export": (0, 4), "commands.export_notation": (0, 4),
    "replay.replay": (0, 4), "track.recording": BANKERS,
    "commands.start": BANKERS, "commands.resume": BANKERS, "commands.end": BANKERS, "commands.erase_pictures": BANKERS,
    "commands.delete_evening": BANKERS, "commands.forget_person": BANKERS, "commands.import_evening": BANKERS,
    "boxes.new": BANKERS, "boxes.save": BANKERS, "boxes.bring_in": BANKERS, "boxes.delete": BANKERS,
    "dice.teach": BANKERS, "dice.teach_photo": BANKERS, "dice.forget": BANKERS, "dice.stand_in": BANKERS,
    "dice.forget_stand_in": BANKERS, "track.turn": BANKERS, "track.find": BANKERS, "track.corners": BANKERS,
    "track.empty": BANKERS, "track.forget": BANKERS, "track.learn": BANKERS, "track.unlearn": BANKERS,
    "machine.join": BANKERS, "machine.off": BANKERS, "rights.set_pin": BANKERS,
    "book.book": (0, 4), "book.evening": (0, 4), "book.picture": (0, 4),
    "book.join": BANKERS, "book.separate": BANKERS, "book.forget": BANKERS,
    "repair.go_on": BANKERS, "repair.restore": BANKERS,
}  # fmt: skip

FACTS = {
    "Voided": (1, 4), "Restored": (1, 4), "Amended": (1, 4), "Inserted": (1, 4),
    "ChipsCounted": PLAYERS, "LaidOut": PLAYERS, "PlayPaused": TABLES, "PlayResumed": TABLES,
    **{name: PLAYERS for name, kind in TYPES.items() if issubclass(kind, SeatFact)},
}  # fmt: skip
"""The rights of facts. All other facts need the table among friends, and the banker in a café."""


def callers(app: Any, where: str, folder: Path) -> Iterator[tuple[int, Browser, str]]:
    """Yield each caller: its rank, its browser, and the kind of its page. Seat A is held by the caller "seat"."""
    table = Browser(app.test_client())
    if where == "cafe":
        BankersPin(folder).set("4217")
        paired(table)
    for rank, who in enumerate(CALLERS[where]):
        browser = Browser(app.test_client())
        if who == "seat":
            browser.get(table.link("A"))
        if who in ("tablet", "banker"):
            paired(browser)
        if who == "banker":
            assert browser.post("/unlock", {"pin": "4217"}).json["ok"]
        yield rank, browser, who if who in ("watch", "seat") else "table"


@pytest.mark.parametrize("where", CALLERS)
def test_each_row_of_the_rights_of_addresses(where: str, app: Any, table: Table, tmp_path: Path) -> None:
    """A new command must be added to ``ENDPOINTS``; it needs the banker in a café until ``RIGHTS`` says otherwise."""
    rules = {
        r.endpoint: r for r in app.url_map.iter_rules() if "POST" in (r.methods or ()) or r.endpoint in rights.RIGHTS
    }
    assert rules.keys() == ENDPOINTS.keys()
    everybody = [*callers(app, where, tmp_path)]
    app.view_functions.update({endpoint: lambda **_: {"ok": True} for endpoint in rules})
    for endpoint, least in ENDPOINTS.items():
        path, method = (
            str(rules[endpoint]).replace("<int:evening>", "1").replace("<int:number>", "1"),
            "POST" if "POST" in rules[endpoint].methods else "GET",
        )
        kind = BODIES.get(endpoint, ("application/json",))[0].replace("image/", "image/jpeg")
        for rank, browser, page in everybody:
            headers = {"Host": "localhost", "X-Servi-Page": page, "Content-Type": kind}
            answer = browser.client.open(path, method=method, headers=headers, data=b"{}")
            assert answer.status_code in (200, 403)
            assert (answer.status_code == 200) == (rank >= least[where == "cafe"]), (endpoint, page, answer.json)


@pytest.mark.parametrize("where", CALLERS)
def test_each_row_of_the_rights_of_facts(where: str, app: Any, table: Table, tmp_path: Path) -> None:
    for rank, browser, page in callers(app, where, tmp_path):
        for name in TYPES:
            # the command is refused as incomplete, after the rights let it through
            fact = {"type": name, "seat": "A", "account": "A"}
            least = FACTS.get(name, BANKERS)[where == "cafe"]
            answer = browser.post("/command", {"fact": fact}, X_Servi_Page=page)
            assert (answer.status_code != 403) == (rank >= least), (name, page, answer.json)
            if answer.status_code == 403:
                assert answer.json["code"] in ("ONLY_LOOKS", "WRONG_SEAT", "PIN_NEEDED")
            if where == "cafe" and page != "watch":
                forced = browser.post("/command", {"fact": fact, "force": True}, X_Servi_Page=page)
                assert (forced.status_code != 403) == (rank == 4), (name, page)


# --- the PIN ------------------------------------------------------------------------------------------------------


def test_a_new_evening_after_the_last_needs_no_pin_at_the_tablet(
    browser: Browser, other: Browser, table: Table, pin: BankersPin
) -> None:
    paired(browser)
    assert browser.get("/setup.json").json["code"] == browser.get("/export/1").json["code"] == "PIN_NEEDED"
    table.end_game()
    assert other.post("/start", {"setup": SETUP}).json["code"] == other.get("/setup.json").json["code"] == "PIN_NEEDED"
    assert browser.get("/setup.json").json["evenings"]
    assert browser.post("/start", {"setup": SETUP}).json["ok"]
    assert browser.post("/start", {"setup": SETUP}).json["code"] == "PIN_NEEDED"


def test_one_browser_is_opened_not_all(browser: Browser, other: Browser, pin: BankersPin) -> None:
    assert browser.get("/rights.json").json == {"cafe": True, "open": False, "wait": 0}
    opened = browser.post("/unlock", {"pin": "4217"})
    cookie = opened.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert f"Max-Age={rights.REMEMBERED}" in cookie
    assert browser.get("/rights.json").json["open"]
    assert not other.get("/rights.json").json["open"]
    assert browser.post("/undo", {}).json["code"] == "NOTHING_TO_UNDO"
    assert browser.post("/lock", {}).json["ok"]
    assert browser.post("/undo", {}).json["code"] == "PIN_NEEDED"


def test_a_new_pin_closes_every_browser(browser: Browser, pin: BankersPin) -> None:
    assert browser.post("/unlock", {"pin": "4217"}).json["ok"]
    pin.set("4217")  # as by ./servi pin, even with the same digits
    assert browser.post("/undo", {}).json["code"] == "PIN_NEEDED"


def test_after_half_an_hour_it_is_asked_again(
    browser: Browser, pin: BankersPin, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert browser.post("/unlock", {"pin": "4217"}).json["ok"]
    monkeypatch.setattr(rights, "REMEMBERED", -1)
    assert browser.post("/undo", {}).json["code"] == "PIN_NEEDED"


@pytest.mark.parametrize("jump", [-86_400.0, 3e8])
def test_a_clock_that_jumps_takes_and_gives_no_rights(
    browser: Browser, other: Browser, pin: BankersPin, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    assert browser.post("/unlock", {"pin": "4217"}).json["ok"]
    other.get(browser.link("A"))
    then = time.time() + jump
    monkeypatch.setattr(time, "time", lambda: then)
    assert browser.get("/rights.json").json["open"]
    assert browser.get("/seats.json", X_Servi_Page="table").status_code == other.get("/seat/A").status_code == 200
    monkeypatch.setattr(rights, "REMEMBERED", -1)
    assert not browser.get("/rights.json").json["open"]


def test_guessing_takes_longer_and_longer(browser: Browser, other: Browser, pin: BankersPin) -> None:
    for _ in range(FREE_TRIES - 1):
        assert browser.post("/unlock", {"pin": "0000"}).status_code == 403
    late = browser.post("/unlock", {"pin": "0000"})
    assert late.status_code == 429
    assert late.json["wait"] > 0
    assert "secondes" in late.json["text"]
    assert other.post("/unlock", {"pin": "4217"}).status_code == 429  # the other browser must wait too


def test_the_table_page_chooses_the_pin_and_a_phone_does_not(browser: Browser, tmp_path: Path) -> None:
    browser.claim("A")
    assert browser.post("/pin", {"pin": "1234"}).json["code"] == "WRONG_SEAT"
    assert (
        browser.post("/pin", {"pin": "12"}, **{k.replace("-", "_"): v for k, v in TABLE.items()}).json["code"]
        == "BAD_PIN"
    )
    assert browser.post("/pin", {"pin": "1234"}, X_Servi_Page="table").json["ok"]
    assert BankersPin(tmp_path).accepts("1234")
    assert browser.get("/rights.json").json == {"cafe": True, "open": True, "wait": 0}
    assert browser.post("/pin", {"pin": ""}, X_Servi_Page="table").json["ok"]
    assert not BankersPin(tmp_path).there


def test_in_a_cafe_the_end_of_an_evening_frees_its_seats(
    browser: Browser, other: Browser, table: Table, pin: BankersPin
) -> None:
    other.get(paired(browser).link("A"))
    assert other.get("/seat/A").status_code == 200
    assert table.end_game().ok
    assert table.resume(1).ok  # or the next guests start an evening with the same names
    assert other.get("/seat/A").status_code == 403


def test_among_friends_a_phone_keeps_its_seat_for_the_next_evening(other: Browser, table: Table) -> None:
    other.claim("A")
    assert table.end_game().ok
    assert table.start(SETUP).ok
    assert other.get("/seat/A").status_code == 200


def test_wrong_pins_from_elsewhere_never_lock_the_banker_out(browser: Browser, other: Browser, pin: BankersPin) -> None:
    paired(browser)
    for _ in range(3 * FREE_TRIES):
        other.post("/unlock", {"pin": "0000"})
    assert other.get("/rights.json").json["wait"] > 0
    assert browser.get("/rights.json").json["wait"] == 0
    assert browser.post("/unlock", {"pin": "4217"}).json["ok"]
    assert other.post("/unlock", {"pin": "4217"}).status_code == 429
    for _ in range(FREE_TRIES):  # the known browser waits after its own wrong tries, also with its next id
        last = browser.post("/unlock", {"pin": "0000"})
        browser.post("/lock", {})
    assert last.status_code == 429
    assert browser.post("/unlock", {"pin": "4217"}).status_code == 429


def test_locking_ends_copied_cookies(browser: Browser, other: Browser, table: Table, pin: BankersPin) -> None:
    assert browser.post("/unlock", {"pin": "4217"}).json["ok"]
    for cookie in browser.client._cookies.values():  # type: ignore[union-attr]
        other.client.set_cookie(cookie.key, cookie.value)
    assert other.post("/undo", {}).json["code"] == "NOTHING_TO_UNDO"
    assert browser.post("/lock", {}).json["ok"]
    assert other.post("/undo", {}).json["code"] == "PIN_NEEDED"
    assert other.fact(thrown(table), seen=1).json["code"] == "PIN_NEEDED"
    assert browser.fact(thrown(table), seen=1).json["ok"]  # still the table's tablet


def test_a_known_browser_is_remembered_over_a_restart_and_the_oldest_is_forgotten(
    pin: BankersPin, tmp_path: Path
) -> None:
    first = pin.meet()
    assert BankersPin(tmp_path).knows(first)
    assert not pin.knows("") and not pin.knows("x")
    last = [pin.meet() for _ in range(KNOWN)]
    assert not pin.knows(first) and all(map(pin.knows, last))


@pytest.mark.parametrize("told", [5, None, ["4217"], "4" * 21])
def test_what_is_no_pin_opens_nothing(told: Any, browser: Browser, pin: BankersPin) -> None:
    assert browser.post("/unlock", {"pin": told}).status_code in (400, 403)
    assert browser.post("/undo", {}).json["code"] == "PIN_NEEDED"
