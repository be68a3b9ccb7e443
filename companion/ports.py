"""A check that the page's port is free, before the heavy imports."""

from __future__ import annotations

import errno
import socket

from companion.errors import CannotStart


def free_port(host: str, port: int) -> int:
    """Return ``port``, or a free one if it is 0, after a short test; raise ``CannotStart``."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # treat a recently closed port as free
            probe.bind(address)
            probe.listen(1)
            return int(probe.getsockname()[1])
    except PermissionError:
        raise CannotStart(
            f"port {port} is kept for the system: choose one above 1023, as `./servi --port 8000`."
        ) from None
    except socket.gaierror:
        raise CannotStart(
            f"{host} is no address of this machine: leave --host away to listen on all of them."
        ) from None
    except OSError as error:
        raise CannotStart(port_refused(host, port, error)) from None


def port_refused(host: str, port: int, error: OSError) -> str:
    """Return a sentence that says why the page cannot use this port, with the remedy."""
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine: leave --host away to listen on all of them."
    other = port + 1 if port < 65535 else 8000
    return (
        f"port {port} is taken, perhaps by a table that is already open: close that one, or choose another port, "
        f"as `./servi --port {other}`."
    )
