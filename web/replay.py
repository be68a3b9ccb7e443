"""An evening as one HTML file: its replay, photographs, curves and moments. It opens without a server and without a network."""

from __future__ import annotations

import argparse
import base64
import hashlib
import io
import re
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, current_app, render_template, send_file

from companion.chronicle.book import Told
from companion.chronicle.chronicle import Chronicle
from companion.chronicle.keeper import Keeper
from companion.counted import Entry
from companion.errors import BadEvening, JournalError
from companion.evening import Evening
from companion.facts import DiceThrown
from companion.journal import Journal
from companion.language import LANGUAGES, SOURCE, speaking
from companion.luck.curves import Curves, Found
from companion.luck.values import turning_point
from companion.report import report
from companion.snapshot import Line
from companion.summary import moments as balances_after
from companion.summary import summary
from companion.telling import book as telling
from companion.telling.reader import Reader
from companion.words import amount
from web import here
from web.commands import exported
from web.drawing.luck import luck_row
from web.drawing.report import report_rows
from web.drawing.summary import summary_row
from web.language import add_words

bp = Blueprint("replay", __name__)

STATIC = Path(__file__).parent / "static"
STYLES = ("servi", "page", "paper", "book", "replay")
PICTURES = 3_000_000
"""Bytes of all photographs in one file; Base64 makes a third more of them, and a mail takes about 5 MB."""
LARGEST = 60_000
"""Bytes of one photograph, about 960 pixels wide."""
WIDE, HIGH, LEFT, RIGHT, BELOW = 760, 320, 66, 150, 30
"""Width and height of a curve, and the room beside and below it, in units of its drawing."""
NAME = 14
"""Letters of a name beside its line."""

Smaller = Callable[[bytes, int], bytes | None]
"""Makes a JPEG of at most so many bytes; None if it cannot be read."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A line for each seat: (name, colour, points of a polyline, height of its name). ``marks`` are (height, words)."""

    lines: list[tuple[str, str, str, float]]
    marks: list[tuple[float, str]]
    ends: list[tuple[str, str]]
    """Name and last value, for readers who do not see the drawing."""
    last: int
    """The last throw."""


def html(
    entries: Sequence[Entry],
    pictures: Mapping[int, bytes],
    moments: Sequence[Told] = (),
    luck: Found | None = None,
    smaller: Smaller | None = None,
) -> str:
    """Return the file, in the language that is spoken. It needs an application with the words of templates."""
    evening = Evening(entries)
    found = summary(evening)
    reader = Reader(found.end)
    row = summary_row(found)
    lines = report(evening)
    chances = luck_row(found.end, luck, _turning(luck, lines)) if luck else None
    style, script = _style(), (STATIC / "js" / "replay.js").read_text(encoding="utf-8")
    return render_template(
        "replay.html",
        row=row,
        winners=[seat["name"] for seat in row["seats"] if row["outcome"] and seat["id"] in row["outcome"]["winners"]],
        ranking=sorted((seat for seat in row["seats"] if not seat["left"]), key=lambda seat: -seat["points"]),
        steps=_steps(reader, lines),
        table=_table(evening, reader, lines),
        points=_curve(row["seats"], row["curve"]["at"], row["curve"]["points"], amount),
        chances=_curve(row["seats"], chances["at"], chances["chances"], "{} %".format) if chances and chances["seats"] else None,
        turning=chances["turning"] if chances else None,
        moments=moments,
        photographs=_photographs(pictures, smaller),
        say=telling,
        amount=amount,
        style=style,
        script=script,
        policy=f"default-src 'none'; img-src data:; font-src data:; style-src {_hash(style)}; script-src {_hash(script)}",
        wide=WIDE, high=HIGH, left=LEFT, right=RIGHT, name=NAME,
    )  # fmt: skip


def application() -> Flask:
    """Return an application that only draws files."""
    app = Flask("web")
    add_words(app)
    return app


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _style() -> str:
    """Return the styles of the file, with the font inside."""
    text = "\n".join((STATIC / "css" / f"{name}.css").read_text(encoding="utf-8") for name in STYLES)
    return re.sub(r"url\(\.\./(fonts/[\w.-]+)\)", lambda found: f"url({_data(STATIC / found[1], 'font/woff2')})", text)


def _data(file: Path, kind: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(file.read_bytes()).decode()}"


def _turning(luck: Found | None, lines: Sequence[Line]) -> Line | None:
    turning = turning_point(luck.values) if luck and luck.values and luck.done else None
    return next((line for line in lines if turning and line.number == turning.number), None)


