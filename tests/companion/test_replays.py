"""Replays outside the table's lock give the same moments as fresh ones, even if the worker is killed or blocked."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import players, writer
from companion.demo import setup
from companion.dice import FACES, DieKind
from companion.evening import Decision, Entry, Evening
from companion.facts import (
    Amended,
    DiceThrown,
    Die,
    Fact,
    Inserted,
    Landed,
    MoneyMoved,
    Restored,
    Square,
    TurnGiven,
    Voided,
)
from companion.game.library import game_class
from companion.observe import observe
from companion.packages import names
from companion.replays import Moment, Replays
from companion.table import Table
from tests.companion import evenings
from tests.companion.evenings import state
from tests.rings import few
from web.drawing import drawn_evening

MAFIA = Square(kind="mafia")
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no worker without fork")


@pytest.fixture
def replays() -> Iterator[Replays]:
    found = Replays(long=1, step=7)
    yield found
    found.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Yield a table whose evening has a worker."""
    found = evenings.table(tmp_path)
    evenings.play_on(found, Random(1), 60)
    found._replays = Replays(long=1, step=7)
    yield found
    found.close()


def correct(at: Table, chance: Random) -> None:
    """Submit a random correction."""
    at.submit(correction(at, chance))


def correction(at: Table, chance: Random) -> Fact:
    """Return a random correction; most are of late facts."""
    evening = at.evening()
    assert evening is not None
    back = chance.choice((1, 3, 10, evening.number))
    target = chance.randint(max(2, evening.number - back), max(2, evening.number))
    entry = evening.entry(target)
    money = MoneyMoved(giver="bank", taker=chance.choice("AB"), amount=500)
    kind = chance.choice((Voided, Restored, Inserted, Amended))
    if kind is Amended and entry and isinstance(entry.fact, DiceThrown):
        dice = tuple(Die(die.kind, chance.choice(FACES[DieKind(die.kind)])) for die in entry.fact.dice)
        return Amended(target=target, fact=DiceThrown(seat=entry.fact.seat, dice=dice), visit=chance.random() < 0.3)
    if kind is Inserted:
        return Inserted(target=target, fact=chance.choice((money, TurnGiven(seat="B"), Landed(seat="A", square=MAFIA))))
    return (Restored if kind is Restored else Voided)(target=target)


def check(replays: Replays, entries: list[Entry], chance: Random) -> None:
    """Compare moments (``few`` of them) with a fresh replay, in random order."""
    moments = [Moment(entries, number) for number in range(1, len(entries) + 1)]
    moments += [Moment(entries, len(entries), stop=number) for number in range(1, len(entries) + 1)]
    chance.shuffle(moments)
    for moment in moments[: few(len(moments))]:
        shown, fresh = replays.ask(moment, observe), observe(moment.evening())
        assert drawn_evening(shown) == drawn_evening(fresh), (moment.last, moment.stop)
        assert replace(shown, own=None) == replace(fresh, own=None)  # ``own`` is compared as it is drawn


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_every_moment_of_a_corrected_evening_is_that_of_a_fresh_replay(
    tmp_path: Path, replays: Replays, seed: int
) -> None:
    chance = Random(seed)
    table = evenings.table(tmp_path)
    for part in range(3):
        for _ in range(4):
            evenings.play_on(table, chance, 10)
            if part:
                correct(table, chance)
        evening = table.evening()
        assert evening is not None
        check(replays, list(evening.entries), chance)
    table.close()


@pytest.mark.parametrize("game", names())
def test_every_game_can_be_sent_by_its_worker(tmp_path: Path, replays: Replays, game: str) -> None:
    chance = Random(2)
    table = Table(tmp_path)
    table.start({**setup(game_class(game)), "simulated": False})
    for _ in range(40):
        evening = table.evening()
        assert evening is not None
        fact = players.turn(evening.play, chance)
        if fact is not None:
            table.submit(fact)
    assert evening is not None
    check(replays, list(evening.entries), chance)
    table.close()


def test_a_correction_is_previewed_alike_in_the_worker(table: Table) -> None:
    chance, here = Random(4), Replays()
    apart = table._replays
    for _ in range(40):
        fact = correction(table, chance)
        shown = table.preview(fact)
        table._replays = here
        assert table.preview(fact) == shown
        table._replays = apart
        if chance.random() < 0.3:
            table.submit(fact)
    here.close()


def blocked(table: Table, ask: Callable[[], object]) -> tuple[Any, threading.Thread, list[object]]:
    """Stop the worker and ask for a replay; return the worker, the waiting thread, and the list of its results."""
    worker = table._replays._worker
    assert worker is not None
    worker.process.send_signal(signal.SIGSTOP)
    found: list[object] = []
    waiting = threading.Thread(target=lambda: found.append(ask()))
    waiting.start()
    return worker, waiting, found


