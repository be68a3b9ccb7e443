"""The pages in English: no French left, no overflow, and two tablets in different languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import players
from companion.facts import PlayPaused
from companion.game.library import game_class
from companion.packages import names as installed
from companion.questions import Closed
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, SCREENS, TABLET, Server, at_sizes, claim, long_ones_slow
from tests.browser.taps import settled, up_to_date
from tests.english import french
from tests.games.tables import followed
from web import catalogs

SEATS = [("Ann", "rouge"), ("Bob", "bleu"), ("Cid", "jaune"), ("Dan", "noir")]
GAMES = long_ones_slow(("home_casino", "cassino", "casablanca", "casino_pirate", "les_cases_si_no", "free"))
STEPS = {"home_casino": 24}
READ = """() => {
  const own = (e) => !e.closest("script, style, symbol, noscript, [lang=fr]");
  const said = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n; (n = walk.nextNode());) if (n.data.trim() && own(n.parentElement)) said.push(n.data.trim());
  for (const e of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
    if (own(e)) said.push(...["aria-label", "title", "placeholder", "alt"].map((a) => e.getAttribute(a)).filter(Boolean));
  return said;
}"""


@pytest.fixture
def table(english: None, tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    yield opened
    opened.close()


@pytest.fixture
def read_in(chrome: Any, server: Server) -> Iterator[Any]:
    """Yield a function that opens a page in a browser with a preferred language."""
    contexts = []

    def opened(language: str, path: str, size: tuple[int, int] = TABLET) -> Any:
        context = chrome.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=language, reduced_motion="reduce"
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20000)
        page.goto(server.address + path, wait_until="domcontentloaded")
        return page

    yield opened
    for context in contexts:
        context.close()


def begin(table: Table, game: str, seats: int = 4, house: Any = None) -> None:
    rows = [{"name": name, "colour": colour} for name, colour in SEATS[:seats]]
    wanted: dict[str, Any] = {"game": game, "seats": rows, "first": 0, "house": house or {}}
    table.start(wanted | ({"target": 10000} if game == "home_casino" else {}))


def drawn(page: Any, table: Table) -> Any:
    version = pages.view(table)["version"]
    up_to_date(page, version)
    settled(page)
    return page


def names(table: Table) -> list[str]:
    """Return the words of the box, such as card texts, which stay untranslated."""
    evening = table.evening()
    assert evening is not None
    box = evening.play.game.started.box
    return [
        str(card.get("text") or card.get("name")) for deck in ("jackpot", "acquisition") for card in box.get(deck, ())
    ]


@cache
def translated() -> frozenset[str]:
    """Return the French sentences that differ from their English translation."""
    return frozenset(m.id for m in catalogs.read("en") if isinstance(m.id, str) and m.id and m.string != m.id)


def left(page: Any, *known: str) -> set[str]:
    """Return the French texts on this page, and the untranslated sentences that have an English translation."""
    untold = translated()
    said = {text.replace("\u00a0", " ") for text in page.evaluate(READ)}
    return {text for text in said if french(text, *known) or (text in untold and text not in known and len(text) > 5)}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_french_is_left_while_an_evening_is_played(
    game: str, read_in: Any, table: Table, server: Server
) -> None:
    begin(table, game, house=followed(game, None))
    page, phone = read_in("en-GB", "/table"), read_in("en-US", "/table", PHONE)
    claim(phone, server, "A")
    chance, found = Random(7), set[str]()
    seen: set[str] = set()
    for _ in range(200):
        evening = table.evening()
        assert evening is not None
        topics = {q.topic for q in evening.play.open if not isinstance(q, Closed)}
        if topics - seen:
            seen |= topics
            for one in (drawn(page, table), drawn(phone, table)):
                found |= left(one, *names(table))
        if len(seen) >= STEPS.get(game, 6) or evening.play.game.outcome:
            break
        table.submit(players.turn(evening.play, chance), force=True)
    page.goto(server.address + "/history", wait_until="domcontentloaded")
    page.locator(".recit li").first.wait_for()
    found |= left(page, *names(table))
    assert found == set()
    assert len(seen) >= (2 if game == "free" else 3)


def test_nothing_french_is_left_on_the_other_pages(read_in: Any, table: Table, server: Server) -> None:
    for name, game in (("Mine", "home_casino"), ("Draws", "les_cases_si_no"), ("Desert", "casablanca")):
        table.boxes.new(name, game, example=True)
    page = read_in("en-GB", "/setup")
    page.locator("#preparer button").first.wait_for()
    page.get_by_text("House rules").first.click()
    page.get_by_text("Dice for moving").wait_for()
    found = left(page, *(game_class(name).title() for name in installed()))
    begin(table, "home_casino")
    number = pages.view(table)["number"]
    places = {f"/at/{number}": ".classement li", "/after": "h1", "/pause": "h1", "/watch": ".siege", "/boxes": "h1",
              "/machine": "h1", "/nowhere": "h1", "/score-sheet": "h1", "/track": "#piste .vide", "/dice": ".lecon",
              "/connect": "h1",
              "/box?name=Mine": ".palette", "/box?name=Draws": ".table-boite", "/box?name=Desert": ".champ-boite"}  # fmt: skip
    for path, there in places.items():
        page.goto(server.address + path, wait_until="domcontentloaded")
        page.locator(there).first.wait_for()
        page.wait_for_timeout(300)
        found |= {f"{path}: {text}" for text in left(page, *names(table))}
    page.goto(server.address + "/box?name=Mine", wait_until="domcontentloaded")
    page.get_by_role(
        "button", name="Casino red", exact=True
    ).wait_for()  # colour names come from the box file
    page.goto(server.address + "/table", wait_until="domcontentloaded")
    drawn(page, table)
    for panel in (
        "The table decides",
        "Coming and going",
        "Count chips",
        "The phones",
        "House rules",
        "Who may do what",
        "Sound and direction",
    ):
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("dialog").wait_for()
        found |= left(page, *names(table))
        page.get_by_role("dialog").get_by_role("button", name=panel).click()
        page.get_by_role("dialog", name="This screen" if panel == "Sound and direction" else panel).wait_for()
        found |= left(page, *names(table))
        page.keyboard.press("Escape")
    assert table.submit(PlayPaused()).ok
    found |= left(drawn(page, table), *names(table))
    assert found == set()


def test_the_english_pages_are_whole(read_in: Any, table: Table, server: Server) -> None:
    page = read_in("en-GB", "/setup")
    page.locator("#preparer button").first.wait_for()
    found = at_sizes(page, SCREENS, "/setup")
    begin(table, "home_casino")
    page.goto(server.address + "/table", wait_until="domcontentloaded")
    phone = read_in("en-GB", "/table", PHONE)
    claim(phone, server, "A")
    chance, kinds = Random(11), set[str]()
    for _ in range(160):
        evening = table.evening()
        assert evening is not None
        fresh = {q.kind for q in evening.play.open if not isinstance(q, Closed)} - kinds
        if fresh:
            kinds |= fresh
            for where, one in (("/table", page), ("/seat", phone)):
                drawn(one, table)
                found += at_sizes(one, SCREENS, f"{where}, {sorted(fresh)}")
        table.submit(players.turn(evening.play, chance), force=True)
        if len(kinds) >= 8:
            break
    page.goto(server.address + "/history", wait_until="domcontentloaded")
    page.locator(".recit li").first.wait_for()
    assert found + at_sizes(page, SCREENS, "/history") == []
    assert len(kinds) >= 5


def test_two_tablets_read_in_two_languages_and_one_changes_at_a_touch(
    read_in: Any, table: Table, server: Server
) -> None:
    begin(table, "home_casino")
    here, there = read_in("fr-FR", "/table"), read_in("en-GB", "/table")
    here.get_by_text("Ann lance deux dés").wait_for()
    there.get_by_text("Ann throws two dice").wait_for()
    scores = [page.locator(".siege .score").first.inner_text() for page in (here, there)]
    assert [re.sub(r"[^\d\s,]", "", one).strip()[-5:] for one in scores] == ["4\u202f000", "4,000"]
    here.get_by_role("button", name="Menu").click()
    here.get_by_role("button", name="English").click()
    here.get_by_text("Ann throws two dice").wait_for()
    assert here.locator("html").get_attribute("lang") == "en"
    there.get_by_role("button", name="Menu").click()
    there.get_by_role("button", name="Français").click()
    there.get_by_text("Ann lance deux dés").wait_for()
    assert there.locator("html").get_attribute("lang") == "fr"


def test_setting_up_changes_its_language_and_keeps_what_was_typed(read_in: Any, table: Table) -> None:
    page = read_in("fr-FR", "/setup", PHONE)
    page.get_by_label("Nom, place 1").fill("Zoe")
    page.get_by_role("button", name="English").click()
    page.get_by_role("heading", name="Who plays, and up to what?").wait_for()
    assert page.get_by_label("Name, seat 1").input_value() == "Zoe"
