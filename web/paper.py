"""Pages that can go to paper: the evening put away, what it came to, and a blank score sheet."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template

from companion.language import tr
from companion.library import reading_class
from web import here
from web.drawing import games
from web.drawing.summary import summary_row
from web.problems import Problem

bp = Blueprint("paper", __name__)

ROWS = 24
"""Lines of a score sheet: they fit one page of A4."""

SEATS = 6
"""Columns of a score sheet where nobody sits down yet."""


@bp.get("/after")
def after() -> str:
    """The evening in figures."""
    return render_template("after.html")


@bp.get("/after.json")
def figures() -> Response:
    """Answer with the figures of the evening."""
    found = here.table().summary()
    if found is None:
        raise Problem(404, "NO_GAME", tr("Aucune partie n'est ouverte. Commencez-en une, ou reprenez-en une."))
    return jsonify(summary_row(found))


@bp.get("/pause")
def pause() -> str:
    """The evening put away until tomorrow, and laid out again."""
    return render_template("pause.html")


@bp.get("/score-sheet")
def score_sheet() -> str:
    """A blank score sheet of the game that is played, with its names; of any game where none is."""
    now = here.now()
    sheet = games.score_sheet(now)
    names = [seat.name for seat in now.seats if not seat.left] or [""] * SEATS
    counted = sheet["counted"] or [""]
    blocks = range(1, ROWS // len(counted) + 1)
    title = reading_class(now.game).title() if now.game else None
    return render_template("score_sheet.html", title=title, names=names, blocks=blocks, sheet=sheet)
