"""The cost of a table with a simulated camera: processor time at 30 frames a second, memory over an evening.

These benchmarks run only when named. ``./servi bench soak --hours 2`` takes two hours.
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
from companion.packages import names
from companion.table import Table
from hardware.simulated import FPS, SimulatedEye
from tests.bench import bench, minutes
from tests.bench.bench_start import free_port
from tests.memory import resident
from web import make_server

ROOT = Path(__file__).resolve().parents[2]
WATCHED = 30.0
"""Seconds of the processor measurement."""
USUAL = 10.0
"""Default duration of the memory measurement, in minutes."""
WARM = 120.0
"""Minimum seconds of play before the first memory reading, but at most half of the time.

The first d10 costs twenty megabytes once, so the warm-up also waits for a d10.
"""


@bench("camera", unit="% of a core", limit=60, short=False)
def camera() -> float:
    """Processor time of the whole table for one second at 30 frames, while simple players play at normal speed."""
    with tempfile.TemporaryDirectory() as folder:
        eye = SimulatedEye(Random(1))

        def simulation(table: Table) -> SimulatedEye:
            eye.follow(table)
            return eye

        table = Table(Path(folder), simulation=simulation)
        server = make_server(table, "127.0.0.1", 0)
        threading.Thread(target=server.run, daemon=True).start()
        threading.Thread(target=_play, args=(table,), daemon=True).start()
        time.sleep(10)  # the first throw loads the networks
        spent, frames = time.process_time(), eye.dice.count
        time.sleep(WATCHED)
        spent, frames = time.process_time() - spent, eye.dice.count - frames
        table.close()
        server.close()
        return 100 * spent / (frames / FPS)


def _play(table: Table) -> None:
    try:
        Demo(table, names()[0], chance=Random(1)).evening()
    except (ServiError, OSError):  # the table closed after the measurement
        pass


@bench("soak", unit="MB", limit=10, short=False)
def soak() -> float:
    """Memory growth of a demonstration during ``--hours``, after a warm-up."""
    seconds = 60 * minutes(USUAL)
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-P", "-m", "hardware", "play", "--demo", "--host", "127.0.0.1"]
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
    """Whether the throw on the page includes a d10."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/view.json", timeout=10) as answer:
            thrown = json.loads(answer.read()).get("throw") or {"dice": []}
            return any(die["kind"] == "d10" for die in thrown["dice"])
    except OSError:  # the page is not open yet
        return False
