"""Records compare, hash and show their fields."""

from __future__ import annotations

from dataclasses import field

from companion.record import record


@record()
class Point:
    """A value with a field that does not count."""

    x: int
    y: int = 0
    note: str = field(default="", compare=False, repr=False)


@record()
class Other(Point):
    """Another class with the same fields."""


@record()
class Nothing:
    """A value without fields."""


def test_equal_fields_make_equal_records() -> None:
    assert Point(1, note="a") == Point(1, note="b") != Point(2)
    assert {Point(1, note="a"): "found"}[Point(1)] == "found"
    assert Nothing() == Nothing()
    assert len({Nothing(), Nothing()}) == 1


def test_records_of_two_classes_differ() -> None:
    assert Point(1) != Other(1)
    assert Point(1) != (1, 0)


def test_a_record_shows_its_fields() -> None:
    assert repr(Other(1, note="a")) == "Other(x=1, y=0)"
    assert repr(Nothing()) == "Nothing()"
