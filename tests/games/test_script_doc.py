"""The game in docs/script.md is played as it stands there."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from companion import players
from companion.facts import BetPlaced, BetsClosed, Fact, GameStarted, MoneyMoved, OptionChosen, Seat, SeatJoined
from companion.game.words import GameWords
from companion.play import Play
from tests.tools import ROOT


class CoinWords(GameWords):
    TITLE = "Pile ou face"
    BEGINS = "{name} commence."
    TOPICS = {}


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Play:
    """An evening of the game in the document."""
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "script.md").read_text("utf-8"), re.DOTALL)
    scope: dict[str, Any] = {"CoinWords": CoinWords}
    exec(code, scope)
    monkeypatch.setattr("companion.play.reading_class", lambda name, distribution="": scope["HeadsOrTails"])
    monkeypatch.setattr(scope["HeadsOrTails"], "agreed", lambda self, started: {"join_chips": "start"})
    seats = (Seat(id="A", name="Anna", age=9), Seat(id="B", name="Ben", age=8))
    return Play(GameStarted(game="heads_or_tails", seats=seats, house={}, box={}))


def say(play: Play, *facts: Fact) -> None:
    for number, fact in enumerate(facts, play.game.number + 1):
        assert play.refuse(fact) is None
        play.apply(number, fact)


def test_bets_are_paid(play: Play) -> None:
    """Ben, the youngest, begins."""
    say(play, BetPlaced(seat="A", field="heads", amount=5), BetPlaced(seat="B", field="tails", amount=3), BetsClosed(seat="B"))
    assert play.game.ledger.purse("A") == 15
    say(play, OptionChosen(seat="B", option="heads"))
    assert (play.game.balance("A"), play.game.balance("B"), play.game.turn) == (25, 17, "A")
    assert not play.game.ledger.felt


def test_the_page_draws_the_bets(play: Play) -> None:
    say(play, BetPlaced(seat="A", field="heads", amount=5))
    scene = play.game.picture()
    assert scene is not None
    assert CoinWords().scene(scene.kind) == "Les mises"


def test_a_table_limit_is_refused_with_its_own_rule(play: Play) -> None:
    say(play, BetPlaced(seat="A", field="heads", amount=8))
    refusal = play.refuse(BetPlaced(seat="A", field="heads", amount=3))
    assert refusal is not None
    assert (refusal.code, refusal.detail, refusal.rule) == ("BET_OVER_LIMIT", {"limit": 10}, "HT-2")


def test_a_turn_passes_on_from_a_seat_that_a_table_word_put_out(play: Play) -> None:
    guest = SeatJoined(seat="C", name="Chloé", age=30)
    say(play, guest, MoneyMoved(giver="bank", taker="C", amount=20), MoneyMoved(giver="B", taker="bank", amount=20))
    assert play.game.turn == "C"
    say(play, BetsClosed(seat="C"))


def test_an_evening_by_chance_ends_with_all_its_points(play: Play) -> None:
    chance = Random(1)
    for number in range(2, 20_000):
        if play.game.outcome:
            break
        fact = players.turn(play, chance)
        assert fact is not None
        play.apply(number, fact)
    assert play.game.outcome is not None and play.game.outcome.reason == "last_player"
    assert play.game.ledger.total() == 200
