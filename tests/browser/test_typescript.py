"""TypeScript checks every script against the data that the table sends; the scripts have types only in comments."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import players
from companion.facts import encode
from companion.game.library import game_class
from companion.packages import names
from companion.table import Table
from tests import pages
from tests.tools import ROOT, needed
from tests.web.conftest import TABLE
from web import create_app
from web.packed import bare
from web.stream import secret_row

STATIC = ROOT / "web" / "static" / "js"
SCRIPTS = sorted(STATIC.rglob("*.js"))
PEOPLE = (("Anna", "rouge"), ("Bruno", "bleu"), ("Chloé", "jaune"), ("David", "noir"))
FACTS, EVERY = 90, 9
"""Facts played in each game, and the interval between checked views."""
FETCHED = {"/setup.json": "SetupOffer", "/games.json": "GamesOffer", "/boxes.json": "ShelfOffer",
           "/rules.json": "RuleBook", "/box.json": "BoxOnTable", "/after.json": "Summary",
           "/machine.json": "MachinePage", "/dice.json": "TaughtDice"}  # fmt: skip

pytestmark = pytest.mark.needs("node", "typescript")


def tsc(config: Path) -> str:
    """Return the checker's errors in the scripts of this configuration."""
    done = subprocess.run(
        [needed("node"), needed("typescript") / "bin" / "tsc", "--project", config], capture_output=True, text=True
    )
    return done.stdout + done.stderr


def test_typescript_has_nothing_to_say() -> None:
    assert tsc(ROOT / "web") == ""


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "data")
    yield table
    table.close()


def play(table: Table, game: str) -> Iterator[None]:
    """Let simple players play a game; yield after the first fact, then after each ``EVERY`` more, and at the end."""
    most = game_class(game).players_allowed[1]
    seats = [{"name": n, "colour": c} for n, c in PEOPLE[: min(most, len(PEOPLE))]]
    assert table.start({"game": game, "seats": seats, "level": "croupier", "box": "exemple"}).ok
    chance = Random(7)
    for number in range(FACTS):
        evening = table.evening()
        assert evening is not None
        fact = players.turn(evening.play, chance)
        if fact is None:
            break
        assert table.submit(encode(fact)).ok
        if number % EVERY == 0:
            yield
    yield


def literals(table: Table, game: str) -> Iterator[tuple[str, Any]]:
    """Yield an example of each answer with the name of its type."""
    browser = create_app(table).test_client()
    yield "View", pages.view(table)
    for _ in play(table, game):
        yield "View", pages.view(table)
        for seat in pages.view(table)["order"]:
            yield "Secrets", secret_row(table.snapshot(), table.secrets(seat))
    for path, name in FETCHED.items():
        yield name, browser.get(path).json
    yield "Moment", browser.get("/at/3.json").json
    fact = {"type": "MoneyMoved", "giver": "bank", "taker": "A", "amount": 50}
    yield "Preview", browser.post("/preview", json={"fact": fact}, headers=TABLE).json
    if game_class(game).example_box():
        made = browser.post("/new-box", json={"name": game, "game": game, "example": True}, headers=TABLE).json["name"]
        yield "BoxFile", browser.get("/box-file.json", query_string={"name": made}).json
    table.submit({"type": "PlayPaused"}, force=True)
    yield "View", pages.view(table)
    table.end_game()


def test_what_the_table_sends_is_what_the_types_say(played: Table, tmp_path: Path) -> None:
    """The data is written as literals, so that the checker also finds keys missing from the types."""
    sent = [row for game in names() for row in literals(played, game)]
    lines = [f"/** @type {{{name}}} */\nexport const one{i} = {json.dumps(value)};\n" for i, (name, value) in enumerate(sent)]
    (tmp_path / "sent.js").write_text("".join(lines), encoding="utf-8")
    types = str(ROOT / "web" / "types" / "**" / "*.d.ts")
    config = {"extends": str(ROOT / "web" / "tsconfig.json"), "include": [types, "sent.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(config), encoding="utf-8")
    assert tsc(tmp_path) == ""


def test_without_its_comments_a_script_is_the_same_program(tmp_path: Path) -> None:
    """Removing comments must keep texts that only look like comments."""
    for path in SCRIPTS:
        for kind, source in (("whole", path.read_bytes()), ("bare", bare(path.read_bytes()))):
            copy = tmp_path / kind / path.relative_to(STATIC)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(source)
    options = {"allowJs": True, "noCheck": True, "noResolve": True, "target": "esnext", "removeComments": True, "outDir": "out"}
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "include": ["whole", "bare"]}), "utf-8")
    assert tsc(tmp_path) == ""
    whole, sent = ({p.relative_to(tmp_path / "out" / kind): p.read_text("utf-8") for p in (tmp_path / "out" / kind).rglob("*.js")}
                   for kind in ("whole", "bare"))  # fmt: skip
    assert len(whole) == len(SCRIPTS) and whole == sent
    assert not any(b"@param" in bare(path.read_bytes()) for path in SCRIPTS)
