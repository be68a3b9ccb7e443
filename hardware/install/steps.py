"""The installation steps, from a fresh system to a table that starts with the machine. Finished steps are skipped."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.record import record
from hardware.install.system import CannotInstall, System
from hardware.install.versions import Versions, settle

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

PACKAGES = (
    "avahi-daemon",  # the name servi.local
    "network-manager",
    "polkitd",
    "python3-venv",
)
PI_PACKAGES = ("python3-lgpio", "python3-picamera2")
"""Packages for the Pi's pins and camera; Debian itself does not have them all."""
PI = "/proc/device-tree/model"
OURS = "servi: "
"""Prefix of Servi's error messages."""
GROUPS = ("video", "render", "gpio")
"""Groups of the service, if they exist: camera, encoder, pins."""

USER = "_servi"
"""User of the service, without login. The underscore keeps it apart from the names of people."""
DATA = "/var/lib/servi"

UNIT = "/etc/systemd/system/servi.service"
SETTLE = "/etc/systemd/system/servi-settle.service"
RULES = "/etc/polkit-1/rules.d/50-servi.rules"
AVAHI = "/etc/avahi/avahi-daemon.conf"


@record()
class Step:
    """One step: its sentence, whether it is still needed, and its action."""

    says: str
    left: Callable[[], bool]
    do: Callable[[], object]


def steps(system: System, versions: Versions, name: str, source: Path = ROOT) -> list[Step]:
    """Return all steps in order: the version in ``source`` becomes the table with this host name."""
    version = versions.place(source)
    current, home = str(versions.home / "current"), str(versions.home)
    unit = filled("servi.service", source=str(source), current=current, user=USER, groups=groups(system), name=name)
    wanted = (*PACKAGES, *PI_PACKAGES) if is_pi(system) else PACKAGES
    missing = [one for one in wanted if not installed(system, one)]
    return [
        Step(
            f"install the packages {', '.join(missing)} (apt)" if missing else "install what is needed (apt)",
            lambda: bool(missing),
            lambda: packages(system, missing),
        ),
        Step(
            f"make the user {USER}, who can't log in",
            lambda: not system.run(["getent", "passwd", USER]).ok,
            lambda: demand(
                system,
                [
                    "useradd",
                    "--system",
                    "--user-group",
                    "--no-create-home",
                    "--home-dir",
                    DATA,
                    "--shell",
                    "/usr/sbin/nologin",
                    USER,
                ],
            ),
        ),
        Step(
            f"copy this version to {version}, as root",
            lambda: not version.is_dir(),
            lambda: versions.add(source),
        ),
        Step(
            f"make the Python environment in {version}/.venv, as root",
            lambda: not system.run([f"{version}/servi", "--ready"]).ok,
            lambda: environment(system, version),
        ),
        file_step(
            system, RULES, filled("servi.rules", user=USER), "let the table join a Wi-Fi and switch off (polkit)"
        ),
        file_step(system, AVAHI, avahi(system.read(AVAHI) or "", name), f"answer to the name {name}.local (avahi)"),
        file_step(system, UNIT, unit, "start the table with the machine (systemd)"),
        file_step(system, SETTLE, filled("servi-settle.service", home=home), "leave a version that fails (systemd)"),
        Step(
            "start it now, and with every start of the machine",
            lambda: True,
            lambda: start(system, versions, version),
        ),
    ]


def is_pi(system: System) -> bool:
    """Whether this machine is a Raspberry Pi."""
    return "Raspberry Pi" in (system.read(PI) or "")


def data_folder(unit: Path = Path(UNIT)) -> Path | None:
    """Return the data folder of the installed table if this project is its source or its version, otherwise None."""
    try:
        text = unit.read_text("utf-8")
    except OSError:
        return None
    started = re.search(r"(?m)^ExecStart=(\S+)/current/servi .*--data (\S+)", text)
    if started is None:
        return None
    return Path(started[2]) if f" {ROOT} " in text or ROOT.is_relative_to(started[1]) else None


def carry_out(plan: Sequence[Step], say: Callable[[str], None], *, dry: bool) -> None:
    """Print every step of a plan and run the needed ones; a dry run only prints."""
    for number, step in enumerate(plan, 1):
        left = step.left()
        state = "" if left else " (is done already)"
        say(f"{number}/{len(plan)}  {step.says}{state}")
        if left and not dry:
            step.do()


# --- actions ----------------------------------------------------------------------------------------------------------


