"""The test contract of Casino Pirate."""

from companion.game.contract import Contract, Sheet

CONTRACT = Contract(
    prefix="CP",
    endings=frozenset({"first_broke", "time", "playoff", "last_player"}),
    sheet=Sheet(heads=("Date", "Heure de la fin"), line="Donne", beside=("Meneur",), money="trésors"),
    endless={"carried": {"chips": dict.fromkeys("ABCD", 10**6)}},
)
