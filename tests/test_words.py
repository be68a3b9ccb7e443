"""No file of the project names the machine it was written on, or a registry."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.tools import ROOT

PATTERNS = {
    "a folder of one machine": r"(?<![\w.~-])/(?:work|root|workspace|mnt/\w+)/[\w.]",
    "somebody's home folder": r"(?<![\w.~-])/(?:home|Users)/(?!pi\b)\w+",
    "the host of a registry": r"\b(?:pypi|npmjs|registry|artifactory|nexus|pythonhosted|mirrors?)\.[\w.-]*[a-z]{2,}/",
    "the setting of a registry": r"(?:index[-_]url|find[-_]links|registry)\s*[=:]\s*[\"']?(?:https?|file):",
}
TEXT = {"", ".py", ".md", ".toml", ".json", ".txt", ".css", ".js", ".html", ".svg", ".sh", ".service", ".cfg", ".yml"}


def files_of_the_project() -> list[Path]:
    """Return the files that git tracks or would track; without git all files outside hidden folders."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, text=True)
    if listed.returncode == 0 and listed.stdout:
        paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        paths = [path for path in ROOT.rglob("*") if not any(part.startswith(".") for part in path.parts[1:])]
    return [path for path in paths if path.suffix in TEXT and path.is_file()]


def told(text: str) -> list[str]:
    """Return the forbidden words in a text."""
    return [f"{what}: {found.group()}" for what, pattern in PATTERNS.items() for found in re.finditer(pattern, text)]


def test_no_file_tells_where_it_was_made() -> None:
    here = Path(__file__).resolve()
    found = {str(path.relative_to(ROOT)): words for path in files_of_the_project() if path != here
             if (words := told(path.read_text("utf-8", errors="replace")))}
    assert found == {}


@pytest.mark.needs("git")
def test_no_link_is_kept() -> None:
    """Git tracks no symbolic link, such as one from ``.venv`` to a developer's environment."""
    kept = subprocess.run(["git", "ls-files", "--stage"], cwd=ROOT, capture_output=True, text=True).stdout.splitlines()
    assert [line for line in kept if line.startswith("120000")] == []


@pytest.mark.parametrize("text", [
    "see /work/thing/x.py", "open('/root/x')", "/home/anna/servi", "/Users/anna/servi",
    "https://pypi.example.org/simple/six", "index-url = https://host/simple", "find_links: file:///x",
])
def test_a_telling_word_is_seen(text: str) -> None:
    assert told(text)


@pytest.mark.parametrize("text", ["/home/pi/servi", "framework/works", "https://example.org/work/x", "~/work/x"])
def test_an_innocent_word_is_let_through(text: str) -> None:
    assert not told(text)
