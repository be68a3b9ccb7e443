"""The buttons and lamps of the table on a page: to try them, and to play them where there is no box."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, jsonify, render_template

from companion.errors import BadCommand
from companion.language import tr
from companion.panel import Panel
from web.body import bad, read_object, words
from web.problems import Problem
from web.seats import speaker

bp = Blueprint("panel", __name__)


@bp.get("/panel")
def page() -> str:
    """Every button and lamp, as they lie on the table."""
    return render_template("panel.html")


@bp.get("/panel.json")
def state() -> Response:
    """Answer with the buttons, those that are pressed, and the lamps that are lit."""
    panel = _panel()
    return jsonify(
        {
            "simulated": panel.simulated,
            "buttons": list(panel.buttons()),
            "pressed": list(panel.pressed()),
            "lamps": dict(panel.lamps()),
        }
    )


@bp.post("/panel/press")
def press() -> Response:
    """Press a simulated button, or let it go."""
    body = read_object()
    speaker()
    down: Any = body.get("down")
    if not isinstance(down, bool):
        raise bad(tr("« {key} » doit être vrai ou faux.", key="down"))
    try:
        _panel().press(words(body, "button", longest=20), down)
    except BadCommand as error:
        raise bad(str(error)) from error
    return jsonify({"ok": True})


@bp.post("/panel/lamps")
def lamps() -> Response:
    """Light all lamps for a moment."""
    read_object()
    speaker()
    _panel().try_lamps()
    return jsonify({"ok": True})


def _panel() -> Panel:
    panel: Panel | None = current_app.extensions["table"].panel
    if panel is None:
        raise Problem(
            404, "NO_PANEL", tr("Il n'y a pas de boutons à cette table. Tout se touche sur la page de la table.")
        )
    return panel
