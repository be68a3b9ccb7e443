"""Photographs from a phone: the dice are read as the open throw."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Blueprint, Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.errors import UnreadablePicture
from companion.facts import TABLE
from companion.language import tr
from companion.questions import Throw
from web import here
from web.access import too_large
from web.body import bad
from web.commands import outcome
from web.problems import Problem
from web.seats import not_yours, speaker

bp = Blueprint("photographs", __name__)

_reading = threading.Lock()
"""Held while a photograph is read, because a small machine has memory for only one decoded picture."""


@bp.post("/photo")
def photograph() -> Response:
    """Read the photograph in the body; the query has ``seen`` and the ``kept`` dice."""
    seat = speaker()
    throws = [one.question for one in here.now().open if isinstance(one.question, Throw)]
    if seat and throws and not any(seat.id in throw.seats for throw in throws):
        raise not_yours(seat, tr("Ce lancer est celui d'un autre siège."))
    named = {"seen": _number("seen"), "kept": _kept(), "seat": seat.id if seat else ""}
    with one_at_a_time():
        return outcome(lambda table: _read(table, who=seat.name if seat else TABLE, **named))


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Hold the lock during the block; raise a Problem if another photograph is being read."""
    if not _reading.acquire(blocking=False):
        raise Problem(429, "BUSY", tr("Une autre photo est en train d'être lue. Un instant, puis recommencez."))
    try:
        yield
    finally:
        _reading.release()


def _read(table: Any, **named: Any) -> Any:
    try:
        return table.photograph(request.get_data(cache=False), **named)
    except RequestEntityTooLarge:
        raise too_large() from None
    except UnreadablePicture as error:
        raise Problem(422, "UNREADABLE", str(error)) from error


def _number(key: str) -> int | None:
    text = request.args.get(key)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise bad(tr("« {key} » doit être un nombre entier.", key=key))
    return int(text)


def _kept() -> list[int] | None:
    text = request.args.get("kept")
    if text is None:
        return None
    faces = text.split(",") if text else []
    if len(faces) > 3 or any(face not in "123456" or len(face) != 1 for face in faces):
        raise bad(tr("« kept » doit nommer des dés, de 1 à 6."))
    return [int(face) for face in faces]
