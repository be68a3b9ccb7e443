"""Each browser chooses its own language at the same table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.language import spoken
from companion.snapshot import Snapshot
from companion.table import Table
from tests.web.conftest import TABLE, Browser
from tests.web.test_stream import events
from web import create_app, stream

SEATS = [{"name": n, "colour": c} for n, c in (("Ann", "rouge"), ("Bob", "bleu"), ("Cid", "jaune"))]
ENGLISH = {"Accept-Language": "en-GB,en;q=0.8"}


@pytest.fixture
def table(english: None, tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    assert opened.start({"game": "home_casino", "seats": SEATS, "target": 10000, "first": 0}).ok
    yield opened
    opened.close()


@pytest.fixture
def app(table: Table, tmp_path: Path) -> Any:
    return create_app(table, folder=tmp_path / "page")


def choose(browser: Browser, language: str) -> Any:
    return browser.post("/language", {"language": language})


def asked(browser: Browser, **headers: str) -> str:
    return str(browser.get("/view.json", **headers).json["questions"][0]["text"])


@pytest.mark.parametrize(("wanted", "language"), [
    ("", "fr"), ("fr-CH, en;q=0.5", "fr"), ("en-GB", "en"), ("de, en;q=0.7, fr;q=0.3", "en"), ("de-DE", "fr"), ("*", "fr"),
])  # fmt: skip
def test_a_page_speaks_as_its_browser_asks_else_french(browser: Browser, wanted: str, language: str) -> None:
    assert f'<html lang="{language}"' in browser.get("/table", Accept_Language=wanted).text


def test_what_somebody_chose_outlasts_what_the_browser_asks(browser: Browser) -> None:
    assert choose(browser, "en").status_code == 200
    assert asked(browser, Accept_Language="fr") == "Ann throws two dice"
    assert choose(browser, "fr").status_code == 200
    assert asked(browser, Accept_Language="en") == "Ann lance deux dés"


def test_a_language_that_is_not_there_is_refused_with_those_that_are(browser: Browser) -> None:
    told = choose(browser, "tlh")
    assert (told.status_code, told.json["text"]) == (400, "Cette langue n'est pas là. Au choix : Français, English.")
    browser.client.set_cookie("servi_nonsense_language", "tlh")
    assert asked(browser) == "Ann lance deux dés"


def test_two_tables_at_one_address_keep_two_choices(browser: Browser, tmp_path: Path) -> None:
    choose(browser, "en")
    kept = [cookie for cookie in browser.client._cookies.values() if cookie.key.endswith("_language")]
    mark = json.loads((tmp_path / "page" / "page.json").read_text())["mark"]
    assert [(cookie.key, cookie.value) for cookie in kept] == [(f"servi_{mark}_language", "en")]


def test_refusals_reports_and_problems_are_told_in_the_language_of_whoever_asked(browser: Browser, other: Browser) -> None:
    choose(browser, "en")
    throw = {"type": "DiceThrown", "seat": "B", "dice": [{"kind": "d6", "value": 1}, {"kind": "d6", "value": 2}]}
    told = [one.fact(throw, **TABLE).json for one in (browser, other)]
    assert [one["text"] for one in told] == ["It is not Bob’s turn now.", "Ce n'est pas à Bob maintenant."]
    assert [one["allowed"] for one in told] == ["It is Ann’s turn.", "C'est à Ann."]
    assert browser.fact(throw | {"seat": "A"}, **TABLE).json["ok"]
    assert browser.get("/history.json").json[-1]["text"].startswith("Ann throws 1 and 2")
    assert other.get("/history.json").json[-1]["text"].startswith("Ann lance 1 et 2")
    number = browser.get("/view.json").json["number"]
    assert browser.get(f"/at/{number}.json").json["moment"]["text"].startswith("Ann throws")
    preview = browser.post("/preview", {"fact": {"type": "Voided", "target": number}}).json
    assert preview["fact"] != other.post("/preview", {"fact": {"type": "Voided", "target": number}}).json["fact"]
    assert browser.get("/at/99999").status_code == 404
    assert "There is no such moment." in browser.get("/at/99999", Accept="text/html").text
    assert browser.get("/nowhere").json["text"] == "There is no such page. The table is at the address “/”."
    rules = browser.get("/setup.json").json["games"][0]["house"]
    assert rules[0]["label"] == "Dice for moving" and rules[0]["help"].startswith("Move with two")


def test_two_pages_at_one_table_are_told_at_once_each_in_its_language(browser: Browser, other: Browser, table: Table) -> None:
    choose(browser, "en")
    streams = [events(one.get("/stream")) for one in (browser, other)]
    said = [json.loads(next(one)[1])["questions"][0]["text"] for one in streams]
    assert said == ["Ann throws two dice", "Ann lance deux dés"]
    throw = {"type": "DiceThrown", "seat": "A", "dice": [{"kind": "d6", "value": 1}, {"kind": "d6", "value": 2}]}
    assert other.fact(throw, **TABLE).json["ok"]
    told = []
    for one in streams:
        seen = json.loads(next(data for name, data in one if name == "view"))
        told.append((seen["version"], seen["throw"]["text"], seen["news"][0]["text"].split(" : ")[0].split(":")[0]))
    assert told[0][0] == told[1][0]
    assert [row[1:] for row in told] == [("3 in all", "Ann throws 1 and 2"), ("3 en tout", "Ann lance 1 et 2")]
    assert spoken() == "fr"


def test_a_view_is_made_once_for_each_language_that_is_read(
    browser: Browser, other: Browser, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    whole = stream.drawn

    def counted(now: Snapshot) -> Any:
        made.append(spoken())
        return whole(now)

    monkeypatch.setattr(stream, "drawn", counted)
    choose(other, "en")
    answers = [one.get("/stream") for one in (browser, browser, other, other)]
    streams = [events(answer) for answer in answers]
    for languages in (["fr", "en"], ["fr", "en"] * 2):
        for one in streams:
            assert next(name for name, _ in one if name == "view")
        assert made == languages
        assert table.submit({"type": "LevelSet", "level": "croupier"}).ok
    for answer in answers:
        answer.close()


def test_the_scripts_get_their_sentences_once_and_are_asked_after(browser: Browser) -> None:
    french = browser.get("/catalog.js")
    assert french.text == 'export default {"language":"fr","words":{}};\n'
    choose(browser, "en")
    read = browser.get("/catalog.js")
    words = json.loads(read.text.removeprefix("export default ").rstrip().rstrip(";"))
    assert words["language"] == "en" and words["words"]["Fermer"] == "Close"
    assert words["words"]["{n} lancer"] == ["{n} throw", "{n} throws"]
    assert read.mimetype == "text/javascript" and "Cookie" in read.headers["Vary"]
    again = browser.get("/catalog.js", If_None_Match=read.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")
    assert browser.get("/catalog.js", If_None_Match=french.headers["ETag"]).status_code == 200
    assert len(read.data) < 100_000


def test_a_notice_that_was_kept_is_read_by_each_in_his_language(browser: Browser, other: Browser, table: Table) -> None:
    choose(browser, "en")
    assert table.erase_pictures().ok
    told = [one.get("/view.json").json["notice"] for one in (browser, other)]
    assert told == ["The photos of this evening are erased, the facts stay.",
                    "Les photos de cette soirée sont effacées, les faits restent."]  # fmt: skip
