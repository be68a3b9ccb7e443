"""Which camera is plugged in here, as ``--camera`` names it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hardware.health import is_a_pi


def ribbon_cameras() -> list[dict[str, Any]]:
    """Return what picamera2 sees on the ribbon connectors; raise ``ImportError`` where it isn't installed."""
    from picamera2 import Picamera2  # type: ignore[import-not-found,unused-ignore]

    # libcamera lists USB cameras too; those have their own name here
    return [one for one in Picamera2.global_camera_info() if "usb" not in str(one.get("Id", "")).lower()]


def usb_cameras(root: Path = Path("/")) -> list[int]:
    """Return the numbers of the video devices that are USB cameras, the second node of a camera left out."""
    devices = (root / "sys/class/video4linux").glob("video*")
    return sorted(int(one.name.removeprefix("video")) for one in devices if _usb_camera(one))


def camera(root: Path = Path("/"), ribbon: Callable[[], list[dict[str, Any]]] = ribbon_cameras) -> str:
    """Return ``pi``, ``usb:N`` or ``none``; the ribbon comes first."""
    try:
        if is_a_pi(root) and ribbon():
            return "pi"
    except (ImportError, RuntimeError, OSError):  # the doctor says which
        pass
    usb = usb_cameras(root)
    return f"usb:{usb[0]}" if usb else "none"


def _usb_camera(device: Path) -> bool:
    if not re.fullmatch(r"video\d+", device.name):
        return False
    index = device / "index"
    on_the_bus = any(re.fullmatch(r"usb\d+", part) for part in (device / "device").resolve().parts)
    return on_the_bus and (not index.exists() or index.read_text().strip() == "0")
