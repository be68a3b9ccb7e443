"""Wins with exact odds, and the finished hands of duels of 421."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any

from companion.money.ledger import Transfer
from companion.odds import four_two_one, roulette

DUELS = ("casino_duel", "zanzibar")
"""Duels with equal chances."""

News = Iterable[tuple[int, str, Mapping[str, Any]]]
"""The news of an evening: fact number, code, detail."""


def chances(transfers: Iterable[Transfer], news: News, seats: Collection[str]) -> dict[tuple[int, str], Fraction]:
    """Return the probability of each win with exact odds; for a 421, with best play in the throws that it took."""
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
    """Return each finished hand of a duel of 421: the number of its fact, its seat, and whether it is 4-2-1."""
    return [
        (number, seat, score == four_two_one.BEST)
        for number, code, detail in news
        if code == "duel_over" and detail["kind"] == "four_two_one"
        for seat, score in detail["score"].items()
    ]