def demand(system: System, command: Sequence[str]) -> str:
    """Run a command and return its output; raise ``CannotInstall`` with its last line if it fails."""
    ran = system.run(command)
    if not ran.ok:
        lines = [line for line in ran.text.splitlines() if line.strip()]
        why = lines[-1].strip()[:300] if lines else f"exit status {ran.status}"
        if why.startswith(OURS):  # from a version that installs itself
            raise CannotInstall(why.removeprefix(OURS))
        raise CannotInstall(
            f"`{' '.join(command)}` failed ({why}): mend that and install again, it goes on from there."
        )
    return ran.text


def packages(system: System, missing: Sequence[str]) -> None:
    """Install packages from the system's archive."""
    demand(system, ["apt-get", "update", "--quiet"])
    demand(system, ["apt-get", "install", "--quiet", "--yes", "--no-install-recommends", *missing])


def environment(system: System, version: Path) -> None:
    """Create a version's environment and compile its bytecode now, because the service's user may not write there."""
    demand(system, [f"{version}/servi", "--set-up"])
    packages = [str(version / one) for one in ("companion", "hardware", "vision", "web")]
    system.run([f"{version}/.venv/bin/python", "-m", "compileall", "-q", *packages])


def start(system: System, versions: Versions, version: Path) -> None:
    """Enable and start the service with this version; return to the previous one if it does not open the table."""
    demand(system, ["systemctl", "daemon-reload"])
    demand(system, ["systemctl", "enable", "servi.service", "servi-settle.service"])
    prove(system, versions, version)
    versions.try_out(version)
    demand(system, ["systemctl", "restart", "servi.service"])
    system.run(["systemctl", "try-restart", "avahi-daemon.service"])  # optional: the numeric address works without it
    if not settle(system, versions):
        back = f"; {versions.current.name} is back" if versions.current not in (version, None) else ""
        raise CannotInstall(f"{version.name} did not open the table{back}: `journalctl --unit servi` says why.")


def prove(system: System, versions: Versions, version: Path) -> None:
    """Let a new version back up and replay all evenings; raise ``CannotInstall`` if only the present one succeeds."""

    def reads(one: Path) -> bool:
        command = [f"{one}/servi", "backup", "--nightly", "--data", DATA]
        return system.run(as_user(USER, command)).ok

    before = versions.current
    played = system.run(["test", "-f", f"{DATA}/servi.sqlite"]).ok
    if before not in (None, version) and played and not reads(version) and reads(before):
        raise CannotInstall(f"{version.name} can't read the evenings of this table: {before.name} stays.")


def installed(system: System, package: str) -> bool:
    """Whether apt has fully installed a package."""
    ran = system.run(["dpkg-query", "--show", "--showformat=${db:Status-Status}", package])
    return ran.ok and ran.text.strip() == "installed"


def as_user(user: str, command: Sequence[str]) -> list[str]:
    """Return the command as run by that user."""
    return ["runuser", "-u", user, "--", *command]


def groups(system: System) -> str:
    """Return the groups of ``GROUPS`` that exist here."""
    return " ".join(one for one in GROUPS if system.run(["getent", "group", one]).ok)


# --- the files --------------------------------------------------------------------------------------------------------


def file_step(system: System, path: str, text: str, says: str) -> Step:
    """Return the step that writes a file unless it already has this text."""
    return Step(f"{says}: {path}", lambda: system.read(path) != text, lambda: system.write(path, text))


def filled(template: str, **values: str) -> str:
    """Return a template of this folder with its ``{placeholders}`` filled; other braces stay."""
    text = (HERE / template).read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    return text


def avahi(text: str, name: str) -> str:
    """Return avahi's settings with this host name; all other lines stay.

    >>> avahi("[server]\\n#host-name=foo\\nuse-ipv4=yes\\n", "servi")
    '[server]\\nhost-name=servi\\nuse-ipv4=yes\\n'
    """
    line = f"host-name={name}"
    if re.search(r"(?m)^#?\s*host-name=.*$", text):
        return re.sub(r"(?m)^#?\s*host-name=.*$", line, text, count=1)
    if "[server]" in text:
        return text.replace("[server]\n", f"[server]\n{line}\n", 1)
    return f"[server]\n{line}\n" + text


def plain_name(text: str) -> str:
    """Return a table's name as a valid host name; raise ``CannotInstall`` if nothing is left.

    >>> plain_name("Chez Léa")
    'chez-lea'
    """
    import unicodedata

    ascii_only = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")[:63]
    if not name:
        raise CannotInstall(f"{text!r} can't be a name on the network: letters and digits make one, as `--name servi`.")
    return name
