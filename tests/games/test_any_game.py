"""What holds for every game on the shelf: evenings by chance end, nothing is lost, and a replay is the evening."""

from __future__ import annotations

import json
import time
from random import Random

import pytest

from companion import view, words
from companion.evening import Evening as Told
from companion.games import NAMES
from companion.house import rules_of
from companion.play import game_class
from tests.games import tables

SISTERS = [name for name in NAMES if name != "home_casino"]
MOST = 1500


@pytest.mark.parametrize("game", SISTERS)
def test_evenings_by_chance_go_on_or_end_with_all_their_points(game: str) -> None:
    """Under house rules drawn by lot."""
    ended = 0
    for seed in range(25):
        random = Random(f"{game} {seed}")
        evening = tables.begin(game, random)
        tables.play(evening, random, MOST)
        ended += evening.winner is not None
    assert ended


@pytest.mark.parametrize("game", SISTERS)
def test_evenings_by_chance_bear_the_tables_own_words(game: str) -> None:
    """Points moved, people coming and going, rules changed in the middle of everything."""
    for seed in range(60):
        random = Random(f"words {game} {seed}")
        tables.play(tables.begin(game, random), random, 250, words=0.15)


@pytest.mark.parametrize("game", SISTERS)
def test_the_same_facts_come_to_the_same_evening_and_the_page_can_draw_it(game: str) -> None:
    random = Random(f"replay {game}")
    evening = tables.begin(game, random)
    tables.play(evening, random, 400, words=0.05)
    told = evening.told()
    assert not told.misfits
    assert told.play.game.ledger.balances == evening.game.ledger.balances
    assert [q.topic for q in told.play.open] == [q.topic for q in evening.play.open]
    assert told.play.game.ledger.transfers == evening.game.ledger.transfers
    json.dumps(view.table(told))
    json.dumps(view.history(told))


@pytest.mark.parametrize("game", SISTERS)
def test_five_thousand_facts_are_replayed_quickly(game: str) -> None:
    """Five times what the benchmark allows, so that a busy machine does not fail the tests."""
    evening = long_evening(game)
    entries = evening.told().entries
    begun = time.perf_counter()
    Told(entries)
    assert time.perf_counter() - begun < 0.75


def long_evening(game: str, number: int = 5000) -> tables.Evening:
    """An evening of so many facts: where it would end it goes on by a word of the table, or a new one is begun."""
    best: tables.Evening | None = None
    for seed in range(400):
        random = Random(f"long {game} {seed}")
        evening = tables.Evening(game, "ABCD", **tables.ENDLESS.get(game, {}))
        tables.play(evening, random, number)
        if best is None or len(evening.facts) > len(best.facts):
            best = evening
        if len(best.facts) >= number:
            return best
    assert best is not None
    raise AssertionError(f"the longest evening has {len(best.facts)} facts")


@pytest.mark.parametrize("game", SISTERS)
def test_whatever_is_asked_told_or_paid_has_words(game: str) -> None:
    """No code is shown to a player."""
    topics: set[str] = set()
    reasons: set[str] = set()
    codes: set[str] = set()
    for seed in range(40):
        random = Random(f"said {game} {seed}")
        evening = tables.begin(game, random)
        while evening.winner is None and len(evening.facts) < 300:
            topics |= set(evening.asked)
            for question in view.questions(evening.play):
                assert question["text"]
                assert question["text"] != question["topic"]
                assert all(o["text"] != o["option"] for o in question.get("options", ()) if o["option"].islower())
            fact = tables.players.turn(evening.play, random)
            assert fact is not None
            evening.say(fact)
        reasons |= {t.reason for t in evening.game.ledger.transfers}
        codes |= {q.code for q in evening.play.open if hasattr(q, "code") and q.code}
    said = view.words_of(evening.game)
    assert topics <= set(said.TOPICS)
    assert all(said.reason(r) != r for r in reasons if not r.isascii() or "_" in r), reasons
    assert codes <= set(words.REFUSALS)


@pytest.mark.parametrize("game", NAMES)
def test_the_rules_that_the_scripts_name_stand_in_the_rule_book(game: str) -> None:
    said = view.words_of(tables.Evening(game, "ABC").game).rules()
    for rule in rules_of(game).values():
        assert set(rule.rule_ids) <= set(said), rule.key
    assert game_class(game).title()
