"""Sends scripts, styles and catalogs compressed where the browser takes it: the first page stays light in any language."""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Flask, Response, request

KINDS = ("text/javascript", "application/javascript", "text/css", "image/svg+xml")
SMALLEST = 500
"""Bytes below which packing gains nothing."""


def init_app(app: Flask) -> None:
    """Pack what a browser may keep."""
    app.after_request(pack)


def pack(answer: Response) -> Response:
    """Pack an answer of text that may be kept; streams and pictures go out as they are."""
    if answer.status_code != 200 or answer.mimetype not in KINDS or "ETag" not in answer.headers:
        return answer
    answer.vary.add("Accept-Encoding")
    if request.method == "GET" and request.accept_encodings["gzip"] and not request.range:
        answer.direct_passthrough = False  # a file is read whole: it is small, and packed once
        data = answer.get_data()
        answer.close()
        if len(data) > SMALLEST:
            answer.set_data(packed(data))
            answer.headers["Content-Encoding"] = "gzip"
    return answer


@lru_cache(maxsize=200)
def packed(data: bytes) -> bytes:
    """Return the data packed."""
    return gzip.compress(data, 6, mtime=0)
