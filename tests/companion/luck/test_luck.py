"""Luck and skill: small games equal a full enumeration, and luck and skill add up in every game."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from companion.evening import Entry
from companion.facts import Amended, GameStarted, Seat, Stood, Voided, decode
from companion.game.library import game_class
from companion.luck import worker
from companion.luck.playouts import SHARE, ending
from companion.luck.values import Sums, Values
from companion.luck.worker import begin, plan, sample
from tests.companion.luck import tiny
from tests.tools import ROOT

ALL = sorted((ROOT / "tests" / "games" / "kept").glob("*.jsonl"))
SECOND = {file.stem.partition("-")[0] for file in ALL if file.stem.endswith("-2")}
"""The games with recorded evenings by version 2 of their rules."""
KEPT = [file for file in ALL if file.stem.endswith("-2") or file.stem.partition("-")[0] not in SECOND]
SEATS = (0, 1)


@pytest.fixture(autouse=True)
def _tiny(monkeypatch):
    real = __import__("companion.play", fromlist=["reading_class"]).reading_class
    monkeypatch.setattr("companion.play.reading_class", lambda name, *more: tiny.Tiny if name == "tiny" else real(name, *more))


def sampled(entries: list[Entry], batches: int) -> Values:
    values = begin(entries)
    links = range(len(values.links) - (values.end is not None))
    for _ in range(batches):
        for link, sums, facts in sample(entries, values, links, tiny.afresh(entries)):
            values.add(link, sums, facts)
    return values


@pytest.fixture(scope="module")
def often() -> Values:
    """The values of a small evening after 640 play-outs of each moment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.play.reading_class", lambda *_: tiny.Tiny)
        return sampled(tiny.evening(*PLAYED), 40)


PLAYED = (tiny.threw("A", 2), tiny.threw("A", 5), tiny.threw("B", 4), Stood(seat="B"))


def test_the_chain_names_each_throw_and_the_moment_before_it_where_somebody_decided():
    values = begin(tiny.evening(*PLAYED))
    told = [(one.number, "before" if one.before else "chance" if one.chance else "decided") for one in values.links]
    assert told == [
        (1, "decided"), (2, "chance"), (3, "before"), (3, "chance"), (4, "chance"), (5, "decided"),
    ]  # fmt: skip


def test_play_outs_of_a_small_game_equal_its_full_enumeration(often):
    values = often
    for at, link in enumerate(values.links[:-1]):
        facts = PLAYED[: link.number - 1 - link.before]
        wins, points = tiny.exact(facts, thrown=link.before)
        for seat in SEATS:
            for right, of_points in ((wins, False), (points, True)):
                error = values.error({at: 1}, seat, points=of_points)
                assert abs(values.value(at, seat, points=of_points) - right[seat]) <= 4 * error + 1e-9, (link, seat)
    assert values.value(5, 0) == 1 and values.value(5, 1) == 0
    assert tiny.exact(()) == ((Fraction(1, 2),) * 2, (Fraction(35, 6),) * 2)


def test_luck_and_skill_of_a_small_game_are_within_their_errors_of_the_exact_ones(often):
    values = often
    nodes = [tiny.exact(PLAYED[: one.number - 1 - one.before], thrown=one.before)[1] for one in values.links]
    for seat in SEATS:
        for chance in (True, False):
            edges = zip(pairwise(nodes), values.links[1:], strict=True)
            exact = sum(after[seat] - before[seat] for (before, after), link in edges if link.chance is chance)
            split = values.split(seat)
            error = values.split_error(seat, luck=chance)
            assert 0 < error < 0.5
            assert abs((split.luck if chance else split.skill) - exact) <= 4 * error


def test_without_a_choice_the_values_before_chance_are_those_after_the_last_fact():
    values = begin(tiny.evening(tiny.threw("A", 2)))
    assert [(one.number, one.before) for one in values.links] == [(1, False), (2, False)]
    assert values.end is None


def test_seeds_fix_every_play_out_and_forks_change_nothing():
    entries = tiny.evening(*PLAYED)
    values = begin(entries)
    wanted = {0, 2}
    fresh = list(sample(entries, values, wanted, tiny.afresh(entries)))
    assert fresh == list(sample(entries, values, wanted)) == list(sample(entries, values, wanted))


def test_the_same_seeds_make_the_error_of_a_difference_smaller(often):
    values = often
    apart = (values.error({1: 1}, 0) ** 2 + values.error({2: 1}, 0) ** 2) ** 0.5
    assert values.error({1: -1, 2: 1}, 0) < 0.9 * apart


def test_the_evenings_below_are_of_every_game():
    games = {each.parent.name for each in ROOT.glob("companion/games/*/house.json")}
    assert {file.stem.partition("-")[0] for file in KEPT} == games


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_start_luck_and_skill_are_the_result_exactly_in_every_game(file):
    rows = map(json.loads, file.read_text("utf-8").splitlines()[1:])
    entries = [Entry(number, 0.0, decode(row)) for number, row in enumerate(rows, 1)]
    values, random = begin(entries), Random(file.stem)
    for link in range(len(values.links)):
        for _ in range(random.randint(1, 3)):
            row = Sums(*(tuple(random.randint(-(10**6), 10**6) for _ in values.seats) for _ in (0, 1)))
            values.add(link, row, 1)
    for seat, name in enumerate(values.seats):
        for points in (False, True):
            split = values.split(seat, points=points)
            assert split.start + split.luck + split.skill == split.result, name
        assert values.end is not None
        assert values.split(seat).result == values.end.points[seat]
    assert sum(values.end.wins) == SHARE
    assert Values.read(values.write()).split(0) == values.split(0)


def test_a_corrected_fact_counts_as_it_stands():
    amended = tiny.evening(*PLAYED, Amended(target=3, fact=tiny.threw("A", 6)))
    right = tiny.evening(PLAYED[0], tiny.threw("A", 6), *PLAYED[2:])
    assert sampled(amended, 1).write()["batches"] == sampled(right, 1).write()["batches"]


def test_a_voided_fact_is_no_part_of_the_chain():
    voided = begin(tiny.evening(*PLAYED, Voided(target=5)))
    assert voided.end is None
    assert voided.links == begin(tiny.evening(*PLAYED[:3])).links


def test_doubtful_moments_get_more_play_outs_and_certain_ones_no_more():
    values = sampled(tiny.evening(*PLAYED), worker.ENDS)
    wanted = plan(values)
    assert wanted and 5 not in wanted
    assert plan(begin(tiny.evening(*PLAYED))) == {0, 1, 2, 3, 4}
    values.facts = worker.BUDGET
    assert plan(values) == set()


def test_a_play_out_that_does_not_end_is_won_by_the_fewest_points_where_those_win() -> None:
    seats = (Seat(id="A", name="Anna"), Seat(id="B", name="Ben"))
    for wins, shares in (("least", (SHARE, 0)), ("most", (0, SHARE))):
        started = GameStarted(game="free", seats=seats, house={"wins": wins}, box={})
        game = game_class("free")(started)
        game.ledger.balances |= {"A": 3, "B": 8}
        assert ending(game).wins == shares
