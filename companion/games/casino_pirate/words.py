"""The words of Casino Pirate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game.words import CardFace, GameWords
from companion.games.casino_pirate.pack import GOAL, half
from companion.games.casino_pirate.state import EACH, PirateState
from companion.language import tr, trn
from companion.questions import Question, Stake
from companion.snapshot import Snapshot
from companion.words import Names, amount, listed

_FACES = {
    **{gem: (gem, "gem", "green") for gem in "1234567"},
    "P": ("½", "coin", "gold"), "C": ("0", "pebble", "grey"), "S": ("?", "skull", "black"),
}  # fmt: skip
"""Corner, sign and ink of each card."""


class CasinoPirateWords(GameWords):
    """The words of Casino Pirate: questions, cards, and the report of an evening."""

    TITLE = "Casino Pirate"
    SHEET = {
        "line": ("Donne",),
        "heads": ("Heure de la fin",),
        "beside": ("Meneur",),
        "last": ("À la fin",),
        "note": ("Écrire à chaque donne qui mène et les trésors de chacun. Servi n'en a pas besoin.",),
        "end": ("Dès que quelqu'un n'a plus de trésor, ou à l'heure dite : qui a le plus de trésors gagne.",),
    }
    RESUMED = "Repris après la donne {number}."
    OFFICE = "meneur"
    HOLDS = "{seat} mène"
    BEGINS = "Le plus âgé est le premier meneur ; on joue dans le sens des aiguilles d'une montre."
    NO_TARGET = "Casino Pirate se joue sans objectif : le plus de trésors gagne."
    CALLED = ("trésor", "trésors")
    TOPICS = {
        "deal": (
            "{seat} donne une carte à chacun",
            "Toutes les cartes mélangées, une face cachée à chaque autre joueur.",
        ),
        "volunteer": ("Quelqu'un d'autre veut mener ?", "Personne n'a montré 7 ½ : un volontaire peut devenir meneur."),
        "time_up": ("Le temps est écoulé", "La donne en cours se joue jusqu'au bout."),
        "stake": ("{seat} mise", "1 ou 2 trésors, après avoir regardé sa carte."),
        "own_card": ("Ma carte cachée", "Pour soi seul : personne d'autre ne la voit ici."),
        "card": ("{seat} : carte ?", "Autant que l'on veut ; une seule reste face cachée."),
        "servi": ("Servi", "{seat} garde ses cartes."),
        "bust": ("Je dépasse", "Règle de la maison : dire aussitôt qu'on dépasse 7 ½."),
        "leader_card": ("{seat} retourne une carte", "Le meneur joue cartes découvertes et s'arrête quand il veut."),
        "call": ("{seat} appelle un joueur", "Il découvre son jeu ; à égalité le meneur gagne."),
        "leader_bust": ("{seat} dépasse 7 ½ ?", "Le meneur qui dépasse paie à chacun sa mise."),
        "end_hand": ("Finir la donne", "Règle de la maison : qui n'est pas appelé reprend sa mise."),
        "show": ("{seat} découvre son jeu", "Toucher les cartes montrées."),
        "concede": ("Donner sa mise", "{seat} ne montre pas son jeu."),
        "outcome": ("Ou dire seulement qui gagne", "Sans toucher les cartes."),
        "result": (
            "{seat} : qui gagne ?",
            "Quand le meneur a tiré : toucher qui gagne. Le premier 7 ½ est payé double.",
        ),
        "skeleton": ("{seat} : que vaut le squelette ?", "Un nombre entier de 1 à 7."),
        "pay_all": ("{seat} paie", "Le meneur a dépassé : à chacun sa mise."),
        "show_777": ("7 ½ ?", "Règle de la maison : qui montre 7 ½ reçoit le double."),
    }
    CALLS = {
        "deal": "On donne.", "stake": "Faites vos jeux !", "card": "Carte ou servi ?", "leader_card": "Au meneur.",
        "show": "Découvrez votre jeu.",
    }  # fmt: skip
    OPTIONS = {
        "deal": "Donner les cartes", "volunteer": "Je mène", "time_up": "Le temps est écoulé", "bust": "Je dépasse",
        "leader_bust": "{seat} (meneur) dépasse 7 ½", "end_hand": "Finir la donne", "concede": "Donner sa mise",
        "leader_wins": "Le meneur gagne", "better": "Le joueur a mieux", "seven_and_half": "Le joueur montre 7\u202f½",
        "tie": "7 ½ des deux côtés", "pay_all": "Payer les mises",
    }  # fmt: skip
    OWN = {
        "result": {"better": "J'ai mieux", "seven_and_half": "Je montre 7\u202f½", "concede": "Je donne ma mise"},
        "concede": {"concede": "Je donne ma mise"},
        "leader_bust": {"leader_bust": "Je dépasse 7\u202f½"},
    }  # fmt: skip
    SCENES = {"hand": "La donne"}
    REASONS = {
        "leader_wins": "le meneur gagne", "tie": "7 ½ partout, le meneur gagne", "better": "meilleur jeu",
        "seven_and_half": "premier 7 ½, double", "concede": "mise donnée sans montrer", "leader_bust": "le meneur dépasse",
        "bust": "annonce qu'il dépasse", "visible_bust": "cartes visibles au-dessus de 7 ½", "debt_note": "dette notée",
        "lent": "trésor prêté", "advance": "avance des trésors écartés",
    }  # fmt: skip
    ENDS = {
        "first_broke": "quelqu'un n'a plus de trésor",
        "time": "temps écoulé",
        "playoff": "après une donne de barrage",
    }
    CARDS = {"P": "pièce d'or", "C": "caillou", "S": "squelette"}
    SPOKEN = {"P": "pièce d'or, ½", "C": "caillou, 0", "S": "squelette, de 1 à 7"}
    REFUSALS = {
        "STAKE_1_OR_2": ("On mise 1 ou 2 trésors.", "{minimum} ou {limit}."),
        "STAKE_FIRST": ("{seat} n'a pas encore misé.", "Miser d'abord."),
        "NOT_ALL_SERVI": ("Tous ne sont pas servis.", "On attend {waiting}."),
        "LEADER_HAS": ("{seat} mène avec {total}.", "Possible : {options}."),
        "MUST_DECLARE_BUST": ("Qui dépasse 7 ½ doit le dire.", "Annoncer qu'on dépasse."),
    }

    def card(self, name: str) -> str:
        """Return the name of a card.

        >>> CasinoPirateWords().card("S"), CasinoPirateWords().card("7")
        ('squelette', '7')
        """
        return tr(self.CARDS.get(name, name))

    def pack(self, now: Snapshot) -> dict[str, CardFace]:
        """Return the faces of this game's cards."""
        return {
            name: {"text": self._spoken(name), "corner": corner, "sign": sign, "ink": ink}
            for name, (corner, sign, ink) in _FACES.items()
        }

    def _spoken(self, name: str) -> str:
        return tr(self.SPOKEN[name]) if name in self.SPOKEN else tr("pierre de {number}", number=name)

    def total(self, secret: Mapping[str, Any]) -> str:
        """Return the value of a holder's cards in words, "" if one is unknown.

        >>> words = CasinoPirateWords()
        >>> words.total({"half_points": 15}), words.total({"half_points": 17})
        ('7 ½, juste', "8 ½ : c'est trop")
        """
        points = secret.get("half_points")
        if points is None:
            return ""
        if points < GOAL:
            return half(points)
        return (
            tr("{points}, juste", points=half(points))
            if points == GOAL
            else tr("{points} : c'est trop", points=half(points))
        )

    def start(self, now: Snapshot, names: Names) -> str:
        """Return the sentence about the starting treasures (CP-SET-1)."""
        return tr("Chacun prend {number} trésors ; les autres restent de côté.", number=EACH)

    def hint(self, q: Question, now: Snapshot, names: Names) -> str:
        """Return a warning if two players are left, fewer than the rule book allows (CP-PLY-2)."""
        if q.topic == "deal" and sum(not seat.out for seat in now.seats) < PirateState.players_allowed[0]:
            return tr("On n'est plus que deux, et le livret veut 3 à 5 joueurs : continuer ainsi, ou finir la partie.")
        return ""

    def worst(self, q: Stake, now: Snapshot, names: Names) -> str | None:
        """Return the worst possible loss of a stake."""
        return tr("Au pire, {amount} au meneur.", amount=amount(q.limit))

    def ended(self, code: str, now: Snapshot, names: Names) -> str:
        """Return why the game ended; name the players without treasure (CP-DUR-1)."""
        broke = [names[seat.id] for seat in now.seats if not seat.points and not seat.left]
        if code == "first_broke" and broke:
            return trn("{names} n'a plus de trésor", "{names} n'ont plus de trésor", len(broke), names=listed(broke))
        return super().ended(code, now, names)

    def news(self, code: str, detail: Mapping[str, Any], names: Names) -> str:
        """Return a news item as a sentence, "" if it needs none."""
        seat = names[detail["seat"]] if "seat" in detail else ""
        match code:
            case "leader_bust":
                return tr("{seat} (meneur) dépasse 7 ½", seat=seat)
            case "unpaid":
                values = {"giver": names[detail["giver"]], "seat": seat, "n": detail["amount"]}
                if detail["noted"]:
                    return tr("{giver} n'a plus de trésor et en doit {n} à {seat}", **values)
                return tr("{giver} n'a plus de trésor : {seat} en reçoit {n} de moins", **values)
            case "not_777":
                return tr("{seat} n'a pas 7 ½", seat=seat)
            case "time_up":
                return tr("le temps est écoulé, cette donne est la dernière")
            case "uncalled":
                return tr("{names} : pas d'appel, mise reprise", names=listed([names[s] for s in detail["seats"]]))
        return super().news(code, detail, names)
