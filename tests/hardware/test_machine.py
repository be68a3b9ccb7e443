"""The machine over time: it reports a trouble once, and opens a network itself if it finds none."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from hardware.health import Health, health, is_a_pi
from hardware.machine import PATIENCE, Pi
from hardware.network import NetworkManager
from tests.hardware.test_network import DEVICES, Nmcli

WELL = Health(undervoltage=False, celsius=50.0, free=10**10)


class Table:
    def __init__(self) -> None:
        self.refreshed = 0

    def refresh(self) -> None:
        self.refreshed += 1


class World:
    """A Pi with simulated health, network and clock."""

    def __init__(self, folder: Path, devices: str) -> None:
        self.health, self.now, self.nmcli, self.table = WELL, 0.0, Nmcli(devices), Table()
        network = NetworkManager(folder / "network.json", run=self.nmcli)
        self.pi = Pi(folder, network=network, look=lambda: self.health, clock=lambda: self.now)
        self.pi._table = self.table

    def after(self, seconds: float) -> None:
        self.now += seconds
        self.pi.tick()


@pytest.fixture
def alone(tmp_path: Path) -> World:
    return World(tmp_path, DEVICES["alone"])


@pytest.fixture
def home(tmp_path: Path) -> World:
    return World(tmp_path, DEVICES["home"])


def test_trouble_is_shown_when_it_comes_and_when_it_goes_and_not_between(home: World) -> None:
    home.pi.tick()
    assert home.table.refreshed == 0
    home.health = Health(undervoltage=True, celsius=90.0, free=0)
    home.pi.tick()
    home.pi.tick()
    assert home.table.refreshed == 1 and "courant" in (home.pi.trouble or "")
    home.health = WELL
    home.pi.tick()
    assert home.table.refreshed == 2 and home.pi.trouble is None


@pytest.mark.parametrize(
    ("found", "word"),
    [
        (Health(True, None, None), "chargeur"),
        (Health(False, 85.0, None), "85 °C"),
        (Health(None, 40.0, 10**6), "photos"),
        (Health(None, None, None), None),
    ],
)
def test_every_trouble_says_what_to_do(found: Health, word: str | None) -> None:
    assert (word in (found.trouble or "")) if word else found.trouble is None


def test_a_machine_without_a_network_opens_its_own_after_a_minute(alone: World) -> None:
    alone.pi.tick()
    alone.after(PATIENCE - 1)
    assert not alone.pi.own_open
    alone.after(2)
    assert alone.pi.own_open and alone.table.refreshed == 1
    assert [one.name for one in alone.pi.networks()] == [
        "Chez nous",
        "Voisin: 2",
    ]  # it scans before, because an open access point cannot scan


def test_a_network_that_comes_back_in_time_keeps_our_own_closed(alone: World) -> None:
    alone.pi.tick()
    alone.after(PATIENCE - 1)
    alone.nmcli.devices = DEVICES["home"]
    alone.after(2)
    alone.nmcli.devices = DEVICES["alone"]
    alone.after(2)
    assert not alone.pi.own_open


def test_a_machine_in_a_network_never_opens_its_own(home: World) -> None:
    for _ in range(5):
        home.after(PATIENCE)
    assert not home.nmcli.did("hotspot")


def test_the_card_of_our_own_network_can_be_printed_before_it_is_needed(home: World) -> None:
    assert home.pi.own_wifi is not None and not home.pi.own_open
    home.nmcli.devices = "ethernet:connected:Wired\n"
    assert home.pi.own_wifi is None


def test_joining_with_a_wrong_password_opens_our_own_again_and_says_why(alone: World) -> None:
    alone.pi.tick()
    alone.after(PATIENCE + 1)
    alone.pi.join_now("Chez nous", "faux-secret")
    assert alone.pi.own_open and "mot de passe" in (alone.pi.joining or "")
    alone.pi.join_now("Chez nous", "bon-secret")
    assert not alone.pi.own_open and alone.pi.joining is None


def test_every_page_hears_that_the_machine_goes_off(tmp_path: Path) -> None:
    ran, done = [], threading.Event()
    pi = Pi(tmp_path, look=lambda: WELL, run=lambda command: (ran.append(command), done.set()))
    pi._table = table = Table()
    pi.switch_off()
    assert pi.ending and table.refreshed == 1 and ran == []
    assert done.wait(20) and ran == [["systemctl", "poweroff"]]


def kernel(root: Path, **files: str) -> Path:
    places = {
        "model": "proc/device-tree/model",
        "power": "sys/class/hwmon/hwmon1/name",
        "alarm": "sys/class/hwmon/hwmon1/in0_lcrit_alarm",
        "heat": "sys/class/thermal/thermal_zone0/temp",
    }
    for name, text in files.items():
        (root / places[name]).parent.mkdir(parents=True, exist_ok=True)
        (root / places[name]).write_text(text)
    return root


def test_the_kernels_files_tell_power_and_heat(tmp_path: Path) -> None:
    root = kernel(tmp_path, power="rpi_volt\n", alarm="1\n", heat="61234\n", model="Raspberry Pi 4 Model B\0")
    found = health(tmp_path, root)
    assert (found.undervoltage, found.celsius) == (True, 61.234) and found.free and is_a_pi(root)


def test_a_machine_that_does_not_tell_has_no_trouble(tmp_path: Path) -> None:
    root = kernel(tmp_path, power="coretemp\n", heat="what\n")
    found = health(tmp_path / "gone", root)
    assert found == Health(None, None, None) and not is_a_pi(root)
