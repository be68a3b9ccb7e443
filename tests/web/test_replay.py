"""The file of one evening, made for mailing: small, complete, and without secrets."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from companion import evening_file
from companion.chronicle.kept import Kept
from companion.evening import Entry, Evening
from companion.facts import DiceThrown, GameStarted, MoneyMoved, public
from companion.journal import Journal
from companion.language import speaking
from companion.luck.curves import KIND, VERSION, Curves, Found, head_of
from companion.luck.playouts import SHARE
from companion.luck.values import Sums, Values
from companion.luck.worker import begin
from companion.observe import observe
from companion.table import Table
from tests.companion import evenings
from tests.companion.test_hidden_hands import HIDING
from tests.games import tables
from tests.web.conftest import Browser
from vision.pictures import decode, jpeg, smaller
from web import replay
from web.bundle import SCRIPTS
from web.drawing import drawn_evening

OLD = Path(__file__).parents[1] / "evenings" / "old"


def drawn(entries: list[Entry], pictures: dict[int, bytes] | None = None, luck: Found | None = None) -> str:
    return replay.html(replay.Job(entries, replay.photographs(pictures or {}, smaller), luck=luck or Found()))


def data(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="donnees">(.*?)</script>', text)
    assert found
    return json.loads(found[1])


def changed(old: Any, by: Any) -> Any:
    """Return a value after the changes of one fact, as the file's own script computes it."""
    if isinstance(by, list):
        return by[0]
    fresh = dict(old) if isinstance(old, dict) else dict(enumerate(old)) if by else old
    for key, one in by.items():
        place = key if isinstance(old, dict) else int(key)
        fresh[place] = changed(old[place], one)
    return fresh if isinstance(old, dict) or not by else list(fresh.values())


def some_values(entries: Sequence[Entry]) -> Values:
    values = begin(entries)
    for rows in values.batches:
        rows.append(Sums(tuple(SHARE for _ in values.seats), tuple(9000 for _ in values.seats)))
    return values


def views(text: str) -> list[Any]:
    found = data(text)
    return list(accumulate(found["changes"], changed, initial=found["first"]))


@cache
def played() -> tuple[list[Entry], str]:
    """Return an old evening of Home Casino, and its file."""
    entries, _ = evening_file.read((OLD / "home_casino.servi").read_bytes())
    return entries, drawn(entries)


@pytest.fixture(scope="module")
def photographs() -> list[bytes]:
    """Return photographs as noisy and as large as a camera's."""
    noise = np.random.default_rng(1)
    return [jpeg(noise.integers(0, 255, (720, 1280, 3), np.uint8), quality=60) for _ in range(3)]


@pytest.mark.parametrize("file", sorted(OLD.glob("*.servi")), ids=lambda file: file.stem)
def test_it_shows_each_moment_as_the_table_stood(file: Path) -> None:
    entries, _ = evening_file.read(file.read_bytes())
    text = drawn(entries)
    found = views(text)
    assert len(found) == len(data(text)["steps"]) == len(entries)
    for last in {1, *range(7, len(entries), 29), len(entries)}:
        then = json.loads(json.dumps(drawn_evening(observe(Evening(entries[:last])))))
        shown = found[last - 1]
        assert {key: then[key] for key in ("accounts", "turn", "scene", "board", "outcome", "phase", "order")} == {
            key: shown[key] for key in ("accounts", "turn", "scene", "board", "outcome", "phase", "order")
        }
        assert [(s["points"], s["square"], s["change"]) for s in then["seats"]] == [
            (s["points"], s["square"], s["change"]) for s in shown["seats"]
        ]
        assert [(d["from"], d["to"], d["amount"]) for d in then["debts"]] == [
            (d["from"], d["to"], d["amount"]) for d in shown["debts"]
        ]
        assert data(text)["steps"][last - 1]["text"] == then["news"][0]["text"]


@pytest.mark.slow
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
    _, text = played()
    assert not re.search(r"""(?:src|href)=["'](?!data:|#)""", text)
    assert not re.search(r"url\((?!data:)", text)
    assert "http" not in re.sub(r"http-equiv|http://www\.w3\.org/\S+", "", text)


@pytest.mark.parametrize("name", ["</script><b>x", '"><img src=x onerror=alert(1)>', "a\u202eb", "&amp;{{7*7}}"])
def test_a_name_stays_a_name(name: str) -> None:
    entries, usual = played()
    start = entries[0].fact
    assert isinstance(start, GameStarted)
    seats = (replace(start.seats[0], name=name), *start.seats[1:])
    text = drawn([replace(entries[0], fact=replace(start, seats=seats)), *entries[1:]])
    assert text.count("</script>") == usual.count("</script>") == 3
    assert "<img src=x" not in text and "<b>x" not in text
    assert views(text)[-1]["seats"][0]["name"] == name


