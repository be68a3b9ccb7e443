"""Wi-Fi on a fake `nmcli`, whose output follows its manual page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.machine import Wifi
from hardware.network import OWN, NetworkError, NetworkManager

DEVICES = {"home": "wifi:connected:Chez nous\nloopback:connected (externally):lo\n", "alone": "wifi:disconnected:\n"}
IN_REACH = "Chez nous:60:WPA2\n:90:WPA2\nVoisin\\: 2:40:--\nChez nous:80:WPA2\nServi:99:WPA2\n"


class Nmcli:
    """A fake that answers like the manual page and records its arguments."""

    def __init__(self, devices: str = DEVICES["home"], password: str = "bon-secret") -> None:
        self.devices, self.password = devices, password
        self.asked: list[list[str]] = []

    def __call__(self, command: Sequence[str]) -> tuple[int, str]:
        words = list(command)
        self.asked.append(words)
        if "TYPE,STATE,CONNECTION" in words:
            return 0, self.devices
        if "TYPE,STATE" in words:
            return 0, "".join(":".join(line.split(":")[:2]) + "\n" for line in self.devices.splitlines())
        if "list" in words:
            return 0, IN_REACH
        if "connect" in words:
            if words[words.index("connect") + 1] == "parti":
                return 10, "Error: No network with SSID 'parti' found.\n"
            if words[-1] != self.password:
                return 4, "Error: Connection activation failed: (7) Secrets were required, but not provided.\n"
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


def test_joining_hands_over_name_and_password(network: NetworkManager, nmcli: Nmcli) -> None:
    network.join("Chez nous", "bon-secret")
    assert nmcli.did("connect", "Chez nous", "password", "bon-secret")


def test_a_wrong_password_is_said_and_not_tried_again(network: NetworkManager, nmcli: Nmcli) -> None:
    with pytest.raises(NetworkError, match="mot de passe de « Chez nous »"):
        network.join("Chez nous", "faux-secret")
    assert nmcli.did("connection", "delete", "Chez nous")


def test_a_network_that_left_is_said(network: NetworkManager) -> None:
    with pytest.raises(NetworkError, match="plus en vue"):
        network.join("parti", "bon-secret")


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
