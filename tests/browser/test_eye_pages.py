"""The camera's pages: four corners by touch and by dragging, dice taught face by face, and stand-ins."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.eye import Known, NoEye, TrackPicture
from companion.table import Table
from tests.browser.conftest import PHONE, SMALL, TABLET, Open
from tests.browser.test_box import until
from tests.browser.test_setup import button
from tests.web import fake_eye
from tests.web.fake_eye import FakeEye

image = pytest.importorskip("PIL.Image")


def drawn(wide: int = 1280, high: int = 720) -> bytes:
    """Return a plain JPEG as a camera picture."""
    out = io.BytesIO()
    image.new("RGB", (wide, high), (30, 90, 60)).save(out, "JPEG")
    return out.getvalue()


@pytest.fixture
def eye(monkeypatch: pytest.MonkeyPatch) -> FakeEye:
    """Return an eye whose pictures a browser can draw."""
    eye, jpeg = FakeEye(), drawn()
    plain = eye.track.picture

    def picture() -> TrackPicture:
        found = plain()
        return TrackPicture(jpeg, found.width, found.height, found.found)

    monkeypatch.setattr(eye.track, "picture", picture)
    monkeypatch.setattr(fake_eye, "JPEG", jpeg)
    return eye


@pytest.fixture
def table(tmp_path: Path, eye: FakeEye) -> Iterator[Any]:
    table = Table(tmp_path, eye=eye)
    yield table
    table.close()


@pytest.mark.parametrize("size", [TABLET, PHONE])
def test_the_track_takes_two_touches_where_its_markers_are_seen(
    open_page: Open, eye: FakeEye, size: tuple[int, int]
) -> None:
    page = open_page("/track", size)
    page.locator(".piste-image").wait_for()
    button(page, "Trouver les coins").click()
    page.get_by_text("Les quatre repères sont trouvés.").wait_for()
    button(page, "La piste est vide").click()
    page.get_by_text("Tout est en place").wait_for()
    page.get_by_text("La lumière est bonne.").wait_for()
    assert (eye.track.now.how, eye.track.now.empty) == (Known.MARKERS, True)


def test_a_camera_that_was_moved_in_mid_game_is_two_taps_from_its_track(open_page: Open, table: Table) -> None:
    table.start({"seats": [{"name": "Anna", "colour": "rouge"}, {"name": "Bruno", "colour": "bleu"}]})
    page = open_page("/table")
    button(page, "Menu").click()
    page.get_by_role("link", name="La piste").click()
    page.get_by_role("heading", name="La piste", exact=True).wait_for()


def test_four_touches_tell_the_corners_and_one_of_them_is_dragged(open_page: Open, eye: FakeEye) -> None:
    page = open_page("/track")
    page.locator(".piste-image").wait_for()
    button(page, "Les toucher moi-même").click()
    box = page.locator("#coins").bounding_box()
    for x, y in ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)):
        page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    page.locator("#cadre").wait_for()
    until(lambda: eye.track.now.how is Known.HAND)
    assert eye.track.now.corners[0] == pytest.approx((0.1, 0.1), abs=0.01)
    assert eye.track.moved == 0
    page.mouse.move(box["x"] + 0.1 * box["width"], box["y"] + 0.1 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.2 * box["height"], steps=5)
    page.mouse.up()
    until(lambda: eye.track.now.corners[0] == pytest.approx((0.3, 0.2), abs=0.01))
    assert eye.track.now.corners[2] == pytest.approx((0.9, 0.9), abs=0.01)
    assert eye.track.moved == 1, "the size of the track stays"


def test_a_corner_is_named_by_where_it_lies_in_the_picture(open_page: Open, eye: FakeEye) -> None:
    """A track's first corner is not the upper left one if the camera is upside down."""
    eye.track.find()
    eye.track.now = replace(eye.track.now, corners=eye.track.now.corners[2:] + eye.track.now.corners[:2])
    page = open_page("/track")
    for i, name in enumerate(("en bas à droite", "en bas à gauche", "en haut à gauche", "en haut à droite")):
        assert page.locator(f"[data-key=corner-{i}]").get_attribute("aria-label").startswith(f"Coin {name} :")


def test_a_corner_moves_by_the_keyboard(open_page: Open, eye: FakeEye) -> None:
    eye.track.find()
    page = open_page("/track")
    corner = page.get_by_role("button", name="Coin en haut à gauche")
    corner.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    until(lambda: eye.track.now.how is Known.HAND)
    assert eye.track.now.corners[0] == pytest.approx((0.12, 0.1), abs=0.001)


def test_a_picture_is_turned_until_the_track_is_known(open_page: Open, eye: FakeEye) -> None:
    page = open_page("/track")
    button(page, "Tourner l'image").click()
    until(lambda: eye.track.turns == 1)
    button(page, "Trouver les coins").click()
    button(page, "Tourner l'image").wait_for(state="detached")


