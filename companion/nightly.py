"""Automatic backups: one after each evening, in a separate process, so that the table never waits for it."""

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
"""Seconds between the start of a table and a backup that was missed before."""
LOWEST = 19
"""Priority of a backup, as ``nice`` counts: the lowest."""


def keep_backups(table: Table, data: Path, run: Callable[[Sequence[str]], object] | None = None) -> None:
    """Make a backup when an evening is closed or deleted, and after a start if one was missed."""
    run = run or InTurn(_run)
    command = [sys.executable, "-P", "-m", "companion.backup", "backup", "--nightly", "--data", str(data)]
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
    """Return the time of the last record of a deleted evening, in nanoseconds; 0 without a record."""
    try:
        return (data / BACKUPS / FORGET).stat().st_mtime_ns
    except OSError:
        return 0


def is_due(table: Table, data: Path) -> bool:
    """Whether the newest nightly backup does not hold exactly the facts of the journal; False for an empty journal."""
    facts = {kept.id: kept.facts for kept in table.journal.evenings()}
    newest = max((one for one in (data / BACKUPS).glob("*.tar.gz") if NIGHTLY.fullmatch(one.name)), default=None)
    return bool(facts) and (newest is None or facts_of(newest) != facts)


class InTurn:
    """Runs a command in the background, one run at a time; requests during a run cause one more run after it."""

    def __init__(self, run: Callable[[Sequence[str]], object]) -> None:
        self._run = run
        self._lock = threading.Lock()
        self._running = self._wanted = False

    def __call__(self, command: Sequence[str]) -> None:
        with self._lock:
            self._wanted = True
            if not self._running:
                self._running = True
                threading.Thread(target=self._work, args=(command,), name="backup", daemon=True).start()

    def _work(self, command: Sequence[str]) -> None:
        while True:
            with self._lock:
                if not self._wanted:
                    self._running = False
                    return
                self._wanted = False
            self._run(command)


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
