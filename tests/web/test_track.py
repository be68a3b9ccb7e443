"""The routes of track and dice: the eye carries out possible requests, and refuses others with a message."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.eye import Known
from companion.table import Table
from tests.web.conftest import Browser
from tests.web.fake_eye import CORNERS, JPEG, FakeEye
from tests.web.test_bad_input import refused
from tests.web.test_real_table import SETUP
from web import PHOTO_BODY, create_app

PARTS = [[1000, 1000], [9000, 1200], [8800, 9000], [800, 8600]]


@pytest.fixture
def eye() -> FakeEye:
    return FakeEye()


@pytest.fixture
def table(tmp_path: Path, eye: FakeEye) -> Iterator[Table]:
    table = Table(tmp_path, eye=eye)
    yield table
    table.close()


@pytest.fixture
def browser(table: Table) -> Browser:
    return Browser(create_app(table).test_client())


@pytest.fixture
def blind(tmp_path: Path) -> Iterator[Browser]:
    """Yield a browser on a table without camera and reader."""
    table = Table(tmp_path / "blind")
    yield Browser(create_app(table).test_client())
    table.close()


def test_the_pages_are_there(browser: Browser) -> None:
    assert browser.get("/track").status_code == browser.get("/dice").status_code == 200


def test_what_the_eye_saw_comes_as_a_file(browser: Browser, blind: Browser) -> None:
    answer = browser.get("/track/recording")
    assert answer.data == b"PK" and "oeil.zip" in answer.headers["Content-Disposition"]
    assert blind.get("/track/recording").status_code == 409


def test_the_track_is_found_shown_empty_and_forgotten(browser: Browser, eye: FakeEye) -> None:
    assert browser.get("/track.json").json["how"] == "none"
    assert browser.get("/track.jpg").data == JPEG
    assert browser.get("/track.jpg").mimetype == "image/jpeg"
    found = browser.post("/track/find", {}).json
    assert (found["ok"], found["how"], found["corners"]) == (True, "markers", PARTS)
    assert browser.post("/track/empty", {}).json["empty"] is True
    known = browser.get("/track.json").json
    assert (known["empty"], known["width"], known["height"], known["light"]) == (True, 1280, 720, [])
    assert browser.post("/track/forget", {}).json["how"] == "none"
    assert eye.track.now.how is Known.NONE


def test_the_page_says_what_the_eye_learnt_and_lets_it_forget(browser: Browser, blind: Browser) -> None:
    known = browser.get("/track.json").json["learnt"]
    assert (known["possible"], known["on"], known["dice"]) == (True, True, 2)
    assert known["told"].startswith("2 dés lus depuis le 24 novembre 2025") and "il s'en sert" in known["told"]
    assert "n'apprend plus" in browser.post("/track/learn", {"on": False}).json["learnt"]["told"]
    assert browser.post("/track/learn", {"on": True}).json["learnt"]["on"] is True
    assert browser.post("/track/learn", {"on": "yes"}).status_code == 400
    assert "encore rien appris" in browser.post("/track/unlearn", {}).json["learnt"]["told"]
    assert blind.get("/track.json").json["learnt"]["possible"] is False
    assert blind.post("/track/learn", {"on": True}).status_code == 409


def test_four_touched_corners_are_stored(browser: Browser, eye: FakeEye) -> None:
    assert browser.post("/track/corners", {"corners": PARTS}).json["how"] == "hand"
    assert eye.track.now.corners == CORNERS
    assert browser.post("/track/corners", {"corners": PARTS, "width": 400, "height": 300}).status_code == 200
    assert eye.track.moved == 0
    assert browser.post("/track/corners", {"corners": PARTS, "moved": True}).json["how"] == "hand" and eye.track.moved == 1


@pytest.mark.parametrize(
    "corners", [None, 3, [], [[1]], [[1, 2, 3]], [["1", 2]], [[True, 2]], [[-1, 0]], [[10001, 0]], PARTS[:3], {"x": 1}]
)
def test_what_are_no_four_corners_is_refused(table: Table, browser: Browser, eye: FakeEye, corners: Any) -> None:
    refused(table, browser.post("/track/corners", {"corners": corners}))
    assert eye.track.now.corners == ()


def test_what_the_eye_cannot_do_it_says(table: Table, browser: Browser, eye: FakeEye) -> None:
    assert "savoir où est la piste" in refused(table, browser.post("/track/empty", {}))
    eye.track.seen = 2
    assert "2 des quatre" in refused(table, browser.post("/track/find", {}))
    eye.track.seen = None
    assert "Aucune caméra" in browser.get("/track.json").json["trouble"]
    assert browser.get("/track.jpg").status_code == 409


def test_without_a_camera_every_page_still_answers(blind: Browser) -> None:
    assert "Aucune caméra" in blind.get("/track.json").json["trouble"]
    known = blind.get("/dice.json").json
    assert (known["camera"], known["photographs"], known["box"]) == (False, False, "exemple")
    for path in ("/track/find", "/track/empty"):
        assert blind.post(path, {}).status_code == 409
    assert blind.post("/track/forget", {}).status_code == 200
    assert blind.post("/teach", {"box": "exemple", "kind": "d6", "value": 1}).status_code == 409


def test_a_face_is_taught_shown_and_forgotten(browser: Browser) -> None:
    assert browser.post("/teach", {"box": "exemple", "kind": "d10", "value": 0}).json == {"ok": True, "pictures": 1}
    photo = browser.post("/teach-photo?box=exemple&kind=d10&value=0", JPEG, Content_Type="image/jpeg")
    assert photo.json == {"ok": True, "pictures": 2}
    assert browser.post("/teach", {"box": "exemple", "kind": "bicolour", "value": "red"}).status_code == 200
    kinds = {one["kind"]: one["faces"] for one in browser.get("/dice.json").json["kinds"]}
    assert kinds["d10"][0] == {"value": 0, "pictures": 2}
    assert browser.get("/face.jpg?box=exemple&kind=d10&value=0").data == JPEG
    assert browser.get("/face.jpg?box=exemple&kind=d10&value=1").status_code == 404
    assert browser.post("/forget-dice", {"box": "exemple", "kind": "d10", "value": 0}).status_code == 200
    assert browser.get("/face.jpg?box=exemple&kind=d10&value=0").status_code == 404
    assert browser.get("/face.jpg?box=exemple&kind=bicolour&value=red").status_code == 200
    assert browser.post("/forget-dice", {"box": "exemple"}).status_code == 200
    assert browser.get("/face.jpg?box=exemple&kind=bicolour&value=red").status_code == 404


def test_each_box_has_its_own_dice(table: Table, browser: Browser) -> None:
    table.boxes.new("Chez Papi", "home_casino")
    browser.post("/teach", {"box": "Chez Papi", "kind": "d6", "value": 6})
    known = browser.get("/dice.json?box=Chez Papi").json
    assert known["boxes"] == ["exemple", "Chez Papi"]
    assert known["kinds"][0]["faces"][5] == {"value": 6, "pictures": 1}
    assert browser.get("/dice.json?box=exemple").json["kinds"][0]["faces"][5]["pictures"] == 0


def test_another_die_stands_in_with_a_word_on_the_chances(browser: Browser) -> None:
    fair = browser.post("/stand-in", {"box": "exemple", "kind": "bicolour", "die": "d6"}).json
    assert (fair["faces"]["1"], fair["faces"]["2"], fair["warning"]) == ("red", "black", None)
    unfair = browser.post("/stand-in", {"box": "exemple", "kind": "d10", "die": "d6"}).json
    assert "ne sortira jamais" in unfair["warning"]
    own = {str(n): n % 2 for n in range(1, 7)}
    chosen = browser.post("/stand-in", {"box": "exemple", "kind": "d10", "die": "d6", "faces": own}).json
    assert chosen["faces"] == own
    assert [one["kind"] for one in browser.get("/dice.json").json["stand_ins"]] == ["bicolour", "d10"]
    assert browser.post("/forget-stand-in", {"box": "exemple", "kind": "d10"}).status_code == 200
    assert [one["kind"] for one in browser.get("/dice.json").json["stand_ins"]] == ["bicolour"]


def test_in_a_simulated_evening_the_machine_s_own_camera_is_set_up(tmp_path: Path, eye: FakeEye) -> None:
    drawn = FakeEye()
    drawn.close = lambda: None  # type: ignore[attr-defined]
    table = Table(tmp_path, eye=eye, simulation=lambda table: drawn)  # type: ignore[arg-type,return-value]
    browser = Browser(create_app(table).test_client())
    assert browser.post("/start", {"setup": {**SETUP, "simulated": True}}).status_code == 200
    assert browser.post("/track/find", {}).status_code == 200
    assert browser.post("/teach", {"box": "exemple", "kind": "d6", "value": 1}).status_code == 200
    assert (eye.track.now.how, drawn.track.now.how) == (Known.MARKERS, Known.NONE)
    assert (len(eye.teacher.faces), drawn.teacher.faces) == (1, {})
    table.close()


BAD = {
    "an odd die": ("/teach", {"box": "exemple", "kind": "d20", "value": 1}, "ne s'apprend pas"),
    "an odd face": ("/teach", {"box": "exemple", "kind": "d6", "value": 7}, "n'a pas de face"),
    "no face": ("/teach", {"box": "exemple", "kind": "d6"}, "n'a pas de face"),
    "a list for a face": ("/teach", {"box": "exemple", "kind": "d6", "value": [1]}, "« value » est un texte"),
    "a number for a box": ("/teach", {"box": 3, "kind": "d6", "value": 1}, "« box » est un texte"),
    "an odd stand-in": ("/stand-in", {"box": "exemple", "kind": "d6", "die": "d7"}, "n'est pas un dé connu"),
    "a list of faces": ("/stand-in", {"box": "exemple", "kind": "d6", "die": "d6", "faces": [1]}, "« faces » est un objet"),
    "too few faces": ("/stand-in", {"box": "exemple", "kind": "d6", "die": "d6", "faces": {"1": 1}}, "il manque"),
    "an odd meaning": (
        "/stand-in",
        {"box": "exemple", "kind": "d6", "die": "d4", "faces": {str(n): 9 for n in range(1, 5)}},
        "n'a pas de face",
    ),
    "nothing to forget": ("/forget-stand-in", {"box": "exemple", "kind": "x"}, "ne s'apprend pas"),
}


@pytest.mark.parametrize(("path", "body", "words"), BAD.values(), ids=BAD)
def test_what_is_bad_is_refused_in_words(table: Table, browser: Browser, path: str, body: Any, words: str) -> None:
    assert words in refused(table, browser.post(path, body))
    known = browser.get("/dice.json").json
    assert known["stand_ins"] == []
    assert all(face["pictures"] == 0 for kind in known["kinds"] for face in kind["faces"])


def test_a_photograph_without_a_die_too_large_or_none_is_refused(browser: Browser) -> None:
    path = "/teach-photo?box=exemple&kind=d6&value=1"
    assert "Aucun dé n'est vu" in browser.post(path, b"none", Content_Type="image/jpeg").json["text"]
    assert browser.post(path, b"x", Content_Type="text/plain").status_code == 415
    large = browser.post(path, b"x" * (PHOTO_BODY + 1), Content_Type="image/jpeg")
    assert (large.status_code, "12 Mo" in large.json["text"]) == (413, True)


@pytest.mark.parametrize(
    "path",
    ["/track/turn", "/track/find", "/track/corners", "/track/empty", "/track/forget", "/teach", "/forget-dice", "/stand-in"],
)
def test_a_seat_s_phone_leaves_track_and_dice_alone(browser: Browser, eye: FakeEye, path: str) -> None:
    browser.post("/start", {"setup": SETUP})
    browser.claim("A")
    body = {"corners": PARTS, "box": "exemple", "kind": "d6", "value": 1, "die": "d6"}
    assert browser.post(path, body).status_code == 403
    assert eye.track.now.how is Known.NONE and eye.track.turns == 0
    assert eye.teacher.faces == eye.teacher.lost == {}
