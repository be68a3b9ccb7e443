"""What the tests of every game must know of Home Casino."""

from companion.contract import Contract, Sheet

CONTRACT = Contract(
    prefix="HC",
    endings=frozenset({"target", "last_player"}),  # chance hardly meets a play-off: test_the_end.py plays one
    sheet=Sheet(heads=("Date", "Objectif", "Banquier"), line="Coup", beside=("Pot",), money="jetons"),
    bank_may_owe=True,
)
