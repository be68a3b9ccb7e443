"""Accounts, and transfers that sum to zero; what is owed and what has been handed over.

A stake that lies on the felt still belongs to its owner until it is settled: ``felt`` tells how much of a
balance lies there. Each transfer opens a debt that a hand-over closes; a debt is told by the number of the
fact that caused it and its place among that fact's transfers, so that it keeps its name when an earlier
throw is corrected and the difference to what was handed over is what is owed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.record import record

BANK = "bank"
POT = "pot"
SCOREBOARD = "scoreboard"
"""Where points come from in a game without money: it may fall as far as the scores rise, and nothing is handed over."""


@record()
class Transfer:
    """Points that changed owner, with the reason, the rule id, and the number of the fact that caused it."""

    giver: str
    taker: str
    amount: int
    reason: str
    rule: str
    number: int
    felt: int = 0


@dataclass(slots=True)
class Debt:
    """What one account has to hand to another, with the transfers that caused it."""

    giver: str
    taker: str
    amount: int
    felt: int
    parts: list[tuple[str, str, str, int]]


class Ledger:
    """Balances of the bank, the pot and each seat; points of the box are neither made nor lost."""

    def __init__(self, bank: int, pot: int = 0) -> None:
        self.balances: dict[str, int] = {BANK: bank, POT: pot}
        self.felt: dict[str, int] = {}
        self.owes = True
        self.transfers: list[Transfer] = []
        self.owing: dict[str, dict[tuple[str, str], int]] = {}
        self.named: dict[str, Transfer] = {}
        self._first = 0

    @classmethod
    def of_scores(cls, seats: Iterable[str]) -> Ledger:
        """Return the accounts of a game without money: everybody begins with nothing."""
        ledger = cls(0)
        ledger.balances = {SCOREBOARD: 0, **dict.fromkeys(seats, 0)}
        ledger.owes = False
        return ledger

    def open(self, account: str, amount: int) -> None:
        """Open a seat's account with points out of the bank, as at the distribution before the game."""
        self.balances[account] = amount
        self.balances[BANK] -= amount

    def total(self) -> int:
        """Return all points of all accounts: it never changes."""
        return sum(self.balances.values())

    def purse(self, account: str) -> int:
        """Return what an account may still put down: its balance less what lies on the felt."""
        return self.balances.get(account, 0) - self.felt.get(account, 0)

    def stake(self, seat: str, amount: int) -> None:
        """Put points of a seat on the felt (negative: take them back)."""
        self.felt[seat] = self.felt.get(seat, 0) + amount

    def clear_felt(self) -> None:
        """Everybody takes back what lies on the felt."""
        self.felt.clear()

    def transfer(
        self, giver: str, taker: str, amount: int, reason: str, rule: str, number: int, done: bool = False
    ) -> None:
        """Move points; ``done`` opens no debt because the chips lie there already."""
        if amount <= 0 or giver == taker:
            return
        balances, transfers = self.balances, self.transfers
        balances[giver] -= amount
        balances[taker] += amount
        felt = min(amount, self.felt.get(giver, 0)) if self.felt else 0
        moved = Transfer(giver, taker, amount, reason, rule, number, felt)
        if transfers and transfers[-1].number != number:
            self._first = len(transfers)
        transfers.append(moved)
        if self.owes and not done:
            name = f"{number}.{len(transfers) - 1 - self._first}"
            self.named[name] = moved
            self._owe(name, giver, taker, amount)

    def hand_over(self, parts: Iterable[tuple[str, str, str, int]]) -> None:
        """Close parts of debts, each ``(id, giver, taker, amount)``."""
        for name, giver, taker, amount in parts:
            self._owe(name, giver, taker, -amount)

    def handed(self, number: int) -> bool:
        """Whether chips went over already for something that this fact moved."""
        return any(moved.number == number and name not in self.owing for name, moved in self.named.items())

    def _owe(self, name: str, giver: str, taker: str, amount: int) -> None:
        pair, signed = ((giver, taker), amount) if giver < taker else ((taker, giver), -amount)
        debts = self.owing.setdefault(name, {})
        debts[pair] = debts.get(pair, 0) + signed
        if not debts[pair]:
            del debts[pair]
            if not debts:
                del self.owing[name]

    def debts(self) -> list[Debt]:
        """Return the open debts netted by pair: those of the bank first, then the others by size."""
        found: dict[tuple[str, str], Debt] = {}
        for name, pairs in self.owing.items():
            for (a, b), amount in pairs.items():
                debt = found.setdefault((a, b), Debt(a, b, 0, 0, []))
                debt.amount += amount
                debt.parts.append((name, a, b, amount))
                debt.felt += self.named[name].felt if name in self.named else 0
        out = []
        for debt in found.values():
            if debt.amount < 0:
                debt.giver, debt.taker, debt.amount = debt.taker, debt.giver, -debt.amount
                debt.parts = [(n, b, a, -x) for n, a, b, x in debt.parts]
            out.append(debt)
        return sorted(out, key=lambda d: (d.giver != BANK, d.taker != BANK, -d.amount, d.giver, d.taker))

    def lying(self, account: str) -> int:
        """Return what an account physically holds: its balance as if the open debts were not handed over yet."""
        amount = self.balances.get(account, 0)
        for pairs in self.owing.values():
            for (a, b), owed in pairs.items():
                if a == account:
                    amount += owed
                elif b == account:
                    amount -= owed
        return amount
