"""A strict fake of picamera2: it refuses and delays what the real library does.

Modelled on picamera2 0.3.38: frames are 33 ms apart and queue up, so the first captured one may be stale. A flushed
capture drops frames exposed before the call. Controls take some frames to work. YUV rows are padded to whole strides,
sizes are even tuples, unknown controls are refused, a released request is invalid, and one program owns a camera.
Time is simulated: capturing advances it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

STRIDE = 64
"""Alignment of a row in bytes (Raspberry Pi 5)."""
FRAME = 33_333_000
"""Nanoseconds between frames."""
LATE = 4
"""Frames until a control takes effect."""
QUEUED = 1
"""Frames that wait in the queue."""

FULL_VIEW = {(2304, 1296)}
AUTOMATIC = {"ExposureTime": 17_300, "AnalogueGain": 2.0, "ColourGains": (1.7, 2.1), "LensPosition": 3.2}


@dataclass
class Table:
    """The scene before the camera: ``scene(t)`` returns a BGR picture of any size; tests set the faults."""

    scene: Callable[[float], np.ndarray[Any, Any]]
    cameras: int = 1
    busy: bool = False
    dead: bool = False
    lens: bool = True
    padding: int = 3
    """Value of the padding bytes; reading them gives a visible stripe."""
    opened: int = 0
    automatic: dict[str, Any] = field(default_factory=lambda: dict(AUTOMATIC))
    log: list[dict[str, Any]] = field(default_factory=list)
    """The controls that were set, in the order of the calls."""

    @property
    def Picamera2(self) -> Opener:
        return Opener(self)


@dataclass
class Opener:
    """The class ``picamera2.Picamera2``: it lists cameras and opens one."""

    table: Table

    def global_camera_info(self) -> list[dict[str, Any]]:
        usb = {"Model": "HD Webcam", "Id": "/base/scb/pcie/usb@0-1.2:1.0-046d:0825", "Num": 0}
        ribbon = [{"Model": "imx708", "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Num": n + 1} for n in range(self.table.cameras)]
        return [usb, *ribbon]

    def __call__(self, camera_num: int = 0) -> Picamera2:
        if camera_num not in [one["Num"] for one in self.global_camera_info()]:
            raise RuntimeError(f"No camera number {camera_num} found")
        assert camera_num, "this one hangs on the USB"
        if self.table.busy or self.table.opened:
            raise RuntimeError("Failed to acquire camera: Device or resource busy")
        self.table.opened += 1
        return Picamera2(self.table)


class Request:
    """A completed request; it holds one of the camera's buffers until its release."""

    def __init__(self, camera: Picamera2, at: int, metadata: dict[str, Any]) -> None:
        self._camera, self._at, self._metadata = camera, at, metadata
        self._count = 1
        camera.held += 1
        assert camera.held <= camera.buffers, "every buffer is held: no frame can come any more"

    def _alive(self) -> None:
        if self._count <= 0:
            raise RuntimeError("CompletedRequest: used after its release")

    def get_metadata(self) -> dict[str, Any]:
        self._alive()
        return dict(self._metadata)

    def make_array(self, name: str) -> np.ndarray[Any, Any]:
        self._alive()
        streams = self._camera.configuration
        if name not in streams or streams[name] is None:
            raise RuntimeError(f"Stream {name!r} is not defined")
        stream = streams[name]
        picture = self._camera.picture(self._at, stream["size"], self._metadata)
        if stream["format"] == "RGB888":
            return picture
        wide, high = stream["size"]
        yuv = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
        padded = np.full((high * 3 // 2, stream["stride"]), self._camera.table.padding, np.uint8)
        padded[:high, :wide] = yuv[:high]
        half = stream["stride"] // 2  # each chroma plane packs two of its rows in one array row
        chroma = np.full((2 * high // 2, half), self._camera.table.padding, np.uint8)
        chroma[:, : wide // 2] = yuv[high:].reshape(-1, wide // 2)
        padded[high:] = chroma.reshape(high // 2, stream["stride"])
        return padded

    def release(self) -> None:
        self._count -= 1
        if self._count < 0:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        self._camera.held -= 1


class Picamera2:
    """The opened camera."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.buffers, self.held = 0, 0
        self.configuration: dict[str, Any] = {}
        self._started = self._closed = False
        self._now = 0
        self._shown = 0
        self._force: list[tuple[int, dict[str, Any]]] = []
        self._fixed: dict[str, Any] = {}

    sensor_resolution = (4608, 2592)

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        known = {
            "AeEnable": (False, True, True),
            "AwbEnable": (False, True, True),
            "ExposureTime": (26, 112_015_096, 20_000),
            "AnalogueGain": (1.0, 16.0, 1.0),
            "ColourGains": (0.0, 32.0, None),
            "FrameDurationLimits": (17_849, 112_015_443, 33_333),
        }
        lens = {"AfMode": (0, 2, 0), "AfTrigger": (0, 1, 0), "LensPosition": (0.0, 15.0, 1.0)}
        return {**known, **(lens if self.table.lens else {})}

    def create_video_configuration(
        self, main: dict[str, Any], lores: dict[str, Any] | None = None, raw: dict[str, Any] | None = None,
        controls: dict[str, Any] | None = None, buffer_count: int = 6, queue: bool = True,
    ) -> dict[str, Any]:  # fmt: skip
        for name, stream in (("main", main), ("lores", lores), ("raw", raw)):
            if stream is None:
                continue
            size = stream["size"]
            if type(size) is not tuple or len(size) != 2:
                raise RuntimeError(f"size in {name} stream should be (width, height)")
            if size[0] % 2 or size[1] % 2:
                raise RuntimeError("width and height should be even")
        assert main["format"] == "RGB888"
        if lores is not None:
            assert lores["format"] == "YUV420", "below a Raspberry Pi 5 lores is YUV420 only"
            assert lores["size"][0] <= main["size"][0] and lores["size"][1] <= main["size"][1]
        assert raw and raw["size"] in FULL_VIEW, "this mode shows a part of the view only"
        self._known(controls or {})
        return {"main": dict(main), "lores": dict(lores) if lores else None, "raw": dict(raw), "controls": controls or {},
                "buffer_count": buffer_count}  # fmt: skip

    def _known(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")

    def configure(self, configuration: dict[str, Any]) -> None:
        assert not self._started
        self.configuration = configuration
        self.buffers = configuration["buffer_count"]
        for name in ("main", "lores"):
            wide = configuration[name]["size"][0] * (3 if name == "main" else 1)
            configuration[name]["stride"] = -(-wide // STRIDE) * STRIDE
        self._set(configuration["controls"])

    def camera_configuration(self) -> dict[str, Any]:
        return self.configuration

    def start(self) -> None:
        assert self.configuration
        self._started = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        self._known(controls)
        self._set(controls)

    def _set(self, controls: dict[str, Any]) -> None:
        if controls:
            self.table.log.append(dict(controls))
            self._force.append((self._shown + LATE, dict(controls)))

    def autofocus_cycle(self, wait: Any = None) -> Any:
        if not self.table.lens:
            raise RuntimeError("Control AfMode is not advertised by libcamera")
        assert wait is False, "the thread that takes the frames would wait for itself"
        return object()

    # --- frames ------------------------------------------------------------------------------------------------------

    def picture(self, at: int, size: tuple[int, int], metadata: dict[str, Any]) -> np.ndarray[Any, Any]:
        picture = self.table.scene(at / 1e9)
        bright = metadata["ExposureTime"] * metadata["AnalogueGain"] / (
            self.table.automatic["ExposureTime"] * self.table.automatic["AnalogueGain"])  # fmt: skip
        sized = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        return np.ascontiguousarray(np.clip(sized * bright, 0, 255), np.uint8)

    def _metadata(self) -> dict[str, Any]:
        self._shown += 1
        for due, controls in self._force:
            if due <= self._shown:
                self._fixed |= controls
                for on, names in (("AeEnable", ("ExposureTime", "AnalogueGain")), ("AwbEnable", ("ColourGains",))):
                    if controls.get(on):
                        for name in names:
                            self._fixed.pop(name, None)
        self._force = [one for one in self._force if one[0] > self._shown]
        told = {k: self._fixed.get(k, v) for k, v in self.table.automatic.items()}
        if "ExposureTime" not in self._fixed:  # automatic exposure takes some frames
            told["ExposureTime"] = int(told["ExposureTime"] * (1 + max(0, 12 - self._shown) / 8))
        if not self.table.lens:
            told.pop("LensPosition")
        else:
            told["AfState"] = 2 if self._shown > 15 else 1
        return told

    def capture_request(self, wait: Any = None, signal_function: Any = None, flush: Any = None) -> Request:
        if self._closed or not self._started:
            raise RuntimeError("Camera not started")
        if self.table.dead:
            assert wait not in (None, True), "without a limit this waits for ever"
            raise TimeoutError
        metadata = self._metadata()
        self._now += FRAME
        ends = self._now - QUEUED * FRAME  # this frame has waited in the queue
        if flush:
            began = self._now
            while ends - metadata["ExposureTime"] * 1000 < began:
                ends += FRAME
                self._now = max(self._now, ends)
                metadata = self._metadata()
        metadata["SensorTimestamp"] = ends
        return Request(self, ends - metadata["ExposureTime"] * 1000, metadata)

    @contextmanager
    def captured_request(self, wait: Any = None, flush: Any = None) -> Iterator[Request]:
        request = self.capture_request(wait=wait, flush=flush)
        try:
            yield request
        finally:
            request.release()

    def close(self) -> None:
        if not self._closed:
            self._closed, self._started = True, False
            self.table.opened -= 1
