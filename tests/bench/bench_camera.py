"""What a table with a simulated camera costs: processor time at thirty frames a second, memory over an evening.

Named, not short. ``./servi bench soak --hours 2`` takes as long as it says.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from random import Random

from companion.demo import Demo
from companion.errors import ServiError
from companion.games import names
from companion.table import Table
from hardware.simulated import FPS, SimulatedEye
from tests.bench import bench, minutes
from tests.bench.bench_start import free_port
from web import make_server

ROOT = Path(__file__).resolve().parents[2]
WATCHED = 30.0
"""Seconds for which the processor is watched."""
USUAL = 10.0
"""Minutes for which the memory is watched where nothing is told."""
WARM = 120.0
"""Seconds for which the demonstration plays at least before its memory is noted; and until a d10 was read: the first one
takes some twenty megabytes, once. No longer than half of the time, though.
"""


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
        Demo(table, names()[0], chance=Random(1)).evening()
    except (ServiError, OSError):  # the table was closed: it was watched long enough
        pass


@bench("soak", unit="MB", limit=10, short=False)
def soak() -> float:
    """How much the memory of a demonstration grows in ``--hours``, once everything was used."""
    seconds = 60 * minutes(USUAL)
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-P", "-m", "companion", "play", "--demo", "--host", "127.0.0.1"]
        command += ["--port", str(port), "--data", folder, "--panel", "off"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        table = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
        try:
            begun, ten = time.monotonic(), False
            while time.monotonic() - begun < seconds / 2 and not (ten and time.monotonic() - begun > WARM):
                time.sleep(1)
                ten = ten or ten_was_read(port)
            before = resident(table.pid)
            time.sleep(max(0.0, begun + seconds - time.monotonic()))
            return resident(table.pid) - before
        finally:
            table.terminate()
            table.wait(20)


def ten_was_read(port: int) -> bool:
    """Whether the throw that the page shows has a d10."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/view.json", timeout=10) as answer:
            thrown = json.loads(answer.read()).get("throw") or {"dice": []}
            return any(die["kind"] == "d10" for die in thrown["dice"])
    except OSError:  # it is not open yet
        return False


def resident(pid: int) -> float:
    """Resident memory of a process in MB; raise ``OSError`` where it is gone."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024
