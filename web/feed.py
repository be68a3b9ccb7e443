"""The feed for other programs: ``/feed`` as a stream of events (docs/feed.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Protocol

from flask import Blueprint, Flask, Response, current_app, jsonify, render_template, request

from companion.feed.feed import Feed, Message, Place
from companion.feed.schema import text
from companion.record import record
from web import here, stream
from web.body import read
from web.pages import jpeg

bp = Blueprint("feed", __name__)

READ = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})")


def init_app(app: Flask, listened: Feed) -> None:
    """Serve this feed."""
    app.extensions["feed"] = listened


@bp.get("/feed")
def feed() -> Response:
    """Answer with an endless stream of ``event`` and ``state`` messages; after new events it sends the state.

    A new listener first gets the state. ``Last-Event-ID: EVENING.NUMBER`` (or ``?after=``) asks for the events since
    that fact before the state.
    """
    return stream.answer(FeedStream.asked(current_app.extensions["feed"]))


@bp.get("/overlay")
def overlay() -> str:
    """Answer with the lower third for a video mixer such as OBS.

    ``?theme=jour`` changes its colours, ``?delay=`` delays everything by 0 to 60 seconds.
    """
    return render_template("overlay.html", theme="jour" if request.args.get("theme") == "jour" else "tapis")


@bp.get("/connect")
def connect() -> str:
    """Answer with the page about listeners: how to connect one, and which ones the table sends its messages to."""
    own: Feed = current_app.extensions["feed"]
    return render_template("connect.html", feed=own, here=request.host_url.rstrip("/"))


@record(kw_only=True)
class Call:
    """Whether the table asks for the host of its room."""

    on: bool


@bp.post("/call")
def call() -> Response:
    """Call the host of the room, or withdraw the call."""
    here.table().call_host(read(Call).on)
    return jsonify({"ok": True})


@bp.get("/feed.schema.json")
def schema() -> Response:
    """Answer with the JSON schema of the messages."""
    return Response(text(), mimetype="application/schema+json")


@bp.get("/feed/<int:evening>/<int:number>.jpg")
def picture(evening: int, number: int) -> Response:
    """Answer with the photograph of a throw of the evening in play."""
    table = here.table()
    return jpeg(table.picture(number) if table.playing == evening and number < 10**9 else None)


class Read(Protocol):
    """The source of a listener: the feed of a table or of an eye."""

    table: Any

    def read(self, place: Place) -> tuple[list[Message], Place]: ...


class FeedStream(stream.Stream):
    """The messages of one listener, and heartbeats as comments."""

    later = True

    def __init__(self, feed: Read, place: Place) -> None:
        super().__init__(feed.table)
        self._feed, self._place = feed, place

    @classmethod
    def asked(cls, feed: Read) -> FeedStream:
        """Return the stream for this request; it begins after the fact that the listener names, if any."""
        after = READ.fullmatch(request.headers.get("Last-Event-ID", request.args.get("after", "")))
        return cls(feed, Place(int(after[1]), int(after[2]), 0) if after else Place())

    def news(self) -> Iterator[bytes]:
        messages, place = self._feed.read(self._place)
        for name, evening, number, data in messages:
            yield b"id: %d.%d\nevent: %s\ndata: %s\n\n" % (evening, number, name.encode(), data)
            self._place = Place(evening, number, 0)
        self._place, self._seen = place, max(place.version, self._seen)
        yield b": \n\n"
