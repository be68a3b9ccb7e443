"""Delay of a phone's photograph, from sending the file to the result on every page."""

from __future__ import annotations

import http.client
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any

import cv2

from tests.bench import bench, percentile
from tests.bench.bench_page import playing
from tests.evenings.program import Program
from tests.tools import needed

PHOTOGRAPHS = 25
WIDE = 4000
"""Width in pixels of a phone's photograph (4000x3000, 12 million)."""

Heard = Queue[tuple[float, dict[str, Any]]]


@contextmanager
def listening(program: Program) -> Iterator[Heard]:
    """Yield a queue of the stream's views, each with its time of arrival."""
    heard: Heard = Queue()
    line = http.client.HTTPConnection("127.0.0.1", program.port, timeout=60)
    line.request("GET", "/stream")
    answer = line.getresponse()

    def hear() -> None:
        event = b""
        try:
            for text in answer:
                if text.startswith(b"event: "):
                    event = text[7:].strip()
                elif text.startswith(b"data: ") and event == b"view":
                    heard.put((time.perf_counter(), json.loads(text[6:])))
        except (OSError, ValueError, http.client.HTTPException):
            pass  # the program has ended

    threading.Thread(target=hear, daemon=True).start()
    yield heard
    line.close()


def photographs() -> list[bytes]:
    """Return the files of ``PHOTOGRAPHS`` photographs of two dice, at their stored size."""
    folder: Path = needed("matteop65")
    rows = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    files = [folder / "images" / row["file"] for row in rows if len(row["dice"]) == 2]
    return [file.read_bytes() for file in files[:PHOTOGRAPHS]]


def as_a_phone(picture: bytes) -> bytes:
    """Return the photograph enlarged to a phone's number of pixels."""
    import numpy as np

    image = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    large = cv2.resize(image, (WIDE, WIDE * image.shape[0] // image.shape[1]), interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def shown(program: Program, heard: Heard, picture: bytes) -> float:
    """Send a photograph for an open throw; return the milliseconds until a view shows the result, then undo it."""
    view = program.view()
    assert view["questions"][0]["kind"] == "throw", view["questions"]
    begun = time.perf_counter()
    line = http.client.HTTPConnection("127.0.0.1", program.port, timeout=60)
    line.request("POST", f"/photo?seen={view['number']}", picture, {"Content-Type": "image/jpeg"})
    reply = line.getresponse()
    if reply.status != 200:
        raise RuntimeError(f"a photograph was answered {reply.status}: {reply.read().decode()}")
    line.close()
    while True:
        there, view = heard.get(timeout=60)
        if there > begun and (view["pending"] or (view["throw"] or {}).get("how") == "camera"):
            break
    back = ("/pending", {}) if view["pending"] else ("/undo", {"seen": view["number"]})
    status, answer = program.post(*back)
    if status != 200:
        raise RuntimeError(f"taking it back was answered {status}: {answer}")
    while view["pending"] or view["throw"]:
        view = heard.get(timeout=60)[1]
    return (there - begun) * 1000


def spent(program: Program) -> float:
    """Return the program's processor time so far, in milliseconds; other work on the machine does not count."""
    fields = Path(f"/proc/{program.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


@bench("photograph-shown", unit="ms", limit=2000, short=False)
def photograph() -> float:
    """Delay (p99 of 25) from a photograph of 12 megapixels to its result in the view; it prints other figures, too."""
    small = photographs()
    with playing() as program, listening(program) as heard:
        shown(program, heard, small[0])  # the first photograph loads the reader
        for name, pictures in (("as they lie", small), ("12 million pixels", [as_a_phone(one) for one in small])):
            before = spent(program)
            waits = [shown(program, heard, one) for one in pictures]
            busy = (spent(program) - before) / len(pictures)
            size = sum(map(len, pictures)) / len(pictures) / 1e6
            told = ", ".join(f"p{part * 100:.0f} {percentile(waits, part):.0f} ms" for part in (0.5, 0.99))
            print(f"{name} ({size:.2f} MB): {told}; the program busy for {busy:.0f} ms each", file=sys.stderr)
    return percentile(waits, 0.99)
