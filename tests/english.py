"""Detection of French on a page, for tests that read every sentence."""

from __future__ import annotations

import re
from typing import Any

FRENCH = re.compile(
    r"[éèêëàâçùûîôœ«»]|\b(le|la|les|des|du|une|est|sont|pas|pour|dans|cette|qui|que|aux|ou|avec|sur|dés|mise|miser|"
    r"lance|lancer|jeton|jetons|banque|joueur|joueurs|gagne|paie|vendre|règle|garde|reste|votre|leur|soirée)\b",
    re.IGNORECASE,
)
"""Pattern of words and characters that no English sentence contains."""

OWN = ("Les cases Si-No", "exemple", "Français")
"""Names that stay French: a game, the example box in its file, the other language."""

SAID = {
    *("text", "help", "title", "note", "call", "worst", "reason", "office", "allowed", "resumed", "notice"),
    *("say", "result"),
}
"""Fields of a view with text for people."""


def french(text: str, *known: str) -> bool:
    """Whether a text is French; ``known`` are names of people or of their box."""
    for own in (*OWN, *known):
        text = text.replace(own, "")
    return bool(FRENCH.search(text))


def sayings(value: Any) -> list[str]:
    """Return every text of a view for people, except quotes of the rule book."""
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
