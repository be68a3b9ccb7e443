"""The words for refusals: what is refused, and what is allowed instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from companion.game.words import GameWords
from companion.language import filled, tr
from companion.refusal import Refusal
from companion.words import Names, TextValues, amount, dice_words, listed

REFUSALS: dict[str, tuple[str, str]] = {
    "NOT_YOUR_TURN": ("Ce n'est pas à {seat} maintenant.", "C'est à {turn}."),
    "NOT_NOW": ("Ce n'est pas le moment.", "La table attend : {open}."),
    "TOO_MANY_PLAYERS": ("Il y a trop de joueurs.", "{max} au plus."),
    "TOO_FEW_PLAYERS": ("Il n'y a pas assez de joueurs.", "{min} au moins."),
    "GAME_OVER": ("La partie est finie.", "On peut encore régler les dettes ou commencer une revanche."),
    "NOT_OVER": ("La partie n'est pas finie.", "La revanche vient après le gagnant."),
    "LUCK_LONG": ("Cette partie est trop longue.", "La chance se compte jusqu'à {n} réponses."),
    "LUCK_LATER": ("La partie se joue encore.", "La chance se compte quand elle est finie, ou en pause."),
    "PAUSED": ("La partie est en pause.", "D'abord tout remettre en place : la feuille de pause le dit."),
    "ALREADY_PAUSED": ("La partie est déjà en pause.", "La feuille de pause dit ce qui lui manque pour reprendre."),
    "NOTHING_TO_PAUSE": ("Il n'y a rien à mettre en pause.", "Une pause se prend pendant la partie."),
    "NOT_PAUSED": ("La partie n'est pas en pause.", ""),
    "OWED_BEFORE_PAUSE": ("Tout n'est pas remis.", "Les remettre et cocher, puis ranger."),
    "NOT_ALL_LAID_OUT": ("Tout n'est pas encore en place.", "Il manque : {missing}."),
    "ALREADY_STARTED": ("La partie est déjà commencée.", ""),
    "OUT_OF_THE_GAME": ("{seat} n'est plus dans la partie.", "Jouent encore : {among}."),
    "NO_SUCH_SEAT": ("Cette place n'existe pas à cette table.", "Il y a : {among}."),
    "SAME_ACCOUNT": ("On ne se paie pas soi-même.", "Choisir deux comptes différents."),
    "SEAT_EXISTS": ("Cette place est déjà prise.", "Choisir une autre place."),
    "NAME_ALIKE": ("Ce nom ressemble trop à celui de {other}.", "Ajouter une lettre."),
    "NAME_MIXED": ("Ce nom mêle deux alphabets.", "Choisir l'un des deux."),
    "TABLE_FULL": ("La table est complète.", "{most} joueurs au plus."),
    "NO_SUCH_HEIR": ("Cela ne peut pas aller là.", "Possible : {among}."),
    "DUEL_RUNNING": ("{seat} est au milieu d'un duel.", "Finir le duel d'abord, ou l'annuler : les mises reviennent."),
    "NO_SUCH_HOUSE_RULE": ("Cette règle de la maison n'existe pas ainsi.", "{why}."),
    "MORE_THAN_THE_BOX": ("Il n'y a pas tant dans la boîte.", "{available} au plus."),
    "MORE_CHIPS_THAN_THE_BOX": ("La boîte n'a pas tant de jetons de cette valeur.", "Au plus {box}."),
    "NO_SUCH_FACT": ("Il n'y a rien à corriger sous ce numéro.", "Choisir une ligne de la feuille de partie."),
    "DOES_NOT_COUNT": ("Ce fait ne compte pas.", "Le remettre d'abord, puis le corriger."),
    "NOTHING_TO_UNDO": ("Il n'y a rien à annuler.", ""),
    "OTHER_QUESTION": ("Cette réponse était pour une autre question.", "Elle ne compte plus ici."),
    "STALE": ("La table a changé entre-temps.", "Regarder la page, puis toucher de nouveau."),
    "GAME_MISSING": (
        "Le jeu de cette soirée n'est pas installé : elle se lit et s'exporte.",
        "Installer « {package} », puis rouvrir la table.",
    ),
    "DAMAGED": (
        "La suite de cette soirée est abîmée : elle se lit et s'exporte jusqu'à la ligne {number}.",
        "Voir « Réparation » : y reprendre d'ici, restaurer une sauvegarde, ou commencer une autre partie.",
    ),
    "NOT_DAMAGED": ("Cette soirée est entière.", "Il n'y a rien à réparer."),
    "NO_GAME": ("Aucune partie n'est ouverte.", "Commencer une partie ou en reprendre une."),
    "NO_THROW_OPEN": ("Aucun lancer n'est attendu.", "La table attend : {open}."),
    "NO_CAMERA": ("Aucune caméra ne regarde la piste.", "Toucher les dés sur la page."),
    "NO_PICTURE_LEFT": ("Il n'y a plus de photo à lire.", "Toucher les dés sur la page."),
    "CANNOT_WRITE": (
        "Ce lancer n'a pas pu être écrit : libérer de la place ou ôter la protection du dossier, puis le confirmer.",
        "",
    ),
    "NOT_SIMULATED": ("Cette soirée n'est pas une simulation.", "Lancer les vrais dés ou les toucher sur la page."),
    "STILL_ROLLING": ("Les dés roulent encore.", "Attendre qu'ils s'arrêtent."),
    "NO_DIE_TO_THROW": ("Tous les dés sont gardés.", "Garder ce qui est là, ou choisir un dé à relancer."),
    "OTHER_DICE": (
        "Une soirée simulée et de vrais dés ne se mélangent pas.",
        "Lancer les dés de cette soirée-ci, ou les toucher sur la page.",
    ),
    "NOTHING_PENDING": ("Aucune lecture n'attend de réponse.", "Lancer les dés ou les toucher."),
    "NOTHING_OWED": ("Rien n'est dû entre ces deux comptes.", ""),
    "NO_SUCH_WAY": ("Cette façon de payer n'existe plus.", "Choisir parmi celles de la page."),
    "NOT_A_CHIP_AMOUNT": ("Cette somme n'existe pas à ce jeu.", "Un multiple de {step}."),
    "STAKE_OVER_LIMIT": ("Mise trop haute.", "{limit} au plus."),
    "STAKE_UNDER_MINIMUM": ("Mise trop basse.", "{minimum} au moins."),
    "NOT_ENOUGH_CHIPS": ("Il n'y en a pas assez.", "{available} au plus."),
    "BET_OVER_LIMIT": ("Mise trop haute pour cette case.", "{limit} au plus sur une case."),
    "NO_SUCH_FIELD": ("Cette case n'existe pas sur le tapis.", "Cases : {fields}."),
    "TOLD_MORE_THAN_ALL": ("Sur les cases gagnantes il y a {won}, plus que le tout : {total}.", "Compter le tout."),
    "NO_SUCH_BET": ("Il n'y a pas de mise à reprendre là.", "Toucher une de ses propres mises."),
    "NO_BETS_BEFORE": ("{seat} n'a rien à reposer comme avant.", "Toucher les cases du tapis."),
    "BETS_OVER_THE_PURSE": ("Comme avant, il faudrait {due} ; {seat} en a {available}.", "Poser moins, case par case."),
    "ONE_KIND_OF_BET": ("Numéros ou chances simples, pas les deux.", "Rester sur le même genre de case."),
    "BETS_CLOSED": ("Rien ne va plus : les mises sont closes.", "Attendre le prochain coup."),
    "ACTIVE_MUST_BET": ("{seat} doit miser avant « rien ne va plus ».", "Poser au moins un jeton."),
    "NO_SUCH_OPPONENT": ("Cet adversaire n'est pas possible.", "Au choix : {among}."),
    "NO_POSSIBLE_STAKE": ("Contre {opponent}, aucune mise n'est possible.", "Choisir un autre adversaire."),
    "NO_SUCH_OPTION": ("Ce choix n'existe pas ici.", "Au choix : {options}."),
    "NAMES_NOT_FIT": ("Il faut {number} noms différents.", "{longest} lettres au plus."),
    "NUMBER_OUT_OF_RANGE": ("Ce nombre n'est pas possible.", "De {low} à {high}."),
    "LINE_TAKEN": ("Cette ligne est déjà écrite.", "Toucher sa case sur la feuille pour la corriger."),
    "NO_SUCH_LINE": ("Cette ligne n'est pas à écrire.", "À écrire : {lines}."),
    "NUMBER_TAKEN": ("Ce nombre est déjà pris.", "Pris : {taken}."),
    "OTHER_DECK": ("Ce n'est pas la bonne pile.", "On attend une carte de la pile {deck}."),
    "NO_SUCH_CARD": ("Cette carte n'existe pas dans ce jeu.", "Cartes : {cards}."),
    "HOW_MANY_CARDS": ("Ce n'est pas le bon nombre de cartes.", "De {least} à {most}."),
    "THIS_MANY_CARDS": ("Ce n'est pas le bon nombre de cartes.", "{seat} en a {number}."),
    "NOT_SO_MANY_CARDS": (
        "Il n'y a pas tant de cartes « {card} ».",
        "Il en reste {number} : corriger l'une ou l'autre.",
    ),
    "OPEN_CARD_MISSING": ("{seat} a aussi {cards} devant soi.", "Montrer toutes ses cartes."),
    "NOT_ENOUGH": ("Il n'y a pas assez de trésors.", "{available} au plus."),
    "BAD_COUNT": ("Ce compte n'est pas complet.", "Un nombre par joueur et par ligne."),
    "NOT_AN_OFFER": ("Cette somme n'est pas possible.", "Possible : {amounts}."),
    "NOT_HIS_CARD": ("Cette carte n'est pas à vendre ici.", "Cartes : {cards}."),
    "ONE_SALE": ("Une seule vente par passage.", "Choisir une carte."),
    "NO_SUCH_SQUARE": ("Cette case n'existe pas.", "Cases : {kinds}."),
    "NO_SUCH_INDEX": ("Le plateau n'a pas cette case.", "Le tour a {length} cases."),
    "SQUARE_NEEDS_AMOUNT": ("Quelle somme porte cette case ?", "Écrire la somme, négative si on la paie."),
    "SQUARE_NEEDS_COLOUR": ("De quelle couleur est cette case ?", "Au choix : {colours}."),
    "COLOUR_TAKEN": ("Cette couleur est déjà prise.", "Choisir une autre couleur."),
    "NO_SUCH_COLOUR": ("Cette couleur n'existe pas.", "Couleurs : {colours}."),
    "WHICH_DICE_KEPT": ("Quels dés sont restés ?", "Toucher les dés gardés parmi {lying}."),
    "KEPT_DIE_NOT_PRESENT": ("Un dé gardé n'était pas sur la table.", "Sur la table : {lying}."),
    "KEPT_DIE_FIXED": ("Un dé gardé ne se relance plus.", "À garder : {fixed}."),
    "ALREADY_SERVI": ("{seat} a déjà dit « servi ».", "« Servi » est définitif."),
    "EVENING_OPEN": ("Cette soirée est sur la table.", "La quitter d'abord : « Quitter la partie », puis l'effacer."),
}
"""For each code: what is refused, and what is allowed."""

NOTHING_LEFT = {"NOT_ENOUGH_CHIPS": "Il ne reste rien à poser."}
"""For some codes: the text if no allowed amount is left."""

AGAINST = {"STAKE_OVER_LIMIT": "{limit} au plus contre {against}."}
"""For some codes: the allowed amount against the opponent in ``against``."""

UNKNOWN = "Ce n'est pas possible maintenant."

NEEDS = {
    "NEED_1_DIE": "un dé",
    "NEED_1_TO_3_DICE": "un à trois dés",
    "NEED_1_TO_2_DICE": "un ou deux dés",
    "NEED_2_DICE": "deux dés",
    "NEED_3_DICE": "trois dés",
    "NEED_D10_AND_COLOUR": "le dé à dix faces et le dé rouge et noir, ensemble",
    "NEED_TWO_WHITE": "les deux dés blancs",
    "NEED_GREEN_AND_RED": "le dé vert et le dé rouge",
    "NEED_1D10": "le dé à dix faces",
    "NEED_1BICOLOUR": "le dé rouge et noir",
}


Naming = Callable[[str], str]


def _text(value: Any, name: Naming) -> str:
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int):
        return amount(value)
    if isinstance(value, str):
        return name(value)
    if isinstance(value, Mapping):
        return ", ".join(
            f"{v} × {_text(k, name)}" if isinstance(v, int) else f"{_text(k, name)} ({_text(v, name)})"
            for k, v in value.items()
        )
    return listed([_text(v, name) for v in value])


def _named(key: str, names: Names, words: GameWords | None, seat: str) -> Naming:
    """Return the function that names the values of a detail: for example, "C" may be a seat, a card or a field."""
    if words is None:
        return names.__getitem__
    own: dict[str, Naming] = {
        **dict.fromkeys(("card", "cards"), words.card),
        **dict.fromkeys(("kind", "kinds"), words.square),
        **dict.fromkeys(("fields", "won"), words.field),
        "options": lambda code: words.option(code, seat),
    }
    return own.get(key, names.__getitem__)


def refusal_words(refusal: Refusal, names: Names, words: GameWords | None = None) -> tuple[str, str]:
    """Return a refusal in the reader's language, and what is allowed; ``words`` holds the game's words."""
    if refusal.code.startswith("NEED_"):
        dice = str(refusal.detail.get("dice", ""))
        wanted = (
            tr(NEEDS.get(refusal.code) or (words.DICE if words else {}).get(dice, ""))
            or dice_words(dice)
            or tr("d'autres dés")
        )
        text = tr("Ce ne sont pas les bons dés : il faut {dice}.", dice=wanted)
        return text, tr("Relancer, ou corriger les dés.")
    own = words.REFUSALS if words else {}
    text, allowed = own.get(refusal.code) or REFUSALS.get(refusal.code, (UNKNOWN, ""))
    if refusal.code in NOTHING_LEFT and refusal.detail.get("available") == 0:
        return tr(NOTHING_LEFT[refusal.code]), ""
    detail = dict(refusal.detail)
    against = detail.pop("against", "")
    if "open" in detail:
        topics = words.topics() if words else {}
        asked = [topics.get(t, t) for t in detail["open"][:3]]
        detail["open"] = [re.sub(r"^…\s*:\s*|[\s?]+$", "", text) for text in asked]  # for a list in one sentence
    seat = names[refusal.seat] if refusal.seat else tr("on")
    values = TextValues({k: _text(v, _named(k, names, words, seat)) for k, v in detail.items()})
    values.setdefault("seat", seat)
    if against and refusal.code in AGAINST:
        values["against"] = names[against]
        allowed = AGAINST[refusal.code]
    return filled(tr(text), values), filled(tr(allowed), values)
