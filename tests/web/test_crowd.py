"""The rules of many connections: which one is closed, which request waits, which address has priority."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from web import crowd
from web.crowd import Kept, Turns, too_many
from web.server import Server

TABLET = "10.0.0.9"


@dataclass(eq=False)
class One:
    """A connection."""

    address: str
    rank: int = 0
    last_activity: float = 0.0
    open: bool = True
    fresh: bool = False
    asks: str = ""


@pytest.fixture
def kept() -> Kept:
    place = Kept()
    place.add(TABLET)
    return place


def filled(monkeypatch: pytest.MonkeyPatch, *addresses: str, rank: int = 0) -> list[One]:
    """Return as many connections as the server allows, each from its own address; the first has been idle longest."""
    monkeypatch.setattr(crowd, "CONNECTIONS", len(addresses))
    return [One(address, rank, float(place)) for place, address in enumerate(addresses)]


def test_the_idlest_of_the_greediest_address_goes(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    here = filled(monkeypatch, TABLET, "10.0.0.1", "10.0.0.2", "10.0.0.2", TABLET, TABLET)
    assert too_many(here[0], here, kept) is None
    newcomer = One("10.0.0.3", last_activity=9)
    assert too_many(newcomer, [*here, newcomer], kept) is here[2]
    here[2].rank = 2
    assert too_many(newcomer, [*here, newcomer], kept) is here[3], "a stream stays longer than an idle connection"
    here[3].open = False
    assert too_many(newcomer, [*here, newcomer], kept) is None, "what is closing counts no more"


def test_who_comes_last_goes_if_everybody_has_one_place_except_the_table(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = filled(monkeypatch, "10.0.0.1", "10.0.0.2", rank=2)
    stranger, tablet = One("10.0.0.3"), One(TABLET)
    assert too_many(stranger, [*here, stranger], kept) is stranger
    assert too_many(tablet, [*here, tablet], kept) is here[0]
    here[1].rank = 0
    assert too_many(stranger, [*here, stranger], kept) is here[1]


def test_one_address_has_its_limit_even_in_an_empty_house(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "OF_ONE", 2)
    here = [One(TABLET, 2, 1.0), One(TABLET, 2, 0.0), One(TABLET, 0, 3.0)]
    assert too_many(here[2], here, kept) is here[1]


@pytest.mark.parametrize("rank", [0, 1])
def test_a_connection_whose_request_is_on_its_way_does_not_go_before_the_busy_ones(
    kept: Kept, monkeypatch: pytest.MonkeyPatch, rank: int
) -> None:
    monkeypatch.setattr(crowd, "OF_ONE", 3)
    looks = [One(TABLET, 2, at, asks="history.json") for at in (1.0, 0.0)]
    mine, newcomer = One(TABLET, rank, 0.5, fresh=True), One(TABLET, 0, 3.0, fresh=True)
    assert too_many(newcomer, [*looks, mine, newcomer], kept) is looks[1]
    looks[0].rank = 0
    assert too_many(newcomer, [*looks, mine, newcomer], kept) is looks[0]
    looks[0].rank, mine.fresh = 2, False
    assert too_many(newcomer, [*looks, mine, newcomer], kept) is mine, "in time it must have asked"


def test_an_address_that_is_quiet_for_long_loses_its_kept_place(kept: Kept) -> None:
    for number in range(crowd.KEPT):
        assert TABLET in kept
        kept.add(f"10.0.1.{number}")
    assert TABLET not in kept
    assert "127.0.0.1" in kept, "the machine's own screen"


def many(address: str, asks: str, number: int = 99) -> list[One]:
    return [One(address, 2, float(place), asks=asks) for place in range(number)]


def test_no_address_takes_all_threads_and_some_are_kept_for_the_table(kept: Kept) -> None:
    turns = Turns(kept)
    strangers = [one for number in range(4) for asks in "abc" for one in many(f"10.0.{number}.1", asks, 4)]
    served = [one for one in strangers if turns.begin(one)]
    assert len(served) == crowd.THREADS - crowd.KEPT_THREADS
    assert turns.begin(One(TABLET))
    waiting = [one for one in strangers if one not in served]
    assert turns.end((served[0].address, served[0].asks)) is waiting[0]
    assert turns.begin(waiting[0])
    alone = Turns(kept)
    assert sum(alone.begin(one) is not None for asks in "abc" for one in many("10.0.0.1", asks)) == crowd.THREADS_OF_ONE


def test_a_tap_has_its_turn_at_once_beside_a_hundred_looks_at_the_past(kept: Kept) -> None:
    turns = Turns(kept)
    looks, taps = many(TABLET, "history.json"), many(TABLET, "command", crowd.THREADS_OF_ONE - crowd.LIKE)
    assert sum(turns.begin(one) is not None for one in looks) == crowd.LIKE
    assert all(turns.begin(one) for one in taps)
    tap = One(TABLET, 2, asks="command")
    assert turns.begin(tap) is None, "that is all for one address"
    assert turns.end((TABLET, "history.json")) is tap, "it goes before the looks that wait for longer"


def test_a_closed_connection_waits_for_no_turn(kept: Kept) -> None:
    turns = Turns(kept)
    looks = many(TABLET, "history.json", crowd.LIKE + 2)
    served = [one for one in looks if turns.begin(one)]
    assert turns.leave(looks[-2])
    assert not turns.leave(looks[-2])
    assert not turns.leave(served[0])
    assert turns.end((TABLET, "history.json")) is looks[-1]
    assert turns.end((TABLET, "history.json")) is None


def test_of_busy_connections_one_of_the_most_frequent_kind_goes(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "OF_ONE", 5)
    tap = One(TABLET, 2, 0.0, asks="command")
    looks = many(TABLET, "history.json", 4)
    newcomer = One(TABLET, 0, 9.0, fresh=True)
    assert too_many(newcomer, [tap, *looks, newcomer], kept) is looks[0]


def test_a_tap_that_is_served_stays_longer_than_taps_that_are_still_on_their_way(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd, "OF_ONE", 3)
    tap = One(TABLET, 2, 0.0, asks="command")
    slow = [One(TABLET, 1, at, fresh=True, asks="command") for at in (1.0, 2.0)]
    assert too_many(slow[1], [tap, *slow, One(TABLET, 0, 9.0, fresh=True)], kept) is slow[0]


def test_only_connections_that_are_overdue_are_closed() -> None:
    closed: list[str] = []
    server = Server.__new__(Server)
    server.active_channels = {
        name: SimpleNamespace(open=name != "closing", overdue=name != "busy", leave=lambda name=name: closed.append(name))
        for name in ("stalled", "busy", "closing")
    }
    server.maintenance(0)
    assert closed == ["stalled"]
