"""The room with a real Mosquitto that is killed twice: no table is stale or missing, and the host's messages arrive."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.feed.feed import Feed
from companion.table import Table
from hardware.broker import ROOT, Broker
from hardware.hall import Hall
from hardware.settings import Listeners
from tests.companion import evenings
from tests.hardware.mosquitto import Mosquitto
from tests.hardware.test_broker import until

pytestmark = pytest.mark.needs("mosquitto")
TABLES = 6


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path)
    yield broker
    broker.kill()


@pytest.fixture
def tables(tmp_path: Path, mosquitto: Mosquitto) -> Iterator[dict[str, tuple[Table, Broker]]]:
    wanted = Listeners(broker=f"mqtt://127.0.0.1:{mosquitto.port}")
    found = {}
    for at in range(TABLES):
        table = evenings.table(tmp_path / f"t{at}") if at else Table(tmp_path / "t0")
        found[f"t{at}"] = table, Broker(Feed(table, f"T{at}"), wanted)
        found[f"t{at}"][1].start(wanted)
    yield found
    for table, broker in found.values():
        table.closed.set()
        broker.stop()
        table.close()


@pytest.fixture
def hall(mosquitto: Mosquitto) -> Iterator[Hall]:
    made = Hall(Listeners(broker=f"mqtt://127.0.0.1:{mosquitto.port}"))
    made.start()
    yield made
    made.stop()


def shown(hall: Hall) -> dict[str, Any]:
    return dict(hall.wait(-1, 0)[1]["tables"])


def there(hall: Hall, tables: dict[str, tuple[Table, Broker]]) -> bool:
    """Whether the room shows the present state of every table, and no event is missing."""
    now = shown(hall)
    return set(now) == set(tables) and all(
        now[name]["online"]
        and now[name]["state"].get("number") == table.snapshot().number
        and not (name in hall.heard and hall.heard[name].missing)
        for name, (table, _) in tables.items()
    )


def test_a_broker_that_is_killed_twice_leaves_nothing_stale(
    mosquitto: Mosquitto, tables: dict[str, tuple[Table, Broker]], hall: Hall
) -> None:
    until(lambda: there(hall, tables))
    assert [name for name, one in shown(hall).items() if one["state"]["phase"] == "none"] == ["t0"]
    for seed in (1, 2):
        for table, _ in [*tables.values()][1:]:
            evenings.play_on(table, Random(seed), 3)
        mosquitto.kill()
        for table, _ in [*tables.values()][1:]:
            evenings.play_on(table, Random(seed), 3)
        until(lambda: hall.trouble)
        mosquitto.start()
        until(lambda: not hall.trouble and there(hall, tables))
    gone, _ = tables.pop("t1")
    gone.closed.set()
    until(lambda: not shown(hall)["t1"]["online"])


@pytest.mark.parametrize("what", ["event", "state", "won/1"])
def test_messages_that_make_no_sense_change_nothing(
    tables: dict[str, tuple[Table, Broker]], hall: Hall, what: str
) -> None:
    """Regression: a number that is too large, or brackets that are too deep, ended the thread that listens."""
    until(lambda: there(hall, tables))
    for payload in (
        b'{"at": 5, "evening": 1e999, "number": 1, "players": []}', b"[" * 100_000, b"[]", b"{", b"\xff",
        b'{"at": NaN, "evening": 1, "number": 1, "players": []}', b'{"at": 5, "players": []}',
    ):
        hall.client.publish(f"{ROOT}/t1/{what}", payload, qos=1).wait_for_publish(10)
    evenings.play_on(tables["t2"][0], Random(5), 3)
    until(lambda: there(hall, tables))


def test_events_that_got_lost_are_asked_for_again(tables: dict[str, tuple[Table, Broker]], hall: Hall) -> None:
    until(lambda: there(hall, tables))
    table, broker = tables["t2"]
    send = broker._send
    broker._send = lambda what, data, *, kept: what == "event" or send(what, data, kept=kept)  # type: ignore[method-assign]
    evenings.play_on(table, Random(3), 4)
    until(lambda: hall.heard["t2"].missing)
    broker._send = send  # type: ignore[method-assign]
    evenings.play_on(table, Random(4), 1)
    until(lambda: there(hall, tables))


def test_a_table_calls_and_the_host_answers(tables: dict[str, tuple[Table, Broker]], hall: Hall) -> None:
    until(lambda: there(hall, tables))
    table, _ = tables["t3"]
    assert table.snapshot().around.calling is False
    table.call_host(True)
    until(lambda: shown(hall)["t3"]["state"]["help"])
    assert hall.answered("t3") and not hall.answered("nobody")
    until(lambda: not shown(hall)["t3"]["state"]["help"])
    assert table.snapshot().around.calling is False


def test_who_has_won_stands_in_the_hall_also_after_the_next_start(
    tmp_path: Path, mosquitto: Mosquitto, hall: Hall
) -> None:
    wanted = Listeners(broker=f"mqtt://127.0.0.1:{mosquitto.port}")
    table = Table(tmp_path / "one")
    assert table.start(evenings.setup(game="casino_pirate", target=None, colours=False)).ok
    broker = Broker(Feed(table, "un"), wanted)
    broker.start(wanted)
    for seed in range(200):
        evenings.play_on(table, Random(seed), 20)
        if table.snapshot().winner:
            break
    winner = table.snapshot().winner
    assert winner is not None
    wins = until(lambda: hall.wait(-1, 0.1)[1]["wins"])
    assert [one["names"] for one in wins] == [[table.snapshot().name_of(seat) for seat in winner.seats]]
    assert table.end_game().ok and time.time() - wins[0]["at"] < 600
    until(lambda: shown(hall)["un"]["state"]["phase"] == "none")
    assert hall.wait(-1, 0)[1]["wins"], "it stays when the table is free again"
    table.closed.set()
    broker.stop()
    table.close()
