"""The start message on the terminal: address and QR code of the page."""

from __future__ import annotations

import io
import sys

from web.addresses import address_for_phones


def announce(host: str, port: int) -> None:
    """Print the address of the page, on a terminal also as a QR code."""
    address = f"http://{shown_host(host)}:{port}/"
    if isinstance(sys.stdout, io.TextIOWrapper):  # a limited terminal then prints question marks instead of failing
        sys.stdout.reconfigure(errors="replace")
    print(f"The table is open: {address}")
    if sys.stdout.isatty():
        import segno  # imported here, because a table started by systemd prints no code

        segno.make(address, micro=False).terminal(sys.stdout, compact=True)
    print("Ctrl-C closes it.", flush=True)


def shown_host(host: str) -> str:
    """Return the host for the printed address, in brackets if it is IPv6.

    For "", 0.0.0.0 and :: it is this machine's address in its network, or 127.0.0.1 without a network.
    """
    if host not in ("", "0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    found = address_for_phones() or "127.0.0.1"
    return f"[{found}]" if ":" in found else found
