"""The page of a table that cannot open its data folder: what is wrong, the last good state, and what to do."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path

from flask import Flask, Response, make_response, render_template
from waitress import create_server  # type: ignore[import-untyped]

from companion import swap
from companion.damage import clock
from companion.errors import CannotStart, Unwritable
from companion.evening import Evening
from companion.language import Sentence
from companion.observe import observe
from companion.recovery import last_evening
from web import access, language, problems, seats
from web.repair import points_of, start_again

AGAIN = 20.0
"""Seconds between two attempts to open the table."""
RETRY = 5
"""Value of the header ``Retry-After``, in seconds."""

WORDS = {
    Unwritable.FULL: Sentence("Le disque de cette machine est plein : faites de la place."),
    Unwritable.PROTECTED: Sentence(
        "Servi ne peut pas écrire ici : le dossier est à un autre compte, ou la carte est protégée ou usée. Rendez-le à "
        "Servi, ôtez la protection, ou changez de carte."
    ),
    Unwritable.HELD: Sentence("Un autre programme tient ce dossier, peut-être une autre table : fermez-le."),
}
NO_FOLDER = Sentence("Là où Servi garde ses soirées, il n'y a pas de dossier, mais un fichier : déplacez-le.")
OTHER = Sentence("Quelque chose empêche d'ouvrir la table. Le message exact est plus bas.")


def create_app(reason: CannotStart, folder: Path, names: Iterable[str] = ()) -> Flask:
    """Return the application that answers every address with the page that says why the table cannot open."""
    app = Flask(__name__)
    app.extensions |= {"claims": seats.Claims(None), "names": tuple(names), "kept": None}
    language.init_app(app)
    problems.init_app(app)
    app.before_request(access.check_host)
    app.after_request(access.lock)

    @app.get("/", defaults={"path": ""})
    @app.get("/<path:path>")
    def page(path: str) -> Response:
        """Answer with the page that says why the table cannot open."""
        evening = last_evening(folder)
        answer = make_response(
            render_template(
                "closed.html",
                text=_words(reason, folder),
                exactly=str(reason),
                folder=folder,
                backups=sorted((one.name for one in _backups(folder)), reverse=True),
                last=_last(evening) if evening else None,
            ),
            503,
        )
        answer.headers["Retry-After"] = str(RETRY)
        return answer

    return app


def explain(reason: CannotStart, folder: Path, host: str, port: int, names: Iterable[str] = ()) -> None:
    """Serve the page for ``AGAIN`` seconds, then replace this process by a new one, which tries to open the table."""
    server = create_server(create_app(reason, folder, names), host=host, port=port, threads=2, ident="Servi")
    again = threading.Timer(AGAIN, start_again)
    again.daemon = True
    again.start()
    server.run()


def _words(reason: CannotStart, folder: Path) -> Sentence:
    if folder.exists() and not folder.is_dir():
        return NO_FOLDER
    return OTHER if reason.why is None else WORDS[reason.why]


def _backups(folder: Path) -> list[Path]:
    try:
        return [*(folder / swap.BACKUPS).glob("*.tar.gz")]
    except OSError:
        return []


def _last(evening: Evening) -> dict[str, object]:
    """Return the last good state for the template."""
    entry = evening.entries[-1]
    return {"number": entry.number, "at": clock(entry.at), "points": points_of(observe(evening))}
