"""The odds of Black Jack in Home Casino, a zero-sum game of player and croupier, by backward induction (HC-BJ-5 to 15).

The player maximises his mean gain, the croupier minimises it. If choices are equally good, both prefer « servi », then
the fewest dice. Totals are sums of dice; gains are multiples of the stake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache

from companion.odds.chance import sums
from companion.record import record

GOAL = 21
SERVI = 0
"""The choice to stop (HC-BJ-11)."""


@record()
class Chances:
    """The probabilities of the results for the player: wins + loses + push == 1."""

    wins: Fraction
    loses: Fraction
    push: Fraction
    wins_with_21: Fraction
    """The probability of a win with 21, a part of ``wins``."""

    @property
    def ev(self) -> Fraction:
        """The player's mean net gain in stakes: 1 for a win, 3 for a win with 21, -1 for a loss (HC-BJ-5 to 7)."""
        return self.wins - self.loses + 2 * self.wins_with_21


Choice = tuple[int, Chances]
"""The number of dice to throw (0 = servi), and the probabilities after it."""

Croupier = Callable[[int, int], Chances]
"""The croupier's play after the player stands: maps (player's total, croupier's total) to the outcome."""

_ZERO, _ONE = Fraction(0), Fraction(1)
_WON = Chances(_ONE, _ZERO, _ZERO, _ZERO)
_WON_WITH_21 = Chances(_ONE, _ZERO, _ZERO, _ONE)
_LOST = Chances(_ZERO, _ONE, _ZERO, _ZERO)
_PUSH = Chances(_ZERO, _ZERO, _ONE, _ZERO)


def settled(player: int, croupier: int) -> Chances:
    """Return the outcome of final totals: over 21 loses, equal totals push, else the higher wins (HC-BJ-13 to 15)."""
    if player > GOAL or player < croupier <= GOAL:
        return _LOST
    if player == croupier:
        return _PUSH
    return _WON_WITH_21 if player == GOAL else _WON


def _mixed(parts: Iterable[tuple[Fraction, Chances]]) -> Chances:
    wins = loses = push = with_21 = _ZERO
    for p, part in parts:
        wins += p * part.wins
        loses += p * part.loses
        push += p * part.push
        with_21 += p * part.wins_with_21
    return Chances(wins, loses, push, with_21)


def _thrown(dice: int, total: int, then: Callable[[int], Chances]) -> Chances:
    """Return the outcome of throwing ``dice`` dice and adding them to a total."""
    return _mixed((p, then(total + pips)) for pips, p in sums(dice))


def _choices(total: int, servi: Chances, then: Callable[[int], Chances]) -> list[Choice]:
    """Return the four choices of HC-BJ-10, servi first: « vous décidez si vous lancer 1, 2 ou 3 dés »."""
    return [(SERVI, servi), *((dice, _thrown(dice, total, then)) for dice in (1, 2, 3))]


def _opened(play: Callable[[int, int], Chances]) -> Chances:
    """Return the outcome of a whole game: three dice each, then ``play`` from both totals (HC-BJ-9)."""
    return _mixed((p * q, play(player, croupier)) for player, p in sums(3) for croupier, q in sums(3))


# The player finishes before the croupier plays (AMB-11 bj_order=sequential).


@cache
def _croupier(player: int, croupier: int) -> Choice:
    if croupier >= GOAL or player > GOAL:
        return SERVI, settled(player, croupier)
    choices = _choices(croupier, settled(player, croupier), lambda total: _croupier(player, total)[1])
    return min(choices, key=lambda choice: choice[1].ev)


def croupier_free(player: int, croupier: int) -> Chances:
    """Return the outcome of the croupier's best play (HC-BJ-12, AMB-13 ``croupier=free``)."""
    return _croupier(player, croupier)[1]


@cache
def croupier_draws_below_17(player: int, croupier: int) -> Chances:
    """Return the outcome if the croupier throws one die at a time below 17 (AMB-13 ``draws_below_17``)."""
    if croupier >= 17:
        return settled(player, croupier)
    return _thrown(1, croupier, lambda total: croupier_draws_below_17(player, total))


@cache
def _player(player: int, croupier: int, policy: Croupier) -> Choice:
    if player > GOAL:
        return SERVI, _LOST
    servi = policy(player, croupier)
    if player == GOAL:
        return SERVI, servi
    choices = _choices(player, servi, lambda total: _player(total, croupier, policy)[1])
    return max(choices, key=lambda choice: choice[1].ev)


