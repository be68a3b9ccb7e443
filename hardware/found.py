"""Detection of the plugged-in camera."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hardware.health import is_a_pi


def ribbon_cameras() -> list[dict[str, Any]]:
    """Return the ribbon cameras that picamera2 sees; raise ``ImportError`` if it is not installed."""
    from picamera2 import Picamera2  # type: ignore[import-not-found,unused-ignore]

    # libcamera also lists USB cameras, which have a separate source
    return [one for one in Picamera2.global_camera_info() if "usb" not in str(one.get("Id", "")).lower()]


def usb_cameras(root: Path = Path("/")) -> list[int]:
    """Return the numbers of the USB video devices, one for each camera."""
    devices = (root / "sys/class/video4linux").glob("video*")
    return sorted(int(one.name.removeprefix("video")) for one in devices if _usb_camera(one))


def camera(root: Path = Path("/"), ribbon: Callable[[], list[dict[str, Any]]] = ribbon_cameras) -> str:
    """Return ``pi``, ``usb:N`` or ``none``; the ribbon camera comes first."""
    try:
        if is_a_pi(root) and ribbon():
            return "pi"
    except (ImportError, RuntimeError, OSError):  # the doctor reports the reason
        pass
    usb = usb_cameras(root)
    return f"usb:{usb[0]}" if usb else "none"


def _usb_camera(device: Path) -> bool:
    if not re.fullmatch(r"video\d+", device.name):
        return False
    index = device / "index"
    on_the_bus = any(re.fullmatch(r"usb\d+", part) for part in (device / "device").resolve().parts)
    return on_the_bus and (not index.exists() or index.read_text().strip() == "0")
