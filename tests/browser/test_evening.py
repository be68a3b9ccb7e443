"""A single tablet plays a whole evening on the real engine: every question is answered by touch."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.table import Table
from tests import pages
from tests.browser.conftest import PROBE, Open, Server
from tests.browser.taps import settled, up_to_date
from tests.waiting import until

ANSWERS = 60


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    yield opened
    opened.close()


def recorded(table: Table, number: int) -> None:
    """Wait until the table has recorded a fact after this one."""
    assert until(lambda: pages.view(table)["number"] > number)


class Player:
    """A player who answers every question of the page at random, from a fixed seed."""

    def __init__(self, page: Any, table: Table, seed: int) -> None:
        self.page, self.table, self.chance = page, table, random.Random(seed)
        self.kinds: set[str] = set()

    def wait(self) -> dict[str, Any]:
        view = pages.view(self.table)
        up_to_date(self.page, view["version"])
        return pages.view(self.table)

    def settled(self) -> None:
        """Wait until the page has drawn the effect of the last touch."""
        settled(self.page)

    def touch(self, where: Any) -> None:
        where.click(timeout=15000)
        self.settled()

    def any_of(self, where: Any) -> None:
        where.first.wait_for()
        self.touch(where.nth(self.chance.randrange(where.count())))

    def answer(self) -> None:
        """Answer the leading question of the page."""
        view = self.wait()
        page, scene = self.page, self.page.locator(".scene")
        if view["debts"] and view["settle"] and scene.get_by_role("button", name="Tout est remis").is_visible():
            if self.chance.random() < 0.5:
                self.touch(scene.get_by_role("button", name="Tout est remis"))
                # it sends one fact a debt, and the button stays until the last of them
                assert until(lambda: not pages.view(self.table)["debts"])
                return None
            self.touch(scene.get_by_role("button", name="Jouer", exact=True))
        q = next((q for q in view["questions"] if q["kind"] == "bet"), None) or view["questions"][0]
        self.kinds.add(q["kind"])
        match q["kind"]:
            case "throw":
                if q["lying"]:
                    self.any_of(page.locator(".des-garder button"))
                elif q["least"] == q["most"]:  # the last die submits it
                    for _ in range(q["least"]):
                        self.any_of(page.locator(".face-touche:not(.face-touche--impossible)"))
                    return None
                while page.locator(".face-touche:not(.face-touche--impossible)").count():
                    self.any_of(page.locator(".face-touche:not(.face-touche--impossible)"))
                    if q["least"] < q["most"] and not q["lying"] and self.chance.random() < 0.4:
                        break
                self.touch(scene.get_by_role("button", name=re.compile("^Valider")))
            case "bet":
                if len(q["bets"]) < 4:
                    self.any_of(page.locator(".jeux .qui"))
                    self.any_of(page.locator("button.champ"))
                else:
                    self.touch(scene.get_by_role("button", name="Rien ne va plus"))
            case "stake":
                self.any_of(scene.get_by_role("button", name=re.compile("^Le (moins|plus) :")))
                self.touch(scene.get_by_role("button", name=re.compile("^Miser")))
            case "opponent":
                self.any_of(page.locator(".choix .option:not(.option--impossible)"))
            case "option":
                self.any_of(scene.get_by_role("button", name=re.compile("^(Acheter|Laisser la carte)")))
                dismiss = scene.get_by_role("button", name="Compris")
                assert until(lambda: dismiss.count() or pages.view(self.table)["number"] > view["number"])
                if dismiss.count():
                    self.touch(dismiss)
                    self.touch(scene.get_by_role("button", name="Laisser la carte"))
            case "card":
                self.any_of(page.locator(".liste-cartes .option"))
            case "sell":
                self.touch(scene.get_by_role("button", name=re.compile("^(Ne rien vendre|Vendre)")))
            case kind:
                raise AssertionError(f"nobody told how to answer {kind}")


def begin(table: Table, **more: Any) -> None:
    seats = [
        {"name": n, "colour": c, "age": a}
        for n, c, a in (("Anna", "rouge", 9), ("Bruno", "bleu", 41), ("Chloé", "jaune", 14), ("David", "noir", 38))
    ]
    assert table.start(
        {"game": "home_casino", "seats": seats, "banker": 1, "target": 15000, "level": "arbitre"} | more
    ).ok


def test_an_evening_is_played_by_touch_alone(open_page: Open, table: Table, server: Server) -> None:
    begin(table)
    page = open_page("/", strict=False)
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    player = Player(page, table, 5)
    faults: set[str] = set()
    for turn in range(ANSWERS):
        before = pages.view(table)["number"]
        player.answer()
        recorded(table, before)
        player.wait()
        if turn % 4 == 0:
            page.wait_for_function("() => [...document.images].every((one) => one.complete)")
            faults |= set(page.evaluate(PROBE))
        if pages.view(table)["phase"] == "over":
            break
    assert broken == []
    assert faults == set()
    assert len(player.kinds) >= 4
    view = pages.view(table)
    assert sum(view["accounts"].values()) == 160_500


def test_a_box_fills_itself_by_touch(open_page: Open, table: Table, server: Server) -> None:
    """An empty box asks for the ring's length, the places of the casinos, and each square once."""
    begin(table, box="vide")
    page = open_page("/table", strict=False)
    scene = page.locator(".scene")
    for digit in "42":
        scene.get_by_role("button", name=digit, exact=True).click()
    scene.get_by_role("button", name="C'est 42").click()
    for at in ("10", "20", "30"):
        page.wait_for_function("(n) => document.querySelector('.question h1').textContent.includes(n)", arg="casino")
        question = pages.view(table)["questions"][0]
        if question["kind"] != "number":
            break
        scene.get_by_text("La case 1 est le casino d'Anna.").wait_for()
        number = pages.view(table)["number"]
        scene.get_by_role("button", name=f"{at}. ").click()
        recorded(table, number)
        page.wait_for_function(
            "(v) => Number(document.documentElement.dataset.version) >= v", arg=pages.view(table)["version"]
        )
    scene.get_by_role("button", name="1", exact=True).click()
    scene.get_by_role("button", name="2", exact=True).click()
    scene.get_by_text("Quelle case ?").wait_for()
    number = pages.view(table)["number"]
    scene.get_by_role("button", name="Mafia − 500").click()
    recorded(table, number)  # the tapped button itself says "Mafia", so the page cannot tell
    view = pages.view(table)
    assert view["accounts"]["pot"] == 500
    assert any(square["kind"] == "mafia" for square in view["board"]["squares"])


def test_a_misread_is_set_right_from_the_report(open_page: Open, table: Table, server: Server) -> None:
    begin(table)
    player = view = pages.view(table)["questions"][0]["seats"][0]
    assert table.submit(
        {"type": "DiceThrown", "seat": player, "dice": [{"kind": "d6", "value": 1}, {"kind": "d6", "value": 2}]}
    ).ok
    number = pages.view(table)["throw"]["number"]
    page = open_page("/history", strict=False)
    page.locator(f'li[data-number="{number}"]').get_by_role("button").click()
    page.get_by_role("group", name="Le dé 1 montre").get_by_role("button", name="6", exact=True).click()
    page.get_by_role("button", name="Confirmer").click()
    page.get_by_text("corrigé", exact=True).first.wait_for()
    view = pages.view(table)
    assert [die["value"] for die in view["throw"]["dice"]] == [6, 2]
