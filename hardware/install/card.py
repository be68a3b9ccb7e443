"""The files on a card that installs a table at its first start: an archive of the project, its checksum, a script."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

from hardware.install.steps import HERE, ROOT
from hardware.install.system import CannotInstall
from hardware.install.versions import checksum, files

ARCHIVE, SCRIPT = "servi.tar.gz", "vendor-data"


def write(folder: Path) -> tuple[Path, Path, Path]:
    """Write the three files into ``folder``, such as the boot partition; return them. Raise ``CannotInstall``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        archive, script = folder / ARCHIVE, folder / SCRIPT
        with tarfile.open(archive, "w:gz") as packed:
            for file in files(ROOT):
                packed.add(file, str(file.relative_to(ROOT)), filter=_anonymous)
        shutil.copyfile(HERE / "first-boot.sh", script)
        return archive, checksum(archive), script
    except OSError as error:
        raise CannotInstall(f"{folder} could not be written ({error.strerror}): name another folder.") from None


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Drop the owner's name."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member
