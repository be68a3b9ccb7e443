"""The expected number of dice is evidence: it may decide a doubtful case, but never adds a die."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision import models
from vision.errors import ModelError
from vision.reading import belief


def test_changed_beliefs_are_told_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("belief.json", "checksums.json"):
        (tmp_path / name).write_bytes((models.FOLDER / name).read_bytes())
    with (tmp_path / "belief.json").open("a") as file:
        file.write(" ")
    monkeypatch.setattr(models, "FOLDER", tmp_path)
    belief.weights.cache_clear()
    with pytest.raises(ModelError, match="not the one that belongs here: install Servi again"):
        belief.weights()
    belief.weights.cache_clear()


def test_each_kind_of_die_is_held_to_its_own_belief() -> None:
    alone = {kind: belief.least(kind) for kind in ("d6", "d10", "bicolour")}
    assert all(0.8 < at < 1 for at in alone.values())
    assert belief.least("unknown") == 1.0
    both = belief.of_kinds(0.99, [("d10", 0.95), ("bicolour", 0.99), ("bicolour", 0.98)])
    apart = belief.of_kinds(0.99, [("d10", 0.95)]) | belief.of_kinds(0.99, [("bicolour", 0.99), ("bicolour", 0.98)])
    assert both == apart and both["bicolour"] == pytest.approx(0.99**belief.PLACES * 0.99 * 0.98)


def test_a_doubt_about_the_kind_of_a_d10_costs_less_than_one_about_its_digit() -> None:
    sure = belief.of_value("d10", 0.98, 0.98)
    assert belief.of_value("d10", 0.7, 0.98) < belief.of_value("d10", 0.98, 0.7) < sure


def test_the_reader_of_the_bicolour_die_has_a_say_where_it_was_asked() -> None:
    doubted = np.array([1, 0.0, -1.0, 2.0, 0.0, 0.9, 0.0, 0.0, 0.0, 0.0, 0.0])
    alone = belief.of_die(doubted)
    assert 0.5 < alone < 0.6, "a place as doubtful as can be"
    assert 0.01 < belief.of_die(doubted, 0.02) < alone < belief.of_die(doubted, 0.99) < 0.99


def test_a_doubtful_place_is_settled_by_the_number_asked_for() -> None:
    places = [0.99, 0.98, 0.4, 0.02]
    blind, whole = belief.choose(places, 0, 99)
    told, surer = belief.choose(places, 3, 3)
    assert (blind, told) == (2, 3)
    assert surer > whole


def test_no_die_is_invented_where_nothing_lies() -> None:
    assert belief.choose([0.99, 0.01], 3, 3)[0] == 1
    assert belief.choose([], 2, 2) == (0, 1.0)


def test_a_sure_die_too_many_is_not_hidden() -> None:
    assert belief.choose([0.999, 0.998, 0.997], 2, 2)[0] == 3


def test_the_belief_is_that_of_exactly_these_dice() -> None:
    count, whole = belief.choose([0.9, 0.8, 0.1], 0, 99)
    assert count == 2
    assert whole == pytest.approx(0.9 * 0.8 * 0.9)


def test_a_doubtful_value_costs_more_than_a_doubtful_place_and_either_costs_something() -> None:
    def of(places: float, *values: float) -> float:
        return belief.of_kinds(places, [("d6", v) for v in values])["d6"]

    assert of(1.0, 1.0, 1.0) == 1.0
    assert of(1.0, 0.9, 1.0) < of(0.9, 1.0, 1.0) < 1.0
    assert belief.of_kinds(0.9, []) == {}


def test_how_much_one_look_believes_in_leaning_does_not_count_as_a_doubt_about_a_die() -> None:
    level, aslant = np.zeros(11, np.float32), np.zeros(11, np.float32)
    level[[0, 5]], aslant[[0, 5, 10]] = (0.02, 0.98), (0.02, 0.88, 0.10)
    one, other = (belief.of_die(belief.features((0.9, 0.8), p, 1.0, False)) for p in (level, aslant))
    assert one == pytest.approx(other, abs=0.01)


def test_a_place_is_weighed_by_the_kind_of_die_that_it_may_be() -> None:
    sure, strange = np.zeros(11, np.float32), np.zeros(11, np.float32)
    sure[[0, 5]], strange[[0, 9]] = (0.02, 0.98), (0.02, 0.98)
    rows = [belief.features((0.9, 0.8), p, 1.0, False) for p in (sure, strange)]
    assert len(rows[0]) == belief.FEATURES == len(belief.weights().die)
    assert (rows[0][:8] == rows[1][:8]).all() and (rows[0][8:] != rows[1][8:]).any()
