"""An evening as one HTML file: its replay, photographs, curves and moments. It opens without a server and without a network.

The page's own scripts and styles, joined by ``bundle.py``, draw it from the views that the page of the past shows.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import io
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Flask, Response, current_app, render_template, send_file

from companion.chronicle.book import Told
from companion.chronicle.chronicle import Chronicle
from companion.chronicle.keeper import Keeper
from companion.counted import Entry
from companion.errors import BadEvening, JournalError
from companion.evening import Evening
from companion.facts import DiceThrown
from companion.journal_reader import JournalReader
from companion.language import LANGUAGES, SOURCE, speaking, spoken, tr
from companion.luck.curves import Curves, Found, lowered, refusal_of
from companion.luck.values import turning_point
from companion.observe import observe
from companion.record import record
from companion.report import report
from companion.summary import summary
from companion.telling import book as telling
from companion.telling.reader import Reader
from companion.words import amount
from web import here
from web.bundle import SCRIPTS, Bundle, styles
from web.commands import exported
from web.drawing import drawn_evening
from web.drawing.luck import luck_row
from web.drawing.report import report_rows
from web.drawing.summary import summary_row
from web.language import add_words, module
from web.packed import bare
from web.problems import Problem

if TYPE_CHECKING:
    from web.drawing import fetched

bp = Blueprint("replay", __name__)

STYLES = ("servi", "page", "cards", "parts", "paper", "book", "report", "replay")
ALONE = dict.fromkeys(("later.js", "send.js"), "alone.js")
"""The scripts that need a table, each with its replacement in the file."""
UNSEEN = (
    "news",
    "undo",
    "corrected",
    "misfits",
    "banner",
    "start",
    "called",
    "amounts",
    "counts",
    "bank_chips",
    "pause",
)
"""Parts of a view that the file does not show."""
PICTURES = 3_000_000
"""Maximum bytes of all photographs in one file; Base64 adds a third, and a mail takes about 5 MB."""
LARGEST = 60_000
"""Maximum bytes of one photograph, about 960 pixels wide."""
LONGEST = 600.0
"""Timeout for making a file, in seconds."""

Smaller = Callable[[bytes, int], bytes | None]
"""Shrinks a JPEG to at most this number of bytes; returns None if it cannot be read."""


@record()
class Job:
    """The data from which a file is made; the photographs are already shrunk."""

    entries: Sequence[Entry]
    pictures: Mapping[int, bytes]
    moments: Sequence[Told] = ()
    luck: Found = Found()


def html(job: Job) -> str:
    """Return the file, in the current language."""
    app = Flask("web")
    add_words(app)
    with app.app_context():
        return _drawn(job)


def _drawn(job: Job) -> str:
    entries = job.entries
    evening = Evening(entries)
    found, lines = summary(evening), report(evening)
    turning = turning_point(job.luck.values) if job.luck.values and job.luck.done else None
    luck = luck_row(found.end, job.luck, lines[turning.number - 1] if turning else None)
    row = summary_row(found)
    for one in (luck["turning"], row["best"]):
        if one:
            one["picture"] = one["number"] in job.pictures
    views, steps = _replayed(entries, job.pictures)
    data: fetched.Replay = {
        "first": views[0],
        "changes": [changes(old, new) for old, new in zip(views, views[1:], strict=False)],
        "steps": steps,
        "summary": row,
        "luck": luck,
    }
    style, early = styles(*STYLES), bare((SCRIPTS / "theme.js").read_bytes()).decode()
    script = str(bundle())
    hashes = " ".join(map(_hash, (early, script)))
    return render_template(
        "replay.html",
        row=row,
        simulated=found.end.simulated,
        winners=[seat["name"] for seat in row["seats"] if row["outcome"] and seat["id"] in row["outcome"]["winners"]],
        ranking=sorted((seat for seat in row["seats"] if not seat["left"]), key=lambda seat: seat["place"]),
        told=_told(Reader(found.end), lines),
        moments=job.moments,
        photographs={number: _address(jpeg) for number, jpeg in job.pictures.items()},
        data=data,
        say=telling,
        amount=amount,
        style=style,
        early=early,
        script=script,
        policy=f"default-src 'none'; img-src data:; font-src data:; style-src {_hash(style)}; script-src {hashes};"
        " base-uri 'none'; form-action 'none'",
    )


def bundle() -> Bundle:
    """Return the scripts of the file, with their sentences in the current language."""
    silent = Bundle("replay.js", ALONE, {"/catalog.js": ""})
    places = {f"web/static/js/{name}" for name in silent.modules}
    return Bundle("replay.js", ALONE, {"/catalog.js": module(spoken(), frozenset(places))})


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _address(jpeg: bytes) -> str:
    return f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"


def _replayed(entries: Sequence[Entry], pictures: Mapping[int, bytes]) -> tuple[list[Any], list[fetched.ReplayStep]]:
    """Return the view after each fact, without later corrections, and the step with the text of each fact."""
    evening = Evening(entries[:1])
    views: list[Any] = []
    steps: list[fetched.ReplayStep] = []
    for entry in entries:
        if entry.number > 1:
            evening.add(entry)
        view: dict[str, Any] = {**drawn_evening(observe(evening))}
        text = view["news"][0]["text"]
        steps.append({"at": entry.at, "text": text, "throw": isinstance(entry.fact, DiceThrown)})
        views.append(_shown(view, pictures))
    return views, steps


def _shown(view: dict[str, Any], pictures: Mapping[int, bytes]) -> dict[str, Any]:
    """Return the part of a view that the file shows; it omits whether Servi knows a hidden card."""
    asked = ("id", "kind", "topic", "seats", "must", "text")
    view["questions"] = [{key: one[key] for key in asked} for one in view["questions"] if one["kind"] != "hold"]
    view["debts"] = [{key: one[key] for key in ("from", "to", "amount")} for one in view["debts"]]
    view["seats"] = [one | {"chips": None, "state": ""} for one in view["seats"]]
    if view["throw"]:
        view["throw"] |= {"fact": None, "picture": view["throw"]["number"] in pictures}
    return {key: value for key, value in view.items() if key not in UNSEEN}


def changes(old: Any, new: Any) -> Any:
    """Return the difference from ``old`` to ``new``: ``[new]``, or those of its parts; ``{}`` if there is none.

    >>> changes({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]}), changes([1], [1, 2]), changes(1, 1)
    ({'b': {'1': [3]}}, [[1, 2]], {})
    """
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        parts = ((key, changes(old[key], value)) for key, value in new.items())
    elif isinstance(old, list | tuple) and isinstance(new, list | tuple) and len(old) == len(new):
        parts = ((str(at), changes(one, other)) for at, (one, other) in enumerate(zip(old, new, strict=True)))
    else:
        return {} if old == new and type(old) is type(new) else [new]
    return {key: change for key, change in parts if change != {}}


def _told(reader: Reader, lines: Sequence[Any]) -> list[dict[str, Any]]:
    """Return the lines of the report, all corrections included, each with its time of day."""
    rows = report_rows(reader, lines)
    return [{**row, "time": time.strftime("%H:%M", time.localtime(row["at"]))} for row in rows]


def photographs(pictures: Mapping[int, bytes], smaller: Smaller | None) -> dict[int, bytes]:
    """Return the photographs, each within its share of the limit for all; unreadable or larger ones are left out."""
    room = min(LARGEST, PICTURES // max(1, len(pictures)))
    small = ((number, smaller(jpeg, room) if smaller else jpeg) for number, jpeg in pictures.items())
    return {number: jpeg for number, jpeg in small if jpeg is not None and len(jpeg) <= room}


# --- the button ----------------------------------------------------------------------------------------------------

BEGIN = "import sys; sys.path[:] = sys.argv[1:]; from web.replay import work; work()"
_making = threading.Lock()


@bp.get("/replay/<int:evening>.html")
def replay(evening: int) -> Response:
    """Answer with an evening as one HTML file. A process of the lowest priority makes it, so that no tap waits."""
    if not _making.acquire(blocking=False):
        raise Problem(429, "BUSY", tr("Un autre fichier est en train d'être fait. Un instant, puis recommencez."))
    try:
        entries, pictures = exported(evening)
        table = here.table()
        told = table.book.evening(evening)
        luck = _luck(table.curves, evening, table.journal.entries_beside(evening), compute=False)
        small = photographs(pictures, current_app.extensions.get("smaller"))
        text = _apart(Job(entries, small, told[1] if told else (), luck))
    finally:
        _making.release()
    return send_file(io.BytesIO(text), mimetype="text/html", as_attachment=True, download_name=f"soiree-{evening}.html")


def _apart(job: Job) -> bytes:
    """Return the file, made by a worker process; raise a Problem if it fails."""
    command = [sys.executable, "-I", "-c", BEGIN, *sys.path]
    try:
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        ) as process:
            lowered(process)
            try:
                text, _ = process.communicate(pickle.dumps((spoken(), job)), LONGEST)
            finally:
                process.kill()
    except (OSError, subprocess.TimeoutExpired):
        text = b""
    if not text or process.returncode:
        words = tr("Ce fichier n'a pas pu être fait ici. Au terminal : {command}", command="./servi replay")
        raise Problem(503, "NO_FILE", words)
    return text


def work() -> None:
    """Read a job from standard input and write its file to standard output."""
    language, job = pickle.load(sys.stdin.buffer)
    with speaking(language):
        sys.stdout.buffer.write(html(job).encode())


# --- the verb ------------------------------------------------------------------------------------------------------


def main(argv: Sequence[str], folder: Path, smaller: Smaller) -> int:
    """Run ``replay ID FILE`` on the journal in ``folder``; return the exit status."""
    parser = argparse.ArgumentParser(prog="./servi replay", description="Write an evening as one HTML file.")
    parser.add_argument("evening", type=int, metavar="ID", help="the number of the evening, as the page lists it")
    parser.add_argument("file", type=Path, metavar="FILE", help="such as evening.html")
    parser.add_argument("--lang", choices=list(LANGUAGES), default=SOURCE, help="language of the file (%(default)s)")
    parser.add_argument("--curve", action="store_true", help="compute the chances to win first; it takes some minutes")
    parser.add_argument("--no-pictures", action="store_true", help="leave the photographs out")
    parser.add_argument("--data", type=Path, default=folder, metavar="DIR", help="folder of the journal (%(default)s)")
    arguments = parser.parse_args(argv)
    try:
        journal = JournalReader(arguments.data)
        entries, pictures = journal.contents(arguments.evening, not arguments.no_pictures)
        told = Keeper(journal, Chronicle(journal, keeps=False)).evening(arguments.evening)
        luck = _luck(Curves(arguments.data), arguments.evening, entries, compute=arguments.curve)
        with speaking(arguments.lang):
            text = html(Job(entries, photographs(pictures, smaller), told[1] if told else (), luck))
        arguments.file.write_text(text, encoding="utf-8", newline="\n")
    except (BadEvening, JournalError) as error:
        print(f"servi: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        reason = (error.strerror or "cannot be used").lower()
        print(f"servi: {arguments.file}: {reason}: choose another file.", file=sys.stderr)
        return 1
    size = f"{len(text.encode()) / 1e6:.1f} MB"
    print(f"Evening {arguments.evening}: {len(entries)} facts in {arguments.file}, {size}.{UNTOLD[luck.state]}")
    return 0


UNTOLD = {
    "done": "",
    "long": " It is too long for a win-chance curve.",
    "playing": " Its win-chance curve can be computed when the game is over.",
    "hidden": " Its win-chance curve can be computed when no cards are hidden.",
    **dict.fromkeys(("none", "begun", "running"), " Its win-chance curve is not computed yet: --curve computes it."),
}
"""The verb's message about the curve, by the curve's state."""


def _luck(curves: Curves, evening: int, entries: Sequence[Entry], *, compute: bool) -> Found:
    """Return the win-chance curve as far as it is computed; ``compute``: first compute the rest."""
    if refused := refusal_of(Evening(entries)):
        return Found(refused=refused)
    found = curves.found(evening, entries)
    if compute and not found.done:
        curves.compute(evening, entries)
        print("servi: the win-chance curve takes some minutes …", file=sys.stderr)
        while (found := curves.found(evening, entries)).running:
            time.sleep(0.2)
    return found
