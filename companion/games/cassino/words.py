"""The words of Cassino."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from gettext import NullTranslations
from typing import Any

from companion.game.words import CardFace, GameWords
from companion.games.cassino.pack import NAMES, RANKS
from companion.games.cassino.state import TableScene
from companion.language import catalog, spoken, tr
from companion.questions import Question
from companion.snapshot import Snapshot
from companion.words import Names, listed

_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUITS = {"S": "pique", "H": "cœur", "D": "carreau", "C": "trèfle"}
_SUITS = {"S": ("spade", "black"), "H": ("heart", "red"), "D": ("diamond", "red"), "C": ("club", "black")}
LETTERS = {"J": "V", "Q": "D", "K": "R"}
TIED = {"cards": "Cartes à égalité : pour personne", "spades": "Piques à égalité : pour personne"}
SPOKEN = {"A": "as", "J": "valet", "Q": "dame", "K": "roi"}


class CassinoWords(GameWords):
    """The words of Cassino: questions, cards, and the report of an evening."""

    TITLE = "Cassino"
    OFFICE = "donne"
    RESUMED = "Repris après la donne {number}."
    HOLDS = "{seat} donne"
    SHEET = {
        "line": ("Donne",), "target": ("But",), "office": ("Donne en premier",), "last": ("Total",),
        "counted": ("Cartes (3)", "Piques (1)", "Dix de carreau (2)", "Deux de pique (1)", "As (1 chacun)", "Balayages"),
        "note": ("Écrire à chaque donne les points de chacun, ligne par ligne. Servi n'en a pas besoin.",),
        "end": ("Qui atteint le but gagne ; si deux l'atteignent à la même donne, le plus haut ; à égalité, une donne de plus.",),
    }  # fmt: skip
    BEGINS = "Le voisin de gauche de celui qui donne commence."
    OFFICE_HELP = "Qui donne (◆) joue aussi ; à la donne suivante, c'est son voisin de gauche."
    CALLED = ("point", "points")
    TOPICS = {
        "partners": ("Deux contre deux ?", "À quatre, les partenaires se font face."),
        "count": ("Compter les plis", "À la fin de la donne : cartes, piques, grand, petit et as de chacun."),
        "layout": (
            "Ou suivre carte par carte",
            "{seat} dit les quatre cartes de la table ; Servi arbitre chaque carte.",
        ),
        "play_card": ("{seat} joue une carte", "Prendre, construire, ajouter, hausser, ou laisser sur la table."),
        "own_hand": ("Ma main", "Pour soi seul. Sur un téléphone, Servi vérifie alors qu'on tient de quoi prendre."),
        "claim": ("J'ai gagné", "Règle de la maison : le premier qui le réclame justement gagne."),
    }
    CALLS = {"count": "On compte.", "play_card": "À vous de jouer."}
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
        "advance": "tableau des scores",
    }  # fmt: skip
    ENDS = {
        "claim": "victoire réclamée justement", "one_deal": "la donne décide", "count_out": "au but le premier en comptant",
    }  # fmt: skip
    REFUSALS = {
        "CARDS_MUST_SUM_TO_52": ("Il y a {counted} cartes en tout.", "Le jeu en a {total} : recompter."),
        "SPADES_MUST_SUM_TO_13": ("Il y a {counted} piques en tout.", "Le jeu en a {total} : recompter."),
        "ACES_MUST_SUM_TO_4": ("Il y a {counted} as en tout.", "Le jeu en a {total} : recompter."),
        "BIG_MUST_SUM_TO_1": ("Le dix de carreau est compté {counted} fois.", "Il n'y en a qu'un."),
        "LITTLE_MUST_SUM_TO_1": ("Le deux de pique est compté {counted} fois.", "Il n'y en a qu'un."),
        "JACK_MUST_SUM_TO_1": ("Le valet de pique est compté {counted} fois.", "Il n'y en a qu'un."),
        "LAST_MUST_SUM_TO_1": ("La dernière prise est comptée {counted} fois.", "Il n'y en a qu'une."),
        "ACE_MUST_SUM_TO_1": ("Un as est compté {counted} fois.", "Il y en a un de chaque couleur."),
        "TOO_FEW_CARDS": (
            "{seat} : ce qui est compté ne tient pas en {counted} cartes.",
            "Il en faut au moins {least} : recompter.",
        ),
        "TOO_FEW_SPADES": (
            "{seat} : le deux et le valet de pique sont des piques, mais {counted} sont comptés.",
            "Au moins {least} : recompter.",
        ),
        "NOT_ON_TABLE": ("Cette carte n'est pas sur la table.", "Prendre parmi les cartes libres."),
        "NOT_IN_HAND": ("Cette carte n'est pas dans la main.", "Jouer une carte de sa main."),
        "ALREADY_SEEN": ("Cette carte a déjà été jouée.", "Il n'y en a qu'une : corriger l'une des deux."),
        "NO_SUCH_BUILD": ("Il n'y a pas cette construction.", "Sur la table : {builds}."),
        "NOT_CAPTURABLE": (
            "Cette carte ne prend pas cela.",
            "Chaque groupe de cartes fait la valeur de la carte jouée.",
        ),
        "NOT_A_BUILD": ("Ces cartes ne font pas {value}.", "Chaque groupe de cartes fait le nombre annoncé."),
        "NO_CAPTURING_CARD": ("Il faut garder un {value} pour prendre.", "Annoncer une valeur que l'on tient."),
        "MULTIPLE_BUILD_FIXED": ("Une construction multiple ne change plus de valeur.", "Elle reste à {value}."),
        "TABLE_CARD_CANNOT_CHANGE_VALUE": (
            "Une carte de la table ne change pas la valeur d'une construction.",
            "Seule la carte de la main compte : {value}.",
        ),
        "NEEDS_HAND_CARD": ("On construit avec une carte de sa main.", "Jouer une carte."),
        "MUST_NOT_TRAIL": ("{seat} a sa construction sur la table.", "Prendre, construire ou ajouter."),
        "MUST_KEEP_CAPTURING_CARD": (
            "Il faut garder de quoi prendre sa construction de {value}.",
            "Jouer une autre carte.",
        ),
        "SAME_VALUE_BUILD": ("Il y a déjà une construction de {value}.", "Ajouter à celle-là, ou une autre valeur."),
        "FALSE_CLAIM": ("{seat} n'y est pas encore.", "{points} sur {target}."),
    }

    def card(self, name: str) -> str:
        """Return a card as French players write it.

        >>> [CassinoWords().card(name) for name in ("10D", "KS", "A")]
        ['10♦', 'R♠', 'A']
        """
        sign = _SIGNS.get(name[-1:], "") if len(name) > 1 else ""
        plain = name[:-1] if sign else name
        return tr(LETTERS.get(plain, plain)) + sign

    def pack(self, now: Snapshot) -> dict[str, CardFace]:
        """Return the faces of this game's cards."""
        return _faces(catalog(spoken()))

    def hint(self, q: Question, now: Snapshot, names: Names) -> str:
        """Return why the player may not leave a card on the table (CS-TRL-3), or who plays with whom (CS-PLY-2)."""
        if q.topic == "play_card" and isinstance(now.scene, TableScene):
            if own := [str(b.value) for b in now.scene.builds if b.owner == q.seats[0]]:
                return tr(
                    "Prendre, construire, ajouter ou hausser. Rien ne se laisse : {seat} a une construction de {builds}.",
                    seat=names[q.seats[0]], builds=listed(own),
                )  # fmt: skip
        if q.topic == "partners":
            one, two, three, four = q.seats
            return _against([(one, three), (two, four)], names)
        if q.topic == "count" and now.own and len(now.own[0]) > 1:
            return _against(now.own, names)
        return ""

    def sides(self, now: Snapshot) -> Iterable[tuple[str, ...]]:
        """Return the sides: single seats, or two pairs."""
        return now.own or super().sides(now)

    def news(self, code: str, detail: Mapping[str, Any], names: Names) -> str:
        """Return a news item as a sentence, "" if it needs none."""
        match code:
            case "dealt":
                return tr("dernière donne de quatre cartes") if detail["last"] else tr("quatre cartes à chacun")
            case "sweep":
                return tr("{seat} balaie la table", seat=names[detail["seat"]])
            case "deal":
                points = detail["points"]
                totals = [f"{listed([names[s] for s in side])} {points[side[0]]}" for side in detail["sides"]]
                return "\n".join([", ".join(totals), *self._sources(detail, names)])
            case "noted":
                return tr("noté, sans effet sur le score")
        return super().news(code, detail, names)

    def _sources(self, detail: Mapping[str, Any], names: Names) -> Iterable[str]:
        """Return the sources of a deal's points as one line (CS-SCO-1), with the ties that score nothing (CS-SCO-2)."""
        items = detail["items"]
        told = [
            f"{listed([names[s] for s in side])} : " + ", ".join(f"{self.reason(key)} {n}" for key, n in row.items())
            for side, row in zip(detail["sides"], items, strict=True)
            if row
        ]
        told += [tr(TIED[key]) for key in TIED if not any(key in row for row in items)]
        return [". ".join(told)]


def _against(sides: Iterable[tuple[str, ...]], names: Names) -> str:
    ours, theirs = (listed([names[s] for s in side]) for side in sides)
    return tr("{ours} contre {theirs}", ours=ours, theirs=theirs) + "."


@cache
def _faces(words: NullTranslations) -> dict[str, CardFace]:
    """Return the drawing and name of each card, cached by the catalogue of a language; a bare rank has no suit."""
    found: dict[str, CardFace] = {}
    for name in (*NAMES, *RANKS):
        rank, suit = (name, "") if name in RANKS else (name[:-1], name[-1])
        sign, ink = _SUITS.get(suit, ("", "black"))
        text = tr(SPOKEN.get(rank, rank))
        if suit:
            text = tr("{rank} de {suit}", rank=text, suit=tr(SUITS[suit]))
        found[name] = {"text": text, "corner": tr(LETTERS.get(rank, rank)), "sign": sign, "ink": ink}
    return found
