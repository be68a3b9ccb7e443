"""Whole evenings by camera and panel alone, and random presses."""

from __future__ import annotations

import threading
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from companion.errors import JournalError
from companion.facts import BetPlaced, BetsClosed, HandedOver, Landed, SeatFact, Square, Voided
from hardware.presses import Press
from tests import pages
from tests.companion import evenings
from tests.games.tables import followed
from tests.hardware import robot
from tests.hardware.conftest import Begin
from tests.hardware.hands import Hands, throw


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_a_full_evening_to_the_winner_by_camera_and_panel_alone(begin: Begin, seed: int) -> None:
    hands = begin(4, target=8000, box="exemple")
    robot.play(hands, Random(seed))
    told = hands.facts()
    assert {f.how for f in told[1:]} <= {"camera", "button", "auto"}
    assert sum(f.how == "button" for f in told) > 20
    assert pages.view(hands.table)["outcome"]["winner"]
    kinds = {type(f).__name__ for f in told if f.how == "button"}
    assert {"BetPlaced", "BetsClosed", "StakePlaced"} <= kinds, kinds


@pytest.mark.parametrize(("game", "told"), [
    ("casablanca", {"NumberGiven", "Protested", "StakePlaced", "OptionChosen"}),
    ("les_cases_si_no", {"BetPlaced", "BetTakenBack", "BetsClosed"}),
    ("casino_pirate", {"StakePlaced", "Stood", "CardDrawn", "OpponentChosen", "CardsShown"}),
])  # fmt: skip
def test_other_games_too_are_played_to_the_winner_without_a_tap(begin: Begin, game: str, told: set[str]) -> None:
    """The pad knows kinds of questions and no games. (Captures of Cassino need the page.)"""
    hands = begin(3, colours=False, game=game, target=None, house=followed(game, {}))
    robot.play(hands, Random(2))
    assert {f.how for f in hands.facts()[1:]} <= {"camera", "button", "auto"}
    assert told <= {type(f).__name__ for f in hands.facts() if f.how == "button"}
    assert pages.view(hands.table)["outcome"]["winner"]


def lands(hands: Hands, kind: str) -> None:
    """Bring the current player to this kind of square."""
    assert hands.table.submit(Landed(seat=pages.view(hands.table)["turn"], square=Square(kind=kind))).ok
    hands.look()


