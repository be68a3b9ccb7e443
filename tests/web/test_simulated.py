"""The button that throws simulated dice: only in a simulated evening, refused elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.table import Table
from tests import pages
from tests.companion.quick_eye import QuickEye
from tests.web.conftest import Browser
from web import create_app

SEATS = [{"name": "Anna", "colour": "rouge", "age": 9}, {"name": "Bruno", "colour": "bleu", "age": 41}]


@pytest.mark.parametrize("simulated", [True, False])
def test_dice_roll_in_a_simulated_evening_only(tmp_path: Path, simulated: bool) -> None:
    table = Table(tmp_path, simulation=QuickEye)
    browser = Browser(create_app(table).test_client())
    assert browser.post("/start", {"setup": {"seats": SEATS, "simulated": simulated}}).status_code == 200
    answer = browser.post("/simulated/throw", {"seen": 1})
    if simulated:
        assert answer.status_code == 200
        assert pages.view(table)["throw"]["dice"]
    else:
        assert answer.status_code == 409
        assert answer.json["code"] == "NOT_SIMULATED"
        assert "vrais dés" in answer.json["text"] + str(answer.json)
        assert pages.view(table)["number"] == 1
    table.close()


def test_a_stale_throw_is_refused(tmp_path: Path) -> None:
    table = Table(tmp_path, simulation=QuickEye)
    browser = Browser(create_app(table).test_client())
    browser.post("/start", {"setup": {"seats": SEATS, "simulated": True}})
    assert browser.post("/simulated/throw", {"seen": 7}).json["code"] == "STALE"
    table.close()
