"""Payments in chips: the pieces to hand over, to return as change, and to exchange at the bank.

The ledger holds the exact amounts (``int``, in points); the pieces of an account are only an assumption. A stock maps a
denomination to its number of pieces. A stock is None while the pieces are unknown; ``box``, all pieces of the box,
then replaces it.

Pieces are limited, so a greedy choice fails: with 5000s and 2000s but no 1000, 6000 needs three 2000s (HC-V-CHG-04).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import accumulate, islice
from math import gcd

from companion.record import record

Stock = Mapping[int, int]
"""Number of pieces by denomination in points."""

Pieces = dict[int, int]
"""A stock without zero counts, largest denomination first."""

NOTHING: Stock = {}
"""No pieces: a payee without change, or no bank to exchange at."""


class NotEnoughChips(ValueError):
    """A stock holds fewer pieces than requested."""


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
    """Return the sum of two stocks."""
    values = sorted(stock.keys() | more.keys(), reverse=True)
    return _tidy((value, stock.get(value, 0) + more.get(value, 0)) for value in values)


def taken(stock: Stock, away: Stock) -> Pieces:
    """Return a stock without the pieces in ``away``; raise ``NotEnoughChips`` if one is missing."""
    for value, count in away.items():
        if count > stock.get(value, 0):
            raise NotEnoughChips(f"expected at least {count} chips of {value} but got {stock.get(value, 0)}")
    return _tidy((value, count - away.get(value, 0)) for value, count in sorted(stock.items(), reverse=True))


def handy(values: Iterable[int], unit: int) -> tuple[int, ...]:
    """Return the amounts of the buttons that build a sum, smallest first: values of pieces, or multiples of one value.

    >>> handy((500, 100, 25), unit=25), handy((50,), unit=50)[:4], handy((), unit=1)[:4]
    ((25, 100, 500), (50, 250, 500, 2500), (1, 5, 10, 50))
    """
    pieces = sorted(values)
    if len(pieces) > 1:
        return tuple(pieces)
    return tuple((pieces or [unit])[0] * times for times in (1, 5, 10, 50, 100, 500, 1000))


def set_out(box_chips: Stock, start_chips: Stock, players: int) -> Pieces:
    """Return the chips left in the bank after the players have taken their start chips (HC-SET-8 to HC-SET-13).

    Raise ``NotEnoughChips`` if the box has too few chips for these players.
    """
    return taken(box_chips, {value: count * players for value, count in start_chips.items()})


def fewest(stock: Stock | None, amount: int, *, box: Stock | None = None) -> Pieces | None:
    """Return the fewest pieces of a stock that pay exactly ``amount``, None if none do.

    On a tie, prefer larger chips. ``box`` replaces a stock that is None.

    >>> fewest({5000: 10, 2000: 10, 100: 5}, 6000)
    {2000: 3}
    """
    return _Scales(_believed(stock, box), NOTHING).fewest(amount)


def ways(stock: Stock | None, amount: int, limit: int = 12, *, box: Stock | None = None) -> Iterator[Pieces]:
    """Yield up to ``limit`` different ways to pay exactly ``amount``, the fewest pieces first.

    Of two ways with equally many pieces, the one with larger chips comes first. The page offers these under
    « payer autrement ». ``box`` replaces a stock that is None.

    >>> list(ways({100: 2, 50: 3, 25: 4}, 100, limit=3))
    [{100: 1}, {50: 2}, {50: 1, 25: 2}]
    """
    return islice(_Scales(_believed(stock, box), NOTHING).fewest_first(amount), limit)


@record()
class Exchange:
    """An exchange at the bank before the payment: pieces of the same total value."""

    give: Pieces
    """The pieces that the payer gives to the bank."""
    get: Pieces
    """The pieces that the bank gives to the payer."""


@record()
class Proposal:
    """The pieces that move in a payment; it uses at most one of ``back`` and ``exchange``."""

    hand: Pieces
    """The pieces from payer to payee."""
    back: Pieces
    """The change: the pieces from payee to payer."""
    exchange: Exchange | None = None
    """The payer's exchange at the bank, before he pays."""

    @property
    def amount(self) -> int:
        """The payee's net gain, in points."""
        return total(self.hand) - total(self.back)

    @property
    def moved(self) -> int:
        """Number of pieces that move."""
        changed = pieces(self.exchange.give) + pieces(self.exchange.get) if self.exchange else 0
        return pieces(self.hand) + pieces(self.back) + changed

    def payer_after(self, payer: Stock) -> Pieces:
        """Return the payer's pieces after the payment; raise ``NotEnoughChips`` if he lacks one."""
        if self.exchange:
            payer = added(taken(payer, self.exchange.give), self.exchange.get)
        return added(taken(payer, self.hand), self.back)

    def payee_after(self, payee: Stock) -> Pieces:
        """Return the payee's pieces after the payment; raise ``NotEnoughChips`` if he cannot give the change."""
        return added(taken(payee, self.back), self.hand)

    def bank_after(self, bank: Stock) -> Pieces:
        """Return the pieces of a bank that is neither payer nor payee; raise ``NotEnoughChips`` if it lacks one."""
        return added(taken(bank, self.exchange.get), self.exchange.give) if self.exchange else added(bank, NOTHING)