def test_six_seats_bet_at_the_roulette_in_sixty_presses(begin: Begin) -> None:
    """Each seat bets once, each on a different field; then the thrower closes the bets with a long press."""
    hands = begin(6)
    lands(hands, "roulette")
    wanted = dict(zip("ABCDEF", ("3", "6", "rouge", "noir", "pair", "8"), strict=True))
    before = hands.presses
    for seat, field in wanted.items():
        hands.press(f"servi.{seat}")
        fields = next(q["fields"] for q in pages.view(hands.table)["questions"] if q["kind"] == "bet")
        at = fields.index(field)
        hands.press(*(["next"] * at if at <= len(fields) // 2 else ["previous"] * (len(fields) - at)))
        hands.press("chip_up", "confirm")
    hands.press("servi.A", held=1.2)
    bets = [f for f in hands.facts() if isinstance(f, BetPlaced)]
    assert {b.seat: b.field for b in bets} == wanted and isinstance(hands.facts()[-1], BetsClosed)
    assert hands.presses - before <= 60


class Fingers:
    """Random presses: several at once, long ones, and on bouncing contacts."""

    def __init__(self, hands: Hands, chance: Random) -> None:
        self.hands, self.chance = hands, chance
        self.pressed: list[str] = []
        self.heard: list[str] = []
        handle = hands.pad.handle

        def heard(press: Press) -> None:
            if press.what == "down":
                self.heard.append(press.button)
            handle(press)

        hands.pad.handle = heard
        self.buttons = hands.panel.buttons()

    def change(self, button: str, down: bool) -> None:
        """Press or release a button, with random bounces."""
        self.hands.wire(button, down)
        for _ in range(self.chance.choice((0, 0, 1, 3, 6))):
            self.hands.clock.time += self.chance.uniform(0.0002, 0.0025)
            self.hands.wire(button, not down)
            self.hands.clock.time += 0.0001
            self.hands.wire(button, down)
        self.hands.clock.time += 0.004

    def press(self) -> None:
        """Press one to three buttons in sequence and release them in any order."""
        together = self.chance.sample(self.buttons, self.chance.choice((1, 1, 1, 1, 2, 3)))
        for button in together:
            self.pressed.append(button)
            self.change(button, True)
            self.hands.look()
        self.hands.look(self.chance.choice((0.05, 0.05, 0.1, 0.3, 1.2, 2.0) if self.chance.random() < 0.99 else (11.0,)))
        for button in self.chance.sample(together, len(together)):
            self.change(button, False)
        self.hands.look(self.chance.choice((0.04, 0.1, 0.5, 4.0)))


@pytest.mark.parametrize("many", [2_500, pytest.param(10_000, marks=pytest.mark.slow)])
def test_of_thousands_of_random_presses_none_is_lost_none_doubled_and_no_thread_dead(
    many: int, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random presses while a camera reads throws and the table sometimes fails during a press."""
    hands, chance = begin(6), Random(11)
    worker = next(t for t in threading.enumerate() if t.name == "panel")
    submit, broken = hands.table.submit, [0]

    def fails_sometimes(fact: Any, **more: Any) -> Any:
        if more.get("how") == "button" and chance.random() < 0.2:
            broken[0] += 1
            raise chance.choice((RuntimeError("boom"), JournalError("le disque est plein")))
        return submit(fact, **more)

    monkeypatch.setattr(hands.table, "submit", fails_sometimes)
    fingers = Fingers(hands, chance)
    while len(fingers.pressed) < many:
        fingers.press()
        if chance.random() < 0.1:
            go_on(hands, chance)
    assert fingers.heard == fingers.pressed
    assert worker.is_alive() and broken[0] > many // 500, broken
    by_button = [f for f in hands.facts() if f.how == "button"]
    assert len({type(f) for f in by_button}) > 6
    assert pages.view(hands.table)["panel"]["stuck"] == []


def go_on(hands: Hands, chance: Random) -> None:
    """Read an open throw; otherwise record a random answer, or help for a player who is nearly out."""
    evening = hands.table.evening()
    assert evening is not None
    if throw(hands.table, chance):
        hands.look()
        return
    fact = evenings.next_fact(evening.play, chance)
    hands.table.submit(fact)
    hands.look()


@pytest.mark.parametrize("level", ["arbitre", pytest.param("croupier", marks=pytest.mark.slow)])
def test_two_thousand_presses_of_a_child_in_a_black_jack(begin: Begin, level: str) -> None:
    """Each press that records a fact is undone by the same button or by « annuler », which restores the state."""
    hands, chance = begin(3, level=level), Random(level)
    taken_back = 0
    for _ in range(2_000):
        view = pages.view(hands.table)
        evening = hands.table.evening()
        assert evening is not None
        if not view["scene"] or view["scene"]["kind"] != "black_jack":
            if view["questions"][0]["topic"] == "move":
                lands(hands, "blackjack")
            else:
                go_on(hands, chance)
        elif chance.random() < 0.15:
            go_on(hands, chance)
        hands.rest()
        before, number = deepcopy(evenings.state(hands.table.evening())), pages.view(hands.table)["number"]  # type: ignore[arg-type]
        button = chance.choice(hands.panel.buttons())
        hands.press(button, held=chance.choice((0.05, 0.1, 0.1, 1.5)))
        told = [e.fact for e in hands.table.evening().entries if e.number > number]  # type: ignore[union-attr]
        if not told:
            continue
        assert told[0].how == "button" and all(f.how in ("button", "auto") for f in told)
        assert isinstance(told[0], SeatFact | HandedOver)
        assert isinstance(told[0], HandedOver) or not button.startswith("servi.") or button == f"servi.{told[0].seat}"
        if button == "confirm" and chance.random() < 0.3:  # « annuler » undoes the press even after another button
            hands.press(chance.choice(("next", "chip_up")), "undo")
        else:
            hands.press(button)
        evening = hands.table.evening()
        assert evening is not None
        assert isinstance(evening.entries[-1].fact, Voided) and evening.entries[-1].fact.how == "button"
        assert evenings.state(evening) == before
        taken_back += 1
        if chance.random() < 0.5:  # this press is not undone
            hands.press(button)
    assert taken_back > 40
