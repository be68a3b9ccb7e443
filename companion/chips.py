"""Chips by denomination: what to hand over, what to give back, what to change at the bank.

Amounts are the truth and pieces are a belief: the ledger never asks this module for a balance. Amounts are ints in
points. A stock maps denomination to number of pieces; a missing denomination is none. Where pieces are not known until
somebody counts them the stock is None, and the pieces of ``box`` stand for it: pass the pieces that could lie there at
most, the box less what is known to lie elsewhere (the whole box where nothing is).

The box is bounded, so the greedy way is wrong (6000 without a 1000 is three 2000s, HC-V-CHG-04).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import accumulate, islice
from math import gcd

Stock = Mapping[int, int]
"""Number of pieces by denomination in points."""

Pieces = dict[int, int]
"""A stock that holds only what is there, largest denomination first."""

NOTHING: Stock = {}
"""No pieces at all: somebody who cannot give change, or no bank to change at."""


class NotEnoughChips(ValueError):
    """More pieces were asked of a stock than it holds."""


def total(stock: Stock) -> int:
    """Return the points of a stock.

    >>> total({1000: 2, 500: 2, 100: 6, 50: 5, 25: 6})
    4000
    """
    return sum(value * count for value, count in stock.items())


def pieces(stock: Stock) -> int:
    """Return how many chips a stock holds."""
    return sum(stock.values())


def added(stock: Stock, more: Stock) -> Pieces:
    """Return both stocks together."""
    values = sorted(stock.keys() | more.keys(), reverse=True)
    return _tidy((value, stock.get(value, 0) + more.get(value, 0)) for value in values)


def taken(stock: Stock, away: Stock) -> Pieces:
    """Return what is left of a stock; raise ``NotEnoughChips`` where a piece is missing."""
    for value, count in away.items():
        if count > stock.get(value, 0):
            raise NotEnoughChips(f"expected at least {count} chips of {value} but got {stock.get(value, 0)}")
    return _tidy((value, count - away.get(value, 0)) for value, count in sorted(stock.items(), reverse=True))


def set_out(box_chips: Stock, start_chips: Stock, players: int) -> Pieces:
    """Return what the bank keeps when each player has his start chips (HC-SET-8 to HC-SET-13).

    Raise ``NotEnoughChips`` where the box cannot serve so many.
    """
    return taken(box_chips, {value: count * players for value, count in start_chips.items()})


def fewest(stock: Stock | None, amount: int, *, box: Stock | None = None) -> Pieces | None:
    """Return the fewest pieces of a stock that pay exactly ``amount``, or None where no pieces do.

    Of equally few the larger chips win. ``box`` stands for a stock that is None.

    >>> fewest({5000: 10, 2000: 10, 100: 5}, 6000)
    {2000: 3}
    """
    return _Scales(_believed(stock, box), NOTHING).fewest(amount)


def ways(stock: Stock | None, amount: int, limit: int = 12, *, box: Stock | None = None) -> Iterator[Pieces]:
    """Yield up to ``limit`` different ways to pay exactly ``amount``, the fewest pieces first.

    Equally many pieces come with the larger chips first, so the order is always the same and the first way is
    ``fewest``. For the button « autrement ». ``box`` stands for a stock that is None.

    >>> list(ways({100: 2, 50: 3, 25: 4}, 100, limit=3))
    [{100: 1}, {50: 2}, {50: 1, 25: 2}]
    """
    return islice(_Scales(_believed(stock, box), NOTHING).fewest_first(amount), limit)


@dataclass(frozen=True, slots=True)
class Exchange:
    """Pieces changed at the bank for others of the same worth, before paying."""

    give: Pieces
    """What the payer lays down at the bank."""
    get: Pieces
    """What the bank gives him for it."""


@dataclass(frozen=True, slots=True)
class Payment:
    """Which pieces move when an amount is paid; at most one of ``back`` and ``exchange`` is used."""

    hand: Pieces
    """From the payer to the payee."""
    back: Pieces
    """From the payee to the payer, as change."""
    exchange: Exchange | None = None
    """What the payer changes at the bank first."""

    @property
    def amount(self) -> int:
        """What the payee has more afterwards, in points."""
        return total(self.hand) - total(self.back)

    @property
    def moved(self) -> int:
        """How many pieces move in all."""
        changed = pieces(self.exchange.give) + pieces(self.exchange.get) if self.exchange else 0
        return pieces(self.hand) + pieces(self.back) + changed

    def payer_after(self, payer: Stock) -> Pieces:
        """Return the payer's pieces afterwards; raise ``NotEnoughChips`` where he has not what it takes."""
        if self.exchange:
            payer = added(taken(payer, self.exchange.give), self.exchange.get)
        return added(taken(payer, self.hand), self.back)

    def payee_after(self, payee: Stock) -> Pieces:
        """Return the payee's pieces afterwards; raise ``NotEnoughChips`` where the change is not there."""
        return added(taken(payee, self.back), self.hand)

    def bank_after(self, bank: Stock) -> Pieces:
        """Return the pieces of a bank that is neither payer nor payee; raise ``NotEnoughChips`` likewise."""
        return added(taken(bank, self.exchange.get), self.exchange.give) if self.exchange else added(bank, NOTHING)


