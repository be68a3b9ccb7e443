"""The page: what a table sees and touches in a browser. ``create_app`` builds it, ``serve`` opens it."""

from __future__ import annotations

import ctypes
import mimetypes
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from flask import Flask

from web import (
    access,
    boxes,
    commands,
    dice,
    language,
    machine,
    packed,
    pages,
    panel,
    paper,
    photographs,
    problems,
    rights,
    seats,
    stream,
    track,
    voice,
)

SMALL_BODY = 8 * 1024
"""Bytes that any body may have but an imported evening and a photograph."""

EVENING_BODY = 64 * 1024 * 1024
"""Bytes that an imported evening may have, photographs included."""

PHOTO_BODY = 12 * 1024 * 1024
"""Bytes that a phone's photograph of the dice may have."""

BOX_BODY = 400 * 1024
"""Bytes that a box may have."""


def create_app(table: Any, *, folder: Path | None = None, names: Iterable[str] = ()) -> Flask:
    """Return the application for one ``companion.table.Table``.

    ``folder`` keeps the signing secret, who holds which seat and the banker's PIN (else the table's own folder, else memory);
    ``names`` are further host names under which this machine may be called.
    """
    mimetypes.add_type("font/woff2", ".woff2")  # a bare system does not know it
    app = Flask(__name__)
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
    language.init_app(app)
    problems.init_app(app)
    packed.init_app(app)
    stream.init_app(app)
    access.init_app(app)
    rights.init_app(app, folder)
    for module in (
        pages,
        paper,
        boxes,
        track,
        dice,
        stream,
        commands,
        photographs,
        seats,
        rights,
        machine,
        panel,
        language,
        voice,
    ):
        app.register_blueprint(module.bp)
    return app


def serve(table: Any, host: str, port: int, *, folder: Path | None = None, names: Iterable[str] = ()) -> None:
    """Serve the page until the process ends."""
    make_server(table, host, port, folder=folder, names=names).run()


M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""The names in glibc's ``malloc.h`` of how much may lie free at the end of a heap, from which size on a piece is a mapping of
its own, and how many heaps a process may have."""
LARGE = 32 * 1024
"""Bytes of a piece of memory that goes back to the system when it is freed: a view, what waits for a page, a picture."""


def give_memory_back() -> None:
    """Let what was freed go back to the system, for a table is open for days.

    glibc gives threads up to eight heaps a core, each of which keeps what it once held for a view; and in one heap, what
    waits for fifty pages lies between the facts of the evening, so that its holes stay.
    """
    try:
        library = ctypes.CDLL(None)
        for name, value in ((M_ARENA_MAX, 1), (M_MMAP_THRESHOLD, LARGE), (M_TRIM_THRESHOLD, 2 * LARGE)):
            library.mallopt(name, value)
    except (AttributeError, OSError, TypeError):
        pass  # another C library, which does not do so


WAITING = 64 * 1024
"""So many bytes wait for a page that reads slowly, before its stream waits too (waitress's own 16 MB a page are too many)."""


def make_server(table: Any, host: str, port: int, *, folder: Path | None = None, names: Iterable[str] = ()) -> Any:
    """Return a waitress server that listens already; ``run()`` serves and ``close()`` ends it.

    Each open page holds a thread for its stream: with waitress's own four threads, four tablets
    would leave none to answer the fifth.
    """
    from waitress import create_server  # type: ignore[import-untyped]

    give_memory_back()
    app = create_app(table, folder=folder, names=names)
    return create_server(
        app,
        host=host,
        port=port,
        threads=64,
        channel_request_lookahead=1,
        outbuf_high_watermark=WAITING,
        max_request_body_size=EVENING_BODY + SMALL_BODY,
        ident="Servi",
    )