def player_options(player: int, croupier: int, policy: Croupier = croupier_free) -> list[Choice]:
    """Return the player's choices, « servi » first, each with its outcome under best later play (HC-BJ-10)."""
    return _choices(player, policy(player, croupier), lambda total: _player(total, croupier, policy)[1])


def croupier_options(player: int, croupier: int) -> list[Choice]:
    """Return the croupier's choices after the player stands, in the form of ``player_options`` (HC-BJ-12)."""
    return _choices(croupier, settled(player, croupier), lambda total: _croupier(player, total)[1])


def sequential(policy: Croupier = croupier_free) -> Chances:
    """Return the outcome of a whole game: first the player, then the croupier (AMB-11 ``bj_order=sequential``)."""
    return _opened(lambda player, croupier: after_opening(player, croupier, policy))


def after_opening(player: int, croupier: int, policy: Croupier = croupier_free) -> Chances:
    """Return the outcome of the player's best play from these totals (HC-BJ-10)."""
    return _player(player, croupier, policy)[1]


def player_choice(player_total: int, croupier_total: int) -> int:
    """Return the player's best number of dice, 0 for « servi », against the croupier's best play (HC-BJ-10).

    >>> player_choice(18, 17), player_choice(19, 17)
    (1, 0)
    """
    return _player(player_total, croupier_total, croupier_free)[0]


def croupier_choice(player_total: int, croupier_total: int) -> int:
    """Return the croupier's best number of dice, 0 for « servi », after the player stands.

    The house rule ``croupier=auto`` (AMB-13) uses it in the default order ``bj_order=sequential``, after both opening
    throws. HC-BJ-12: « Le second joueur choisi alors de lancer 1, 2 ou 3 dés ou de s'arrêter ».

    >>> croupier_choice(player_total=17, croupier_total=16)
    1
    >>> croupier_choice(player_total=17, croupier_total=18)
    0
    """
    return _croupier(player_total, croupier_total)[0]


# Player and croupier throw in turn (AMB-11 bj_order=rounds).


def player_options_in_rounds(player: int, croupier: int, croupier_servi: bool) -> list[Choice]:
    """Return the player's choices in the form of ``player_options``; ``croupier_servi``: the croupier draws no more."""

    def stand(total: int) -> Chances:
        return settled(total, croupier) if croupier_servi else _croupier(total, croupier)[1]

    def then(total: int) -> Chances:
        if total >= GOAL:
            return _LOST if total > GOAL else stand(total)
        if croupier_servi:
            return _player_in_rounds(total, croupier, True)[1]
        return _croupier_in_rounds(total, croupier)[1]

    return _choices(player, stand(player), then)


@cache
def _player_in_rounds(player: int, croupier: int, croupier_servi: bool) -> Choice:
    return max(player_options_in_rounds(player, croupier, croupier_servi), key=lambda choice: choice[1].ev)


def croupier_options_in_rounds(player: int, croupier: int) -> list[Choice]:
    """Return the croupier's choices while the player still draws; after that, use ``croupier_options``."""

    def then(total: int) -> Chances:
        if total > GOAL:
            return settled(player, total)
        return _player_in_rounds(player, total, total == GOAL)[1]

    servi = _player_in_rounds(player, croupier, True)[1]
    return _choices(croupier, servi, then)


@cache
def _croupier_in_rounds(player: int, croupier: int) -> Choice:
    return min(croupier_options_in_rounds(player, croupier), key=lambda choice: choice[1].ev)


def rounds() -> Chances:
    """Return the outcome of a whole game with alternating throws (AMB-11 ``bj_order=rounds``)."""
    return _opened(lambda player, croupier: _player_in_rounds(player, croupier, False)[1])


def croupier_choice_in_rounds(player_total: int, croupier_total: int) -> int:
    """Return the croupier's best number of dice, 0 for « servi », while the player still draws (AMB-11 ``rounds``).

    After the player stands, use ``croupier_choice``.
    """
    return SERVI if croupier_total >= GOAL else _croupier_in_rounds(player_total, croupier_total)[0]


@cache
def reach_21(total: int) -> Fraction:
    """Return the highest probability of exactly 21 from a total, with the best number of dice each time (HC-BJ-7).

    >>> reach_21(20)
    Fraction(1, 6)
    """
    if total >= GOAL:
        return Fraction(total == GOAL)
    return max(sum((p * reach_21(total + pips) for pips, p in sums(dice)), _ZERO) for dice in (1, 2, 3))
