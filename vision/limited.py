"""Makes an image in a process with limited memory and time, because a picture may be larger than its header says.

The process runs this module (``python -m vision.limited MODULE FUNCTION SECONDS``), which calls a function of another
module for each input.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import os
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

MEMORY = 1024 * 1024 * 1024
"""Maximum bytes of the process: enough for 64 million pixels with 16 bits a channel and a copy with 8 bits."""
SECONDS = 30
"""Maximum processor time of one call."""

Image = NDArray[np.uint8]


class OverLimit(Exception):
    """The process of the function ended early, because it exceeded its memory or its time."""


class Limited:
    """A function from bytes to an image or None, called in a limited process; later calls reuse the process."""

    def __init__(self, module: str, function: str, seconds: int = SECONDS) -> None:
        self._command = [sys.executable, "-m", "vision.limited", module, function, str(seconds)]
        self._places = os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])])
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def __call__(self, data: bytes) -> Image | None:
        """Return the function's result; None also for a ``MemoryError``. Only one call runs at a time.

        Raise ``OverLimit`` if the process ends before it answers.
        """
        with self._lock:
            if self._process is None:
                self._process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env={**os.environ, "PYTHONPATH": self._places},
                )
                atexit.register(self.end)
            try:
                return self._asked(self._process, data)
            except (OSError, EOFError) as error:
                self.end()
                raise OverLimit from error

    def end(self) -> None:
        """End the process; the next call starts another."""
        process, self._process = self._process, None
        atexit.unregister(self.end)
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]

    @staticmethod
    def _asked(process: subprocess.Popen[bytes], data: bytes) -> Image | None:
        assert process.stdin and process.stdout
        process.stdin.write(struct.pack(">Q", len(data)) + data)
        process.stdin.flush()
        high, wide = struct.unpack(">II", _exactly(process.stdout, 8))
        if not high:
            return None
        image = np.empty((high, wide, 3), np.uint8)
        if process.stdout.readinto(image.data.cast("B")) != image.nbytes:  # type: ignore[attr-defined]
            raise EOFError
        return image


def _exactly(pipe: IO[bytes], count: int) -> bytes:
    data = pipe.read(count)
    if len(data) != count:
        raise EOFError
    return data


def _limit(seconds: int) -> None:
    if resource is not None:
        used = resource.getrusage(resource.RUSAGE_SELF)
        limit = int(used.ru_utime + used.ru_stime) + seconds
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1]))


def main() -> None:
    module, name, seconds = sys.argv[1:]
    function: Callable[[bytes], Image | None] = getattr(importlib.import_module(module), name)
    pipes = sys.stdin.buffer, sys.stdout.buffer
    with contextlib.suppress(EOFError, KeyboardInterrupt, BrokenPipeError):  # the caller has ended
        while True:
            data = _exactly(pipes[0], struct.unpack(">Q", _exactly(pipes[0], 8))[0])
            _limit(int(seconds))
            try:
                image = function(data)
            except MemoryError:
                image = None
            pipes[1].write(struct.pack(">II", *(image.shape[:2] if image is not None else (0, 0))))
            if image is not None:
                pipes[1].write(image.data)
            pipes[1].flush()


if __name__ == "__main__":
    main()
