"""A pause until another day: nothing is played meanwhile, and every account is laid out again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import DiceThrown, Die, LaidOut, MoneyMoved, PlayPaused, PlayResumed, Voided
from companion.table import Table
from tests import pages
from tests.companion.evenings import setup

THROW = DiceThrown(seat="A", dice=(Die("d6", 1), Die("d6", 2)))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path)
    assert opened.start(setup(3)).ok
    yield opened
    opened.close()


def code(table: Table, fact: Any, **more: Any) -> str:
    """Return the code of the refusal, "" if the table accepts it."""
    refused = table.submit(fact, **more).refusal
    return refused.code if refused else ""


def test_nothing_is_asked_and_nothing_is_played_in_a_pause(table: Table) -> None:
    asked = pages.view(table)["questions"]
    assert table.submit(PlayPaused(), who="Anna").ok
    view = pages.view(table)
    assert view["questions"] == []
    assert view["pause"]["next"] == asked
    assert view["pause"]["accounts"] == ["A", "C", "B", "bank"]
    assert code(table, THROW, force=True) == "PAUSED"
    refused = table.look().refusal
    assert refused is not None and refused.code == "NO_THROW_OPEN"
    assert code(table, PlayPaused()) == "ALREADY_PAUSED"


def test_the_evening_goes_on_when_everything_lies_there_again(table: Table) -> None:
    assert table.submit(PlayPaused()).ok
    before = pages.view(table)["pause"]["next"]
    refused = table.submit(PlayResumed()).refusal
    assert refused is not None
    assert (refused.code, refused.detail["missing"]) == ("NOT_ALL_LAID_OUT", ["A", "C", "B", "bank"])
    for account in ("A", "B", "C", "bank"):
        assert table.submit(LaidOut(account=account)).ok
    assert pages.view(table)["pause"]["laid"] == ["A", "C", "B", "bank"]
    assert table.submit(LaidOut(account="B", done=False)).ok
    assert code(table, PlayResumed()) == "NOT_ALL_LAID_OUT"
    assert table.submit(LaidOut(account="B")).ok
    assert table.submit(PlayResumed()).ok
    assert pages.view(table)["pause"] is None
    assert pages.view(table)["questions"] == before
    assert table.submit(THROW).ok


def test_the_table_may_go_on_although_somebody_is_missing(table: Table) -> None:
    assert table.submit(PlayPaused()).ok
    assert table.submit(PlayResumed(), force=True).ok
    assert table.submit(THROW).ok


def test_the_checks_are_kept_where_the_power_goes(table: Table, tmp_path: Path) -> None:
    assert table.submit(PlayPaused()).ok
    assert table.submit(LaidOut(account="B")).ok
    table.close()
    again = Table(tmp_path)
    assert pages.view(again)["pause"]["laid"] == ["B"]
    assert code(again, THROW) == "PAUSED"
    again.close()


def test_two_phones_check_at_the_same_time(table: Table) -> None:
    assert table.submit(PlayPaused()).ok
    seen = pages.view(table)["number"]
    assert table.submit(LaidOut(account="A"), seen=seen).ok
    assert table.submit(LaidOut(account="B"), seen=seen).ok
    assert code(table, PlayResumed(), seen=seen, force=True) == "STALE"


def test_what_is_owed_is_handed_over_first(table: Table) -> None:
    assert table.submit(MoneyMoved(giver="bank", taker="A", amount=500)).ok
    assert code(table, PlayPaused()) == "OWED_BEFORE_PAUSE"
    assert table.hand_over("bank", "A", 0).ok
    assert table.submit(PlayPaused()).ok


def test_a_past_put_right_knows_no_pause(table: Table) -> None:
    """When a throw before the pause is voided, the pause, its checks and later facts stay."""
    assert table.submit(THROW).ok
    target = pages.view(table)["throw"]["number"]
    assert table.submit(PlayPaused(), force=True).ok
    assert table.submit(LaidOut(account="A")).ok
    assert table.submit(Voided(target=target)).ok
    view = pages.view(table)
    assert view["pause"]["laid"] == ["A"]
    assert view["misfits"] == []


def test_undo_takes_back_what_was_played_not_the_pause(table: Table) -> None:
    assert table.submit(THROW).ok
    told = pages.view(table)["undo"]["text"]
    assert table.submit(PlayPaused(), force=True).ok
    assert table.submit(PlayResumed(), force=True).ok
    assert pages.view(table)["undo"]["text"] == told


@pytest.mark.parametrize("fact", [LaidOut(account="A"), PlayResumed()])
def test_without_a_pause_there_is_nothing_to_lay_out(table: Table, fact: Any) -> None:
    assert code(table, fact, force=True) == "NOT_PAUSED"


def test_a_seat_that_does_not_exist_lays_nothing_out(table: Table) -> None:
    assert table.submit(PlayPaused()).ok
    assert code(table, LaidOut(account="Z")) == "NO_SUCH_SEAT"
