"""The words of Home Casino."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.facts import DiceThrown
from companion.game.words import Cloth, GameWords
from companion.games.home_casino.black_jack import BLACK_JACK
from companion.games.home_casino.box import SIGNS, SUMS
from companion.games.home_casino.coach import advice, decision_words
from companion.games.home_casino.four_two_one import combination, distance
from companion.games.home_casino.roulette import CHANCES, COLOUR_NAMES, FIELDS
from companion.games.home_casino.scenes import BlackJack, FourTwoOne, Zanzibar
from companion.games.home_casino.stakes import POOR
from companion.games.home_casino.state import HomeCasinoWordData
from companion.games.home_casino.zanzibar import ROUNDS, points
from companion.language import tr, trn
from companion.questions import Number, Question, SquareAsked, Stake, Stand, Throw
from companion.scene import Contest, Scene
from companion.snapshot import Snapshot
from companion.words import Names, amount, colour_name, face, listed


class HomeCasinoWords(GameWords):
    """The words of Home Casino: squares, questions, reasons, cards, and the report of an evening."""

    TITLE = "Home Casino"
    SHEET = {
        "line": ("Coup",), "target": ("Objectif",), "office": ("Banquier",), "beside": ("Pot",), "last": ("À la fin",),
        "note": ("Écrire à chaque coup les jetons de chacun, mises comprises, et ce qu'il y a au pot. Servi n'en a pas besoin.",),
        "end": ("Le premier qui atteint l'objectif gagne ; les cartes non vendues ne comptent pas.",),
    }  # fmt: skip
    PLACED = {"casino_index"}
    BEGINS = "Le plus jeune commence, puis son voisin de droite."
    OFFICE_HELP = "Le banquier (◆) joue aussi : la caisse de la banque reste à part."
    SQUARES = {
        "casino": "Casino",
        "mafia": "Mafia − 500",
        "casino_plus_500": "Casino + 500",
        "jackpot": "Jackpot",
        "acquisition": "Acquisition",
        "a_vendre": "À vendre",
        "pot": "Pot",
        "slot": "Machine à sous",
        "roulette": "Roulette",
        "blackjack": "Black Jack",
        "421": "421",
        "zanzibar": "Zanzibar",
        "neutral": "Case sans action",
    }
    TOPICS = {
        "move": ("{seat} lance {dice}", "Le pion avance de la somme."),
        "land": ("Ou dire où {seat} arrive", "Sans lire les dés : toucher la case d'arrivée."),
        "pick_two": ("{seat} choisit deux dés", "Le pion avance de leur somme."),
        "square": ("Quelle case ?", "Toucher ce qui est écrit sur la case où {seat} arrive."),
        "board_length": ("Combien de cases a le tour du plateau ?", "Compter une fois : le pion avancera tout seul."),
        "board_unknown": ("Ou ne pas compter", "Après chaque lancer, la table dira la case d'arrivée."),
        "casino_index": (
            "{seat} : où est son casino ?",
            "La case 1 est le casino de {first}. Toucher la bonne, en comptant dans le sens du jeu.",
        ),
        "casino": ("{seats} : quel casino de départ ?", "Chacun sa couleur ; le pion part de là."),
        "sale": ("{seat} peut vendre", "La banque paie le prix de vente, jusqu'au prochain lancer."),
        "emergency_sale": (
            "{seat} doit {owed}, il manque {missing} : vendre d'abord ?",
            "Toucher ce que la banque reprend, au prix écrit ; ce qui manque encore met en faillite.",
        ),
        "no_sale": ("Ne rien vendre", "Ce qui manque met en faillite."),
        "casino_duel_stake": ("{seat} mise contre {against}", "Duel de casino : deux dés chacun, le plus haut gagne."),
        "casino_duel_throw": ("{seat} lance deux dés", "Duel de casino : la plus haute somme gagne."),
        "casino_duel_decline": ("Passer ce duel", "Règle de la maison : le duel est facultatif."),
        "zanzibar_opponent": ("{seat} choisit son adversaire", "Zanzibar : il ne peut pas refuser."),
        "zanzibar_stake": ("{seat} mise contre {against}", "Zanzibar : les deux posent la même somme."),
        "zanzibar_throw": ("{seat} lance trois dés", "Zanzibar : 1 vaut 100, 6 vaut 60, le reste sa valeur."),
        "zanzibar_decline": ("Passer ce duel", "Règle de la maison : le duel est facultatif."),
        "421_opponent": ("{seat} choisit son adversaire", "421 : il ne peut pas refuser."),
        "421_stake": ("{seat} mise contre {against}", "421 : les deux posent la même somme."),
        "421_throw": ("{seat} lance {dice}", "421 : le plus près de 421 gagne, le 421 paie triple."),
        "421_keep": ("{seat} garde des dés", "Toucher ceux qui restent sur la table."),
        "421_stand": ("{seat} peut s'en tenir là", "L'adversaire lancera autant de fois."),
        "421_decline": ("Passer ce duel", "Règle de la maison : le duel est facultatif."),
        "black_jack_croupier": ("Qui est croupier ?", "Le banquier joue lui-même : {seat} désigne le croupier."),
        "black_jack_stake": ("{seat} mise contre la banque", "Black Jack aux dés : le plus près de 21."),
        "black_jack_throw": ("{seat} lance {dice}", "Au plus près de 21 sans le dépasser."),
        "black_jack_stand": ("Servi", "{seat} s'arrête à son total."),
        "black_jack_decline": ("Passer cette partie", "Règle de la maison : le duel est facultatif."),
        "roulette_bet": ("Faites vos jeux", "Toute la table peut miser, sur autant de cases que l'on veut."),
        "roulette_close": ("Rien ne va plus", "Ferme les mises ; {seat} lance ensuite."),
        "roulette_told": (
            "Qu'y avait-il sur le tapis ?",
            "Ce qui était sur les cases gagnantes, et en tout ; ou rien.",
        ),
        "roulette_told_all": ("C'est tout", "Qui n'a rien dit n'avait rien misé."),
        "roulette_throw": ("{seat} lance {dice}", "Le numéro et la couleur, en même temps."),
        "jackpot_card": ("{seat} tire une carte Jackpot", "Que dit la carte ?"),
        "jackpot_text": ("{seat} : que fait cette carte ?", "Gain de la banque, perte au pot, ou rien."),
        "jackpot_amount": ("Combien ?", "La somme que dit la carte."),
        "jackpot_steps": ("De combien de cases avance {seat} ?", "Compter jusqu'à la case que dit la carte."),
        "acquisition_card": ("{seat} tire une carte Acquisition", "Que dit la carte ?"),
        "acquisition_buy": ("{seat} achète {name} ?", "Prix {buy}, revente {sell}. Le prix va à la banque."),
        "playoff_throw": ("{seat} lance deux dés", "Barrage : le plus haut gagne la partie."),
    }
    CALLS = {
        "roulette_bet": "Faites vos jeux !", "roulette_close": "Faites vos jeux !", "roulette_throw": "Rien ne va plus !",
        "move": "Les dés, s'il vous plaît.", "playoff_throw": "Barrage !",
    }  # fmt: skip
    DICE = {
        "1d6": "un dé", "2d6": "deux dés", "3d6": "trois dés", "1-3d6": "un à trois dés", "1-2d6": "un ou deux dés",
        "1d10+1bicolour": "les deux dés de la roulette", "1d10": "le dé à dix faces", "1bicolour": "le dé rouge et noir",
    }  # fmt: skip
    OPTIONS = {
        "buy": "Acheter", "leave": "Laisser la carte", "decline": "Passer", "no_sale": "Ne rien vendre",
        "unknown": "Ne pas suivre les pions", "gain": "Gain", "pay": "Perte", "nothing": "Rien",
    }  # fmt: skip
    REASONS = {
        "mafia": "Mafia", "casino_plus_500": "Casino + 500", "jackpot": "carte Jackpot", "acquisition": "achat",
        "sale": "vente", "emergency_sale": "vente de secours", "pot": "Pot", "slot": "machine à sous",
        "own_casino_passed": "passage par son casino", "own_casino_landed": "arrivée sur son casino",
        "casino_duel": "duel de casino", "zanzibar": "Zanzibar", "421": "duel de 421", "421_bonus": "421, part de la banque",
        "blackjack_win": "Black Jack gagné", "blackjack_21": "21 au Black Jack", "blackjack_lost": "Black Jack perdu",
    }  # fmt: skip
    DECKS = {"jackpot": "Jackpot", "acquisition": "Acquisition"}
    CARD_EFFECTS = {
        "gain": "La banque vous verse", "pay": "Versez au pot", "collect_each": "Chaque joueur vous verse",
        "pay_each": "Versez à chaque joueur", "move_by": "Avancez ou reculez", "move_to": "Allez jusqu'à",
        "extra_turn": "Rejouez", "free_text": "Autre texte",
    }  # fmt: skip
    EFFECTS = {"jackpot": CARD_EFFECTS, "acquisition": {}}
    """The effects of each deck's cards; an Acquisition card has only prices."""
    CASINOS = {
        "rouge": "Casino rouge", "bleu": "Casino bleu", "jaune": "Casino jaune", "noir": "Casino noir",
        "blanc": "Casino blanc", "vert": "Casino vert",
    }  # fmt: skip
    PASSED = "en passant par son casino"
    COLLECTS = "le passage au casino rapporte"
    FAMOUS = "421"
    FIELDS = {"pair": "pair", "impair": "impair", "rouge": "rouge", "noir": "noir"}
    TARGETS = {
        "own_casino": "son casino",
        **{kind: text for kind, text in SQUARES.items() if kind not in ("casino", "slot", "neutral")},
        **CASINOS,
    }
    WORST_421 = {
        "loser": "Au pire : si {seat} fait 421, le perdant paie le triple, il peut y perdre tout ce qu'il a.",
        "bank": "Au pire : si {seat} fait 421, le perdant paie une fois, la banque le reste.",
        "cap": "Au pire : si {seat} fait 421, le perdant paie le triple s'il le peut et garde 25.",
    }
    RANKINGS_421 = {
        "distance": "Le plus près de 421 gagne : 411 en est à 10, 111 à 310, 666 à 245 ; 111 est le pire.",
        "traditional": "Classement traditionnel : 421, puis les as, les brelans, les suites.",
    }
    RESULTS = {"duel_over", "roulette_over"}
    SCENES = {
        "casino_duel": "Duel de casino", "zanzibar": "Zanzibar", "four_two_one": "421", "black_jack": "Black Jack",
        "roulette": "Roulette", "playoff": "Barrage",
    }  # fmt: skip
    REFUSALS = {
        "BAD_CARD": ("Cette carte n'est pas complète.", "{why}."),
        "MUST_THROW_AGAIN": ("{seat} doit encore lancer.", "Autant de lancers que l'adversaire, au moins un dé."),
        "NO_MORE_THROWS": ("{seat} n'a plus de lancer.", "C'est à l'adversaire."),
        "MUST_DRAW": ("Le croupier doit encore tirer.", "Lancer un dé."),
        "WOULD_LEAVE_NO_CHIPS": (
            "Cet achat ne laisserait aucun jeton.",
            "Laisser la carte : sans jetons, on est en faillite.",
        ),
        "NOT_ON_A_VENDRE": ("On ne vend que sur la case À vendre.", "Attendre d'y arriver."),
    }

    def square(self, kind: str, colour: str | None = None, points: int | None = None) -> str:
        """Return the name of a square.

        >>> words = HomeCasinoWords()
        >>> words.square("casino", "rouge"), words.square("slot", None, -150)
        ('Casino rouge', 'Machine à sous −150')
        """
        text = tr(self.SQUARES.get(kind, kind))
        if kind == "casino" and colour:
            return tr(self.CASINOS.get(colour, text))
        if kind == "slot" and points is not None:
            return f"{text} {'+' if points > 0 else ''}{amount(points)}"
        return text

    def sign(self, kind: str) -> str:
        return SIGNS.get(kind, "")

    def sums(self, kind: str) -> tuple[int, ...]:
        return SUMS.get(kind, ())

    def field(self, name: str) -> str:
        """Return the name of a field of the roulette cloth."""
        return tr(self.FIELDS.get(name, name))

    def cloth(self, now: Snapshot) -> Cloth:
        """Return the layout of the roulette cloth; « rouge » and « noir » have a ``colour`` for the page."""
        rows = self.field_rows(FIELDS)
        colours = COLOUR_NAMES.values()
        return {
            "kind": "roulette",
            "fields": [r | {"colour": r["field"]} if r["field"] in colours else r for r in rows],
        }

    def reason(self, code: str) -> str:
        """Return the reason of a transfer in words.

        >>> HomeCasinoWords().reason("roulette_won:7")
        'roulette, 7'
        """
        if code == "roulette_rest":
            return tr("roulette, mises perdues")
        if code.startswith("roulette_told:"):
            return tr("roulette, {field}, dit après le coup", field=self.field(code.partition(":")[2]))
        if code.startswith("roulette_"):
            return tr("roulette, {field}", field=self.field(code.partition(":")[2]))
        return super().reason(code)

    def start(self, now: Snapshot, names: Names) -> str:
        """Return the sentence about the starting chips (HC-SET-8 to 13)."""
        own: HomeCasinoWordData = now.own
        chips = listed(_pieces(own.given))
        total = amount(sum(value * number for value, number in own.given.items()))
        return tr("La banque donne {total} à chacun : {chips}.", total=total, chips=chips)

    def limit_words(self, q: Stake, now: Snapshot, names: Names) -> str:
        """Return the allowed stakes in words, with the reason of the limit and who may lose everything."""
        other = now.seat(q.against)
        theirs = other.points if other else 0
        values = {"low": amount(q.minimum), "high": amount(q.limit)}
        values |= {"other": names[q.against], "amount": amount(theirs)}
        if 0 < theirs < POOR and q.limit < q.own:
            return tr("De {low} à {high} : la moitié de ce qu'a {other}, {amount}, car c'est moins de 500.", **values)
        if 0 < theirs <= q.limit:
            return tr("De {low} à {high} : {other} n'a que {amount} et peut y perdre tout.", **values)
        if q.limit >= q.own:
            return tr("De {low} à {high} : tout ce qu'il reste à {seat}.", **values, seat=names[q.seats[0]])
        return tr("De {low} à {high}, le plus que le livret permet.", **values)

    def worst(self, q: Stake, now: Snapshot, names: Names) -> str | None:
        """Return the worst possible loss of a stake or the way to win its duel, in words; None for other stakes."""
        house, other = now.house, names[q.against]
        match q.topic:
            case "421_stake":
                worst = tr(self.WORST_421[house["421_triple_payer"]], seat=other)
                return f"{worst} {tr(self.RANKINGS_421[house['ranking_421']])}"
            case "zanzibar_stake":
                return tr("Zanzibar : {other} pose autant ; le plus haut total de deux tours prend tout.", other=other)
            case "casino_duel_stake":
                return tr("Duel de casino : le plus haut de deux dés gagne. À égalité chacun reprend sa mise.")
            case "black_jack_stake":
                croupier = names[now.own.croupier]
                return tr(
                    "{seat} est croupier. Au pire, la mise va à la banque ; 21 rapporte trois fois.", seat=croupier
                )
        return None

    def hint(self, q: Question, now: Snapshot, names: Names) -> str:
        """Return the help for an unknown square, or for a throw: after a double, its round, or the throws left."""
        if isinstance(q, Number) and q.topic == "casino_index" and not q.first:
            return tr("La case 1 est le premier casino de la boîte. Toucher la bonne, en comptant dans le sens du jeu.")
        if isinstance(q, SquareAsked) and q.topic == "square" and q.index is not None:
            return tr(
                "{seat} arrive case {index}, encore inconnue : elle est demandée une seule fois.",
                seat=names[q.seats[0]],
                index=q.index + 1,
            )
        if not isinstance(q, Throw):
            return ""
        seat, duel = q.seats[0], now.scene
        if q.topic == "move":
            return _again(now.own, seat, names)
        if isinstance(duel, Zanzibar):
            number = len(duel.throws[seat]) + 1
            if number > ROUNDS:
                return tr("Égalité, un tour de plus : 1 vaut 100, 6 vaut 60, le reste sa valeur.")
            return tr("Tour {number} sur 2 : 1 vaut 100, 6 vaut 60, le reste sa valeur.", number=number)
        if isinstance(duel, BlackJack) and duel.throws[seat]:
            return tr("Au plus près de 21 sans le dépasser ; « servi », c'est s'arrêter.")
        if isinstance(duel, FourTwoOne) and q.throws_left is not None:
            return _left(q.throws_left, seat, duel, names)
        return ""

    def coach(self, q: Question, now: Snapshot, names: Names) -> str:
        """Return what the choices of a 421, a Black Jack or a roulette are worth."""
        said = advice(q, now)
        return f"{self.hint(q, now, names)} {said}" if said and isinstance(now.scene, FourTwoOne) else said

    def decision(self, code: str, detail: Mapping[str, Any]) -> str:
        """Return a choice of a player in words."""
        return decision_words(code, detail)

    def stand(self, q: Stand, now: Snapshot) -> str:
        """Return the label of the button that stops, with the current total."""
        total = now.scene.totals.get(q.seats[0], 0) if isinstance(now.scene, Contest) else 0
        if q.topic == "421_stand":
            return tr("S'arrêter à {total}", total=total)
        return tr("Servi à {total}", total=total)

    def worth(self, fact: DiceThrown) -> str:
        """Return the value of a throw in words, "" if it is the sum."""
        numbers = [die.value for die in fact.dice if isinstance(die.value, int)]
        match fact.on:
            case "zanzibar_throw" if {die.kind for die in fact.dice} == {"d6"}:  # the table may force another die
                return tr("{points} points", points=points(numbers))
            case "421_throw":
                return str(combination([*numbers, *(fact.kept or ())]))
        if {die.kind for die in fact.dice} == {"d10", "bicolour"}:
            return " ".join(face(die) for die in sorted(fact.dice, key=lambda die: die.kind != "d10"))
        return ""

    def news(self, code: str, detail: Mapping[str, Any], names: Names) -> str:
        """Return a news item as a sentence, "" if it needs none."""
        seat = names[detail["seat"]] if "seat" in detail else ""
        match code:
            case "moved" if "index" in detail:
                return tr("case {index}", index=detail["index"] + 1)
            case "arrived":
                return self.square(detail["kind"], detail.get("colour"), detail.get("amount"))
            case "no_stake":
                return tr("aucune mise possible")
            case "bankrupt":
                return tr("{seat} est en faillite", seat=seat)
            case "joined":
                return self._joined(detail, seat)
            case "quick_421":
                return trn(
                    "{seat} fait 421 en {n} lancer",
                    "{seat} fait 421 en {n} lancers",
                    detail["throws"],
                    seat=seat,
                    n=detail["throws"],
                )
            case "duel_over":
                return _over(detail, names)
            case "roulette_over":
                return self._swept_and_paid(detail, names)
        return super().news(code, detail, names)

    def _joined(self, detail: Mapping[str, Any], seat: str) -> str:
        """Return what a guest takes: chips, colour, the casino where his pawn starts (HC-SET-2, HC-SET-9 to 13)."""
        taken = _pieces(detail["chips"])
        if detail["colour"]:
            taken.append(tr("le pion {colour}", colour=colour_name(detail["colour"])))
        taken_words = tr("{seat} prend {things}", seat=seat, things=listed(taken)) if taken else ""
        if detail["index"] is None:
            return taken_words
        return tr("{told} et part de son casino, case {index}", told=taken_words, index=detail["index"] + 1)

    def _swept_and_paid(self, detail: Mapping[str, Any], names: Names) -> str:
        """Return the lost and the paid chips of a roulette, by field and player."""

        def bets(rows: list[tuple[str, str, int]]) -> str:
            return listed([f"{self.field(field)} ({names[seat]} {amount(points)})" for seat, field, points in rows])

        parts = []
        if detail["swept"]:
            parts.append(tr("ramassé : {bets}", bets=bets(detail["swept"])))
        if detail["paid"]:
            parts.append(tr("payé : {bets}", bets=bets(detail["paid"])))
        if detail["number"] == 5 and any(field in CHANCES for _, field, _ in detail["swept"]):
            parts.append(tr("le 5 prend les chances simples"))
        return " ; ".join(parts)

    def line(self, scene: Scene, seat: str) -> str:
        """Return the state of a side of a duel in words."""
        match scene:
            case Zanzibar(throws=throws) if len(throws[seat]) > 1:
                return " + ".join(str(points(faces)) for faces in throws[seat])
            case FourTwoOne() if scene.hands[seat]:
                return _far(distance(combination(scene.hands[seat])), len(scene.throws[seat]))
            case BlackJack():
                stood = tr("servi") if seat in scene.stood else ""
                return " ".join(filter(None, (tr("croupier") if seat == scene.croupier else "", stood)))
        return ""


