"""A new kind of question needs only its class: it is asked, answered, drawn and offered at the pad."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from companion.facts import Fact, NumberGiven
from companion.observe import observe
from companion.questions import Question, find
from companion.questions.pad import Choice, PadContext
from companion.questions.words import Words
from companion.record import record
from companion.snapshot import OpenQuestion
from companion.telling.reader import Reader
from hardware.choices import choices
from tests.games import tables
from web.drawing.table import question_row


@record(kw_only=True)
class Guess(Question):
    """How many lentils are in the jar?"""

    kind = "guess"
    answers = (NumberGiven,)

    most: int

    def answer(self, seat: str, random: Random) -> Fact | None:
        return NumberGiven(seat=seat, number=random.randint(1, self.most))

    def row(self, words: Words) -> dict[str, Any]:
        return {"most": self.most}

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        yield pad.one("half", "la moitié", NumberGiven(seat=pad.seat, number=self.most // 2))


def test_a_new_kind_of_question_needs_nothing_but_its_class() -> None:
    guess = Guess(topic="lentils", seats=("A",), most=100)
    fact = guess.answer("A", Random(1))
    assert isinstance(fact, NumberGiven)
    assert find((guess,), fact) == (guess, None)

    evening = tables.begin("cassino", Random(1)).told()
    now = observe(evening)
    asked = OpenQuestion("lentils:A", guess)
    row = question_row(Reader(now), asked)
    assert (row["kind"], row["most"], row["seats"], row["text"]) == ("guess", 100, ["A"], "lentils")

    (choice,) = choices(replace(now, open=(asked,)), "A")
    assert choice.make(None) == NumberGiven(seat="A", number=50)
    assert choice.does(None).startswith("Confirmer")
