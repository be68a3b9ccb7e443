"""The verb ``doctor``: a line for each requirement of a table, with the command that fixes it."""

from __future__ import annotations

import argparse
import grp
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import sqlite3
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.archive import facts_of
from companion.backup import NIGHTLY
from companion.game import library
from companion.held import held
from companion.journal_reader import FILE
from companion.mirror import Mirror
from companion.packages import installed
from companion.record import record
from companion.swap import BACKUPS
from hardware import found
from hardware.health import HOT, TIGHT, health, is_a_pi
from hardware.pins import SPI
from hardware.settings import FILE as SETTINGS
from hardware.settings import BadSettings, Settings, load
from hardware.shell import run

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
BUILT = 1_760_000_000.0
"""A time in October 2025, in seconds since 1970; a clock with an earlier time was never set."""


@record()
class Check:
    """One check. ``ok`` is None if it does not apply here; ``cure`` is the remedy."""

    name: str
    ok: bool | None
    text: str
    cure: str = ""


@record()
class Host:
    """The machine to check; tests replace it."""

    data: Path
    root: Path = Path("/")
    run: Callable[[Sequence[str]], tuple[int, str]] = lambda command: run(command, 20)
    now: Callable[[], float] = time.time
    ribbon: Callable[[], list[dict[str, Any]]] = found.ribbon_cameras


def main(argv: Sequence[str]) -> int:
    """Print all checks; return 1 if one failed."""
    parser = argparse.ArgumentParser(prog="./servi doctor", description="Say what is missing, and what mends it.")
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="data folder that is looked at")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--camera", metavar="SOURCE", help="also take a picture from this camera, and read it")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="write what the eye sees there (with --camera)")
    arguments = parser.parse_args(argv)
    lines = list(examine(Host(arguments.data)))
    if arguments.camera or arguments.picture:
        lines.append(eye_sees(arguments.camera or "auto", arguments.picture))
    print(as_json(lines) if arguments.json else as_text(lines))
    return int(any(line.ok is False for line in lines))


def examine(host: Host) -> Iterator[Check]:
    """Run every check, basic ones first."""
    for look in (
        python,
        packages,
        models,
        games,
        camera,
        settings,
        pins,
        groups,
        power,
        heat,
        space,
        clock,
        network_name,
        broker,
        database,
        backups,
    ):
        try:
            yield look(host)
        except Exception as error:  # a failed check must not hide the others
            yield Check(look.__name__, False, f"could not be looked at ({error})", "tell the makers of Servi")


# --- checks -----------------------------------------------------------------------------------------------------------


def python(host: Host) -> Check:
    """Check that Python is new enough and 64-bit; some dependencies have no 32-bit wheels."""
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < OLDEST:
        return Check("Python", False, version, "sudo apt full-upgrade, on a release of the system with Python 3.11")
    if sys.maxsize < 2**32:
        return Check("Python", False, f"{version}, 32 bits", "write the 64-bit system on the card")
    return Check("Python", True, version)


def packages(host: Host) -> Check:
    """Check that all dependencies in ``pyproject.toml`` are installed."""
    required = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    names = [re.split(r"[<>=!~ \[;]", one, maxsplit=1)[0] for one in required]
    missing = [name for name in names if not _there(name)]
    if missing:
        return Check("packages", False, f"missing: {', '.join(missing)}", f"rm -r {ROOT}/.venv, then ./servi")
    return Check("packages", True, f"all {len(names)}")


def models(host: Host) -> Check:
    """Check that the eye's networks are present and intact."""
    try:
        from vision.reading.reader import DiceReader

        DiceReader()
    except Exception as error:
        return Check("eye", False, str(error), f"git -C {ROOT} checkout -- vision/models")
    return Check("eye", True, "its networks are whole")


def games(host: Host) -> Check:
    """Check that every installed game loads."""
    broken = [f"{name} does not load: {why}" for name, why in library.broken().items()]
    if broken:
        return Check("games", False, "; ".join(broken), "correct or uninstall that game's package")
    return Check("games", True, ", ".join(installed()))


def camera(host: Host) -> Check:
    """Check that a camera is plugged in and its library installed."""
    usb = found.usb_cameras(host.root)
    if is_a_pi(host.root):
        try:
            ribbon = host.ribbon()
        except ImportError:
            return Check("camera", False, "no picamera2 for it", "sudo apt install python3-picamera2")
        if ribbon:
            return Check("camera", True, f"{ribbon[0].get('Model', 'there')} (--camera pi)")
        if not usb:
            cure = "switch off, press the ribbon in on both sides (contacts to the board), switch on"
            return Check("camera", False, "none is plugged in", cure)
    if usb:
        return Check("camera", True, f"a USB camera (--camera usb:{usb[0]})")
    return Check("camera", None, "none: dice are touched on the page, or photographed with a phone")


