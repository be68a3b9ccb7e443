"""An evening on an unknown board: Servi asks for all symbols once, and for a square when a figure first lands there."""

from __future__ import annotations

from random import Random
from typing import Any

from companion import players
from companion.errors import BadBox
from companion.facts import (
    CardDrawn,
    CardsShown,
    NamesGiven,
    NumberGiven,
    Square,
    SquareNamed,
    SquareSkipped,
)
from companion.games.casablanca.box import SQUARES, empty
from companion.games.casablanca.rulebook import Casablanca
from companion.questions import Closed
from tests.games.tables import Evening

NAMES = ("dé", "lune", "lampe", "clef", "dattes", "âne", "épée")


def evening(box: dict[str, Any] | None = None, **more: Any) -> Evening:
    return Evening("casablanca", "ABC", box=empty() if box is None else box, **more)


def dealt(box: dict[str, Any] | None = None) -> Evening:
    """Return an evening after the deal, with « lune » as the top card; B plays first, from square index 0."""
    e = evening(box, first="B", house={"result_only": True})
    if box is None:
        e.say(NamesGiven(seat="A", names=NAMES))
    e.say(*(CardsShown(seat=seat, cards=NAMES[:3]) for seat in "ABC"))
    e.say(*(NumberGiven(seat=seat, number=at) for at, seat in enumerate("BCA")))
    e.say(CardDrawn(seat="A", deck="stock", card={"name": "lune"}))
    return e


def topics(e: Evening) -> list[str]:
    return [q.topic for q in e.play.open if q.must and not isinstance(q, Closed)]


def test_the_symbols_are_named_once_before_the_cards() -> None:
    e = evening()
    assert topics(e) == ["symbols"]
    for wrong in (NAMES[:6], ("",) + NAMES[1:], ("Lune",) + NAMES[1:], ("x" * 31,) + NAMES[1:]):
        assert e.code(NamesGiven(seat="A", names=wrong)) in ("NAMES_NOT_FIT", "NOT_YOUR_TURN")
    e.say(NamesGiven(seat=e.game.banker, names=(" dé ", *NAMES[1:])))
    assert e.game.board.symbols == NAMES and set(topics(e)) == {"dealt"}


def test_a_square_is_asked_when_a_figure_first_lands_there_and_then_pays() -> None:
    e = dealt()
    e.say(NumberGiven(seat="B", number=4))
    assert topics(e) == ["square"] and e.question("square").index == 4
    assert e.code(SquareNamed(seat="B", square=Square(kind="pot"))) == "NO_SUCH_SQUARE"
    e.say(SquareNamed(seat="B", square=Square(kind="lune")))
    e.say(CardDrawn(seat="A", deck="stock", card={"name": "clef"}), NumberGiven(seat="C", number=3))
    assert e.paid[-1] == ("pot", "B", 200, "prime"), "the second « lune »"
    assert "square" not in topics(e), "square 5 is known now"


def test_who_passes_an_unknown_square_stays_there_without_a_card_and_is_asked_again() -> None:
    e = dealt()
    e.say(NumberGiven(seat="B", number=4), SquareSkipped())
    assert e.game.pawns["B"] == 4 and not e.game.lands_on_top("B")
    e.say(NumberGiven(seat="C", number=3))
    assert topics(e) == ["square"] and e.game.pawns["B"] == 4


def test_what_was_learnt_serves_the_next_evening() -> None:
    e = dealt()
    e.say(NumberGiven(seat="B", number=4), SquareNamed(seat="B", square=Square(kind="lampe")))
    box = Casablanca.checked_box(e.game.box_data())
    assert box["symbols"] == list(NAMES) and [i for i, one in enumerate(box["ring"]) if one] == [4]
    again = dealt(box)
    again.say(NumberGiven(seat="B", number=4))
    assert "square" not in topics(again)


def test_a_fifth_square_of_one_symbol_is_told() -> None:
    ring = ["lune"] * 5 + [None] * (SQUARES - 5)
    try:
        Casablanca.checked_box({"symbols": list(NAMES), "ring": ring})
    except BadBox as error:
        assert "« lune » 5 fois" in str(error)
    else:
        raise AssertionError("five of four were taken")
    e = dealt({"symbols": list(NAMES), "ring": ring[1:] + [None]})
    e.say(NumberGiven(seat="B", number=6), SquareNamed(seat="B", square=Square(kind="lune")))
    assert "« lune » 5 fois" in e.game.board_trouble()


def test_simple_players_learn_a_whole_board_and_come_to_an_end() -> None:
    random = Random(5)
    e = evening(house={"result_only": True})
    while not e.winner and len(e.facts) < 5_000:
        if "square" in topics(e):
            index = e.question("square").index
            fact: Any = SquareNamed(
                seat=e.question("square").seats[0], square=Square(kind=e.game.board.symbols[index % 7])
            )
        else:
            fact = players.turn(e.play, random)
        assert fact is not None
        e.say(fact)
    assert e.winner and e.game.outcome.reason == "four" and not e.game.board_trouble()
