"""The test contract of the free game."""

from companion.game.contract import Contract, Sheet

CONTRACT = Contract(
    prefix="FR",
    endings=frozenset({"finished", "rounds", "target", "last_player"}),
    sheet=Sheet(heads=("Date", "Jeu", "Objectif"), line="Manche", money="points"),
    endless={"house": {"rounds": 400}},
    below_zero=True,
)