def payment(
    payer: Stock | None, payee: Stock | None, amount: int, bank: Stock | None, *, box: Stock | None = None
) -> Proposal | None:
    """Return the payment of ``amount``, None if the pieces of these three cannot pay it (the debt stays open, AMB-29).

    The payer pays exactly if he can. Otherwise the payee gives change, or the payer exchanges at the bank: fewer moves
    win, and change wins a tie. The payer may be the bank. Pass ``NOTHING`` as ``bank`` if the bank is payer or
    payee, or if nobody may exchange. ``box`` replaces each stock that is None. If the payee cannot give change, the
    search ignores exchanges of more than forty moves, because they are impractical.

    >>> payment({1000: 1}, {500: 1}, 500, NOTHING)
    Proposal(hand={1000: 1}, back={500: 1}, exchange=None)
    >>> payment({1000: 1}, NOTHING, 500, {500: 2})
    Proposal(hand={500: 1}, back={}, exchange=Exchange(give={1000: 1}, get={500: 2}))
    """
    payer, payee, bank = _believed(payer, box), _believed(payee, box), _believed(bank, box)
    if (exact := _Scales(payer, NOTHING).fewest(amount)) is not None:
        return Proposal(hand=exact, back={})
    if total(payer) < amount:
        return None
    net = _Scales(payer, payee).fewest(amount)
    change = None if net is None else Proposal(_tidy(net.items()), _tidy((v, -n) for v, n in net.items()))
    most = _MOST_MOVED if change is None else change.moved - 1
    return _after_exchange(payer, bank, amount, most) or change


def _believed(stock: Stock | None, box: Stock | None) -> Stock:
    """Return the stock, or the box if the stock is unknown."""
    if stock is None and box is None:
        raise ValueError("these pieces are unknown: pass the box that bounds them")
    return stock if stock is not None else box or NOTHING


def _tidy(counts: Iterable[tuple[int, int]]) -> Pieces:
    return {value: count for value, count in counts if count > 0}


_NO_WAY = 1 << 30
"""A number of pieces that means "impossible"; no stock holds as many."""

_MOST_MOVED = 40
"""Maximum moves of a payment with an exchange, if change is impossible; the debt stays open if it needs more."""

_MOST_POSITIONS = 20_000
"""Maximum positions of an exchange search; real tables need several hundred."""


class _Scales:
    """The fewest pieces that pay an amount, if the other side may give change.

    Dynamic programming over the denominations, largest first. A piece given counts +1, a piece returned -1. For each
    denomination, the search starts at the quotient and tries counts on both sides. More distant counts need more
    pieces, so it stops in each direction at the first count that cannot win.
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
        """Return the fewest pieces by denomination (returned ones negative), None if none pay the amount."""
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
        """Yield all ways to pay, fewest pieces first; larger pieces first on a tie.

        Best-first search with an exact lower bound, so it enters no dead end.
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
        """Return the fewest pieces, from this denomination down, with the sum ``rest``; ``_NO_WAY`` if none have it."""
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
    """Return the value of all pieces from each denomination down; the last element is 0."""
    worths = (value * count for value, count in zip(reversed(values), reversed(counts), strict=True))
    return list(accumulate(worths, initial=0))[::-1]


def _gcds_from(values: Sequence[int]) -> list[int]:
    """Return the greatest common divisor of each denomination and those below it."""
    return list(accumulate(reversed(values), gcd))[::-1]


def _after_exchange(payer: Stock, bank: Stock, amount: int, most: int) -> Proposal | None:
    """Return the payment after an exchange with the fewest moves, at most ``most``; None if there is none.

    Iterative deepening: the first payment found is the shortest.
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
    """Depth-first search for an exchange and a payment within a maximum of moves.

    Each denomination sends pieces to the bank or takes them, and hands some over. ``given`` is the value given to the
    bank less the value received; ``rest`` is still to pay. Both must end at 0.
    """

    def __init__(self, together: Stock, payer: Stock, bank: Stock) -> None:
        self._values = list(together)
        self._own = [payer.get(value, 0) for value in self._values]
        self._bank = [bank.get(value, 0) for value in self._values]
        self._own_from = _sums_from(self._values, self._own)
        self._bank_from = _sums_from(self._values, self._bank)
        self._steps = _gcds_from(self._values)
        self._failed: dict[tuple[int, int, int], int] = {}
        self._positions = 0

    @property
    def tired(self) -> bool:
        """Whether the search has visited the maximum number of positions."""
        return self._positions > _MOST_POSITIONS

    def within(self, moves: int, amount: int) -> Proposal | None:
        """Return a payment of at most ``moves`` moves, None if there is none."""
        found = self._from(0, 0, amount, moves)
        if found is None:
            return None
        rows = list(zip(self._values, found, strict=False))
        return Proposal(
            hand=_tidy((value, hand) for value, (_, hand) in rows),
            back={},
            exchange=Exchange(
                give=_tidy((value, give) for value, (give, _) in rows),
                get=_tidy((value, -give) for value, (give, _) in rows),
            ),
        )

    def _from(self, index: int, given: int, rest: int, moves: int) -> tuple[tuple[int, int], ...] | None:
        """Return (pieces to bank, pieces to payee) for each denomination from this one down, None if impossible."""
        if given == rest == 0:
            return ()
        if index == len(self._values) or self.tired or not self._may_work(index, given, rest):
            return None
        if self._failed.get((index, given, rest), -1) >= moves:
            return None
        self._positions += 1
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
