"""The test contract of Les cases Si-No."""

from companion.game.contract import Contract, Sheet

CONTRACT = Contract(
    prefix="SN",
    endings=frozenset({"target", "playoff", "last_player"}),
    sheet=Sheet(heads=("Date", "Objectif, pile"), line="Tour", beside=("Croupier", "Valeur du 7"), money="points"),
    endless={"target": 10**8},
)
