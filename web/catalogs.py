"""Keeps the translators' catalogs: ``./servi words`` collects every sentence, ``compiled`` makes them fit for use.

Babel is needed here only; whoever plays reads what it compiled.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.language import DOMAIN, FOLDER, LANGUAGES, SOURCE
from web.sentences import in_file

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "vision", "hardware", "web")
KINDS = (".py", ".js", ".html", ".json")


def sentences() -> dict[tuple[str, str], list[str]]:
    """Return every sentence of the sources with its plural or nothing, and the files where it stands."""
    found: dict[tuple[str, str], list[str]] = {}
    paths = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*")) if path.suffix in KINDS)
    for path in paths:
        name = str(path.relative_to(ROOT))
        for _, one, many in in_file(path):
            places = found.setdefault((one, many), [])
            if name not in places:
                places.append(name)
    return found


def po_file(language: str) -> Path:
    """Return where the catalog of a language lies."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """Return the catalog of a language, an empty one where there is none yet."""
    file = po_file(language)
    if not file.is_file():
        about = f"# The words of Servi in {LANGUAGES[language]}; the French sentence is the key of each."
        return Catalog(locale=language, project="Servi", version="1", header_comment=about, fuzzy=False)
    with file.open("rb") as opened:
        return read_po(opened, locale=language)


def refresh(language: str) -> Catalog:
    """Bring a catalog up to date with the sources, write it, and return it."""
    template = Catalog(project="Servi")
    for (one, many), places in sorted(sentences().items()):
        template.add((one, many) if many else one, locations=[(place, None) for place in places])  # type: ignore[misc]
    kept = read(language)
    kept.update(template, no_fuzzy_matching=True, update_creation_date=False)
    kept.obsolete.clear()
    file = po_file(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as opened:
        write_po(opened, kept, width=120, omit_header=False, sort_output=True, include_lineno=False)
    return kept


def compiled(language: str, file: Path | None = None) -> Path:
    """Compile a catalog as gettext reads it (``servi.mo`` beside it, or ``file``), and return where it lies."""
    file = file or po_file(language).with_suffix(".mo")
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as opened:
        write_mo(opened, read(language))
    return file


def told(translation: str | tuple[str, ...]) -> bool:
    """Tell whether a sentence is translated, in each of its numbers."""
    return all(translation) if isinstance(translation, tuple) else bool(translation)


def main(arguments: list[str]) -> int:
    """Collect the sentences, and say which have no translation."""
    parser = argparse.ArgumentParser(prog="./servi words", description="Collect the sentences for the translators.")
    parser.parse_args(arguments)
    missing = 0
    for language in LANGUAGES:
        if language != SOURCE:
            kept = refresh(language)
            untold = [message.id for message in kept if message.id and not told(message.string)]
            missing += len(untold)
            print(f"{po_file(language).relative_to(ROOT)}: {len(kept)} sentences, {len(untold)} without translation")
            for one in untold:
                print("  ", one)
            compiled(language)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
