"""Error answers of the pages: JSON with a code and a sentence that says what is allowed."""

from __future__ import annotations

import errno
import logging
from typing import Any

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from companion.disk import PROTECTED, why_unwritable
from companion.errors import Unwritable
from companion.language import Sentence
from companion.words import UNWRITABLE

log = logging.getLogger(__name__)

WORDS = {
    400: ("BAD_REQUEST", Sentence("Cette demande n'est pas lisible. Rechargez la page et recommencez.")),
    403: ("FORBIDDEN", Sentence("Ceci n'est pas permis d'ici.")),
    404: ("NOT_FOUND", Sentence("Cette page n'existe pas. La table est à l'adresse « / ».")),
    405: ("METHOD", Sentence("Cette adresse ne se demande pas de cette façon.")),
    413: ("TOO_LARGE", Sentence("C'est trop grand : 8 Kio au plus, et 64 Mo pour une soirée à reprendre.")),
    415: ("NOT_JSON", Sentence("Il faut du JSON (Content-Type: application/json).")),
    500: ("BROKEN", Sentence("Quelque chose s'est cassé ici. Rien n'a été changé ; rechargez la page.")),
    503: ("CROWDED", Sentence("Trop d'envois à la fois. Un instant, puis recommencez.")),
}


NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


class Problem(Exception):
    """A refused request: HTTP status, code, sentence and further fields."""

    def __init__(self, status: int, code: str, text: str, **more: Any) -> None:
        super().__init__(text)
        self.status, self.code, self.text, self.more = status, code, text, more


def cannot_write(why: Unwritable) -> Problem:
    """Return the problem of a failed write, with its remedy."""
    return Problem(507, "CANNOT_WRITE", str(UNWRITABLE[why]))


def init_app(app: Flask) -> None:
    """Register handlers that answer every error with a sentence."""
    app.register_error_handler(Problem, _problem)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(OSError, _failed)
    app.register_error_handler(Exception, _broken)


def _problem(problem: Problem) -> tuple[Response | str, int]:
    return _answer(problem.status, {"code": problem.code, "text": problem.text, **problem.more})


def _http(error: HTTPException) -> Any:
    status = error.code or 500
    if status < 400:
        return error
    code, text = WORDS.get(status, WORDS[400 if status < 500 else 500])
    return _answer(status, {"code": code, "text": str(text)})


def _failed(error: OSError) -> tuple[Response | str, int]:
    """Answer that the disk is full or protected if the error says so, otherwise that Servi failed."""
    if error.errno in (*NO_ROOM, *PROTECTED):
        return _problem(cannot_write(why_unwritable(error)))
    return _broken(error)


def _broken(error: Exception) -> tuple[Response | str, int]:
    log.error("the page broke at %s", request.path, exc_info=error)
    code, text = WORDS[500]
    return _answer(500, {"code": code, "text": str(text)})


def _answer(status: int, body: dict[str, Any]) -> tuple[Response | str, int]:
    if (
        request.method == "GET"
        and request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"
    ):
        return render_template("problem.html", **body), status
    return jsonify({"ok": False, **body}), status
