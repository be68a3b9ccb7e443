"""Invariants of every installed game: random evenings end, points are conserved, and a replay gives the same state."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from companion import demo, players
from companion.errors import BadCommand
from companion.facts import (
    Restored,
    Voided,
    encode,
)
from companion.game.library import game_class
from companion.game.seats import SEAT_IDS
from companion.game.words import words_of
from companion.games.les_cases_si_no.box import DRAWS
from companion.house import rules_of
from companion.packages import names
from companion.refusal import Refusal
from companion.table import Table
from companion.telling.refusals import REFUSALS, refusal_words
from companion.words import Names
from tests import pages
from tests.games import tables
from tests.rings import few

SISTERS = [name for name in names() if name != "home_casino"]
MOST = 1500


@pytest.mark.parametrize("game", SISTERS)
def test_evenings_by_chance_go_on_or_end_with_all_their_points(game: str) -> None:
    """The evenings have random house rules."""
    ended = 0
    for seed in range(few(25)):
        random = Random(f"{game} {seed}")
        evening = tables.begin(game, random)
        tables.play(evening, random, MOST)
        ended += evening.winner is not None
    assert ended


@pytest.mark.parametrize("game", SISTERS)
def test_evenings_by_chance_bear_the_tables_own_words(game: str) -> None:
    """Random evenings survive moved points, guests, leavers and changed house rules at any moment."""
    for seed in range(few(60)):
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
    json.dumps(pages.shown(told))
    json.dumps(pages.history(told))


@pytest.mark.parametrize("game", SISTERS)
def test_whatever_is_asked_told_or_paid_has_words(game: str) -> None:
    """Players see words and never a code."""
    topics: set[str] = set()
    reasons: set[str] = set()
    codes: set[str] = set()
    asked_before: set[tuple[str, tuple[str, ...]]] = set()
    for seed in range(few(40)):
        random = Random(f"said {game} {seed}")
        evening = tables.begin(game, random)
        while evening.winner is None and len(evening.facts) < 300:
            asked = {(q.topic, getattr(q, "options", ())) for q in evening.play.open if q.topic in evening.asked}
            new, asked_before = asked - asked_before, asked_before | asked
            topics |= set(evening.asked)
            for question in pages.shown(evening.told())["questions"] if new else ():
                assert question["text"]
                assert question["text"] != question["topic"]
                for row in question.get("options", ()):
                    assert row["text"] != row["option"] or row["option"] in (*evening.game.box.get("symbols", ()), *DRAWS)
            fact = tables.players.turn(evening.play, random)
            assert fact is not None
            evening.say(fact)
        reasons |= {t.reason for t in evening.game.ledger.transfers}
        codes |= {q.code for q in evening.play.open if hasattr(q, "code") and q.code}
    said = words_of(evening.game)
    assert topics <= set(said.TOPICS)
    assert all(said.reason(r) != r for r in reasons if not r.isascii() or "_" in r), reasons
    assert codes <= {*REFUSALS, *said.REFUSALS}


def refused(source: str) -> set[str]:
    """Return the codes of refusals in a script's source."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    given = [
        value
        for call in calls
        for value in (*call.args[:1], *(k.value for k in call.keywords if k.arg in ("code", "none_code")))
        if isinstance(call.func, ast.Name)
    ]
    codes = {value.value for value in given if isinstance(value, ast.Constant)}
    return {code for code in codes if isinstance(code, str) and re.fullmatch(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+", code)}


@pytest.mark.parametrize("game", names())
def test_every_refusal_of_the_scripts_has_words(game: str) -> None:
    said = words_of(game_class(game))
    sources = [file for file in files(said.package).iterdir() if file.name.endswith(".py")]
    codes = set().union(*(refused(file.read_text("utf-8")) for file in sources))
    assert codes - {*REFUSALS, *said.REFUSALS} == set()
    for code in said.REFUSALS:
        assert refusal_words(Refusal(code, "A"), Names({"A": "Anna"}), said) != refusal_words(Refusal(code), Names())


@pytest.mark.parametrize("game", names())
def test_the_rules_that_the_scripts_name_stand_in_the_rule_book(game: str) -> None:
    said = words_of(tables.Evening(game, "ABC").game).rules()
    for rule in rules_of(game).values():
        assert set(rule.rule_ids) <= set(said), rule.key
    assert game_class(game).title()


@pytest.mark.parametrize("game", names())
def test_it_is_played_by_as_many_as_it_allows(game: str, tmp_path: Path) -> None:
    """Every seat is set up in the form, with its colour if the game has colours; one more is refused."""
    random, kind = Random(f"most {game}"), game_class(game)
    most = kind.players_allowed[1]
    seats = [{"name": name, "age": 20 + at} for at, name in enumerate(demo.NAMES)]
    for seat, colour in zip(seats, kind.colours(), strict=False):
        seat["colour"] = colour
    table = Table(tmp_path)
    with pytest.raises(BadCommand):
        table.start({"game": game, "seats": [*seats, {"name": "Zoé"}][: most + 1]})
    assert table.start({"game": game, "seats": seats[:most]}).ok
    answered: set[str] = set()
    for _ in range(60):
        evening = table.evening()
        assert evening is not None
        if (fact := players.turn(evening.play, random)) is None:
            break
        assert table.submit(fact).ok
        answered.add(fact.seat)
    shown = pages.view(table)
    assert [seat["name"] for seat in shown["seats"]] == list(demo.NAMES[:most])
    assert len({seat["colour"] for seat in shown["seats"]}) in (1, most)
    assert answered == set(SEAT_IDS[:most]) or shown["phase"] == "over"
    table.close()


@pytest.mark.parametrize("game", SISTERS)
@pytest.mark.parametrize("level", ["compteur", "arbitre", "croupier"])
def test_a_table_plays_it_with_a_restart_corrections_and_their_previews(game: str, level: str, tmp_path: Path) -> None:
    """The evening starts from the set-up form and passes through the journal, as from a page."""
    random = Random(f"table {game} {level}")
    seats = [{"name": n, "age": 20 + i} for i, n in enumerate(("Anna", "Ben", "Chloé"))]
    table = Table(tmp_path)
    assert table.start({"game": game, "seats": seats, "level": level, "box": "vide"}).ok
    for number in range(120):
        evening = table.evening()
        assert evening is not None
        fact = players.turn(evening.play, random)
        if fact is None:
            assert evening.play.game.outcome is not None
            break
        assert table.submit(encode(fact), seen=evening.number).ok
        if number % 25 == 20:
            last = evening.last_undoable()
            assert last is not None
            assert pages.preview(table, Voided(target=last.number))["fits"]
            assert table.undo_last().ok
    shown = pages.view(table)
    table.close()
    again = Table(tmp_path)
    strange = {"version", "resumed", "notice", "warnings"}
    assert {k: v for k, v in pages.view(again).items() if k not in strange} == {
        k: v for k, v in shown.items() if k not in strange
    }
    json.dumps(pages.view(again))
    again.close()


@pytest.mark.parametrize("game", [name for name in SISTERS if game_class(name).going_on])
def test_what_is_owed_is_handed_over_when_the_game_goes_on(game: str, tmp_path: Path) -> None:
    """With handover=next_throw, a game without dice hands over at the next hand or announcement."""
    random, owed = Random(game), 0
    table = Table(tmp_path)
    table.start({"game": game, "seats": [{"name": n} for n in ("Anna", "Ben", "Chloé")]})
    while (evening := table.evening()) and evening.number < 150:
        fact = players.turn(evening.play, random)
        if fact is None:
            break
        question, _ = evening.play.place(fact)
        owed += len(evening.play.game.ledger.debts())
        assert table.submit(fact).ok
        assert question is not None
        if question.topic in evening.play.game.going_on:
            assert not [d for d in evening.play.game.ledger.debts() if d.amount]
    assert owed
    table.close()


@pytest.mark.parametrize("game", SISTERS)
def test_whatever_the_table_forces_the_evening_goes_on(game: str) -> None:
    """A forced answer breaks nothing and conserves the points, and some seat can continue."""
    forced = 0
    for seed in range(25):
        random = Random(f"forced {game} {seed}")
        evening = tables.begin(game, random)
        while evening.winner is None and len(evening.facts) < 120:
            fact = tables.anything(evening.game, random) if random.random() < 0.4 else players.turn(evening.play, random)
            assert fact is not None, f"nobody can answer {evening.play.open}"
            refusal = evening.play.refuse(fact)
            if refusal is None or refusal.overrulable:
                forced += refusal is not None
                evening.happens(replace(fact, forced=refusal is not None))
        pages.shown(evening.told())
    assert forced > 20


@pytest.mark.parametrize("game", SISTERS)
def test_what_was_tapped_wrong_is_set_right(game: str, tmp_path: Path) -> None:
    """After the newest fact is voided and restored, every fact fits again."""
    random = Random(f"right {game}")
    table = Table(tmp_path)
    table.start({"game": game, "seats": [{"name": n} for n in ("Anna", "Ben", "Chloé")]})
    for _ in range(12):
        evening = table.evening()
        assert evening is not None
        fact = players.turn(evening.play, random)
        if fact is None:
            break  # a short game is over
        assert table.submit(fact, seen=evening.number).ok
    assert (number := pages.view(table)["number"]) > 2
    assert table.submit(Voided(target=number), seen=number).ok
    assert table.submit(Restored(target=number), seen=number + 1).ok
    assert not pages.view(table)["misfits"]
    table.close()
