"""QR codes for a phone's camera."""

from __future__ import annotations

import io
from itertools import groupby

from flask import Response


def svg(text: str) -> Response:
    """Answer with a QR code as a drawing in the table's colours."""
    import segno  # imported here, so that the server starts without it

    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn, kind="svg", border=2, dark="#10231b", light="#fffaf0", svgclass=None, lineclass=None, scale=4
    )
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


def modules(text: str) -> tuple[int, str]:
    """Return the number of modules on each side of a text's QR code, and its dark modules as an SVG path."""
    import segno

    rows = segno.make(text, error="m", micro=False).matrix
    path = []
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                path.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return len(rows), "".join(path)
