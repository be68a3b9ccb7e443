"""An evening of four over HTTP to the winner, with d6 read from real photographs."""

from __future__ import annotations

import json
import random
import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.evenings.program import Program
from tests.tools import needed

SEATS = [
    {"name": "Anna", "colour": "rouge", "age": 9},
    {"name": "Bruno", "colour": "bleu", "age": 41},
    {"name": "Chloé", "colour": "vert", "age": 12},
    {"name": "David", "colour": "noir", "age": 70},
]


MOST = 40


class Photographs:
    """Real photographs by number of dice, copied one per throw into the camera's folder."""

    def __init__(self, source: Path, folder: Path, chance: random.Random) -> None:
        self.folder, self.count = folder, 0
        self.by_number: dict[int, list[tuple[Path, list[int]]]] = defaultdict(list)
        for row in json.loads((source / "labels.json").read_text(encoding="utf-8")):
            values = [int(d["value"]) for d in row["dice"]]
            if "EXCLUDE" not in (row.get("note") or ""):
                self.by_number[len(values)].append((source / "images" / row["file"], values))
        self.chance = chance

    def throw(self, number: int) -> tuple[str, list[int]]:
        """Add a photograph of ``number`` dice; return its name and its true faces."""
        path, values = self.chance.choice(self.by_number[number])
        self.count += 1
        shutil.copy(path, self.folder / f"{self.count:05}{path.suffix}")
        return path.name, values


class Family:
    """Four players who answer at random, and later bet enough to finish; the first ``MOST`` throws are photographs."""

    def __init__(self, program: Program, photographs: Photographs, chance: random.Random) -> None:
        self.program, self.photographs, self.chance = program, photographs, chance
        self.shown: set[str] = set()
        self.silent: set[str] = set()

    def play_on(self, until: int) -> dict[str, Any]:
        """Play until ``until`` facts are written or somebody has won; return the last view."""
        view = self.program.view()
        while view["phase"] != "over" and view["number"] < until:
            view = self.act(view)
            assert sum(view["accounts"].values()) == 160_500
            assert all(n >= 0 for a, n in view["accounts"].items() if a != "bank")
        return view

    def act(self, view: dict[str, Any]) -> dict[str, Any]:
        topics = {q["topic"]: q for q in view["questions"]}
        if "roulette_bet" in topics and self.chance.random() < 0.8:
            return self.bet(topics["roulette_bet"])
        if "roulette_close" in topics:
            return self.say("BetsClosed", topics["roulette_close"]["seats"][0])
        if "black_jack_stand" in topics or "421_stand" in topics:
            stand = topics.get("black_jack_stand") or topics["421_stand"]
            total = max((x["total"] or 0 for x in view["scene"]["lines"] if x["seat"] in stand["seats"]), default=0)
            if total >= 16 or (total == 0 and self.chance.random() < 0.5):
                return self.say("Stood", stand["seats"][0])
        question = next(q for q in view["questions"] if q["must"])
        seat = question["seats"][0]
        match question["kind"]:
            case "throw":
                return self.throw(question, seat)
            case "stake":
                return self.say("StakePlaced", seat, amount=question["limit"])
            case "opponent":
                able = [a["seat"] for a in question["among"] if a["possible"]]
                return self.say("OpponentChosen", seat, opponent=self.chance.choice(able))
            case "option":
                free = [o["option"] for o in question["options"] if not o["refused"]]
                return self.say("OptionChosen", seat, option=self.chance.choice(free))
            case "card":
                card = self.chance.choice(question["cards"])
                return self.say("CardDrawn", seat, deck=question["deck"], card=card)
        raise AssertionError(f"nobody knows how to answer {question}")

    def say(self, kind: str, seat: str, **more: Any) -> dict[str, Any]:
        return self.program.fact({"type": kind, "seat": seat, **more})

    def bet(self, question: dict[str, Any]) -> dict[str, Any]:
        seat = self.chance.choice([s for s in question["seats"] if question["available"][s] >= 25] or [None])
        if seat is None:
            return self.say("BetsClosed", self.program.view()["turn"])
        amount = max(25, question["available"][seat] // 4 // 25 * 25)
        return self.say("BetPlaced", seat, field=self.chance.choice(question["fields"]), amount=amount)

    def throw(self, question: dict[str, Any], seat: str) -> dict[str, Any]:
        if "d10" in question["dice"]:
            dice = [{"kind": "d10", "value": self.chance.randint(0, 9)}, {"kind": "bicolour", "value": "red"}]
            return self.say("DiceThrown", seat, dice=dice)
        kept = None
        number = self.chance.randint(question["least"], question["most"])
        if question["lying"]:
            kept = question["lying"][number:]
            self.say("DiceKept", seat, kept=kept)
            number = 3 - len(kept)
        if self.photographs.count >= MOST:
            faces = [{"kind": "d6", "value": self.chance.randint(1, 6)} for _ in range(number)]
            return self.say("DiceThrown", seat, dice=faces, kept=kept)
        name, truth = self.photographs.throw(number)
        status, answer = self.program.post("/look", {"seen": self.program.view()["number"]})
        assert status == 200, answer
        view = self.program.view()
        self.shown.add(name)
        dice = [{"kind": "d6", "value": v} for v in truth]
        if view["pending"]:
            status, answer = self.program.post("/pending", {"seen": view["number"], "dice": dice, "kept": kept})
            assert status == 200, answer
        else:
            thrown = view["throw"]
            assert thrown["picture"]
            # correct the reading, like a person at the table
            if sorted(d["value"] for d in thrown["dice"]) != sorted(truth):
                self.silent.add(name)
                right = {"type": "DiceThrown", "seat": seat, "dice": dice, "kept": kept}
                return self.program.fact({"type": "Amended", "target": thrown["number"], "fact": right})
        return self.program.view()


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    (tmp_path / "camera").mkdir()
    table = Program(tmp_path / "data", f"folder:{tmp_path / 'camera'}")
    yield table
    table.kill()


def test_four_people_play_from_the_first_throw_to_the_winner(program: Program, tmp_path: Path) -> None:
    """The evening has movement, Zanzibar, 421 and Black Jack from photographs, and a power cut in the middle."""
    chance = random.Random(421)
    photographs = Photographs(needed("matteop65"), tmp_path / "camera", chance)
    house = {"doubles_cap": "3_then_end"}  # the photographs of two dice show only doubles
    setup = {"seats": SEATS, "target": 8000, "box": "exemple", "house": house}
    status, answer = program.post("/start", {"setup": setup})
    assert status == 200, answer
    family = Family(program, photographs, chance)
    before = family.play_on(until=60)
    program.kill()
    program.start()
    after = program.view()
    assert after["resumed"] == f"Repris après le lancer {before['throws']}."
    for same in ("number", "accounts", "turn", "questions", "debts", "board", "throw"):
        assert after[same] == before[same], same
    for old in (tmp_path / "camera").iterdir():  # after a restart, the camera takes only new files as throws
        old.unlink()
    over = family.play_on(until=4000)
    assert over["winner"], "nobody won in 4 000 facts"
    assert over["outcome"]["text"]
    assert len(family.shown) > 20
    assert len(family.silent) <= 3, f"silently wrong: {sorted(family.silent)} of {len(family.shown)} photographs"
    kept = program.get("/history.json")
    assert sum(1 for line in (kept["lines"] if isinstance(kept, dict) else kept) if line["picture"]) > 20
