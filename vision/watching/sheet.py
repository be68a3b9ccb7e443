"""Draws and finds the printed dice track: four markers, the throw area and the strip "gardés"; PDF or SVG, A4 or A3.

The two sizes have different markers (ids 0 to 3 and 4 to 7, clockwise from the top left). The ids tell the eye the size
of the sheet in millimetres, from which the eye computes the size of a die in pixels.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.pictures import Image
from vision.watching.track import KEPT, Track, dictionary, markers

MARGIN = 10.0
"""White margin in millimetres, which printers cannot print on."""
CELLS = 6
"""Cells along the side of a marker: 4 bits and a black border on each side."""
QUIET = 4.0
"""Minimum distance, in millimetres, between a marker and a printed line."""
POINTS = 72 / 25.4
THROW, KEEP = "lancer ici", "gard\u00e9s"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper, landscape, in millimetres; ``first`` is the id of its first marker."""

    name: str
    width: float
    height: float
    marker: float
    first: int

    @property
    def span(self) -> tuple[float, float]:
        """Return the width and height between the outer corners of the markers, in millimetres."""
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN

    def squares(self) -> list[tuple[float, float, float]]:
        """Return (x, y, side) of every black square of the markers, in millimetres; x, y is its top left corner."""
        w, h = self.span
        far = self.marker
        out = []
        for i, (x, y) in enumerate(((0.0, 0.0), (w - far, 0.0), (w - far, h - far), (0.0, h - far))):
            bits = np.asarray(cv2.aruco.generateImageMarker(dictionary(), self.first + i, CELLS, borderBits=1))
            cell = self.marker / CELLS
            out += [
                (MARGIN + x + c * cell, MARGIN + y + r * cell, cell)
                for r, c in zip(*(k.tolist() for k in np.nonzero(bits < 128)), strict=True)
            ]
        return out

    def lines(self) -> list[tuple[float, float, float, float]]:
        """Return both ends (x, y, x, y), in millimetres, of each thin line: of the throw area and of the strip."""
        w, h = self.span
        left, right = MARGIN + self.marker + QUIET, MARGIN + w - self.marker - QUIET
        top, line, low = MARGIN, MARGIN + h - KEPT, MARGIN + h
        return [
            (left, top, right, top),
            (MARGIN, line, MARGIN + w, line),
            (left, low, right, low),
        ]

    def words(self) -> list[tuple[float, float, str]]:
        """Return x (middle), y (base line), both in millimetres, and the text of each caption."""
        w, h = self.span
        return [(MARGIN + w / 2, MARGIN + 8, THROW), (MARGIN + w / 2, MARGIN + h - 3, KEEP)]


A4 = Sheet("A4", 297.0, 210.0, 18.0, 0)
A3 = Sheet("A3", 420.0, 297.0, 24.0, 4)
SHEETS = {"A4": A4, "A3": A3}


def find(image: Image) -> Track | None:
    """Return the track that the four markers of one sheet span, or None if no sheet shows all of its markers."""
    marks = markers(image)
    for sheet in SHEETS.values():
        if all(sheet.first + i in marks for i in range(4)):
            corners = tuple(
                (float(marks[sheet.first + i][i][0]), float(marks[sheet.first + i][i][1])) for i in range(4)
            )
            return replace(Track(corners), size=sheet.span).upright()
    return None


def svg(sheet: Sheet = A4) -> str:
    """Return the sheet as SVG in millimetres."""
    w, h = sheet.width, sheet.height
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:g}mm" height="{h:g}mm" viewBox="0 0 {w:g} {h:g}">',
        f'<rect width="{w:g}" height="{h:g}" fill="#fff"/>',
    ]
    # squares overlap by 0.02 mm: antialiasing would show a seam between neighbours
    parts += [
        f'<rect x="{x:.3f}" y="{y:.3f}" width="{side + 0.02:.3f}" height="{side + 0.02:.3f}"/>'
        for x, y, side in sheet.squares()
    ]
    parts += [
        f'<path d="M{a:g} {b:g}L{c:g} {d:g}" stroke="#888" stroke-width="0.5" stroke-dasharray="4 3"/>'
        for a, b, c, d in sheet.lines()
    ]
    parts += [
        f'<text x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="7" fill="#999" text-anchor="middle">{t}</text>'
        for x, y, t in sheet.words()
    ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def pdf(sheet: Sheet = A4) -> bytes:
    """Return the sheet as a PDF of one page that prints at its true size."""
    k, h = POINTS, sheet.height
    ops = ["0 g"]
    ops += [
        f"{x * k:.3f} {(h - y - side) * k:.3f} {(side + 0.02) * k:.3f} {(side + 0.02) * k:.3f} re f"
        for x, y, side in sheet.squares()
    ]
    ops += ["0.53 G", f"{0.5 * k:.3f} w", f"[{4 * k:.3f} {3 * k:.3f}] 0 d"]
    ops += [f"{a * k:.3f} {(h - b) * k:.3f} m {c * k:.3f} {(h - d) * k:.3f} l S" for a, b, c, d in sheet.lines()]
    size = 7 * k
    ops.append("0.6 g")
    ops += [  # to centre the text: a letter is about half an em wide on average
        f"BT /F1 {size:.2f} Tf {x * k - len(t) * size * 0.25:.2f} {(h - y) * k:.2f} Td ({t}) Tj ET"
        for x, y, t in sheet.words()
    ]
    content = "\n".join(ops).encode("cp1252")
    box = f"[0 0 {sheet.width * k:.3f} {h * k:.3f}]"
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    page = f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        page.encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        font,
    ]
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % p for p in places)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table)
    return out + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)


def main(argv: Sequence[str] | None = None) -> int:
    """``./servi track-sheet [FILE] [--size A4|A3]``: write the sheet to print, or print it as SVG."""
    parser = argparse.ArgumentParser(prog="./servi track-sheet", description="Write the sheet for the dice track.")
    parser.add_argument("file", nargs="?", metavar="FILE", help="sheet.pdf or sheet.svg; else SVG is printed")
    parser.add_argument("--size", type=str.upper, choices=sorted(SHEETS), default="A4", help="the paper (%(default)s)")
    options = parser.parse_args(argv)
    sheet = SHEETS[options.size]
    if options.file is None:
        print(svg(sheet), end="")
        return 0
    path = Path(options.file)
    if path.suffix.lower() not in (".pdf", ".svg"):
        print(f"{path} is neither .pdf nor .svg: give the file one of these endings.", file=sys.stderr)
        return 2
    try:
        path.write_bytes(pdf(sheet) if path.suffix.lower() == ".pdf" else svg(sheet).encode())
    except OSError as error:
        print(f"{path} cannot be written: {(error.strerror or '').lower()}.", file=sys.stderr)
        return 1
    print(f"Print {path} at 100 % on {sheet.name}, landscape, and lay it under the camera.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
