"""Camera implementations of ``FrameSource``: the Raspberry Pi's by picamera2, USB and V4L2 ones by OpenCV.

A camera opens at its first frame, so a table also opens without a camera. If it gives no picture, ``SourceError`` has
one sentence for the page; the next request opens the camera again.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.language import tr
from hardware.exposure import Exposure, Tuning
from vision.errors import SourceError
from vision.pictures import Image
from vision.watching import sources
from vision.watching.sources import Frame

PATIENCE = 1.5
"""Timeout of a frame, in seconds."""
LATE = 30
"""Maximum frames to wait for new controls to take effect."""
TUNED = 6.0
"""Timeout of the automatic exposure, in seconds."""
READ, MOVED = 1536, 640
"""Widths in pixels: of the picture for reading (``main``) and of the one for motion (``lores``)."""
USB_SIZE = (1280, 720)


def register(data: Path | None = None) -> None:
    """Register the sources ``pi`` and ``usb:N``; ``data`` is the folder of the stored calibration."""
    sources.register("pi", "pi", lambda _: PiCamera(data))
    sources.register("usb", "usb:N", UsbCamera)


def gone() -> SourceError:
    """Return the error for a camera that has stopped giving pictures."""
    return SourceError(tr("La caméra ne donne plus d'image : vérifier le câble."))


def even(number: float) -> int:
    """Return the nearest even number, because picamera2 refuses odd sizes."""
    return 2 * round(number / 2)


class PiCamera:
    """The ribbon camera: small frames of the whole field of view; ``settled`` takes a large picture.

    Exposure, gain, white balance and focus are found once, then fixed and stored: dice must look the same all evening.
    """

    live = True
    name = "pi"

    def __init__(self, data: Path | None = None, library: Callable[[], Any] | None = None) -> None:
        self._data = data
        self._library = library or (lambda: importlib.import_module("picamera2"))
        self._camera: Any = None
        self._size = (0, 0)
        self._waiting = 0
        self._tuning = Tuning()
        self._notices: list[str] = []

    # --- opening -----------------------------------------------------------------------------------------------------

    def _open(self) -> Any:
        """Return the running camera; raise ``SourceError`` if it cannot run."""
        if self._camera is not None:
            return self._camera
        try:
            library = self._library().Picamera2
            there = [one["Num"] for one in library.global_camera_info() if "usb" not in str(one["Id"]).lower()]
            if not there:
                raise SourceError(
                    tr("Aucune caméra sur le câble plat : éteindre, vérifier le câble des deux côtés, rallumer.")
                )
            camera = library(there[0])
        except ImportError as error:
            raise SourceError(
                tr("La caméra du Raspberry Pi demande picamera2 : ./servi doctor dit comment l'installer.")
            ) from error
        except RuntimeError as error:
            raise SourceError(tr("La caméra sert à un autre programme : le fermer.")) from error
        self._camera = camera
        try:
            self._start(camera)
        except Exception as error:
            self.close()
            raise gone() from error
        return camera

    def _start(self, camera: Any) -> None:
        wide, high = camera.sensor_resolution
        known = Exposure.load(self._data)
        self._tuning = Tuning(known, focuses="LensPosition" in camera.camera_controls)
        settings = camera.create_video_configuration(
            main={"size": (READ, even(READ * high / wide)), "format": "RGB888"},  # in memory blue, green, red
            lores={"size": (MOVED, even(MOVED * high / wide)), "format": "YUV420"},
            raw={"size": (wide // 2, high // 2)},  # full field of view: 2x2 binning of the whole sensor
            controls=known.controls() if known else {},
            buffer_count=4,
        )
        camera.configure(settings)
        self._size = camera.camera_configuration()["lores"]["size"]
        camera.start()
        self._waiting = LATE if known else 0
        if self._tuning.focuses and not known:
            camera.autofocus_cycle(wait=False)

    # --- frames ------------------------------------------------------------------------------------------------------

    def next_throw(self) -> Frame | None:
        """Return the next frame; raise ``SourceError`` if there is none."""
        while True:
            frame, metadata = self._capture()
            if not self._waiting or self._tuning.in_force(metadata):
                self._waiting = 0
                self._tune(metadata)
                return frame
            self._waiting -= 1  # new controls take some frames to take effect

    def _capture(self) -> tuple[Frame, dict[str, Any]]:
        camera = self._open()
        try:
            with camera.captured_request(wait=PATIENCE) as request:
                planes, metadata = request.make_array("lores"), request.get_metadata()
        except Exception as error:  # picamera2 reports timeouts and pulled cables in many ways
            self.close()
            raise gone() from error
        seconds = metadata["SensorTimestamp"] / 1e9
        return Frame(self._colours(planes), f"{seconds:.3f}", seconds, self.settled), metadata

    def _colours(self, planes: np.ndarray[Any, Any]) -> Image:
        """Return YUV 4:2:0 planes as BGR; their rows may be longer than the picture is wide."""
        wide, high = self._size
        return np.ascontiguousarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420)[:high, :wide], np.uint8)

    def settled(self) -> Image:
        """Return a large picture exposed after this call; an earlier one could show rolling dice."""
        camera = self._camera
        if camera is None:
            raise gone()
        try:
            with camera.captured_request(wait=PATIENCE, flush=True) as request:
                return np.ascontiguousarray(request.make_array("main"), np.uint8)
        except Exception as error:
            raise gone() from error

    # --- exposure ----------------------------------------------------------------------------------------------------

    def _tune(self, metadata: dict[str, Any]) -> None:
        found = self._tuning.saw(metadata)
        if found is None:
            return
        self._camera.set_controls(found.controls())
        try:
            found.save(self._data)
        except OSError as error:
            self._notices.append(
                tr("Le réglage de la caméra n'a pas pu être gardé ({why}) : il sera refait au prochain départ.").format(
                    why=error.strerror
                )
            )

    def calibrate(self) -> None:
        """Calibrate exposure, white balance and focus; wait while another thread takes the frames."""
        self.calibrate_begun().done.wait(TUNED)

    def calibrate_begun(self) -> Tuning:
        """Start the automatic exposure again; return its search, which the next frames continue."""
        camera = self._open()
        self._tuning = Tuning(focuses=self._tuning.focuses)
        camera.set_controls(Exposure.automatic())
        if self._tuning.focuses:
            camera.autofocus_cycle(wait=False)
        return self._tuning

    # --- the port ----------------------------------------------------------------------------------------------------

    def notices(self) -> list[str]:
        """Return problems that do not stop the frames, each once."""
        notices, self._notices = self._notices, []
        return notices

    def close(self) -> None:
        """Close the camera."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()


