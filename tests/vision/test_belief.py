"""The number of dice asked for is evidence: it settles a doubt, it never invents a die."""

from __future__ import annotations

import pytest

from vision import belief


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
