"""Draws every page, on tablet and phone, into ``docs/screens/``: ``.venv/bin/python -m tests.screens``.

The states are those of the page tests, so a picture changes only with its page.
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright
from waitress import create_server

from companion import players
from companion.chronicle.dice import DICE
from companion.chronicle.outline import OUTLINE
from companion.dice import DiceSet
from companion.facts import MoneyMoved
from companion.luck.curves import Curves
from companion.packages import names
from companion.snapshot import Snapshot
from companion.table import Table
from tests.browser.conftest import FLAGS, PHONE, TABLET, Server, claim
from tests.browser.test_room import Tables, row
from tests.companion.chronicle.past import past
from tests.games.tables import followed
from tests.tools import ROOT, needed
from tests.web.fake_table import FakeTable
from tests.web.states import states
from tests.web.test_machine import Machine
from vision import pictures
from vision.drawing.throws import throw
from web.room import create_app

FOLDER = ROOT / "docs" / "screens"
SIZES = {"tablette": TABLET, "telephone": PHONE}
DRAWN = """() => {
  const { version, moment } = document.documentElement.dataset;
  return version || moment || !document.querySelector("#direct");
}"""
"""Condition in JavaScript: the page has drawn its data, or it has no mark ``#direct`` of a connection."""
COLOURS = 128
"""Palette size of a picture; it halves the bytes without visible loss."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A page to draw: a fixed ``state`` or random evening of ``game``, the claimed ``seat``, the shown ``heading``."""

    name: str
    path: str
    state: str = "throw-zanzibar"
    seat: str = ""
    game: str = ""
    facts: int = 0
    heading: str = ""


SCREENS = (
    Screen("table-lancer", "/table"),
    Screen("table-mises", "/table", "bet"),
    Screen("table-attente", "/table", "pending"),
    Screen("table-dettes", "/table", "debts"),
    Screen("coach", "/table", "throw-421"),
    Screen("siege-mises", "/seat/A", "bet", "A"),
    Screen("siege-421", "/seat/A", "throw-421", "A"),
    Screen("preparer", "/setup"),
    Screen("recit", "/history"),
    Screen("passe", "/at/12", game="home_casino", facts=30),
    Screen("regarder", "/watch"),
    Screen("boites", "/boxes", game="home_casino", facts=5),
    Screen("boite", "/box?name=Mienne", game="home_casino"),
    Screen("boite-si-no", "/box?name=Mienne", game="les_cases_si_no"),
    Screen("piste", "/track", game="home_casino"),
    Screen("des", "/dice", game="home_casino"),
    Screen("boitier", "/machine"),
    Screen("panneau", "/panel"),
    Screen("apres", "/after", game="home_casino", facts=150),
    Screen("chance", "/after", game="home_casino", facts=150, heading="Les chances de gagner, lancer après lancer"),
    Screen("vos-des", "/your-dice", game="home_casino", facts=900),
    Screen("livre-d-or", "/book"),
    Screen("livre-d-or-partie", "/book/34"),
    Screen("incrustation", "/overlay", game="home_casino", facts=40),
    Screen("pause", "/pause"),
    Screen("feuille", "/score-sheet", game="home_casino"),
    Screen("si-no", "/table", game="les_cases_si_no", facts=9),
    Screen("si-no-siege", "/seat/B", seat="B", game="les_cases_si_no", facts=9),
    Screen("pirate", "/table", game="casino_pirate", facts=14),
    Screen("pirate-siege", "/seat/B", seat="B", game="casino_pirate", facts=14),
    Screen("casablanca", "/table", game="casablanca", facts=24),
    Screen("casablanca-siege", "/seat/B", seat="B", game="casablanca", facts=24),
    Screen("cassino", "/table", game="cassino", facts=6),
    Screen("cassino-siege", "/seat/A", seat="A", game="cassino", facts=6),
    Screen("libre", "/table", game="free", facts=22),
    Screen("libre-siege", "/seat/B", seat="B", game="free", facts=22),
)


def main() -> None:
    """Draw all pages, or the named ones."""
    FOLDER.mkdir(exist_ok=True)
    wanted = set(sys.argv[1:])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(needed("chromium")), args=FLAGS)
        for screen in [one for one in SCREENS if not wanted or one.name in wanted]:
            with tempfile.TemporaryDirectory() as folder:
                told = screen.path.startswith("/book")
                table = years(Path(folder)) if told else evening(screen, Path(folder)) if screen.game else canned(screen)
                server = Server(table)
                for size, (width, height) in SIZES.items():
                    if screen.path == "/overlay" and size != "tablette":
                        continue  # phones do not show this page
                    save(draw(browser, server, screen, width, height), f"{screen.name}-{size}")
                server.stop()
        if not wanted or "salle" in wanted:
            draw_room(browser)
        browser.close()


