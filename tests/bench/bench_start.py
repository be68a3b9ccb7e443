"""The delay from `./servi` to the first page."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from tests.bench import bench

SERVI = Path(__file__).resolve().parents[2] / "servi"
PATIENCE = 20.0
"""Timeout of the start, in seconds."""


@bench("start", unit="s", limit=1.5, repeat=5)
def start() -> float:
    """Delay from `./servi` to the complete first page, with everything set up and an empty data folder."""
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        command = [str(SERVI), "--host", "127.0.0.1", "--port", str(port), "--data", folder, "--camera", "none"]
        begun = time.perf_counter()
        table = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            while not page(port):
                if table.poll() is not None or time.perf_counter() - begun > PATIENCE:
                    table.kill()
                    raise RuntimeError(f"no page: {table.communicate()[1].strip() or 'nothing said'}")
                time.sleep(0.005)
            return time.perf_counter() - begun
        finally:
            close(table)


def page(port: int) -> bool:
    """Whether the first page is complete."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/")
        answer = connection.getresponse()
        answer.read()
    except ConnectionRefusedError:
        return False
    finally:
        connection.close()
    if answer.status >= 400:
        raise RuntimeError(f"the first page answers {answer.status}")
    return True


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def close(table: subprocess.Popen[str]) -> None:
    """Stop the table by an interrupt, like Ctrl-C."""
    if table.poll() is None:
        table.send_signal(signal.SIGINT)
    try:
        table.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        table.kill()
        table.communicate()
