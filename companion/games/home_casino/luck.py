"""Winnings of bets compared with their exact odds; 421 is left out, because its odds depend on which dice are kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from companion.money.ledger import BANK, Transfer
from companion.odds import black_jack, four_two_one, roulette
from companion.odds.chance import Luck

DUELS = ("casino_duel", "zanzibar")
"""Duels with equal chances: the mean gain is zero."""


def luck(transfers: Iterable[Transfer], seats: Iterable[str]) -> list[Luck]:
    """Return the luck of each seat that bet; a returned stake does not count."""
    found: dict[str, Luck] = {}
    seats = set(seats)
    for transfer in transfers:
        for seat, sign in ((transfer.taker, 1), (transfer.giver, -1)):
            odds = resolved(transfer, sign) if seat in seats else None
            if odds is None:
                continue
            stake, mean, square = odds
            old = found.get(seat, Luck(seat, 0, 0, Fraction(0), Fraction(0)))
            found[seat] = Luck(
                seat,
                old.bets + 1,
                old.won + sign * transfer.amount,
                old.expected + stake * mean,
                old.variance + stake * stake * (square - mean * mean),
            )
    return list(found.values())


News = Iterable[tuple[int, str, Mapping[str, Any]]]
"""The news of an evening: fact, code, detail."""


def chances(transfers: Iterable[Transfer], news: News, seats: Collection[str]) -> dict[tuple[int, str], Fraction]:
    """Return the probability of each win with exact odds; that of a 421 is of its number of throws, with the best keeps."""
    found: dict[tuple[int, str], Fraction] = {}
    for transfer in transfers:
        kind, _, field = transfer.reason.partition(":")
        if transfer.taker not in seats:
            continue
        if kind in DUELS:
            found[transfer.number, transfer.taker] = Fraction(1, 2)
        elif kind == "roulette_won" and field in roulette.FIELDS:
            odds = roulette.bet(field)
            found[transfer.number, transfer.taker] = odds.win / (1 - odds.void)
    quick = {(number, detail["seat"]): detail["throws"] for number, code, detail in news if code == "quick_421"}
    for number, seat, made in tries(news):
        if made:
            found[number, seat] = four_two_one.reach_421(quick.get((number, seat), 3))
    return found


def tries(news: News) -> list[tuple[int, str, bool]]:
    """Return each finished hand of a 421: its fact, its seat, and whether it is one."""
    return [
        (number, seat, score == four_two_one.BEST)
        for number, code, detail in news
        if code == "duel_over" and detail["kind"] == "four_two_one"
        for seat, score in detail["score"].items()
    ]


def compute_odds() -> None:
    """Compute the odds that take long; they are kept."""
    _black_jack()


def resolved(transfer: Transfer, sign: int) -> tuple[int, Fraction, Fraction] | None:
    """Return the stake of a settled bet, with mean and mean square of the gain of a unit stake; None if it is no bet."""
    kind, _, field = transfer.reason.partition(":")
    if transfer.reason in DUELS:
        return transfer.amount, Fraction(0), Fraction(1)
    if BANK not in (transfer.giver, transfer.taker):
        return None
    if kind in ("roulette_won", "roulette_lost") and field in roulette.FIELDS:
        pays = 7 if kind == "roulette_won" and field in roulette.NUMBERS else 1
        return transfer.amount // pays, *_roulette(field)
    if kind in ("blackjack_win", "blackjack_lost", "blackjack_21"):
        return transfer.amount // (3 if kind == "blackjack_21" else 1), *_black_jack()
    return None


@cache
def _roulette(field: str) -> tuple[Fraction, Fraction]:
    odds = roulette.bet(field)
    return odds.ev_per_resolved_bet, (odds.variance + odds.ev_per_unit**2) / (1 - odds.void)


@cache
def _black_jack() -> tuple[Fraction, Fraction]:
    """Return mean and mean square under best play by both sides."""
    odds = black_jack.sequential()
    settled = 1 - odds.push
    return odds.ev / settled, (odds.wins + odds.loses + 8 * odds.wins_with_21) / settled
