"""Each page reads in its own language: chosen by a touch and kept in a cookie, else as its browser asks, else French."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, current_app, g, jsonify, request

from companion.language import LANGUAGES, SOURCE, speaking, spoken, tr, trn
from web.body import bad, read_object, words
from web.sentences import holes, in_javascript

bp = Blueprint("language", __name__)

SCRIPTS = Path(__file__).parent / "static" / "js"


def init_app(app: Flask) -> None:
    """Speak the reader's language while a request is answered."""
    app.before_request(listen)
    app.teardown_request(fall_silent)
    app.jinja_env.globals.update({"_": tr, "language": spoken, "languages": LANGUAGES})


def listen() -> None:
    """Begin to speak the language of this page."""
    g.speaking = speaking(chosen())
    g.speaking.__enter__()


def fall_silent(error: BaseException | None) -> None:
    """Leave the language of this page with its answer."""
    if begun := g.pop("speaking", None):
        begun.__exit__(None, None, None)


def cookie() -> str:
    """Return the name of the cookie that keeps the language, the table's own."""
    return f"{current_app.extensions['claims'].cookie}_language"


def chosen() -> str:
    """Return the language that this browser chose, else the one it asks for, else French."""
    kept = request.cookies.get(cookie(), "")
    asked = (tag.partition("-")[0].lower() for tag in request.accept_languages.values())
    return kept if kept in LANGUAGES else next((one for one in asked if one in LANGUAGES), SOURCE)


@bp.post("/language")
def choose() -> Response:
    """Keep the language of this browser."""
    wanted = words(read_object(), "language", longest=8)
    if wanted not in LANGUAGES:
        raise bad(tr("Cette langue n'est pas là. Au choix : {languages}.", languages=", ".join(LANGUAGES.values())))
    answer = jsonify({"ok": True})
    answer.set_cookie(
        cookie(), wanted, max_age=365 * 24 * 3600, httponly=True, samesite="Strict", secure=request.is_secure
    )
    return answer


@bp.get("/catalog.js")
def catalog() -> Response:
    """The sentences of the page's own scripts in the reader's language, as a module."""
    answer = Response(module(spoken()), mimetype="text/javascript")
    answer.headers["Vary"] = "Cookie, Accept-Language"
    answer.add_etag()
    return answer.make_conditional(request)  # type: ignore[return-value]


@cache
def module(language: str) -> str:
    """Return the module with the sentences of the scripts: a text, or the two forms of one and of several."""
    said: dict[str, Any] = {}
    if language != SOURCE:
        with speaking(language):
            for one, many in own_sentences():
                said[one] = [_form(one, many, 1), _form(one, many, 2)] if many else tr(one)
    data = json.dumps({"language": language, "words": said}, ensure_ascii=False, separators=(",", ":"))
    return f"export default {data};\n"


def _form(one: str, many: str, number: int) -> str:
    return trn(one, many, number, **{name: f"{{{name}}}" for name in holes(one + many)})


@cache
def own_sentences() -> tuple[tuple[str, str], ...]:
    """Return every sentence of the page's scripts, once: its text, and its plural or nothing."""
    found = {
        pair[1:]: None for path in sorted(SCRIPTS.rglob("*.js")) for pair in in_javascript(path.read_text("utf-8"))
    }
    return tuple(found)
