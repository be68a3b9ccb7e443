"""What only Casablanca says: its questions, its cards, and the report of an evening."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from companion.language import tr
from companion.words import Names, amount

if TYPE_CHECKING:
    from companion.games.casablanca.state import Casablanca

TITLE = "Casablanca"
OFFICE = "meneur"
PLACED = {"figure"}
"""Questions whose number is a square of the board."""
SHEET = {
    "line": ("Tour",), "office": ("Meneur",), "beside": ("Caisse",), "last": ("À la fin",),
    "note": ("Écrire à chaque tour les billets de chacun et ce qu'il y a en caisse. Servi n'en a pas besoin.",),
    "end": ("Quatre cartes d'un même symbole, ou plus de talon : qui a le plus de billets gagne.",),
}  # fmt: skip
BEGINS = "Le voisin de gauche du meneur commence."
OFFICE_HELP = "Le meneur (◆) joue aussi : il mélange les jetons et tient la caisse."
HIGHEST = 6
CALLED = ("billet", "billets")
ACCOUNTS = {"pot": "la caisse", "bank": "les billets hors jeu"}

TOPICS: dict[str, tuple[str, str]] = {
    "figure": ("{seat} place sa figure", "Sur la case de son choix : la toucher."),
    "dealt": ("{seat} montre ses trois cartes", "Elles comptent, mais ne rapportent pas encore de prime."),
    "exchange": ("{seat} tire une autre carte", "Trois cartes du même symbole : une est rendue."),
    "top": ("{seat} : quelle carte est sur le talon ?", "La carte du dessus est visible de tous."),
    "announce": ("{seat} annonce un nombre", "De 0 à 6, vrai ou faux ; la figure avance d'autant."),
    "sell": ("{seat} peut rendre deux cartes", "À court d'argent : 200 par carte, sous le talon."),
    "reshuffle": ("Faire mélanger les jetons", "{seat}, une seule fois par partie."),
    "no_protest": ("Quelqu'un proteste ?", "Sinon la figure reste où elle est."),
    "protest": ("Cela n'est pas vrai !", "Une mise d'au moins 100 accompagne la provocation."),
    "protest_stake": ("{seat} mise", "100 au moins, en billets de 50."),
    "confess": ("{seat} avoue ?", "50 à la caisse, le jeton reste caché."),
    "accept": ("{seat} accepte le pari ?", "La même somme, le double ou le triple. Ou avouer : 50 à la caisse."),
    "call": ("{seat} suit ou se retire", "Suivre, c'est voir le jeton."),
    "raise": ("{seat} relance", "Dire sa mise totale."),
    "reveal": ("{seat} retourne son jeton", "Quel chiffre ?"),
    "prize": ("{seat} choisit sa carte", "La carte en jeu, ou une carte du perdant, avec sa prime."),
}

CALLS = {
    "announce": "Prenez un jeton.", "no_protest": "Quelqu'un élève-t-il protestation ?", "call": "Vous suivez ?",
    "reveal": "Montrez le jeton.",
}  # fmt: skip
DICE: dict[str, str] = {}
EFFECTS: dict[str, str] = {}
OPTIONS = {
    "reshuffle": "Mélanger les jetons", "no_protest": "Personne ne proteste", "confess": "J'ai triché",
    "call": "Suivre et voir", "fold": "Se retirer", "stake_card": "La carte en jeu",
}  # fmt: skip
SCENES = {"turn": "Le tour"}
REASONS = {
    "prime": "prime", "four": "quatre cartes : toute la caisse", "fine": "aveu", "fold": "se retire", "bet": "pari",
    "sold": "carte rendue", "table": "décidé par la table", "advance": "avance des billets hors jeu",
    "joined": "arrivée à la table", "left": "départ de la table",
}  # fmt: skip
ENDS = {"four": "quatre cartes d'un symbole, le plus riche gagne", "no_stock": "plus de talon, le plus riche gagne"}


@cache
def rules() -> dict[str, str]:
    """Return the rule book's own words by rule id."""
    rows = json.loads((files("companion.games.casablanca") / "rules.json").read_text(encoding="utf-8"))
    return {row["id"]: row["words"] for row in rows}


