"""Checks of each request (its host, its origin, its body), and the security headers of every answer."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException

from companion.language import Sentence, tr
from web.addresses import own_hosts, split_host
from web.crowd import Kept
from web.problems import WORDS, Problem
from web.rights import TABLE, known_must_be
from web.seats import TABLE_PAGE

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


BODIES = {
    "commands.import_evening": (
        "text/plain",
        "EVENING_BODY",
        Sentence("Il faut le fichier de la soirée en text/plain."),
    ),
    "boxes.save": ("application/json", "BOX_BODY", WORDS[415][1]),
    "boxes.bring_in": ("text/plain", "BOX_BODY", Sentence("Il faut le fichier d'une boîte en text/plain.")),
    "dice.teach_photo": ("image/", "PHOTO_BODY", Sentence("Il faut une image : photographiez le dé seul.")),
    "photographs.photograph": ("image/", "PHOTO_BODY", Sentence("Il faut une image : photographiez les dés.")),
}
"""Media type, size limit (a configuration key) and error message of each endpoint with a special body."""


KEPT = ("static", "language.catalog")
"""Endpoints whose answers a browser may cache and revalidate; it must store no other answer."""


def init_app(app: Flask) -> None:
    """Register the request checks and the security headers."""
    app.before_request(check_host)
    app.before_request(check_origin)
    app.before_request(check_body)
    app.after_request(lock)
    app.after_request(keep_place)
    app.extensions["kept"] = Kept()


def check_host() -> None:
    """Refuse a Host header that does not name this machine; another site's page sends it in a DNS rebinding attack."""
    if not is_ours(request.environ.get("HTTP_HOST", "")):
        raise Problem(
            403,
            "FOREIGN_HOST",
            tr("Cette adresse n'est pas celle de la table. Prenez celle que la table affiche, ou http://localhost."),
        )


def is_ours(host: str) -> bool:
    """Whether a Host header names this machine and port."""
    parts = split_host(host)
    if parts is None:
        return False
    name, port = parts
    if (port or 80) != int(request.environ.get("SERVER_PORT", 80)):
        return False
    return name in own_hosts(current_app.extensions["names"])


def check_origin() -> None:
    """Refuse requests sent or embedded by another site's page; a link to this site is allowed."""
    origin = request.headers.get("Origin")
    if origin is not None:
        scheme, _, host = origin.partition("://")
        if scheme not in ("http", "https") or not is_ours(host):
            raise foreign()
    site = request.headers.get("Sec-Fetch-Site", "none")
    link = request.method == "GET" and request.headers.get("Sec-Fetch-Mode") == "navigate"
    if site not in ("same-origin", "none") and not link:
        raise foreign()


def foreign() -> Problem:
    """Return the problem of a request from another site's page."""
    return Problem(403, "FOREIGN_ORIGIN", tr("Cette demande vient d'une autre page que celles de la table."))


def check_body() -> None:
    """Check media type and size of the body: JSON, or as listed in ``BODIES``."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    if request.environ.get("servi.crowded"):
        code, text = WORDS[503]
        raise Problem(503, code, str(text))
    kind, size, wrong = BODIES.get(request.endpoint or "", ("application/json", "MAX_CONTENT_LENGTH", WORDS[415][1]))
    if not request.mimetype.startswith(kind):
        raise Problem(415, WORDS[415][0] if kind == "application/json" else "WRONG_KIND", str(wrong))
    limit = current_app.config[size]
    request.max_content_length = limit
    if (request.content_length or 0) > limit:
        raise too_large()


def room_for_body(app: Flask, environ: dict[str, Any]) -> int:
    """Return the maximum size of a request's body, in bytes; 0 if the application refuses the request."""
    with app.request_context(environ):
        try:
            return 0 if app.preprocess_request() is not None else request.max_content_length or 0
        except (Problem, HTTPException):
            return 0


def keep_place(answer: Response) -> Response:
    """Give priority to the address of a table's page whose command succeeded, if its browser has the table's right."""
    if request.method == "POST" and answer.status_code == 200 and request.headers.get(TABLE_PAGE) == "table":
        try:
            known_must_be(TABLE)
            current_app.extensions["kept"].add(request.remote_addr)
        except Problem:
            pass
    return answer


def too_large() -> Problem:
    """Return the problem of a body over its limit."""
    code, text = WORDS[413]
    if request.endpoint in ("photographs.photograph", "dice.teach_photo"):
        text = Sentence("Cette photo est trop grande : 12 Mo au plus. Reprenez-la en plus petit, ou touchez les dés.")
    if (request.endpoint or "").startswith("boxes."):
        text = Sentence("Ce fichier est trop grand pour une boîte : 400 Kio au plus. Rien n'a été changé.")
    return Problem(413, code, str(text))


def lock(answer: Response) -> Response:
    """Add the security headers: CSP, nosniff, no-referrer, same-origin; and the cache policy."""
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["X-Content-Type-Options"] = "nosniff"
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    if request.endpoint not in KEPT:
        answer.headers["Cache-Control"] = "no-store"
    elif answer.mimetype == "font/woff2":  # never changes, because its name contains a checksum
        answer.headers["Cache-Control"] = "max-age=31536000, immutable"
    return answer
