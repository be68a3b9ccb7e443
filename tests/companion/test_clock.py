"""A time of day that jumps: facts keep their order, evenings their length, and no set-aside file is lost."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from companion import archive, backup, swap
from companion.disk import stamped
from companion.journal_reader import FILE
from companion.table import Table
from tests import pages
from tests.companion import evenings
from tests.companion.evenings import state
from web.server import Channel, Server

DAY = 86_400.0
STARTED = 1_790_000_000.0


class Jumping:
    """A clock that advances a minute at each call; at times it is a day slow or ten years fast."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return STARTED + 60 * self.looks + {1: -DAY, 2: 3652 * DAY}.get(self.looks // 10 % 4, 0.0)


def test_an_evening_with_jumps_is_kept_shown_backed_up_and_restored(tmp_path: Path) -> None:
    data, other = tmp_path / "data", tmp_path / "other"
    clock = Jumping()
    table = Table(data, now=clock)
    table.start(evenings.setup())
    evenings.play_on(table, Random(1), 50)
    before, entries = state(table.evening()), list(table.evening().entries)  # type: ignore[arg-type, union-attr]
    assert [entry.number for entry in entries] == [*range(1, len(entries) + 1)]
    assert min(entry.at for entry in entries) < STARTED < STARTED + 3000 * DAY < max(entry.at for entry in entries)
    summary, report = table.summary(), pages.report(table)
    assert summary is not None and 10 * 60 < summary.lasted <= 60 * clock.looks
    assert [line["number"] for line in report] == sorted(line["number"] for line in report)
    table.close()
    again = Table(data)
    assert not again.journal.healed and not again.journal.lost
    assert state(again.evening()) == before  # type: ignore[arg-type]
    again.close()
    assert backup.main(["backup", "--nightly", "--data", str(data)], data) == 0
    (file,) = (data / swap.BACKUPS).iterdir()
    assert archive.facts_of(file) == {1: len(entries)}
    assert backup.main(["restore", str(file), "--data", str(other)], other) == 0
    restored = Table(other)
    assert restored.evening().entries[-1].at == entries[-1].at  # type: ignore[union-attr]
    restored.close()


def test_an_evening_in_the_past_is_still_the_newest(tmp_path: Path) -> None:
    times = iter([3e9, *[1e9] * 10])
    table = Table(tmp_path, now=lambda: next(times))
    table.start(evenings.setup())
    table.start(evenings.setup(2))
    assert [row.id for row in table.evenings()] == [2, 1]
    assert table.snapshot().evening == 2
    table.close()
    again = Table(tmp_path)
    assert again.snapshot().evening == 2
    again.close()


def test_what_is_put_aside_twice_in_one_second_is_kept_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "strftime", lambda _: "20260101-000000")
    first = stamped(tmp_path / f"{FILE}.damaged-")
    first.touch()
    second = stamped(tmp_path / f"{FILE}.damaged-")
    second.touch()
    assert first != second and stamped(tmp_path / f"{FILE}.damaged-") not in (first, second)


@pytest.mark.parametrize("jump", [-DAY, 3652 * DAY])
def test_a_connection_is_idle_by_a_clock_that_does_not_jump(monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    channel = Channel.__new__(Channel)
    channel.requests, channel.total_outbufs_len = [], 0
    channel.last_activity = time.time()
    then = time.time() + jump
    monkeypatch.setattr(time, "time", lambda: then)
    assert not channel.overdue
    steady = time.monotonic() + 61
    monkeypatch.setattr(time, "monotonic", lambda: steady)
    assert channel.overdue


def test_connections_are_still_looked_after_when_the_clock_jumps_back(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[float] = []
    server = Server.__new__(Server)
    server.__dict__ |= {"accepting": False, "next_channel_cleanup": 0, "maintenance": looks.append,
                        "adj": SimpleNamespace(cleanup_interval=1)}  # fmt: skip
    for now in (STARTED, 0.0, 0.5, 1.0, 3652 * DAY):  # 0.0: without a clock battery
        monkeypatch.setattr(time, "time", lambda now=now: now)
        server.readable()
    assert looks == [STARTED, 1.0, 3652 * DAY]