def pins(host: Host) -> Check:
    """Check that buttons and lamps can be used."""
    chips = sorted((host.root / "dev").glob("gpiochip*"))
    if not is_a_pi(host.root) or not chips:
        return Check("pins", None, "no header of pins here")
    if importlib.util.find_spec("lgpio") is None:
        return Check("pins", False, "no lgpio", "sudo apt install python3-lgpio")
    closed = [chip.name for chip in chips if not os.access(chip, os.R_OK | os.W_OK)]
    if len(closed) == len(chips):
        return Check("pins", False, "not yours to use", 'sudo usermod -aG gpio "$USER", then log in anew')
    return Check("pins", True, ", ".join(chip.name for chip in chips if chip.name not in closed))


def broker(host: Host) -> Check:
    """Check the MQTT broker that the settings name."""
    from hardware.broker import tried  # imported here, since few tables have a broker

    try:
        wanted = load(host.data).feed
    except BadSettings:
        return Check("broker", None, "see settings")
    if not wanted.broker:
        return Check("broker", None, "none is named")
    trouble = tried(wanted)
    return Check(
        "broker", not trouble, trouble or f"answers as {urlsplit(wanted.broker).hostname}", f"mend it in {SETTINGS}"
    )


def settings(host: Host) -> Check:
    """Check that ``servi.toml`` is valid, and that no bus claims the pins of its buttons."""
    try:
        loaded = load(host.data)
    except BadSettings as error:
        return Check("settings", False, str(error), f"put it right in {host.data / SETTINGS}")
    taken = {bcm for name, bcm in loaded.pins.items() if bcm in SPI}
    if loaded.panel == "auto" and taken and any((host.root / "dev").glob("spidev*")):
        names = ", ".join(f"GPIO{bcm}" for bcm in sorted(taken))
        return Check("settings", False, f"SPI is switched on and wants {names}", "sudo raspi-config nonint do_spi 1")
    return Check("settings", True, "as usual" if loaded == Settings() else f"from {SETTINGS}")


def groups(host: Host) -> Check:
    """Check that this user may use camera and pins."""
    if not is_a_pi(host.root):
        return Check("groups", None, "matter on a Raspberry Pi only")
    mine = {grp.getgrgid(one).gr_name for one in {*os.getgroups(), os.getegid()} if _named(one)}
    missing = [one for one in ("video", "gpio") if one not in mine]
    if missing and os.geteuid() != 0:
        return Check(
            "groups",
            False,
            f"not in {', '.join(missing)}",
            f'sudo usermod -aG {",".join(missing)} "$USER", then log in anew',
        )
    return Check("groups", True, "video and gpio")


def power(host: Host) -> Check:
    """Check the power supply."""
    low = health(host.data, host.root).undervoltage
    if low is None:
        return Check("power", None, "this machine does not tell")
    if low:
        return Check("power", False, "too low", "its own charger (5 V, 3 A; 5 A for a Pi 5), a short cable, no hub")
    return Check("power", True, "holds")


def heat(host: Host) -> Check:
    """Check that the processor is cooler than its throttling temperature."""
    celsius = health(host.data, host.root).celsius
    if celsius is None:
        return Check("heat", None, "this machine does not tell")
    return Check(
        "heat", celsius < HOT, f"{celsius:.0f} °C", "" if celsius < HOT else "a heat sink, or air round the case"
    )


def space(host: Host) -> Check:
    """Check that the data folder is writable and has room."""
    folder = next(one for one in (host.data, *host.data.parents) if one.exists())
    free = shutil.disk_usage(folder).free
    if not os.access(folder, os.W_OK):
        return Check("space", False, f"{host.data} is not writable", f"sudo chown -R \"$USER\" '{folder}'")
    text = f"{free / 2**30:.1f} GB free for {host.data}"
    return Check(
        "space", free >= TIGHT, text, "" if free >= TIGHT else "erase photographs of past evenings on the page"
    )


def clock(host: Host) -> Check:
    """Check that the clock is set; only the date of an evening needs it."""
    now = host.now()
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    if now < BUILT:
        return Check("clock", False, day, "connect to the network once, or: sudo date --set 'YYYY-MM-DD HH:MM'")
    status, output = host.run(["timedatectl", "show", "--property", "NTPSynchronized", "--value"])
    known = (
        {"yes": ", set by the network", "no": ", not set by the network"}.get(output.strip(), "") if not status else ""
    )
    return Check("clock", True, day + known)


