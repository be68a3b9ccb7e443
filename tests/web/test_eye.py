"""``./servi eye``: another process hears the readings of a camera as a feed like that of a table."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import cv2
import jsonschema

from companion.dice import DiceSet, DieKind, ReadDie, Reading
from companion.feed import schema
from tests.evenings.program import ROOT, free_port
from tests.waiting import until
from tests.web.conftest import Browser
from tests.web.test_stream import events
from vision.drawing.throws import throw
from web.eye import Readings, create_app

VALIDATOR = jsonschema.Draft202012Validator(schema.schema())


def reading(*values: int, certain: bool = True) -> Reading:
    dice = tuple(ReadDie(DieKind.D6, value, "white") for value in values)
    return Reading(dice, certain, () if certain else ("blurred",))


def test_readings_are_messages_of_the_feed_with_their_photographs() -> None:
    readings = Readings()
    browser = Browser(create_app(readings).test_client())
    readings.add(reading(1, 2), b"\xff\xd8 one")
    readings.add(reading(3, 4, certain=False), b"\xff\xd8 two")
    answer = browser.get("/feed?after=1.0")
    found = events(answer)
    first, second = (json.loads(next(found)[1]) for _ in range(2))
    answer.close()
    for one in (first, second):
        VALIDATOR.validate(one)
    assert [die["value"] for die in first["throw"]["dice"]] == [1, 2] and first["news"] == []
    assert second["news"] == ["unsure", "blurred"]
    assert browser.get(second["throw"]["picture"]).data == b"\xff\xd8 two"
    assert browser.get("/feed/1/9.jpg").status_code == 404
    assert browser.get("/feed", host="elsewhere.example").status_code == 403


def opened(address: str) -> Any:
    """Return the answer of an address, None while nobody listens there."""
    try:
        return urllib.request.urlopen(address, timeout=60)
    except OSError:
        return None


def test_another_process_hears_what_the_eye_reads(tmp_path: Path) -> None:
    play = throw(DiceSet.parse("2d6"), 1)
    folder = tmp_path / "throws"
    folder.mkdir()
    cv2.imwrite(str(folder / "one.png"), play.still())
    port = free_port()
    command = [sys.executable, "-P", "-m", "hardware", "eye", f"folder:{folder}", "--expect", "2d6", "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as program:
        try:
            answer = until(lambda: opened(f"http://127.0.0.1:{port}/feed?after=1.0"))
            with answer:
                line = next(line for line in answer if line.startswith(b"data: "))
        finally:
            program.kill()
    told = json.loads(line[6:])
    VALIDATOR.validate(told)
    assert len(told["throw"]["dice"]) == 2