@pytest.mark.parametrize("size", [TABLET, SMALL["pi"], PHONE])
def test_a_picture_turned_by_a_quarter_leaves_its_button_in_reach(
    size: tuple[int, int], open_page: Open, eye: FakeEye, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture as wide as its column was up to three screens high, and the button to turn it on lay below."""
    monkeypatch.setattr(eye.track, "picture", lambda: TrackPicture(drawn(720, 1280), 720, 1280, ()))
    page = open_page("/track", size)
    page.locator(".piste-image").wait_for()
    page.wait_for_function("() => document.querySelector('.piste-image').naturalHeight === 1280")
    seen, over = (page.locator(one).bounding_box() for one in (".piste-image", "#coins"))
    assert seen["height"] <= 0.51 * size[1] and seen["width"] / seen["height"] == pytest.approx(720 / 1280, abs=0.01)
    assert all(over[side] == pytest.approx(seen[side], abs=2) for side in over), "touches fall where the picture shows them"


def test_markers_that_are_not_seen_are_told(open_page: Open, eye: FakeEye) -> None:
    page = open_page("/track", strict=False)
    eye.track.seen = 3
    button(page, "Trouver les coins").click()
    page.get_by_text("3 des quatre carrés noirs de la feuille sont vus").wait_for()
    page.locator("[data-key=empty]").click()
    page.get_by_text("Trouvez d'abord les coins.").wait_for()


def test_the_sheet_is_a_link_that_prints(open_page: Open, table: Table) -> None:
    page = open_page("/track")
    for size in ("A4", "A3"):
        link = page.get_by_role("link", name=f"Imprimer en {size}").get_attribute("href")
        answer = page.evaluate("(path) => fetch(path).then((r) => r.text().then((text) => text.slice(0, 8)))", link)
        assert answer == "%PDF-1.4"


def test_without_a_camera_the_pages_say_what_to_do(open_page: Open, table: Table) -> None:
    table._camera = NoEye()
    page = open_page("/track")
    page.get_by_text("Aucune caméra ne regarde la piste").wait_for()
    page.get_by_text("touchez les dés sur la page, ou photographiez-les").wait_for()
    page = open_page("/dice")
    page.get_by_text("Rien ici ne lit d'images").wait_for()
    assert button(page, "C'est posé").count() == 0


def test_a_camera_that_vanishes_is_told_and_comes_back_by_itself(open_page: Open, eye: FakeEye) -> None:
    page = open_page("/track", strict=False)
    page.locator(".piste-image").wait_for()
    eye.track.seen = None
    page.get_by_text("Aucune caméra ne regarde la piste").wait_for()
    eye.track.seen = 4
    page.locator(".piste-image").wait_for()


def test_faces_are_shown_one_after_the_other(open_page: Open, eye: FakeEye) -> None:
    page = open_page("/dice")
    for face in (1, 2, 3):
        page.get_by_role("heading", name=f"Posez un dé ordinaire sur {face}").wait_for()
        button(page, "C'est posé").click()
        page.get_by_text(f"{face} : c'est vu.".replace(" :", "\u00a0:")).wait_for()
    page.get_by_role("heading", name="Posez un dé ordinaire sur 4").wait_for()
    assert eye.teacher.faces["exemple"] == {("d6", 1): 1, ("d6", 2): 1, ("d6", 3): 1}
    assert page.locator(".lecon .photo").count() == 3
    button(page, "Oublier 2").click()
    page.get_by_role("button", name="2, à montrer").first.wait_for()
    assert ("d6", 2) not in eye.teacher.faces["exemple"]


def test_a_face_is_taught_by_a_phone_s_photograph(open_page: Open, eye: FakeEye, tmp_path: Path) -> None:
    photo = tmp_path / "sept.jpg"
    photo.write_bytes(drawn())
    page = open_page("/dice", PHONE)
    page.locator('[data-key="face-d10-7"]').click()
    page.get_by_role("heading", name="Posez le dé à dix faces sur 7").wait_for()
    page.get_by_label("Photographier cette face").set_input_files(photo)
    page.get_by_text("7 : c'est vu.".replace(" :", "\u00a0:")).wait_for()
    page.get_by_role("heading", name="Posez le dé à dix faces sur 8").wait_for()
    assert eye.teacher.faces["exemple"] == {("d10", 7): 1}


def test_a_photograph_without_a_die_says_so(open_page: Open, eye: FakeEye, tmp_path: Path) -> None:
    (tmp_path / "rien.jpg").write_bytes(b"none")
    page = open_page("/dice", strict=False)
    page.get_by_label("Photographier cette face").set_input_files(tmp_path / "rien.jpg")
    page.get_by_text("Aucun dé n'est vu").wait_for()
    assert eye.teacher.faces == {}


def test_another_die_stands_in_and_its_faces_get_another_meaning(open_page: Open, eye: FakeEye) -> None:
    page = open_page("/dice")
    button(page, "Remplacer le dé rouge et noir par un d6").click()
    page.get_by_text("1 → rouge, 2 → noir").wait_for()
    button(page, "Changer le sens des faces").click()
    page.get_by_role("dialog").get_by_label("Face 1").select_option("noir")
    page.get_by_role("dialog").get_by_role("button", name="C'est cela").click()
    page.get_by_text("les chances ne sont pas égales").wait_for()
    assert eye.teacher.lost["exemple"]["bicolour"].faces["1"] == "black"
    button(page, "Le vrai dé est là : le dé rouge et noir").click()
    button(page, "Remplacer le dé rouge et noir par un d6").wait_for()
    assert eye.teacher.lost["exemple"] == {}
