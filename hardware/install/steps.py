"""The installation steps, from a fresh system to a table that starts by itself. Finished steps are skipped."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.install.system import CannotInstall, System

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

PACKAGES = (
    "avahi-daemon",  # the name servi.local
    "network-manager",
    "polkitd",
    "python3-lgpio",
    "python3-picamera2",
    "python3-venv",
)
GROUPS = ("video", "render", "gpio")
"""Groups of the service, where they exist: camera, encoder, pins."""

UNIT = "/etc/systemd/system/servi.service"
RULES = "/etc/polkit-1/rules.d/50-servi.rules"
AVAHI = "/etc/avahi/avahi-daemon.conf"


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its sentence, whether it is still needed, and its action."""

    says: str
    left: Callable[[], bool]
    do: Callable[[], object]


def steps(system: System, user: str, name: str) -> list[Step]:
    """Return all steps in order, for the service's user and the table's host name."""
    unit = filled("servi.service", root=str(ROOT), user=user, groups=groups(system), name=name)
    rules = filled("servi.rules", user=user)
    missing = [one for one in PACKAGES if not installed(system, one)]
    return [
        Step(
            f"install the packages {', '.join(missing)} (apt)" if missing else "install what is needed (apt)",
            lambda: bool(missing),
            lambda: packages(system, missing),
        ),
        Step(
            f"make the Python environment in {ROOT}/.venv, as {user}",
            lambda: not ready(system, user),
            lambda: demand(system, as_user(user, [f"{ROOT}/servi", "read", "--help"])),
        ),
        file_step(system, RULES, rules, "let the table join a Wi-Fi and switch the machine off (polkit)"),
        file_step(system, AVAHI, avahi(system.read(AVAHI) or "", name), f"answer to the name {name}.local (avahi)"),
        file_step(system, UNIT, unit, "start the table with the machine (systemd)"),
        Step(
            "start it now, and with every start of the machine",
            lambda: True,
            lambda: start(system),
        ),
    ]


def data_folder(unit: Path = Path(UNIT)) -> Path | None:
    """Return the data folder of the table installed from this folder, None if none is."""
    try:
        started = re.search(rf"(?m)^ExecStart={re.escape(str(ROOT))}/servi .*--data (\S+)", unit.read_text("utf-8"))
    except OSError:
        return None
    return Path(started[1]) if started else None


def carry_out(plan: Sequence[Step], say: Callable[[str], None], *, dry: bool) -> None:
    """Run the needed steps of a plan, or only print them in a dry run."""
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
        raise CannotInstall(
            f"`{' '.join(command)}` failed ({why}): mend that and install again, it goes on from there."
        )
    return ran.text


def packages(system: System, missing: Sequence[str]) -> None:
    """Install packages from the system's archive."""
    demand(system, ["apt-get", "update", "--quiet"])
    demand(system, ["apt-get", "install", "--quiet", "--yes", "--no-install-recommends", *missing])


def start(system: System) -> None:
    """Enable and start the service, with the new files."""
    demand(system, ["systemctl", "daemon-reload"])
    demand(system, ["systemctl", "enable", "servi.service"])
    demand(system, ["systemctl", "restart", "servi.service"])
    system.run(["systemctl", "try-restart", "avahi-daemon.service"])  # optional: the numeric address works without it


def installed(system: System, package: str) -> bool:
    """Whether apt has fully installed a package."""
    ran = system.run(["dpkg-query", "--show", "--showformat=${db:Status-Status}", package])
    return ran.ok and ran.text.strip() == "installed"


def ready(system: System, user: str) -> bool:
    """Whether the environment is complete for this project; the check creates nothing."""
    return system.run(as_user(user, [f"{ROOT}/servi", "--ready"])).ok


def as_user(user: str, command: Sequence[str]) -> list[str]:
    """Return the command as run by that user, who owns the folder."""
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
