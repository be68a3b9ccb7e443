"""The doctor on machines with faults: each line is fine or names the remedy."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion import backup
from companion.journal import Journal
from companion.journal_reader import FILE
from hardware import doctor
from hardware.doctor import Check, Host
from hardware.found import camera
from tests.companion import evenings
from tests.hardware.test_machine import kernel


def place(tmp_path: Path, **answers: tuple[int, str]) -> Host:
    """Return a machine with files under ``tmp_path`` and these answers to commands (by first word)."""

    def run(command: Sequence[str]) -> tuple[int, str]:
        return answers.get(command[0].replace("-", "_"), (127, ""))

    return Host(tmp_path / "data", tmp_path, run, lambda: 1.8e9)


def pi(tmp_path: Path) -> None:
    kernel(tmp_path, model="Raspberry Pi 5 Model B\0")


def test_this_machine_is_well_but_for_what_it_has_not(tmp_path: Path) -> None:
    lines = list(doctor.examine(Host(tmp_path)))
    assert [line for line in lines if line.ok is False] == []
    assert len({line.name for line in lines}) == len(lines) == 16


def test_a_look_that_stumbles_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(place: Host) -> Check:
        raise RuntimeError("a wire is loose")

    monkeypatch.setattr(doctor, "heat", broken)
    lines = list(doctor.examine(Host(tmp_path)))
    assert any("a wire is loose" in line.text and line.ok is False for line in lines) and lines[-1].name == "backups"


def test_the_camera_of_a_pi_is_named(tmp_path: Path) -> None:
    pi(tmp_path)
    wide = replace(place(tmp_path), ribbon=lambda: [{"Model": "imx708_wide", "Id": "/base/axi/imx708@1a"}])
    assert doctor.camera(wide).text == "imx708_wide (--camera pi)"


def test_a_pi_without_its_library_says_which_package(tmp_path: Path) -> None:
    def missing() -> list[Any]:
        raise ImportError("No module named 'picamera2'")

    pi(tmp_path)
    assert "python3-picamera2" in doctor.camera(replace(place(tmp_path), ribbon=missing)).cure
    assert camera(tmp_path, missing) == "none"  # the table opens nevertheless


def test_a_pi_without_a_camera_says_where_to_press(tmp_path: Path) -> None:
    pi(tmp_path)
    found = doctor.camera(replace(place(tmp_path), ribbon=list))
    assert found.ok is False and "ribbon" in found.cure


def test_a_usb_camera_is_told_from_a_codec(tmp_path: Path) -> None:
    for name, where in (("video0", "platform/codec"), ("video2", "usb1/1-1")):
        device = tmp_path / "sys" / "devices" / where
        device.mkdir(parents=True)
        node = tmp_path / "sys/class/video4linux" / name
        node.mkdir(parents=True)
        (node / "device").symlink_to(device)
        (node / "index").write_text("0\n")
    assert doctor.camera(place(tmp_path)).text == "a USB camera (--camera usb:2)"
    assert camera(tmp_path) == "usb:2"
    pi(tmp_path)
    assert camera(tmp_path, lambda: [{"Model": "imx708"}]) == "pi"  # it prefers the ribbon camera
    assert camera(tmp_path, list) == "usb:2"


def test_no_camera_on_a_laptop_is_no_fault(tmp_path: Path) -> None:
    assert doctor.camera(place(tmp_path)).ok is None


def test_low_power_is_named_with_its_cure(tmp_path: Path) -> None:
    kernel(tmp_path, power="rpi_volt", alarm="1", heat="85000")
    assert doctor.power(place(tmp_path)).ok is False and "charger" in doctor.power(place(tmp_path)).cure
    assert doctor.heat(place(tmp_path)).ok is False


def test_a_clock_that_was_never_set_is_named(tmp_path: Path) -> None:
    never = Host(tmp_path, tmp_path, lambda command: (127, ""), lambda: 3600.0)
    assert doctor.clock(never).ok is False and "date --set" in doctor.clock(never).cure


def test_a_name_that_nobody_says_is_mended_by_one_command(tmp_path: Path) -> None:
    (tmp_path / "etc/avahi").mkdir(parents=True)
    (tmp_path / "etc/avahi/avahi-daemon.conf").write_text("[server]\nhost-name=salon\n")
    assert doctor.network_name(place(tmp_path, systemctl=(0, "active\n"))).text == "salon.local"
    silent = doctor.network_name(place(tmp_path, systemctl=(3, "inactive\n")))
    assert silent.ok is False and silent.cure.startswith("sudo systemctl")


def test_a_damaged_journal_is_found_and_not_touched(tmp_path: Path) -> None:
    data = tmp_path / "data"
    Journal(data).close()
    assert doctor.database(place(tmp_path)).ok
    db = sqlite3.connect(data / FILE)
    db.execute("PRAGMA journal_mode=DELETE")
    db.execute("CREATE TABLE much (x INTEGER PRIMARY KEY, y TEXT)")
    db.executemany("INSERT INTO much VALUES (?, ?)", ((x, f"{x:050}") for x in range(3000)))
    db.commit()
    db.close()
    file = data / FILE
    whole = file.read_bytes()
    file.write_bytes(whole[:30000] + bytes(8192) + whole[38192:])
    damaged = file.read_bytes()
    found = doctor.database(place(tmp_path))
    assert found.ok is False and "restore" in found.cure
    assert file.read_bytes() == damaged


def test_an_evening_in_no_backup_is_counted_and_the_remedy_makes_one(tmp_path: Path) -> None:
    host = place(tmp_path)
    assert doctor.backups(host).ok is None
    table = evenings.table(host.data)
    assert doctor.backups(host).ok is None, "the first evening is in play"
    table.end_game()
    table.close()
    line = doctor.backups(host)
    assert line.ok is False and line.text == "1 evening in no backup" and "./servi backup --nightly" in line.cure
    assert backup.main(["backup", "--nightly", "--data", str(host.data)], host.data) == 0
    assert doctor.backups(host).ok


def test_the_verb_prints_lines_or_json_and_its_status_says_whether_all_is_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert doctor.main(["--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith("All is well.\n")
    assert doctor.main(["--data", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
    assert doctor.main(["--data", str(tmp_path), "--camera", "usb:99"]) == 1
    assert "→" in capsys.readouterr().out


def test_settings_that_cannot_be_used_are_named_with_the_file(tmp_path: Path) -> None:
    place = Host(tmp_path, tmp_path)
    assert doctor.settings(place) == doctor.Check("settings", True, "as usual")
    (tmp_path / "servi.toml").write_text("[pins]\nundo = 17\n")
    line = doctor.settings(place)
    assert line.ok is False and "GPIO17" in line.text and str(tmp_path / "servi.toml") in line.cure
    (tmp_path / "servi.toml").write_text('panel = "mock"\n')
    assert doctor.settings(place).text == "from servi.toml"


def test_a_bus_on_the_pins_of_buttons_is_switched_off_by_one_command(tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "spidev0.0").touch()
    line = doctor.settings(Host(tmp_path, tmp_path))
    assert line.ok is False and "GPIO7, GPIO8, GPIO9, GPIO11" in line.text and "raspi-config" in line.cure
    (tmp_path / "servi.toml").write_text('panel = "off"\n')
    assert doctor.settings(Host(tmp_path, tmp_path)).ok
