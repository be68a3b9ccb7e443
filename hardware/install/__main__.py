"""The verbs ``install`` and ``update``: both announce each step and can be repeated safely."""

from __future__ import annotations

import argparse
import os
import pwd
import sys
from collections.abc import Sequence
from pathlib import Path

from hardware.install import card
from hardware.install.steps import ROOT, UNIT, as_user, carry_out, demand, plain_name, steps
from hardware.install.system import CannotInstall, System, ThisMachine

PI = "/proc/device-tree/model"


def main(argv: Sequence[str], system: System | None = None) -> int:
    """Run ``install`` or ``update``; return the exit status."""
    verb = argv[0]
    arguments = parser(verb).parse_args(argv[1:])
    try:
        {"install": install, "update": update}[verb](system or ThisMachine(), arguments)
    except CannotInstall as reason:
        print(f"servi: {reason}", file=sys.stderr)
        return 1
    return 0


def parser(verb: str) -> argparse.ArgumentParser:
    """Return the argument parser of a verb."""
    about = {
        "install": "Make this Raspberry Pi come up as a table. Can be run again at any time.",
        "update": "Take the newest Servi and start it; the evenings stay as they are.",
    }
    made = argparse.ArgumentParser(prog=f"./servi {verb}", description=about[verb])
    made.add_argument("--dry-run", action="store_true", help="only say what would be done")
    if verb == "install":
        made.add_argument("--card", type=Path, metavar="DIR", help="write what a fresh card needs into DIR, no more")
        made.add_argument("--name", default="servi", help="the table's name; servi answers to servi.local")
        made.add_argument("--user", default=owner(), help="who runs the table (%(default)s, the owner of this folder)")
    return made


def owner() -> str:
    """Return the owner of this folder, the default user of the service; root if unknown."""
    try:
        return pwd.getpwuid(os.stat(ROOT).st_uid).pw_name
    except KeyError:
        return "root"


def install(system: System, arguments: argparse.Namespace) -> None:
    """Run the remaining steps of an installation."""
    if arguments.card is not None:
        archive, script = card.write(arguments.card)
        print(f"Copy {archive.name} and {script.name} from {arguments.card} to the card's boot partition.")
        return
    name = plain_name(arguments.name)
    if "Raspberry Pi" not in (system.read(PI) or ""):
        print("This is no Raspberry Pi: camera and buttons of its kind will be missing, the rest works.")
    need_root(arguments.dry_run, "install")
    plan = steps(system, arguments.user, name)
    carry_out(plan, print, dry=arguments.dry_run)
    if arguments.dry_run:
        print("Nothing was changed.")
    else:
        print(f"The table is open: http://{name}.local/ (the first start may take a minute)")


def update(system: System, arguments: argparse.Namespace) -> None:
    """Fetch the newest version, update the environment, restart the table."""
    branch = system.run(["git", "-C", str(ROOT), "rev-parse", "--abbrev-ref", "HEAD"])
    if not branch.ok:
        raise CannotInstall(
            f"{ROOT} was not cloned with git, so it can't fetch: put the new version's files in its place and run "
            "`sudo ./servi install`."
        )
    user = owner()
    commands = [
        as_user(user, ["git", "-C", str(ROOT), "pull", "--ff-only", "--quiet"]),
        as_user(user, [f"{ROOT}/servi", "read", "--help"]),
    ]
    if system.read(UNIT) is not None:
        commands.append(["systemctl", "restart", "servi.service"])
    says = ["fetch the newest version (git)", "bring the Python environment in step", "start the table anew (systemd)"]
    need_root(arguments.dry_run, "update")
    for number, (command, words) in enumerate(zip(commands, says, strict=False), 1):
        print(f"{number}/{len(commands)}  {words}")
        if not arguments.dry_run:
            demand(system, command)
    print("Nothing was changed." if arguments.dry_run else "Servi is up to date.")


def need_root(dry: bool, verb: str) -> None:
    """Raise ``CannotInstall`` without root rights."""
    if not dry and os.geteuid() != 0:
        raise CannotInstall(
            f"the system's own files are changed: run `sudo ./servi {verb}` (--dry-run only says what)."
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
