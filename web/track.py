"""The page of the dice track: the camera's picture, the four corners, the empty reference, the light."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from flask import Blueprint, Response, jsonify, render_template

from companion.errors import EyeError
from companion.eye import Learner, Learnt, TrackKeeper, TrackState
from companion.language import tr, trn
from companion.record import record
from companion.schema import Signed
from companion.telling.book import day
from companion.words import amount
from web import here
from web.body import read
from web.problems import Problem

bp = Blueprint("track", __name__)

PARTS = 10_000
"""Scale of a corner's coordinates, because request bodies hold only integers."""


def _keeper() -> TrackKeeper:
    keeper: TrackKeeper = here.table().camera.track
    return keeper


def _learner() -> Learner:
    learner: Learner = here.table().camera.learner
    return learner


@bp.get("/track")
def track() -> str:
    """Answer with the page of the track."""
    return render_template("track.html")


@bp.get("/track.json")
def known() -> Response:
    """Answer with the stored track, the camera's picture size (or why there is none), and what the eye has learnt."""
    try:
        picture = _keeper().picture()
        seen: dict[str, Any] = {"width": picture.width, "height": picture.height, "found": _parts(picture.found)}
    except EyeError as error:
        seen = {"trouble": str(error)}
    return jsonify({**_state_row(_keeper().state()), **seen, "learnt": _learnt_row(_learner().state())})


@bp.get("/track.jpg")
def picture() -> Response:
    """Answer with the camera's current picture."""
    return Response(_asked(lambda keeper: keeper.picture().jpeg), mimetype="image/jpeg")


@bp.get("/track/recording")
def recording() -> Response:
    """Answer with the camera's last half minute as a file, to report a misreading."""
    try:
        answer = Response(here.table().camera.recording(), mimetype="application/zip")
    except EyeError as error:
        raise Problem(409, "EYE", str(error)) from error
    answer.headers["Content-Disposition"] = 'attachment; filename="oeil.zip"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.post("/track/turn")
def turn() -> Response:
    """Turn the camera's picture by a quarter."""
    return _changed(lambda keeper: keeper.turn())


@bp.post("/track/find")
def find() -> Response:
    """Find the four printed markers."""
    return _changed(lambda keeper: keeper.find())


Corner = Annotated[tuple[Annotated[int, (0, PARTS)], Annotated[int, (0, PARTS)]], "[[500, 500], [9500, 500]]"]


@record(kw_only=True)
class Corners:
    """Four corners, and the sides of a home-made track in millimetres. ``moved``: of the known track, whose size stays."""

    corners: Annotated[tuple[Corner, ...], 400]
    width: Signed | None = None
    height: Signed | None = None
    moved: bool = False


@bp.post("/track/corners")
def corners() -> Response:
    """Store four tapped or dragged corners; ``width`` and ``height`` in millimetres for a home-made track."""
    body = read(Corners)
    points = [(x / PARTS, y / PARTS) for x, y in body.corners]
    if body.moved:
        return _changed(lambda keeper: keeper.move_corners(points))
    size = (float(body.width), float(body.height)) if body.width is not None and body.height is not None else None
    return _changed(lambda keeper: keeper.set_corners(points, size))


@bp.post("/track/empty")
def empty() -> Response:
    """Store the current picture as the empty track and check the light."""
    return _changed(lambda keeper: keeper.take_empty())


@bp.post("/track/forget")
def forget() -> Response:
    """Forget the track."""
    return _changed(lambda keeper: keeper.forget())


@record(kw_only=True)
class Switch:
    """Whether the eye learns during play."""

    on: bool


@bp.post("/track/learn")
def learn() -> Response:
    """Switch the eye's learning during play on or off."""
    body = read(Switch)
    return jsonify({"ok": True, "learnt": _learnt_row(_asked_learner(lambda learner: learner.switch(body.on)))})


@bp.post("/track/unlearn")
def unlearn() -> Response:
    """Forget what the eye learned from throws of the box in play."""
    return jsonify({"ok": True, "learnt": _learnt_row(_asked_learner(lambda learner: learner.forget()))})


def _asked_learner(call: Callable[[Learner], Learnt]) -> Learnt:
    try:
        return call(_learner())
    except EyeError as error:
        raise Problem(409, "EYE", str(error)) from error


def _learnt_row(learnt: Learnt) -> dict[str, Any]:
    return {"possible": learnt.possible, "on": learnt.on, "dice": learnt.dice, "told": learnt_words(learnt)}


def learnt_words(learnt: Learnt) -> str:
    """Return one sentence about what the eye has learnt of the dice in play."""
    if not learnt.dice:
        return tr("Il n'a encore rien appris des dés de cette boîte.")
    since = day(learnt.since)
    dice = trn("Un dé lu", "{n} dés lus", learnt.dice, n=amount(learnt.dice))
    if not learnt.on:
        return tr(
            "{dice} depuis le {since}, mis de côté : l'œil n'apprend plus et ne s'en sert pas.", dice=dice, since=since
        )
    if learnt.used:
        return tr("{dice} depuis le {since} : l'œil lit mieux avec, il s'en sert.", dice=dice, since=since)
    return tr(
        "{dice} depuis le {since} : pas encore assez pour lire mieux, l'œil ne s'en sert pas.", dice=dice, since=since
    )


def _changed(call: Callable[[TrackKeeper], TrackState]) -> Response:
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
