"""Smaller answers: scripts and styles without comments and indentation, and text compressed if the browser accepts it."""

from __future__ import annotations

import gzip
import re
from functools import lru_cache

from flask import Flask, Response, request

KINDS = ("text/javascript", "application/javascript", "text/css", "image/svg+xml")
SMALLEST = 500
"""Size in bytes below which compression gains nothing."""
SCRIPT = re.compile(rb"/\*\*.*?\*/|^[ \t]*//[^\n]*|^[ \t]+", re.DOTALL | re.MULTILINE)
"""Indentation, JSDoc comments and whole-line comments of scripts.

``tests/browser/test_typescript.py`` checks that each script is the same program without them.
"""
STYLE = re.compile(rb"/\*.*?\*/|^[ \t]+", re.DOTALL | re.MULTILINE)
COMMENTS = {"text/javascript": SCRIPT, "application/javascript": SCRIPT, "text/css": STYLE}


def init_app(app: Flask) -> None:
    """Register the compression of cacheable answers."""
    app.after_request(pack)


def pack(answer: Response) -> Response:
    """Remove the comments of a cacheable script or style, and compress it or a cacheable SVG if the browser accepts."""
    if answer.status_code != 200 or answer.mimetype not in KINDS or "ETag" not in answer.headers:
        return answer
    answer.vary.add("Accept-Encoding")
    if request.method == "GET" and not request.range:
        answer.direct_passthrough = False  # reads the whole file, which is small
        data = answer.get_data()
        answer.close()
        if answer.mimetype in COMMENTS:
            data = bare(data, COMMENTS[answer.mimetype])
        if request.accept_encodings["gzip"] and len(data) > SMALLEST:
            data = packed(data)
            answer.headers["Content-Encoding"] = "gzip"
        answer.set_data(data)
    return answer


@lru_cache(maxsize=200)
def bare(source: bytes, comment: re.Pattern[bytes] = SCRIPT) -> bytes:
    """Return a script or a style without its comments and indentation; each line keeps its number.

    >>> bare(b"// Adds.\\n/** @param {number} a */\\nexport const one = (a) => a + 1; // more\\n")
    b'\\n\\nexport const one = (a) => a + 1; // more\\n'
    """
    return comment.sub(lambda found: b"\n" * found[0].count(b"\n"), source)


@lru_cache(maxsize=200)
def packed(data: bytes) -> bytes:
    """Return the data compressed with gzip."""
    return gzip.compress(data, 6, mtime=0)