def payment(
    payer: Stock | None, payee: Stock | None, amount: int, bank: Stock | None, *, box: Stock | None = None
) -> Payment | None:
    """Return what to hand over, or None where no pieces of these three settle it (then it stays owed, AMB-29).

    Exactly, where the payer can; else with change from the payee or after an exchange at the bank, whichever moves
    fewer pieces, the change where both move as many. The payer may be the bank: short of small chips it hands a
    larger one and the player gives back. Where the bank is payer or payee, or nobody may change, ``bank`` is
    ``NOTHING``. ``box`` stands for each stock that is None. An exchange of more than some forty moves is not looked
    for: it is no help at a table.

    >>> payment({1000: 1}, {500: 1}, 500, NOTHING)
    Payment(hand={1000: 1}, back={500: 1}, exchange=None)
    >>> payment({1000: 1}, NOTHING, 500, {500: 2})
    Payment(hand={500: 1}, back={}, exchange=Exchange(give={1000: 1}, get={500: 2}))
    """
    payer, payee, bank = _believed(payer, box), _believed(payee, box), _believed(bank, box)
    if (exact := _Scales(payer, NOTHING).fewest(amount)) is not None:
        return Payment(hand=exact, back={})
    if total(payer) < amount:
        return None
    net = _Scales(payer, payee).fewest(amount)
    change = None if net is None else Payment(_tidy(net.items()), _tidy((v, -n) for v, n in net.items()))
    most = _MOST_MOVED if change is None else change.moved - 1
    return _after_exchange(payer, bank, amount, most) or change


def _believed(stock: Stock | None, box: Stock | None) -> Stock:
    """Return the pieces to reckon with: those of the stock, or of the box where they are not known."""
    if stock is None and box is None:
        raise ValueError("these pieces are unknown: pass the box that bounds them")
    return stock if stock is not None else box or NOTHING


def _tidy(counts: Iterable[tuple[int, int]]) -> Pieces:
    return {value: count for value, count in counts if count > 0}


_NO_WAY = 1 << 30
"""More pieces than any stock holds."""

_MOST_MOVED = 40
"""Beyond so many pieces an exchange is no help at a table: the rest stays owed."""

_MOST_LOOKS = 20_000
"""How many positions the search for an exchange may look at before it gives up; real tables need some hundreds."""


