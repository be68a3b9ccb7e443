"""The pages of the shelf: list, edit, export, import and delete boxes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Blueprint, Response, jsonify, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.disk import why_unwritable
from companion.errors import BadBox, BadCommand
from companion.language import tr
from companion.record import record
from companion.schema import FreeObject, Text40, Text60
from companion.shelf.boxes import Boxes
from companion.shelf.shelf import as_text, plain
from web import here
from web.access import too_large
from web.body import bad, read
from web.drawing.games import box_form, games_rows
from web.drawing.rows import Row
from web.problems import Problem, cannot_write

bp = Blueprint("boxes", __name__)

Answer = TypeVar("Answer")


@bp.get("/boxes")
def shelf() -> str:
    """Answer with the page of all boxes."""
    return render_template("boxes.html")


@bp.get("/boxes.json")
def listed() -> Response:
    """Answer with the boxes to choose from, all games, and the name of the box in play (None without an evening)."""
    table = here.table()
    on_table = table.box_name() if table.evening() else None
    return jsonify({"boxes": table.boxes.rows(), "games": games_rows(), "on_table": on_table})


@bp.get("/box")
def editor() -> str:
    """Answer with the editor of one box; the query has its ``name``."""
    return render_template("box.html")


@bp.get("/box-file.json")
def box() -> Response:
    """Answer with one box and the form of its editor."""
    return jsonify(_opened(_name()))


@bp.get("/box-export")
def export() -> Response:
    """Answer with one box as a file."""
    name = _name()
    box = _asked(lambda boxes: boxes.open(name))
    answer = Response(as_text(dict(box.data)), mimetype="application/json; charset=utf-8")
    answer.headers.set("Content-Disposition", "attachment", filename=f"{plain(name)}.json")
    return answer


@record(kw_only=True)
class NewBox:
    """A new box of a game: empty, or a copy of the example."""

    name: Text60 = ""
    game: Text40 = ""
    example: bool = False


@bp.post("/new-box")
def new() -> Response:
    """Put a new box onto the shelf."""
    body = read(NewBox)
    name = body.name.strip()
    if not name:
        raise bad(tr("Il faut un nom pour la boîte."))
    return jsonify({"ok": True, "name": _asked(lambda boxes: boxes.new(name, body.game, example=body.example))})


@record(kw_only=True)
class SavedBox:
    """An edited box, renamed to ``called`` if set."""

    name: Text60 = ""
    called: Text60 = ""
    data: FreeObject


@bp.post("/save-box")
def save() -> Response:
    """Save an edited box, perhaps under another name; answer with the saved box."""
    body = _bounded(lambda: read(SavedBox))
    saved = _asked(lambda boxes: boxes.save(body.name, body.data, called=body.called.strip()))
    return jsonify({"ok": True, **_opened(saved)})


@bp.post("/import-box")
def bring_in() -> Response:
    """Import an exported box; the query has its file name."""
    file = request.args.get("file", "boite.json")[:80]
    try:
        text = _bounded(lambda: request.get_data(cache=False)).decode("utf-8")
    except UnicodeDecodeError:
        raise bad(tr("{file} : ce n'est pas le fichier d'une boîte.", file=file)) from None
    return jsonify({"ok": True, "name": _asked(lambda boxes: boxes.bring_in(text, file))})


@record(kw_only=True)
class BoxNamed:
    """The name of a box on the shelf."""

    name: Text60 = ""


@bp.post("/delete-box")
def delete() -> Response:
    """Delete a box from the shelf."""
    name = read(BoxNamed).name
    _asked(lambda boxes: boxes.delete(name))
    return jsonify({"ok": True})


def _opened(name: str) -> Row:
    """Return one box and the form of its editor."""
    box = _asked(lambda boxes: boxes.open(name))
    form = box_form(box.game, box.data)
    return {"name": box.name, "game": box.game.name, "title": box.game.title(), "data": box.data, "form": form}


def _name() -> str:
    return request.args.get("name", "")[:60]


def _bounded(read: Callable[[], Any]) -> Any:
    """Return the body that ``read`` reads; raise a Problem if a chunked body exceeds its limit."""
    try:
        return read()
    except RequestEntityTooLarge:
        raise too_large() from None


def _asked(call: Callable[[Boxes], Answer]) -> Answer:
    try:
        return call(here.table().boxes)
    except (BadBox, BadCommand) as error:
        raise Problem(404 if request.method == "GET" else 409, "BAD_BOX", str(error)) from error
    except OSError as error:
        raise cannot_write(why_unwritable(error)) from error
