"""The page of buttons and lamps: test them, or press simulated ones."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template

from companion.errors import BadCommand
from companion.language import tr
from companion.panel import Panel
from companion.record import record
from companion.schema import Text20
from web import here
from web.body import Empty, bad, read
from web.problems import Problem

bp = Blueprint("panel", __name__)


@bp.get("/panel")
def page() -> str:
    """Answer with the page of all buttons and lamps."""
    return render_template("panel.html")


@bp.get("/panel.json")
def state() -> Response:
    """Answer with the buttons, the pressed ones, and for each seat whether its lamp is lit."""
    panel = _panel()
    return jsonify(
        {
            "simulated": panel.simulated,
            "buttons": list(panel.buttons()),
            "pressed": list(panel.pressed()),
            "lamps": dict(panel.lamps()),
        }
    )


@record(kw_only=True)
class ButtonMove:
    """A button that is pressed or released."""

    button: Text20 = ""
    down: bool


@bp.post("/panel/press")
def press() -> Response:
    """Press or release a simulated button."""
    body = read(ButtonMove)
    try:
        _panel().press(body.button, body.down)
    except BadCommand as error:
        raise bad(str(error)) from error
    return jsonify({"ok": True})


@bp.post("/panel/lamps")
def lamps() -> Response:
    """Light all lamps briefly."""
    read(Empty)
    _panel().try_lamps()
    return jsonify({"ok": True})


def _panel() -> Panel:
    panel: Panel | None = here.table().panel
    if panel is None:
        raise Problem(
            404, "NO_PANEL", tr("Il n'y a pas de boutons à cette table. Tout se touche sur la page de la table.")
        )
    return panel
