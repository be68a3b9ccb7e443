"""A real Mosquitto broker that a test can kill, suspend and start again; it stores nothing."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from pathlib import Path

from tests.tools import needed

USER, PASSWORD = "servi", "le pass: mot"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def certificate(folder: Path) -> Path:
    """Create a self-signed certificate for localhost, with its key in the same folder; return its path."""
    made = folder / "broker.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"]
    subprocess.run([*command, "-keyout", str(folder / "broker.key"), "-out", str(made)], check=True, capture_output=True)
    return made


class Mosquitto:
    """A broker on 127.0.0.1; with ``password`` it has one user, with ``tls`` it uses TLS."""

    def __init__(self, folder: Path, *, password: bool = False, tls: bool = False) -> None:
        self.port, self._folder = free_port(), folder
        lines = [f"listener {self.port} 127.0.0.1", "persistence false", "user root"]
        lines.append(f"allow_anonymous {str(not password).lower()}")
        if password:
            file = folder / "passwords"
            subprocess.run(["mosquitto_passwd", "-b", "-c", str(file), USER, PASSWORD], check=True, capture_output=True)
            lines.append(f"password_file {file}")
        if tls:
            lines += [f"certfile {certificate(folder)}", f"keyfile {folder / 'broker.key'}"]
        (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n")
        self.start()

    def start(self) -> None:
        """Start the broker and wait until it listens."""
        command = [str(needed("mosquitto")), "-c", str(self._folder / "mosquitto.conf")]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError("mosquitto does not listen")

    def kill(self) -> None:
        """Kill the broker, as when its plug is pulled."""
        self.process.kill()
        self.process.wait()

    def hang(self, hangs: bool) -> None:
        """Suspend the broker, or let it continue."""
        self.process.send_signal(signal.SIGSTOP if hangs else signal.SIGCONT)
