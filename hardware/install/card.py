"""The files on a card that installs a table at its first start: the project as an archive, and a start script."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

from hardware.install.steps import HERE, ROOT
from hardware.install.system import CannotInstall

ARCHIVE, SCRIPT = "servi.tar.gz", "vendor-data"
WITHOUT = {"tests", "build", "__pycache__"}


def write(folder: Path) -> tuple[Path, Path]:
    """Write both files into ``folder``, such as the card's boot partition; return them."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        archive, script = folder / ARCHIVE, folder / SCRIPT
        with tarfile.open(archive, "w:gz") as packed:
            for name in sorted(one.name for one in ROOT.iterdir()):
                packed.add(ROOT / name, name, filter=_wanted)
        shutil.copyfile(HERE / "first-boot.sh", script)
    except OSError as error:
        raise CannotInstall(f"{folder} could not be written ({error.strerror}): name another folder.") from None
    return archive, script


def _wanted(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """Leave out hidden, generated and developer files; drop the owner's name."""
    parts = Path(member.name).parts
    if WITHOUT & set(parts) or any(one.startswith(".") for one in parts) or parts[-1].endswith((".pyc", ".egg-info")):
        return None
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member
