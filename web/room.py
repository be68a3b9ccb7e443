"""The room: one page with all tables of a café or toy library. It stores nothing and shows the broker's data."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from flask import Flask, Response, jsonify, render_template
from waitress import create_server  # type: ignore[import-untyped]

from companion.errors import ServiError
from companion.game.library import game_class
from companion.language import speaking, spoken, tr
from companion.record import record
from companion.schema import Text40
from web import access, language, problems, seats
from web.body import read
from web.problems import Problem

BEAT = 1.0
"""Seconds between two signs of life to the page."""
CALM = 0.2
"""Minimum seconds between two changes sent to the page, so that 200 tables do not flood it."""
PAGES = 24
"""Maximum pages that are open at once."""


class Tables(Protocol):
    """The source of the state of all tables."""

    def wait(self, after: int, timeout: float) -> tuple[int, dict[str, Any]]: ...
    def answered(self, table: str) -> bool: ...


@record(kw_only=True)
class Answered:
    """A table whose call the host answers."""

    table: Text40


def create_app(tables: Tables, names: Iterable[str] = ()) -> Flask:
    """Return the application of the room."""
    app = Flask(__name__)
    app.extensions |= {"claims": seats.Claims(None), "names": tuple(names)}
    app.config["MAX_CONTENT_LENGTH"] = 1024
    language.init_app(app)
    problems.init_app(app)
    access.init_app(app)
    app.register_blueprint(language.bp)

    @app.get("/")
    def room() -> str:
        """Answer with the page of the room."""
        return render_template("room.html")

    @app.get("/tables")
    def stream() -> Response:
        """Answer with an endless stream: all tables, then what changes."""
        answer = Response(_changes(tables, spoken()), mimetype="text/event-stream")
        answer.headers["X-Accel-Buffering"] = "no"
        return answer

    @app.post("/answered")
    def answered() -> Response:
        """Tell a table that the host comes."""
        if not tables.answered(read(Answered).table):
            raise Problem(404, "NOT_FOUND", tr("Cette table n'est plus là."))
        return jsonify({"ok": True})

    return app


def serve(tables: Tables, host: str, port: int) -> None:
    """Serve the room until the process ends."""
    create_server(create_app(tables), host=host, port=port, threads=PAGES, ident="Servi").run()


def _changes(tables: Tables, lang: str) -> Iterator[bytes]:
    version = -1
    while True:
        newest, changed = tables.wait(version, BEAT)
        if newest == version:
            yield b"event: beat\ndata: 1\n\n"
            continue
        version = newest
        with speaking(lang):
            for one in changed["tables"].values():
                one["title"] = _title(str(one["state"].get("game", "")))
            for won in changed["wins"]:
                won["title"] = _title(str(won.get("game", "")))
        yield f"data: {json.dumps(changed, ensure_ascii=False)}\n\n".encode()
        time.sleep(CALM)


def _title(game: str) -> str:
    try:
        return game_class(game).title() if game else ""
    except ServiError:
        return game  # the game is not installed here