def test_a_tap_does_not_wait_for_a_preview(table: Table) -> None:
    fact = Inserted(target=20, fact=TurnGiven(seat="B"))
    before = table.preview(fact)
    worker, looking, found = blocked(table, lambda: table.preview(fact))
    assert table.submit({"type": "TurnGiven", "seat": "A"}).ok
    assert found == []
    worker.process.send_signal(signal.SIGCONT)
    looking.join()
    assert isinstance(found[0], type(before))


def test_a_tap_does_not_wait_for_a_blocked_worker(table: Table) -> None:
    before = table.at(30)
    worker, leafing, found = blocked(table, lambda: table.at(30))
    number = table.snapshot().number
    assert table.submit({"type": "MoneyMoved", "giver": "bank", "taker": "A", "amount": 500}).ok
    assert table.snapshot().number == number + 1
    assert found == []
    worker.process.send_signal(signal.SIGCONT)
    leafing.join()
    assert found == [before]


def test_an_evening_ends_while_its_worker_is_blocked(table: Table) -> None:
    before = table.at(30)
    worker, leafing, found = blocked(table, lambda: table.at(30))
    assert table.end_game().ok
    leafing.join()
    assert found in ([before], [None])  # the end may come before or after the replay


@pytest.mark.parametrize("victim", ["first process", "checkpoints"])
def test_a_killed_worker_costs_only_time(table: Table, victim: str) -> None:
    before = table.at(40), table.before(40)
    worker = table._replays._worker
    assert worker is not None
    dead = [pid for pid in session(worker.process.pid) if (pid == worker.process.pid) == (victim == "first process")]
    assert dead
    for pid in dead:
        with contextlib.suppress(ProcessLookupError):  # the replay may have just ended
            os.kill(pid, signal.SIGKILL)
    assert (table.at(40), table.before(40)) == before
    assert (table.at(40), table.before(40)) == before


def test_no_process_outlives_the_table(table: Table) -> None:
    table.at(60)
    worker = table._replays._worker
    assert worker is not None
    assert len(session(worker.process.pid)) > 1
    table.close()
    until = time.monotonic() + 60
    while session(worker.process.pid) and time.monotonic() < until:
        time.sleep(0.01)
    assert session(worker.process.pid) == []


def test_another_evening_has_another_past(table: Table) -> None:
    assert table.at(5) is not None
    table.start(evenings.setup(2))
    evenings.play_on(table, Random(5), 10)
    evening = table.evening()
    assert evening is not None
    assert table.at(5) == observe(Evening(evening.entries[:5]))


def session(leader: int) -> list[int]:
    """Return the living processes of a session."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            row = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(row[3]) == leader and row[0] != "Z":
            found.append(int(folder.name))
    return found


def test_a_tap_does_not_wait_for_a_correction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "LONG", 1)
    table = evenings.table(tmp_path)
    evenings.play_on(table, Random(1), 60)
    replaying, going_on = threading.Event(), threading.Event()
    happen = Evening.happen

    def slowly(self: Evening, entry: Entry) -> None:
        if threading.current_thread() is correcting and not replaying.is_set():
            replaying.set()
            going_on.wait()
        happen(self, entry)

    monkeypatch.setattr(Evening, "happen", slowly)
    correcting = threading.Thread(target=lambda: table.submit(Voided(target=20)))
    correcting.start()
    replaying.wait()
    evenings.play_on(table, Random(2), 5)
    evening = table.evening()
    assert evening is not None
    assert evening.number >= 65
    with monkeypatch.context() as forbidden:  # facts added meanwhile are appended without a replay
        forbidden.setattr(Evening, "_play_all", lambda self: pytest.fail("replayed under the lock"))
        going_on.set()
        correcting.join()
    assert isinstance(evening.entries[-1].fact, Voided)
    assert state(evening) == state(Evening(evening.entries))
    table.close()


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3))])
def test_foreseen_corrections_lead_where_a_fresh_replay_leads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(writer, "LONG", 1)
    chance = Random(seed)
    table = evenings.table(tmp_path)
    table._replays = Replays(long=10**9)
    foresee = table._foresee

    def interrupted(corrections: Callable[[Evening], Sequence[Decision]]) -> Evening | None:
        found = foresee(corrections)
        if chance.random() < 0.5:
            evenings.play_on(table, chance, 2)  # other people tap meanwhile
        return found

    monkeypatch.setattr(table, "_foresee", interrupted)
    for _ in range(25):
        evenings.play_on(table, chance, 5)
        if chance.random() < 0.3:
            table.undo_last()
        else:
            correct(table, chance)
        evening = table.evening()
        assert evening is not None
        fresh = Evening(table.journal.read(1)[0])
        assert state(evening) == state(fresh)
        assert (evening.misfits, evening.standings) == (fresh.misfits, fresh.standings)
    table.close()
