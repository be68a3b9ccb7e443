"""The installed versions. A new one is on trial until it opens the table; otherwise the previous one returns.

    versions/ID    one complete, unchanging version with its environment; ID names its content
    current        the version that the service starts
    previous       the version before
    trial          exists until the current version has opened the table or the previous one is back

Each change is one rename, so a power cut leaves a complete state. If a trial is open when the machine starts,
``servi-settle.service`` ends it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tarfile
import tempfile
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.disk import sync, write_whole
from hardware.install.system import CannotInstall, System

HOME = Path("/opt/servi")
TABLE = "http://127.0.0.1/"
PATIENCE = 120.0
"""Seconds that a new version has to open the table; the first start on a Raspberry Pi may take one minute."""
STEADY = 10.0
"""Seconds after which the same process must still answer."""
WITHOUT = {"tests", "build", "__pycache__", "versions", "current", "previous", "trial"}


class Versions:
    """The versions in one folder."""

    def __init__(self, home: Path = HOME) -> None:
        self.home = home
        self.trial = home / "trial"

    @property
    def current(self) -> Path | None:
        """The version that the service starts, None before the first installation."""
        return self._target("current")

    @property
    def previous(self) -> Path | None:
        """The version that was current before the present one, None without one."""
        return self._target("previous")

    def place(self, source: Path) -> Path:
        """Return the folder of the version with the content of ``source``."""
        digest = hashlib.sha256()
        for file in files(source):
            name = file.relative_to(source).as_posix()
            digest.update(f"{name}\0{file.stat().st_size}\0{_is_program(file)}\0".encode() + file.read_bytes())
        project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        return self.home / "versions" / f"{project['version']}-{digest.hexdigest()[:12]}"

    def add(self, source: Path) -> Path:
        """Copy a version so that only its owner, the caller (root), can write it; return its folder.

        Before the copy, delete the versions that are neither current nor previous.
        """
        place = self.place(source)
        if source.resolve() == place.resolve() or place.is_dir():
            return place
        place.parent.mkdir(parents=True, exist_ok=True)
        self._clear()
        part = Path(tempfile.mkdtemp(prefix=".new-", dir=place.parent))
        part.chmod(0o755)
        for file in files(source):
            copy = part / file.relative_to(source)
            copy.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
            copy.chmod(0o755 if _is_program(file) else 0o644)
            sync(copy)
        os.rename(part, place)
        sync(place.parent)
        return place

    def try_out(self, version: Path) -> None:
        """Make a version the current one; if it replaces another one, it is on trial."""
        if self.current is not None and self.current != version:
            self._link("previous", self.current)
            write_whole(self.trial, version.name + "\n", 0o644)
        self._link("current", version)

    def accept(self) -> None:
        """End the trial; delete the versions that are neither current nor previous."""
        self.trial.unlink(missing_ok=True)
        self._clear()

    def go_back(self) -> Path | None:
        """Make the previous version the current one again and end the trial; return it, None if there is none."""
        before = self.previous
        if before is not None:
            self._link("current", before)
        self.trial.unlink(missing_ok=True)
        return before

    def _clear(self) -> None:
        """Delete all versions except the current and the previous one; a failed version takes 400 MB."""
        for one in (self.home / "versions").iterdir():
            if one not in (self.current, self.previous):
                shutil.rmtree(one, ignore_errors=True)

    def _target(self, name: str) -> Path | None:
        try:
            return self.home / "versions" / Path(os.readlink(self.home / name)).name
        except OSError:
            return None

    def _link(self, name: str, version: Path) -> None:
        new = self.home / f".{name}"
        new.unlink(missing_ok=True)
        new.symlink_to(Path("versions") / version.name)
        os.replace(new, self.home / name)
        sync(self.home)


def files(source: Path) -> Iterator[Path]:
    """Yield the files of a version in order: no hidden, generated or developer files."""
    for folder, folders, names in os.walk(source):
        folders[:] = sorted(one for one in folders if one not in WITHOUT and not one.startswith("."))
        folders[:] = [one for one in folders if not one.endswith(".egg-info")]
        for name in sorted(names):
            file = Path(folder) / name
            if not name.startswith(".") and not name.endswith(".pyc") and name not in WITHOUT and not file.is_symlink():
                yield file


def settle(
    system: System,
    versions: Versions,
    *,
    answers: Callable[[], bool] | None = None,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> bool:
    """Wait until the current version opens the table and accept it, else go back. Return whether it was accepted."""
    answers = answers or page_answers
    end = clock() + PATIENCE
    while clock() < end:
        process = _process(system)
        if process and answers():
            sleep(STEADY)  # a program that crashes and restarts repeatedly also answers for moments
            if _process(system) == process and answers():
                versions.accept()
                return True
        sleep(1.0)
    if versions.go_back() is not None:
        system.run(["systemctl", "restart", "servi.service"])
    return False


def page_answers() -> bool:
    """Whether this machine's table answers without a server error."""
    try:
        with urllib.request.urlopen(TABLE, timeout=10):
            return True
    except urllib.error.HTTPError as error:
        return error.code < 500
    except (OSError, ValueError):
        return False


def unpacked(archive: Path, folder: Path) -> Path:
    """Unpack a version's archive into ``folder`` after comparing its checksum; return the folder.

    Raise ``CannotInstall`` if the checksum beside it is missing or wrong.
    """
    listed = archive.with_name(archive.name + ".sha256")
    try:
        expected = listed.read_text(encoding="ascii").split()[0]
        if hashlib.sha256(archive.read_bytes()).hexdigest() != expected:
            raise CannotInstall(f"{archive} is not what {listed.name} says: copy both files again.")
        with tarfile.open(archive) as packed:
            for member in packed.getmembers():
                place = (folder / member.name).resolve()
                if not place.is_relative_to(folder.resolve()) or not (member.isfile() or member.isdir()):
                    raise CannotInstall(f"{archive} holds {member.name}: this is no archive of Servi.")
                if member.isfile():
                    place.parent.mkdir(parents=True, exist_ok=True)
                    with packed.extractfile(member) as content, place.open("wb") as file:  # type: ignore[union-attr]
                        shutil.copyfileobj(content, file)
                    place.chmod(0o755 if member.mode & 0o100 else 0o644)
    except (OSError, tarfile.TarError, IndexError, UnicodeDecodeError, EOFError) as error:
        raise CannotInstall(f"{archive} could not be unpacked ({error}): copy it and {listed.name} again.") from None
    if not (folder / "servi").is_file():
        raise CannotInstall(f"{archive} is no archive of Servi: `./servi install --card DIR` writes one.")
    return folder


def checksum(archive: Path) -> Path:
    """Write the SHA-256 of an archive beside it, as ``sha256sum --check`` reads it; return that file."""
    listed = archive.with_name(archive.name + ".sha256")
    write_whole(listed, f"{hashlib.sha256(archive.read_bytes()).hexdigest()}  {archive.name}\n", 0o644)
    return listed


def _is_program(file: Path) -> bool:
    return bool(file.stat().st_mode & 0o100)


def _process(system: System) -> str:
    """Return the process of the running service, "" if it does not run."""
    number = system.run(["systemctl", "show", "--property", "MainPID", "--value", "servi.service"]).text.strip()
    return number if number not in ("", "0") else ""
