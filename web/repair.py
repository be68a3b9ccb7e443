"""The page of a damaged journal: what is wrong, the last good state, and how to continue."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from flask import Blueprint, Response, current_app, jsonify, render_template

from companion import archive, swap
from companion.archive import BackupError
from companion.damage import clock
from companion.journal import set_aside
from companion.language import tr
from companion.money.ledger import BANK, POT
from companion.record import record
from companion.snapshot import Snapshot
from companion.table import Table
from companion.telling.reader import Reader
from companion.words import amount
from web import here
from web.body import Empty, read
from web.commands import outcome
from web.problems import Problem

bp = Blueprint("repair", __name__)
SOON = 1.0
"""Seconds between the answer to a restore and the restart of Servi."""


@bp.app_context_processor
def damaged() -> dict[str, bool]:
    """Return the variable ``damaged`` for all templates: whether the evening in play is damaged."""
    return {"damaged": here.now().around.damaged}


@bp.get("/repair")
def repair() -> str:
    """Answer with the page about the damaged evening."""
    table, now = here.table(), here.now()
    evening = table.evening()
    last = evening.entries[-1] if evening else None
    return render_template(
        "repair.html",
        wrong=[str(damage) for damage in table.damages()],
        aside=set_aside(table.folder),
        evening=now.evening,
        last={"number": last.number, "at": clock(last.at)} if last else None,
        points=points_of(now) if last else [],
        backups=[(file.name, clock(file.stat().st_mtime)) for file in _backups(table.folder)],
    )


@bp.post("/repair/go-on")
def go_on() -> Response:
    """Continue the evening from the last good fact."""
    read(Empty)
    return outcome(lambda table: table.go_on())


@record(kw_only=True)
class Backup:
    """The name of a backup in the data folder."""

    file: Annotated[str, 80] = ""


@bp.post("/repair/restore")
def restore() -> Response:
    """Unpack and check a backup; it replaces the data at the next start of Servi.

    If Servi may restart by itself, it does so after ``SOON`` seconds.
    """
    name = read(Backup).file
    folder = here.table().folder
    source = next((file for file in _backups(folder) if file.name == name), None)
    if source is None:
        raise Problem(404, "NO_BACKUP", tr("Cette sauvegarde n'est plus là. Rechargez la page."))
    try:
        archive.unpack(source, swap.begin(folder))
        swap.complete(folder)
    except (BackupError, OSError) as error:
        swap.cancel(folder)
        raise Problem(409, "BAD_BACKUP", tr("Cette sauvegarde ne se lit pas. Prenez-en une plus ancienne.")) from error
    if current_app.extensions.get("restarts"):
        threading.Timer(SOON, start_again, (here.table(),)).start()
    return jsonify({"ok": True})


def points_of(now: Snapshot) -> list[tuple[str, str]]:
    """Return each account's name and points, the players first."""
    names = Reader(now).names
    accounts = sorted(now.accounts.items(), key=lambda row: row[0] in (BANK, POT))
    return [(names[account], amount(points)) for account, points in accounts]


def _backups(folder: Path) -> list[Path]:
    """Return the backups of a data folder, the newest first."""
    return sorted((folder / swap.BACKUPS).glob("*.tar.gz"), reverse=True)


def start_again(table: Table | None = None) -> None:
    """Replace this process by a new one with the same arguments; first close ``table`` with its camera and pins."""
    if table is not None:
        with suppress(Exception):  # anything left open ends with this process
            table.close()
    os.execv(sys.executable, sys.orig_argv)
