"""Twelve seats: each has an id, a named colour, and a player in the demonstration."""

from __future__ import annotations

from companion import demo
from companion.game.seats import COLOURS, SEAT_IDS
from companion.language import speaking
from companion.words import colour_name


def test_there_is_a_seat_a_colour_and_a_name_for_twelve(english: None) -> None:
    assert [len(set(each)) for each in (SEAT_IDS, COLOURS, demo.NAMES)] == [12, 12, 12]
    assert len({name[0] for name in demo.NAMES}) == 12, "a piece shows the first letter"


def test_every_colour_has_a_name_of_its_own_in_both_languages(english: None) -> None:
    for language in ("fr", "en"):
        with speaking(language):
            assert len({colour_name(colour) for colour in COLOURS}) == 12
