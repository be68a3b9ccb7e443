"""The pages themselves and their pictures. What they show comes by the stream; here is only the frame."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, redirect, render_template, url_for

from companion.language import tr
from web.problems import Problem
from web.seats import held_seat, seat_named

bp = Blueprint("pages", __name__)


def _table() -> Any:
    return current_app.extensions["table"]


@bp.get("/")
def home() -> Any:
    """Lead to the table, to the sheet of an evening put away, or to setting up where no evening runs."""
    view = _table().view()
    there = "pages.setup" if view["phase"] == "none" else "paper.pause" if view.get("pause") else "pages.table"
    return redirect(url_for(there), 303)


@bp.get("/table")
def table() -> str:
    """The one page that everybody sees."""
    return render_template("table.html", view=_table().view())


@bp.get("/watch")
def watch() -> str:
    """The table for whoever only looks: the same page without anything to touch."""
    return render_template("watch.html", view=_table().view())


@bp.get("/seat/<seat>")
def seat(seat: str) -> Any:
    """The page of one seat, for the phone that claimed it."""
    wanted = seat_named(seat)
    held = held_seat()
    if held is None or held["id"] != wanted["id"]:
        raise Problem(
            403,
            "NOT_YOUR_SEAT",
            tr(
                "Cet écran ne tient pas le siège de {name}. Lisez son code sur la page de la table.",
                name=wanted["name"],
            ),
        )
    return render_template("seat.html", seat=wanted, view=_table().view())


@bp.get("/setup")
def setup() -> str:
    """Begin an evening, or take one up again."""
    return render_template("setup.html", view=_table().view())


@bp.get("/history")
def history() -> str:
    """The report of the evening, where anything can be corrected."""
    return render_template("history.html", view=_table().view())


@bp.get("/history.json")
def history_lines() -> Response:
    """Answer with every line of the report."""
    return jsonify(_table().history())


@bp.get("/at/<int:number>")
def past(number: int) -> str:
    """The table as it stood after an earlier fact, to look at only."""
    _moment(number)
    return render_template("past.html", number=number)


@bp.get("/at/<int:number>.json")
def past_view(number: int) -> Response:
    """Answer with the view of an earlier moment, what had just happened, and the number of the newest fact."""
    lines = _table().history()
    line = next((one for one in lines if one["number"] == number), None)
    moment = {"text": line["text"], "at": line["at"]} if line else {"text": "", "at": None}
    return jsonify({"view": _moment(number), "moment": moment, "last": _table().view()["number"]})


@bp.get("/before/<int:number>.json")
def view_before(number: int) -> Response:
    """Answer with the view just before a fact, by all that is known now."""
    return jsonify({"view": _there(_table().before(number) if number < 10**9 else None)})


def _moment(number: int) -> Any:
    return _there(_table().at(number) if number < 10**9 else None)


def _there(view: Any) -> Any:
    if view is None:
        raise Problem(404, "NO_MOMENT", tr("Ce moment n'existe pas. Choisissez-en un sur la feuille de partie."))
    return view


@bp.get("/setup.json")
def choices() -> Response:
    """Answer with what one can choose from: games, boxes, people, the last evening's choice, earlier evenings."""
    table = _table()
    return jsonify(
        {
            "games": table.games_known(),
            "boxes": table.boxes(),
            "people": [asdict(person) for person in table.people.all()],
            "last": table.last_setup(),
            "evenings": table.games(),
        }
    )


@bp.get("/rules.json")
def rules() -> Response:
    """Answer with the rule book's own words, what each kind of square does, and what this house has chosen."""
    return jsonify(_table().rule_book())


@bp.get("/box.json")
def box() -> Response:
    """Answer with the cards of the box that is played with."""
    return jsonify(_table().box())


@bp.get("/picture/<int:number>")
def picture(number: int) -> Response:
    """The photograph of a throw."""
    return _jpeg(_table().picture(number) if number < 10**9 else None)


@bp.get("/pending.jpg")
def pending_picture() -> Response:
    """The photograph that waits for somebody's word."""
    return _jpeg(_table().pending_picture())


def _jpeg(picture: bytes | None) -> Response:
    if picture is None:
        raise Problem(404, "NO_PICTURE", tr("Il n'y a pas de photo ici."))
    return Response(picture, mimetype="image/jpeg")
