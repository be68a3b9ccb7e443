"""The set-up pages are complete and accessible at four sizes, in both themes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.eye import Known, NoEye, TrackState
from companion.table import Table
from tests.browser.conftest import PROBE, Open, at_sizes, barriers, violations
from tests.browser.taps import settled
from tests.browser.test_eye_pages import eye as eye
from tests.browser.test_setup import known as known
from tests.browser.test_setup import salon as salon
from tests.web.fake_eye import CORNERS, FakeEye

SIZES = {"upright": (800, 1280), "phone": (390, 844), "television": (1920, 1080), "tablet": (1280, 800)}
SEATS = [{"name": name, "colour": colour} for name, colour in (("Anna", "rouge"), ("Marie-Antoinette", "bleu"))]


@pytest.fixture
def table(tmp_path: Path, eye: FakeEye) -> Iterator[Any]:
    """Yield a table with evenings, valid and invalid boxes, taught faces and a badly lit track."""
    table = Table(tmp_path, eye=eye)
    for _ in range(2):
        table.start({"seats": SEATS, "box": "vide"})
        table.end_game()
    table.boxes.new("Chez Papi et Mamie, la vieille boîte du grenier", "home_casino")
    table.boxes.new("Mienne", "home_casino", example=True)
    data = table.shelf.load("Mienne")
    data["ring"][2]["unsure"] = data["jackpot"][0]["unsure"] = True
    table.boxes.save("Mienne", data)
    table.boxes.new("Si-No", "les_cases_si_no", example=True)
    table.boxes.new("Désert", "casablanca", example=True)
    (table.shelf.folder / "Cassée.json").write_text("{", "utf-8")
    for value in (1, 2, 3):
        eye.teacher.teach("exemple", "d6", value)
    eye.teacher.stand_in("exemple", "d10", "d6")
    eye.track.now = TrackState(
        Known.HAND, CORNERS, True, ("Un reflet gêne en haut : tourner la lampe.",), "La caméra a bougé : recommencer."
    )
    yield table
    table.close()


def settle(page: Any, there: str) -> None:
    page.locator(there).first.wait_for()
    page.wait_for_function("() => [...document.images].every((one) => one.complete)")
    settled(page)


def setup_states(page: Any) -> Iterator[str]:
    settle(page, ".tuile")
    yield "with the people of last time"
    page.get_by_role("button", name="Personne", exact=True).click()
    for name in ("Anna", "Bruno", "Chloé", "David", "Élodie", "Farid"):
        page.locator(".tuile").filter(has_text=name).first.click()
    page.get_by_text("Règles de la maison").click()
    page.get_by_text("Dés du déplacement").wait_for()
    page.get_by_role("button", name="Autre au choix").click()
    yield "six seats, house rules, a target of one's own"
    page.get_by_role("button", name="Oublier quelqu'un").click()
    yield "whom to forget"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Effacer la soirée").first.click()
    yield "an evening to delete"


def shelf_states(page: Any) -> Iterator[str]:
    settle(page, ".boite")
    yield "some boxes"
    page.get_by_role("button", name="Effacer Mienne").click()
    yield "a box to delete"


def box_states(page: Any) -> Iterator[str]:
    settle(page, ".palette")
    yield "an example to compare"
    for _ in range(2):
        page.get_by_role("button", name="La case d'après").click()
    page.get_by_role("button", name="elle donne").click()
    yield "a square to check, a sum that is missing"
    page.get_by_role("button", name="Ajouter une carte Jackpot").click()
    page.get_by_role("dialog").get_by_role("button", name="Allez jusqu'à").click()
    yield "a new card"


def new_box_states(page: Any) -> Iterator[str]:
    settle(page, ".palette")
    yield "nothing known"
    page.get_by_role("button", name="Jackpot", exact=True).click()
    yield "one square known"


def printed_states(page: Any) -> Iterator[str]:
    settle(page, ".table-boite")
    yield "the invented tables"
    for label in ("6.6", "cercle 10, le rouge est plus haut"):
        page.get_by_label(label, exact=True).fill("70001")
        page.get_by_label(label, exact=True).press("Enter")
    page.get_by_text("Il faut un nombre de 0 à 7").wait_for()
    page.get_by_role("group", name="Ligne 1").get_by_role("button", name="9").click()
    page.get_by_role("button", name="Revenir à l'exemple").wait_for()
    yield "two wrong numbers, a line that was changed"
    page.get_by_role("button", name="Revenir à l'exemple").click()
    yield "the question before the example comes back"
    page.get_by_role("button", name="Revenir à l'exemple").last.click()
    page.locator("dialog").wait_for(state="detached")


def symbol_states(page: Any) -> Iterator[str]:
    settle(page, ".champs-boite--choice")
    page.get_by_label("Case 1", exact=True).select_option("lune")
    page.locator("section.empile > .perte", has_text="« lune » 5 fois".replace(" ", "\u00a0", 1)).wait_for()
    yield "a symbol that stands on five squares"
    page.get_by_label("Case 1", exact=True).select_option("chameau")
    page.get_by_text("Enregistrée sur l'étagère.").wait_for()


def track_states(page: Any) -> Iterator[str]:
    settle(page, ".coin")
    yield "a track in poor light"
    page.get_by_role("button", name="Les toucher moi-même").click()
    page.get_by_label("ma propre piste, sans la feuille imprimée").check()
    page.get_by_label("Largeur, en mm").wait_for()
    yield "corners to touch"


def dice_states(page: Any) -> Iterator[str]:
    settle(page, ".lecon")
    yield "some faces taught, a die that stands in"
    page.get_by_role("button", name="Changer le sens des faces").click()
    yield "what each face means"


def connect_states(page: Any) -> Iterator[str]:
    settle(page, ".exemple")
    yield "nobody is named"


PAGES = {
    "/setup": setup_states,
    "/boxes": shelf_states,
    "/box?name=Mienne": box_states,
    "/box?name=Chez Papi et Mamie_ la vieille boîte du grenier": new_box_states,
    "/box?name=Si-No": printed_states,
    "/box?name=Désert": symbol_states,
    "/track": track_states,
    "/dice?box=exemple": dice_states,
    "/connect": connect_states,
}


@pytest.mark.parametrize("phone", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_every_page_is_whole_and_accessible(open_page: Open, known: Table, checker: Any, phone: bool) -> None:
    """Each page is checked on a tablet that then takes the other sizes, in its two themes, and opened on a phone."""
    sizes = {name: size for name, size in SIZES.items() if name == "phone" or not phone}
    page = open_page("/setup", SIZES["phone" if phone else "tablet"], strict=False)
    host, found = page.url.removesuffix("/setup"), []
    for path, states in PAGES.items():
        page.goto(host + path, wait_until="domcontentloaded")
        for state in states(page):
            found += at_sizes(page, sizes, f"{path}, {state}")
            found += (violations if phone else barriers)(checker, page, f"{path}, {state}")
    assert found == []


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_pages_that_know_nothing_yet_are_whole_and_say_what_to_do(
    open_page: Open, table: Table, checker: Any, size: str
) -> None:
    for name in table.shelf.names():
        (table.shelf.folder / f"{name}.json").unlink()
    for person in table.people.all():
        table.people.forget(person.name)
    for kept in table.evenings():
        table.delete_evening(kept.id)
    table._camera = NoEye()
    page = open_page("/setup", SIZES[size])
    host, found = page.url.removesuffix("/setup"), []
    empty = {
        "/setup": "Commencer",
        "/boxes": "L'étagère est vide",
        "/track": "Aucune caméra ne regarde la piste",
        "/dice": "Rien ici ne lit d'images",
    }
    for path, words in empty.items():
        page.goto(host + path, wait_until="domcontentloaded")
        page.get_by_text(words).wait_for()
        found += [f"{path}: {fault}" for fault in [*page.evaluate(PROBE), *violations(checker, page, path)]]
    assert found == []


def test_a_simulated_evening_says_so_on_every_page(open_page: Open, known: Table) -> None:
    known.start({"seats": SEATS, "simulated": True})
    page = open_page("/setup")
    host = page.url.removesuffix("/setup")
    for path in ("/setup", "/boxes", "/box?name=Mienne", "/track", "/dice", "/table", "/history"):
        page.goto(host + path, wait_until="domcontentloaded")
        page.get_by_text("Soirée simulée").first.wait_for()


def test_a_refused_target_never_covers_the_start_and_goes_with_the_next_number(open_page: Open, known: Table) -> None:
    """Regression: scrolled, the refusal lay over « Commencer », and it stayed after the number was mended."""
    page = open_page("/setup", SIZES["tablet"], strict=False)
    settle(page, ".tuile")
    page.get_by_role("button", name="Autre au choix").click()
    own = page.locator('[data-key="own"]')
    own.fill("2500")
    begin = page.locator('[data-key="begin"]')
    begin.click()
    refused = page.locator(".refus")
    refused.wait_for()
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    settled(page)
    told, start = refused.bounding_box(), begin.bounding_box()
    assert told["y"] + told["height"] <= start["y"] and 0 <= told["y"]
    assert page.evaluate(PROBE) == []
    own.fill("5000")
    refused.wait_for(state="detached")
    assert own.evaluate("(one) => one === document.activeElement && one.value") == "5000"
