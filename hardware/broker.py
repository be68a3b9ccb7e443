"""The table at an MQTT broker: its state and events, and its entities for Home Assistant (docs/feed.md).

A broker may restart without its data. So the table publishes its state at each connection, and sends events from the
journal again on request.
"""

from __future__ import annotations

import json
import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from companion.errors import ServiError
from companion.feed.feed import Feed, Message, Place
from companion.language import Sentence
from hardware.settings import Listeners

ROOT = "servi"
DISCOVERY, BIRTH = "homeassistant/device", "homeassistant/status"
"""Topics of Home Assistant: where it looks for devices, and where it says that it has started."""
KEEP_ALIVE = 5
"""Keep-alive interval in seconds; after one and a half intervals of silence the broker reports the table as away."""
PATIENCE = 5.0
"""Seconds that the broker may take to confirm a message."""
BEAT = 5.0
"""Seconds between two checks of a quiet table."""

TURN = "{{ value_json.players | selectattr('id', 'eq', value_json.turn) | map(attribute='name') | join }}"
WINNERS = "{{ value_json.players | selectattr('id', 'in', value_json.winners) | map(attribute='name') | join(', ') }}"
THROW = "{{ value_json.throw.dice | map(attribute='value') | join(' ') if value_json.throw else '' }}"

ENTITIES: Mapping[str, tuple[str, Sentence, str, str]] = {
    "turn": ("sensor", Sentence("Au tour de"), "mdi:account-arrow-right", TURN),
    "pot": ("sensor", Sentence("Pot"), "mdi:poker-chip", "{{ value_json.counters.pot | default(0) }}"),
    "throw": ("sensor", Sentence("Dernier lancer"), "mdi:dice-multiple", THROW),
    "winner": ("sensor", Sentence("Gagnant"), "mdi:trophy", WINNERS),
    "debts": ("sensor", Sentence("Remises en attente"), "mdi:cash-sync", "{{ value_json.debts | length }}"),
    "bets_closed": (
        "binary_sensor",
        Sentence("Rien ne va plus"),
        "mdi:hand-back-right",
        "{{ value_json.bets == 'closed' }}",
    ),
    "playing": ("binary_sensor", Sentence("On joue"), "mdi:cards-playing", "{{ value_json.phase == 'playing' }}"),
    "help": ("binary_sensor", Sentence("La table appelle"), "mdi:bell-ring", "{{ value_json.help }}"),
}
"""Entities by id: their platform, name and icon, and the template that reads them from the state."""


class NoBroker(ServiError):
    """The broker cannot be used; the text says why and what to do."""


class Broker:
    """The table's connection to the broker; ``trouble`` says why there is none, "" while it is open."""

    def __init__(self, feed: Feed, wanted: Listeners) -> None:
        self.trouble = "not connected yet"
        self.base = f"{ROOT}/{slug(feed.name)}"
        self._feed, self._place = feed, Place()
        self._connected, self._news = threading.Event(), threading.Event()
        self._again: list[tuple[int, int]] = []
        self._wins: dict[int, bytes] = {}
        self._anew = False
        """Whether to publish the state again, because the broker may have lost it."""
        self.client = client(wanted, f"servi-{slug(feed.name)}")
        self.client.will_set(f"{self.base}/online", "offline", qos=1, retain=True)
        self.client.reconnect_delay_set(1, 4)
        self.client.on_connect, self.client.on_disconnect = self._met, self._lost
        self.client.on_connect_fail = self._failed
        self.client.on_message = self._asked
        feed.table.listen(self._news.set)

    def start(self, wanted: Listeners) -> None:
        """Connect and publish in separate threads until the table closes."""
        self._feed.table.calling = False  # not None, because a room may receive the call for the host
        host, port = address(wanted)
        self.client.connect_async(host, port, keepalive=KEEP_ALIVE)
        self.client.loop_start()
        threading.Thread(target=self._run, name="broker", daemon=True).start()

    def stop(self) -> None:
        """Say that the table is away, and disconnect."""
        if self.client.is_connected():
            self.client.publish(f"{self.base}/online", "offline", qos=1, retain=True).wait_for_publish(1)
        self.client.disconnect()
        self.client.loop_stop()

    def _run(self) -> None:
        closed = self._feed.table.closed
        while not closed.is_set():
            self._news.wait(BEAT)
            self._news.clear()
            if self._connected.is_set() and not self._publish():
                self._news.set()
                closed.wait(0.2)
        self.stop()

    def _publish(self) -> bool:
        """Publish new and requested messages; return whether the broker confirmed all of them."""
        while self._again:
            for message in self._feed.again(*self._again[0]):
                if not self._sent(message):
                    return False
            self._again.pop(0)
        if self._anew:
            self._anew = False
            self._place = self._place._replace(version=min(self._place.version, 0))
        messages, place = self._feed.read(self._place)
        for message in messages:
            if not self._sent(message):
                return False
            if message.name == "event":
                self._place = Place(message.evening, message.number, 0)
        self._place = place
        return True

    def _sent(self, message: Message) -> bool:
        if message.name == "state":
            self._keep_win(message)
        return self._send(message.name, message.data, kept=message.name == "state")

    def _keep_win(self, message: Message) -> None:
        """Publish the winners of an evening once, as a retained message; ``_introduce`` publishes it again."""
        state = json.loads(message.data)
        if state["winners"] and message.evening not in self._wins:
            names = [one["name"] for one in state["players"] if one["id"] in state["winners"]]
            points = max((one["points"] for one in state["players"] if one["id"] in state["winners"]), default=0)
            won = {
                "evening": message.evening,
                "at": time.time(),
                "game": state["game"],
                "names": names,
                "points": points,
            }
            self._wins[message.evening] = json.dumps(won).encode()
            self._send(f"won/{message.evening}", self._wins[message.evening], kept=True)

    def _send(self, what: str, data: bytes, *, kept: bool) -> bool:
        topic = f"{self.base}/{what}"
        try:
            sent = self.client.publish(topic, data, qos=1, retain=kept)
            sent.wait_for_publish(PATIENCE)
            return sent.is_published()
        except (RuntimeError, ValueError):  # not connected, or its queue is full
            return False

    def _met(self, client: mqtt.Client, data: Any, flags: Any, reason: ReasonCode, properties: Any) -> None:
        if reason.is_failure:
            self.trouble = str(reason)
            return
        self.trouble = ""
        client.subscribe([(f"{self.base}/again", 1), (f"{self.base}/helped", 1), (BIRTH, 1)])
        self._introduce()
        self._anew = True
        self._connected.set()
        self._news.set()

    def _introduce(self) -> None:
        """Publish the description for Home Assistant, that the table is online, and all wins so far."""
        self.client.publish(
            f"{DISCOVERY}/{slug(self._feed.name)}/config", json.dumps(self.device()), qos=1, retain=True
        )
        self.client.publish(f"{self.base}/online", "online", qos=1, retain=True)
        for evening, won in self._wins.items():
            self.client.publish(f"{self.base}/won/{evening}", won, qos=1, retain=True)

    def device(self) -> dict[str, Any]:
        """Return the description of the table for Home Assistant."""
        name = slug(self._feed.name)
        return {
            "device": {"identifiers": [f"servi_{name}"], "name": f"Servi {self._feed.name}", "manufacturer": "Servi"},
            "origin": {"name": "Servi"},
            "components": {
                key: {
                    "platform": platform,
                    "name": str(words),
                    "icon": icon,
                    "unique_id": f"servi_{name}_{key}",
                    "value_template": template,
                    **({"payload_on": "True", "payload_off": "False"} if platform == "binary_sensor" else {}),
                }
                for key, (platform, words, icon, template) in ENTITIES.items()
            },
            "state_topic": f"{self.base}/state",
            "availability_topic": f"{self.base}/online",
            "qos": 1,
        }

    def _lost(self, client: mqtt.Client, data: Any, flags: Any, reason: ReasonCode, properties: Any) -> None:
        self._connected.clear()
        if not self.trouble or not reason.is_failure:
            self.trouble = str(reason)

    def _failed(self, client: mqtt.Client, data: Any) -> None:
        self.trouble = "unreachable"

    def _asked(self, client: mqtt.Client, data: Any, message: mqtt.MQTTMessage) -> None:
        """Handle an event request (``{"evening": 7, "number": 12}``), a host's answer, or Home Assistant's start."""
        if message.topic == f"{self.base}/helped":
            self._feed.table.call_host(False)
        elif message.topic == BIRTH:
            self._introduce()
            self._anew = True
        else:
            try:
                wanted = json.loads(message.payload)
                asked = int(wanted["evening"]), max(1, int(wanted["number"]))
            except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
                return
            if asked not in self._again and len(self._again) < 8:
                self._again.append(asked)
        self._news.set()


