"""Scripts and styles are compressed if the browser accepts it; the first page stays light in every language."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

import web
from tests.web.conftest import Browser
from web.packed import bare

STATIC = Path(web.__file__).parent / "static"


def test_a_script_is_packed_only_for_who_takes_it(browser: Browser) -> None:
    plain = browser.get("/static/js/words.js")
    packed = browser.get("/static/js/words.js", Accept_Encoding="br, gzip")
    assert plain.data == bare((STATIC / "js" / "words.js").read_bytes()) == gzip.decompress(packed.data)
    assert packed.headers["Content-Encoding"] == "gzip" and "Content-Encoding" not in plain.headers
    assert all("Accept-Encoding" in one.headers["Vary"] for one in (plain, packed))
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 1.5
    plain.close()
    again = browser.get("/static/js/words.js", Accept_Encoding="gzip", If_None_Match=packed.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")
    again.close(), packed.close()


def test_a_style_is_sent_without_its_comments(browser: Browser) -> None:
    source = (STATIC / "css" / "servi.css").read_bytes()
    with browser.get("/static/css/servi.css") as answer:
        assert b"/*" in source and b"/*" not in answer.data
        assert answer.data.count(b"{") == source.count(b"{")


def test_what_streams_or_changes_is_never_packed(browser: Browser) -> None:
    for path in ("/table", "/view.json", "/stream"):
        answer = browser.get(path, Accept_Encoding="gzip")
        assert "Content-Encoding" not in answer.headers, path
        answer.close()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_first_page_is_light_in_every_language(english: None, browser: Browser, language: str) -> None:
    headers = {"Accept_Language": language, "Accept_Encoding": "gzip"}
    page = browser.get("/table", **headers)
    found = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)) | {"/catalog.js"}
    todo, weight = [*found], len(page.data)
    while todo:
        path = todo.pop()
        answer = browser.get(path, **headers)
        weight += len(answer.data)
        answer.close()
        source = (STATIC.parent / path[1:]).read_text("utf-8") if path.endswith(".js") and path != "/catalog.js" else ""
        for to in re.findall(r'from "(\.[^"]+)"', source):
            other = "/" + str((STATIC.parent / path[1:]).parent.joinpath(to).resolve().relative_to(STATIC.parent.resolve()))
            if other not in found:
                found.add(other)
                todo.append(other)
    assert len(found) > 20 and any(path.endswith(".woff2") for path in found)
    assert weight < 150_000