@pytest.mark.parametrize("game", HIDING)
def test_hidden_cards_are_not_in_it(game: str) -> None:
    """The file is the same whether the journal holds the hidden cards or not."""
    evening = tables.Evening(game, "ABC", house=tables.followed(game, {}))
    tables.play(evening, Random(game), 60)
    facts = [evening.start, *evening.facts]
    assert any(public(fact) != fact for fact in facts)
    whole = [Entry(number, float(number), fact) for number, fact in enumerate(facts, 1)]
    assert drawn(whole) == drawn([replace(entry, fact=public(entry.fact)) for entry in whole])


def test_it_speaks_the_language_of_its_reader() -> None:
    entries, french = played()
    with speaking("en"):
        english = drawn(entries)
    assert "Revoir la partie" in french and '<html lang="fr"' in french
    assert '<html lang="en"' in english and "Watch the game again" in english
    assert '"Ce que chacun avait":"What everybody had"' in english
    assert "throws" in data(english)["steps"][1]["text"] and "lance" in data(french)["steps"][1]["text"]


def test_the_browser_runs_nothing_but_its_own_scripts() -> None:
    text = drawn(evening_file.read((OLD / "cassino.servi").read_bytes())[0])
    scripts = re.findall(r"<script(?: type=\"module\")?>(.*?)</script>", text, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in scripts]
    assert len(hashes) == 2 and all(f"sha256-{one}" in html.unescape(text) for one in hashes)
    assert "default-src &#39;none&#39;" in text and "unsafe" not in text
    assert not re.search(r"\son\w+=|style=", re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL))


def test_every_scene_of_the_page_is_in_it() -> None:
    scenes = {f"scenes/{file.name}" for file in (SCRIPTS / "scenes").glob("*.js")}
    assert scenes <= set(replay.bundle().modules)


def test_a_curve_that_is_there_is_in_it() -> None:
    entries, text = played()
    values = some_values(entries)
    assert data(text)["luck"]["state"] == "none"
    luck = data(drawn(entries, luck=Found(values, done=True)))["luck"]
    assert luck["state"] == "done" and len(luck["chances"]) == len(values.seats)


def test_an_unreadable_photograph_is_left_out(photographs: list[bytes]) -> None:
    entries, _ = played()
    first, second = [entry.number for entry in entries if isinstance(entry.fact, DiceThrown)][:2]
    marked = [replace(entry, picture=entry.number in (first, second)) for entry in entries]
    text = drawn(marked, {first: b"\xff\xd8\xff broken", second: photographs[0]})
    assert f'id="photo-{second}"' in text and f'id="photo-{first}"' not in text
    assert [views(text)[one - 1]["throw"]["picture"] for one in (first, second)] == [False, True]


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
    assert "Watch the game again" in browser.get("/replay/1.html", Accept_Language="en").text
    with replay._making:
        assert browser.get("/replay/1.html").status_code == 429
    assert browser.get("/replay/9.html").status_code == browser.get("/export/9.txt").status_code == 404


def test_the_verb_writes_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal(tmp_path)
    journal.bring_in(*evening_file.read((OLD / "cassino.servi").read_bytes()))
    journal.close()
    file = tmp_path / "evening.html"
    assert replay.main(["1", str(file), "--lang", "en"], tmp_path, smaller) == 0
    assert "58 facts" in (out := capsys.readouterr().out) and "can be computed when the game is over" in out
    assert '<html lang="en"' in file.read_text(encoding="utf-8")
    assert replay.main(["7", str(file)], tmp_path, smaller) == 1
    assert replay.main(["1", str(tmp_path / "no" / "x.html")], tmp_path, smaller) == 1
    assert capsys.readouterr().err.count("\n") == 2


def test_the_verb_computes_the_curve_if_it_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = evenings.table(tmp_path, target=8000)
    evenings.play_until(table, Random(2), lambda evening: evening.play.throws >= 2)
    assert table.submit(MoneyMoved(giver="bank", taker="A", amount=12_000)).ok
    entries = list(table.evening().entries)  # type: ignore[union-attr]
    table.close()
    file = tmp_path / "evening.html"
    assert replay.main(["1", str(file)], tmp_path, smaller) == 0
    assert "--curve computes it" in capsys.readouterr().out

    class Quick(Curves):
        """A fake worker that stores the values of ``some_values`` at once; the real one takes minutes."""

        def compute(self, evening: int, entries: Sequence[Entry]) -> None:
            Kept(tmp_path).put(
                evening, KIND, VERSION, head_of(entries), {"done": True, "values": some_values(entries).write()}
            )
            self._known.clear()

    monkeypatch.setattr(replay, "Curves", Quick)
    assert replay.main(["1", str(file), "--curve", "--no-pictures"], tmp_path, smaller) == 0
    assert "curve" not in capsys.readouterr().out
    luck = data(file.read_text("utf-8"))["luck"]
    assert luck["state"] == "done" and len(luck["chances"]) == len(entries[0].fact.seats)
