"""Every question of every game is drawn completely on the table's page and on the phone of the asked seat.

Simple players play each game; both pages are checked at every new sort of question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import players, questions
from companion.facts import encode
from companion.game.library import game_class
from companion.packages import names
from companion.questions import Question
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, PROBE, SMALL, TABLET, Open, Server, at_sizes, barriers, claim, long_ones_slow
from tests.browser.still import moved
from tests.browser.taps import CONTROLS, IN_SIGHT, is_open, settled, up_to_date
from tests.tools import ROOT

SISTERS = long_ones_slow(name for name in names() if name != "home_casino")
PEOPLE = (
    ("Marie-Antoinette", "rouge"), ("Jean-Baptiste", "bleu"), ("Wolfgang", "jaune"),
    ("Maximilienne", "noir"), ("Grand-mère Zoé", "vert"), ("Bartholomé", "blanc"),
)  # fmt: skip
MOST = 260
HOUSES: dict[str, list[tuple[dict[str, Any], int]]] = {
    "casino_pirate": [
        ({}, 8),
        ({"result_only": False}, 11),
        ({"result_only": False, "end_mode": "timed", "bust_must_declare": True, "uncalled_stake_back": True,
          "announce_on_show": True, "bust_pays_777_double": True}, 1),
    ],
    "cassino": [
        ({}, 1),
        ({"result_only": False, "claim": True, "sweeps": True, "count_out": True, "spade_casino": True}, 2),
    ],
    "free": [({}, 1), ({"entry": "dice", "throws": 2, "d6": 5, "formula": "best"}, 2)],
}  # fmt: skip
"""House rules that lead to further questions, and the seed of a short evening that asks them."""


LEARNT = {"casablanca": 2, "les_cases_si_no": 1}
"""Games that can begin with an empty box, and the seed of such an evening."""


SHORT = {"throw", "option", "stake", "opponent", "bid", "protest", "number", "play_card", "count", "points", "naming"}
"""Kinds of questions whose controls are all seen at once, without scrolling, on the Raspberry Pi's screen."""

NO_QUESTION = {"closed", "echo"}
"""Kinds of questions without a drawing: closed ones and echoes."""


def kinds_of(module: Any) -> set[str]:
    return {c.kind for c in vars(module).values() if isinstance(c, type) and issubclass(c, Question) and c.kind}


def test_there_is_a_renderer_for_every_kind_of_question() -> None:
    source = (ROOT / "web/static/js/ask/index.js").read_text("utf-8")
    drawn = re.search(r"const KINDS = .*?\(\{(.*?)\}\);", source, re.DOTALL)
    later = re.search(r"const fetchKinds = loading\(\[(.*?)\], \(kind", source, re.DOTALL)
    assert drawn and later
    known = set(re.findall(r"(\w+)(?=[,:}\s]|$)", drawn[1])) | set(re.findall(r'"(\w+)"', later[1])) | {"throw"}
    wanted = kinds_of(questions)
    assert wanted - known == {*NO_QUESTION, "keep"}  # the throw question itself asks for the kept dice
    assert wanted - set(CONTROLS) == NO_QUESTION


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    yield opened
    opened.close()


def play(table: Table, game: str, house: dict[str, Any], seed: int, box: str) -> Iterator[dict[str, Any]]:
    """Play a random evening; yield the view before each answer, and at the end."""
    most = game_class(game).players_allowed[1]
    seats = [{"name": n, "colour": c, "age": 20 + i} for i, (n, c) in enumerate(PEOPLE[:most])]
    assert table.start({"game": game, "seats": seats, "level": "arbitre", "box": box, "house": house}).ok
    chance = Random(seed)
    for _ in range(MOST):
        yield pages.view(table)
        evening = table.evening()
        assert evening is not None
        fact = players.turn(evening.play, chance)
        if fact is None:
            return
        assert table.submit(encode(fact)).ok


@pytest.mark.parametrize("game", SISTERS)
def test_every_question_of_a_game_is_drawn_and_whole_and_shuts_nobody_out(
    game: str, open_page: Open, table: Table, server: Server, checker: Any, request: pytest.FixtureRequest
) -> None:
    smallest = {name: SMALL[name] for name in ("pi", "small phone")}
    slow = request.config.getoption("--slow")
    sizes = (SMALL if slow else smallest) | {"tablet": TABLET}
    kinds: set[str] = set()
    shared, phone = open_page("/table", TABLET), open_page("/table", PHONE)
    seen: set[tuple[str, str]] = set()
    faults: list[str] = []
    evenings = [(house, seed, "exemple") for house, seed in HOUSES.get(game, [({}, 1)])]
    for house, seed, box in evenings + [({}, seed, "vide") for seed in filter(None, [LEARNT.get(game)])]:
        held, known = "", len(seen)
        for view in play(table, game, house, seed, box):
            usual = [q for q in view["questions"] if not q.get("rare")]  # rare questions are in the menu
            fresh = [q for q in usual if (q["kind"], q["topic"]) not in seen]
            seen |= {(q["kind"], q["topic"]) for q in fresh}
            due = sorted(fresh, key=lambda q: bool(q["must"]))  # of one sort, the mandatory one is checked
            for question in {(q["kind"], q["topic"]): q for q in due}.values():
                up_to_date(shared, view["version"])
                sort = f"{game}: {question['kind']} {question['topic']}"
                checked = slow or question["kind"] not in kinds  # one topic of a kind shows all roles and contrasts
                kinds.add(question["kind"])
                if not is_open(shared, view["questions"], question):
                    faults.append(f"{sort} is not on the table's page")
                faults += [f"{sort}, table: {fault}" for fault in shared.evaluate(PROBE)]
                faults += barriers(checker, shared, f"{sort}, table") if checked else []
                faults += at_sizes(shared, sizes, f"{sort}, table")
                faults += [f"{sort}, table: {fault}" for fault in moved(shared, question["kind"])]
                if question["kind"] in SHORT:
                    shared.set_viewport_size(dict(zip(("width", "height"), SMALL["pi"], strict=True)))
                    settled(shared)
                    if not all(shared.evaluate(IN_SIGHT, CONTROLS[question["kind"]])):
                        faults.append(f"{sort}: a control is out of sight on the Raspberry Pi's screen")
                    shared.set_viewport_size(dict(zip(("width", "height"), TABLET, strict=True)))
                seat = question["seats"][0]
                if held != seat:
                    claim(phone, server, seat)
                    held = seat
                up_to_date(phone, view["version"])
                if not is_open(phone, [q for q in view["questions"] if seat in q["seats"]], question):
                    faults.append(f"{sort} is not on the phone")
                faults += [f"{sort}, phone: {fault}" for fault in phone.evaluate(PROBE)]
                faults += barriers(checker, phone, f"{sort}, phone") if checked else []
        up_to_date(shared, pages.view(table)["version"])
        faults += [f"{game}, end: {fault}" for fault in shared.evaluate(PROBE)]
        assert len(seen) > known, f"{house} leads to no further question"
        assert table.end_game().ok
    assert not faults, "\n".join(faults)
    assert len({kind for kind, _ in seen}) >= min(3, len(game_class(game).words.TOPICS))


def test_a_page_that_is_opened_late_waits_calmly_for_what_draws_a_question(table: Table, open_page: Open) -> None:
    for view in play(table, "casablanca", {}, seed=7, box="exemple"):
        if any(q["kind"] == "bid" for q in view["questions"]):
            break
    page = open_page("/table")  # page errors fail the test
    page.wait_for_function("() => document.documentElement.dataset.version")
    page.locator(".scene").get_by_text("La même somme", exact=True).wait_for()
