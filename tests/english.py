"""What tells English from French on a page, for tests that read every sentence."""

from __future__ import annotations

import re
from typing import Any

FRENCH = re.compile(
    r"[éèêëàâçùûîôœ«»]|\b(le|la|les|des|du|une|est|sont|pas|pour|dans|cette|qui|que|aux|ou|avec|sur|dés|mise|miser|"
    r"lance|lancer|jeton|jetons|banque|joueur|joueurs|gagne|paie|vendre|règle|garde|reste|votre|leur|soirée)\b",
    re.IGNORECASE,
)
"""Words and signs that no English sentence has."""

OWN = ("Les cases Si-No", "exemple", "Français")
"""What keeps its French name: a game, the word for the example box in its own file, the other language."""

SAID = {
    *("text", "help", "title", "note", "call", "worst", "reason", "office", "allowed", "resumed", "notice"),
    *("say", "result"),
}
"""Fields of a view whose text is read by people."""


def french(text: str, *known: str) -> bool:
    """Tell whether a text is French; ``known`` are names that belong to the people or to their box."""
    for own in (*OWN, *known):
        text = text.replace(own, "")
    return bool(FRENCH.search(text))


def sayings(value: Any) -> list[str]:
    """Return every text of a view that people read; quotes of the rule book are left out, they stay as printed."""
    found: list[str] = []
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in SAID and isinstance(inner, str):
                found.append(inner)
            elif key in ("effects", "targets"):
                found += [words for _, words in inner]
            elif key == "banner":
                found += inner
            elif key == "names":
                found += inner.values() if isinstance(inner, dict) else []
            elif key not in ("fact", "words"):
                found += sayings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            found += sayings(inner)
    return found
