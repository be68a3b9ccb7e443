"""The test contract of Le Cochon."""

from companion.game.contract import Contract, Sheet

CONTRACT = Contract(
    prefix="CO",
    endings=frozenset({"target", "last_player"}),
    sheet=Sheet(heads=("Date", "Objectif"), line="Tour", money="points"),
    endless={"target": 10**8},
)
