"""Wi-Fi on a fake `nmcli`, whose output follows its manual page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.machine import Wifi
from hardware.network import OWN, TRIAL, NetworkError, NetworkManager

DEVICES = {"home": "wifi:connected:Chez nous\nloopback:connected (externally):lo\n", "alone": "wifi:disconnected:\n"}
IN_REACH = "Chez nous:60:WPA2\n:90:WPA2\nVoisin\\: 2:40:--\nChez nous:80:WPA2\nServi:99:WPA2\n"


class Nmcli:
    """A fake that answers like the manual page, keeps profiles and records its arguments."""

    def __init__(self, devices: str = DEVICES["home"], password: str = "bon-secret") -> None:
        self.devices, self.password = devices, password
        self.asked: list[list[str]] = []
        self.saved: dict[str, dict[str, str]] = {}
        """The saved profiles by name."""
        self.active = ""

    def __call__(self, command: Sequence[str]) -> tuple[int, str]:
        words = list(command)
        self.asked.append(words)
        if "TYPE,STATE,CONNECTION" in words:
            return 0, self.devices
        if "TYPE,STATE" in words:
            return 0, "".join(":".join(line.split(":")[:2]) + "\n" for line in self.devices.splitlines())
        if "SSID,SECURITY" in words:
            return 0, "".join(":".join([*line.split(":")[:-2], line.split(":")[-1]]) + "\n" for line in IN_REACH.splitlines())
        if "list" in words:
            return 0, IN_REACH
        if "connection" in words:
            return self.connection(words[words.index("connection") + 1 :])
        return 0, ""

    def connection(self, words: list[str]) -> tuple[int, str]:
        verb, *rest = words
        if verb == "add":
            name = rest[rest.index("con-name") + 1]
            self.saved[name] = {"uuid": f"u-{len(self.asked)}", "ssid": rest[rest.index("ssid") + 1],
                                "psk": rest[-1] if "wifi-sec.psk" in rest else ""}
            return 0, ""
        if verb == "show" and not rest:
            rows = ((one["uuid"], "802-11-wireless", "wlan0" if name == self.active else "", name.replace(":", "\\:"))
                    for name, one in self.saved.items())
            return 0, "".join(":".join(row) + "\n" for row in rows)
        name = next((name for name, one in self.saved.items() if rest[1] in (name, one["uuid"])), "")
        if not name:
            return 10, "Error: unknown connection.\n"
        if verb == "show":
            return 0, self.saved[name]["ssid"] + "\n"
        if verb == "delete":
            del self.saved[name]
        if verb == "modify" and "connection.id" in rest:
            new = rest[rest.index("connection.id") + 1]
            self.saved = {new if one == name else one: profile for one, profile in self.saved.items()}
            self.active = new if self.active == name else self.active
        if verb == "up":
            self.active = ""
            if self.saved[name]["ssid"] == "parti":
                return 4, "Error: Connection activation failed: The Wi-Fi network could not be found.\n"
            if self.saved[name]["psk"] != self.password:
                return 4, "Error: Connection activation failed: Secrets were required, but not provided.\n"
            self.active = name
        return 0, ""

    def did(self, *words: str) -> bool:
        return any(all(word in one for word in words) for one in self.asked)


@pytest.fixture
def nmcli() -> Nmcli:
    return Nmcli()


@pytest.fixture
def network(tmp_path: Path, nmcli: Nmcli) -> NetworkManager:
    return NetworkManager(tmp_path / "network.json", run=nmcli)


def test_a_network_of_the_home_or_a_cable_counts_but_not_our_own(network: NetworkManager, nmcli: Nmcli) -> None:
    assert network.connected()
    nmcli.devices = f"wifi:connected:{OWN}\n"
    assert not network.connected()
    nmcli.devices += "ethernet:connected:Wired\n"
    assert network.connected()


def test_networks_in_reach_come_once_the_strongest_first_and_without_our_own(network: NetworkManager) -> None:
    assert network.in_reach() == (Wifi("Chez nous", 80, True), Wifi("Voisin: 2", 40, False))


def test_a_network_that_was_joined_is_remembered_once(network: NetworkManager, nmcli: Nmcli) -> None:
    nmcli.saved = {"old name": {"uuid": "u1", "ssid": "Chez nous", "psk": "old"}}
    network.join("Chez nous", "bon-secret")
    assert [(name, one["psk"]) for name, one in nmcli.saved.items()] == [("Chez nous", "bon-secret")]
    assert nmcli.did("modify", "connection.autoconnect", "yes") and nmcli.active == "Chez nous"


def test_a_wrong_password_is_said_and_leaves_the_saved_network_as_it_was(network: NetworkManager, nmcli: Nmcli) -> None:
    saved = {"Chez nous": {"uuid": "u1", "ssid": "Chez nous", "psk": "bon-secret"},
             "Voisin: 2": {"uuid": "u2", "ssid": "Voisin: 2", "psk": "bon-secret"}}
    nmcli.saved, nmcli.active = dict(saved), "Voisin: 2"
    with pytest.raises(NetworkError, match="mot de passe de « Chez nous »"):
        network.join("Chez nous", "faux-secret")
    assert nmcli.saved == saved
    assert nmcli.active == "Voisin: 2", "the network before is joined again"


def test_what_a_killed_attempt_left_is_not_remembered(network: NetworkManager, nmcli: Nmcli) -> None:
    nmcli.saved = {TRIAL: {"uuid": "u1", "ssid": "Chez nous", "psk": "half"}}
    network.join("Chez nous", "bon-secret")
    assert [*nmcli.saved] == ["Chez nous"]


@pytest.mark.parametrize(("security", "key"), [("WPA2", "wpa-psk"), ("WPA2 WPA3", "wpa-psk"), ("WPA3", "sae")])
def test_the_kind_of_key_is_that_of_the_network(
    network: NetworkManager, nmcli: Nmcli, security: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.hardware.test_network.IN_REACH", f"Chez nous:60:{security}\n")
    network.join("Chez nous", "bon-secret")
    assert nmcli.did("add", "Chez nous", "wifi-sec.key-mgmt", key)


def test_an_open_network_needs_no_key(network: NetworkManager, nmcli: Nmcli) -> None:
    nmcli.password = ""
    network.join("Voisin: 2", "")
    assert nmcli.active == "Voisin: 2" and not nmcli.did("wifi-sec.key-mgmt")


def test_a_network_that_left_is_said(network: NetworkManager, nmcli: Nmcli) -> None:
    with pytest.raises(NetworkError, match="plus en vue"):
        network.join("parti", "bon-secret")
    assert nmcli.saved == {}


def test_our_own_network_keeps_its_password_and_gives_way_to_known_ones(
    network: NetworkManager, nmcli: Nmcli, tmp_path: Path
) -> None:
    own = network.open_own()
    assert len(own.password) >= 12 and not set(own.password) & set("lo01I")
    assert NetworkManager(tmp_path / "network.json", run=nmcli).open_own() == own
    assert (tmp_path / "network.json").stat().st_mode & 0o077 == 0
    assert nmcli.did("hotspot", own.name, own.password) and nmcli.did("modify", "connection.autoconnect", "no")


def test_a_machine_without_nmcli_has_no_wifi_and_no_trouble(tmp_path: Path) -> None:
    network = NetworkManager(tmp_path / "n", run=lambda command: (127, ""))
    assert not network.has_wifi() and network.in_reach() == () and not network.connected()
