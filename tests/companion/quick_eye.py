"""A simulated eye without pictures, for tests of the code around it."""

from __future__ import annotations

from random import Random

from companion.dice import FACES, DiceSet, Face, ReadDie, Reading
from companion.eye import Look, NoEye
from companion.table import Table
from tests import pages


class QuickEye(NoEye):
    """An eye that reads thrown dice at once and is unsure of every tenth throw."""

    source = "simulated"

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table, self._chance, self.count = table, Random(1), 0

    def throw(self, dice: DiceSet, kept: tuple[Face, ...] = ()) -> bool:
        self.count += 1
        seen = [
            ReadDie(term.kind, self._chance.choice(FACES[term.kind]), term.colour or "white")
            for term in dice.terms
            for _ in range(term.most)
        ]
        seen += [ReadDie(seen[0].kind, value, kept=True) for value in kept]
        sure = self.count % 10 != 0
        return self.tell(Look(Reading(tuple(seen), sure, () if sure else ("unsure",)), None, simulated=True))

    def tell(self, look: Look) -> bool:
        return bool(self._table.take_look(look, pages.view(self._table)["number"]).ok)

    def looked_at(self, seconds: float) -> bool:
        return True

    def close(self) -> None:
        pass
