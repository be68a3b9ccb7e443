"""The owner's own dice: each face shown once, to the camera or by a phone's photograph; and which die replaces another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.dice import FACES, DieKind
from companion.errors import EyeError
from companion.eye import EXAMPLE, Teacher
from companion.language import tr
from companion.standin import SIDES, StandIn
from web.access import too_large
from web.body import bad, read_object, words
from web.commands import table_only
from web.photographs import one_at_a_time
from web.problems import Problem

bp = Blueprint("dice", __name__)

KINDS = (DieKind.D6, DieKind.D10, DieKind.BICOLOUR)


def _table() -> Any:
    return current_app.extensions["table"]


def _teacher() -> Teacher:
    teacher: Teacher = _table().camera.teacher
    return teacher


@bp.get("/dice")
def dice() -> str:
    """Teach the eye the dice of a box; ``box`` stands in the address."""
    return render_template("dice.html")


@bp.get("/dice.json")
def known() -> Response:
    """Answer with the faces that were shown, the stand-ins, and what can take a picture here."""
    return jsonify(_asked(_known))


def _known(teacher: Teacher) -> dict[str, Any]:
    table = _table()
    names = list(dict.fromkeys([EXAMPLE, *table.shelf.names(), *teacher.boxes()]))
    box = request.args.get("box") or table.box_name()
    shown = {(face.kind, face.value): face.pictures for face in teacher.taught(box)}
    kinds = [
        {"kind": kind.value, "faces": [{"value": v, "pictures": shown.get((kind.value, v), 0)} for v in FACES[kind]]}
        for kind in KINDS
    ]
    return {
        "box": box,
        "boxes": names,
        "kinds": kinds,
        "stand_ins": [_replacing(one) for one in teacher.stand_ins(box)],
        "dice": list(SIDES),
        "camera": _camera(),
        "photographs": bool(table.camera.photographs),
    }


@bp.get("/face.jpg")
def face() -> Response:
    """The newest picture of a face that was shown."""
    box, kind, value = (request.args.get(key, "")[:60] for key in ("box", "kind", "value"))
    picture = _asked(lambda teacher: teacher.face_picture(box, kind, value))
    if picture is None:
        raise Problem(404, "NO_PICTURE", tr("Il n'y a pas de photo ici."))
    return Response(picture, mimetype="image/jpeg")


@bp.post("/teach")
def teach() -> Response:
    """Learn a face from the camera's current picture."""
    body = read_object()
    table_only()
    return _taught(words(body, "box", longest=60), words(body, "kind", longest=20), _face(body), None)


@bp.post("/teach-photo")
def teach_photo() -> Response:
    """Learn a face from the photograph that is sent; box, kind and value stand in the address."""
    table_only()
    box, kind, value = (request.args.get(key, "")[:60] for key in ("box", "kind", "value"))
    with one_at_a_time():
        try:
            picture = request.get_data(cache=False)
        except RequestEntityTooLarge:
            raise too_large() from None
        return _taught(box, kind, value, picture)


@bp.post("/forget-dice")
def forget() -> Response:
    """Forget a face, a kind of die, or everything that was taught for a box."""
    body = read_object()
    table_only()
    box, kind, value = words(body, "box", longest=60), words(body, "kind", longest=20), _face(body)
    _asked(lambda teacher: teacher.forget(box, kind or None, value or None))
    return jsonify({"ok": True})


@bp.post("/stand-in")
def stand_in() -> Response:
    """Let one die replace a lost one: as usual, or with a meaning for each of its faces."""
    body = read_object()
    table_only()
    box, kind, die = words(body, "box", longest=60), words(body, "kind", longest=20), words(body, "die", longest=10)
    faces = body.get("faces")
    if faces is not None and not isinstance(faces, dict):
        raise bad(tr("« faces » doit nommer les faces du dé."))
    return jsonify({"ok": True, **_replacing(_asked(lambda teacher: teacher.stand_in(box, kind, die, faces)))})


@bp.post("/forget-stand-in")
def forget_stand_in() -> Response:
    """Let nothing replace this kind of die any more."""
    body = read_object()
    table_only()
    box, kind = words(body, "box", longest=60), words(body, "kind", longest=20)
    _asked(lambda teacher: teacher.forget_stand_in(box, kind))
    return jsonify({"ok": True})


def _taught(box: str, kind: str, value: str, picture: bytes | None) -> Response:
    known = _asked(lambda teacher: teacher.teach(box, kind, value, picture))
    return jsonify({"ok": True, "pictures": known.pictures})


def _face(body: dict[str, Any]) -> str:
    """Return the face that is meant, as text: it may come as a number."""
    value = body.get("value")
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else words(body, "value", longest=20)


def _camera() -> bool:
    try:
        _table().camera.track.picture()
    except EyeError:
        return False
    return True


def _replacing(one: StandIn) -> dict[str, Any]:
    return {"kind": one.kind.value, "die": one.die, "faces": dict(one.faces), "warning": one.warning()}


def _asked(call: Callable[[Teacher], Any]) -> Any:
    try:
        return call(_teacher())
    except EyeError as error:
        raise Problem(409, "EYE", str(error)) from error
