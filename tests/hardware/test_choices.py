"""The answers at the pad: the table refuses none of them, and each kind of question has some or is in `ELSEWHERE`."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion import players
from companion.facts import CardsHeld
from companion.observe import observe
from companion.packages import names
from companion.questions import Cards, Question
from companion.questions.pad import Choice, rungs
from companion.snapshot import Snapshot
from hardware.choices import choices
from hardware.pad_state import PadState
from tests.games import tables

ELSEWHERE = {
    "throw": "the camera sees it",
    "stand": "the seat's own button",
    "close": "the thrower's button, held",
    "hold": "a secret of its holder",
    "play_card": "more than a row of choices can say",
    "count": "more than a row of choices can say",
    "told": "what lay on the cloth: fields and chips, more than a row of choices can say",
}


def told(choice: Choice, chance: Random) -> Any:
    """Return an input for this choice: its marked items, a random one of its amounts, or None."""
    if choice.bag:
        return list(choice.marked)
    return chance.choice(choice.rungs) if choice.rungs else None


def asked_by(now: Snapshot, choice: Choice) -> Question:
    return next(q.question for q in now.open if choice.key == q.id or choice.key.startswith(q.id + "/"))


@pytest.mark.parametrize("game", names())
def test_what_the_pad_offers_is_allowed_in_every_game(game: str) -> None:
    """Random evenings try about half of the choices, each with a random one of its amounts."""
    offered, plain, refused = 0, 0, []
    for seed in range(30):
        if seed >= 6 and (offered > 30 or offered == plain == 0):
            break  # a game with few choices needs more evenings
        chance = Random(f"{game} {seed}")
        evening = tables.begin(game, chance)
        for _ in range(120):
            fact = players.turn(evening.play, chance)
            if fact is None:
                break
            evening.say(fact)
            now = observe(evening.told()) if chance.random() < 0.15 else Snapshot()
            for row in now.seats:
                for choice in choices(now, row.id):
                    plain += (back := choice.back and not choice.rungs)
                    if back or chance.random() < 0.5:
                        continue
                    offered += 1
                    points = told(choice, chance)
                    refusal = evening.play.refuse(choice.make(points))
                    question = asked_by(now, choice)
                    too_few = isinstance(question, Cards) and choice.bag and len(points) < question.least
                    if refusal and not too_few:
                        refused.append((question.topic, refusal.code, choice.make(points)))
                    assert choice.does(points).startswith(("Confirmer", "« Plus »"))
    assert offered > 30 or offered == plain == 0  # a game of throws and « servi » alone offers no choices
    # the table checks this house rule only on submission
    assert [row for row in refused if row[1] != "ONE_KIND_OF_BET"] == []


@pytest.mark.parametrize("game", names())
def test_a_question_is_answered_at_the_pad_or_there_is_a_reason_why_not(game: str) -> None:
    kinds, offered = set(), set()
    for seed in range(8):
        chance = Random(f"kinds {game} {seed}")
        evening = tables.begin(game, chance)
        for _ in range(80):
            fact = players.turn(evening.play, chance)
            if fact is None:
                break
            evening.say(fact)
            kinds |= {q.kind for q in evening.play.open} - {"closed", "echo"}
            offered |= {q.kind for q in evening.play.open if type(q).choices is not Question.choices}
    assert kinds == offered | (kinds & set(ELSEWHERE)), kinds
    assert not offered & set(ELSEWHERE)


def test_a_secret_of_a_hand_is_never_told_at_the_pad() -> None:
    """The table's page shows the pad to everybody."""
    for game in names():
        chance = Random(game)
        evening = tables.begin(game, chance)
        for _ in range(60):
            fact = players.turn(evening.play, chance)
            if fact is None:
                break
            evening.say(fact)
            now = observe(evening.told()) if chance.random() < 0.3 else Snapshot()
            for choice in (c for row in now.seats for c in choices(now, row.id)):
                if choice.bag or choice.rungs or not choice.back:
                    fact = choice.make(told(choice, chance))
                    assert not isinstance(fact, CardsHeld)
                    card = getattr(fact, "card", None)
                    if isinstance(card, dict) and card.get("hidden"):
                        assert not card.get("name")


@pytest.mark.parametrize(("low", "high", "step", "found"), [
    (25, 25, 25, (25,)), (50, 25, 25, ()), (1, 2, 1, (1, 2)), (25, 110, 25, (25, 50, 75, 100, 110)),
    (0, 100, 25, (0, 25, 50, 75, 100)),
])  # fmt: skip
def test_chips_reach_the_least_and_the_most(low: int, high: int, step: int, found: tuple[int, ...]) -> None:
    assert rungs(low, high, step) == found


@pytest.mark.parametrize(("high", "most"), [(500, 8), (4_000, 19), (100_000, 44)])
def test_few_presses_reach_any_height(high: int, most: int) -> None:
    steps = rungs(25, high, 25)
    assert steps[0] == 25 and steps[-1] == high and list(steps) == sorted(set(steps))
    assert all(amount % 25 == 0 for amount in steps) and len(steps) <= most


def test_what_is_shown_of_a_pad_that_nobody_has_is_nothing() -> None:
    drawn = PadState().draw(Snapshot())
    assert not any(drawn.values())
