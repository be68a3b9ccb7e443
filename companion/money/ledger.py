"""Accounts, transfers that sum to zero, debts and hand-overs.

A stake on the felt belongs to its owner until settlement; ``felt`` is the part of a balance that lies there. A transfer
opens a debt, which a hand-over closes. A debt's id is the number of its fact with the transfer's index in that fact.
The debt therefore keeps its id after a correction of an earlier throw, and only its unpaid part stays open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.record import record

BANK = "bank"
POT = "pot"
SCOREBOARD = "scoreboard"
"""The source of points in a game without money: its balance falls as scores rise; it causes no hand-overs."""


@record()
class Transfer:
    """Points that moved between accounts, with the reason, the rule id, and the number of their fact.

    ``felt`` is the part paid from the giver's stake on the felt; ``owed``: the transfer opened a debt.
    """

    giver: str
    taker: str
    amount: int
    reason: str
    rule: str
    number: int
    felt: int = 0
    owed: bool = False


@dataclass(slots=True)
class Debt:
    """A debt between two accounts, with its ``parts`` by transfer, each ``(id, giver, taker, amount)``.

    ``felt`` is the part that lies on the felt as a stake.
    """

    giver: str
    taker: str
    amount: int
    felt: int
    parts: list[tuple[str, str, str, int]]


class Ledger:
    """The balances of the bank, the pot and each seat; their sum is constant."""

    def __init__(self, bank: int, pot: int = 0) -> None:
        self.balances: dict[str, int] = {BANK: bank, POT: pot}
        self.felt: dict[str, int] = {}
        self.owes = True
        self.transfers: list[Transfer] = []
        self.owing: dict[str, dict[tuple[str, str], int]] = {}
        self.causes: dict[str, Transfer | None] = {}
        """The transfers that opened the open debts, by id; None if a hand-over paid for a transfer that is gone."""

    @classmethod
    def of_scores(cls, seats: Iterable[str]) -> Ledger:
        """Return a ledger without money: every score starts at zero."""
        ledger = cls(0)
        ledger.balances = {SCOREBOARD: 0, **dict.fromkeys(seats, 0)}
        ledger.owes = False
        return ledger

    def open(self, account: str, amount: int) -> None:
        """Open a seat's account with points from the bank."""
        self.balances[account] = amount
        self.balances[BANK] -= amount

    def total(self) -> int:
        """Return the points of all accounts; the sum is constant."""
        return sum(self.balances.values())

    def purse(self, account: str) -> int:
        """Return an account's free points: its balance without its stake on the felt."""
        return self.balances.get(account, 0) - self.felt.get(account, 0)

    def stake(self, seat: str, amount: int) -> None:
        """Put points of a seat on the felt; a negative amount takes them back."""
        self.felt[seat] = self.felt.get(seat, 0) + amount

    def clear_felt(self) -> None:
        """Give all stakes on the felt back to their owners."""
        self.felt.clear()

    def transfer(
        self, giver: str, taker: str, amount: int, reason: str, rule: str, number: int, done: bool = False
    ) -> None:
        """Move points, or do nothing without a positive amount between two accounts.

        ``done``: the chips have already moved, so no debt opens.
        """
        if amount <= 0 or giver == taker:
            return
        balances, transfers = self.balances, self.transfers
        balances[giver] -= amount
        balances[taker] += amount
        felt = min(amount, self.felt.get(giver, 0)) if self.felt else 0
        owed = self.owes and not done
        moved = Transfer(giver, taker, amount, reason, rule, number, felt, owed)
        transfers.append(moved)
        if owed:
            index = -1
            for one in reversed(transfers):
                if one.number != number:
                    break
                index += 1
            self._owe(f"{number}.{index}", giver, taker, amount, moved)

    def hand_over(self, parts: Iterable[tuple[str, str, str, int]]) -> None:
        """Close parts of debts, each ``(id, giver, taker, amount)``."""
        for name, giver, taker, amount in parts:
            self._owe(name, giver, taker, -amount)

    def handed(self, number: int) -> bool:
        """Whether players handed over chips for a transfer of this fact."""
        moved = (one for one in self.transfers if one.number == number)
        return any(one.owed and f"{number}.{at}" not in self.owing for at, one in enumerate(moved))

    def _cause(self, name: str) -> Transfer | None:
        """Return the transfer that opened the debt with this id, None if there is none."""
        number, _, index = name.partition(".")
        moved = (one for one in self.transfers if str(one.number) == number)
        return next((one for at, one in enumerate(moved) if str(at) == index and one.owed), None)

    def _owe(self, name: str, giver: str, taker: str, amount: int, cause: Transfer | None = None) -> None:
        pair, signed = ((giver, taker), amount) if giver < taker else ((taker, giver), -amount)
        if name not in self.owing:
            self.causes[name] = cause or self._cause(name)
        debts = self.owing.setdefault(name, {})
        debts[pair] = debts.get(pair, 0) + signed
        if not debts[pair]:
            del debts[pair]
            if not debts:
                del self.owing[name], self.causes[name]

    def debts(self) -> list[Debt]:
        """Return the open debts, netted by pair: those that the bank owes, those owed to it, the others by size.

        A debt whose parts cancel out has the amount 0.
        """
        found: dict[tuple[str, str], Debt] = {}
        for name, pairs in self.owing.items():
            for (a, b), amount in pairs.items():
                debt = found.setdefault((a, b), Debt(a, b, 0, 0, []))
                debt.amount += amount
                debt.parts.append((name, a, b, amount))
                debt.felt += cause.felt if (cause := self.causes[name]) else 0
        out = []
        for debt in found.values():
            if debt.amount < 0:
                debt.giver, debt.taker, debt.amount = debt.taker, debt.giver, -debt.amount
                debt.parts = [(n, b, a, -x) for n, a, b, x in debt.parts]
            out.append(debt)
        return sorted(out, key=lambda d: (d.giver != BANK, d.taker != BANK, -d.amount, d.giver, d.taker))

    def lying(self, account: str) -> int:
        """Return the value of an account's physical chips: its balance before the open debts are paid."""
        amount = self.balances.get(account, 0)
        for pairs in self.owing.values():
            for (a, b), owed in pairs.items():
                if a == account:
                    amount += owed
                elif b == account:
                    amount -= owed
        return amount
