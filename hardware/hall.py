"""The tables of a room, as the broker reports them. The room stores nothing: its state comes from retained topics.

If a table stops, the broker reports it as away within ten seconds. If the broker loses its topics, each table publishes
its state again. The room requests missing events again.
"""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.reasoncodes import ReasonCode

from hardware.broker import ROOT, address, client
from hardware.settings import Listeners

EVENING = 18 * 3600.0
"""Seconds for which the room shows a win as tonight's."""
KEEP_ALIVE = 5
MOST = 500
"""Maximum number of tables in a room; further ones are ignored. Also the maximum number of events requested again."""


@dataclass
class TableThere:
    """One table: its last state, and whether it is ``online``.

    ``since`` is the time of the last change of ``online``, ``moved`` that of the last event, in seconds since 1970.
    """

    state: dict[str, Any] = field(default_factory=dict)
    online: bool = False
    since: float = 0.0
    moved: float = 0.0
    version: int = 0


@dataclass
class Heard:
    """The newest event number of a table's evening, and the numbers that are still missing."""

    evening: int = 0
    number: int = 0
    missing: set[int] = field(default_factory=set)


class Hall:
    """All tables at a broker. ``trouble`` says why there is no connection, "" if there is one."""

    def __init__(self, wanted: Listeners) -> None:
        self.trouble = "not connected yet"
        self.heard: dict[str, Heard] = {}
        """The events received from each table; kept when the connection is lost."""
        self._tables: dict[str, TableThere] = {}
        self._wins: dict[tuple[str, int], dict[str, Any]] = {}
        self._version = 0
        self._changed = threading.Condition()
        self.client = client(wanted, "")
        self.client.reconnect_delay_set(1, 2)
        self.client.on_connect, self.client.on_disconnect = self._met, self._lost
        self.client.on_connect_fail = lambda *_: self._says("unreachable")
        self.client.on_message = self._heard
        self._there = address(wanted)

    def start(self) -> None:
        """Connect and listen in a thread."""
        self.client.connect_async(*self._there, keepalive=KEEP_ALIVE)
        self.client.loop_start()

    def stop(self) -> None:
        """Disconnect."""
        self.client.disconnect()
        self.client.loop_stop()
        self._says("closed")

    def wait(self, after: int, timeout: float) -> tuple[int, dict[str, Any]]:
        """Wait for a change after a version, at most ``timeout`` seconds; return the newest version and page data.

        The data are the changed tables, the names of all tables, the newest wins, and ``trouble``.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._version > after, timeout)
            tables = {
                name: {"state": one.state, "online": one.online, "since": one.since, "moved": one.moved}
                for name, one in self._tables.items()
                if one.version > after
            }
            now = time.time()
            wins = sorted((w for w in self._wins.values() if now - w["at"] < EVENING), key=lambda w: -w["at"])
            return self._version, {
                "tables": tables,
                "names": sorted(self._tables),
                "wins": wins[:50],
                "trouble": self.trouble,
            }

    def answered(self, table: str) -> bool:
        """Tell a table that the host comes; return whether the room knows it."""
        with self._changed:
            known = table in self._tables
        if known:
            self.client.publish(f"{ROOT}/{table}/helped", b"1", qos=1)
        return known

    def _met(self, client: mqtt.Client, data: Any, flags: Any, reason: ReasonCode, properties: Any) -> None:
        if reason.is_failure:
            self._says(str(reason))
            return
        with self._changed:  # drop the old tables, because the broker sends its retained topics again
            self._tables.clear()
            self._wins.clear()
        client.subscribe([(f"{ROOT}/+/{what}", 1) for what in ("state", "event", "online", "won/+")])
        self._says("")

    def _lost(self, client: mqtt.Client, data: Any, flags: Any, reason: ReasonCode, properties: Any) -> None:
        self._says(str(reason))

    def _says(self, trouble: str) -> None:
        with self._changed:
            self.trouble = trouble
            self._version += 1
            self._changed.notify_all()

    def _heard(self, client: mqtt.Client, data: Any, message: mqtt.MQTTMessage) -> None:
        _, name, what, *rest = message.topic.split("/")
        with self._changed:
            if name not in self._tables and len(self._tables) >= MOST:
                return
            table = self._tables.setdefault(name, TableThere())
            if what == "online":
                online = message.payload == b"online"
                table.since = time.time() if online != table.online else table.since
                table.online = online
            elif not self._read(name, table, what, bytes(message.payload)):
                return
            self._version += 1
            table.version = self._version
            self._changed.notify_all()

    def _read(self, name: str, table: TableThere, what: str, payload: bytes) -> bool:
        """Process a message of a table; return whether the page changes. Invalid messages are ignored."""
        try:
            row = json.loads(payload)
            json.dumps(row, allow_nan=False)  # infinite numbers are no JSON for the page
            if what == "event":
                moved = float(row["at"])
                self._follow(name, int(row["evening"]), int(row["number"]), is_event=True)
                table.moved = moved
                return False
            if what == "won":
                self._wins[name, int(row["evening"])] = {**row, "table": name, "at": float(row["at"])}
                return True
            if not isinstance(row["players"], list):
                return False
            self._follow(name, int(row["evening"]), int(row["number"]), is_event=False)
            table.state = row
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            return False
        return True

    def _follow(self, name: str, evening: int, number: int, *, is_event: bool) -> None:
        """Note the number of an event, or of the last event before a state; request the missing ones before it."""
        heard = self.heard.setdefault(name, Heard(evening, number))
        if evening != heard.evening:
            self.heard[name] = heard = Heard(evening, 0 if evening > heard.evening else number)
        heard.missing |= {*range(max(heard.number + 1, number - MOST), number + (not is_event))}
        heard.missing -= {number} if is_event else set()
        if heard.missing and number > heard.number:
            wanted = json.dumps({"evening": evening, "number": min(heard.missing)})
            self.client.publish(f"{ROOT}/{name}/again", wanted, qos=1)
        heard.number = max(heard.number, number)
