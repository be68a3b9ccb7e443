"""The real program in its own process, used over HTTP like a page."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.unprivileged import hears_ctrl_c

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 1200.0
"""Timeout of an answer on an emulated processor, in seconds; elsewhere each test has its own limit."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Program:
    """``./servi`` on a data folder; ``kill`` simulates a power cut, ``start`` starts it again.

    ``log`` receives its error output over all starts; without ``log``, ``process.stderr`` does.
    """

    def __init__(self, data: Path, camera: str = "none", *options: str, log: Path | None = None) -> None:
        self.data, self.camera, self.options, self.log = data, camera, options, log
        self.port = free_port()
        self.start()

    def command(self) -> list[str]:
        """Return the command that opens the table, without its options."""
        return [sys.executable, "-P", "-m", "hardware", "play"]

    def environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(ROOT)}

    def start(self) -> None:
        options = ["--port", str(self.port), "--host", "127.0.0.1", "--data", str(self.data), "--camera", self.camera]
        with ExitStack() as closed:
            said = closed.enter_context(self.log.open("a")) if self.log else subprocess.PIPE
            self.process = subprocess.Popen(
                [*self.command(), *options, *self.options], cwd=ROOT, env=self.environment(), stdout=subprocess.DEVNULL,
                stderr=said, text=True, preexec_fn=hears_ctrl_c,
            )  # fmt: skip
        begun = time.monotonic()
        while time.monotonic() - begun < PATIENCE:
            try:
                self.get("/view.json")
                return
            except OSError:
                if self.process.poll() is not None:
                    raise AssertionError(self.process.communicate()[1]) from None
                time.sleep(0.05)
        raise AssertionError("the table did not open")

    def kill(self) -> None:
        """Kill the process and wait for its end."""
        self.process.kill()
        self.process.communicate()

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE) as answer:
            return json.loads(answer.read())

    def post(self, path: str, body: Any, raw: bytes | None = None) -> tuple[int, Any]:
        """Return status and answer of a command."""
        data = raw if raw is not None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data=data, headers={"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            text = error.read()
            return error.code, json.loads(text) if text.startswith(b"{") else {"text": text.decode(errors="replace")}

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get("/view.json")
        return found

    def fact(self, fact: dict[str, Any]) -> dict[str, Any]:
        """Submit a fact that must be accepted; return the view after it."""
        status, answer = self.post("/command", {"seen": self.view()["number"], "fact": fact})
        assert status == 200, (fact, answer)
        return self.view()