_SIGNS = {"chameau": "camel", "palmier": "palm", "lune": "moon", "etoile": "star", "étoile": "star", "lampe": "lamp",
         "babouche": "slipper", "theiere": "teapot", "théière": "teapot"}  # fmt: skip
SPOKEN = {
    "chameau": "chameau", "palmier": "palmier", "lune": "lune", "etoile": "étoile", "lampe": "lampe",
    "babouche": "babouche", "theiere": "théière",
}  # fmt: skip


def pack(game: Any) -> dict[str, dict[str, str]]:
    """Return how each symbol of the board is drawn; one that has no drawing of its own gets a plain shape."""
    return {
        symbol: {"text": card(symbol), "corner": "", "sign": _SIGNS.get(symbol, f"shape-{at}"), "ink": f"ink-{at}"}
        for at, symbol in enumerate(game.board.symbols, 1)
    }


def card(name: str) -> str:
    """Name a symbol.

    >>> card("etoile"), card("lune")
    ('étoile', 'lune')
    """
    return tr(SPOKEN.get(name, name))


def choices(game: Any, topic: str, seat: str) -> dict[int, str]:
    """Tell for each number that may be announced the symbol on which the figure would land."""
    at = game.pawns.get(seat)
    if topic != "announce" or at is None:
        return {}
    return {n: game.board.ring[(at + n) % game.board.length] for n in range(HIGHEST + 1)}


def square(kind: str, colour: str | None = None, points: int | None = None) -> str:
    """Name a square by its symbol."""
    return card(kind)


def reason(code: str) -> str:
    """Name the cause of a transfer."""
    return tr(REASONS.get(code, code))


SETTING_UP = {"dealt", "exchange", "figure"}
"""Questions before the first turn, while everybody still takes his money."""


def start(game: Casablanca, names: Names) -> str:
    """Tell which money everybody takes, and what of it goes to the cash (CB-MON-2, CB-MON-3)."""
    from companion.games.casablanca.box import GIVEN, STAKED

    holes = {"given": amount(GIVEN), "staked": amount(STAKED), "kept": amount(game.start_chips())}
    if game.house["rest_stays_aside"]:
        return tr("Chacun reçoit {given} en billets, en verse {staked} à la caisse et garde {kept}.", **holes)
    return tr(
        "Chacun reçoit {given} en billets, en verse {staked} à la caisse et garde {kept} ; l'argent restant y va aussi.",
        **holes,
    )


def news(code: str, detail: Mapping[str, Any], names: Names) -> str:
    """Tell one thing that happened, "" for what needs no word."""
    seat = names[detail["seat"]] if "seat" in detail else ""
    match code:
        case "moved":
            return tr("case {index}", index=detail["index"] + 1)
        case "out":
            return tr("{seat} n'a plus ni argent ni cartes et quitte le jeu", seat=seat)
        case "card":
            told = {"seat": seat, "card": card(detail["name"]), "number": detail["number"]}
            return tr("{seat} prend « {card} », carte n° {number}", **told)
        case "confessed":
            return tr("{seat} avoue", seat=seat)
        case "folded":
            return tr("{seat} se retire", seat=seat)
        case "bet_won":
            if detail["true"]:
                return tr("{seat} gagne le pari : l'annonce était exacte", seat=seat)
            return tr("{seat} gagne le pari : l'annonce était fausse", seat=seat)
        case "new_stock":
            if not detail["number"]:
                return tr("plus de talon")
            return tr("nouveau talon de {number} cartes", number=detail["number"])
        case "reshuffled":
            return tr("les jetons sont mélangés")
        case "won":
            return tr("{seat} gagne la partie", seat=seat)
        case "noted":
            return tr("noté, sans effet sur le compte")
    return ""


def line(scene: Mapping[str, Any], seat: str) -> str:
    """Tell how a side stands."""
    return ""
