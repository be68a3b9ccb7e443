"""CSV that a spreadsheet reads in both languages, without running formulas."""

from __future__ import annotations

import csv
import io
from random import Random
from typing import Any

from companion.facts import DiceThrown, Voided
from companion.table import Table
from tests.companion import evenings
from tests.web.conftest import Browser
from tests.web.real import browser as browser
from tests.web.real import table as table


def rows(answer: Any, separator: str) -> list[list[str]]:
    assert answer.mimetype == "text/csv" and answer.text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(answer.text[1:], newline=""), delimiter=separator))


def test_throws_and_results_are_those_of_the_evening(browser: Browser, table: Table) -> None:
    assert browser.get("/throws.csv").status_code == 404
    people = [{"name": name, "age": 20} for name in ("=SUM(A1)", "Zoé; la belle", "Ben")]
    assert table.start({**evenings.setup(), "seats": people}).ok
    evenings.play_until(table, Random(1), lambda evening: evening.play.throws >= 6)
    thrown = [entry for entry in table.evening().entries if isinstance(entry.fact, DiceThrown)]  # type: ignore[union-attr]
    assert table.submit(Voided(target=thrown[0].number)).ok
    played = [(one.number, one.fact) for one in table.evening().played if isinstance(one.fact, DiceThrown)]  # type: ignore[union-attr]
    head, *lines = rows(browser.get("/throws.csv"), ";")
    assert head[3] == "Dés" and played
    told = [(int(line[0]), line[3]) for line in lines]
    assert told == [(number, " ".join(str(die.value) for die in fact.dice)) for number, fact in played]
    head, *lines = rows(browser.get("/results.csv", Accept_Language="en"), ",")
    points = {name: int(number) for _, name, number in lines}
    assert points == {("'" if s.name[0] == "=" else "") + s.name: s.points for s in table.snapshot().seats}
    assert list(points.values()) == sorted(points.values(), reverse=True) and head[2] == "Points"
