"""The settings of one tablet: voice, wake lock, orientation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import BetsClosed, DiceThrown, Die, PawnPlaced, TurnGiven
from companion.table import Table
from tests import pages
from tests.browser.conftest import NO_STORAGE, PROBE, Open, violations
from tests.browser.test_evening import begin

CALLED = "(name) => document.documentElement.dataset.called === name"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path)
    begin(opened)
    yield opened
    opened.close()


def tapped(page: Any) -> Any:
    """Make the first tap, which unlocks voice and wake lock; return the page."""
    page.locator("video.eveil, .question h1").first.wait_for()
    page.evaluate("() => Promise.all([import('/static/js/sound.js'), import('/static/js/wake.js')]).then(() => true)")
    page.locator(".question h1").first.click()
    page.locator("video.eveil").wait_for(state="attached")
    return page


def to_the_roulette(table: Table) -> None:
    view = pages.view(table)
    index = next(one["index"] for one in view["board"]["squares"] if one["kind"] == "roulette")
    assert table.submit(PawnPlaced(seat="A", index=(index - 3) % view["board"]["length"])).ok
    assert table.submit(DiceThrown(seat="A", dice=(Die("d6", 1), Die("d6", 2)))).ok


def test_the_croupier_calls_after_the_first_tap_and_not_when_muted(open_page: Open, table: Table) -> None:
    page = tapped(open_page("/table"))
    to_the_roulette(table)
    page.wait_for_function(CALLED, arg="bets-open")
    assert table.submit(BetsClosed(seat="A")).ok
    page.wait_for_function(CALLED, arg="bets-closed")
    assert table.submit(DiceThrown(seat="A", dice=(Die("d10", 7), Die("bicolour", "red")))).ok
    page.wait_for_function(CALLED, arg="red")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Son et sens de l'écran").click()
    page.get_by_role("button", name="Muet").click()
    page.keyboard.press("Escape")
    page.evaluate("delete document.documentElement.dataset.called")
    seat = pages.view(table)["turn"]
    assert table.submit(DiceThrown(seat=seat, dice=(Die("d6", 1), Die("d6", 2)))).ok
    page.wait_for_function("(v) => Number(document.documentElement.dataset.version) >= v", arg=pages.view(table)["version"])
    assert page.evaluate("document.documentElement.dataset.called ?? null") is None


def test_a_blind_player_hears_every_throw_and_question(open_page: Open, table: Table) -> None:
    page = tapped(open_page("/table"))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Son et sens de l'écran").click()
    page.get_by_role("button", name="Tout dire").click()
    page.keyboard.press("Escape")
    to_the_roulette(table)
    region = page.locator("p.lu[aria-live=polite]", has_text="Anna lance 1 et 2")
    region.wait_for(state="attached")
    assert "Faites vos jeux" in (region.text_content() or "")


def test_the_tablet_is_kept_awake_on_plain_http(open_page: Open, table: Table) -> None:
    page = tapped(open_page("/table"))
    page.wait_for_function(
        "() => { const film = document.querySelector('video.eveil'); return !film.paused && film.currentTime > 0; }"
    )
    film = page.locator("video.eveil")
    assert film.evaluate("(one) => [one.muted, one.loop, one.playsInline]") == [True, True, True]
    assert page.evaluate(PROBE) == []


def test_a_tablet_that_slept_says_how_to_set_it(open_page: Open, table: Table) -> None:
    page = open_page("/table", strict=False)
    page.evaluate(
        """async () => {
          const { slept } = await import('/static/js/wake.js');
          if (slept(Date.now() + 10000)) throw new Error('ten seconds are no sleep');
          slept(Date.now() - 60000);
        }"""
    )
    page.get_by_role("alert").get_by_text("s'est endormie").wait_for()
    page.get_by_role("alert").get_by_text("ne jamais éteindre l'écran").wait_for()


@pytest.mark.parametrize("storage", [True, False])
def test_a_flat_tablet_is_turned_or_turns_towards_who_plays(
    open_page: Open, table: Table, checker: Any, storage: bool
) -> None:
    page = open_page("/table", strict=False)
    if not storage:
        page.context.add_init_script(NO_STORAGE)
        page.reload(wait_until="domcontentloaded")
    turned = "() => document.documentElement.classList.contains('retourne')"
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Son et sens de l'écran").click()
    assert page.evaluate(PROBE) == []
    assert violations(checker, page, "this screen") == []
    page.get_by_role("button", name="Retourné").click()
    assert page.evaluate(turned)
    page.get_by_role("button", name="Vers qui joue").click()
    assert not page.evaluate(turned)
    page.get_by_role("group", name="Qui est assis en face").get_by_role("button", name="Bruno").click()
    page.keyboard.press("Escape")
    assert table.submit(TurnGiven(seat="B")).ok
    page.wait_for_function(turned)
    box = page.get_by_role("region", name="Anna").bounding_box()
    if storage:
        page.reload(wait_until="domcontentloaded")
        page.wait_for_function(turned)  # this tablet keeps its orientation
    assert page.get_by_role("region", name="Anna").bounding_box() == box
    assert page.evaluate(PROBE) == []
    page.get_by_role("button", name="Menu").click()  # a rotated page still takes touches
    page.keyboard.press("Escape")
    assert table.submit(TurnGiven(seat="A")).ok
    page.wait_for_function("() => !document.documentElement.classList.contains('retourne')")


MOVING = """() => [...document.querySelectorAll("*")].filter((one) => {
  const look = getComputedStyle(one);
  return look.animationName !== "none" || look.transitionDuration.split(", ").some((time) => parseFloat(time) > 0);
}).length"""


def test_nothing_moves_for_whoever_wants_less_motion(open_page: Open, table: Table) -> None:
    page = open_page("/table")
    page.get_by_role("button", name="Menu").click()
    page.locator("dialog .bouton").first.wait_for()
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(MOVING) > 0
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(MOVING) == 0
