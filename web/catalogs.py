"""The translators' catalogs: ``./servi words`` collects every sentence and compiles the catalogs.

Only this module needs Babel. A running table reads the compiled files; the page's ``/catalog.js`` is made from the catalog.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.language import DOMAIN, FOLDER, LANGUAGES, SOURCE

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "vision", "hardware", "web")
METHODS = (  # Babel's extraction method by file pattern; the first match counts
    ("web/static/**.js", "javascript"),
    ("web/templates/**.html", "jinja2"),
    ("**/house.json", "web.sentences:in_house_rules"),
    ("**/presets.json", "web.sentences:in_house_rules"),
    ("**.py", "web.sentences:in_python"),
)
TABLES = ("**/words.py", "companion/telling/*.py", "vision/watching/live.py")
"""Modules whose upper-case word tables hold sentences; ``tr`` translates them where they are used."""
OPTIONS: dict[str, dict[str, Any]] = {
    **dict.fromkeys(TABLES, {"tables": True}),
    "**.js": {"parse_template_string": True},
    "**.html": {"silent": "false"},
}
KEYWORDS = {"t": None, "tn": (1, 2), "_": None, "tr": None, "trn": (1, 2), "Sentence": None}


def sentences(root: Path = ROOT) -> dict[tuple[str, ...], list[str]]:
    """Return every sentence of Servi's or a game's sources (with its plural, if any), and the files that contain it."""
    found: dict[tuple[str, ...], list[str]] = {}
    for name, _, text, *_ in extract_from_dir(
        root, METHODS, OPTIONS, KEYWORDS, directory_filter=ours if root == ROOT else None
    ):
        places = found.setdefault((text,) if isinstance(text, str) else text, [])
        if name not in places:
            places.append(name)
    return found


def ours(folder: str) -> bool:
    """Whether a folder belongs to Servi's own packages, whose sentences are collected."""
    return Path(folder).relative_to(ROOT).parts[0] in PACKAGES


def po_file(language: str) -> Path:
    """Return the path of a language's catalog."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """Return the catalog of a language, an empty one if the file is missing."""
    file = po_file(language)
    if not file.is_file():
        about = f"# The words of Servi in {LANGUAGES[language]}; the French sentence is the key of each."
        return Catalog(locale=language, project="Servi", version="1", header_comment=about, fuzzy=False)
    with file.open("rb") as opened:
        return read_po(opened, locale=language)


def refresh(language: str) -> Catalog:
    """Update a catalog from the sources, write it, and return it."""
    template = Catalog(project="Servi")
    for text, places in sorted(sentences().items()):
        template.add(text if len(text) > 1 else text[0], locations=[(place, None) for place in places])  # type: ignore[misc]
    kept = read(language)
    kept.update(template, no_fuzzy_matching=True, update_creation_date=False)
    kept.obsolete.clear()
    file = po_file(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as opened:
        write_po(opened, kept, width=120, omit_header=False, sort_output=True, include_lineno=False)
    return kept


def compiled(language: str, file: Path | None = None) -> Path:
    """Compile a catalog for gettext (``servi.mo`` beside it, or ``file``); return its path."""
    file = file or po_file(language).with_suffix(".mo")
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as opened:
        write_mo(opened, read(language))
    return file


def translated(message: Message) -> bool:
    """Whether a sentence is translated, in every plural form."""
    forms = (message.string,) if isinstance(message.string, str) else message.string
    return bool(forms) and all(forms or ())


def main(arguments: list[str]) -> int:
    """Update and compile the catalogs, and list the sentences without translation; return 1 if there is one, else 0."""
    parser = argparse.ArgumentParser(prog="./servi words", description="Collect the sentences for the translators.")
    parser.parse_args(arguments)
    missing = 0
    for language in LANGUAGES:
        if language != SOURCE:
            kept = refresh(language)
            untold = [message.id for message in kept if message.id and not translated(message)]
            missing += len(untold)
            print(f"{po_file(language).relative_to(ROOT)}: {len(kept)} sentences, {len(untold)} without translation")
            for one in untold:
                print("  ", one)
            compiled(language)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
