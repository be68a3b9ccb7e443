"""The test contract of Home Casino."""

from companion.game.contract import Contract, Sheet

CONTRACT = Contract(
    prefix="HC",
    endings=frozenset(
        {"target", "last_player"}
    ),  # a play-off is too rare for recorded evenings: test_the_end.py plays one
    sheet=Sheet(heads=("Date", "Objectif", "Banquier"), line="Coup", beside=("Pot",), money="jetons"),
    bank_may_owe=True,
)
