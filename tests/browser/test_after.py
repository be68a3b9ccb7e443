"""After the game: the summary on screen and on paper, and a rematch in one tap."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion import players
from companion.chronicle.kept import Kept
from companion.facts import MoneyMoved
from companion.luck.curves import KIND, VERSION, head_of
from companion.luck.playouts import SHARE
from companion.luck.values import Sums
from companion.luck.worker import begin as begin_values
from companion.packages import names
from companion.table import Table
from tests.browser.conftest import SCREENS, Open, at_sizes, barriers
from tests.browser.taps import lettered
from tests.browser.test_evening import begin
from web.drawing.summary import summary_row


def play_to_the_end(table: Table, facts: int = 150) -> None:
    """Play a random evening; if nobody has won it by then, a table word gives a player enough to win."""
    evening, chance = table.evening(), random.Random(4)
    assert evening is not None
    for _ in range(facts):
        fact = players.turn(evening.play, chance)
        assert fact is not None
        assert table.submit(fact).ok
    if not evening.play.game.outcome:
        assert table.submit(MoneyMoved(giver="bank", taker=evening.play.game.turn, amount=15_000)).ok


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    table = Table(tmp_path_factory.mktemp("over"))
    begin(table)
    play_to_the_end(table)
    keep_some_curve(table)
    yield table
    table.close()


def keep_some_curve(table: Table) -> None:
    """Store a curve of random values, because computing a real one takes long."""
    evening, chance = table.evening(), random.Random(5)
    assert evening is not None
    values = begin_values(evening.entries)
    for rows in values.batches:
        for _ in range(2):
            wins, points = ([chance.randint(0, most) for _ in values.seats] for most in (8 * SHARE, 16 * 9000))
            rows.append(Sums(tuple(wins), tuple(points)))
    Kept(table.folder).put(1, KIND, VERSION, head_of(evening.entries), {"done": True, "values": values.write()})


@pytest.fixture
def table(over: Table) -> Table:
    return over


def shown(page: Any) -> Any:
    page.locator("#bilan .gagnant h1").wait_for()
    return page


def test_the_figures_are_whole_at_every_size(open_page: Open, table: Table) -> None:
    page = shown(open_page("/after"))
    found = table.summary()
    assert found is not None
    figures = summary_row(found)
    winner = next(one for one in figures["seats"] if one["id"] == figures["outcome"]["winner"])
    assert page.locator("#bilan .gagnant h1").inner_text() == winner["name"]
    page.locator(".table-chance--sommes").wait_for()
    for width, height in SCREENS.values():
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".courbe:visible polyline").count() == 2 * len(figures["seats"])
    assert page.locator(".table-chance--sommes tbody tr").count() == len(figures["seats"])
    assert page.get_by_role("heading", name="Le lancer qui a tout changé").is_visible()
    page.get_by_text("Les chiffres de la courbe").click()
    page.locator("details.chiffres[open] td").first.wait_for()
    assert page.get_by_role("link", name="Chaque dé, face par face").count() == 1
    assert at_sizes(page, SCREENS) == []


def test_nobody_is_shut_out_of_the_figures(open_page: Open, checker: Any) -> None:
    for path in ("/after", "/score-sheet"):
        page = open_page(path, strict=False)
        page.locator("main h1").wait_for()
        assert barriers(checker, page, path) == []


def test_on_paper_are_the_figures_and_nothing_to_touch(open_page: Open) -> None:
    page = shown(open_page("/after"))
    page.get_by_role("button", name="Imprimer la soirée").wait_for()
    page.emulate_media(media="print")
    assert not page.get_by_role("button", name="Imprimer la soirée").is_visible()
    assert not page.locator(".barre").is_visible()
    page.locator(".courbe polyline").first.wait_for()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_the_score_sheet_has_a_column_for_everybody_and_fits_one_page(open_page: Open) -> None:
    page = open_page("/score-sheet", strict=False)
    heads = page.locator("thead th").all_inner_texts()
    assert heads == ["Coup", "Anna", "Bruno", "Chloé", "David", "Pot"]
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


def test_the_score_sheet_of_every_game_fits_one_page(open_page: Open, table: Table) -> None:
    seats = [{"name": name, "age": 20 + at} for at, name in enumerate(("Anna", "Bruno", "Marie-Antoinette"))]
    pages = [open_page("/score-sheet", strict=False, locale=locale) for locale in ("fr-FR", "en-GB")]
    for game in names():
        assert table.start({"game": game, "seats": seats, "box": "exemple"}).ok
        for page in pages:
            page.reload(wait_until="domcontentloaded")
            lettered(page)
            assert page.pdf(format="A4").count(b"/Type /Page\n") == 1, game