class UsbCamera:
    """A USB or other V4L2 camera; ``usb:0`` is the first one."""

    live = True

    def __init__(self, place: str, library: Callable[[int, int], Any] = cv2.VideoCapture) -> None:
        if not place.isdigit():
            raise SourceError(tr("« usb:{place} » n'est pas une caméra : écrire usb:0, usb:1…").format(place=place))
        self.name = f"usb:{place}"
        self._number = int(place)
        self._library = library
        self._camera: Any = None
        self._count = 0

    def _open(self) -> Any:
        if self._camera is not None:
            return self._camera
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)  # the page reports a missing camera
        camera = self._library(self._number, cv2.CAP_V4L2)
        if not camera.isOpened():
            camera.release()
            if Path(f"/dev/video{self._number}").exists():
                raise SourceError(tr("La caméra sert à un autre programme : le fermer."))
            raise SourceError(tr("Aucune caméra {name} : la brancher.").format(name=self.name))
        camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        camera.set(cv2.CAP_PROP_FRAME_WIDTH, USB_SIZE[0])
        camera.set(cv2.CAP_PROP_FRAME_HEIGHT, USB_SIZE[1])
        camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # no queue: a waiting frame would be stale
        self._camera = camera
        return camera

    def next_throw(self) -> Frame | None:
        """Return the next frame; raise ``SourceError`` if there is none."""
        there, image = self._open().read()
        if not there or image is None or image.ndim != 3:
            self.close()
            raise gone()
        self._count += 1
        return Frame(np.asarray(image, np.uint8), str(self._count), cv2.getTickCount() / cv2.getTickFrequency())

    def notices(self) -> list[str]:
        """Return an empty list, because this camera raises every problem."""
        return []

    def close(self) -> None:
        """Close the device."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.release()
