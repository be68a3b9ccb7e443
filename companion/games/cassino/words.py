"""What only Cassino says: its questions, its cards, and the report of an evening."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from gettext import NullTranslations
from importlib.resources import files
from typing import Any

from companion.games.cassino.pack import NAMES, RANKS
from companion.language import catalog, spoken, tr, trn
from companion.words import Names, listed

TITLE = "Cassino"
OFFICE = "donne"
SHEET = {
    "line": ("Donne",), "target": ("But",), "office": ("Donne en premier",), "last": ("Total",),
    "counted": ("Cartes (3)", "Piques (1)", "Dix de carreau (2)", "Deux de pique (1)", "As (1 chacun)", "Balayages"),
    "note": ("Écrire à chaque donne les points de chacun, ligne par ligne. Servi n'en a pas besoin.",),
    "end": ("Qui atteint le but gagne ; si deux l'atteignent à la même donne, le plus haut ; à égalité, une donne de plus.",),
}  # fmt: skip
BEGINS = "Le voisin de gauche de celui qui donne commence."
OFFICE_HELP = "Qui donne (◆) joue aussi ; à la donne suivante, c'est son voisin de gauche."

CALLED = ("point", "points")

TOPICS: dict[str, tuple[str, str]] = {
    "partners": ("Deux contre deux ?", "À quatre, les partenaires se font face."),
    "count": ("Compter les plis", "À la fin de la donne : cartes, piques, grand, petit et as de chacun."),
    "layout": ("Ou suivre carte par carte", "{seat} dit les quatre cartes de la table ; Servi arbitre chaque carte."),
    "play_card": ("{seat} joue une carte", "Prendre, construire, ajouter, hausser, ou laisser sur la table."),
    "own_hand": ("Ma main", "Pour soi seul : Servi vérifie alors qu'on tient de quoi prendre."),
    "claim": ("J'ai gagné", "Règle de la maison : le premier qui le réclame justement gagne."),
}

CALLS = {"count": "On compte.", "play_card": "À vous de jouer."}
DICE: dict[str, str] = {}
EFFECTS: dict[str, str] = {}
OPTIONS = {
    "partners": "Deux contre deux", "alone": "Chacun pour soi", "claim": "J'ai gagné", "capture": "prendre",
    "build": "construire", "add": "ajouter à une construction", "raise": "hausser une construction",
    "trail": "laisser sur la table", "cards": "Cartes", "spades": "Piques", "big": "Dix de carreau (grand)",
    "little": "Deux de pique (petit)", "aces": "As", "sweeps": "Balayages", "jack": "Valet de pique",
    "last": "Dernière prise", "ace_S": "As de pique", "ace_C": "As de trèfle", "ace_H": "As de cœur",
    "ace_D": "As de carreau",
}  # fmt: skip
SCENES = {"table": "La table"}
REASONS = {
    "cards": "le plus de cartes", "spades": "piques", "big": "dix de carreau", "little": "deux de pique", "aces": "as",
    "sweeps": "balayages", "jack": "valet de pique", "last": "dernière prise", "carried": "score repris",
    "table": "décidé par la table", "advance": "tableau des scores", "joined": "arrivée à la table",
    "left": "départ de la table",
}  # fmt: skip
ENDS = {
    "claim": "victoire réclamée justement", "one_deal": "la donne décide", "count_out": "au but le premier en comptant",
}  # fmt: skip
_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LETTERS = {"J": "V", "Q": "D", "K": "R"}


@cache
def rules() -> dict[str, str]:
    """Return the rule book's own words by rule id."""
    rows = json.loads((files("companion.games.cassino") / "rules.json").read_text(encoding="utf-8"))
    return {row["id"]: row["words"] for row in rows}


def card(name: str) -> str:
    """Name a card as French players write it.

    >>> card("10D"), card("KS"), card("A")
    ('10♦', 'R♠', 'A')
    """
    sign = _SIGNS.get(name[-1:], "") if len(name) > 1 else ""
    plain = name[:-1] if sign else name
    return tr(LETTERS.get(plain, plain)) + sign


SUITS = {"S": "pique", "H": "cœur", "D": "carreau", "C": "trèfle"}
_SUITS = {"S": ("spade", "black"), "H": ("heart", "red"), "D": ("diamond", "red"), "C": ("club", "black")}
SPOKEN = {"A": "as", "J": "valet", "Q": "dame", "K": "roi"}


@cache
def _faces(words: NullTranslations) -> dict[str, dict[str, str]]:
    """Return how each card is drawn and said in the words that are spoken now; a bare rank is a card of no told suit."""
    found = {}
    for name in (*NAMES, *RANKS):
        rank, suit = (name, "") if name in RANKS else (name[:-1], name[-1])
        sign, ink = _SUITS.get(suit, ("", "black"))
        text = tr(SPOKEN.get(rank, rank))
        if suit:
            text = tr("{rank} de {suit}", rank=text, suit=tr(SUITS[suit]))
        found[name] = {"text": text, "corner": tr(LETTERS.get(rank, rank)), "sign": sign, "ink": ink}
    return found


def pack(game: Any) -> dict[str, dict[str, str]]:
    """Return the faces of the cards that this game is played with."""
    return _faces(catalog(spoken()))


def square(kind: str, colour: str | None = None, points: int | None = None) -> str:
    """There is no board."""
    return kind


def reason(code: str) -> str:
    """Name the cause of points."""
    return tr(REASONS.get(code, code))


def news(code: str, detail: Mapping[str, Any], names: Names) -> str:
    """Tell one thing that happened, "" for what needs no word."""
    match code:
        case "dealt":
            return tr("dernière donne de quatre cartes") if detail["last"] else tr("quatre cartes à chacun")
        case "sweep":
            return tr("{seat} balaie la table", seat=names[detail["seat"]])
        case "deal":
            return ", ".join(f"{names[s]} {n}" for s, n in detail["points"].items())
        case "won":
            seats = detail["seats"]
            told = listed([names[s] for s in seats])
            return trn("{names} gagne la partie", "{names} gagnent la partie", len(seats), names=told)
        case "noted":
            return tr("noté, sans effet sur le score")
    return ""


def line(scene: Mapping[str, Any], seat: str) -> str:
    """Tell how a side stands."""
    return ""
