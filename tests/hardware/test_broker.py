"""A table and a real Mosquitto that is killed, hangs and comes back; Jinja renders Home Assistant's templates."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import jinja2
import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from companion.feed.feed import Feed
from companion.questions import Bet
from companion.table import Table
from hardware.broker import Broker, tried
from hardware.settings import Listeners
from tests import waiting
from tests.companion import evenings
from tests.hardware.mosquitto import PASSWORD, USER, Mosquitto
from tests.tools import ROOT

pytestmark = pytest.mark.needs("mosquitto")


def until(happens: Callable[[], Any]) -> Any:
    """Wait until the condition is true; fail after a timeout."""
    found = waiting.until(happens)
    assert found
    return found


class Lamp:
    """A client that listens to a table, like a lamp or Home Assistant."""

    def __init__(self, port: int) -> None:
        self.events: list[dict[str, Any]] = []
        self.kept: dict[str, bytes] = {}
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self.client.reconnect_delay_set(1, 1)
        self.client.on_connect = lambda client, *_: client.subscribe([("servi/+/+", 1), ("homeassistant/#", 1)])
        self.client.on_message = self.hear
        self.client.connect_async("127.0.0.1", port, keepalive=5)
        self.client.loop_start()

    def hear(self, client: Any, data: Any, message: mqtt.MQTTMessage) -> None:
        if message.topic.endswith("/event"):
            self.events.append(json.loads(message.payload))
        else:
            self.kept[message.topic] = message.payload

    def state(self) -> dict[str, Any]:
        return json.loads(self.kept.get("servi/un/state", b"{}"))

    def numbers(self) -> list[int]:
        return [one["number"] for one in self.events]

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = evenings.table(tmp_path / "table")
    yield opened
    opened.close()


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path)
    yield broker
    broker.hang(False)
    broker.kill()


@pytest.fixture
def lamp(mosquitto: Mosquitto) -> Iterator[Lamp]:
    one = Lamp(mosquitto.port)
    yield one
    one.close()


@pytest.fixture
def broker(table: Table, mosquitto: Mosquitto) -> Iterator[Broker]:
    wanted = Listeners(broker=f"mqtt://127.0.0.1:{mosquitto.port}")
    made = Broker(Feed(table, "un"), wanted)
    made.start(wanted)
    yield made
    table.closed.set()
    made.stop()


def test_a_killed_broker_comes_back_with_the_state_and_nothing_is_missing(
    table: Table, mosquitto: Mosquitto, lamp: Lamp, broker: Broker
) -> None:
    now = table.snapshot
    until(lambda: lamp.state().get("number") == now().number and lamp.kept.get("servi/un/online") == b"online")
    first = now().number + 1
    evenings.play_on(table, Random(1), 5)
    until(lambda: lamp.numbers() and lamp.numbers()[-1] == now().number)
    for _ in range(2):
        mosquitto.kill()
        evenings.play_on(table, Random(2), 5)  # the table does not wait for the broker
        lamp.kept.clear()
        mosquitto.start()
        until(lambda: lamp.state().get("number") == now().number and lamp.kept.get("servi/un/online") == b"online")
        evenings.play_on(table, Random(3), 3)
        until(lambda: lamp.state()["number"] == now().number)
    got = set(lamp.numbers())
    missing = [number for number in range(first, now().number + 1) if number not in got]
    if missing:  # published before the lamp was back, so the lamp asks again
        lamp.client.publish("servi/un/again", json.dumps({"evening": table.playing, "number": missing[0]}), qos=1)
        until(lambda: set(lamp.numbers()) >= set(range(first, now().number + 1)))
    for nonsense in (b"nonsense", b'{"evening": Infinity, "number": 1}', b"[" * 100_000):
        lamp.client.publish("servi/un/again", nonsense, qos=1)
    lamp.client.publish("servi/un/again", json.dumps({"evening": table.playing, "number": 2}), qos=1)
    until(lambda: set(lamp.numbers()) >= set(range(2, now().number + 1)))


def test_a_broker_that_hangs_holds_no_tap(table: Table, mosquitto: Mosquitto, lamp: Lamp, broker: Broker) -> None:
    until(lambda: lamp.state().get("number") == table.snapshot().number)
    mosquitto.hang(True)
    evenings.play_on(table, Random(1), 30)  # the table does not wait for confirmations
    mosquitto.hang(False)
    until(lambda: lamp.state()["number"] == table.snapshot().number)


def test_a_killed_table_is_told_as_away(tmp_path: Path, mosquitto: Mosquitto, lamp: Lamp) -> None:
    code = (
        "import sys, time; from pathlib import Path; from companion.feed.feed import Feed; from hardware.broker import Broker\n"
        "from hardware.settings import Listeners; from companion.table import Table\n"
        "wanted = Listeners(broker=sys.argv[2]); Broker(Feed(Table(Path(sys.argv[1])), 'un'), wanted).start(wanted)\n"
        "time.sleep(300)"
    )
    address = f"mqtt://127.0.0.1:{mosquitto.port}"
    process = subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "one"), address], cwd=ROOT)
    until(lambda: lamp.kept.get("servi/un/online") == b"online" and lamp.state().get("phase") == "none")
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    until(lambda: lamp.kept.get("servi/un/online") == b"offline")


def test_home_assistant_reads_each_entity(table: Table, lamp: Lamp, broker: Broker) -> None:
    device = json.loads(until(lambda: lamp.kept.get("homeassistant/device/un/config")))
    jinja = jinja2.Environment()

    def read() -> dict[str, str]:
        state = until(lambda: (found := lamp.state()).get("number") == table.snapshot().number and found)
        parts = device["components"].items()
        return {key: jinja.from_string(one["value_template"]).render(value_json=state) for key, one in parts}

    evenings.play_until(table, Random(2), lambda evening: evening.play.throws > 0)
    now, entities = table.snapshot(), read()
    assert now.throw is not None
    assert entities["turn"] == now.name_of(now.turn) and entities["pot"] == str(now.accounts["pot"])
    assert entities["throw"] == " ".join(str(die.value) for die in now.throw.fact.dice)
    assert (entities["winner"], entities["bets_closed"], entities["playing"], entities["help"]) == ("", "False", "True", "False")
    assert {one["unique_id"] for one in device["components"].values()} == {f"servi_un_{key}" for key in entities}
    evenings.play_until(table, Random(5), lambda evening: any(isinstance(q, Bet) for q in evening.play.open), 2000)
    assert read()["bets_closed"] == "False" and lamp.state()["bets"] == "open"
    assert lamp.kept[device["availability_topic"]] == b"online"


def test_password_and_certificate_are_checked_and_what_is_wrong_is_told(tmp_path: Path, table: Table) -> None:
    secured = Mosquitto(tmp_path, password=True, tls=True)
    try:
        there = f"localhost:{secured.port}"
        right = Listeners(broker=f"mqtts://{USER}:{quote(PASSWORD)}@{there}", certificate=str(tmp_path / "broker.pem"))
        made = Broker(Feed(table, "un"), right)
        made.start(right)
        until(lambda: not made.trouble)
        table.closed.set()
        made.stop()
        assert tried(right) == ""
        file = right.certificate
        assert "name and password" in tried(Listeners(broker=f"mqtts://{USER}:wrong@{there}", certificate=file))
        assert "feed.certificate" in tried(Listeners(broker=right.broker))
        assert "cannot be read" in tried(Listeners(broker=right.broker, certificate=str(tmp_path / "none.pem")))
        assert "does not answer" in tried(Listeners(broker=f"mqtt://{there}"), timeout=1)
        assert "cannot be reached" in tried(Listeners(broker="mqtt://127.0.0.1:9"))
        assert "cannot be reached" in tried(Listeners(broker="mqtt://nowhere.invalid"))
    finally:
        secured.kill()
