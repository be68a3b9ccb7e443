"""One phone at a time holds a seat, and answers only for that seat."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import segno

from companion.facts import SeatTaken
from companion.language import Sentence
from companion.snapshot import Snapshot
from tests.web.conftest import TABLE, Browser
from tests.web.fake_table import FakeTable
from tests.web.states import opening
from web import create_app
from web.codes import modules
from web.seats import Claims

SEAT = {"X_Servi_Page": "seat"}


def test_a_link_gives_the_seat(browser: Browser) -> None:
    assert browser.get("/seat/A").status_code == 403
    answer = browser.claim("A")
    assert answer.status_code == 200
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert browser.get("/seat/A").status_code == 200
    assert browser.get("/seat/B").status_code == 403
    assert browser.get("/seat/Z").status_code == 404


def test_claiming_a_seat_anew_retires_the_old_tablet(browser: Browser, other: Browser, table: FakeTable) -> None:
    browser.claim("A")
    other.claim("A")
    assert browser.get("/seat/A").status_code == 403
    refused = browser.fact({"type": "Stood", "seat": "A"}, **SEAT)
    assert refused.status_code == 403
    assert "repris" in refused.json["text"]
    assert other.fact({"type": "Stood", "seat": "A"}, **SEAT).status_code == 200
    assert len(table.told) == 1


@pytest.mark.parametrize("page", [{}, SEAT, {"X_Servi_Page": "watch"}])
def test_the_links_are_shown_by_the_table_alone(browser: Browser, page: dict[str, str]) -> None:
    browser.claim("A")
    refused = browser.get("/seats.json", **page)
    assert refused.status_code == 403
    assert "/join/" not in refused.text
    assert browser.get("/qr/A.svg").status_code == 404


def test_a_new_link_retires_the_old_one_and_the_phone(browser: Browser, other: Browser, table: FakeTable) -> None:
    old = browser.link("A")
    other.claim("A")
    made = browser.post("/new-link", {"seat": "A"}, X_Servi_Page="table").json
    assert made["ok"] and made["link"].endswith(browser.link("A"))
    assert other.get("/seat/A").status_code == 403
    refused = other.get(old)
    assert (refused.status_code, refused.json["code"]) == (403, "OLD_LINK")
    assert other.claim("A").status_code == 200
    assert other.post("/new-link", {"seat": "A"}, **SEAT).status_code == 403
    assert browser.post("/new-link", {"seat": "Z"}, X_Servi_Page="table").status_code == 404


def test_a_link_holds_for_one_evening(browser: Browser, other: Browser, table: FakeTable) -> None:
    old = browser.link("A")
    now = table.snapshot()
    table.show(Snapshot())  # the evening ends
    table.show(now)  # the same people sit down again
    assert other.get(old).json["code"] == "OLD_LINK"
    assert other.claim("A").status_code == 200


def test_a_seat_that_is_taken_is_told_to_the_table(browser: Browser, other: Browser, table: FakeTable) -> None:
    browser.claim("A")
    assert "siège d'Anna" in str(table.snapshot().around.notice)
    table.say(Sentence(""))
    browser.claim("A")  # the seat's own phone claims it again
    assert not str(table.snapshot().around.notice)
    other.claim("A")
    assert "siège d'Anna" in str(table.snapshot().around.notice)


def test_a_full_disk_throws_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claims = Claims(tmp_path)
    cookie = claims.claim("A", "Anna")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("web.seats.write_whole", full)
    for call in (lambda: claims.claim("A", "Anna"), lambda: claims.renew("A"), lambda: claims.begin(7)):
        with pytest.raises(OSError, match="No space"):
            call()
    assert claims.holder(cookie) == ("A", "Anna")


def test_the_code_of_a_link_is_drawn_by_its_path() -> None:
    """Each dark module of the code is inside one run of the path, and no light module is."""
    size, path = modules("http://192.0.2.7/join/x")
    dark = {(int(x) + i, int(y)) for x, y, n in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", path) for i in range(int(n))}
    matrix = segno.make("http://192.0.2.7/join/x", error="m", micro=False).matrix
    assert len(matrix) == size
    assert dark == {(x, y) for y, row in enumerate(matrix) for x, one in enumerate(row) if one}


def test_the_same_phone_may_read_its_code_twice(browser: Browser) -> None:
    browser.claim("A")
    assert browser.claim("A").status_code == 303
    assert browser.get("/seat/A").status_code == 200


def test_a_seat_answers_for_itself_only(browser: Browser, table: FakeTable) -> None:
    browser.claim("A")
    refused = browser.fact({"type": "BetPlaced", "seat": "B", "field": "7", "amount": 100})
    assert refused.status_code == 403
    assert refused.json["code"] == "WRONG_SEAT"
    assert "Anna" in refused.json["text"]
    assert table.told == []
    assert browser.fact({"type": "BetPlaced", "seat": "A", "field": "7", "amount": 100}).status_code == 200
    assert table.told[0][2]["who"] == "Anna"


@pytest.mark.parametrize(
    "fact",
    [
        {"type": "MoneyMoved", "giver": "bank", "taker": "A", "amount": 100},
        {"type": "TurnGiven", "seat": "A"},
        {"type": "SeatLeft", "seat": "A", "to": "bank"},
        {"type": "PawnPlaced", "seat": "A", "index": 7},
        {"type": "LevelSet", "level": "compteur"},
        {"type": "ChipsCounted", "account": "bank", "chips": {}},
    ],
)
def test_what_the_table_decides_is_not_a_seats_to_decide(
    browser: Browser, fact: dict[str, Any], table: FakeTable
) -> None:
    browser.claim("A")
    assert browser.fact(fact).status_code == 403
    assert table.told == []


@pytest.mark.parametrize(
    "fact",
    [
        {"type": "Amended", "target": 36, "fact": {"type": "DiceThrown", "seat": "F", "dice": []}},
        {"type": "Voided", "target": 36},
        {"type": "ChipsCounted", "account": "A", "chips": {"500": 2}},
    ],
)
def test_a_seat_may_set_right_what_is_wrong_in_its_own_name(
    browser: Browser, fact: dict[str, Any], table: FakeTable
) -> None:
    browser.claim("A")
    assert browser.fact(fact).status_code == 200
    assert browser.post("/preview", {"fact": fact}).status_code == 200
    assert table.told[0][2]["who"] == "Anna"


def test_a_seat_ticks_off_what_it_gives_or_gets(browser: Browser) -> None:
    browser.claim("A")
    assert browser.post("/hand-over", {"from": "bank", "to": "A", "way": 0}).status_code == 200
    assert browser.post("/hand-over", {"from": "bank", "to": "B", "way": 0}).status_code == 403


@pytest.mark.parametrize("path", ["/start", "/resume", "/end", "/erase-pictures", "/delete-evening", "/forget-person"])
def test_a_seat_neither_begins_nor_ends_an_evening(browser: Browser, path: str, table: FakeTable) -> None:
    browser.claim("A")
    assert browser.post(path, {"id": 1, "setup": {"seats": []}}).status_code == 403
    assert table.told == []


def test_the_table_page_speaks_for_all_even_where_a_seat_is_held(browser: Browser) -> None:
    browser.claim("A")
    answer = browser.post(
        "/command",
        {"seen": None, "fact": {"type": "Stood", "seat": "B"}},
        **{k.replace("-", "_"): v for k, v in TABLE.items()},
    )
    assert answer.status_code == 200


@pytest.mark.parametrize("token", ["x", "", "..", "WyJBIiwiQW5uYSJd.x", "%00", "a" * 3000])
def test_a_made_up_link_opens_nothing(browser: Browser, token: str) -> None:
    answer = browser.get(f"/join/{token}")
    assert answer.status_code in (403, 404)
    assert "Set-Cookie" not in answer.headers


def test_another_person_in_the_seat_ends_the_claim(browser: Browser, table: FakeTable) -> None:
    browser.claim("A")
    table.show(opening().say(SeatTaken(seat="A", name="Zoé")).now())
    assert browser.get("/seat/A").status_code == 403


def test_a_look_ahead_claims_nothing(browser: Browser) -> None:
    link = browser.get("/seats.json", X_Servi_Page="table").json["seats"][0]["link"]
    path = "/" + link.split("/", 3)[3]
    assert "Set-Cookie" not in browser.get(path, Sec_Purpose="prefetch").headers
    assert "Set-Cookie" not in browser.client.head(path, headers={"Host": "localhost"}).headers


def test_two_tables_never_mix(tmp_path: Path) -> None:
    first, second = Claims(tmp_path / "one"), Claims(tmp_path / "two")
    assert first.cookie != second.cookie
    assert second.holder(first.claim("A", "Anna")) is None
    assert second.read_token(first.token("A", "Anna")) is None


def test_a_claim_outlives_a_restart(tmp_path: Path) -> None:
    cookie = Claims(tmp_path).claim("A", "Anna")
    again = Claims(tmp_path)
    assert again.holder(cookie) == ("A", "Anna")
    again.claim("A", "Anna")
    assert Claims(tmp_path).holder(cookie) is None
    assert (tmp_path / "page.json").stat().st_mode & 0o077 == 0


def test_a_damaged_file_of_claims_is_begun_anew(tmp_path: Path) -> None:
    for damaged in ("{", "[]", '{"secret": 5, "mark": null, "epochs": [], "evening": "x", "links": "A"}'):
        (tmp_path / "page.json").write_text(damaged)
        claims = Claims(tmp_path)
        assert claims.holder("x") is None
        assert claims.read_token(claims.token("A", "Anna")) == ("A", "Anna")
        assert claims.holder(claims.claim("A", "Anna")) == ("A", "Anna")


@pytest.mark.parametrize("host", ["localhost", "servi.local"])
def test_a_phone_is_sent_to_an_address_it_can_reach(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Old Android phones do not know names that end in .local."""
    monkeypatch.setattr("web.seats.address_for_phones", lambda: "192.0.2.7")
    browser = Browser(create_app(FakeTable("throw"), names=["servi.local"]).test_client())
    answer = browser.get("/seats.json", X_Servi_Page="table", Host=host)
    assert answer.json["seats"][0]["link"].startswith("http://192.0.2.7/join/")
