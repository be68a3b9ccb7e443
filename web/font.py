"""Builds the page's font: ``python -m web.font ROBOTO.woff2 NOTO_SANS_MATH.woff2``.

The two files come from npm, both under the SIL Open Font License (``web/static/fonts/OFL.txt``)::

    npm pack @fontsource-variable/roboto@5.3.0 @fontsource/noto-sans-math@5.3.0
    # package/files/roboto-latin-wght-normal.woff2 and package/files/noto-sans-math-latin-400-normal.woff2
    pip install 'fonttools[woff]==4.68.0'

Roboto's digits have equal width, but it has no arrows, suits or triangles; Noto Sans Math supplies those.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "static" / "fonts"
WEIGHTS = (400, 700)
LETTERS = (*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "Œœ\u2009–—‘’‚“”„•…‹›⁄€™−"))
"""The letters of French and English."""
SYMBOLS = {"♠♣♥♦": 1.0, "←↑→↓▲▼◆": 0.85}
"""Symbols missing in Roboto, with their scale: suits are as high as capitals, the others as lower-case letters."""
NARROW_NO_BREAK_SPACE, THIN_SPACE = 0x202F, 0x2009


def make(roboto: str, symbols: str) -> bytes:
    """Return the font as WOFF2: variable Roboto, weights 400 to 700, reduced to the needed letters, plus the symbols."""
    from io import BytesIO

    from fontTools import subset
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    font = TTFont(roboto, recalcTimestamp=False)
    cutter = subset.Subsetter(subset.Options(layout_features=["kern"], hinting=False))
    cutter.populate(unicodes=LETTERS)
    cutter.subset(font)
    instantiateVariableFont(font, {"wght": WEIGHTS}, inplace=True)
    del font["HVAR"]  # gvar also holds the widths, and needs no entry for an added glyph
    for text, size in SYMBOLS.items():
        add(font, symbols, text, size)
    for table in font["cmap"].tables:
        table.cmap[NARROW_NO_BREAK_SPACE] = table.cmap[THIN_SPACE]
    font.flavor = "woff2"
    whole = BytesIO()
    font.save(whole)
    return whole.getvalue()


def add(font: Any, symbols: str, characters: str, size: float) -> None:
    """Copy these characters from ``symbols`` into the font, equal in every weight."""
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.scaleUpem import scale_upem

    other = TTFont(symbols)
    scale_upem(other, round(font["head"].unitsPerEm * size))
    for character in characters:
        name, source = f"uni{ord(character):04X}", other.getBestCmap()[ord(character)]
        font["glyf"][name], font["hmtx"][name] = other["glyf"][source], other["hmtx"][source]
        font["glyf"][name].removeHinting()
        for table in font["cmap"].tables:
            table.cmap[ord(character)] = name
    font.setGlyphOrder(font["glyf"].glyphOrder)


def main(roboto: str, symbols: str) -> None:
    """Write the font; its name contains a checksum, because browsers cache it permanently."""
    data = make(roboto, symbols)
    path = FOLDER / f"servi-{hashlib.sha256(data).hexdigest()[:8]}.woff2"
    path.write_bytes(data)
    print(f"{path}: {len(data)} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
