"""The game in docs/bets.md works exactly as printed."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from companion import players
from companion.facts import BetPlaced, BetsClosed, Fact, GameStarted, MoneyMoved, OptionChosen, Seat, SeatJoined, decode
from companion.play import Play
from companion.questions.pad import PadContext
from companion.snapshot import Snapshot
from companion.telling.reader import Reader
from tests.tools import ROOT

PAGE = (ROOT / "docs" / "bets.md").read_text("utf-8")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Play:
    """An evening of the game in the document."""
    game, words = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    scope: dict[str, Any] = {}
    exec(words, scope)
    scope["CoinWords"].rules = lambda self: {}  # the test has no package with a rules.json
    exec(game, scope)
    for reader in ("companion.play", "companion.telling.reader"):
        monkeypatch.setattr(f"{reader}.reading_class", lambda name, distribution="": scope["HeadsOrTails"])
    monkeypatch.setattr(scope["HeadsOrTails"], "agreed", lambda self, started: {"join_chips": "start"})
    seats = (Seat(id="A", name="Anna", age=9), Seat(id="B", name="Ben", age=8))
    return Play(GameStarted(game="heads_or_tails", seats=seats, house={}, box={}))


def say(play: Play, *facts: Fact) -> None:
    for number, fact in enumerate(facts, play.game.number + 1):
        assert play.refuse(fact) is None
        play.apply(number, fact)


def test_bets_are_paid(play: Play) -> None:
    """Ben begins, because he is the youngest."""
    say(play, BetPlaced(seat="A", field="heads", amount=5), BetPlaced(seat="B", field="tails", amount=3), BetsClosed(seat="B"))
    assert play.game.ledger.purse("A") == 15
    say(play, OptionChosen(seat="B", option="heads"))
    assert (play.game.balance("A"), play.game.balance("B"), play.game.turn) == (25, 17, "A")
    assert not play.game.ledger.felt


def test_its_vector_holds(play: Play) -> None:
    (text,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    vector = json.loads(text)
    say(play, *(decode(event) for event in vector["events"]))
    assert {seat: play.game.balance(seat) for seat in "AB"} == vector["expect"]["balances"]
    assert play.game.turn == vector["expect"]["turn"]


def test_the_page_draws_the_bets(play: Play) -> None:
    say(play, BetPlaced(seat="A", field="heads", amount=5))
    scene = play.game.picture()
    assert scene is not None
    assert play.game.words.scene(scene.kind) == "Les mises"
    cloth = play.game.words.cloth(Snapshot(scene=scene))
    assert cloth is not None
    assert cloth["fields"] == [
        {"field": "heads", "text": "pile"}, {"field": "tails", "text": "face"},
    ]  # fmt: skip
    assert play.game.words.reason("won:heads") == "mise gagnée sur pile"


def test_the_pad_offers_no_more_than_the_limit_leaves(play: Play) -> None:
    say(play, BetPlaced(seat="A", field="heads", amount=8))
    bet = play.question("bet")
    assert bet is not None
    words = Reader(Snapshot(game="heads_or_tails"))
    heads, tails = bet.choices(PadContext(words, "A", "bet", ""))
    assert (heads.rungs, tails.rungs[-1]) == ((1, 2), 10)
    assert bet.row(words)["limit"] == 10
    say(play, BetPlaced(seat="A", field="heads", amount=2))
    heads = next(iter(play.question("bet").choices(PadContext(words, "A", "bet", ""))))  # type: ignore[union-attr]
    assert (heads.rungs, heads.back) == ((), True)


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
