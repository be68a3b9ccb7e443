"""The throws and the results of the evening as CSV, for a spreadsheet in the reader's language."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Iterable, Sequence

from flask import Blueprint, Response

from companion.chronicle.outline import OUTLINE
from companion.facts import DiceThrown
from companion.language import spoken, tr
from companion.snapshot import Line
from web import here
from web.problems import Problem

bp = Blueprint("figures", __name__)

SEPARATORS = {"fr": ";"}
"""The column separator of spreadsheets by language; a comma for other languages."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters that make a spreadsheet read a cell as a formula."""


@bp.get("/throws.csv")
def throws() -> Response:
    """Answer with a line for each valid throw: fact, time, player, dice, kept dice, how it was read, points moved."""
    _must_play()
    head = [tr("Ligne"), tr("Heure"), tr("Joueur"), tr("Dés"), tr("Gardés"), tr("Lu par"), tr("Points déplacés")]
    return _csv("throws", head, map(_throw, filter(_counts, here.table().history())))


@bp.get("/results.csv")
def results() -> Response:
    """Answer with a line for each player: place, name, points."""
    now = _must_play()
    made = here.table().chronicle.one(OUTLINE, now)
    seated = sorted(made.seats if made else (), key=lambda one: (not one.place, one.place))
    names = {seat.id: seat.name for seat in here.seats()}
    head = [tr("Place"), tr("Joueur"), tr("Points")]
    return _csv("results", head, ([one.place or "", names.get(one.seat, one.seat), one.points] for one in seated))


def _must_play() -> int:
    evening = here.now().evening
    if not evening:
        raise Problem(404, "NO_GAME", tr("Aucune partie n'est ouverte. Commencez-en une, ou reprenez-en une."))
    return evening


def _counts(line: Line) -> bool:
    return isinstance(line.fact, DiceThrown) and line.state not in ("voided", "misfit")


def _throw(line: Line) -> list[object]:
    assert isinstance(line.fact, DiceThrown)
    moved = sum(transfer.amount for transfer in line.transfers)
    dice = " ".join(str(die.value) for die in line.fact.dice)
    kept = " ".join(map(str, line.fact.kept or ()))
    name = line.names.get(line.fact.seat) or here.now().name_of(line.fact.seat)
    return [
        line.number,
        time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(line.at)),
        name,
        dice,
        kept,
        line.fact.how,
        moved,
    ]


def _csv(name: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> Response:
    """Return a file with a byte order mark, without which some spreadsheets misread accents."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=SEPARATORS.get(spoken(), ","))
    writer.writerow(head)
    writer.writerows([_plain(cell) for cell in row] for row in rows)
    answer = Response("\ufeff" + text.getvalue(), mimetype="text/csv")
    answer.headers["Content-Disposition"] = f'attachment; filename="servi-{name}.csv"'
    return answer


def _plain(cell: object) -> object:
    """Return a cell that no spreadsheet reads as a formula.

    >>> _plain("=1+1"), _plain(-5)
    ("'=1+1", -5)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
