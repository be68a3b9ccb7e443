"""The verbs ``install`` and ``update``: both announce each step and can be repeated safely."""

from __future__ import annotations

import argparse
import os
import pwd
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hardware.install import card
from hardware.install.steps import OURS, ROOT, UNIT, as_user, carry_out, demand, is_pi, plain_name, steps
from hardware.install.system import CannotInstall, System, ThisMachine
from hardware.install.versions import Versions, settle, unpacked

BESIDE = "install it beside the old one, and start it"


def main(argv: Sequence[str], system: System | None = None, versions: Versions | None = None) -> int:
    """Run ``install``, ``update`` or, at a start of the machine, ``settle``; return the exit status."""
    verb = argv[0]
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # so that steps precede the error
    system, versions = system or ThisMachine(), versions or Versions()
    if verb == "settle":
        return 0 if settle(system, versions) else 1
    arguments = parser(verb).parse_args(argv[1:])
    try:
        if verb == "install":
            install(system, versions, arguments)
        else:
            update(system, arguments)
    except CannotInstall as reason:
        print(f"{OURS}{reason}", file=sys.stderr)
        return 1
    return 0


def parser(verb: str) -> argparse.ArgumentParser:
    """Return the argument parser of a verb."""
    about = {
        "install": "Make this Raspberry Pi come up as a table. Can be run again at any time.",
        "update": "Take the newest Servi and start it; the evenings stay as they are. A version that fails is left again.",
    }
    made = argparse.ArgumentParser(prog=f"./servi {verb}", description=about[verb])
    made.add_argument("--dry-run", action="store_true", help="only say what would be done")
    if verb == "install":
        made.add_argument("--card", type=Path, metavar="DIR", help="write what a fresh card needs into DIR, no more")
        made.add_argument("--name", default="servi", help="the table's name; servi answers to servi.local")
    else:
        made.add_argument("file", type=Path, nargs="?", help="archive that `./servi install --card` wrote (else: git)")
    return made


def owner() -> str:
    """Return the owner of this folder; root if unknown."""
    try:
        return pwd.getpwuid(os.stat(ROOT).st_uid).pw_name
    except KeyError:
        return "root"


def install(system: System, versions: Versions, arguments: argparse.Namespace) -> None:
    """Run the remaining steps of an installation, or with ``--card`` only write the card's files."""
    if arguments.card is not None:
        *names, last = (one.name for one in card.write(arguments.card))
        print(f"Copy {', '.join(names)} and {last} from {arguments.card} to the card's boot partition.")
        return
    name = plain_name(arguments.name)
    if not is_pi(system):
        print("This is no Raspberry Pi: camera and buttons of its kind will be missing, the rest works.")
    need_root(arguments.dry_run, "install")
    plan = steps(system, versions, name)
    carry_out(plan, print, dry=arguments.dry_run)
    if arguments.dry_run:
        print("Nothing was changed.")
    else:
        print(f"The table is open: http://{name}.local/")


def update(system: System, arguments: argparse.Namespace) -> None:
    """Fetch a version and let it install itself; return to the previous version on failure."""
    name = re.search(r"--name (\S+)", system.read(UNIT) or "")
    installing = ["install", "--name", name[1] if name else "servi"]
    need_root(arguments.dry_run, "update")
    if arguments.file is not None:
        _from_archive(system, arguments.file, installing, dry=arguments.dry_run)
    else:
        _from_git(system, installing if name else ["--set-up"], dry=arguments.dry_run)
    print("Nothing was changed." if arguments.dry_run else "Servi is up to date.")


def _from_archive(system: System, file: Path, into: Sequence[str], *, dry: bool) -> None:
    _say(1, f"compare the checksum of {file}, and unpack it")
    _say(2, BESIDE)
    if dry:
        return
    with tempfile.TemporaryDirectory() as folder:
        source = unpacked(file, Path(folder))
        demand(system, [sys.executable, f"{source}/servi", *into])  # by Python: the folder may forbid running programs


def _from_git(system: System, into: Sequence[str], *, dry: bool) -> None:
    user, git = owner(), ["git", "-C", str(ROOT)]
    before = system.run(as_user(user, [*git, "rev-parse", "HEAD"]))
    if not before.ok:
        raise CannotInstall(
            f"{ROOT} was not cloned with git, so it can't fetch: run `sudo ./servi update servi.tar.gz` with a newer "
            "archive and its checksum beside it."
        )
    installing = into[0] == "install"
    _say(1, "fetch the newest version (git)")
    _say(2, BESIDE if installing else "bring the Python environment in step")
    if dry:
        return
    demand(system, as_user(user, [*git, "pull", "--ff-only", "--quiet"]))
    make = [f"{ROOT}/servi", *into]
    try:
        demand(system, make if installing else as_user(user, make))
    except CannotInstall as reason:
        system.run(as_user(user, [*git, "reset", "--keep", before.text.strip()]))
        raise CannotInstall(f"{reason} This folder is back at the version before.") from None


def _say(number: int, words: str) -> None:
    print(f"{number}/2  {words}")


def need_root(dry: bool, verb: str) -> None:
    """Raise ``CannotInstall`` without root rights, except in a dry run."""
    if not dry and os.geteuid() != 0:
        raise CannotInstall(
            f"the system's own files are changed: run `sudo ./servi {verb}` (--dry-run only says what)."
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
