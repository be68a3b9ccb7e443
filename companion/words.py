"""The words of the table, French first: what a refusal says, how an amount is written.

Sentences are data: a template with named holes. What only one game says stands in that game's ``words``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from companion import facts
from companion.asks import Refusal
from companion.errors import Unwritable
from companion.facts import Fact
from companion.house import HouseRule, rules_of
from companion.language import Sentence, filled, spoken, tr
from companion.ledger import BANK, POT, SCOREBOARD

THIN = "\u202f"
THOUSANDS = {"fr": THIN, "en": ","}
"""What stands between the thousands, by language."""


def amount(points: int) -> str:
    """Write points as the reader expects.

    >>> amount(-12500)
    '−12\\u202f500'
    """
    return ("−" if points < 0 else "") + f"{abs(points):,}".replace(",", THOUSANDS[spoken()])


def listed(names: list[str]) -> str:
    """Join names in a sentence.

    >>> listed(["Anna", "Bruno", "Chloé"])
    'Anna, Bruno et Chloé'
    """
    if len(names) > 1:
        return tr("{names} et {last}", names=", ".join(names[:-1]), last=names[-1])
    return names[0] if names else tr("personne")


UNWRITABLE = {
    Unwritable.FULL: Sentence("Le dossier ne peut pas être écrit : rien n'a changé. Faites de la place sur le disque."),
    Unwritable.PROTECTED: Sentence(
        "Le dossier est protégé en écriture : rien n'a changé. Ôtez la protection, ou changez de carte."
    ),
    Unwritable.HELD: Sentence("Un autre programme tient le journal : rien n'a changé. Fermez-le, puis recommencez."),
}
"""What the page says when something could not be written down."""

UNWRITABLE_NOW = {
    Unwritable.FULL: Sentence(
        "Le disque est plein : rien ne peut plus être noté. Ce qui est noté est sauf ; faites de la place."
    ),
    Unwritable.PROTECTED: Sentence(
        "Le dossier des soirées est protégé en écriture. Ce qui est noté est sauf ; ôtez la protection avant de fermer la "
        "table : sinon elle ne s'ouvrira plus."
    ),
}
"""What every page says for as long as nothing can be written down."""

REFUSALS: dict[str, tuple[str, str]] = {
    "NOT_YOUR_TURN": ("Ce n'est pas à {seat} maintenant.", "C'est à {turn}."),
    "NOT_NOW": ("Ce n'est pas le moment.", "La table attend : {open}."),
    "TOO_MANY_PLAYERS": ("Il y a trop de joueurs.", "{max} au plus."),
    "TOO_FEW_PLAYERS": ("Il n'y a pas assez de joueurs.", "{min} au moins."),
    "GAME_OVER": ("La partie est finie.", "On peut encore régler les dettes ou commencer une revanche."),
    "NOT_OVER": ("La partie n'est pas finie.", "La revanche vient après le gagnant."),
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
    "TABLE_FULL": ("La table est complète.", "{most} joueurs au plus."),
    "NO_SUCH_HEIR": ("Cela ne peut pas aller là.", "Possible : {among}."),
    "DUEL_RUNNING": ("{seat} est au milieu d'un duel.", "Finir le duel d'abord, ou l'annuler : les mises reviennent."),
    "NO_SUCH_HOUSE_RULE": ("Cette règle de la maison n'existe pas ainsi.", "{why}."),
    "MORE_THAN_THE_BOX": ("Il n'y a pas tant dans la boîte.", "{available} au plus."),
    "MORE_CHIPS_THAN_THE_BOX": ("La boîte n'a pas tant de jetons de cette valeur.", "Au plus {box}."),
    "NO_SUCH_FACT": ("Il n'y a rien à corriger sous ce numéro.", "Choisir un événement du récit."),
    "NOTHING_TO_UNDO": ("Il n'y a rien à annuler.", ""),
    "OTHER_QUESTION": ("Cette réponse était pour une autre question.", "Elle ne compte plus ici."),
    "STALE": ("La table a changé entre-temps.", "Regarder la page, puis toucher de nouveau."),
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
    "NO_SUCH_FIELD": ("Cette case n'existe pas sur le tapis.", "Cases : {fields}."),
    "TOLD_MORE_THAN_ALL": ("Sur les cases gagnantes il y a {won}, plus que le tout : {total}.", "Compter le tout."),
    "NO_SUCH_BET": ("Il n'y a pas de mise à reprendre là.", "Toucher une de ses propres mises."),
    "NO_BETS_BEFORE": ("{seat} n'a rien à reposer comme avant.", "Toucher les cases du tapis."),
    "BETS_OVER_THE_PURSE": ("Comme avant, il faudrait {due} ; {seat} en a {available}.", "Poser moins, case par case."),
    "ONE_KIND_OF_BET": ("Numéros ou chances simples, pas les deux.", "Rester sur le même genre de case."),
    "LINE_ALREADY_USED": ("Un seul jeton par ligne.", "Reprendre d'abord le jeton de la ligne {line}."),
    "TOO_MANY_IN_COMMON": ("Trop de numéros en commun avec {with}.", "Deux au plus : choisir un autre numéro."),
    "BETS_INCOMPLETE": ("Tous les jetons ne sont pas posés.", "Il manque : {missing}."),
    "CROUPIER_CANNOT_BET": ("Le croupier ne mise pas.", "Misent : les autres joueurs."),
    "BETS_CLOSED": ("Rien ne va plus : les mises sont closes.", "Attendre le prochain coup."),
    "ACTIVE_MUST_BET": ("{seat} doit miser avant « rien ne va plus ».", "Poser au moins un jeton."),
    "NO_SUCH_OPPONENT": ("Cet adversaire n'est pas possible.", "Au choix : {among}."),
    "NO_POSSIBLE_STAKE": ("Contre {opponent}, aucune mise n'est possible.", "Choisir un autre adversaire."),
    "NO_SUCH_OPTION": ("Ce choix n'existe pas ici.", "Au choix : {options}."),
    "NUMBER_OUT_OF_RANGE": ("Ce nombre n'est pas possible.", "De {low} à {high}."),
    "NUMBER_TAKEN": ("Ce nombre est déjà pris.", "Pris : {taken}."),
    "OTHER_DECK": ("Ce n'est pas la bonne pile.", "On attend une carte de la pile {deck}."),
    "BAD_CARD": ("Cette carte n'est pas complète.", "{why}."),
    "NO_SUCH_CARD": ("Cette carte n'existe pas dans ce jeu.", "Cartes : {cards}."),
    "HOW_MANY_CARDS": ("Ce n'est pas le bon nombre de cartes.", "De {least} à {most}."),
    "STAKE_1_OR_2": ("On mise 1 ou 2 trésors.", "{minimum} ou {limit}."),
    "NOT_ENOUGH": ("Il n'y a pas assez de trésors.", "{available} au plus."),
    "STAKE_FIRST": ("{seat} n'a pas encore misé.", "Miser d'abord."),
    "NOT_ALL_SERVI": ("Tous ne sont pas servis.", "On attend {waiting}."),
    "MUST_DECLARE_BUST": ("Qui dépasse 7 ½ doit le dire.", "Annoncer qu'on dépasse."),
    "BAD_COUNT": ("Ce compte n'est pas complet.", "Un nombre par joueur et par ligne."),
    "CARDS_MUST_SUM_TO_52": ("Il y a {counted} cartes en tout.", "Le jeu en a {total} : recompter."),
    "SPADES_MUST_SUM_TO_13": ("Il y a {counted} piques en tout.", "Le jeu en a {total} : recompter."),
    "ACES_MUST_SUM_TO_4": ("Il y a {counted} as en tout.", "Le jeu en a {total} : recompter."),
    "BIG_MUST_SUM_TO_1": ("Le dix de carreau est compté {counted} fois.", "Il n'y en a qu'un."),
    "LITTLE_MUST_SUM_TO_1": ("Le deux de pique est compté {counted} fois.", "Il n'y en a qu'un."),
    "JACK_MUST_SUM_TO_1": ("Le valet de pique est compté {counted} fois.", "Il n'y en a qu'un."),
    "LAST_MUST_SUM_TO_1": ("La dernière prise est comptée {counted} fois.", "Il n'y en a qu'une."),
    "ACE_MUST_SUM_TO_1": ("Un as est compté {counted} fois.", "Il y en a un de chaque couleur."),
    "NOT_ON_TABLE": ("Cette carte n'est pas sur la table.", "Prendre parmi les cartes libres."),
    "NOT_IN_HAND": ("Cette carte n'est pas dans la main.", "Jouer une carte de sa main."),
    "ALREADY_SEEN": ("Cette carte a déjà été jouée.", "Il n'y en a qu'une : corriger l'une des deux."),
    "NO_SUCH_BUILD": ("Il n'y a pas cette construction.", "Sur la table : {builds}."),
    "NOT_CAPTURABLE": ("Cette carte ne prend pas cela.", "Chaque groupe de cartes fait la valeur de la carte jouée."),
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
    "ANNOUNCE_0_TO_6": ("On annonce un nombre de 0 à 6.", "De {low} à {high}."),
    "MIN_100": ("La provocation coûte au moins 100.", "{minimum} au moins."),
    "NOT_A_NOTE_AMOUNT": ("On joue avec des billets de {step}.", "Un multiple de {step}."),
    "NOT_AN_OFFER": ("Cette somme n'est pas possible.", "Possible : {amounts}."),
    "RAISE_TOO_SMALL": ("Ce n'est pas une relance.", "{minimum} au moins."),
    "ALL_IN_NO_RAISE": ("Qui a tout mis ne peut pas être relancé.", "{max} au plus."),
    "POT_LIMIT": ("La relance dépasse la somme en jeu.", "{max} au plus."),
    "ALREADY_PROTESTED": ("{seat} a déjà protesté.", "Une seule fois."),
    "WINDOW_CLOSED": ("Il n'y a rien à contester.", "On proteste après l'annonce, avant la carte."),
    "RESHUFFLE_USED": ("{seat} a déjà fait mélanger les jetons.", "Une seule fois par partie."),
    "MAX_TWO_CARDS": ("On rend deux cartes au plus.", "{most} au plus."),
    "NOT_SHORT_OF_MONEY": ("{seat} n'est pas à court d'argent.", "On rend des cartes quand on n'a plus de quoi miser."),
    "NOT_HIS_CARD": ("Cette carte n'est pas à vendre ici.", "Cartes : {cards}."),
    "ONE_SALE": ("Une seule vente par passage.", "Choisir une carte."),
    "NO_SUCH_SQUARE": ("Cette case n'existe pas.", "Cases : {kinds}."),
    "NO_SUCH_INDEX": ("Le plateau n'a pas cette case.", "Le tour a {length} cases, comptées depuis 0."),
    "SQUARE_NEEDS_AMOUNT": ("Quelle somme porte cette case ?", "Écrire la somme, négative si on la paie."),
    "SQUARE_NEEDS_COLOUR": ("De quelle couleur est cette case ?", "Au choix : {colours}."),
    "COLOUR_TAKEN": ("Cette couleur est déjà prise.", "Choisir une autre couleur."),
    "NO_SUCH_COLOUR": ("Cette couleur n'existe pas.", "Couleurs : {colours}."),
    "WHICH_DICE_KEPT": ("Quels dés sont restés ?", "Toucher les dés gardés parmi {lying}."),
    "KEPT_DIE_NOT_PRESENT": ("Un dé gardé n'était pas sur la table.", "Sur la table : {lying}."),
    "KEPT_DIE_FIXED": ("Un dé gardé ne se relance plus.", "À garder : {fixed}."),
    "MUST_THROW_AGAIN": ("{seat} doit encore lancer.", "Autant de lancers que l'adversaire, au moins un dé."),
    "NO_MORE_THROWS": ("{seat} n'a plus de lancer.", "C'est à l'adversaire."),
    "ALREADY_SERVI": ("{seat} est servi.", "« Servi » est définitif."),
    "MUST_DRAW": ("Le croupier doit encore tirer.", "Lancer un dé."),
    "WOULD_LEAVE_NO_CHIPS": (
        "Cet achat ne laisserait aucun jeton.",
        "Laisser la carte : sans jetons, on est en faillite.",
    ),
    "EVENING_OPEN": ("Cette soirée est en cours.", "La quitter d'abord : « Quitter la partie », puis l'effacer."),
    "NOT_ON_A_VENDRE": ("On ne vend que sur la case À vendre.", "Attendre d'y arriver."),
}
"""Code to what is refused, and what would be allowed."""

AGAINST = {"STAKE_OVER_LIMIT": "{limit} au plus contre {against}."}
"""What would be allowed against somebody."""

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

DOUBTS = {
    "too-few": "il manque un dé", "too-many": "il y a trop de dés", "not-expected": "ce ne sont pas les dés attendus",
    "leaning": "un dé est cassé", "stacked": "un dé est sur un autre", "touching": "des dés se touchent",
    "blurred": "la photo est floue", "too-dark": "il fait trop sombre", "glare": "un reflet gêne",
    "hand": "une main est sur la piste", "not-thrown": "les dés n'ont pas été lancés", "unsure": "un dé se lit mal",
}  # fmt: skip
"""The eye's codes of doubt in words."""

