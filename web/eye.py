"""The readings of a camera as a feed like a table's: ``./servi eye SOURCE --port N`` (docs/read-dice.md)."""

from __future__ import annotations

import threading
import time
from collections import deque

from flask import Flask, Response, abort
from waitress import create_server  # type: ignore[import-untyped]

from companion.dice import Reading
from companion.feed.feed import Message, Place, packed
from companion.feed.messages import VERSION, Die, Event, Throw
from companion.feed.schema import text
from web import access, language, problems, seats, stream
from web.feed import FeedStream
from web.pages import jpeg

KEPT = 200
"""Number of readings, with photographs, that a listener may request again."""


class Readings:
    """The latest readings, each as a ``throw`` event; an uncertain one has ``unsure`` and its doubts as ``news``."""

    def __init__(self, name: str = "eye") -> None:
        self.name, self.table = name, self  # a stream waits for changes of ``table``
        self.closed = threading.Event()
        self._changed = threading.Condition()
        self._told: deque[tuple[Message, bytes]] = deque(maxlen=KEPT)
        self._number = 0

    def add(self, reading: Reading, picture: bytes) -> None:
        """Publish a reading; dice that stayed are ``kept``, unreadable ones are left out."""
        thrown = [die for die in reading.dice if not die.kept and die.value is not None]
        kept = tuple(int(die.value) for die in reading.dice if die.kept and isinstance(die.value, int))
        with self._changed:
            self._number += 1
            number = self._number
            dice = tuple(Die(str(die.kind), die.value or 0, die.colour) for die in thrown)
            event = Event(
                version=VERSION,
                table=self.name,
                evening=1,
                number=number,
                at=time.time(),
                kind="throw",
                fact="DiceThrown",
                seat="",
                choice="",
                amount=0,
                throw=Throw(number, "", dice, kept, "camera", f"/feed/1/{number}.jpg"),
                payments=(),
                target=0,
                turn="",
                winners=(),
                news=() if reading.certain else ("unsure", *reading.why),
            )
            self._told.append((packed(event), picture))
            self._changed.notify_all()

    def wait(self, after: int, timeout: float) -> int:
        """Wait up to ``timeout`` seconds for a reading after number ``after``; return the number of the newest one."""
        with self._changed:
            self._changed.wait_for(lambda: self._number > after, timeout)
            return self._number

    def read(self, place: Place) -> tuple[list[Message], Place]:
        """Return the readings after a place, and the new place; a new listener gets later readings only."""
        with self._changed:
            news = [message for message, _ in self._told if message.number > place.number] if place.version >= 0 else []
            return news, Place(1, self._number, self._number)

    def picture(self, number: int) -> bytes | None:
        """Return the photograph of a reading as JPEG, None without one."""
        with self._changed:
            return next((picture for message, picture in self._told if message.number == number), None)


def create_app(readings: Readings) -> Flask:
    """Return the application that serves these readings."""
    app = Flask(__name__)
    app.extensions |= {"claims": seats.Claims(None), "names": (), "feed": readings}
    language.init_app(app)
    problems.init_app(app)
    app.before_request(access.check_host)
    app.after_request(access.lock)

    @app.get("/feed")
    def feed() -> Response:
        """Answer with an endless stream of readings."""
        return stream.answer(FeedStream.asked(readings))

    @app.get("/feed.schema.json")
    def schema() -> Response:
        """Answer with the JSON schema of the messages."""
        return Response(text(), mimetype="application/schema+json")

    @app.get("/feed/1/<int:number>.jpg")
    def photograph(number: int) -> Response:
        """Answer with the photograph of a reading."""
        return jpeg(readings.picture(number) or abort(404))

    return app


def serve(readings: Readings, host: str, port: int) -> None:
    """Serve until the process ends."""
    create_server(create_app(readings), host=host, port=port, threads=16, ident="Servi").run()
