"""JSON of an evening's summary."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from companion.summary import BigWin, Summary
from companion.telling.reader import Reader
from web.drawing.table import outcome

if TYPE_CHECKING:
    from web.drawing import fetched


def summary_row(found: Summary, your_dice: str = "") -> fetched.Summary:
    """Return the figures of an evening; ``your_dice`` is the sentence about all dice of its box."""
    now = found.end
    reader = Reader(now)
    return {
        "title": reader.words.TITLE,
        "phase": "over" if now.winner else now.phase,
        "outcome": outcome(reader),
        "target": now.target,
        "throws": found.throws,
        "dated": found.dated,
        "lasted": found.lasted,
        "seats": [
            {
                "id": s.id,
                "name": s.name,
                "colour": s.colour,
                "points": s.points,
                "out": s.out,
                "left": s.left,
                "place": s.place,
            }
            for s in now.seats
        ],
        "curve": {"at": found.steps, "points": dict(found.curve), "unit": "throw" if found.throws else "move"},
        "best": _best(reader, found.best) if found.best else None,
        "pot": {"amount": found.highest_pot[0], "throw": found.highest_pot[1]} if found.highest_pot else None,
        "feats": [{"text": reader.words.news(f.code, f.detail, reader.names), "throw": f.throw} for f in found.feats],
        "decisions": [
            {"seat": one.seat, "text": reader.words.decision(one.code, one.detail), "cost": math.ceil(one.cost)}
            for one in found.decisions
        ],
        "your_dice": your_dice,
    }


def _best(reader: Reader, best: BigWin) -> fetched.BestWin:
    return {
        "seat": best.seat,
        "amount": best.amount,
        "text": reader.words.reason(best.reason),
        "from": best.giver,
        "number": best.number,
        "throw": best.throw,
        "picture": best.picture,
    }
