"""Chips: the rule book's table, the examples HC-V-CHG, brute-force counts on small stocks, and conservation."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.money import chips
from companion.money.chips import (
    NOTHING,
    Exchange,
    NotEnoughChips,
    Pieces,
    Proposal,
    Stock,
    added,
    fewest,
    payment,
    pieces,
    set_out,
    taken,
    total,
    ways,
)
from tests.rings import examples

BOX = {10000: 5, 5000: 10, 2000: 10, 1000: 20, 500: 25, 100: 50, 50: 40, 25: 40}
START = {1000: 2, 500: 2, 100: 6, 50: 5, 25: 6}
BANK_OF_6 = {10000: 5, 5000: 10, 2000: 10, 1000: 8, 500: 13, 100: 14, 50: 10, 25: 4}

some_of_the_box = st.fixed_dictionaries({value: st.integers(0, count) for value, count in BOX.items()})
few_pieces = st.dictionaries(st.sampled_from([100, 60, 50, 40, 25]), st.integers(0, 3), max_size=3)
large_pieces = st.dictionaries(st.sampled_from([200, 120, 100]), st.integers(1, 2), min_size=1, max_size=2)
small_pieces = st.dictionaries(st.sampled_from([100, 60, 50, 40, 20]), st.integers(0, 3), max_size=3)
small_amounts = st.integers(0, 60).map(lambda n: 5 * n)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Pieces, Pieces, Pieces]:
    """Deal part of the box to a payer, a payee and the bank."""
    left, parts = dict(BOX), []
    for _ in range(3):
        part = draw(st.fixed_dictionaries({value: st.integers(0, count) for value, count in left.items()}))
        left = {value: count - part[value] for value, count in left.items()}
        parts.append(part)
    return parts[0], parts[1], parts[2]


def every_way(stock: Stock, amount: int) -> list[Pieces]:
    """Return all ways to pay in the order that ``ways`` promises, by brute force."""
    values = sorted(stock, reverse=True)
    counts = product(*(range(stock[value] + 1) for value in values))
    found = [c for c in counts if sum(v * n for v, n in zip(values, c, strict=True)) == amount]
    found.sort(key=lambda c: (sum(c), [-n for n in c]))
    return [{v: n for v, n in zip(values, c, strict=True) if n} for c in found]


def fewest_moves_with_change(payer: Stock, payee: Stock, amount: int) -> int | None:
    """Return by brute force the fewest pieces moved by a payment with change, None if none is possible."""
    values = list(payer.keys() | payee.keys())
    nets = product(*(range(-payee.get(v, 0), payer.get(v, 0) + 1) for v in values))
    fitting = (n for n in nets if sum(v * c for v, c in zip(values, n, strict=True)) == amount)
    return min((sum(map(abs, n)) for n in fitting), default=None)


def fewest_moves_with_exchange(payer: Stock, bank: Stock, amount: int) -> int | None:
    """Return by brute force the fewest pieces moved by an exchange and a payment, None if none is possible."""
    values = list(payer.keys() | bank.keys())
    moves = []
    for net in product(*(range(-bank.get(v, 0), payer.get(v, 0) + 1) for v in values)):
        if sum(v * n for v, n in zip(values, net, strict=True)) == 0:
            after = {v: payer.get(v, 0) - n for v, n in zip(values, net, strict=True)}
            moves += [sum(map(abs, net)) + pieces(way) for way in every_way(after, amount)[:1]]
    return min(moves, default=None)


# The rule book's table


def test_the_box_holds_160_500_points_in_200_chips() -> None:
    """HC-MAT-4, HC-MAT-6 to HC-MAT-9."""
    assert (total(BOX), pieces(BOX)) == (160_500, 200)


def test_a_player_starts_with_4_000_points_in_21_chips() -> None:
    """HC-SET-8 to HC-SET-13."""
    assert (total(START), pieces(START)) == (4_000, 21)


def test_the_bank_of_six_players_keeps_what_the_table_says() -> None:
    """All denominations suffice for six players; 74 chips and 136 500 points remain."""
    bank = set_out(BOX, START, 6)
    assert bank == BANK_OF_6
    assert (total(bank), pieces(bank)) == (136_500, 74)


def test_a_box_too_small_for_the_players_is_refused_with_the_chip_that_is_missing() -> None:
    """Seven players need 42 chips of 25; the box has 40."""
    with pytest.raises(NotEnoughChips, match="expected at least 42 chips of 25 but got 40"):
        set_out(BOX, START, 7)


# What to hand over


@pytest.mark.parametrize(
    ("stock", "amount", "expected"),
    [
        pytest.param(BANK_OF_6, 700, {500: 1, 100: 2}, id="HC-V-CHG-01"),
        pytest.param(BANK_OF_6, 875, {500: 1, 100: 3, 50: 1, 25: 1}, id="HC-V-CHG-02"),
        pytest.param(BANK_OF_6, 8000, {5000: 1, 2000: 1, 1000: 1}, id="HC-V-CHG-03"),
        pytest.param({5000: 10, 2000: 10, 100: 5}, 6000, {2000: 3}, id="HC-V-CHG-04, greedy is wrong"),
        pytest.param({100: 5, 25: 4}, 75, {25: 3}, id="HC-V-CHG-05"),
        pytest.param(BANK_OF_6, 125, {100: 1, 25: 1}, id="HC-V-CHG-06"),
        pytest.param({25: 4}, 100, {25: 4}, id="HC-V-CHG-07"),
        pytest.param(BANK_OF_6, 60, None, id="HC-V-CHG-09, no chip amount"),
        pytest.param({50: 10, 25: 4, 500: 3}, 150, {50: 3}, id="HC-V-CHG-10"),
        pytest.param({1000: 1}, 500, None, id="HC-V-CHG-12, an exchange is needed"),
        pytest.param({}, 0, {}, id="nothing is paid with nothing"),
        pytest.param({}, 25, None, id="nothing pays nothing"),
        pytest.param({100: 1}, 200, None, id="more than there is"),
        pytest.param(START, 4000, START, id="all-in"),
    ],
)
def test_the_fewest_pieces(stock: Stock, amount: int, expected: Pieces | None) -> None:
    """Each row follows the change rules of the rule book."""
    assert fewest(stock, amount) == expected


@given(few_pieces, small_amounts)
def test_fewest_agrees_with_plain_counting(stock: Pieces, amount: int) -> None:
    """No way has fewer pieces, and None means there is no way."""
    truth = every_way(stock, amount)
    assert fewest(stock, amount) == (truth[0] if truth else None)


@given(few_pieces, small_amounts)
def test_ways_are_all_ways_in_their_order(stock: Pieces, amount: int) -> None:
    """Every way comes once, fewest pieces first, ties with larger chips first."""
    assert list(ways(stock, amount, limit=10_000)) == every_way(stock, amount)


@given(some_of_the_box, st.integers(0, 400).map(lambda n: 25 * n))
def test_ways_from_the_real_box_are_payable_distinct_and_sorted(stock: Pieces, amount: int) -> None:
    """Each way pays exactly with available pieces; the first has the fewest."""
    found = list(ways(stock, amount))
    assert fewest(stock, amount) == (found[0] if found else None)
    assert all(total(way) == amount and total(taken(stock, way)) == total(stock) - amount for way in found)
    assert all(pieces(one) <= pieces(other) for one, other in pairwise(found))
    assert len({tuple(way.items()) for way in found}) == len(found) <= 12


def test_pieces_that_nobody_counted_are_bounded_by_the_box() -> None:
    """If the stock is None, at most the box pays; without a box it is an error."""
    assert fewest(None, 60_000, box=BOX) == {10000: 5, 5000: 2}
    assert next(ways(None, 75, box=BOX)) == {50: 1, 25: 1}
    assert payment(None, None, 75, None, box={100: 1, 25: 1}) == Proposal(hand={100: 1}, back={25: 1})
    with pytest.raises(ValueError, match="pass the box"):
        fewest(None, 100)


def test_a_negative_amount_is_an_error() -> None:
    """The caller decides who pays, so an amount is never negative."""
    for call in (lambda: fewest(START, -25), lambda: next(ways(START, -25)), lambda: payment(START, START, -25, BOX)):
        with pytest.raises(ValueError, match="at least 0 but got -25"):
            call()


# Change and exchange


@pytest.mark.parametrize(
    ("payer", "payee", "amount", "bank", "expected"),
    [
        pytest.param(START, START, 700, BOX, Proposal({500: 1, 100: 2}, {}), id="exactly, where he can"),
        pytest.param({1000: 1}, {500: 2}, 500, BOX, Proposal({1000: 1}, {500: 1}), id="the payee gives change"),
        pytest.param(
            {1000: 1},
            {100: 9},
            500,
            BOX,
            Proposal({500: 1}, {}, Exchange({1000: 1}, {500: 2})),
            id="an exchange moves fewer pieces",
        ),
        pytest.param(
            {1000: 1},
            NOTHING,
            500,
            BANK_OF_6,
            Proposal({500: 1}, {}, Exchange({1000: 1}, {500: 2})),
            id="HC-V-CHG-12, changed at the bank",
        ),
        pytest.param({1000: 1}, BANK_OF_6, 500, NOTHING, Proposal({1000: 1}, {500: 1}), id="the bank itself is paid"),
        pytest.param(
            {100: 14, 50: 10}, START, 75, NOTHING, Proposal({100: 1}, {25: 1}), id="the bank is short of small chips"
        ),
        pytest.param({100: 14}, {50: 3}, 75, NOTHING, None, id="nobody has a 25"),
        pytest.param({1000: 1}, NOTHING, 500, NOTHING, None, id="nobody has change"),
        pytest.param({100: 1}, {50: 4}, 150, BOX, None, id="the payer has not so much"),
        pytest.param({100: 1}, {50: 4}, 0, BOX, Proposal({}, {}), id="nothing is owed"),
    ],
)
def test_the_payment(payer: Stock, payee: Stock, amount: int, bank: Stock, expected: Proposal | None) -> None:
    """A payment is exact, with change, after an exchange, or impossible."""
    assert payment(payer, payee, amount, bank) == expected


@given(tables(), st.integers(0, 200).map(lambda n: 25 * n))
def test_a_payment_never_makes_or_loses_a_chip(table: tuple[Pieces, Pieces, Pieces], amount: int) -> None:
    """All pieces exist, each denomination is conserved, and all totals match the ledger."""
    payer, payee, bank = table
    proposal = payment(payer, payee, amount, bank)
    if proposal is None:
        assert fewest(payer, amount) is None
        return
    after = proposal.payer_after(payer), proposal.payee_after(payee), proposal.bank_after(bank)
    assert [total(stock) for stock in after] == [total(payer) - amount, total(payee) + amount, total(bank)]
    assert added(added(after[0], after[1]), after[2]) == added(added(payer, payee), bank)
    assert proposal.amount == amount
    assert not (proposal.back and proposal.exchange)
    if (exact := fewest(payer, amount)) is not None:
        assert proposal == Proposal(exact, {})


@examples(200)
@given(large_pieces, few_pieces, small_pieces, st.integers(1, 12).map(lambda n: 20 * n))
def test_payments_move_as_few_pieces_as_plain_counting_finds(
    payer: Pieces, payee: Pieces, bank: Pieces, amount: int
) -> None:
    """If the payer cannot pay exactly, no change and no exchange moves fewer pieces."""
    proposal = payment(payer, payee, amount, bank)
    if every_way(payer, amount):
        assert proposal is not None
        assert proposal.moved == pieces(every_way(payer, amount)[0])
        return
    found = [
        moves
        for moves in (
            fewest_moves_with_change(payer, payee, amount) if total(payer) >= amount else None,
            fewest_moves_with_exchange(payer, bank, amount),
        )
        if moves is not None
    ]
    assert (proposal.moved if proposal else None) == min(found, default=None)


@given(some_of_the_box, some_of_the_box)
def test_adding_and_taking_are_opposites(one: Pieces, other: Pieces) -> None:
    """Removing added pieces restores the stock, and points and pieces add up."""
    both = added(one, other)
    assert taken(both, other) == {value: count for value, count in sorted(one.items(), reverse=True) if count}
    assert total(both) == total(one) + total(other)
    assert pieces(both) == pieces(one) + pieces(other)


def test_pieces_that_are_not_there_cannot_be_taken() -> None:
    """The error names the missing chip, even one that the stock never held."""
    with pytest.raises(NotEnoughChips, match="expected at least 3 chips of 50 but got 2"):
        taken({50: 2}, {50: 3})
    with pytest.raises(NotEnoughChips, match="expected at least 1 chips of 10000 but got 0"):
        Proposal({10000: 1}, {}).payer_after(START)


HARD = {10000: 2, 1000: 9, 100: 21, 50: 23}, {10000: 1, 5000: 1, 2000: 2, 1000: 2, 500: 2, 100: 4, 25: 1}
"""Chips of a payer and of the bank: no exchange lets him pay 375, and only a long search shows that."""


@pytest.mark.parametrize("most, positions", [(chips._MOST_POSITIONS, 2_000), (500, 501)], ids=["to its end", "given up"])
def test_no_search_for_an_exchange_goes_on_for_long(monkeypatch: pytest.MonkeyPatch, most: int, positions: int) -> None:
    """Every view proposes payments; `./servi bench proposal` measures the hardest."""
    begun: list[chips._Exchanges] = []

    class Watched(chips._Exchanges):
        def __init__(self, *stocks: chips.Stock) -> None:
            super().__init__(*stocks)
            begun.append(self)

    monkeypatch.setattr(chips, "_Exchanges", Watched)
    monkeypatch.setattr(chips, "_MOST_POSITIONS", most)
    assert payment(HARD[0], NOTHING, 375, HARD[1]) is None
    (search,) = begun
    assert 0 < search._positions <= positions
