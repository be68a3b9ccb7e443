"""Backups made by themselves: one after each evening, in a process of its own, so that the table never waits for it."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.archive import facts_of
from companion.backup import FORGET, NIGHTLY
from companion.swap import BACKUPS
from companion.table import Table

LOG = logging.getLogger(__name__)
LATER = 60.0
"""Seconds between a start and the backup of an evening that was not ended."""
LOWEST = 19
"""Priority of a backup, as ``nice`` counts: the lowest."""


def keep_backups(table: Table, data: Path, run: Callable[[Sequence[str]], object] | None = None) -> None:
    """Make a backup when an evening is left or deleted, and after a start if the newest backup holds other facts."""
    run = run or _in_background
    command = [sys.executable, "-P", "-m", "companion", "backup", "--nightly", "--data", str(data)]
    playing, forgotten = table.snapshot().evening, 0

    def left() -> None:
        nonlocal playing, forgotten
        before, playing = playing, table.snapshot().evening
        known, forgotten = forgotten, _noted(data)
        if before and playing != before or forgotten and forgotten != known:
            run(command)

    def missed() -> None:
        if not table.closed.wait(LATER):
            run(command)

    table.listen(left)
    if is_due(table, data) or _noted(data):
        threading.Thread(target=missed, name="backup", daemon=True).start()


def _noted(data: Path) -> int:
    """Return when a deleted evening was noted last, 0 if the backups hold none."""
    try:
        return (data / BACKUPS / FORGET).stat().st_mtime_ns
    except OSError:
        return 0


def is_due(table: Table, data: Path) -> bool:
    """Whether the newest backup of this folder lacks facts of the journal, or is damaged."""
    facts = {kept.id: kept.facts for kept in table.journal.evenings()}
    newest = max((one for one in (data / BACKUPS).glob("*.tar.gz") if NIGHTLY.fullmatch(one.name)), default=None)
    return bool(facts) and (newest is None or facts_of(newest) != facts)


def _in_background(command: Sequence[str]) -> None:
    threading.Thread(target=_run, args=(command,), name="backup", daemon=True).start()


def _run(command: Sequence[str]) -> None:
    try:
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        if os.name != "nt":
            os.setpriority(os.PRIO_PROCESS, child.pid, LOWEST)
        said, _ = child.communicate()
        LOG.log(logging.WARNING if child.returncode else logging.INFO, "%s", said.strip())
    except OSError as error:
        LOG.warning("no backup could be made (%s)", error)
