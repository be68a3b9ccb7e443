"""The judge counts a reader's results: right, wrong, missed, repeated and invented throws."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from tests.films.judge import ROOT, Verdict, judge, report, wilson
from tests.test_arrows import imports

Row = dict[str, Any]


def dice(*values: int, kept: tuple[int, ...] = ()) -> list[Row]:
    return [{"kind": "d6", "value": v, "kept": False} for v in values] + [
        {"kind": "d6", "value": v, "kept": True} for v in kept
    ]


def throw(released: float, *values: int, doubts: tuple[str, ...] = (), kept: tuple[int, ...] = ()) -> Row:
    return {
        "released": released,
        "rest": released + 0.6,
        "moved": released + 2,
        "taken": None,
        "clear": [released + 0.6, released + 2],
        "doubts": list(doubts),
        "dice": dice(*values, kept=kept),
    }


def film(*throws: Row) -> Row:
    return {"film": "practice-000", "plot": "one throw", "fps": 20, "throws": list(throws)}


def told(at: float, *values: int, certain: bool = True, why: tuple[str, ...] = (), kept: tuple[int, ...] = ()) -> Row:
    return {
        "time": at + 0.1,
        "first_still": round(at * 20),
        "dice": dice(*values, kept=kept),
        "certain": certain,
        "why": list(why),
    }


def counts(v: Verdict) -> dict[str, int]:
    names = ("throws", "once", "right", "certain", "silent", "ghosts", "doubles", "doubtful")
    return {name: getattr(v, name) for name in names if getattr(v, name)}


@pytest.mark.parametrize(
    ("rows", "want"),
    [
        ([told(1.7, 3, 4)], {"once": 1, "right": 1, "certain": 1}),
        ([told(1.7, 4, 3, certain=False, why=("unsure",))], {"once": 1, "right": 1}),
        ([told(1.7, 3, 5, certain=False)], {"once": 1}),
        ([told(1.7, 3, 5)], {"once": 1, "silent": 1}),
        ([told(1.7, 3, 4, 4)], {"once": 1, "silent": 1}),
        ([told(1.7, 3, kept=(4,))], {"once": 1, "silent": 1}),
        ([], {}),
        ([told(1.7, 3, 4), told(2.4, 3, 4)], {"right": 1, "certain": 1, "doubles": 1}),
        ([told(1.7, 3, 4), told(4.0, 3, certain=False)], {"once": 1, "right": 1, "certain": 1, "ghosts": 1}),
        ([told(0.5, 3, 4, certain=False), told(1.7, 3, 4)], {"once": 1, "right": 1, "certain": 1, "ghosts": 1}),
        ([told(0.5, 3, 4)], {"ghosts": 1, "silent": 1}),
        ([told(1.7, 3, 4), told(2.6, 3, certain=False, why=("not-thrown",))], {"once": 1, "right": 1, "certain": 1}),
        ([told(1.7, 3, 4, certain=False, why=("not-thrown",))], {}),
    ],
)
def test_one_throw(rows: list[Row], want: dict[str, int]) -> None:
    assert counts(judge(film(throw(1.0, 3, 4)), rows)) == {"throws": 1} | want


def test_each_row_belongs_to_the_throw_before_it() -> None:
    verdict = judge(film(throw(1.0, 3), throw(4.0, 5, kept=(3,))), [told(1.6, 3), told(4.6, 5, kept=(3,))])
    assert counts(verdict) == {"throws": 2, "once": 2, "right": 2, "certain": 2}
    assert verdict.late == pytest.approx([0.1, 0.1])


@pytest.mark.parametrize(
    ("rows", "silent"), [([], 0), ([told(1.7, 3, certain=False)], 0), ([told(1.7, 3, 4)], 0), ([told(1.7, 3)], 1)]
)
def test_of_a_doubtful_throw_only_certainty_is_judged(rows: list[Row], silent: int) -> None:
    verdict = judge(film(throw(1.0, 3, 4, doubts=("leaning",))), rows)
    assert (verdict.throws, verdict.doubtful, verdict.silent, len(verdict.errors)) == (0, 1, silent, silent)


def test_a_film_without_a_throw_has_only_ghosts() -> None:
    assert counts(judge(film(), [told(1.0, 2)])) == {"ghosts": 1, "silent": 1}


def test_the_report_has_each_share_with_its_interval_and_each_error() -> None:
    good, bad = judge(film(throw(1.0, 3)), [told(1.6, 3)]), judge(film(throw(1.0, 3)), [])
    text = report([good, good, bad])
    assert "told once             2 of 3     66.7 %  (20.8 to 93.9)" in text
    assert "practice-000 (one throw): throw at 1.00 s missed: [3]" in text


def test_wilson_holds_the_share_and_stays_between_nothing_and_all() -> None:
    for n in (1, 6, 400):
        for hits in range(0, n + 1, max(1, n // 6)):
            low, high = wilson(hits, n)
            assert 0 <= low <= 100 * hits / n + 1e-9 <= high + 2e-9 <= 100 + 3e-9
    assert wilson(0, 0) == (0, 100)


def test_films_are_drawn_by_nothing_that_reads_them() -> None:
    allowed = {"tests.films", "tests.test_arrows", "tests.tools"}
    for path in (ROOT / "tests" / "films").glob("*.py"):
        source = path.read_text("utf-8")
        names = {name for _, name in imports(source, f"tests/films/{path.name}")}
        house = {
            name for name in names if name.partition(".")[0] in ("vision", "companion", "hardware", "web", "tests")
        }
        assert not {n for n in house if not n.startswith("tests.films") and n not in allowed}, path.name
        ours = {n.name for n in ast.walk(ast.parse(source)) if isinstance(n, ast.alias)}
        assert not ours & {"vision", "companion"}, path.name
