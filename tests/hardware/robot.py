"""Players with buttons only: each answers the open questions at the pad; simulated readings give the throws."""

from __future__ import annotations

from random import Random

from companion.questions import Bet, Close, Stand, Throw
from companion.snapshot import Snapshot
from hardware.choices import choices
from tests.hardware.hands import Hands, throw


def play(hands: Hands, chance: Random, most: int = 20_000) -> int:
    """Play by camera and panel until somebody wins; return the number of calls of `act`."""
    for turn in range(most):
        if hands.table.snapshot().phase == "over":
            return turn
        act(hands, chance)
    raise AssertionError(f"nobody won: {hands.table.snapshot().open}")


def act(hands: Hands, chance: Random) -> None:
    """Answer one of the open questions."""
    now = hands.table.snapshot()
    rows = [one.question for one in now.open]
    if now.asked(Bet):
        betting(hands, now, chance)
        return
    must = next((s for q in rows if q.must for s in q.seats if choices(now, s)), None)
    stand = now.asked(Stand)
    liberties = [s for q in rows if not q.must for s in q.seats if choices(now, s)]
    may = chance.choice(liberties) if liberties else None
    if stand and chance.random() < 0.4:
        hands.press(f"servi.{stand.seats[0]}")
        hands.rest()
    elif may and chance.random() < 0.3:
        answer(hands, may, chance)
    elif must and not now.asked(Throw):
        answer(hands, must, chance)
    elif throw(hands.table, chance):
        hands.look(0.05)
    else:
        assert must or may, f"nobody can answer {rows}"
        answer(hands, must or may or "", chance)


def betting(hands: Hands, now: Snapshot, chance: Random) -> None:
    """Let seats bet at random and sometimes take a bet back; the thrower may close the bets, then throws."""
    thrower = next(one.question.seats[0] for one in now.open if isinstance(one.question, Close | Throw))
    for row in now.seats:
        if choices(hands.table.snapshot(), row.id) and chance.random() < 0.7:
            answer(hands, row.id, chance)
            if chance.random() < 0.2:
                hands.press("undo")
            hands.press(f"servi.{row.id}")
    if hands.table.snapshot().asked(Close, thrower) and chance.random() < 0.7:
        hands.press(f"servi.{thrower}", held=1.2)
        hands.rest()
    if throw(hands.table, chance):
        hands.look(0.05)


def answer(hands: Hands, seat: str, chance: Random) -> None:
    """Take the pad, step through some choices, set the amount, and confirm."""
    if hands.shown["seat"] != seat:  # a seat takes the free pad by its « servi » button
        hands.press("next" if hands.table.snapshot().asked(Stand, seat) else f"servi.{seat}")
    assert hands.shown["seat"] == seat, hands.shown
    for _ in range(chance.randint(0, min(3, hands.shown["place"][1] - 1))):
        hands.press(chance.choice(("next", "previous")))
    for _ in range(chance.randint(1, 6) if hands.shown["chips"] else chance.randint(0, 1)):
        hands.press("chip_up")
    hands.press("confirm")
    hands.rest()
