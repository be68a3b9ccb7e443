"""The text before a stake: limit, reason, worst case. And "Pourquoi ?": the rule book's text and the house rule."""

from __future__ import annotations

from typing import Any

import pytest

from companion.evening import Entry
from companion.evening import Evening as Whole
from companion.games.home_casino.rulebook import HomeCasino
from companion.games.home_casino.words import HomeCasinoWords
from companion.packages import names
from tests import pages
from tests.games import tables
from tests.games.home_casino.evening import Evening


def asked(cap: str, mine: int = 4000, theirs: int = 4000, **house: Any) -> dict[str, Any]:
    evening = Evening(chips={"A": mine, "B": theirs, "C": 4000}, house=house)
    evening.lands("A", cap)
    evening.names("A", "B")
    entries = [Entry(number, 0.0, fact) for number, fact in enumerate([evening.start, *evening.told], 1)]
    return next(q for q in pages.shown(Whole(entries))["questions"] if q["kind"] == "stake")


@pytest.mark.parametrize(
    ("mine", "theirs", "told"),
    [
        (4000, 4000, "De 25 à 1\u202f000, le plus que le livret permet."),
        (4000, 475, "De 25 à 225 : la moitié de ce qu'a B, 475, car c'est moins de 500."),
        (4000, 500, "De 25 à 500 : B n'a que 500 et peut y perdre tout."),
        (300, 4000, "De 25 à 300 : tout ce qu'il reste à A."),
    ],
)
def test_the_limit_of_a_stake_comes_with_its_reason(mine: int, theirs: int, told: str) -> None:
    assert asked("421", mine, theirs)["help"] == told
    assert asked("zanzibar", mine, theirs)["help"] == told


@pytest.mark.parametrize(
    ("payer", "told"), [("loser", "le perdant paie le triple"), ("bank", "la banque le reste"), ("cap", "garde 25")]
)
def test_the_worst_of_a_421_says_who_pays_the_triple_and_how_far_111_is(payer: str, told: str) -> None:
    worst = asked("421", **{"421_triple_payer": payer})["worst"]
    assert told in worst
    assert "111 à 310" in worst
    assert "411 en est à 10" in worst
    assert "111" not in asked("421", ranking_421="traditional")["worst"]


def test_every_kind_of_square_is_explained_by_rules_that_exist() -> None:
    assert set(HomeCasinoWords.SQUARES) - set(HomeCasino.square_rules) == {"neutral"}
    assert {rule for ids in HomeCasino.square_rules.values() for rule in ids} <= set(HomeCasinoWords().rules())


@pytest.mark.parametrize("game", names())
def test_the_rule_book_has_the_words_and_the_houses_choice_of_every_game(game: str) -> None:
    book = pages.rule_book(tables.Evening(game, "ABC").told())
    assert book["rules"]
    assert {one["key"] for one in book["house"]} >= {"handover", "join_chips"}
    assert all(one["label"] and one["value"] is not ... for one in book["house"])
