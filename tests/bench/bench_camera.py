"""What a table with a simulated camera costs: processor time at thirty frames a second, memory over an evening.

Named, not short. ``./servi bench soak --hours 2`` takes as long as it says.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from random import Random

from companion.demo import Demo
from companion.errors import ServiError
from companion.games import NAMES
from companion.table import Table
from hardware.simulated import FPS, SimulatedEye
from tests.bench import bench, minutes
from web import make_server

ROOT = Path(__file__).resolve().parents[2]
WATCHED = 30.0
"""Seconds for which the processor is watched."""
USUAL = 10.0
"""Minutes for which the memory is watched where nothing is told."""
WARM = 420.0
"""Seconds after which every kind of dice has been drawn and read once; a quarter of a shorter soak."""


@bench("camera", unit="% of a core", limit=60, short=False)
def camera() -> float:
    """The whole table while simple players play at life speed, for each second of thirty frames."""
    with tempfile.TemporaryDirectory() as folder:
        eye = SimulatedEye(Random(1))

        def simulation(table: Table) -> SimulatedEye:
            eye.follow(table)
            return eye

        table = Table(Path(folder), simulation=simulation)
        server = make_server(table, "127.0.0.1", 0)
        threading.Thread(target=server.run, daemon=True).start()
        threading.Thread(target=_play, args=(table,), daemon=True).start()
        time.sleep(10)  # the networks are loaded with the first throw
        spent, frames = time.process_time(), eye.dice.count
        time.sleep(WATCHED)
        spent, frames = time.process_time() - spent, eye.dice.count - frames
        table.close()
        server.close()
        return 100 * spent / (frames / FPS)


def _play(table: Table) -> None:
    try:
        Demo(table, NAMES[0], chance=Random(1)).evening()
    except (ServiError, OSError):  # the table was closed: it was watched long enough
        pass


@bench("soak", unit="MB", limit=10, short=False)
def soak() -> float:
    """How much the memory of a demonstration grows in ``--hours``, once everything was used."""
    seconds = 60 * minutes(USUAL)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-P", "-m", "companion", "play", "--demo", "--host", "127.0.0.1", "--port", "0"]
        command += ["--data", folder, "--panel", "off"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        table = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
        try:
            warm = min(WARM, seconds / 4)
            time.sleep(warm)
            before = resident(table.pid)
            time.sleep(seconds - warm)
            return resident(table.pid) - before
        finally:
            table.terminate()
            table.wait(20)


def resident(pid: int) -> float:
    """Resident memory of a process in MB; raise ``OSError`` where it is gone."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024
