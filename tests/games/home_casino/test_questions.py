"""Every question has words, a situation and an answer."""

from __future__ import annotations

import re
from random import Random

import pytest

from companion import players
from companion.games.home_casino.words import HomeCasinoWords
from companion.questions import Closed
from tests.games.home_casino.situations import SITUATIONS
from tests.tools import ROOT


def open_topics() -> set[str]:
    return {topic for begin in SITUATIONS.values() for topic in begin().asked}


def test_there_is_a_situation_for_every_question_that_has_words() -> None:
    first_rules = {"no_sale"}
    assert set(HomeCasinoWords.TOPICS) - open_topics() - {"421_decline", "black_jack_decline"} - first_rules == set()


def test_every_question_that_is_asked_has_words() -> None:
    assert open_topics() - set(HomeCasinoWords.TOPICS) == set()


def test_every_topic_of_the_scripts_has_a_situation() -> None:
    """The topics are read from the source, without those of closed questions."""
    named = set()
    for file in (ROOT / "companion" / "games" / "home_casino").glob("*.py"):
        named |= set(re.findall(r'(?<!Closed\()topic="(\w+)"', file.read_text(encoding="utf-8")))
    assert named - open_topics() <= {"sale", "421_again", "stood", "bets", "stopped", "no_sale"}


@pytest.mark.parametrize("name", SITUATIONS)
def test_every_open_question_can_be_answered(name: str) -> None:
    """The evening continues after the answer."""
    begin = SITUATIONS[name]
    open_ = [q.topic for q in begin().play.open if not isinstance(q, Closed)]
    for topic in open_:
        random = Random(topic)
        evening = begin()
        fact = players.answer(evening.question(topic), random)
        if fact is None:
            assert (name, topic) == ("roulette_must_bet", "roulette_close"), "this one waits for a bet"
            continue
        evening.say(fact)
        for _ in range(30):
            fact = players.turn(evening.play, random)
            if fact is None:
                assert evening.winner is not None
                break
            evening.say(fact)
