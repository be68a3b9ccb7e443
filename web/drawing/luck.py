"""JSON of the win-chance curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.luck.curves import Found
from companion.luck.values import Values, turning_point
from companion.snapshot import Line, Snapshot
from companion.telling.reader import Reader
from web.drawing.report import report_rows

if TYPE_CHECKING:
    from web.drawing import fetched

MOST = 300
"""Maximum number of points of the curve before its end; longer curves are thinned out."""


def luck_row(now: Snapshot, found: Found, line: Line | None) -> fetched.Luck:
    """Return the state and, if computed, the data of the curve; ``line`` is the report's line of the turning point."""
    row: fetched.Luck = {
        "state": found.state,
        "share": int(100 * found.share),
        "seats": [],
        "at": [],
        "unit": "throw",
        "chances": {},
        "error": 0,
        "turning": None,
    }
    if found.values is None or not found.done:
        return row
    values = found.values
    links = shown(values)
    throws = [values.links[at].throw for at in links]
    row["unit"] = "throw" if throws[-1] else "move"
    row["at"] = throws if throws[-1] else [max(0, values.links[at].number - 1) for at in links]
    for at, seat in enumerate(values.seats):
        row["chances"][seat] = [round(100 * values.value(link, at)) for link in links]
        row["seats"].append(_seat(values, at, seat))
    errors = [values.error({link: 1}, at) for link in links for at in range(len(values.seats))]
    row["error"] = round(100 * max(errors))
    if (turning := turning_point(values)) is not None and line is not None:
        thrown = report_rows(Reader(now), [line])[0]
        row["turning"] = {
            "seat": values.seats[turning.seat],
            "number": turning.number,
            "throw": turning.throw,
            "before": round(100 * turning.before),
            "after": round(100 * turning.after),
            "text": thrown["text"],
            "picture": thrown["picture"],
        }
    return row


def shown(values: Values) -> list[int]:
    """Return the links that the curve shows: the start, each chance event, and the end, thinned out."""
    last = len(values.links) - 1
    by_throw = {link.throw or -at: at for at, link in enumerate(values.links) if link.chance or at in (0, last)}
    links = sorted(by_throw.values())
    every = -(-len(links) // MOST)
    return [link for i, link in enumerate(links) if i % every == 0 or link == last]


def _seat(values: Values, at: int, seat: str) -> fetched.SeatLuck:
    """Return a seat's luck, skill and result in whole points; ``start`` absorbs the rounding, so that they add up."""
    split = values.split(at)
    luck, skill, result = round(split.luck), round(split.skill), round(split.result)
    return {
        "seat": seat,
        "start": result - luck - skill,
        "luck": luck,
        "skill": skill,
        "result": result,
        "error": round(values.split_error(at, luck=True)),
    }
