"""Complete coverage of the rules: a test names every rule id, and every value of every house rule."""

from __future__ import annotations

import ast
import json
import re
from functools import cache

from companion.house import COMMON, rules_of
from tests.tools import ROOT

TESTS = ROOT / "tests"
ID = re.compile(r"\bHC-[A-Z0-9]+-\d+\b")
RANGE = re.compile(r"\b(HC-[A-Z0-9]+-)(\d+) to (?:HC-[A-Z0-9]+-)?(\d+)\b")

UNTESTED: dict[str, str] = {}
"""Rules that no test can name, each with its reason."""

ELSEWHERE = {
    ("handover", "next_throw"): "what is handed over when is the table's, not the rules': its own tests",
    ("handover", "tap"): "what is handed over when is the table's, not the rules': its own tests",
}
"""House rules that Home Casino's engine does not read."""


@cache
def rule_ids() -> set[str]:
    rows = json.loads((ROOT / "companion" / "games" / "home_casino" / "rules.json").read_text(encoding="utf-8"))
    return {row["id"] for row in rows}


@cache
def named() -> set[str]:
    """Return the rule ids in our tests; « HC-ROU-11 to 15 » names five."""
    found: set[str] = set()
    for file in TESTS.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        found |= set(ID.findall(text))
        for stem, first, last in RANGE.findall(text):
            found |= {f"{stem}{n}" for n in range(int(first), int(last) + 1)}
    return found


def test_every_rule_id_is_named_by_a_test() -> None:
    """Only the Python tests are searched, not the vectors."""
    assert rule_ids() - named() == set(UNTESTED)


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert {i for i in named() if not i.startswith("HC-V-")} - rule_ids() == set()


def test_every_house_rule_names_rules_that_exist() -> None:
    for rule in rules_of("home_casino").values():
        assert set(rule.rule_ids) <= rule_ids(), rule.key


@cache
def covered() -> set[tuple[str, object]]:
    """Return the pairs of ``@covers(key, value, ...)``; each mark checks that its test plays with them."""
    found: set[tuple[str, object]] = set()
    for file in (TESTS / "games" / "home_casino").glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "covers":
                key, *values = (ast.literal_eval(a) for a in node.args)
                found |= {(key, v) for v in values}
    return found


def test_every_value_of_every_house_rule_is_covered_by_a_test() -> None:
    wanted: set[tuple[str, object]] = set()
    for rule in rules_of("home_casino").values():
        values = {"flag": (True, False), "int": (rule.default, 100)}.get(rule.type, rule.values)
        wanted |= {(rule.key, v) for v in values}
    assert wanted - covered() == set(ELSEWHERE)
    assert {key for key, _ in ELSEWHERE} <= {rule.key for rule in COMMON}


def test_no_test_covers_a_house_rule_that_does_not_exist() -> None:
    for key, value in covered():
        rules_of("home_casino")[key].check(value)
