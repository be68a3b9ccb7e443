"""The web pages of a table. ``create_app`` builds the application, ``serve`` runs it."""

from __future__ import annotations

import ctypes
import mimetypes
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

from companion.feed.feed import Feed
from web import (
    access,
    book,
    boxes,
    commands,
    dice,
    feed,
    figures,
    language,
    machine,
    packed,
    pages,
    panel,
    paper,
    photographs,
    problems,
    repair,
    replay,
    rights,
    seats,
    stream,
    track,
    voice,
    your_dice,
)

SMALL_BODY = 8 * 1024
"""Maximum request body, except for evenings, photographs and boxes, in bytes."""

EVENING_BODY = 64 * 1024 * 1024
"""Maximum size of an imported evening with photographs, in bytes."""

PHOTO_BODY = 12 * 1024 * 1024
"""Maximum size of a photograph from a phone, in bytes."""

BOX_BODY = 400 * 1024
"""Maximum size of a box, in bytes."""


class Route(Rule):
    """A route that compiles its functions for ``url_for`` at their first use. All of them take 20 ms of a start."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(super()._compile_builder)
        return lambda rule, **values: compiled(append_unknown)(rule, **values)


class Application(Flask):
    """The application of one table."""

    url_rule_class = Route


def create_app(
    table: Any,
    *,
    folder: Path | None = None,
    names: Iterable[str] = (),
    listened: Feed | None = None,
    smaller: replay.Smaller | None = None,
) -> Flask:
    """Return the Flask application for one ``companion.table.Table``.

    ``folder`` keeps the signing secret, the claimed seats and the banker's PIN; it defaults to the table's folder.
    Without a folder, memory keeps the secret and the seats, and no PIN can be set. ``names`` are further host names of
    this machine. ``listened`` is the feed of the table. ``smaller`` shrinks photographs for the file of an evening.
    """
    mimetypes.add_type("font/woff2", ".woff2")  # a minimal system does not know this type
    app = Application(__name__)
    app.config.update(
        MAX_CONTENT_LENGTH=SMALL_BODY,
        EVENING_BODY=EVENING_BODY,
        PHOTO_BODY=PHOTO_BODY,
        BOX_BODY=BOX_BODY,
        SEND_FILE_MAX_AGE_DEFAULT=0,
    )
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.extensions["table"] = table
    folder = folder if folder is not None else getattr(table, "folder", None)
    app.extensions["claims"] = seats.Claims(folder)
    app.extensions["names"] = tuple(names)
    app.extensions["smaller"] = smaller
    language.init_app(app)
    problems.init_app(app)
    packed.init_app(app)
    stream.init_app(app)
    feed.init_app(app, listened or Feed(table, "servi"))
    access.init_app(app)
    rights.init_app(app, folder)
    seats.init_app(app)
    for module in (
        pages,
        paper,
        book,
        boxes,
        track,
        dice,
        feed,
        figures,
        replay,
        stream,
        commands,
        photographs,
        seats,
        rights,
        repair,
        machine,
        panel,
        language,
        voice,
        your_dice,
    ):
        app.register_blueprint(module.bp)
    return app


def serve(table: Any, host: str, port: int, **more: Any) -> None:
    """Serve the page until the process ends; ``more`` as in ``create_app``."""
    make_server(table, host, port, restarts=True, **more).run()


M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Parameters of glibc's ``malloc.h``: free bytes kept at the end of a heap, minimum size of a separate mapping, and
maximum number of heaps."""
LARGE = 32 * 1024
"""Minimum size in bytes of a block with its own mapping, which returns to the system when freed."""


def give_memory_back() -> None:
    """Configure glibc to return freed memory to the system, since a table stays open for days.

    By default glibc gives threads up to eight heaps per core, and each heap keeps its maximum size. In a shared heap,
    the buffers for fifty pages lie between the facts of the evening and leave gaps there.
    """
    try:
        library = ctypes.CDLL(None)
        for name, value in ((M_ARENA_MAX, 1), (M_MMAP_THRESHOLD, LARGE), (M_TRIM_THRESHOLD, 2 * LARGE)):
            library.mallopt(name, value)
    except (AttributeError, OSError, TypeError):
        pass  # another C library does not have these parameters


def make_server(table: Any, host: str, port: int, *, restarts: bool = False, **more: Any) -> Any:
    """Return a server that already listens; ``run()`` serves and ``close()`` ends it.

    ``restarts``: a restore may replace this process by a new one; ``more`` as in ``create_app``.
    """
    from web.server import listen  # imported here, because tests of pages do not need it

    app = create_app(table, **more)
    app.extensions["restarts"] = restarts
    return listen(app, host, port, EVENING_BODY + SMALL_BODY)