def draw_room(browser: Any) -> None:
    """Draw the room of a café."""
    with tempfile.TemporaryDirectory() as folder:
        playing = [evening(Screen("", "/table", game=game, facts=40), Path(folder, game)).snapshot() for game in names()]
    tables = Tables()
    shown = {f"table-{at}": row(playing[at % len(playing)], now=time.time(), help=at == 4) for at in range(1, 9)}
    shown["table-6"] = row(Snapshot(), now=time.time())
    win = {"evening": 3, "at": time.time(), "game": "cassino", "names": ["Chloé", "Max"], "points": 21, "table": "table-2"}
    tables.tell(tables=shown, wins=[win])
    server = create_server(create_app(tables), host="127.0.0.1", port=0, threads=8)
    threading.Thread(target=server.run, daemon=True).start()
    for size, (width, height) in SIZES.items():
        page = browser.new_page(viewport={"width": width, "height": height}, locale="fr-FR")
        page.goto(f"http://127.0.0.1:{server.effective_port}/")
        page.locator(".salle-table").first.wait_for()
        page.wait_for_timeout(700)
        save(page.screenshot(), f"salle-{size}")
        page.close()


def save(picture: bytes, name: str) -> None:
    """Write a picture with a small palette."""
    image = Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    image.save(FOLDER / f"{name}.png", optimize=True)


def draw(browser: Any, server: Server, screen: Screen, width: int, height: int) -> bytes:
    """Return the PNG picture of one page."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="fr-FR", reduced_motion="reduce"
    )
    try:
        page = context.new_page()
        page.goto(server.address + ("/table" if screen.seat else screen.path), wait_until="domcontentloaded")
        if screen.seat:
            claim(page, server, screen.seat)
        page.wait_for_function(DRAWN)
        page.wait_for_function(
            "() => ![...document.querySelectorAll('p')].some((p) => p.textContent === 'Un instant…')"
        )
        page.wait_for_load_state("load")
        if screen.heading:
            page.get_by_role("heading", name=screen.heading).evaluate("(one) => one.parentElement.scrollIntoView()")
        page.wait_for_timeout(700)  # wait for pictures and fonts
        return bytes(page.screenshot())
    finally:
        context.close()


def canned(screen: Screen) -> FakeTable:
    """Return a table that shows one state."""
    table = FakeTable()
    table.machine = Machine()
    table.picture_bytes = photograph()
    state = states()[screen.state]
    if screen.name == "coach":
        rich = tuple(replace(one, points=max(one.points, 1_500)) for one in state.seats)  # all can pay three stakes
        state = replace(state, house={**state.house, "coach": "before"}, seats=rich)
    table.show(state)
    return table


def photograph() -> bytes:
    """Return a drawn throw as JPEG."""
    played = throw(DiceSet.parse("3d6"), seed=3)
    return pictures.jpeg(played.still())


def years(folder: Path) -> Table:
    """Return a table with evenings of every game."""
    past(folder, 40, jpeg=photograph())
    table = Table(folder)
    table.chronicle.all(OUTLINE, 600)
    return table


def evening(screen: Screen, folder: Path) -> Table:
    """Return a real table, played at random from a fixed seed."""
    table, chance = Table(folder), random.Random(7)
    if screen.path.startswith("/box?"):
        table.boxes.new("Mienne", screen.game, example=True)
    people = (("Anna", "rouge", 9), ("Bruno", "bleu", 41), ("Chloé", "jaune", 14), ("David", "noir", 38))
    seats = [{"name": name, "colour": colour, "age": age} for name, colour, age in people]
    table.start({"game": screen.game, "seats": seats, "level": "arbitre", "house": followed(screen.game, {})})
    playing = table.evening()
    assert playing is not None
    for _ in range(screen.facts):
        fact = players.turn(playing.play, chance)
        if fact is None:
            break
        table.submit(fact)
    if screen.path == "/after" and not playing.play.game.outcome:
        table.submit(MoneyMoved(giver="bank", taker=playing.play.game.turn, amount=15_000))
    table.chronicle.all(DICE, patience=60)
    if screen.name == "chance":
        table.curves = Curves(folder, priority=0)  # a curve takes ten minutes of one core
        assert table.compute_luck().ok
        while (found := table.luck()) is not None and not found.done:
            time.sleep(1)
    return table


if __name__ == "__main__":
    main()
