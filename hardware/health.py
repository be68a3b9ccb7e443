"""Health of a small computer: power, heat, disk space. It only reads kernel files and the free space of a disk."""

from __future__ import annotations

import shutil
from pathlib import Path

from companion.language import Sentence
from companion.record import record

HOT = 80.0
"""Throttling temperature of a Raspberry Pi in degrees Celsius (from its documentation; soft limit 60 on a 3B+)."""

TIGHT = 200 * 1024 * 1024
"""Free bytes below which an evening's photographs may not fit."""

MODEL = "proc/device-tree/model"


@record()
class Health:
    """The measured health; None if the machine gives no value."""

    undervoltage: bool | None
    celsius: float | None
    free: int | None

    @property
    def trouble(self) -> str | None:
        """The worst problem with its remedy, as a sentence for the table; None if there is none."""
        if self.undervoltage:
            return Sentence("Le boîtier manque de courant. Branchez-le sur son propre chargeur, avec un câble court.")
        if self.celsius is not None and self.celsius >= HOT:
            hot = {"celsius": f"{self.celsius:.0f}"}
            return Sentence("Le boîtier est très chaud ({celsius} °C) et ralentit. Donnez-lui de l'air.", hot)
        if self.free is not None and self.free < TIGHT:
            return Sentence("La carte du boîtier est presque pleine. Effacez des photos de soirées passées.")
        return None


def health(data: Path, root: Path = Path("/")) -> Health:
    """Return the current health; ``data`` is a folder on the disk to check, ``root`` the folder of the kernel files."""
    return Health(_undervoltage(root), _celsius(root), _free(data))


def is_a_pi(root: Path = Path("/")) -> bool:
    """Whether this is a Raspberry Pi."""
    return "Raspberry Pi" in (_text(root / MODEL) or "")


def _undervoltage(root: Path) -> bool | None:
    for name in sorted((root / "sys/class/hwmon").glob("hwmon*/name")):
        if _text(name) == "rpi_volt":
            text = _text(name.with_name("in0_lcrit_alarm"))
            return text == "1" if text is not None else None
    return None


def _celsius(root: Path) -> float | None:
    text = _text(root / "sys/class/thermal/thermal_zone0/temp")
    return int(text) / 1000 if text and text.lstrip("-").isdigit() else None


def _free(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def _text(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return None
