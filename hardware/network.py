"""Wi-Fi of a Raspberry Pi through NetworkManager's ``nmcli``: scan, join, open the access point."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.disk import write_whole
from companion.language import Sentence
from companion.machine import OwnWifi, Wifi
from companion.record import record
from hardware.shell import run

OWN = "servi-own"
"""NetworkManager's profile name of the access point."""

TRIAL = "servi-trial"
"""NetworkManager's profile name of a network that is being joined."""

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits of the password, without those easily confused (l, o, 0, 1)."""

Run = Callable[[Sequence[str]], tuple[int, str]]


class NetworkError(OSError):
    """A network operation failed; the text is one French sentence."""


@record()
class _Saved:
    """A saved network: ``name`` is its SSID."""

    uuid: str
    name: str
    active: bool


class NetworkManager:
    """The machine's Wi-Fi. ``file`` keeps the access point's password, so that phones recognise it."""

    def __init__(self, file: Path, name: str = "Servi", run: Run = run) -> None:
        self._file, self._name, self._run = file, name, run

    def connected(self) -> bool:
        """Whether the machine is in a network, by Wi-Fi or by cable, other than its own access point."""
        return any(
            kind in ("wifi", "ethernet") and state == "connected" and profile != OWN
            for kind, state, profile in self._rows(["-f", "TYPE,STATE,CONNECTION", "device"], 3)
        )

    def has_wifi(self) -> bool:
        """Whether there is a usable Wi-Fi device."""
        return any(
            kind == "wifi" and state not in ("unavailable", "unmanaged")
            for kind, state in self._rows(["-f", "TYPE,STATE", "device"], 2)
        )

    def in_reach(self) -> tuple[Wifi, ...]:
        """Return the networks in reach except the access point, the strongest first, each once."""
        found: dict[str, Wifi] = {}
        for name, strength, security in self._rows(["-f", "SSID,SIGNAL,SECURITY", "device", "wifi", "list"], 3):
            if name and name != self._name and strength.isdigit():
                best = max(int(strength), found[name].strength if name in found else 0)
                found[name] = Wifi(name, best, security not in ("", "--"))
        return tuple(sorted(found.values(), key=lambda one: (-one.strength, one.name)))

    def join(self, name: str, password: str) -> None:
        """Join a network and save it; on failure raise ``NetworkError`` and keep the saved networks unchanged.

        ``nmcli device wifi connect`` would overwrite the saved password, so a separate profile tries the new one.
        """
        saved = self._saved()
        self._run(["nmcli", "connection", "delete", "id", TRIAL])  # a program that was killed while joining left it
        words = ["con-name", TRIAL, "ssid", name, "connection.autoconnect", "no", *self._secret(name, password)]
        status, output = self._run(["nmcli", "connection", "add", "type", "wifi", *words])
        if not status:
            status, output = self._run(["nmcli", "--wait", "45", "connection", "up", "id", TRIAL])
        if status:
            self._run(["nmcli", "connection", "delete", "id", TRIAL])
            for one in saved:
                if one.active:
                    self._run(["nmcli", "--wait", "30", "connection", "up", "uuid", one.uuid])
            raise NetworkError(_why(name, output))
        self._run(
            ["nmcli", "connection", "modify", "id", TRIAL, "connection.id", name, "connection.autoconnect", "yes"]
        )
        for one in saved:
            if one.name == name:
                self._run(["nmcli", "connection", "delete", "uuid", one.uuid])

    def _saved(self) -> list[_Saved]:
        """Return the saved Wi-Fi networks except the access point."""
        found = []
        for uuid, kind, device, profile in self._rows(["-f", "UUID,TYPE,DEVICE,NAME", "connection", "show"], 4):
            if kind == "802-11-wireless" and profile not in (OWN, TRIAL):
                _, name = self._run(
                    [
                        "nmcli",
                        "--escape",
                        "no",
                        "--get-values",
                        "802-11-wireless.ssid",
                        "connection",
                        "show",
                        "uuid",
                        uuid,
                    ]
                )
                found.append(_Saved(uuid, name.rstrip("\n"), device not in ("", "--")))
        return found

    def _secret(self, name: str, password: str) -> list[str]:
        """Return the settings of a password; a WPA3-only network needs another key type."""
        if not password:
            return []
        rows = self._rows(["-f", "SSID,SECURITY", "device", "wifi", "list", "--rescan", "no"], 2)
        only = any(found == name and security.split() == ["WPA3"] for found, security in rows)
        return ["wifi-sec.key-mgmt", "sae" if only else "wpa-psk", "wifi-sec.psk", password]

    def own(self) -> OwnWifi:
        """Return name and password of the access point, generated once."""
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
            return OwnWifi(self._name, str(kept["password"]))
        except (OSError, ValueError, KeyError, TypeError):
            password = "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))
            write_whole(self._file, json.dumps({"password": password}))
            return OwnWifi(self._name, password)

    def open_own(self) -> OwnWifi:
        """Open the access point; raise ``NetworkError`` on failure."""
        own = self.own()
        words = ["ssid", own.name, "password", own.password]
        status, output = self._run(["nmcli", "--wait", "30", "device", "wifi", "hotspot", "con-name", OWN, *words])
        if status:
            raise NetworkError(
                Sentence("Le boîtier n'a pas pu ouvrir son propre Wi-Fi ({why}).", {"why": _last(output)})
            )
        # so that after a restart the machine first looks for known networks
        self._run(["nmcli", "connection", "modify", OWN, "connection.autoconnect", "no"])
        return own

    def close_own(self) -> None:
        """Close the access point if it is open."""
        self._run(["nmcli", "connection", "down", "id", OWN])

    def _rows(self, words: list[str], width: int) -> list[list[str]]:
        status, text = self._run(["nmcli", "--terse", *words])
        rows = [fields(line) for line in text.splitlines()] if status == 0 else []
        return [row for row in rows if len(row) == width]


def fields(line: str) -> list[str]:
    r"""Split a line of ``nmcli --terse``, in which ``\:`` is a literal colon.

    >>> fields(r"Chez nous\: 2:70:WPA2")
    ['Chez nous: 2', '70', 'WPA2']
    """
    parts = re.findall(r"((?:\\.|[^:\\])*)(?::|$)", line)
    return [re.sub(r"\\(.)", r"\1", part) for part in (parts[:-1] if not line.endswith(":") else parts)]


def _why(name: str, output: str) -> str:
    if "Secrets were required" in output or "802-11-wireless-security" in output:
        return Sentence("Le mot de passe de « {name} » n'est pas le bon. Essayez de nouveau.", {"name": name})
    if "could not be found" in output:
        gone = {"name": name}
        return Sentence("Le réseau « {name} » n'est plus en vue. Rapprochez le boîtier, puis essayez de nouveau.", gone)
    return Sentence("« {name} » n'a pas répondu ({why}). Essayez de nouveau.", {"name": name, "why": _last(output)})


def _last(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1][:120] if lines else "—"
