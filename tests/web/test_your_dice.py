"""« Vos dés » over HTTP: what it says about honest dice, loaded ones, misread ones, and games without dice."""

from __future__ import annotations

import html
import random
import re
from dataclasses import replace
from typing import Any

import pytest

from companion.chronicle.chronicle import Found
from companion.chronicle.dice import KINDS, EveningDice, Rolled
from companion.table import Table
from tests.companion import evenings
from tests.web.conftest import Browser
from tests.web.real import browser as browser
from tests.web.real import table as table


def rolled(kind: str, counts: tuple[int, ...], *, colour: str = "", most: int = 1, misread: int = 0, asked: int = 0) -> Rolled:
    """Return counts; ``misread`` dice were read as the last face, and the eye asked about ``asked`` dice of that face."""
    last = (0,) * (len(KINDS[kind]) - 1)
    return Rolled(kind, colour, most, sum(counts), counts, (*last, asked), (*last, misread), ((),) * len(counts))


FAIR = rolled("d6", (240, 260, 255, 251, 244, 250), most=3)
LOADED = rolled("d6", (480, 470, 490, 485, 475, 700))
MISREAD = rolled("d6", (480, 470, 490, 485, 475, 700), misread=80)
ODD = rolled("d10", (80, 120) * 5)
RED = rolled("bicolour", (560, 380))


def evening(*dice: Rolled, game: str = "home_casino", box: str = "exemple", throws: int = 400) -> EveningDice:
    return EveningDice(game, box, throws, dice)


def told(browser: Browser, table: Table, monkeypatch: Any, evenings: dict[int, EveningDice], *, missing: int = 0, query: str = "",
         **headers: str) -> str:  # fmt: skip
    """Return the text of the page."""
    monkeypatch.setattr(table.chronicle, "all", lambda kind: Found(evenings, missing))
    answer = browser.get(f"/your-dice{query}", **headers)
    assert answer.status_code == 200
    assert " style=" not in answer.text
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", answer.text))).replace("\u202f", " ")


def test_honest_dice_are_said_to_be_so_with_how_many_throws_it_takes(browser: Browser, table: Table, monkeypatch: Any) -> None:
    text = told(browser, table, monkeypatch, dict.fromkeys((1, 2, 3), evening(FAIR)))
    assert "Rien ne parle contre vos dés : 1 200 lancers en 3 soirées." in text
    assert "Rien ne parle contre ces dés : 4 500 dés lancés." in text
    assert "1 fois sur 5 au lieu de 1 fois sur 6, cela se verrait d'ordinaire après 2 400 dés lancés en tout." in text
    assert "Si un seul des 3 dés est mauvais : après 23 000." in text
    assert "trop" not in text


@pytest.mark.parametrize(
    "die, verdict",
    [
        (LOADED, "Le 6 vient trop souvent. Avec des dés honnêtes, moins d'une famille sur 20 lirait cela"),
        (MISREAD, "Le 6 vient trop souvent. Mais quelques erreurs de lecture que personne n'a vues y suffiraient"),
        (ODD, "Les chiffres impairs viennent trop souvent."),
        (RED, "Le rouge vient trop souvent."),
        (rolled("d6", (500,) * 6, asked=200), "Quand l'œil demande, le 6 est là trop souvent : 200 dés sur 200."),
        (rolled("d6", (700, 700, 700, 300, 300, 300)), "Le 1, le 2 et le 3 viennent trop souvent. Le 4"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(die: Rolled, verdict: str, browser: Browser, table: Table, monkeypatch: Any) -> None:
    text = told(browser, table, monkeypatch, {1: evening(die)})
    assert verdict in text
    alike = "Ces dés se ressemblent : ils sont comptés ensemble, et Servi ne peut pas dire lequel est lequel."
    assert (alike in text) == (die.most > 1)


def test_english_readers_read_it_in_english(english: None, browser: Browser, table: Table, monkeypatch: Any) -> None:
    text = told(browser, table, monkeypatch, {1: evening(LOADED)}, Accept_Language="en")
    assert "The 6 comes too often. With honest dice fewer than one family in 20 would read this" in text


def test_each_box_has_its_own_dice(browser: Browser, table: Table, monkeypatch: Any) -> None:
    evenings = {
        1: evening(FAIR),
        2: evening(rolled("d6", (20,) * 6, colour="green"), game="les_cases_si_no", box="Chez Mamie"),
        3: evening(game="cassino", throws=0),
    }
    assert "Pas un dé lancé en 1 soirée : ici, il n'y a rien à juger." in told(browser, table, monkeypatch, evenings)
    text = told(browser, table, monkeypatch, evenings, query="?game=les_cases_si_no&box=Chez+Mamie")
    assert "Le dé vert" in text and "Rien ne parle contre ce dé : lancé 120 fois." in text
    assert "Les cases Si-No, boîte « Chez Mamie »" in text


def test_without_an_evening_nothing_is_judged(browser: Browser, table: Table, monkeypatch: Any) -> None:
    nothing = told(browser, table, monkeypatch, {})
    assert "Aucune soirée n'est encore au journal." in nothing and "Imprimer" not in nothing
    assert "Des soirées sont encore relues" in told(browser, table, monkeypatch, {1: evening(FAIR)}, missing=2)


def test_300_evenings_open_at_once(browser: Browser, table: Table, monkeypatch: Any) -> None:
    chance = random.Random(1)
    evenings = {i: evening(FAIR, ODD if chance.random() < 0.5 else RED) for i in range(300)}
    assert "en 300 soirées" in told(browser, table, monkeypatch, evenings)


def test_dice_entered_by_hand_have_no_columns_of_the_eye(browser: Browser, table: Table, monkeypatch: Any) -> None:
    by_hand = replace(FAIR, seen=0)
    assert "L'œil a demandé" in told(browser, table, monkeypatch, {1: evening(FAIR)})
    text = told(browser, table, monkeypatch, {1: evening(by_hand)})
    assert "L'œil" not in text and "Tout a été noté à la main." in text


def test_a_long_evening_in_play_is_not_replayed_for_its_summary(browser: Browser, table: Table, monkeypatch: Any) -> None:
    assert table.start(evenings.setup()).ok
    monkeypatch.setattr("web.your_dice.LONG", 1)
    monkeypatch.setattr(table.chronicle, "all", lambda kind: pytest.fail("replayed"))
    assert browser.get("/after.json").status_code == 200
