"""Random evenings: points are conserved, somebody can always answer, somebody wins."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion import players
from companion.facts import (
    BankerNamed,
    Fact,
    HouseChanged,
    MoneyMoved,
    PawnPlaced,
    SeatJoined,
    SeatLeft,
    SeatTaken,
    Square,
    SquareCorrected,
    SquareSkipped,
    TableWord,
    TurnGiven,
)
from companion.games.home_casino import box
from companion.house import rules_of
from tests.games.home_casino.evening import EXAMPLE, UNFOLLOWED, Evening

MOST = 3000
BOXES: dict[str, dict[str, Any]] = {"example": EXAMPLE, "empty": box.empty(), "unfollowed": UNFOLLOWED}


def some_house(random: Random) -> dict[str, Any]:
    """Return random values for some house rules, perhaps none or all."""
    rules = list(rules_of("home_casino").values())
    house: dict[str, Any] = {}
    for rule in random.sample(rules, random.randint(0, len(rules))):
        if rule.type == "flag":
            house[rule.key] = random.random() < 0.5
        elif rule.type == "choice":
            house[rule.key] = random.choice(rule.values)
        else:
            house[rule.key] = random.choice((25, 100, 110))
    return house


def begin(random: Random, kind: str, target: int = 6000) -> Evening:
    seats = "ABCDEF"[: random.randint(2, 6)]
    return Evening(
        seats, house=some_house(random), box=BOXES[kind], target=target, colours=random.random() < 0.5,
        banker=random.choice(seats), first=random.choice(seats),
    )  # fmt: skip


def play(evening: Evening, random: Random, most: int = MOST) -> None:
    while evening.winner is None and evening.number < most:
        fact = players.turn(evening.play, random)
        assert fact is not None, f"nobody can answer {evening.play.open}"
        evening.say(fact)


@pytest.mark.parametrize("kind", BOXES)
def test_random_evenings_come_to_an_end_with_all_their_points(kind: str) -> None:
    """The evenings have random house rules (HC-BNK-1: chips only change hands)."""
    for seed in range(30):
        random = Random(f"{kind} {seed}")
        play(evening := begin(random, kind), random)
        if evening.winner is not None:
            assert evening.game.outcome is not None
            assert evening.game.outcome.reason in ("target", "last_player", "playoff")


def table_word(evening: Evening, random: Random) -> TableWord:
    """Return a random table word."""
    game = evening.game
    seat = random.choice(list(game.players))
    giver = random.choice([*game.players, "bank", "pot"])
    other = random.choice([*game.players, "bank", "pot"])
    rule = random.choice(list(rules_of("home_casino").values()))
    value = {"flag": random.random() < 0.5, "int": random.choice((25, 100))}.get(rule.type)
    index = random.randrange(45)
    kind = random.choice([k for k in box.KINDS if k not in ("casino", "slot")])
    words: list[TableWord] = [
        MoneyMoved(giver=giver, taker=other, amount=random.choice((25, 500, 4000, max(1, game.balance(giver))))),
        PawnPlaced(seat=seat, index=index),
        SquareSkipped(),
        TurnGiven(seat=seat),
        SeatJoined(seat=f"guest {evening.number}", name="guest", colour=random.choice((*box.COLOURS, None))),
        SeatLeft(seat=seat, to=random.choice(("bank", "shared", other)), void_duel=random.random() < 0.5),
        SeatTaken(seat=seat, name="other"),
        BankerNamed(seat=seat),
        HouseChanged(key=rule.key, value=random.choice(rule.values) if value is None else value),
        SquareCorrected(index=index, square=Square(kind=kind)),
        SquareCorrected(index=index, square=Square(kind="casino", colour=random.choice(box.COLOURS))),
    ]
    return random.choice(words)


@pytest.mark.parametrize("kind", BOXES)
def test_random_evenings_bear_the_tables_own_words_at_any_time(kind: str) -> None:
    """Table words move money, place pawns, and let guests join and players leave at any moment."""
    heard: Counter[str] = Counter()
    for seed in range(40):
        random = Random(f"words {kind} {seed}")
        evening = begin(random, kind, target=12_000)
        while evening.winner is None and evening.number < 250:
            fact: Fact | None = players.turn(evening.play, random)
            assert fact is not None, f"nobody can answer {evening.play.open}"
            if random.random() < 0.15:
                fact = table_word(evening, random)
            refusal = evening.play.refuse(fact)
            if refusal is None:
                evening.happens(fact)
                heard[type(fact).__name__] += 1
            else:
                assert isinstance(fact, TableWord), f"{fact} was refused: {refusal}"
    unsaid = {"LevelSet", "CardCorrected", "HandedOver", "ChipsCounted", "PauseFact"}
    unsaid |= {"PawnPlaced", "SquareCorrected"} if kind == "unfollowed" else set()
    assert {w.__name__ for w in TableWord.__subclasses__()} - set(heard) <= unsaid


def test_the_same_facts_come_to_the_same_evening() -> None:
    """The rules use no clock and no random numbers."""
    random = Random("replay")
    play(evening := begin(random, "empty"), random)
    again = Evening.of(evening.start)
    for fact in evening.told:
        again.happens(fact)
    assert again.state() == evening.state()
    assert again.paid == evening.paid
