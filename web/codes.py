"""QR codes for a phone's camera."""

from __future__ import annotations

import io

from flask import Response


def svg(text: str) -> Response:
    """Answer with a QR code as a drawing in the table's colours."""
    import segno  # imported here, so that the server starts without it

    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn, kind="svg", border=2, dark="#10231b", light="#fffaf0", svgclass=None, lineclass=None, scale=4
    )
    return Response(drawn.getvalue(), mimetype="image/svg+xml")