def slug(name: str) -> str:
    """Return a name in the form allowed in a topic."""
    return re.sub(r"[^a-z0-9_-]+", "-", name.casefold()) or "table"


def address(wanted: Listeners) -> tuple[str, int]:
    """Return host and port of the broker."""
    found = urlsplit(wanted.broker)
    return found.hostname or "", found.port or (8883 if found.scheme == "mqtts" else 1883)


def trusted(wanted: Listeners) -> ssl.SSLContext | None:
    """Return the TLS context for the broker's certificate, None without TLS; raise ``NoBroker`` for a bad file."""
    if not wanted.broker.startswith("mqtts:"):
        return None
    try:
        return ssl.create_default_context(cafile=wanted.certificate or None)
    except (OSError, ssl.SSLError) as error:
        raise NoBroker(
            f"feed.certificate = {wanted.certificate!r} cannot be read ({error}): name the broker's file."
        ) from None


def client(wanted: Listeners, name: str) -> mqtt.Client:
    """Return a client with the user's password and the TLS context; raise ``NoBroker`` as ``trusted`` does."""
    made = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=name)
    found = urlsplit(wanted.broker)
    if found.username:
        made.username_pw_set(unquote(found.username), unquote(found.password) if found.password else None)
    if (context := trusted(wanted)) is not None:
        made.tls_set_context(context)
    return made


def tried(wanted: Listeners, timeout: float = 5.0) -> str:
    """Try to connect; return the problem with its remedy, "" if the broker works."""
    host, port = address(wanted)
    answered, trouble = threading.Event(), [""]

    def met(client: mqtt.Client, data: Any, flags: Any, reason: ReasonCode, properties: Any) -> None:
        trouble[0] = (
            f"{host} refuses the connection ({reason}): check name and password in feed.broker."
            if reason.is_failure
            else ""
        )
        answered.set()

    try:
        context, made = trusted(wanted), client(wanted, "")
        with socket.create_connection((host, port), timeout) as plain:
            if context:
                context.wrap_socket(plain, server_hostname=host).close()
        made.on_connect = met
        made.connect_timeout = timeout
        made.connect(host, port)
    except NoBroker as error:
        return str(error)
    except ssl.SSLError as error:
        return f"{host} has no certificate that is trusted here ({error.reason}): name its file in feed.certificate."
    except OSError as error:
        return f"{host}, port {port}, cannot be reached ({error.strerror or error}): is the broker on, and is the address right?"
    made.loop_start()
    there = answered.wait(timeout)
    made.disconnect()
    made.loop_stop()
    return (
        trouble[0]
        if there
        else f"{host}, port {port}, does not answer as a broker: check the port, and mqtt:// or mqtts://."
    )