def network_name(host: Host) -> Check:
    """Check the name under which phones find the table."""
    settings = host.root / "etc/avahi/avahi-daemon.conf"
    if not settings.exists():
        return Check("name", None, "no avahi here: phones take the code on the table page")
    named = re.search(r"(?m)^\s*host-name=(\S+)", settings.read_text(encoding="utf-8", errors="replace"))
    local = named[1] if named else (host.root / "etc/hostname").read_text(encoding="utf-8").strip()
    status, output = host.run(["systemctl", "is-active", "avahi-daemon"])
    if status and "inactive" in output or "failed" in output:
        return Check("name", False, f"{local}.local is not said", "sudo systemctl enable --now avahi-daemon")
    return Check("name", True, f"{local}.local")


def database(host: Host) -> Check:
    """Check the journal with SQLite's own check, and against its mirrors; write nothing."""
    file = host.data / FILE
    if not file.exists():
        return Check("journal", True, "none yet")
    cure = f"keep a copy of {file}, then ./servi restore your last backup"
    try:
        db = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=5)
        try:
            output = db.execute("PRAGMA quick_check(1)").fetchone()[0]
            evenings = [number for (number,) in db.execute("SELECT id FROM evening")]
            found = [held(db, Mirror(file), evening) for evening in sorted({*evenings, *Mirror(file).evenings()})]
        finally:
            db.close()
    except sqlite3.Error as error:
        return Check("journal", False, str(error), cure)
    if output != "ok":
        return Check("journal", False, output.splitlines()[0], cure)
    if lost := [str(one.lost) for one in found if one.lost]:
        return Check(
            "journal", False, "; ".join(lost), f"{cure}, or open the table: its page goes on before the damage"
        )
    if healed := [str(damage) for one in found for damage in one.healed]:
        return Check("journal", False, "; ".join(healed), "open the table: it heals this when it starts")
    return Check("journal", True, f"whole, {len(evenings)} evening{'' if len(evenings) == 1 else 's'}")


def backups(host: Host) -> Check:
    """Check that the newest nightly backup holds every closed evening."""
    file = host.data / FILE
    if not file.exists():
        return Check("backups", None, "nothing to keep yet")
    db = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=5)
    try:
        counted = "SELECT id, (SELECT count(*) FROM fact WHERE evening = id) FROM evening WHERE closed"
        closed = dict(db.execute(counted).fetchall())
    finally:
        db.close()
    newest = max((one for one in (host.data / BACKUPS).glob("*") if NIGHTLY.fullmatch(one.name)), default=None)
    if newest is None and not closed:
        return Check("backups", None, "one is made after each evening")
    kept = facts_of(newest) if newest else {}
    missing = sum(kept.get(evening) != facts for evening, facts in closed.items())
    if newest is None or missing:
        text = f"{missing} evening{'' if missing == 1 else 's'} in no backup"
        return Check("backups", False, text, f"./servi backup --nightly --data '{host.data}', which says why")
    return Check("backups", True, newest.name)


def eye_sees(source: str, picture: Path | None) -> Check:
    """Take one picture and read it; save it as JPEG, with the dice that were found, if ``picture`` names a file."""
    from vision.errors import VisionError
    from vision.watching.seen import seen_by

    try:
        image, words = seen_by(source)
    except (VisionError, ValueError, OSError) as error:
        return Check("picture", False, str(error), "see the line `camera`")
    if picture is not None:
        picture.write_bytes(image)
        words += f", drawn in {picture}"
    return Check("picture", True, words)


# --- output -----------------------------------------------------------------------------------------------------------


def as_text(lines: Sequence[Check]) -> str:
    """Return the checks as text for a terminal."""
    sign = {True: "ok  ", False: "MEND", None: "  – "}
    width = max(len(line.name) for line in lines)
    rows = []
    for line in lines:
        rows.append(f"{sign[line.ok]}  {line.name:<{width}}  {line.text}")
        if line.ok is False and line.cure:
            rows.append(f"      {'':<{width}}  → {line.cure}")
    bad = sum(line.ok is False for line in lines)
    rows.append("All is well." if not bad else f"{bad} thing{'' if bad == 1 else 's'} to mend.")
    return "\n".join(rows)


def as_json(lines: Sequence[Check]) -> str:
    """Return the checks as JSON."""
    return json.dumps(
        {"ok": all(line.ok is not False for line in lines), "lines": [asdict(one) for one in lines]}, indent=1
    )


def _there(distribution: str) -> bool:
    try:
        importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def _named(group: int) -> bool:
    try:
        return bool(grp.getgrgid(group))
    except KeyError:
        return False
