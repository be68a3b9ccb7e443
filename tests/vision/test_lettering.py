"""The memory that writing on pictures takes."""

from __future__ import annotations

import os
import sys
import threading

import numpy as np
import pytest

from tests.memory import resident
from vision.lettering import write

THREADS = 8


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_fonts_are_loaded_once_however_many_threads_write() -> None:
    """Regression: each thread of the web server that drew a die kept 6 MB of fonts."""
    enough = threading.Event()
    written = threading.Barrier(THREADS + 1)
    pages = [np.zeros((64, 64), np.uint8) for _ in range(THREADS)]

    def draw(page: np.ndarray) -> None:
        write(page, "4", (17, 46), 1.4, (255,), 4)
        written.wait()
        enough.wait()

    write(np.zeros((64, 64), np.uint8), "4", (17, 46), 1.4, (255,), 4)
    before = resident(os.getpid())
    threads = [threading.Thread(target=draw, args=(page,)) for page in pages]
    for one in threads:
        one.start()
    written.wait()
    grown = resident(os.getpid()) - before
    enough.set()
    for one in threads:
        one.join()
    assert all(page.any() for page in pages)
    assert grown < 12, "MB; two sets of fonts"
