"""Presses from a contact's edges: each press counts once, even if the contact bounces or sticks."""

from __future__ import annotations

from random import Random

from hardware.presses import HOLDS, LOCK, REST, Contacts, Edge, Press


def happened(*edges: tuple[float, bool], until: float = 100.0) -> list[tuple[str, float]]:
    """Return the presses of one button as (what, time in seconds); `edges` are (time in seconds, down)."""
    contacts = Contacts(["b"])
    told: list[Press] = []
    for at, down in edges:
        told += contacts.take(Edge("b", down, at))
    told += contacts.until(until)
    return [(p.what if p.what != "held" else f"held {p.held:g}", round(p.at, 3)) for p in told]


def test_a_press_counts_as_soon_as_the_contact_rests() -> None:
    assert happened((1, True), (1.1, False)) == [("down", 1 + REST), ("up", 1.1 + REST)]


def test_a_bouncing_contact_is_one_press() -> None:
    bounces = [(1 + i / 1000, i % 2 == 0) for i in range(15)]
    assert [what for what, _ in happened(*bounces, (1.2, False), (1.204, True), (1.208, False))] == ["down", "up"]


def test_a_peak_on_the_wire_is_no_press() -> None:
    assert happened((1, True), (1.002, False)) == []


def test_a_press_that_begins_while_the_release_still_bounces_is_not_lost() -> None:
    told = happened((1, True), (1.1, False), (1.12, True), (1.2, False))
    assert [what for what, _ in told] == ["down", "up", "down", "up"]
    assert told[2][1] == round(1.1 + REST + LOCK, 3)


def test_a_held_button_is_told_once_at_each_length() -> None:
    assert [what for what, _ in happened((1, True))] == ["down", *(f"held {s:g}" for s in HOLDS)]
    assert [what for what, _ in happened((1, True), (2.5, False))] == ["down", "held 1", "up"]


def test_presses_of_several_buttons_come_in_the_order_of_the_fingers() -> None:
    contacts = Contacts("abc")
    told = [p for e in (Edge("c", True, 1), Edge("a", True, 1.001), Edge("b", True, 1.002)) for p in contacts.take(e)]
    told += contacts.until(1.5)
    assert [p.button for p in told] == ["c", "a", "b"]


def test_no_press_is_lost_and_none_doubled_whatever_bounces() -> None:
    """Ten thousand presses include several buttons at once and long presses, most with bounces."""
    chance, contacts = Random(7), Contacts("abcdef")
    edges, pressed = [], []
    for button in "abcdef":
        at = chance.random()
        for _ in range(1_667):
            pressed.append((button, at))
            held = chance.choice((0.045, 0.08, 0.2, 1.5, 6.0))
            for start, down in ((at, True), (at + held, False)):
                edges.append(Edge(button, down, start))
                bounce = start
                for _ in range(chance.randint(0, 5)):
                    bounce += chance.uniform(0.0002, 0.0025)
                    edges += [Edge(button, not down, bounce), Edge(button, down, bounce + 0.0001)]
            at += held + chance.uniform(0.06, 1)
    told = [p for edge in sorted(edges, key=lambda e: e.at) for p in contacts.take(edge)]
    told += contacts.until(1e9)
    assert len(pressed) == 10_002
    downs = [(p.button, p.at) for p in told if p.what == "down"]
    assert [(b, True) for b, _ in sorted(pressed)] == [
        (b, abs(at - began) < 0.03) for (b, at), (_, began) in zip(sorted(downs), sorted(pressed), strict=True)
    ]
    assert sum(p.what == "up" for p in told) == len(pressed)
