"""The pages can teach the owner's dice, list and delete them for each box, and name a stand-in for a lost die."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.dice import DiceSet, DieKind, Reading
from companion.errors import EyeError
from companion.eye import NoEye, TaughtFace
from tests.vision.teaching.test_teach import picture
from vision import pictures
from vision.errors import ModelError
from vision.reading.reader import DiceReader
from vision.teaching.shared import SharedReader
from vision.teaching.teacher import Teaching

BOX = "Ma boîte"


def encoded(image: np.ndarray, suffix: str = ".jpg") -> bytes:
    return bytes(cv2.imencode(suffix, image)[1])


@pytest.fixture
def teaching(reader: DiceReader, tmp_path: Path) -> Teaching:
    return Teaching(SharedReader(lambda: reader, tmp_path), lambda: (picture(DieKind.D6, 5, 7), None))


def test_a_face_is_taught_from_a_photograph_or_from_the_camera(teaching: Teaching) -> None:
    assert teaching.teach(BOX, "d6", "4", encoded(picture(DieKind.D6, 4, 1))) == TaughtFace("d6", 4, 1)
    assert teaching.teach(BOX, "d6", 5) == TaughtFace("d6", 5, 1)
    assert teaching.teach(BOX, "d6", 5) == TaughtFace("d6", 5, 2)
    assert teaching.taught(BOX) == (TaughtFace("d6", 4, 1), TaughtFace("d6", 5, 2))
    small = teaching.face_picture(BOX, "d6", "4")
    assert small is not None and pictures.decode(small).shape == (104, 104, 3)
    assert teaching.face_picture(BOX, "d6", 1) is None


def test_each_box_has_its_own_dice_and_each_face_can_be_forgotten(teaching: Teaching) -> None:
    for box, face in ((BOX, 4), (BOX, 5), ("salon", 4)):
        teaching.teach(box, "d6", face, encoded(picture(DieKind.D6, face, 1)))
    assert teaching.boxes() == (BOX, "salon")
    teaching.forget(BOX, "d6", "4")
    assert teaching.taught(BOX) == (TaughtFace("d6", 5, 1),)
    teaching.forget(BOX, "d10")
    assert teaching.taught(BOX) == (TaughtFace("d6", 5, 1),)
    teaching.forget(BOX)
    assert teaching.taught(BOX) == () and teaching.taught("salon") == (TaughtFace("d6", 4, 1),)
    assert teaching.boxes() == ("salon",)


def test_a_stand_in_counts_only_for_the_box_that_is_played_with(teaching: Teaching) -> None:
    one = teaching.stand_in(BOX, "bicolour", "d6")
    assert one.warning() is None and teaching.stand_ins(BOX) == (one,)
    image, asked = picture(DieKind.D6, 4, 4), DiceSet.parse("1bicolour")
    assert [d.kind for d in teaching.reader.read(image, asked).dice] != [DieKind.BICOLOUR]
    teaching.play_with(BOX)
    assert [(d.kind, d.value) for d in teaching.reader.read(image, asked).dice] == [(DieKind.BICOLOUR, "black")]
    teaching.forget_stand_in(BOX, "bicolour")
    assert teaching.stand_ins(BOX) == ()
    assert [d.kind for d in teaching.reader.read(image, asked).dice] != [DieKind.BICOLOUR]


def test_any_faces_may_be_mapped_and_unequal_chances_are_told(teaching: Teaching) -> None:
    thirds = {str(n): "red" if n <= 2 else "black" for n in range(1, 7)}
    assert "2 fois plus souvent" in str(teaching.stand_in(BOX, "bicolour", "d6", thirds).warning())
    assert teaching.stand_ins(BOX)[0].faces == thirds
    assert teaching.usual_stand_in("d10", "d20").faces["17"] == 7
    with pytest.raises(EyeError, match="il manque : 6"):
        teaching.stand_in(BOX, "bicolour", "d6", {str(n): "red" for n in range(1, 6)})
    with pytest.raises(EyeError, match="pas de face « vert »"):
        teaching.stand_in(BOX, "bicolour", "d6", dict.fromkeys("123456", "vert"))


def test_what_cannot_be_taught_is_a_sentence(teaching: Teaching, tmp_path: Path, reader: DiceReader) -> None:
    wrong: list[tuple[Any, str]] = [
        (("d6", 1, encoded(np.full((240, 320, 3), 90, np.uint8))), "Aucun dé"),
        (("d6", 1, b"letter"), "ne se lit pas"),
        (("d20", 1), "ne s'apprend pas"),
        (("d6", "7"), "pas de face"),
    ]
    for told, words in wrong:
        with pytest.raises(EyeError, match=words):
            teaching.teach(BOX, *told)
    with pytest.raises(EyeError, match="Aucune caméra"):
        Teaching(SharedReader(lambda: reader, tmp_path)).teach(BOX, "d6", 1)
    with pytest.raises(EyeError, match="dossier de données"):
        Teaching(SharedReader(lambda: reader)).teach(BOX, "d6", 1)
    (tmp_path / "dice").write_text("a file where the folder should be")
    with pytest.raises(EyeError, match="ne se laisse pas écrire"):
        teaching.teach(BOX, "d6", 5)


def test_missing_networks_are_told_in_a_sentence(tmp_path: Path) -> None:
    def missing() -> DiceReader:
        raise ModelError("the networks are missing")

    with pytest.raises(EyeError, match="lecteur de dés manque"):
        Teaching(SharedReader(missing, tmp_path)).teach(BOX, "d6", 1, encoded(picture(DieKind.D6, 1, 1)))


def test_without_anything_that_reads_the_port_is_there_all_the_same() -> None:
    eye = NoEye()
    assert (eye.teacher.taught(BOX), eye.teacher.boxes(), eye.teacher.stand_ins(BOX)) == ((), (), ())
    eye.teacher.forget(BOX)
    assert eye.track.state() == eye.track.forget()
    for ask in (lambda: eye.teacher.teach(BOX, "d6", 1), eye.track.picture, eye.track.take_empty):
        with pytest.raises(EyeError, match=r"\w"):
            ask()


def test_another_box_waits_for_no_reading() -> None:
    """The table changes the box with its lock held; a reading takes seconds on a small machine."""
    begun, may_end = threading.Event(), threading.Event()

    class Slow:
        def read(self, *_: object) -> Reading:
            begun.set()
            may_end.wait(60)
            return Reading((), False)

    shared = SharedReader(Slow)
    reading = threading.Thread(target=shared.read, args=(picture(DieKind.D6, 5, 7),), daemon=True)
    reading.start()
    assert begun.wait(60)
    changing = threading.Thread(target=shared.play_with, args=(BOX,), daemon=True)
    changing.start()
    changing.join(10)
    waited = changing.is_alive()
    may_end.set()
    reading.join(60)
    assert not waited
