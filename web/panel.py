"""The buttons and lamps of the table on a page: to try them, and to play them where there is no box."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, jsonify, render_template

from companion.errors import BadCommand
from companion.language import tr
from companion.panel import Panel
from companion.schema import Text20
from web import here
from web.body import Empty, bad, read
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A button that goes down or up."""

    button: Text20 = ""
    down: bool


@bp.post("/panel/press")
def press() -> Response:
    """Press a simulated button, or let it go."""
    body = read(Press)
    speaker()
    try:
        _panel().press(body.button, body.down)
    except BadCommand as error:
        raise bad(str(error)) from error
    return jsonify({"ok": True})


@bp.post("/panel/lamps")
def lamps() -> Response:
    """Light all lamps for a moment."""
    read(Empty)
    speaker()
    _panel().try_lamps()
    return jsonify({"ok": True})


def _panel() -> Panel:
    panel: Panel | None = here.table().panel
    if panel is None:
        raise Problem(
            404, "NO_PANEL", tr("Il n'y a pas de boutons à cette table. Tout se touche sur la page de la table.")
        )
    return panel
