"""Photographs over HTTP: a certain reading is the throw, the table asks about a doubtful one, other data is refused."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.dice import DiceSet, DieKind, ReadDie, Reading
from companion.eye import Look, NoEye
from companion.table import Table
from tests import pages
from tests.tools import SHARED
from tests.web.conftest import Browser
from tests.web.fake_table import FakeTable
from tests.web.states import states
from tests.web.test_real_table import SETUP
from web import PHOTO_BODY, create_app

DICE = SHARED / "data" / "dice" / "matteop65"


def send(browser: Browser, data: bytes, query: str = "", kind: str = "image/jpeg", page: str = "table") -> Any:
    headers = {"Host": "localhost", "Content-Type": kind, "X-Servi-Page": page}
    return browser.client.post(f"/photo{query}", data=data, headers=headers)


class Sure:
    """A reader with a given result, whatever the picture shows."""

    def __init__(self, *faces: int, certain: bool = True) -> None:
        self.faces, self.certain, self.expected = faces, certain, ""
        self.meanwhile: Any = None

    def read(self, data: bytes, expected: DiceSet | None) -> Look:
        self.expected = str(expected)
        if self.meanwhile:
            self.meanwhile()
        dice = tuple(ReadDie(DieKind.D6, f, alternatives=((f, 0.6), (1, 0.4))) for f in self.faces)
        return Look(Reading(dice, self.certain, () if self.certain else ("unsure",)), data)


@pytest.fixture
def reader() -> Sure:
    return Sure(3, 4)


@pytest.fixture
def playing(tmp_path: Path, reader: Sure) -> Iterator[tuple[Table, Browser]]:
    table = Table(tmp_path, eye=NoEye(reader))
    browser = Browser(create_app(table).test_client())
    assert browser.post("/start", {"setup": SETUP}).status_code == 200
    yield table, browser
    table.close()


def test_a_certain_photograph_is_the_throw_and_is_kept(playing: tuple[Table, Browser], reader: Sure) -> None:
    table, browser = playing
    assert pages.view(table)["camera"]["photographs"]
    number = pages.view(table)["number"]
    assert send(browser, b"picture", f"?seen={number}").status_code == 200
    view = pages.view(table)
    assert reader.expected == "2d6"
    assert ([d["value"] for d in view["throw"]["dice"]], view["throw"]["how"]) == ([3, 4], "camera")
    assert browser.get(f"/picture/{view['throw']['number']}").data == b"picture"


def test_a_doubtful_photograph_asks(playing: tuple[Table, Browser], reader: Sure) -> None:
    table, browser = playing
    reader.certain = False
    assert send(browser, b"picture").status_code == 200
    pending = pages.view(table)["pending"]
    assert pending["text"] == "Je ne suis pas sûr : un dé se lit mal"
    assert pending["dice"][0]["alternatives"] == [(3, 0.6), (1, 0.4)]
    dice = [{"kind": "d6", "value": 5}, {"kind": "d6", "value": 4}]
    assert browser.post("/pending", {"dice": dice}).status_code == 200
    view = pages.view(table)
    assert browser.get(f"/picture/{view['throw']['number']}").data == b"picture"


def test_other_dice_than_expected_ask(playing: tuple[Table, Browser], reader: Sure) -> None:
    table, browser = playing
    reader.faces = (3, 4, 5)
    assert send(browser, b"picture").status_code == 200
    assert pages.view(table)["throw"] is None
    assert "il faut deux dés" in pages.view(table)["pending"]["text"]


def test_only_the_dice_thrown_again_are_expected(playing: tuple[Table, Browser], reader: Sure) -> None:
    """At 421 the player taps the kept dice, and a doubtful reading stores them."""
    table, browser = playing
    thrown = [{"kind": "d6", "value": v} for v in (4, 4, 1)]
    for fact in (
        {"type": "Landed", "seat": "A", "square": {"kind": "421"}},
        {"type": "OpponentChosen", "seat": "A", "opponent": "B"},
        {"type": "StakePlaced", "seat": "A", "amount": 100},
        {"type": "DiceThrown", "seat": "A", "dice": thrown},
    ):
        assert browser.fact(fact).status_code == 200
    reader.faces, reader.certain = (2,), False
    assert send(browser, b"picture", "?kept=4,1").status_code == 200
    assert reader.expected == "1d6"
    assert browser.post("/pending", {"dice": [{"kind": "d6", "value": 2}]}).status_code == 200
    last = pages.view(table)["throw"]
    assert ([d["value"] for d in last["dice"]], last["kept"]) == ([2], [4, 1])


def test_a_seat_photographs_its_own_throw_only(playing: tuple[Table, Browser], reader: Sure) -> None:
    table, browser = playing
    asked = pages.view(table)["questions"][0]["seats"][0]
    phones = {seat: Browser(browser.client.application.test_client()) for seat in "AB"}
    for seat, phone in phones.items():
        phone.claim(seat)
    other = "B" if asked == "A" else "A"
    refused = send(phones[other], b"picture", page="seat")
    assert (refused.status_code, refused.json["code"]) == (403, "WRONG_SEAT")
    assert pages.view(table)["throw"] is None
    assert send(phones[asked], b"picture", page="seat").status_code == 200
    assert pages.view(table)["throw"]["by"] == asked
    assert table.history()[-1].fact.who == pages.view(table)["seats"][["A", "B", "C"].index(asked)]["name"]


def test_a_stale_photograph_is_refused(playing: tuple[Table, Browser], reader: Sure) -> None:
    table, browser = playing
    assert send(browser, b"picture", "?seen=99").json["code"] == "STALE"

    def somebody_taps() -> None:
        dice = [{"kind": "d6", "value": 1}, {"kind": "d6", "value": 1}]
        assert table.submit({"type": "DiceThrown", "seat": "A", "dice": dice}).ok

    reader.meanwhile = somebody_taps
    assert send(browser, b"picture").json["code"] == "STALE"
    assert [d["value"] for d in pages.view(table)["throw"]["dice"]] == [1, 1]
    assert pages.view(table)["pending"] is None


def test_without_an_open_throw_there_is_nothing_to_photograph(playing: tuple[Table, Browser]) -> None:
    table, browser = playing
    browser.fact({"type": "Landed", "seat": "A", "square": {"kind": "421"}})
    refused = send(browser, b"picture")
    assert (refused.status_code, refused.json["code"]) == (409, "NO_THROW_OPEN")
    table.end_game()
    assert send(browser, b"picture").json["code"] == "NO_GAME"


def test_one_photograph_at_a_time(playing: tuple[Table, Browser], reader: Sure) -> None:
    _, browser = playing
    second: list[Any] = []
    other = Browser(browser.client.application.test_client())
    reader.meanwhile = lambda: second.append(send(other, b"picture"))
    assert send(browser, b"picture").status_code == 200
    assert (second[0].status_code, second[0].json["code"]) == (429, "BUSY")
    reader.meanwhile = None
    assert threading.active_count() < 50


@pytest.mark.parametrize("query", ["?seen=x", "?seen=-1", "?seen=٣", "?kept=7", "?kept=1,2,3,4", "?kept=a"])
def test_a_strange_address_is_refused(browser: Browser, table: FakeTable, query: str) -> None:
    table.show(states()["throw"])
    assert send(browser, b"x", query).status_code == 400


def test_what_is_no_photograph_is_refused_in_one_sentence(browser: Browser, table: FakeTable) -> None:
    table.show(states()["throw"])
    for data, kind, status in (
        (b"x" * (PHOTO_BODY + 1), "image/jpeg", 413),
        (b"{}", "application/json", 415),
        (b"x", "text/plain", 415),
    ):
        answer = send(browser, data, kind=kind)
        assert answer.status_code == status
        assert "photo" in answer.json["text"].lower() and answer.json["text"].endswith(".")
    assert table.told == []


def test_a_table_that_reads_no_photographs_says_so(tmp_path: Path) -> None:
    table = Table(tmp_path)
    browser = Browser(create_app(table).test_client())
    browser.post("/start", {"setup": SETUP})
    assert not pages.view(table)["camera"]["photographs"]
    answer = send(browser, b"picture")
    assert (answer.status_code, answer.json["text"]) == (
        422,
        "Cette table ne lit pas de photos : touchez les dés sur la page.",
    )
    table.close()


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, Browser]]:
    """Yield the table as ``./servi`` opens it without a camera."""
    from hardware.__main__ import open_table, play_arguments

    table = open_table(play_arguments(["--data", str(tmp_path_factory.mktemp("real"))]))
    browser = Browser(create_app(table).test_client())
    browser.post("/start", {"setup": SETUP})
    yield table, browser
    table.close()


BROKEN = {
    "nothing": b"",
    "no picture": b"Anna lance deux",
    "a cut JPEG": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00",
    "a PNG of too many pixels": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\xff\xff\x00\x00\xff\xff\x08\x02\x00\x00\x00",
    "a kind whose size nobody knows": b"RIFF\x00\x00\x00\x00WEBPVP8 ",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_picture_is_refused_in_one_sentence(real: tuple[Table, Browser], name: str) -> None:
    table, browser = real
    answer = send(browser, BROKEN[name])
    assert answer.status_code == 422
    assert answer.json["text"].startswith("Cette photo ne se lit pas : ")
    assert pages.view(table)["pending"] is None


@pytest.mark.needs("matteop65")
def test_real_photographs_are_read(real: tuple[Table, Browser]) -> None:
    """Certain readings are right and accepted; uncertain ones, of a lens out of focus, wait and offer alternatives."""
    table, browser = real
    labels = json.loads((DICE / "labels.json").read_text())
    two = [row for row in labels if len(row["dice"]) == 2][:12]
    send(browser, (DICE / "images" / two[0]["file"]).read_bytes())  # the first photograph loads the networks
    taken = asked = 0
    for row in two:
        sharp = (DICE / "images" / row["file"]).read_bytes()
        for data in (sharp, unfocused(sharp)):
            table.end_game()
            browser.post("/start", {"setup": SETUP})
            assert send(browser, data).status_code == 200
            view = pages.view(table)
            if view["throw"]:
                taken += 1
                assert sorted(d["value"] for d in view["throw"]["dice"]) == sorted(d["value"] for d in row["dice"])
            else:
                asked += 1
                assert any(d["alternatives"] for d in view["pending"]["dice"])
        table.end_game()
        browser.post("/start", {"setup": SETUP})
        assert send(browser, sharp[:-400]).status_code == 422
    assert taken >= 4 and asked >= 1


def unfocused(photograph: bytes) -> bytes:
    """Return the photograph as a lens takes it that is out of focus by a tenth of a die's edge."""
    image = cv2.imdecode(np.frombuffer(photograph, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return cv2.imencode(".jpg", cv2.GaussianBlur(image, (0, 0), 5.5))[1].tobytes()