def _pieces(chips: Mapping[int, int]) -> list[str]:
    """Return chips by value in words."""
    return [f"{number}\u00a0×\u00a0{amount(value)}" for value, number in chips.items()]


def _far(away: int, throws: int) -> str:
    """Return a hand's distance from 421 in words, with its number of throws."""
    if not away:
        return trn("421 tout juste, {throws} lancer", "421 tout juste, {throws} lancers", throws, throws=throws)
    values = {"distance": away, "throws": throws}
    return trn("à {distance} de 421, {throws} lancer", "à {distance} de 421, {throws} lancers", throws, **values)


def _again(own: HomeCasinoWordData, seat: str, names: Names) -> str:
    if own.again != seat:
        return ""
    if own.double:
        return tr("Après un double, {seat} rejoue.", seat=names[seat])
    return tr("{seat} rejoue.", seat=names[seat])


def _left(left: int, seat: str, duel: FourTwoOne, names: Names) -> str:
    """Return the number of throws left in words: a maximum for the first side, an exact number for the other."""
    first, other = duel.sides
    if seat != first:
        return trn(
            "Encore {n} lancer, comme {other} : ni plus, ni moins.",
            "Encore {n} lancers, comme {other} : ni plus, ni moins.",
            left,
            n=left,
            other=names[first],
        )
    if not duel.throws[seat]:
        return tr("Jusqu'à trois lancers, {other} en fera autant ; le plus près de 421 gagne.", other=names[other])
    return trn(
        "Encore {n} lancer au plus, ou s'arrêter là.", "Encore {n} lancers au plus, ou s'arrêter là.", left, n=left
    )


def _over(detail: Mapping[str, Any], names: Names) -> str:
    """Return the result of a duel in words."""
    score, winner = detail["score"], detail["winner"]
    if not score:  # the roulette has no sides
        return tr("le tour est annulé, chacun reprend sa mise") if detail["void"] else ""
    mine, theirs = sorted(score.values(), key=lambda n: n != score.get(winner))
    if detail["void"]:
        values = {"mine": mine, "theirs": theirs}
        return tr("{mine} contre {theirs}, partie nulle, chacun reprend sa mise", **values)
    values = {"seat": names[winner], "mine": mine, "theirs": theirs}
    if detail["kind"] == "black_jack" and theirs > BLACK_JACK:
        loser = next(s for s in score if s != winner)
        return tr("{other} dépasse 21, {seat} gagne", other=names[loser], seat=names[winner])
    if detail["multiplier"] > 1:
        return tr("{seat} gagne trois fois la mise, {mine} contre {theirs}", **values)
    return tr("{seat} gagne, {mine} contre {theirs}", **values)
