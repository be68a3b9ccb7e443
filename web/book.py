"""The livre d'or: the pages of all evenings and of one, and the commands that join, separate and forget players."""

from __future__ import annotations

import time
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request

from companion.disk import why_unwritable
from companion.errors import BadCommand
from companion.language import tr
from companion.record import record
from companion.schema import Text20
from companion.telling import book as telling
from companion.words import amount, listed
from web import here
from web.body import read
from web.pages import jpeg
from web.problems import Problem, cannot_write

bp = Blueprint("book", __name__)

LISTED = 12
"""Evenings in the list; the others are behind « Toutes les parties »."""


@bp.get("/book")
def book() -> str:
    """Answer with the livre d'or; with ``?simulated``, with that of the simulated evenings."""
    simulated = "simulated" in request.args
    opened = here.table().book.open(time.time(), simulated=simulated)
    return render_template(
        "book.html",
        book=opened.book,
        missing=opened.missing,
        others=opened.others,
        simulated=simulated,
        listed=LISTED,
        **_words(),
    )


@bp.get("/book/<int:evening>")
def evening(evening: int) -> str:
    """Answer with the moments of one evening."""
    found = here.table().book.evening(evening) if evening < 10**9 else None
    if found is None:
        raise Problem(404, "NO_EVENING", tr("Cette soirée n'est pas dans le livre."))
    outline, moments = found
    persons = here.table().book.persons()
    names = {one.seat: persons.name(persons.person(one.person)) or one.seat for one in outline.seats}
    ranking = sorted((one for one in outline.seats if one.place), key=lambda one: (one.place, one.seat))
    return render_template(
        "book_evening.html",
        outline=outline,
        moments=moments,
        winners=listed([names[seat] for seat in outline.winners]),
        names=names,
        ranking=ranking,
        **_words(),
    )


def _words() -> dict[str, Any]:
    """Return the functions with which the templates word their sentences."""
    return {"say": telling, "amount": amount, "listed_names": lambda names: listed(list(names))}


@bp.get("/picture/<int:evening>/<int:number>")
def picture(evening: int, number: int) -> Response:
    """Answer with the photograph of a throw of any evening."""
    return jpeg(here.table().picture_of(evening, number) if max(evening, number) < 10**9 else None)


@record(kw_only=True)
class Two:
    """Two persons by their ids; the first one's name stays."""

    person: Text20
    other: Text20


@record(kw_only=True)
class One:
    """A person by an id."""

    person: Text20


@bp.post("/book/join")
def join() -> Response:
    """Count two names as one person."""
    body = read(Two)
    try:
        here.table().book.join(body.person, body.other)
    except BadCommand as error:
        raise Problem(409, "TWO_PEOPLE", str(error)) from error
    except OSError as error:
        raise cannot_write(why_unwritable(error)) from error
    return jsonify({"ok": True})


@bp.post("/book/separate")
def separate() -> Response:
    """Count a joined name as a separate person again."""
    body = read(One)
    try:
        here.table().book.separate(body.person)
    except OSError as error:
        raise cannot_write(why_unwritable(error)) from error
    return jsonify({"ok": True})


@bp.post("/book/forget")
def forget() -> Response:
    """Forget a person everywhere, with all joined names."""
    body = read(One)
    try:
        known = here.table().forget_person(body.person)
    except OSError as error:
        raise cannot_write(why_unwritable(error)) from error
    if not known:
        raise Problem(404, "NOBODY", tr("Personne de ce nom n'est retenu ici. Rechargez la page."))
    return jsonify({"ok": True})
