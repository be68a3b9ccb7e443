"""The shelf of boxes: look at one, put it right, carry it to another machine, bring one in, take one away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.disk import why_unwritable
from companion.errors import BadBox, BadCommand
from companion.language import tr
from companion.shelf import as_text, plain
from web.access import too_large
from web.body import bad, read_object, thing, words
from web.commands import table_only
from web.problems import Problem, cannot_write

bp = Blueprint("boxes", __name__)


def _table() -> Any:
    return current_app.extensions["table"]


@bp.get("/boxes")
def shelf() -> str:
    """Every box that is known here."""
    return render_template("boxes.html")


@bp.get("/boxes.json")
def listed() -> Response:
    """Answer with every box on the shelf, the one on the table, and the games that have boxes."""
    table = _table()
    on_table = table.box_name() if table.view()["phase"] != "none" else None
    return jsonify({"boxes": table.boxes(), "games": table.games_known(), "on_table": on_table})


@bp.get("/box")
def editor() -> str:
    """One box, to be filled in or put right; ``name`` stands in the address."""
    return render_template("box.html")


@bp.get("/box-file.json")
def box() -> Response:
    """Answer with one box and what a page needs to draw it."""
    return jsonify(_asked(lambda table: table.open_box(_name())))


@bp.get("/box-export")
def export() -> Response:
    """Answer with one box as a file."""
    name = _name()
    data = _asked(lambda table: table.open_box(name))["data"]
    answer = Response(as_text(data), mimetype="application/json; charset=utf-8")
    answer.headers.set("Content-Disposition", "attachment", filename=f"{plain(name)}.json")
    return answer


@bp.post("/new-box")
def new() -> Response:
    """Put a new box onto the shelf: unknown, or a copy of the invented one."""
    body = read_object()
    table_only()
    name, game = words(body, "name", longest=60).strip(), words(body, "game", longest=40)
    if not name:
        raise bad(tr("Il faut un nom pour la boîte."))
    example = body.get("example", False)
    if not isinstance(example, bool):
        raise bad(tr("« {key} » doit être vrai ou faux.", key="example"))
    return jsonify({"ok": True, **_asked(lambda table: table.new_box(name, game, example=example))})


@bp.post("/save-box")
def save() -> Response:
    """Save a box that was put right, under another name where one is given; answer with it as it lies there now."""
    body = _bounded(read_object)
    table_only()
    name, called = words(body, "name", longest=60), words(body, "called", longest=60).strip()
    data = thing(body, "data")
    saved = _asked(lambda table: table.save_box(name, data, called=called)["name"])
    return jsonify({"ok": True, **_asked(lambda table: table.open_box(saved))})


@bp.post("/import-box")
def bring_in() -> Response:
    """Take in a box that was exported elsewhere; the file's own name stands in the address."""
    table_only()
    file = request.args.get("file", "boite.json")[:80]
    try:
        text = _bounded(lambda: request.get_data(cache=False)).decode("utf-8")
    except UnicodeDecodeError:
        raise bad(tr("{file} : ce n'est pas le fichier d'une boîte.", file=file)) from None
    return jsonify({"ok": True, **_asked(lambda table: table.import_box(text, file))})


@bp.post("/delete-box")
def delete() -> Response:
    """Take a box off the shelf."""
    name = words(read_object(), "name", longest=60)
    table_only()
    _asked(lambda table: table.delete_box(name))
    return jsonify({"ok": True})


def _name() -> str:
    return request.args.get("name", "")[:60]


def _bounded(read: Callable[[], Any]) -> Any:
    """Read the body; one that says no length is bounded while it comes in."""
    try:
        return read()
    except RequestEntityTooLarge:
        raise too_large() from None


def _asked(call: Callable[[Any], Any]) -> Any:
    try:
        return call(_table())
    except (BadBox, BadCommand) as error:
        raise Problem(404 if request.method == "GET" else 409, "BAD_BOX", str(error)) from error
    except OSError as error:
        raise cannot_write(why_unwritable(error)) from error
