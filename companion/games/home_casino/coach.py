"""The coach of Home Casino: the exact worth of each choice. By house rule it tells everybody or nobody.

It reads only public data of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.games.home_casino.scenes import BlackJack, Drawn, FourTwoOne, Held
from companion.language import spoken, tr, trn
from companion.odds import black_jack, four_two_one, roulette
from companion.odds.chance import Decision
from companion.questions import Bet, Question, Throw
from companion.snapshot import Snapshot
from companion.words import amount, listed

NO_BREAK = "\u00a0"


def advice(q: Question, now: Snapshot) -> str:
    """Return the worth of a question's choices as a sentence; "" if the coach is off or the odds are not exact."""
    if now.house.get("coach") != "before":
        return ""
    scene = now.scene
    if isinstance(q, Throw) and isinstance(scene, FourTwoOne):
        return _four_two_one(q, scene, now)
    if isinstance(q, Throw) and isinstance(scene, BlackJack) and scene.throws[q.seats[0]]:
        return _black_jack(scene, q.seats[0], now.house, now.banker)
    if isinstance(q, Bet) and q.topic == "roulette_bet":
        return _roulette()
    return ""


def decisions(choices: Iterable[Drawn | Held], house: Mapping[str, Any]) -> list[Decision]:
    """Return a ``Decision`` for each choice at Black Jack and 421 whose exact worth is known."""
    return [found for one in choices if (found := _held(house, one) if isinstance(one, Held) else _drawn(house, one))]


def _drawn(house: Mapping[str, Any], one: Drawn) -> Decision | None:
    options = _options(house, one)
    if options is None:
        return None
    worth = {dice: chances.ev if one.is_player else -chances.ev for dice, chances in options}
    best = max(worth, key=lambda dice: worth[dice])
    detail = {"mine": one.player if one.is_player else one.croupier, "dice": one.dice, "best": best}
    detail["theirs"] = one.croupier if one.is_player else one.player
    return Decision(one.seat, "black_jack", detail, (worth[best] - worth[one.dice]) * one.stake)


def _held(house: Mapping[str, Any], one: Held) -> Decision | None:
    worth, kept = _keeps(house, one), four_two_one.ordered(one.kept)
    if worth is None or kept not in worth:  # the table may force a throw that the rules do not know
        return None
    best = max(worth, key=lambda dice: worth[dice])
    best = kept if worth[kept] == worth[best] else best
    detail = {"dice": one.dice, "kept": kept, "best": best, "target": one.target}
    return Decision(one.seat, "421", detail, (worth[best] - worth[kept]) * one.stake)


def decision_words(code: str, detail: Mapping[str, Any]) -> str:
    """Return a choice at Black Jack or at 421 in words, and a better choice if there was one."""
    if code == "421":
        best, values = _keep_words(detail["best"]), {**detail, "dice": _dice_words(detail["dice"])}
        values["chosen"] = _keep_words(detail["kept"])
        chosen = tr("421, dés {dice} contre {target} : {chosen}", **values)
        if not detail["target"]:
            chosen = tr("421, dés {dice} : {chosen}", **values)
        same = detail["best"] == detail["kept"]
    else:
        best = _draw_words(detail["best"])
        chosen = tr("Black Jack, {mine} contre {theirs} : {chosen}", chosen=_draw_words(detail["dice"]), **detail)
        same = detail["best"] == detail["dice"]
    return chosen if same else tr("{chosen} plutôt que {best}", chosen=chosen, best=best)


def _keeps(house: Mapping[str, Any], one: Held) -> dict[four_two_one.Dice, Fraction] | None:
    """Return the exact mean gain of each set of dice that may be kept, None if a gain is not exact.

    Gains are per point staked. A gain is not exact if the loser does not pay the whole triple, if kept dice must stay,
    or if a null throw is possible.
    """
    poor = one.least < four_two_one.TRIPLE * one.stake
    if poor or house["421_triple_payer"] != "loser" or house["421_keep_final"]:
        return None
    if one.target and house["forced_null_throw"]:
        return None
    order = four_two_one.Order(house["ranking_421"], house["distance_tie"])
    return four_two_one.options(order, one.dice, one.left, one.target)


