"""The rules of many connections: which one is closed, which request waits, which address has priority."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from web import crowd
from web.crowd import Kept, Turns, too_many

TABLET = "10.0.0.9"


@dataclass(eq=False)
class One:
    """A connection."""

    address: str
    rank: int = 0
    last_activity: float = 0.0
    open: bool = True


@pytest.fixture
def kept() -> Kept:
    place = Kept()
    place.add(TABLET)
    return place


def filled(monkeypatch: pytest.MonkeyPatch, *addresses: str, rank: int = 0) -> list[One]:
    """Return as many connections as the server allows, one for each address, the idlest first."""
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


def test_an_address_that_is_quiet_for_long_loses_its_kept_place(kept: Kept) -> None:
    for number in range(crowd.KEPT):
        assert TABLET in kept
        kept.add(f"10.0.1.{number}")
    assert TABLET not in kept
    assert "127.0.0.1" in kept, "the machine's own screen"


def test_no_address_takes_all_threads_and_some_are_kept_for_the_table(kept: Kept) -> None:
    turns = Turns(kept)
    strangers = [One(f"10.0.{number % 4}.1") for number in range(4 * crowd.THREADS_OF_ONE)]
    served = [one for one in strangers if turns.begin(one)]
    assert len(served) == crowd.THREADS - crowd.KEPT_THREADS
    assert turns.begin(One(TABLET))
    waiting = [one for one in strangers if one not in served]
    assert turns.end(served[0]) is waiting[0]
    assert turns.begin(waiting[0])
    alone = Turns(kept)
    assert sum(alone.begin(One("10.0.0.1")) for _ in range(99)) == crowd.THREADS_OF_ONE
