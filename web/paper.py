"""Printable pages: the pause sheet, the summary, and a blank score sheet."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template

from companion.game.library import reading_class
from companion.language import tr
from companion.luck.values import turning_point
from web import here
from web.body import read
from web.commands import Tap, outcome
from web.drawing import games
from web.drawing.luck import luck_row
from web.drawing.summary import summary_row
from web.problems import Problem
from web.your_dice import tonight

bp = Blueprint("paper", __name__)

ROWS = 24
"""Lines of a score sheet; they fill one A4 page."""

SEATS = 6
"""Columns of a score sheet without an evening."""


@bp.get("/after")
def after() -> str:
    """Answer with the summary page."""
    return render_template("after.html")


@bp.get("/after.json")
def figures() -> Response:
    """Answer with the figures of the summary."""
    found = here.table().summary()
    if found is None:
        raise _no_game()
    return jsonify(summary_row(found, tonight()))


def _no_game() -> Problem:
    return Problem(404, "NO_GAME", tr("Aucune partie n'est ouverte. Commencez-en une, ou reprenez-en une."))


@bp.get("/luck.json")
def luck() -> Response:
    """Answer with the win-chance curve, or the progress of its computation."""
    table = here.table()
    found = table.luck()
    if found is None:
        raise _no_game()
    turning = turning_point(found.values) if found.values and found.done else None
    line = next(iter(table.history(turning.number)), None) if turning else None
    return jsonify(luck_row(here.now(), found, line))


@bp.post("/luck")
def compute_luck() -> Response:
    """Start the computation of the win-chance curve, or continue it."""
    read(Tap)
    return outcome(lambda table: table.compute_luck())


@bp.get("/pause")
def pause() -> str:
    """Answer with the pause sheet."""
    return render_template("pause.html")


@bp.get("/score-sheet")
def score_sheet() -> str:
    """Answer with a blank score sheet, of the game in play or of any game."""
    now = here.now()
    sheet = games.score_sheet(now)
    names = sheet["columns"] or [""] * SEATS
    counted = sheet["counted"] or [""]
    blocks = range(1, ROWS // len(counted) + 1)
    title = reading_class(now.game).title() if now.game else None
    return render_template("score_sheet.html", title=title, names=names, blocks=blocks, sheet=sheet)
