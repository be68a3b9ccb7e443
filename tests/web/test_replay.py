"""The file of one evening that is mailed: small, complete, and free of what nobody may see."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from companion import evening_file
from companion.evening import Entry, Evening
from companion.facts import DiceThrown, GameStarted, public
from companion.journal import Journal
from companion.language import speaking
from companion.table import Table
from tests.companion import evenings
from tests.companion.test_hidden_hands import HIDING
from tests.games import tables
from tests.web.conftest import Browser
from vision.pictures import decode, jpeg, smaller
from web import replay

OLD = Path(__file__).parents[1] / "evenings" / "old"


def drawn(entries: list[Entry], pictures: dict[int, bytes] | None = None) -> str:
    with replay.application().app_context():
        return replay.html(entries, pictures or {}, smaller=smaller)


def rows(text: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="donnees">(.*?)</script>', text)
    assert found
    data: dict[str, object] = json.loads(found[1])
    return data


@pytest.fixture(scope="module")
def photographs() -> list[bytes]:
    """Return photographs as noisy and as large as a camera's."""
    noise = np.random.default_rng(1)
    return [jpeg(noise.integers(0, 255, (720, 1280, 3), np.uint8), quality=60) for _ in range(3)]


@pytest.mark.parametrize("file", sorted(OLD.glob("*.servi")), ids=lambda file: file.stem)
def test_it_ends_where_the_table_stands(file: Path) -> None:
    entries, _ = evening_file.read(file.read_bytes())
    data = rows(drawn(entries))
    ledger = Evening(entries).play.game.ledger
    accounts = len(data["accounts"])  # type: ignore[arg-type]
    assert len(data["rows"]) == len(entries)  # type: ignore[arg-type]
    last = data["rows"][-1][:accounts]  # type: ignore[index]
    counters = [one for one in Evening(entries).play.game.counters if one in ledger.balances]
    players = Evening(entries).play.game.players
    assert last == [ledger.balances[one] for one in (*counters, *players)]


def test_an_evening_of_180_throws_fits_a_mail(photographs: list[bytes]) -> None:
    entries = evenings.entries(900)
    thrown = [entry.number for entry in entries if isinstance(entry.fact, DiceThrown)][:180]
    assert len(thrown) == 180
    pictures = {number: photographs[number % 3] for number in thrown}
    assert sum(map(len, pictures.values())) > 20_000_000
    text = drawn([replace(entry, picture=entry.number in pictures) for entry in entries], pictures)
    assert len(text.encode()) <= 5_000_000
    assert text.count("data:image/jpeg;base64,") == 180


def test_a_picture_becomes_as_small_as_it_must_be(photographs: list[bytes]) -> None:
    for most in (200_000, 60_000, 16_000):
        made = smaller(photographs[0], most)
        assert made is not None and len(made) <= most
        assert decode(made).shape[1] >= 160
    assert smaller(b"\xff\xd8\xff no picture", 10_000) is None
    assert smaller(photographs[0], 100) is None
    assert cv2.imdecode(np.frombuffer(photographs[0], np.uint8), 1) is not None


def test_it_asks_for_nothing_from_outside() -> None:
    entries, _ = evening_file.read((OLD / "home_casino.servi").read_bytes())
    text = drawn(entries)
    assert not re.search(r"""(?:src|href)=["'](?!data:|#)""", text)
    assert not re.search(r"url\((?!data:)", text)
    assert "http" not in re.sub(r"http-equiv|http://www\.w3\.org/\S+", "", text)


@pytest.mark.parametrize("name", ["</script><b>x", '"><img src=x onerror=alert(1)>', "a\u202eb", "&amp;{{7*7}}"])
def test_a_name_stays_a_name(name: str) -> None:
    entries, _ = evening_file.read((OLD / "home_casino.servi").read_bytes())
    start = entries[0].fact
    assert isinstance(start, GameStarted)
    seats = (replace(start.seats[0], name=name), *start.seats[1:])
    text = drawn([replace(entries[0], fact=replace(start, seats=seats)), *entries[1:]])
    assert text.count("</script>") == 2
    assert "<img src=x" not in text and "<b>x" not in text
    assert [one["name"] for one in rows(text)["accounts"] if one["seat"]][0] == name[:1].upper() + name[1:]  # type: ignore[index, attr-defined]


@pytest.mark.parametrize("game", HIDING)
def test_hidden_cards_are_not_in_it(game: str) -> None:
    """It is the same whether the journal holds the hidden cards or not."""
    evening = tables.Evening(game, "ABC", house=tables.followed(game, {}))
    tables.play(evening, Random(game), 60)
    facts = [evening.start, *evening.facts]
    assert any(public(fact) != fact for fact in facts)
    whole = [Entry(number, float(number), fact) for number, fact in enumerate(facts, 1)]
    assert drawn(whole) == drawn([replace(entry, fact=public(entry.fact)) for entry in whole])


def test_it_speaks_the_language_of_its_reader() -> None:
    entries, _ = evening_file.read((OLD / "home_casino.servi").read_bytes())
    assert "Revoir la partie" in drawn(entries)
    with speaking("en"):
        text = drawn(entries)
    assert '<html lang="en"' in text and "Watch the game again" in text


# --- the button and the verb -----------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = evenings.table(tmp_path)
    yield opened
    opened.close()


def test_the_button_gives_the_file_and_the_notation(browser: Browser, table: Table) -> None:
    answer = browser.get("/replay/1.html")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == "attachment; filename=soiree-1.html"
    assert "Revoir la partie" in answer.text
    assert browser.get("/export/1.txt").text.startswith("[servi-notation 1]\n")
    assert browser.get("/replay/9.html").status_code == browser.get("/export/9.txt").status_code == 404


def test_the_verb_writes_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal(tmp_path)
    journal.bring_in(*evening_file.read((OLD / "cassino.servi").read_bytes()))
    journal.close()
    file = tmp_path / "evening.html"
    assert replay.main(["1", str(file), "--lang", "en"], tmp_path, smaller) == 0
    assert "58 facts" in capsys.readouterr().out
    assert '<html lang="en"' in file.read_text(encoding="utf-8")
    assert replay.main(["7", str(file)], tmp_path, smaller) == 1
    assert replay.main(["1", str(tmp_path / "no" / "x.html")], tmp_path, smaller) == 1
    assert capsys.readouterr().err.count("\n") == 2
