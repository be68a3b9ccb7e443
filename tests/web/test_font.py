"""The page's font: small, openly licensed, cached permanently, and requested before the first drawing."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import web
from tests.web.conftest import Browser

STATIC = Path(web.__file__).parent / "static"
[FONT] = (STATIC / "fonts").glob("*.woff2")


def test_the_font_is_small_and_its_licence_lies_beside_it() -> None:
    data = FONT.read_bytes()
    assert data[:4] == b"wOF2" and len(data) <= 120_000
    assert "SIL OPEN FONT LICENSE Version 1.1" in (STATIC / "fonts" / "OFL.txt").read_text("utf-8")


def test_the_name_of_the_font_carries_its_checksum_since_browsers_keep_it(browser: Browser) -> None:
    answer = browser.get(f"/static/fonts/{FONT.name}", Accept_Encoding="gzip")
    assert answer.mimetype == "font/woff2" and "Content-Encoding" not in answer.headers
    assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
    assert hashlib.sha256(answer.data).hexdigest().startswith(FONT.stem.removeprefix("servi-"))
    answer.close()
    other = browser.get("/static/fonts/OFL.txt")
    assert "immutable" not in other.headers["Cache-Control"]
    other.close()


def test_every_page_asks_at_once_for_the_font_that_its_style_names(browser: Browser) -> None:
    style = (STATIC / "css" / "servi.css").read_text("utf-8")
    assert re.findall(r"url\(([^)]*woff2)\)", style) == [f"../fonts/{FONT.name}"]
    wanted = f'<link rel="preload" href="/static/fonts/{FONT.name}" as="font" type="font/woff2" crossorigin>'
    for path in ("/table", "/setup", "/score-sheet", "/nowhere"):
        page = browser.get(path, Accept="text/html")
        assert wanted in page.text, path
        assert "font-src 'self'" in page.headers["Content-Security-Policy"]


def test_no_style_script_or_page_names_another_font() -> None:
    """Printed sheets are separate files, which page styles do not reach."""
    files = [path for kind in ("css", "js", "html") for path in STATIC.parent.rglob(f"*.{kind}")]
    named = [one for path in files for one in re.findall(r"font(?:-family)?\s*[:=][^;}]*", path.read_text("utf-8"))]
    others = [one for one in named if not re.search(r"var\(--police\)|inherit$|^font-family:(Servi|\"Servi \w+\")$", one)]
    assert len(named) > 5 and others == []
