"""The documents are short, each file that they name exists, and the decisions are numbered and complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tools import ROOT

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
NAMED = re.compile(r"`((?:companion|docs|hardware|tests|vision|web)/[\w./-]*)`|\]\(([\w./-]+)\)")
MOST = {"docs/decisions": 25, "docs/architecture.md": 100, "CONTRIBUTING.md": 60}
"""Maximum number of lines of a document, by the start of its path; 120 for all others."""


def within(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("document", DOCUMENTS, ids=within)
def test_every_file_that_a_document_names_is_there(document: Path) -> None:
    named = NAMED.findall(document.read_text("utf-8"))
    missing = [code or link for code, link in named
               if not ((ROOT / code).exists() if code else (document.parent / link).exists())]
    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=within)
def test_a_document_is_short(document: Path) -> None:
    most = next((lines for start, lines in MOST.items() if within(document).startswith(start)), 120)
    assert len(document.read_text("utf-8").splitlines()) <= most


def test_decisions_are_numbered_once_and_say_what_why_and_what_follows() -> None:
    decisions = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    numbers = [decision.name[:3] for decision in decisions]
    assert len(numbers) == len(set(numbers))
    for decision in decisions:
        text = decision.read_text("utf-8")
        assert text.startswith(f"# {decision.name[:3]} "), decision.name
        assert all(f"**{part}" in text for part in ("Context", "Decision", "Consequence")), decision.name