TITLES = {BANK: "la banque", POT: "le pot", SCOREBOARD: "le tableau des scores", "shared": "tout le monde"}


class Names(dict[str, str]):
    """Seat ids to names; bank and pot have their own, and what is unknown stands for itself."""

    def __missing__(self, key: str) -> str:
        return tr(TITLES.get(key, key))


def _hole(value: Any, names: Names) -> str:
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int):
        return amount(value)
    if isinstance(value, str):
        return names[value]
    if isinstance(value, Mapping):
        return ", ".join(
            f"{v} × {_hole(k, names)}" if isinstance(v, int) else f"{_hole(k, names)} ({_hole(v, names)})"
            for k, v in value.items()
        )
    return listed([_hole(v, names) for v in value])


class _Holes(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return ""


def refusal_words(refusal: Refusal, names: Names, topics: Mapping[str, str] | None = None) -> tuple[str, str]:
    """Return what a refusal says and what would be allowed, in the reader's language."""
    if refusal.code.startswith("NEED_"):
        wanted = tr(NEEDS.get(refusal.code, "")) or refusal.detail.get("dice", tr("d'autres dés"))
        told = tr("Ce ne sont pas les bons dés : il faut {dice}.", dice=wanted)
        return told, tr("Relancer, ou corriger les dés.")
    text, allowed = REFUSALS.get(refusal.code, (UNKNOWN, ""))
    detail = dict(refusal.detail)
    against = detail.pop("against", "")
    if "open" in detail:
        asked = [(topics or {}).get(t, t) for t in detail["open"][:3]]
        detail["open"] = [re.sub(r"^…\s*:\s*|[\s?]+$", "", text) for text in asked]  # as parts of one sentence
    holes = _Holes({k: _hole(v, names) for k, v in detail.items()})
    holes.setdefault("seat", names[refusal.seat] if refusal.seat else tr("on"))
    if against and refusal.code in AGAINST:
        holes["against"] = names[against]
        allowed = AGAINST[refusal.code]
    return filled(tr(text), holes), filled(tr(allowed), holes)


def fact_words(fact: Fact, names: Names, said: Any) -> str:
    """Tell a fact in one sentence; ``said`` is the module with the game's own words."""
    seat = names[getattr(fact, "seat", "")]
    match fact:
        case facts.GameStarted(seats=seats):
            return tr("La partie commence : {names}", names=listed([s.name for s in seats]))
        case facts.DiceThrown(dice=dice, kept=kept):
            thrown = listed([face(d) for d in dice]) if dice else tr("aucun dé")
            if kept:
                return tr("{seat} lance {dice} et garde {kept}", seat=seat, dice=thrown, kept=_numbers(kept))
            return tr("{seat} lance {dice}", seat=seat, dice=thrown)
        case facts.DiceKept(kept=kept):
            if kept:
                return tr("{seat} garde {kept}", seat=seat, kept=_numbers(kept))
            return tr("{seat} relance tout", seat=seat)
        case facts.Stood():
            return tr("{seat} est servi", seat=seat)
        case facts.StakePlaced(amount=points):
            return tr("{seat} mise {amount}", seat=seat, amount=amount(points))
        case facts.BetPlaced(field=field, amount=1):
            return tr("{seat} pose un jeton sur {field}", seat=seat, field=field_name(field, said))
        case facts.BetPlaced(field=field, amount=points):
            return tr(
                "{seat} mise {amount} sur {field}", seat=seat, amount=amount(points), field=field_name(field, said)
            )
        case facts.BetTakenBack(field=field):
            return tr("{seat} reprend sa mise sur {field}", seat=seat, field=field_name(field, said))
        case facts.BetsTold(won=won, total=points):
            holes = {"seat": seat, "total": amount(points)}
            if won:
                on = listed([f"{amount(n)} × {field_name(f, said)}" for f, n in won.items()])
                return tr("{seat} dit après le coup : {won}, {total} en tout", **holes, won=on)
            return tr("{seat} dit après le coup : {total} en tout, rien de gagné", **holes)
        case facts.BetsClosed():
            return tr("Rien ne va plus")
        case facts.OpponentChosen(opponent=other):
            return tr("{seat} choisit {other}", seat=seat, other=names[other])
        case facts.OptionChosen(option=option):
            return tr("{seat} : {choice}", seat=seat, choice=_option(option, said))
        case facts.NumberGiven(number=number, on=on) if on in getattr(said, "PLACED", ()):
            return tr("{seat} se place case {index}", seat=seat, index=number + 1)
        case facts.NumberGiven(number=number):
            return tr("{seat} dit {number}", seat=seat, number=number)
        case facts.CardDrawn(card=card):
            if card.get("name"):
                return tr("{seat} tire « {card} »", seat=seat, card=card_name(card["name"], said))
            return tr("{seat} tire une carte", seat=seat)
        case facts.CardPlayed(card=card, use=use, take=take):
            holes = {"seat": seat, "card": card_name(card, said), "use": _option(use, said)}
            if take:
                taken = listed([card_name(c, said) for c in take])
                return tr("{seat} joue {card} : {use} ({taken})", **holes, taken=taken)
            return tr("{seat} joue {card} : {use}", **holes)
        case facts.Protested(amount=points):
            if points:
                return tr("{seat} proteste et mise {amount}", seat=seat, amount=amount(points))
            return tr("{seat} proteste", seat=seat)
        case facts.Counted():
            return tr("{seat} compte les plis", seat=seat)
        case facts.CardsHeld():
            return tr("{seat} regarde ses cartes", seat=seat)
        case facts.CardsShown(cards=cards):
            if cards:
                return tr("{seat} montre {cards}", seat=seat, cards=listed([card_name(c, said) for c in cards]))
            return tr("{seat} montre ses cartes", seat=seat)
        case facts.CardsSold(cards=cards):
            if cards:
                return tr("{seat} vend {cards}", seat=seat, cards=listed(list(cards)))
            return tr("{seat} ne vend rien", seat=seat)
        case facts.SquareNamed(square=square) | facts.Landed(square=square):
            return tr("{seat} arrive sur {square}", seat=seat, square=_square(square, said))
        case facts.CasinoChosen(colour=colour):
            return tr("{seat} choisit le casino {colour}", seat=seat, colour=colour_name(colour))
        case facts.MoneyMoved(giver=giver, taker=taker, amount=points):
            moved = f"{names[giver]} → {names[taker]}, {amount(points)}"
            return tr("Décidé par la table : {moved}", moved=moved)
        case facts.PawnPlaced(index=index):
            return tr("Décidé par la table : {seat} va case {index}", seat=seat, index=index + 1)
        case facts.SquareSkipped():
            return tr("Décidé par la table : cette case est passée")
        case facts.TurnGiven():
            return tr("Décidé par la table : c'est à {seat}", seat=seat)
        case facts.SeatJoined(name=name):
            return tr("{name} arrive à la table", name=name)
        case facts.SeatLeft(to=to):
            holes = {"seat": seat, "chips": called(said)[1], "heir": names[to]}
            return tr("{seat} quitte la table, ses {chips} vont à {heir}", **holes)
        case facts.SeatTaken(name=name):
            return tr("{name} prend la place", name=name)
        case facts.BankerNamed():
            return tr("{seat} tient la banque", seat=seat)
        case facts.LevelSet(level=level):
            return tr("Servi devient {level}", level=tr(LEVELS.get(level, level)))
        case facts.HouseChanged(key=key, value=value):
            rule = rules_of(said.__package__.rpartition(".")[2])[key]
            return tr("Règle de la maison, {rule} : {value}", rule=tr(rule.label_fr), value=house_value(rule, value))
        case facts.SquareCorrected(index=index, square=square, other=other):
            if other is not None:
                return tr("Cases {index} et {other} échangées", index=index + 1, other=other + 1)
            return tr("Case {index} : {square}", index=index + 1, square=_square(square, said))
        case facts.CardCorrected(name=name):
            return tr("Carte « {card} » corrigée", card=name)
        case facts.HandedOver(debts=rows):
            moved = ", ".join(f"{names[a]} → {names[b]} {amount(n)}" for _, a, b, n in rows[:3])
            return tr("Remis : {moved}", moved=moved)
        case facts.ChipsCounted(account=account, chips=counted):
            total = amount(sum(v * n for v, n in counted.items()))
            return tr("Compté : {account} a {amount}", account=names[account], amount=total)
        case facts.PlayPaused():
            return tr("La partie est mise en pause")
        case facts.LaidOut(account=account, done=True):
            return tr("Remis en place : {account}", account=names[account])
        case facts.LaidOut(account=account):
            return tr("Pas encore en place : {account}", account=names[account])
        case facts.PlayResumed():
            return tr("La partie reprend")
        case facts.Amended(target=target, fact=new):
            return tr("Correction du n° {number} : {told}", number=target, told=fact_words(new, names, said))
        case facts.Inserted(target=target, fact=new):
            return tr("Ajouté avant le n° {number} : {told}", number=target, told=fact_words(new, names, said))
        case facts.Voided(target=target):
            return tr("Le n° {number} ne compte pas", number=target)
        case facts.Restored(target=target):
            return tr("Le n° {number} compte de nouveau", number=target)
    return type(fact).__name__


def house_value(rule: HouseRule, value: Any) -> str:
    """Name the value of a house rule.

    >>> house_value(HouseRule("tie", "flag", False, "Barrage", ""), True)
    'oui'
    """
    if rule.type == "flag":
        return tr("oui") if value else tr("non")
    if rule.type == "choice":
        return tr(rule.words_fr[rule.values.index(value)])
    return tr("sans") if value is None else amount(value)


def _numbers(kept: Iterable[int]) -> str:
    return listed([str(one) for one in kept])


def _option(option: str, said: Any) -> str:
    return tr(said.OPTIONS.get(option, option))


def _square(square: facts.Square, said: Any) -> str:
    return str(said.square(square.kind, square.colour, square.amount))


def card_name(name: Any, said: Any) -> str:
    """Name a card as the game's own words do."""
    named = getattr(said, "card", None)
    return str(named(str(name))) if named else str(name)


def field_name(field: str, said: Any) -> str:
    """Name a field of a cloth as the game's own words do."""
    named = getattr(said, "field", None)
    return str(named(field)) if named else field


CALLED = ("jeton", "jetons")
"""What one piece of the money is called, and several; a game may name them otherwise."""


def called(said: Any) -> tuple[str, str]:
    """Name one piece of this game's money, and several."""
    one, many = getattr(said, "CALLED", CALLED)
    return tr(one), tr(many)


SHEET = {
    "line": ("Coup",), "heads": ("Objectif",), "last": ("Total",),
    "note": ("Écrire à chaque coup ce que chacun a, ou ce qu'il gagne et perd ; Servi n'en a pas besoin.",),
}  # fmt: skip
"""A blank score sheet of any game; each game has its own."""
OFFICE = "banque"
"""What the one who deals, banks or leads is called; a game may name it otherwise."""

ENDS = {"target": "objectif atteint", "last_player": "seul encore en jeu", "playoff": "après un barrage"}
"""How a game ends; a game's own words may name more."""

LEVELS = {"compteur": "compteur", "arbitre": "arbitre", "croupier": "croupier"}
COLOURS = {
    "red": "rouge", "black": "noir", "rouge": "rouge", "bleu": "bleu", "jaune": "jaune", "noir": "noir",
    "blanc": "blanc", "vert": "vert",
}  # fmt: skip
"""What the sides of a die, the pawns and the casinos are called."""


def colour_name(colour: str) -> str:
    """Name a colour."""
    return tr(COLOURS.get(colour, colour))


def face(die: facts.Die) -> str:
    """Name the face of a die.

    >>> face(facts.Die("bicolour", "red")), face(facts.Die("d6", 3))
    ('rouge', '3')
    """
    return colour_name(str(die.value))
