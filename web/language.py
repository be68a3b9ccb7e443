"""Each page reads in its own language: chosen by a touch and kept in a cookie, else as its browser asks, else French."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from flask import Blueprint, Flask, Response, current_app, g, jsonify, request

from companion.language import LANGUAGES, SOURCE, speaking, spoken, tr
from companion.schema import Text20
from web.body import bad, read

bp = Blueprint("language", __name__)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The language that somebody chose."""

    language: Text20 = ""


@bp.post("/language")
def choose() -> Response:
    """Keep the language of this browser."""
    wanted = read(Chosen).language
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
    said = {} if language == SOURCE else dict(_translated(language))
    data = json.dumps({"language": language, "words": said}, ensure_ascii=False, separators=(",", ":"))
    return f"export default {data};\n"


def _translated(language: str) -> Iterator[tuple[str, str | list[str]]]:
    """Yield each sentence of the page's scripts that has a translation, with it."""
    from web.catalogs import read  # Babel is loaded when the first page asks for it

    for message in read(language):
        if any(place.startswith("web/static/") for place, _ in message.locations):
            match message.id, message.string:
                case str(text), str(said) if said:
                    yield text, said
                case (text, _), (one, many, *_) if one and many:
                    yield text, [one, many]
