"""The test contract of Casablanca."""

from companion.game.contract import Contract, Sheet

CONTRACT = Contract(
    prefix="CB",
    endings=frozenset({"four", "no_stock", "last_player"}),
    sheet=Sheet(heads=("Date", "Meneur"), line="Tour", beside=("Caisse",), money="billets"),
)
