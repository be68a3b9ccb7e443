"""The HTML pages, their pictures, and the data that they fetch; ``stream.py`` sends the changing data."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for

from companion.language import tr
from companion.snapshot import Snapshot
from companion.telling.reader import Reader
from web import here
from web.drawing import drawn_evening
from web.drawing.games import decks_row, games_rows, past_row, rule_book
from web.drawing.report import report_rows
from web.problems import Problem
from web.seats import held_seat, seat_named

bp = Blueprint("pages", __name__)


@bp.get("/")
def home() -> Any:
    """Redirect to the table, the pause sheet or the repair page, or without an evening to the set-up page."""
    now = here.now()
    if now.around.damaged:
        return redirect(url_for("repair.repair"), 303)
    there = "pages.setup" if now.phase == "none" else "paper.pause" if now.pause else "pages.table"
    return redirect(url_for(there), 303)


@bp.get("/table")
def table() -> str:
    """Answer with the page of the table."""
    return render_template("table.html")


@bp.get("/watch")
def watch() -> str:
    """Answer with the table page without controls, for spectators."""
    return render_template("watch.html")


@bp.get("/seat/<seat>")
def seat(seat: str) -> Any:
    """Answer with the page of one seat, for the phone that claimed it."""
    wanted = seat_named(seat)
    held = held_seat()
    if held is None or held.id != wanted.id:
        raise Problem(
            403,
            "NOT_YOUR_SEAT",
            tr(
                "Cet écran ne tient pas le siège de {name}. Lisez son code sur la page de la table.",
                name=wanted.name,
            ),
        )
    return render_template("seat.html", seat=wanted)


@bp.get("/setup")
def setup() -> str:
    """Answer with the set-up page."""
    return render_template("setup.html")


@bp.get("/history")
def history() -> str:
    """Answer with the report of the evening, on which players correct facts."""
    return render_template("history.html")


@bp.get("/history.json")
def history_lines() -> Response:
    """Answer with the lines of the report, all or ``?from`` a fact on."""
    lines = here.table().history(request.args.get("from", 1, type=int))
    return jsonify(report_rows(Reader(here.now()), lines) if lines else [])


@bp.get("/at/<int:number>")
def past(number: int) -> str:
    """Answer with the table as it was after an earlier fact, without controls."""
    if not 1 <= number <= here.now().number:
        raise _no_moment()
    return render_template("past.html", number=number)


@bp.get("/at/<int:number>.json")
def past_view(number: int) -> Response:
    """Answer with the view after a fact, the fact's text and time at that moment, and the newest fact's number."""
    then = _there(here.table().at(number) if number < 10**9 else None)
    view = drawn_evening(then)
    last = view["news"][0]
    return jsonify({"view": view, "moment": {"text": last["text"], "at": last["at"]}, "last": here.now().number})


@bp.get("/before/<int:number>.json")
def view_before(number: int) -> Response:
    """Answer with the view just before a fact, with later corrections applied."""
    return jsonify({"view": drawn_evening(_there(here.table().before(number) if number < 10**9 else None))})


def _there(then: Snapshot | None) -> Snapshot:
    if then is None:
        raise _no_moment()
    return then


def _no_moment() -> Problem:
    return Problem(404, "NO_MOMENT", tr("Ce moment n'existe pas. Choisissez-en un sur la feuille de partie."))


@bp.get("/games.json")
def games() -> Response:
    """Answer with the games and their house rules."""
    return jsonify({"games": games_rows()})


@bp.get("/setup.json")
def choices() -> Response:
    """Answer with the choices of the set-up page: games, boxes, players, the last set-up, earlier evenings."""
    table = here.table()
    return jsonify(
        {
            "games": games_rows(),
            "boxes": table.boxes.rows(),
            "people": [asdict(person) for person in table.people.all()],
            "last": table.last_setup(),
            "evenings": [past_row(evening) for evening in table.evenings()],
        }
    )


@bp.get("/rules.json")
def rules() -> Response:
    """Answer with the rule book's text, the rules of each kind of square, and the house rules."""
    return jsonify(rule_book(here.now()))


@bp.get("/box.json")
def box() -> Response:
    """Answer with the cards of the box in play."""
    return jsonify(decks_row(here.now(), here.table().decks()))


@bp.get("/picture/<int:number>")
def picture(number: int) -> Response:
    """Answer with the photograph of a throw."""
    return jpeg(here.table().picture(number) if number < 10**9 else None)


@bp.get("/pending.jpg")
def pending_picture() -> Response:
    """Answer with the pending photograph."""
    return jpeg(here.table().pending_picture())


def jpeg(picture: bytes | None) -> Response:
    """Answer with a photograph; raise a Problem if there is none."""
    if picture is None:
        raise Problem(404, "NO_PICTURE", tr("Il n'y a pas de photo ici."))
    return Response(picture, mimetype="image/jpeg")
