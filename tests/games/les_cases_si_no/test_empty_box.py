"""An evening without the printed tables: Servi asks for each number once, when it is first needed, and stores it."""

from __future__ import annotations

from random import Random
from typing import Any

from companion import players
from companion.facts import NamesGiven, NumberGiven, OptionChosen
from companion.games.les_cases_si_no.box import LINES, empty
from companion.games.les_cases_si_no.rulebook import SiNo
from companion.observe import observe
from companion.questions import Closed
from companion.telling.reader import Reader
from tests.games.les_cases_si_no.test_options import CHIPS, draw
from tests.games.tables import Evening


def evening(box: dict[str, Any] | None = None, **carried: Any) -> Evening:
    bets = {seat: dict(zip(LINES, numbers, strict=True)) for seat, numbers in CHIPS.items()}
    start = {"croupier": "A", "stage": 3, "circle": 4, "bets": bets, **carried}
    return Evening(
        "les_cases_si_no", "ABC", carried=start, box={**empty(), "lines": SiNo.example_box()["lines"], **(box or {})}
    )


def topics(e: Evening) -> list[str]:
    return [q.topic for q in e.play.open if q.must and not isinstance(q, Closed)]


def asked(e: Evening) -> list[str]:
    now = observe(e.told())
    return [Reader(now).question(one.question)[0] for one in now.open]


def number(points: int) -> NumberGiven:
    return NumberGiven(seat="A", number=points)


def test_the_points_of_a_draw_are_asked_with_the_first_chip_that_wins_them() -> None:
    e = evening()
    e.say(draw("A", 4, 1))
    assert topics(e) == ["worth"] and e.code(number(0)) == "NUMBER_OUT_OF_RANGE"
    e.say(number(150))
    assert e.game.balance("B") == 150 and topics(e) == ["draw"]
    e.say(draw("A", 1, 4))
    assert e.game.balance("B") == 300 and topics(e) == ["draw"], "asked once"


def test_a_draw_without_a_chip_asks_for_nothing() -> None:
    e = evening()
    e.say(draw("A", 6, 5))
    assert topics(e) == ["draw"]


def test_the_worth_of_a_seven_is_asked_for_its_circle_and_colour_alone() -> None:
    e = evening()
    e.say(draw("A", 3, 4))
    assert topics(e) == ["worth_red"]
    e.say(number(300))
    assert e.game.balance("A") == 300
    e.say(draw("A", 3, 4), draw("A", 4, 3))
    assert e.game.balance("A") == 600 and topics(e) == ["worth_green"]
    e.say(number(0), draw("A", 4, 3))
    assert e.game.balance("A") == 600 and topics(e) == ["draw"], "nothing printed there is an answer too"


def test_what_nobody_knows_now_scores_nothing_and_is_asked_again() -> None:
    e = evening()
    e.say(draw("A", 4, 1), OptionChosen(seat="A", option="later"))
    assert e.game.balance("B") == 0 and topics(e) == ["draw"]
    e.say(draw("A", 4, 1))
    assert topics(e) == ["worth"]


def test_what_was_learnt_serves_the_next_evening() -> None:
    e = evening()
    e.say(draw("A", 4, 1), number(150), draw("A", 3, 4), number(300))
    box = SiNo.checked_box(e.game.box_data())
    assert box["points"] == {"5": 150} and box["seven"]["red"][3] == 300 and box["seven"]["green"] == [None] * 10
    again = evening(box)
    again.say(draw("A", 4, 1), draw("A", 3, 4))
    assert (again.game.balance("B"), again.game.balance("A")) == (150, 300)


def test_the_draws_of_each_line_are_asked_once_before_the_first_throw() -> None:
    e = Evening("les_cases_si_no", "ABC", box=empty())
    assert topics(e) == ["line_H1"] and e.question("line_H1").proposed == ("5", "6", "8", "9")
    for wrong in ((), ("7",), ("5", "5")):
        assert e.code(NamesGiven(seat="A", names=wrong)) == "NO_SUCH_OPTION"
    for draws in (("6", "5"), ("3",), ("1.1", "6.6"), ("11", "2.2")):
        e.say(NamesGiven(seat="A", names=draws))
    assert topics(e) == ["start_throw"]
    assert e.game.board_of_bets.fields == ("H1:5", "H1:6", "H2:3", "H3:1.1", "H3:6.6", "V:2.2", "V:11")
    assert SiNo.checked_box(e.game.box_data())["lines"]["V"] == ["2.2", "11"]


def test_the_questions_say_which_number_they_want() -> None:
    e = evening()
    e.say(draw("A", 4, 1))
    assert asked(e) == ["Combien rapporte le tirage 5 ?", "Ne pas compter ce tirage"]
    e.say(number(100), draw("A", 3, 4))
    assert asked(e)[0] == "Combien vaut le 7 en rouge, au cercle 4 ?"


def test_simple_players_learn_a_whole_board_and_come_to_an_end() -> None:
    random = Random(3)
    e = Evening("les_cases_si_no", "ABC", first="A", box=empty())
    while not e.winner and len(e.facts) < 20_000:
        fact = players.turn(e.play, random)
        assert fact is not None
        e.say(fact)
    assert e.winner and len(SiNo.checked_box(e.game.box_data())["points"]) > 5