def _options(house: Mapping[str, Any], one: Drawn) -> list[black_jack.Choice] | None:
    """Return the exact outcomes of all choices, None if the house rules make them inexact or leave no choice."""
    if house["bj_21_instant"]:
        return None
    if house["bj_order"] == "rounds":
        if one.mode != "free":
            return None
        if one.is_player:
            return black_jack.player_options_in_rounds(one.player, one.croupier, one.alone)
        options = black_jack.croupier_options if one.alone else black_jack.croupier_options_in_rounds
        return options(one.player, one.croupier)
    if not one.is_player:
        return black_jack.croupier_options(one.player, one.croupier) if one.mode == "free" else None
    return black_jack.player_options(one.player, one.croupier, POLICIES[one.mode]) if one.mode in POLICIES else None


POLICIES: dict[str, black_jack.Croupier] = {
    "free": black_jack.croupier_free,
    "auto": black_jack.croupier_free,
    "draws_below_17": black_jack.croupier_draws_below_17,
}
"""The computed play of the croupier, by his mode; the other modes have no exact odds."""


def _black_jack(scene: BlackJack, seat: str, house: Mapping[str, Any], banker: str) -> str:
    totals, is_player = scene.totals, seat == scene.player
    software = banker == scene.player and house["croupier_for_banker"] == "software"
    now = totals[scene.player], totals[scene.croupier]
    alone = all(one in scene.stood or totals[one] >= black_jack.GOAL for one in scene.sides if one != seat)
    mode = "auto" if software else house["croupier"]
    options = _options(house, Drawn(seat, is_player, *now, 0, 1, mode, alone))
    if options is None:
        return ""
    worth = sorted(((chances.ev if is_player else -chances.ev, dice) for dice, chances in options), reverse=True)
    gains = " · ".join(f"{_draw_words(dice)} → {signed(gain)}".replace(" ", NO_BREAK) for gain, dice in worth)
    return tr("Gain moyen par point misé, en jouant bien ensuite : {gains}.", gains=gains)


def _four_two_one(q: Throw, duel: FourTwoOne, now: Snapshot) -> str:
    """Return the gains of the best choices at 421, or only the chance of a 421 if the gain is not exact."""
    first, second = duel.sides[0], q.seats[0] != duel.sides[0]
    if q.lying is None or not q.throws_left or q.must_keep or (second and now.house["forced_null_throw"]):
        return ""
    if not second and four_two_one.combination(q.lying) == four_two_one.BEST:
        return tr("C'est un 421 : s'arrêter.")
    kept, best = four_two_one.best_keep(q.lying, q.throws_left, forced=second)
    chance, target = percent(best), duel.totals[first] if second else 0
    least = min(one.points for one in now.seats if one.id in duel.sides)
    worth = _keeps(now.house, Held(q.seats[0], q.lying, (), q.throws_left, target, duel.stake, least))
    if worth is None:
        text = _keep_words(kept)
        text = f"{text[0].upper()}{text[1:]}"
        return tr("{kept} : 421 dans {chance} %. Seule la chance d'un 421 est comparée.", kept=text, chance=chance)
    ranked = sorted(((gain, dice) for dice, gain in worth.items()), reverse=True)
    keeps = [one for one in ranked if len(one[1]) < len(q.lying)]
    shown = keeps[:2] if second else sorted([keeps[0], *(one for one in ranked if one not in keeps)], reverse=True)
    gains = " · ".join(f"{_keep_words(dice)} → {signed(gain)}".replace(" ", NO_BREAK) for gain, dice in shown)
    return tr(
        "Gain moyen par point misé, en jouant bien ensuite : {gains}. Un 421 : {chance} % au mieux.",
        gains=gains,
        chance=chance,
    )


def _roulette() -> str:
    price = {roulette.bet(field).ev_per_unit for field in roulette.FIELDS}
    (same,) = price  # every field costs the same
    return tr(
        "Sur toute case on perd en moyenne {price} points pour 100 misés : toutes se valent.",
        price=amount(int(-same * 100)),
    )


def _keep_words(kept: Sequence[int]) -> str:
    """Return in words which dice to keep; keeping all three means to stop."""
    if len(kept) == 3:
        return tr("s'arrêter")
    return tr("garder {kept}", kept=_dice_words(kept)) if kept else tr("tout relancer")


def _dice_words(dice: Sequence[int]) -> str:
    return listed([str(value) for value in dice])


def _draw_words(dice: int) -> str:
    return trn("{n} dé", "{n} dés", dice, n=dice) if dice else tr("servi")


def percent(chance: Fraction) -> str:
    """Return a chance in percent, without the percent sign: whole from 10 on, with one decimal below.

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
