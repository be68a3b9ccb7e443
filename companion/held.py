"""An evening in journal and mirror, compared fact by fact: the valid rows, and the damage."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.damage import Damage, Harm
from companion.evening import Entry
from companion.facts import Fact, GameStarted, decode
from companion.mirror import Line, Mirror, Row, chained
from companion.record import record


@record()
class Held:
    """An evening up to its first lost fact.

    ``healed`` lists the facts that one file lost and the other still has; ``lost`` is the first fact that both lost.
    ``journal``, ``mirror``: whether that file holds exactly ``rows``. ``foreign``: the mirror is of another evening.
    """

    rows: list[Row]
    entries: list[Entry]
    healed: list[Damage]
    lost: Damage | None = None
    journal: bool = True
    mirror: bool = True
    foreign: bool = False


def held(db: sqlite3.Connection, mirror: Mirror, evening: int) -> Held:
    """Return the comparison of an evening in the journal with its mirror; write nothing."""
    kept, whole = _rows(db, evening)
    lines = mirror.read(evening)
    foreign = lines is not None and _foreign(kept, lines)
    known = {} if lines is None or foreign else lines
    rows: list[Row] = []
    entries: list[Entry] = []
    found: list[Damage] = []
    pictures = _pictures(db, evening)
    lost, head, at = None, "", 0.0
    for number in range(1, max((*kept, *known), default=1) + 1):
        row, line = kept.get(number), known.get(number)
        link = chained(head, line.text) if line else ""
        sound = line is not None and (line.sound or line.hash == link)
        chosen = line.row if line is not None and sound else row
        fact = _fact(chosen)
        if chosen is None or fact is None:
            there = row or (line.row if line else None)
            harm = Harm.UNREADABLE if there else Harm.MISSING
            lost = Damage(evening, number, harm, there.at if there else at)
            break
        if row != chosen:
            harm = Harm.MISSING if row is None else Harm.ALTERED
            found.append(Damage(evening, number, harm, chosen.at, number, healed="mirror"))
        elif lines is not None and not foreign and not sound:
            found.append(Damage(evening, number, Harm.UNREADABLE, chosen.at, number, healed="journal"))
        head, at = link if sound else chained(head, str(chosen)), chosen.at
        rows.append(chosen)
        entries.append(Entry(number, chosen.at, fact, number in pictures))
    journal = whole and list(kept.values()) == rows
    mirrored = len(known) == len(rows) and mirror.end(evening)[1:] == (head, len(rows))
    mirrored = mirrored and all(damage.healed != "journal" for damage in found)
    return Held(rows, entries, _ranges(found), lost, journal, mirrored, foreign)


def _foreign(kept: Mapping[int, Row], lines: Mapping[int, Line]) -> bool:
    """Whether a mirror belongs to another evening: it has another start, and no fact in common."""
    both = kept.keys() & lines.keys()
    return 1 in both and kept[1].at != lines[1].row.at and all(kept[number] != lines[number].row for number in both)


def _rows(db: sqlite3.Connection, evening: int) -> tuple[dict[int, Row], bool]:
    """Return the rows of an evening in the journal by number, and whether SQLite could read all of them."""
    rows: dict[int, Row] = {}
    wanted = "SELECT number, at, CAST(fact AS BLOB) FROM fact WHERE evening = ? ORDER BY number"
    try:
        for number, at, fact in db.execute(wanted, (evening,)):
            rows[int(number)] = Row(
                number, at if isinstance(at, float) else 0.0, (fact or b"").decode(errors="replace")
            )
    except Exception:  # flipped bits may raise anything in SQLite
        return rows, False
    return rows, True


def _pictures(db: sqlite3.Connection, evening: int) -> set[int]:
    try:
        return {number for (number,) in db.execute("SELECT number FROM picture WHERE evening = ?", (evening,))}
    except sqlite3.Error:
        return set()


def _fact(row: Row | None) -> Fact | None:
    """Return the fact of a row; None if it cannot be read, or if ``GameStarted`` is not exactly the first fact."""
    try:
        fact = decode(json.loads(row.fact)) if row else None
    except Exception:  # flipped bits may raise anything in the decoder
        return None
    return fact if row and isinstance(fact, GameStarted) == (row.number == 1) else None


def _ranges(found: Iterable[Damage]) -> list[Damage]:
    """Return damages, with consecutive ones merged."""
    out: list[Damage] = []
    for one in found:
        if out and (out[-1].harm, out[-1].healed, out[-1].last + 1) == (one.harm, one.healed, one.number):
            out[-1] = replace(out[-1], last=one.number)
        else:
            out.append(one)
    return out