class _Scales:
    """Pays an amount with pieces of one side, the other side giving back: the fewest pieces that move.

    Dynamic programming over the denominations, largest first. A piece given counts as +1, one given back as -1. At
    each denomination the counts next to the even division come first; moving away from it the pieces still needed
    only grow, so both directions stop at the first count that can no longer win.
    """

    def __init__(self, giver: Stock, returner: Stock) -> None:
        values = sorted((v for v in giver.keys() | returner.keys() if giver.get(v) or returner.get(v)), reverse=True)
        self._values = values
        self._most = [giver.get(v, 0) for v in values]
        self._least = [-returner.get(v, 0) for v in values]
        self._highest = _sums_from(values, self._most)
        self._lowest = _sums_from(values, self._least)
        self._steps = _gcds_from(values)
        self._known: dict[tuple[int, int], tuple[int, int]] = {}

    def fewest(self, amount: int) -> Pieces | None:
        """Return the counts of the fewest pieces (given back: negative), or None where no pieces do."""
        if amount < 0:
            raise ValueError(f"expected an amount of at least 0 but got {amount}")
        if self._needed(0, amount) == _NO_WAY:
            return None
        counts: Pieces = {}
        for index, value in enumerate(self._values):
            if not amount:
                break
            if count := self._known[index, amount][1]:
                counts[value] = count
            amount -= count * value
        return counts

    def fewest_first(self, amount: int) -> Iterator[Pieces]:
        """Yield all ways to pay, fewest pieces first, equally many with the larger pieces first.

        Best-first search. What a beginning still needs is known exactly, so no beginning is followed in vain.
        """
        if amount < 0:
            raise ValueError(f"expected an amount of at least 0 but got {amount}")
        heap: list[tuple[int, tuple[int, ...], int]] = [(self._needed(0, amount), (), amount)]
        while heap:
            moved, fewer_first, rest = heappop(heap)
            if moved == _NO_WAY:
                return
            index = len(fewer_first)
            if index == len(self._values):
                yield {v: -n for v, n in zip(self._values, fewer_first, strict=True) if n}
                continue
            so_far = moved - self._needed(index, rest)
            value = self._values[index]
            for count in range(self._least[index], self._most[index] + 1):
                needed = self._needed(index + 1, rest - count * value)
                if needed != _NO_WAY:
                    heappush(heap, (so_far + abs(count) + needed, (*fewer_first, -count), rest - count * value))

    def _needed(self, index: int, rest: int) -> int:
        """Return the fewest pieces, from this denomination down, that come to ``rest``; ``_NO_WAY`` if none do."""
        if not rest:
            return 0
        if index == len(self._values):
            return _NO_WAY
        if rest % self._steps[index] or not self._lowest[index] <= rest <= self._highest[index]:
            return _NO_WAY
        if (known := self._known.get((index, rest))) is not None:
            return known[0]
        value, most, least = self._values[index], self._most[index], self._least[index]
        below = self._values[index + 1] if index + 1 < len(self._values) else value
        highest, lowest = self._highest[index + 1], self._lowest[index + 1]
        best, chosen = _NO_WAY, 0
        even = rest // value
        for count in range(min(even, most), least - 1, -1):
            left = rest - count * value
            if left > highest or abs(count) - (-abs(left) // below) >= best:
                break
            if (moved := abs(count) + self._needed(index + 1, left)) < best:
                best, chosen = moved, count
        for count in range(max(even + 1, least), most + 1):
            left = rest - count * value
            if left < lowest or abs(count) - (-abs(left) // below) >= best:
                break
            if (moved := abs(count) + self._needed(index + 1, left)) < best:
                best, chosen = moved, count
        self._known[index, rest] = best, chosen
        return best


def _sums_from(values: Sequence[int], counts: Sequence[int]) -> list[int]:
    """Return the worth of the pieces from each denomination down, and 0 at the end."""
    worths = (value * count for value, count in zip(reversed(values), reversed(counts), strict=True))
    return list(accumulate(worths, initial=0))[::-1]


def _gcds_from(values: Sequence[int]) -> list[int]:
    """Return the step that the denominations from each one down can make."""
    return list(accumulate(reversed(values), gcd))[::-1]


def _after_exchange(payer: Stock, bank: Stock, amount: int, most: int) -> Payment | None:
    """Return the payment with the fewest moves, ``most`` of them, after an exchange at the bank; None if there is none.

    Iterative deepening over the moves, so the first one found is the shortest.
    """
    together = added(payer, bank)
    pool = _Scales(together, NOTHING)
    if not bank or pool.fewest(amount) is None or pool.fewest(total(payer) - amount) is None:
        return None
    search = _Exchanges(together, payer, bank)
    for moves in range(4, most + 1):
        found = search.within(moves, amount)
        if found or search.tired:
            return found
    return None


class _Exchanges:
    """The search for an exchange and a payment in so many moves, depth first over the denominations.

    At each denomination some pieces go to the bank or come from it, and some are handed over. ``given`` is what the
    payer laid down at the bank less what he got, ``rest`` what is still to be paid: both end at 0.
    """

    def __init__(self, together: Stock, payer: Stock, bank: Stock) -> None:
        self._values = list(together)
        self._own = [payer.get(value, 0) for value in self._values]
        self._bank = [bank.get(value, 0) for value in self._values]
        self._own_from = _sums_from(self._values, self._own)
        self._bank_from = _sums_from(self._values, self._bank)
        self._steps = _gcds_from(self._values)
        self._failed: dict[tuple[int, int, int], int] = {}
        self._looks = 0

    @property
    def tired(self) -> bool:
        """Whether the search has looked at more positions than it may."""
        return self._looks > _MOST_LOOKS

    def within(self, moves: int, amount: int) -> Payment | None:
        """Return a payment with at most so many moves, or None."""
        found = self._from(0, 0, amount, moves)
        if found is None:
            return None
        rows = list(zip(self._values, found, strict=False))
        return Payment(
            hand=_tidy((value, hand) for value, (_, hand) in rows),
            back={},
            exchange=Exchange(
                give=_tidy((value, give) for value, (give, _) in rows),
                get=_tidy((value, -give) for value, (give, _) in rows),
            ),
        )

    def _from(self, index: int, given: int, rest: int, moves: int) -> tuple[tuple[int, int], ...] | None:
        """Return (pieces given to the bank, pieces handed over) by denomination from here down, or None."""
        if given == rest == 0:
            return ()
        if index == len(self._values) or self.tired or not self._may_work(index, given, rest):
            return None
        if self._failed.get((index, given, rest), -1) >= moves:
            return None
        self._looks += 1
        value, own = self._values[index], self._own[index]
        below = self._values[index + 1] if index + 1 < len(self._values) else value
        for give in range(min(own, moves), -min(self._bank[index], moves) - 1, -1):
            given_now, left = given + give * value, moves - abs(give)
            if abs(given_now) > below * left:
                continue
            for hand in range(min(own - give, rest // value, left), -1, -1):
                unpaid = rest - hand * value
                if -(-abs(given_now) // below) - (-unpaid // below) > left - hand:
                    break
                if (deeper := self._from(index + 1, given_now, unpaid, left - hand)) is not None:
                    return ((give, hand), *deeper)
        self._failed[index, given, rest] = moves
        return None

    def _may_work(self, index: int, given: int, rest: int) -> bool:
        step, own, bank = self._steps[index], self._own_from[index], self._bank_from[index]
        return not (given % step or rest % step) and -own <= given <= bank and rest - given <= own
