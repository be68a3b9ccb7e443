"""The sentences of the livre d'or."""

from __future__ import annotations

import time

from companion.chronicle.book import Best, Remembered, Told
from companion.chronicle.deeds import FAMOUS, THREE_ACES
from companion.game.library import reading_class
from companion.game.words import GameWords, words_of
from companion.language import tr, trn
from companion.money.ledger import BANK, POT
from companion.words import amount, listed

MONTHS = (
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
)  # fmt: skip
UNLIKELY = 4
"""Minimum ``one_in`` of a win that is shown with its odds."""

KINDS = {
    "win": "Plus gros gain", "points": "Plus haut total", "pot": "Pot le plus haut",
    "throws": "Partie la plus longue", "streak": "Parties gagnées de suite",
}  # fmt: skip


def words(game: str) -> GameWords:
    """Return the words of a game, even if it is not installed."""
    return words_of(reading_class(game))


def title(game: str) -> str:
    """Return the name of a game as on its box."""
    return reading_class(game).title()


def day(at: float) -> str:
    """Return the date of a moment in local time.

    >>> day(1_700_000_000)[-13:]
    'novembre 2023'
    """
    then = time.localtime(at)
    return tr("{day} {month} {year}", day=then.tm_mday, month=tr(MONTHS[then.tm_mon - 1]), year=then.tm_year)


def moment(told: Told) -> str:
    """Return a moment in one sentence."""
    one = told.moment
    if one.kind == THREE_ACES:
        return tr("{name} jette trois as : une chance sur {n}.", name=told.name, n=amount(round(one.one_in)))
    reason = words(told.game).reason(one.reason)
    values = {"name": told.name, "amount": amount(one.amount), "reason": reason, "n": amount(round(one.one_in))}
    if one.kind == FAMOUS:
        values["hand"] = words(told.game).FAMOUS
        return tr("{name} fait {hand} (une chance sur {n} en jouant au mieux) et gagne {amount} points.", **values)
    if told.giver and told.giver not in (BANK, POT):
        values["giver"] = told.giver
        if one.one_in >= UNLIKELY:
            return tr("{name} prend {amount} à {giver} ({reason}) : une chance sur {n}.", **values)
        return tr("{name} prend {amount} à {giver} ({reason}).", **values)
    if one.one_in >= UNLIKELY:
        return tr("{name} gagne {amount} ({reason}) : une chance sur {n}.", **values)
    return tr("{name} gagne {amount} ({reason}).", **values)


def when(told: Told) -> str:
    """Return the throw of a moment, "" in a game without dice."""
    return tr("Lancer {number}", number=told.moment.throw) if told.moment.throw else ""


def record(best: Best) -> tuple[str, str, str]:
    """Return the title of a record, its value, and who made it."""
    value = trn("{n} lancer", "{n} lancers", best.amount, n=amount(best.amount))
    return tr(KINDS[best.kind]), value if best.kind == "throws" else amount(best.amount), listed(list(best.names))


def remembered(one: Remembered) -> str:
    """Return a sentence about a game of earlier years, or a game with a round number."""
    values = {"day": day(one.at), "game": title(one.game), "names": listed(list(one.names))}
    if one.years:
        text = trn(
            "Il y a {n} an, le {day} : {game}.", "Il y a {n} ans, le {day} : {game}.", one.years, n=one.years, **values
        )
    else:
        text = tr("Partie n° {n}, le {day} : {game}.", n=amount(one.count), **values)
    return f"{text} {tr('Victoire : {names}.', **values)}" if one.names else text


def without_dice(games: tuple[str, ...]) -> str:
    """Return the sentence about games that have no dice, "" if there are none."""
    if not games:
        return ""
    titles = [title(game) for game in games]
    return trn(
        "{games} se joue sans dés : ni as ni attente à compter.",
        "{games} se jouent sans dés : ni as ni attente à compter.",
        len(titles),
        games=listed(titles),
    )
