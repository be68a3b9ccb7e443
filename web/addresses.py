"""Names and addresses of this machine: those that a Host header may use, and the one for phones."""

from __future__ import annotations

import ipaddress
import re
import socket
import threading
import time
from collections.abc import Iterable

import ifaddr

FRESH = 15.0
"""Seconds after which the list of addresses is read again, because the machine may change its network."""

_lock = threading.Lock()
_known: tuple[float, frozenset[str]] = (float("-inf"), frozenset())


def own_hosts(names: Iterable[str] = ()) -> frozenset[str]:
    """Return every host name and address of this machine, and ``names``: in lower case, IPv6 without brackets."""
    global _known
    with _lock:
        asked, hosts = _known
        if time.monotonic() - asked > FRESH:
            hosts = frozenset(_names() | _addresses())
            _known = (time.monotonic(), hosts)
    return hosts | {name.lower().rstrip(".") for name in names}


def address_for_phones() -> str | None:
    """Return this machine's address in its network, None without a network."""
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        found = _towards(family, far)
        if found and not ipaddress.ip_address(found).is_loopback:
            return found
    own = [ip for ip in sorted(_addresses()) if not ipaddress.ip_address(ip.split("%")[0]).is_loopback and "." in ip]
    return own[0] if own else None  # without a route to the internet, as on the machine's own Wi-Fi


def split_host(header: str) -> tuple[str, int | None] | None:
    """Split a Host header into name and port; return None if it is malformed.

    >>> split_host("[::1]:8000"), split_host("Servi.local"), split_host("a b")
    (('::1', 8000), ('servi.local', None), None)
    """
    match = re.fullmatch(r"(?:\[([0-9a-fA-F:.]{2,45})\]|([A-Za-z0-9._-]{1,253}))(?::(\d{1,5}))?", header)
    if not match:
        return None
    return (match[1] or match[2]).lower().rstrip("."), int(match[3]) if match[3] else None


def _names() -> set[str]:
    name = socket.gethostname().lower()
    short = name.split(".")[0]
    return {"localhost", "127.0.0.1", "::1", name, short, f"{short}.local"} - {"", ".local"}


def _addresses() -> set[str]:
    """Return the addresses of every interface; empty if the system does not list them."""
    try:
        ips = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    except OSError:
        return set()
    return {ip if isinstance(ip, str) else ip[0] for ip in ips}


def _towards(family: socket.AddressFamily, far: str) -> str | None:
    """Return this machine's address on the route to ``far``, None without a route. It connects a UDP socket only."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None
