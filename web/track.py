"""Where the dice track lies: the camera's picture, its four corners, the empty reference, the light."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from flask import Blueprint, Response, jsonify, render_template

from companion.errors import EyeError
from companion.eye import TrackKeeper, TrackState
from companion.schema import Signed
from web import here
from web.body import read
from web.commands import table_only
from web.problems import Problem

bp = Blueprint("track", __name__)

PARTS = 10_000
"""A corner is sent as whole parts of the picture's width and height: a body holds whole numbers only."""


def _keeper() -> TrackKeeper:
    keeper: TrackKeeper = here.table().camera.track
    return keeper


@bp.get("/track")
def track() -> str:
    """The camera's picture, and where the track lies in it."""
    return render_template("track.html")


@bp.get("/track.json")
def known() -> Response:
    """Answer with what is stored of the track, and why there is no picture, where there is none."""
    try:
        picture = _keeper().picture()
        seen: dict[str, Any] = {"width": picture.width, "height": picture.height, "found": _parts(picture.found)}
    except EyeError as error:
        seen = {"trouble": str(error)}
    return jsonify({**_state_row(_keeper().state()), **seen})


@bp.get("/track.jpg")
def picture() -> Response:
    """The camera's current picture."""
    return Response(_asked(lambda keeper: keeper.picture().jpeg), mimetype="image/jpeg")


@bp.post("/track/find")
def find() -> Response:
    """Look for the four printed markers."""
    return _changed(lambda keeper: keeper.find())


Corner = Annotated[tuple[Annotated[int, (0, PARTS)], Annotated[int, (0, PARTS)]], "[[500, 500], [9500, 500]]"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Corners:
    """Four corners, and the sides in millimetres of a track of one's own."""

    corners: Annotated[tuple[Corner, ...], 400]
    width: Signed | None = None
    height: Signed | None = None


@bp.post("/track/corners")
def corners() -> Response:
    """Store four corners that were touched; with ``width`` and ``height`` in millimetres a track of one's own."""
    body = read(Corners)
    points = [(x / PARTS, y / PARTS) for x, y in body.corners]
    size = (float(body.width), float(body.height)) if body.width is not None and body.height is not None else None
    return _changed(lambda keeper: keeper.set_corners(points, size))


@bp.post("/track/empty")
def empty() -> Response:
    """Take the current picture as the empty track, and look at the light."""
    return _changed(lambda keeper: keeper.take_empty())


@bp.post("/track/forget")
def forget() -> Response:
    """Forget where the track lies."""
    return _changed(lambda keeper: keeper.forget())


def _changed(call: Callable[[TrackKeeper], TrackState]) -> Response:
    table_only()
    return jsonify({"ok": True, **_state_row(_asked(call))})


def _asked(call: Callable[[TrackKeeper], Any]) -> Any:
    try:
        return call(_keeper())
    except EyeError as error:
        raise Problem(409, "EYE", str(error)) from error


def _state_row(state: TrackState) -> dict[str, Any]:
    return {
        "how": str(state.how),
        "corners": _parts(state.corners),
        "empty": state.empty,
        "light": list(state.light),
        "changed": state.changed,
    }


def _parts(points: Any) -> list[list[int]]:
    return [[round(x * PARTS), round(y * PARTS)] for x, y in points]
