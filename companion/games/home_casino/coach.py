"""The coach of Home Casino: what the choices are worth, where their odds are exact. By house rule it tells everybody or nobody.

It reads only what lies open on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from companion.games.home_casino.scenes import BlackJack, Drawn, FourTwoOne
from companion.language import spoken, tr, trn
from companion.odds import black_jack, four_two_one, roulette
from companion.odds.chance import Decision
from companion.questions import Bet, Question, Throw
from companion.snapshot import Snapshot
from companion.words import amount, listed

NO_BREAK = "\u00a0"


def advice(q: Question, now: Snapshot) -> str:
    """Return what the choices of a question are worth, and what is compared; "" where that is not exact."""
    if now.house.get("coach") != "before":
        return ""
    scene = now.scene
    if isinstance(q, Throw) and isinstance(scene, FourTwoOne):
        return _four_two_one(q, scene, now.house)
    if isinstance(q, Throw) and isinstance(scene, BlackJack) and scene.throws[q.seats[0]]:
        return _black_jack(scene, q.seats[0], now.house, now.banker)
    if isinstance(q, Bet) and q.topic == "roulette_bet":
        return _roulette()
    return ""


def decisions(drawn: Iterable[Drawn], house: Mapping[str, Any]) -> list[Decision]:
    """Return how good each choice at Black Jack was, with its mean cost in points."""
    found = []
    for one in drawn:
        options = _options(house, one)
        if options is None:
            continue
        worth = {dice: chances.ev if one.is_player else -chances.ev for dice, chances in options}
        best = max(worth, key=lambda dice: worth[dice])
        detail = {"mine": one.player if one.is_player else one.croupier, "dice": one.dice, "best": best}
        detail["theirs"] = one.croupier if one.is_player else one.player
        found.append(Decision(one.seat, "black_jack", detail, (worth[best] - worth[one.dice]) * one.stake))
    return found


def decision_words(detail: Mapping[str, Any]) -> str:
    """Return a choice at Black Jack in words, with a better one if there was."""
    chosen = tr("Black Jack, {mine} contre {theirs} : {chosen}", chosen=_draw_words(detail["dice"]), **detail)
    if detail["best"] == detail["dice"]:
        return chosen
    return tr("{chosen} plutôt que {best}", chosen=chosen, best=_draw_words(detail["best"]))


def _options(house: Mapping[str, Any], one: Drawn) -> list[black_jack.Choice] | None:
    """Return the exact outcomes of all choices, None if the house rules make them inexact or leave no choice."""
    if house["bj_order"] != "sequential" or house["bj_21_instant"]:
        return None
    if not one.is_player:
        return black_jack.croupier_options(one.player, one.croupier) if one.mode == "free" else None
    return black_jack.player_options(one.player, one.croupier, POLICIES[one.mode]) if one.mode in POLICIES else None


POLICIES: dict[str, black_jack.Croupier] = {
    "free": black_jack.croupier_free,
    "auto": black_jack.croupier_free,
    "draws_below_17": black_jack.croupier_draws_below_17,
}
"""How the croupier plays, by his mode."""


def _black_jack(scene: BlackJack, seat: str, house: Mapping[str, Any], banker: str) -> str:
    totals, is_player = scene.totals, seat == scene.player
    software = banker == scene.player and house["croupier_for_banker"] == "software"
    now = totals[scene.player], totals[scene.croupier]
    options = _options(house, Drawn(seat, is_player, *now, 0, 1, "auto" if software else house["croupier"]))
    if options is None:
        return ""
    worth = sorted(((chances.ev if is_player else -chances.ev, dice) for dice, chances in options), reverse=True)
    gains = " · ".join(f"{_draw_words(dice)} {signed(gain)}".replace(" ", NO_BREAK) for gain, dice in worth)
    return tr("Gain moyen pour 1 misé, en jouant ensuite au mieux : {gains}.", gains=gains)


def _four_two_one(q: Throw, duel: FourTwoOne, house: Mapping[str, Any]) -> str:
    """Return the dice to keep for a 421. Dice that must stay, or a null throw, change the odds."""
    second = q.seats[0] != duel.sides[0]
    if q.lying is None or not q.throws_left or q.must_keep or (second and house["forced_null_throw"]):
        return ""
    if not second and four_two_one.combination(q.lying) == four_two_one.BEST:
        return tr("C'est un 421 : s'arrêter.")
    kept, chance = four_two_one.best_keep(q.lying, q.throws_left, forced=second)
    text = {"chance": percent(chance), "kept": listed([str(value) for value in kept])}
    if not kept:
        return tr("Tout relancer : 421 dans {chance} %. Seule la chance d'un 421 est comparée.", **text)
    return tr("Garder {kept} : 421 dans {chance} %. Seule la chance d'un 421 est comparée.", **text)


def _roulette() -> str:
    price = {roulette.bet(field).ev_per_unit for field in roulette.FIELDS}
    (same,) = price  # every field costs the same
    return tr(
        "Chaque case coûte en moyenne {price} points pour 100 misés : toutes se valent.",
        price=amount(int(-same * 100)),
    )


def _draw_words(dice: int) -> str:
    return trn("{n} dé", "{n} dés", dice, n=dice) if dice else tr("servi")


def percent(chance: Fraction) -> str:
    """Return a chance as a whole percentage, with a decimal below 10.

    >>> percent(Fraction(11, 36)), percent(Fraction(1, 36))
    ('31', '2,8')
    """
    share = float(100 * chance)
    text = f"{share:.0f}" if share >= 10 else f"{share:.1f}"
    return text.replace(".", "," if spoken() == "fr" else ".")


def signed(gain: Fraction) -> str:
    """Return a gain with its sign and two decimals.

    >>> signed(Fraction(-1, 3))
    '−0,33'
    """
    text = f"{abs(float(gain)):.2f}".replace(".", "," if spoken() == "fr" else ".")
    return ("−" if gain < 0 else "+") + text
