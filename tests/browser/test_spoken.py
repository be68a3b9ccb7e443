"""What a screen reader announces: on the table's page, a seat's page, and the spectator's; the browser's voice is recorded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.facts import BetPlaced, BetsClosed, CardsHeld, DiceThrown, Die, Fact, OptionChosen
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, Open, Server, claim
from tests.browser.taps import up_to_date
from tests.browser.test_evening import begin
from tests.browser.test_screen import to_the_roulette

RECORDER = """
window.told = [];
const voice = { speak: (one) => window.told.push([one.text, one.lang]), cancel: () => {}, getVoices: () => [] };
Object.defineProperty(window, "speechSynthesis", { value: voice });
"""
SPOKEN = "try { localStorage.setItem('servi-son', 'spoken'); } catch { }"


@pytest.fixture
def table(tmp_path: Path) -> Any:
    opened = Table(tmp_path)
    yield opened
    opened.close()


def listening(page: Any, *, spoken: bool = True) -> Any:
    """Return the page with its voice recorded."""
    page.context.add_init_script(RECORDER + (SPOKEN if spoken else ""))
    page.reload(wait_until="domcontentloaded")
    page.evaluate("() => import('/static/js/sound.js').then(() => true)")
    return page


def heard(page: Any, words: str) -> str:
    """Wait until these words were spoken; return all recorded words and clear them."""
    page.wait_for_function("(words) => window.told.some(([text]) => text.includes(words))", arg=words)
    told: list[list[str]] = page.evaluate("window.told.splice(0)")
    return " ".join(text for text, _ in told)


def quiet(page: Any, table: Table) -> list[str]:
    """Return the words spoken for the newest view, after it is painted."""
    up_to_date(page, pages.view(table)["version"])
    page.evaluate("() => new Promise((done) => setTimeout(done))")
    told: list[str] = page.evaluate("window.told.splice(0).map(([text]) => text)")
    return told


@pytest.fixture
def submit(table: Table) -> Callable[[Fact], None]:
    def submitted(fact: Fact) -> None:
        answer = table.submit(fact)
        assert answer.ok, answer

    return submitted


def test_a_blind_player_follows_from_the_own_phone(
    open_page: Open, server: Server, table: Table, submit: Callable[[Fact], None]
) -> None:
    begin(table)
    phones = {seat: open_page("/table", PHONE, strict=seat != "A") for seat in "AB"}
    for seat, page in phones.items():
        claim(page, server, seat)
        listening(page)
    anna, bruno = phones.values()
    watch = listening(open_page("/watch", PHONE))
    first = heard(anna, "Vous avez 4000 jetons")
    assert "À vous. Anna lance deux dés. Le pion avance de la somme." in first
    assert heard(bruno, "Anna lance deux dés").startswith("Bruno tient la banque. Vous avez 4000 jetons.")
    told = "Bruno tient la banque. Anna lance deux dés. Le pion avance de la somme."
    assert heard(watch, "Anna lance deux dés") == told

    to_the_roulette(table)  # the page speaks the result and the next question with its choices
    thrown = heard(anna, "Anna lance 1 et 2")
    assert "Roulette" in thrown
    assert "Faites vos jeux" in thrown
    assert "Au choix : 1, 2, 3" in thrown
    assert "pair, impair, rouge, noir" in thrown
    assert "Rien ne va plus" in thrown  # in addition to the result
    assert "Au choix" not in heard(watch, "Faites vos jeux")
    heard(bruno, "Faites vos jeux")

    submit(BetPlaced(seat="B", field="rouge", amount=100))
    assert heard(bruno, "100 en jeu").count("Vous avez 4000 jetons") == 1
    for page in (anna, watch):  # after another bet, neither bet nor question is repeated
        told = heard(page, "Bruno mise 100")
        assert "Faites vos jeux" not in told
        assert "Vous avez" not in told
    submit(BetsClosed(seat="A"))
    submit(DiceThrown(seat="A", dice=(Die("d10", 7), Die("bicolour", "red"))))
    result = heard(bruno, "Vous avez 4100 jetons")
    assert "Pour vous : +100, " in result
    assert "vous doit 100" in result
    assert "Pour vous" not in heard(anna, "Anna lance 7")
    assert "doit 100 à Bruno" in heard(watch, "Anna lance 7")

    region = bruno.locator("p.dit[aria-live=polite]").text_content()
    assert "Vous avez 4100 jetons" in region
    assert bruno.locator("#jouer").get_attribute("aria-live") == "off"  # otherwise a screen reader would announce it twice
    assert bruno.evaluate("window.told") == []
    anna.evaluate("import('/static/js/send.js').then(({ submit }) => void submit({ type: 'Stood', seat: 'A' }))")
    anna.get_by_role("alert").wait_for()
    refused = anna.evaluate("import('/static/js/send.js').then(({ answer }) => answer().text)")
    assert heard(anna, refused[:20])
    assert quiet(bruno, table) == []


def test_each_screen_is_asked_once_what_it_lets_hear(open_page: Open, server: Server, table: Table) -> None:
    begin(table)
    phone, watch = open_page("/table", PHONE), open_page("/watch", PHONE)
    claim(phone, server, "A")
    for page in (phone, watch):
        listening(page, spoken=False)
        assert page.locator(".barre").bounding_box()["height"] < 80  # the icon does not make the bar wrap
        assert page.evaluate("import('/static/js/sound.js').then(({ mode }) => mode())") == "mute"
        page.locator("[data-key=sound]").click()
        page.get_by_role("button", name="Tout dire").click()
        assert "Anna lance deux dés" in heard(page, "Anna lance deux dés")
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
        assert page.evaluate("document.activeElement.dataset.key") == "sound"
    to_the_roulette(table)
    heard(phone, "Faites vos jeux")
    heard(watch, "Anna lance 1 et 2")
    phone.locator("[data-key=sound]").click()
    phone.get_by_role("button", name="Muet").click()
    phone.keyboard.press("Escape")
    assert table.submit(BetPlaced(seat="A", field="7", amount=100)).ok
    assert quiet(phone, table) == []
    assert phone.locator("#jouer").get_attribute("aria-live") == "polite"


def test_it_is_told_in_the_language_of_this_tablet(open_page: Open, server: Server, table: Table) -> None:
    begin(table)
    page = open_page("/table", PHONE)
    claim(page, server, "A")
    listening(page)
    # ``speak`` changes the language and reloads the page, so do not wait for its answer
    page.evaluate("() => { import('/static/js/frame.js').then(({ speak }) => speak()); }")
    page.wait_for_function("() => document.documentElement.lang === 'en'")
    page.wait_for_function("() => window.told?.length > 0")
    text, language = page.evaluate("window.told[0]")
    assert language == "en"
    assert text.startswith("Bruno holds the bank. You have 4000 chips. Your turn. Anna throws two dice.")


def test_a_hidden_card_is_told_on_the_page_of_its_seat_alone(
    open_page: Open, server: Server, table: Table, submit: Callable[[Fact], None]
) -> None:
    seats = [{"name": name, "age": 20 + at} for at, name in enumerate(("Anna", "Bruno", "Chloé"))]
    house = {"result_only": False}
    assert table.start({"game": "casino_pirate", "seats": seats, "level": "arbitre", "box": "exemple", "house": house}).ok
    mine, other = (open_page("/table", PHONE) for _ in range(2))
    claim(mine, server, "B")
    claim(other, server, "C")
    opened = [mine, other, open_page("/table"), open_page("/watch")]
    for page in opened:
        listening(page)
    submit(OptionChosen(seat="C", option="deal"))
    secret = next(q for q in pages.view(table)["questions"] if q["kind"] == "hold")["names"][-1]
    submit(CardsHeld(seat="B", cards=(secret,)))
    name = pages.view(table)["pack"][secret]["text"]
    told = f"Votre main : {name}"
    assert not any("Votre main" in text for text in quiet(mine, table))  # the hand is covered until its holder looks
    mine.locator("[data-key=cover]").click()
    assert told in heard(mine, "Votre main")
    for page in opened[1:]:
        texts = quiet(page, table)
        assert texts
        assert not any("Votre main" in text or name in text.split("Au choix")[0] for text in texts)
    mine.locator("[data-key=cover]").click()  # a covered hand is not spoken either
    again = "import('/static/js/sound.js').then(({ setMode }) => setMode('spoken'))"
    mine.evaluate(again)
    assert "Votre main" not in heard(mine, "Vous avez")
    mine.locator("[data-key=cover]").click()
    assert told in heard(mine, "Votre main")
