"""A table whose dice report themselves: the example of docs/read-dice.md, against fake dice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.dice import DieKind
from companion.table import Table
from tests.companion import evenings
from tests.companion.talking_dice import TalkingDice
from tests.waiting import until


@dataclass
class FakeDie:
    kind: DieKind
    rested: Any = None


def test_dice_that_report_themselves_are_a_throw(tmp_path: Path) -> None:
    dice = [FakeDie(DieKind.D6), FakeDie(DieKind.D10), FakeDie(DieKind.D6)]
    eye = TalkingDice(dice)
    table = Table(tmp_path, eye=eye)
    assert table.start(evenings.setup()).ok
    awaited = table.snapshot().awaited_throw
    assert awaited is not None and str(awaited[1].dice) == "2d6"
    eye.attend(table)
    dice[0].rested(4)
    dice[1].rested(9)  # a die that no throw expects comes to rest
    dice[2].rested(2)
    thrown = until(lambda: table.snapshot().throw)
    assert thrown is not None and [die.value for die in thrown.fact.dice] == [4, 2] and thrown.fact.how == "camera"
    table.close()
