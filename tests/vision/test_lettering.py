"""What it costs to write on pictures."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np

from vision.lettering import write

THREADS = 8


def resident() -> float:
    """Return the resident memory of this process in MB."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


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
    before = resident()
    threads = [threading.Thread(target=draw, args=(page,)) for page in pages]
    for one in threads:
        one.start()
    written.wait()
    grown = resident() - before
    enough.set()
    for one in threads:
        one.join()
    assert all(page.any() for page in pages)
    assert grown < 12, "MB; two sets of fonts"
