"""The words for facts: one sentence for each, for the report and the pages."""

from __future__ import annotations

from companion import facts
from companion.facts import Fact
from companion.game.words import GameWords
from companion.language import tr
from companion.words import Names, amount, colour_name, face, house_value, listed

LEVELS = {"compteur": "compteur", "arbitre": "arbitre", "croupier": "croupier"}


def fact_words(fact: Fact, names: Names, words: GameWords, target: Fact | None = None) -> str:
    """Return a fact as one sentence; ``target`` is the fact that a correction changes."""
    seat = names[getattr(fact, "seat", "")]
    match fact:
        case facts.GameStarted(seats=seats):
            return tr("La partie commence : {names}", names=listed([s.name for s in seats]))
        case facts.DiceThrown(dice=dice, kept=kept):
            thrown = listed([face(d) for d in dice]) if dice else tr("aucun dé")
            if kept:
                return tr(
                    "{seat} lance {dice} et garde {kept}",
                    seat=seat,
                    dice=thrown,
                    kept=listed([str(one) for one in kept]),
                )
            return tr("{seat} lance {dice}", seat=seat, dice=thrown)
        case facts.DiceKept(kept=kept):
            if kept:
                return tr("{seat} garde {kept}", seat=seat, kept=listed([str(one) for one in kept]))
            return tr("{seat} relance tout", seat=seat)
        case facts.Stood():
            return tr("{seat} dit « servi »", seat=seat)
        case facts.StakePlaced(amount=points):
            return tr("{seat} mise {amount}", seat=seat, amount=amount(points))
        case facts.BetPlaced(field=field, amount=1):
            return tr("{seat} pose un jeton sur {field}", seat=seat, field=words.field(field))
        case facts.BetPlaced(field=field, amount=points):
            return tr("{seat} mise {amount} sur {field}", seat=seat, amount=amount(points), field=words.field(field))
        case facts.BetTakenBack(field=field):
            return tr("{seat} reprend sa mise sur {field}", seat=seat, field=words.field(field))
        case facts.BetsTold(won=won, total=points):
            values = {"seat": seat, "total": amount(points)}
            if won:
                on = listed([f"{amount(n)} × {words.field(f)}" for f, n in won.items()])
                return tr("{seat} dit après le coup : {won}, {total} en tout", **values, won=on)
            return tr("{seat} dit après le coup : {total} en tout, rien de gagné", **values)
        case facts.BetsClosed():
            return tr("Rien ne va plus")
        case facts.OpponentChosen(opponent=other):
            return tr("{seat} choisit {other}", seat=seat, other=names[other])
        case facts.OptionChosen(option=option) if "{seat}" in words.OPTIONS.get(option, ""):
            return words.option(option, seat)
        case facts.OptionChosen(option=option):
            return tr("{seat} : {choice}", seat=seat, choice=words.option(option))
        case facts.NumberGiven(number=number, on=on) if on in words.PLACED:
            return tr("{seat} se place case {index}", seat=seat, index=number + 1)
        case facts.NumberGiven(number=number, on=on) if on in words.TURNED:
            return tr("{seat} retourne le jeton : {number}", seat=seat, number=number)
        case facts.NumberGiven(number=number):
            return tr("{seat} dit {number}", seat=seat, number=number)
        case facts.NamesGiven(names=given):
            return tr("{seat} nomme {names}", seat=seat, names=listed(list(given)))
        case facts.PointsEntered(points=points, line=line):
            return tr("{seat} marque {points}, ligne {line}", seat=seat, points=amount(points), line=line)
        case facts.CardDrawn(card=card):
            if card.get("name"):
                return tr("{seat} tire « {card} »", seat=seat, card=words.card(str(card["name"])))
            return tr("{seat} tire une carte", seat=seat)
        case facts.CardPlayed(card=card, use=use, take=take):
            values = {"seat": seat, "card": words.card(card), "use": words.option(use)}
            if take:
                taken = listed([words.card(c) for c in take])
                return tr("{seat} joue {card} : {use} ({taken})", **values, taken=taken)
            return tr("{seat} joue {card} : {use}", **values)
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
                return tr("{seat} montre {cards}", seat=seat, cards=listed([words.card(c) for c in cards]))
            return tr("{seat} montre ses cartes", seat=seat)
        case facts.CardsSold(cards=cards):
            if cards:
                return tr("{seat} vend {cards}", seat=seat, cards=listed(list(cards)))
            return tr("{seat} ne vend rien", seat=seat)
        case facts.SquareNamed(square=square) | facts.Landed(square=square):
            return tr(
                "{seat} arrive sur {square}", seat=seat, square=words.square(square.kind, square.colour, square.amount)
            )
        case facts.CasinoChosen(colour=colour):
            return tr("{seat} choisit le casino {colour}", seat=seat, colour=colour_name(colour))
        case facts.MoneyMoved(giver=giver, taker=taker, amount=points):
            moved = f"{names[giver]} → {names[taker]}, {amount(points)}"
            return tr("Décidé par la table : {moved}", moved=moved)
        case facts.PawnPlaced(index=index):
            return tr("Décidé par la table : {seat} va case {index}", seat=seat, index=index + 1)
        case facts.SquareSkipped():
            return tr("Décidé par la table : on passe à la suite")
        case facts.TurnGiven():
            return tr("Décidé par la table : c'est à {seat}", seat=seat)
        case facts.SeatJoined(name=name):
            return tr("{name} arrive à la table", name=name)
        case facts.SeatLeft(to=to):
            values = {"seat": seat, "chips": words.called()[1], "heir": names[to]}
            return tr("{seat} quitte la table, ses {chips} vont à {heir}", **values)
        case facts.SeatTaken(name=name):
            return tr("{name} prend la place de {before}", name=name, before=seat)
        case facts.BankerNamed():
            return tr("{seat} tient la banque", seat=seat)
        case facts.LevelSet(level=level):
            return tr("Servi devient {level}", level=tr(LEVELS.get(level, level)))
        case facts.HouseChanged(key=key, value=value):
            rule = words.house_rules().get(key)
            label, text = (tr(rule.label_fr), house_value(rule, value)) if rule else (key, str(value))
            return tr("Règle de la maison, {rule} : {value}", rule=label, value=text)
        case facts.SquareCorrected(index=index, square=square, other=other):
            if other is not None:
                return tr("Cases {index} et {other} échangées", index=index + 1, other=other + 1)
            return tr(
                "Case {index} : {square}",
                index=index + 1,
                square=words.square(square.kind, square.colour, square.amount),
            )
        case facts.CardCorrected(name=name):
            return tr("Carte « {card} » corrigée", card=name)
        case facts.HandedOver(debts=rows, assumed=assumed):
            moved = ", ".join(f"{names[a]} → {names[b]} {amount(n)}" for _, a, b, n in rows[:3])
            return tr("Tenu pour remis : {moved}", moved=moved) if assumed else tr("Remis : {moved}", moved=moved)
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
        case facts.Amended(fact=new):
            return tr("Correction : {told}", told=fact_words(new, names, words))
        case facts.Inserted(fact=new):
            return tr("Ajouté après coup : {told}", told=fact_words(new, names, words))
        case facts.Voided() if target:
            return tr("« {fact} » ne compte pas", fact=fact_words(target, names, words))
        case facts.Voided():
            return tr("Un événement ne compte pas")
        case facts.Restored() if target:
            return tr("« {fact} » compte de nouveau", fact=fact_words(target, names, words))
        case facts.Restored():
            return tr("Un événement compte de nouveau")
    return type(fact).__name__
