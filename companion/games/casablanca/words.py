"""The words of Casablanca."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game.words import CardFace, GameWords
from companion.games.casablanca.box import GIVEN, STAKED, symbol_name
from companion.games.casablanca.state import CasablancaWordData, TurnScene
from companion.language import tr
from companion.money.ledger import POT
from companion.questions import Option, Question
from companion.snapshot import Snapshot
from companion.words import Names, amount

HIGHEST = 6
_SIGNS = {"chameau": "camel", "palmier": "palm", "lune": "moon", "etoile": "star", "étoile": "star", "lampe": "lamp",
         "babouche": "slipper", "theiere": "teapot", "théière": "teapot"}  # fmt: skip


class CasablancaWords(GameWords):
    """The words of Casablanca: questions, cards, and the report of an evening."""

    TITLE = "Casablanca"
    OFFICE = "meneur"
    HOLDS = "{seat} est meneur : il mélange les jetons et tient la caisse"
    PLACED = {"figure"}
    TURNED = {"reveal"}
    SHEET = {
        "line": ("Tour",), "office": ("Meneur",), "beside": ("Caisse",), "last": ("À la fin",),
        "note": ("Écrire à chaque tour les billets de chacun et ce qu'il y a en caisse. Servi n'en a pas besoin.",),
        "end": ("Quatre cartes d'un même symbole, ou plus de talon : qui a le plus de billets gagne.",),
    }  # fmt: skip
    BEGINS = "Le voisin de gauche du meneur commence."
    OFFICE_HELP = "Le meneur (◆) joue aussi : il mélange les jetons et tient la caisse."
    NO_TARGET = "Casablanca se joue sans objectif : la quatrième carte finit, le plus riche gagne."
    CALLED = ("billet", "billets")
    NOTES = True
    ACCOUNTS = {"pot": "la caisse", "bank": "les billets hors jeu"}
    TOPICS = {
        "symbols": (
            "Les sept symboles du plateau",
            "Comme on les appelle chez vous. Servi les retient, pour toutes les soirées.",
        ),
        "square": ("{seat} : quel symbole ?", "Celui de la case où se trouve la figure : Servi le retient."),
        "figure": ("{seat} place sa figure", "Sur la case de son choix : la toucher."),
        "dealt": ("{seat} montre ses trois cartes", "Elles comptent, mais ne rapportent pas encore de prime."),
        "exchange": ("{seat} tire une autre carte", "Trois cartes du même symbole : une est rendue."),
        "top": ("{seat} : quelle carte est sur le talon ?", "La carte du dessus est visible de tous."),
        "announce": ("{seat} annonce un nombre", "De 0 à 6, vrai ou faux ; la figure avance d'autant."),
        "sell": ("{seat} peut rendre deux cartes", "À court d'argent : 200 par carte, sous le talon."),
        "reshuffle": ("Faire mélanger les jetons", "{seat}, une seule fois par partie."),
        "no_protest": ("Quelqu'un proteste ?", "Sinon la figure reste où elle est."),
        "protest": ("Protester ?", "Dire « Cela n'est pas vrai ! », avec une mise d'au moins 100."),
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
    OPTIONS = {
        "reshuffle": "Mélanger les jetons", "no_protest": "Personne ne proteste", "confess": "J'ai triché",
        "call": "Suivre et voir", "fold": "Se retirer", "stake_card": "La carte en jeu",
    }  # fmt: skip
    SCENES = {"turn": "Le tour"}
    REASONS = {
        "prime": "prime", "four": "quatre cartes : toute la caisse", "fine": "aveu", "fold": "se retire", "bet": "pari",
        "sold": "carte rendue", "advance": "avance des billets hors jeu",
    }  # fmt: skip
    ENDS = {"four": "quatre cartes d'un symbole, le plus riche gagne", "no_stock": "plus de talon, le plus riche gagne"}
    REFUSALS = {
        "ANNOUNCE_0_TO_6": ("On annonce un nombre de 0 à 6.", "De {low} à {high}."),
        "MIN_100": ("La provocation coûte au moins 100.", "{minimum} au moins."),
        "NOT_A_NOTE_AMOUNT": ("On joue avec des billets de {step}.", "Un multiple de {step}."),
        "RAISE_TOO_SMALL": ("Ce n'est pas une relance.", "{minimum} au moins."),
        "ALL_IN_NO_RAISE": ("Qui a tout mis ne peut pas être relancé.", "{max} au plus."),
        "POT_LIMIT": ("La relance dépasse la somme en jeu.", "{max} au plus."),
        "ALREADY_PROTESTED": ("{seat} a déjà protesté.", "Une seule fois."),
        "WINDOW_CLOSED": ("Il n'y a rien à contester.", "On proteste après l'annonce, avant la carte."),
        "RESHUFFLE_USED": ("{seat} a déjà fait mélanger les jetons.", "Une seule fois par partie."),
        "MAX_TWO_CARDS": ("On rend deux cartes au plus.", "{most} au plus."),
        "NOT_SHORT_OF_MONEY": (
            "{seat} n'est pas à court d'argent.",
            "On rend des cartes quand on n'a plus de quoi miser.",
        ),
    }

    def pack(self, now: Snapshot) -> dict[str, CardFace]:
        """Return each symbol's drawing; an unknown symbol gets a plain shape."""
        return {
            symbol: {
                "text": symbol_name(symbol),
                "corner": "",
                "sign": _SIGNS.get(symbol, f"shape-{at}"),
                "ink": f"ink-{at}",
            }
            for at, symbol in enumerate(now.own.symbols, 1)
        }

    def card(self, name: str) -> str:
        """Return the name of a symbol.

        >>> CasablancaWords().card("etoile")
        'étoile'
        """
        return symbol_name(name)

    def hint(self, q: Question, now: Snapshot, names: Names) -> str:
        """Return the help for numbering squares, a prize, the price of folding (CB-CHL-7), or the next top card."""
        if q.topic == "figure" and None in now.own.ring:
            return tr(
                "Choisir ensemble la case 1 et compter dans le sens des aiguilles d'une montre : toucher sa case."
            )
        if isinstance(q, Option) and q.topic == "prize" and "stake_card" not in q.options:
            return tr("Une carte du perdant, avec sa prime.")
        if q.topic == "prize" and isinstance(now.scene, TurnScene) and now.scene.top:
            return tr(
                "La carte en jeu ({card}), ou une carte du perdant, avec sa prime.", card=self.card(now.scene.top)
            )
        if q.topic == "call" and isinstance(now.scene, TurnScene):
            own, stakes = q.seats[0], now.scene.stakes
            other = next((names[s] for s in stakes if s != own), "")
            price = amount(stakes.get(own, 0))
            return tr("Suivre, c'est voir le jeton ; se retirer laisse {price} à {seat}.", price=price, seat=other)
        if q.topic == "top" and isinstance(now.scene, TurnScene) and now.scene.lands:
            return tr(
                "Si personne ne proteste, {seat} prend la carte : dire la suivante.", seat=names[now.scene.active]
            )
        return ""

    def choices(self, now: Snapshot, topic: str, seat: str) -> dict[int, str]:
        """Return the symbol of the landing square for each number that may be announced, if it is known."""
        own: CasablancaWordData = now.own
        at = own.pawns.get(seat)
        if topic != "announce" or at is None:
            return {}
        under = {n: own.ring[(at + n) % len(own.ring)] for n in range(HIGHEST + 1)}
        return {n: symbol for n, symbol in under.items() if symbol}

    def square(self, kind: str, colour: str | None = None, points: int | None = None) -> str:
        """Return the symbol of a square."""
        return symbol_name(kind)

    def start(self, now: Snapshot, names: Names) -> str:
        """Return the sentence about the starting money and the cash (CB-MON-2, CB-MON-3)."""
        values = {"given": amount(GIVEN), "staked": amount(STAKED), "kept": amount(GIVEN - STAKED)}
        if now.accounts[POT] == STAKED * len(now.seats):  # the cash got nothing else: a house rule, or unknown notes
            told = tr("Chacun reçoit {given} en billets, en verse {staked} à la caisse et garde {kept}.", **values)
            rest = tr("Les autres billets restent de côté ; leur somme, tapée dans la boîte, ira à la caisse.")
            return told if now.own.counted else f"{told} {rest}"
        return tr(
            "Chacun reçoit {given} en billets, en verse {staked} à la caisse et garde {kept} ; l'argent restant y va aussi.",
            **values,
        )

    def news(self, code: str, detail: Mapping[str, Any], names: Names) -> str:
        """Return a news item as a sentence, "" if it needs none."""
        seat = names[detail["seat"]] if "seat" in detail else ""
        match code:
            case "moved":
                return tr("case {index}", index=detail["index"] + 1)
            case "out":
                return tr("{seat} n'a plus ni argent ni cartes et quitte le jeu", seat=seat)
            case "card":
                values = {"seat": seat, "card": symbol_name(detail["name"]), "number": detail["number"]}
                return tr("{seat} prend « {card} » et en a {number}", **values)
            case "confessed":
                return tr("{seat} avoue", seat=seat)
            case "folded":
                return tr("{seat} se retire", seat=seat)
            case "excess":
                return tr(
                    "{seat} reprend {amount} : plus que le tapis de l'autre", seat=seat, amount=amount(detail["amount"])
                )
            case "bet_won":
                if detail["true"]:
                    return tr("le jeton montre bien {token} : {seat} gagne le pari", seat=seat, token=detail["token"])
                return tr("bluff, le jeton montre {token} : {seat} gagne le pari", seat=seat, token=detail["token"])
            case "new_stock":
                if not detail["number"]:
                    return tr("plus de talon")
                return tr("nouveau talon de {number} cartes", number=detail["number"])
            case "reshuffled":
                return tr("les jetons sont mélangés")
        return super().news(code, detail, names)
