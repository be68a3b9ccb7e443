"""The language of each page: the choice in its cookie, else the browser's preference, else French."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache

from flask import Blueprint, Flask, Response, current_app, g, jsonify, request

from companion.language import LANGUAGES, SOURCE, speaking, spoken, tr, trn
from companion.record import record
from companion.schema import Text20
from web.body import bad, read

bp = Blueprint("language", __name__)


def init_app(app: Flask) -> None:
    """Use the reader's language during each request."""
    app.before_request(listen)
    app.teardown_request(reset_language)
    add_words(app)


def add_words(app: Flask) -> None:
    """Give the templates the functions that translate into the current language."""
    app.jinja_env.globals.update({"_": bound, "trn": bound_plural, "language": spoken, "languages": LANGUAGES})


def bound(text: str, /, **values: object) -> str:
    """Return a template's sentence in the reader's language, with no-break spaces at French punctuation.

    >>> bound("Prêt : « oui » ?")
    'Prêt\\xa0: «\\xa0oui\\xa0»\\xa0?'
    """
    return _bind(tr(text, **values))


def bound_plural(one: str, many: str, number: int, /, **values: object) -> str:
    """Return a template's sentence in singular or plural, as ``bound`` returns it."""
    return _bind(trn(one, many, number, **values))


def _bind(text: str) -> str:
    return re.sub(" (?=[»:;?!])|(?<=«) ", "\xa0", text)


def listen() -> None:
    """Set the language for this request."""
    g.speaking = speaking(chosen())
    g.speaking.__enter__()


def reset_language(error: BaseException | None) -> None:
    """Reset the language after the request."""
    if begun := g.pop("speaking", None):
        begun.__exit__(None, None, None)


def cookie() -> str:
    """Return the name of this table's language cookie."""
    return f"{current_app.extensions['claims'].cookie}_language"


def chosen() -> str:
    """Return the language chosen in this browser, else its preference, else French."""
    kept = request.cookies.get(cookie(), "")
    asked = (tag.partition("-")[0].lower() for tag in request.accept_languages.values())
    return kept if kept in LANGUAGES else next((one for one in asked if one in LANGUAGES), SOURCE)


@record(kw_only=True)
class Chosen:
    """A chosen language."""

    language: Text20 = ""


@bp.post("/language")
def choose() -> Response:
    """Store the chosen language in this browser."""
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
    """Answer with the translated sentences of the page's scripts, as a module."""
    answer = Response(module(spoken()), mimetype="text/javascript")
    answer.headers["Vary"] = "Cookie, Accept-Language"
    answer.add_etag()
    return answer.make_conditional(request)  # type: ignore[return-value]


@cache
def module(language: str, scripts: frozenset[str] = frozenset()) -> str:
    """Return the module with the translated sentences: a text, or a list of singular and plural.

    ``scripts`` limits it to the sentences of these scripts; empty means all.
    """
    translation = {} if language == SOURCE else dict(_translated(language, scripts))
    data = json.dumps({"language": language, "words": translation}, ensure_ascii=False, separators=(",", ":"))
    return f"export default {data};\n"


def _translated(language: str, scripts: frozenset[str]) -> Iterator[tuple[str, str | list[str]]]:
    """Yield each translated sentence of the page's scripts with its translation."""
    from web.catalogs import read  # imported here, so that Babel loads only if a page needs a translation

    for message in read(language):
        if any(place in scripts or (not scripts and place.startswith("web/static/")) for place, _ in message.locations):
            match message.id, message.string:
                case str(text), str(translation) if translation:
                    yield text, translation
                case (text, _), (one, many, *_) if one and many:
                    yield text, [one, many]