def _steps(reader: Reader, lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Return what the file says of each fact, in journal order."""
    return [
        {
            **row,
            "day": telling.day(line.at),
            "time": time.strftime("%H:%M", time.localtime(line.at)),
            "dice": line.fact.dice if isinstance(line.fact, DiceThrown) else (),
            "kept": (line.fact.kept or ()) if isinstance(line.fact, DiceThrown) else (),
            "moved": [
                {**moved, "from": reader.names[moved["from"]], "to": reader.names[moved["to"]]}
                for moved in row["transfers"]
            ],
        }
        for line, row in zip(lines, report_rows(reader, lines), strict=True)
    ]


def _table(evening: Evening, reader: Reader, lines: Iterable[Line]) -> dict[str, Any]:
    """Return the accounts, and what each holds after each fact; a fact that does not count changes nothing."""
    game = evening.play.game
    after = {number: balances for number, _, balances in balances_after(evening)}
    held, turn, rows = after[0], "", []
    accounts = [*(account for account in game.counters if account in held), *game.players]
    for line in lines:
        held, turn = after.get(line.number, held), line.turn or turn
        rows.append([held.get(account, 0) for account in accounts] + [accounts.index(turn) if turn in accounts else -1])
    return {
        "accounts": [
            {"name": (name := reader.names[one])[:1].upper() + name[1:], "seat": one in game.players}
            for one in accounts
        ],
        "rows": rows,
    }


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _photographs(pictures: Mapping[int, bytes], smaller: Smaller | None) -> dict[int, str]:
    """Return the photographs as addresses that hold them, each as large as all may be together."""
    room = min(LARGEST, PICTURES // max(1, len(pictures)))
    found: dict[int, str] = {}
    for number, jpeg in pictures.items():
        small = jpeg if len(jpeg) <= room else smaller(jpeg, room) if smaller else None
        if small is not None:
            found[number] = f"data:image/jpeg;base64,{base64.b64encode(small).decode()}"
    return found


def _curve(
    seats: Sequence[Any], at: Sequence[int], values: Mapping[str, Sequence[int]], words: Callable[[int], str]
) -> Curve | None:
    """Return the curve of these values; None before the second one."""
    if len(at) < 2:
        return None
    every = [value for seat in seats for value in values[seat["id"]]]
    low, high = min(0, *every), max(1, *every)

    def height(value: float) -> float:
        return round(12 + (1 - (value - low) / (high - low)) * (HIGH - BELOW - 12), 1)

    def along(step: int) -> float:
        return round(LEFT + step / max(1, at[-1]) * (WIDE - LEFT - RIGHT), 1)

    lines = [
        (
            seat["name"],
            seat["colour"] or "banque",
            " ".join(f"{along(step)},{height(value)}" for step, value in zip(at, values[seat["id"]], strict=True)),
            height(values[seat["id"]][-1]),
        )
        for seat in seats
    ]
    ends = [(seat["name"], words(values[seat["id"]][-1])) for seat in seats]
    marks = [(height(value), words(value)) for value in dict.fromkeys((low, (low + high) // 2, high))]
    return Curve(_apart(lines), marks, ends, at[-1])


def _apart(lines: list[tuple[str, str, str, float]]) -> list[tuple[str, str, str, float]]:
    """Return the lines with their names spread so that none covers another."""
    gap = min(21.0, (HIGH - BELOW) / len(lines))
    placed, lowest = [], 12.0
    for name, colour, points, end in sorted(lines, key=lambda line: line[3]):
        lowest = max(end, lowest)
        placed.append((name, colour, points, lowest))
        lowest += gap
    over = max(0.0, lowest - gap - (HIGH - BELOW))
    return [(name, colour, points, max(12.0, end - over)) for name, colour, points, end in placed]


# --- the button ----------------------------------------------------------------------------------------------------


@bp.get("/replay/<int:evening>.html")
def replay(evening: int) -> Response:
    """Answer with an evening as one HTML file."""
    entries, pictures = exported(evening)
    table = here.table()
    told = table.book.evening(evening)
    luck = table.curves.found(evening, table.journal.entries_beside(evening))
    text = html(entries, pictures, told[1] if told else (), luck, current_app.extensions.get("smaller"))
    return send_file(
        io.BytesIO(text.encode()), mimetype="text/html", as_attachment=True, download_name=f"soiree-{evening}.html"
    )


# --- the verb ------------------------------------------------------------------------------------------------------


def main(argv: Sequence[str], folder: Path, smaller: Smaller) -> int:
    """Run ``replay ID FILE`` on the journal in ``folder``; return the exit status."""
    parser = argparse.ArgumentParser(prog="./servi replay", description="Write an evening as one HTML file.")
    parser.add_argument("evening", type=int, metavar="ID", help="the number of the evening, as the page lists it")
    parser.add_argument("file", type=Path, metavar="FILE", help="such as evening.html")
    parser.add_argument("--lang", choices=list(LANGUAGES), default=SOURCE, help="language of the file (%(default)s)")
    parser.add_argument("--data", type=Path, default=folder, metavar="DIR", help="folder of the journal (%(default)s)")
    arguments = parser.parse_args(argv)
    try:
        journal = Journal(arguments.data)
        entries, pictures = journal.contents(arguments.evening)
        told = Keeper(journal, Chronicle(journal)).evening(arguments.evening)
        luck = Curves(arguments.data).found(arguments.evening, entries)
        with speaking(arguments.lang), application().app_context():
            text = html(entries, pictures, told[1] if told else (), luck, smaller)
        arguments.file.write_text(text, encoding="utf-8", newline="\n")
    except (BadEvening, JournalError) as error:
        print(f"servi: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        reason = (error.strerror or "cannot be used").lower()
        print(f"servi: {arguments.file}: {reason}: choose another file.", file=sys.stderr)
        return 1
    curve = (
        ""
        if luck.done
        else " Its win-chance curve is not computed yet: open the summary of the evening to have it computed."
    )
    print(
        f"Evening {arguments.evening}: {len(entries)} facts in {arguments.file}, {len(text.encode()) / 1e6:.1f} MB.{curve}"
    )
    return 0
