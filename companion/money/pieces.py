"""The probable chips of each account. The amounts are exact; the denominations are an assumption."""

from __future__ import annotations

from collections.abc import Mapping

from companion.facts import ChipsCounted, HandedOver, How
from companion.money import chips
from companion.money.chips import Proposal
from companion.money.ledger import BANK, POT, Debt, Ledger
from companion.refusal import Refusal

Stock = dict[int, int]

WAYS = 4
"""Maximum proposals for one payment."""


class Pieces:
    """The probable chips of each account; an unknown stock is None until somebody counts it."""

    def __init__(self) -> None:
        self.stocks: dict[str, Stock | None] | None = None
        self.box: Stock = {}
        self.set: Stock = {}
        self.counts: dict[str, int] = {}

    def start(self, stocks: Mapping[str, Stock | None]) -> None:
        """Set the first chips of each account."""
        self.stocks = dict(stocks)
        self.set = next((dict(s) for account, s in stocks.items() if account not in (BANK, POT) and s), {})
        if all(s is not None for s in self.stocks.values()):
            for stock in self.stocks.values():
                for value, number in (stock or {}).items():
                    self.box[value] = self.box.get(value, 0) + number

    def copy(self) -> Pieces:
        """Return a copy, for trying hand-overs."""
        other = Pieces()
        other.stocks = {a: None if s is None else dict(s) for a, s in self.stocks.items()} if self.stocks else None
        other.box, other.set = self.box, self.set
        return other

    def of(self, account: str) -> Stock | None:
        """Return the probable chips of this account, None if they are unknown."""
        return (self.stocks or {}).get(account)

    def proposals(self, giver: str, taker: str, amount: int) -> tuple[Proposal, ...]:
        """Return the proposals for a payment, fewest pieces first; none if the box is unknown or nothing fits.

        If only the giver's pieces are unknown, the box replaces them. If a seat without pieces receives the starting
        amount from the bank, the first proposal is the starting set of chips.
        """
        if not self.box or self.stocks is None or amount <= 0:
            return ()
        stock = self.of(giver)
        if stock is None:
            return tuple(Proposal(way, {}) for way in chips.ways(self.box, amount, WAYS))
        exact = (
            tuple(Proposal(way, {}) for way in chips.ways(stock, amount, WAYS)) if chips.total(stock) >= amount else ()
        )
        if exact and giver == BANK and chips.total(self.set) == amount and not self.stocks.get(taker, {}):
            newcomer = taker not in self.stocks or self.stocks[taker] is not None
            if newcomer and all(stock.get(value, 0) >= number for value, number in self.set.items()):
                return (Proposal(dict(self.set), {}), *(way for way in exact if way.hand != self.set))[:WAYS]
        if exact:
            return exact
        bank = self.of(BANK) if BANK not in (giver, taker) else None
        changed = chips.payment(stock, self.of(taker) or chips.NOTHING, amount, bank or chips.NOTHING)
        return (changed,) if changed is not None else ()

    def hand_over(self, fact: HandedOver) -> None:
        """Move the pieces of a hand-over; if an account lacks one, its pieces become unknown."""
        if self.stocks is None:
            return
        for giver, taker, stock in fact.moves:
            self._add(giver, stock, -1)
            self._add(taker, stock, 1)
        for account in fact.unknown:
            self.stocks[account] = None
        for _, giver, taker, _ in fact.debts:
            self.counts.pop(giver, None)
            self.counts.pop(taker, None)

    def _add(self, account: str, moved: Mapping[int, int], sign: int) -> None:
        assert self.stocks is not None
        stock = self.stocks.setdefault(account, {})
        if stock is None:
            return
        for value, number in moved.items():
            stock[value] = stock.get(value, 0) + sign * number
            if stock[value] < 0:
                self.stocks[account] = None
                return

    def count(self, fact: ChipsCounted) -> None:
        """Replace the probable chips by the counted ones."""
        if self.stocks is not None:
            self.stocks[fact.account] = {v: n for v, n in fact.chips.items() if n}
        self.counts[fact.account] = sum(v * n for v, n in fact.chips.items())

    def refuse_count(self, fact: ChipsCounted) -> Refusal | None:
        """Return why this count of chips is impossible, None if it is possible."""
        if self.stocks is None or fact.account not in self.stocks:
            return Refusal("NO_SUCH_SEAT", fact.account, {"among": list(self.stocks or ())}, overrulable=False)
        if self.box:
            wrong = {v: self.box.get(v, 0) for v, n in fact.chips.items() if n > self.box.get(v, 0)}
            if wrong:
                return Refusal("MORE_CHIPS_THAN_THE_BOX", fact.account, {"box": wrong}, overrulable=False)
        return None


def refuse_hand_over(ledger: Ledger, fact: HandedOver) -> Refusal | None:
    """Return a refusal if an account of this hand-over does not exist, otherwise None."""
    for _, giver, taker, _ in fact.debts:
        if giver not in ledger.balances or taker not in ledger.balances:
            return Refusal("NO_SUCH_SEAT", giver, {"among": list(ledger.balances)}, overrulable=False)
    for giver, taker, _ in fact.moves:
        if giver not in ledger.balances or taker not in ledger.balances:
            return Refusal("NO_SUCH_SEAT", giver, {"among": list(ledger.balances)}, overrulable=False)
    return None


def handed(debt: Debt, way: Proposal | None, who: str, how: How) -> HandedOver:
    """Return the hand-over fact for this debt; ``way`` is None if the pieces are unknown."""
    parts = tuple((n, a, b, x) if x > 0 else (n, b, a, -x) for n, a, b, x in debt.parts)
    if way is None:
        unknown = tuple({debt.giver, debt.taker}) if debt.amount else ()
        return HandedOver(debts=parts, unknown=unknown, who=who, how=how)
    moves: list[tuple[str, str, Mapping[int, int]]] = []
    if way.exchange:
        moves += [(debt.giver, BANK, way.exchange.give), (BANK, debt.giver, way.exchange.get)]
    moves.append((debt.giver, debt.taker, way.hand))
    if way.back:
        moves.append((debt.taker, debt.giver, way.back))
    return HandedOver(debts=parts, moves=tuple(moves), who=who, how=how)


def handed_all(pieces: Pieces, ledger: Ledger, who: str = "") -> list[HandedOver]:
    """Return the hand-overs of all open debts, in order; each uses the pieces that the earlier ones leave.

    Servi assumes them (``HandedOver.assumed``): nobody has confirmed them.
    """
    facts = []
    tried = pieces.copy()
    for debt in ledger.debts():
        fact = handed(debt, next(iter(tried.proposals(debt.giver, debt.taker, debt.amount)), None), who, "auto")
        tried.hand_over(fact)
        facts.append(fact)
    return facts
