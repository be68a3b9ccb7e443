"""The test contract of Cassino."""

from companion.game.contract import Contract, Sheet

CONTRACT = Contract(
    prefix="CS",
    endings=frozenset({"target", "one_deal", "count_out", "claim", "last_player"}),
    sheet=Sheet(heads=("Date", "But", "Donne en premier"), line="Donne", money="points"),
    endless={"target": 10**8, "carried": {"partners": False}},
)
