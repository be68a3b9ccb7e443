"""The pages of the owner's dice: teach faces by camera or photograph, and choose stand-ins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.dice import FACES, DieKind
from companion.errors import EyeError
from companion.eye import EXAMPLE, Teacher
from companion.language import tr
from companion.record import record
from companion.schema import FreeObject, Signed, Text20, Text60
from companion.standin import SIDES, StandIn
from web import here
from web.access import too_large
from web.body import read
from web.photographs import one_at_a_time
from web.problems import Problem

bp = Blueprint("dice", __name__)

KINDS = (DieKind.D6, DieKind.D10, DieKind.BICOLOUR)


def _teacher() -> Teacher:
    teacher: Teacher = here.table().camera.teacher
    return teacher


@bp.get("/dice")
def dice() -> str:
    """Answer with the page that teaches the dice of a box; the query has its ``box``."""
    return render_template("dice.html")


@bp.get("/dice.json")
def known() -> Response:
    """Answer with the taught faces, the stand-ins, and the ways to take a picture here."""
    return jsonify(_asked(_known))


def _known(teacher: Teacher) -> dict[str, Any]:
    table = here.table()
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
    """Answer with the newest picture of a taught face."""
    box, kind, value = (request.args.get(key, "")[:60] for key in ("box", "kind", "value"))
    picture = _asked(lambda teacher: teacher.face_picture(box, kind, value))
    if picture is None:
        raise Problem(404, "NO_PICTURE", tr("Il n'y a pas de photo ici."))
    return Response(picture, mimetype="image/jpeg")


@record(kw_only=True)
class FaceNamed:
    """A face of a die; without ``value`` its kind, without ``kind`` all dice of the box."""

    box: Text60 = ""
    kind: Text20 = ""
    value: Signed | Text20 = ""


@record(kw_only=True)
class Replacing:
    """A stand-in for a kind of die; ``faces`` if their meanings are not the usual ones."""

    box: Text60 = ""
    kind: Text20 = ""
    die: Text20 = ""
    faces: FreeObject | None = None


@bp.post("/teach")
def teach() -> Response:
    """Learn a face from the camera's current picture."""
    body = read(FaceNamed)
    return _taught(body.box, body.kind, str(body.value), None)


@bp.post("/teach-photo")
def teach_photo() -> Response:
    """Learn a face from the photograph in the body; the query has box, kind and value."""
    box, kind, value = (request.args.get(key, "")[:60] for key in ("box", "kind", "value"))
    with one_at_a_time():
        try:
            picture = request.get_data(cache=False)
        except RequestEntityTooLarge:
            raise too_large() from None
        return _taught(box, kind, value, picture)


@bp.post("/forget-dice")
def forget() -> Response:
    """Forget a face, a kind of die, or all taught dice and stand-ins of a box."""
    body = read(FaceNamed)
    _asked(lambda teacher: teacher.forget(body.box, body.kind or None, str(body.value) or None))
    return jsonify({"ok": True})


@bp.post("/stand-in")
def stand_in() -> Response:
    """Let one die stand in for a lost one, with the usual or given meanings of its faces."""
    body = read(Replacing)
    made = _asked(lambda teacher: teacher.stand_in(body.box, body.kind, body.die, body.faces))
    return jsonify({"ok": True, **_replacing(made)})


@bp.post("/forget-stand-in")
def forget_stand_in() -> Response:
    """Remove the stand-in for a kind of die."""
    body = read(FaceNamed)
    _asked(lambda teacher: teacher.forget_stand_in(body.box, body.kind))
    return jsonify({"ok": True})


def _taught(box: str, kind: str, value: str, picture: bytes | None) -> Response:
    known = _asked(lambda teacher: teacher.teach(box, kind, value, picture))
    return jsonify({"ok": True, "pictures": known.pictures})


def _camera() -> bool:
    try:
        here.table().camera.track.picture()
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
