"""Seats on phones: a link claims a seat, a signed cookie holds it, and a new claim retires the old one.

Only the table's page shows the links. A link is valid for one evening, or until the table makes a new one for its seat.
"""

from __future__ import annotations

import hmac
import json
import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, current_app, make_response, redirect, render_template, request, url_for
from itsdangerous import BadData, URLSafeSerializer

from companion.disk import write_whole
from companion.language import Sentence, tr
from companion.record import record
from companion.schema import Text40
from companion.snapshot import SeatNow
from web import here
from web.addresses import address_for_phones, split_host
from web.body import read
from web.codes import modules
from web.problems import Problem

bp = Blueprint("seats", __name__)

TABLE_PAGE = "X-Servi-Page"
"""Header that names the kind of page ("table", "seat", "watch"): a table page acts for the table, even if its browser
also holds a seat."""


class Claims:
    """The claimed seats: the signing secret, the table's own mark, an epoch for each seat, and the links of an evening.

    The epoch of a seat rises with each claim or new link, which invalidates older cookies. ``links`` holds the random
    part of each seat's link for ``evening``. All this is stored in ``page.json`` of the data folder, which only its
    owner can read.
    """

    def __init__(self, folder: Path | None) -> None:
        self._file = folder / "page.json" if folder else None
        self._lock = threading.Lock()
        kept = self._read()
        fresh = {"secret": secrets.token_hex(32), "mark": secrets.token_hex(4), "epochs": {}, "evening": 0, "links": {}}
        self._kept: dict[str, Any] = fresh | {k: v for k, v in kept.items() if v and isinstance(v, type(fresh.get(k)))}
        if not kept:
            self._write(self._kept)

    @property
    def secret(self) -> str:
        """The secret that signs this table's cookies."""
        return str(self._kept["secret"])

    @property
    def cookie(self) -> str:
        """This table's cookie name, which keeps two tables at one address apart."""
        return f"servi_{self._kept['mark']}"

    def begin(self, evening: int, *, cafe: bool = False) -> None:
        """Retire the links of all other evenings (0: of all); in a café the end of an evening frees its seats."""
        with self._lock:
            if evening != self._kept["evening"]:
                epochs: dict[str, int] = self._kept["epochs"]
                freed = {seat: epoch + 1 for seat, epoch in epochs.items()} if cafe and not evening else epochs
                self._write(self._kept | {"evening": evening, "links": {}, "epochs": freed})

    def token(self, seat: str, name: str) -> str:
        """Return the token of a link that claims this seat for this player."""
        with self._lock:
            if seat not in self._kept["links"]:
                self._write(self._with_link(seat))
            return self._signer("join").dumps([seat, name, self._kept["links"][seat]])

    def renew(self, seat: str) -> None:
        """Retire the link of a seat and the page that holds the seat."""
        with self._lock:
            self._write(self._with_link(seat) | {"epochs": self._next_epoch(seat)})

    def read_token(self, token: str) -> tuple[str, str] | None:
        """Return seat and name of a link's token, None if it is invalid; the seat is "" if the link was retired."""
        found = self._load("join", token, 3)
        if found is None:
            return None
        seat, name, part = found
        return (seat if self._kept["links"].get(seat) == part else ""), name

    def claim(self, seat: str, name: str) -> str:
        """Assign the seat to a new page, which invalidates the old cookie; return the new cookie's value."""
        with self._lock:
            self._write(self._kept | {"epochs": self._next_epoch(seat)})
            return self._signer("seat").dumps([seat, name, self._kept["epochs"][seat]])

    def _with_link(self, seat: str) -> dict[str, Any]:
        return self._kept | {"links": self._kept["links"] | {seat: secrets.token_hex(8)}}

    def _next_epoch(self, seat: str) -> dict[str, int]:
        epochs: dict[str, int] = self._kept["epochs"]
        return epochs | {seat: epochs.get(seat, 0) + 1}

    def holder(self, cookie: str | None) -> tuple[str, str] | None:
        """Return seat and name of a cookie, None if it is invalid or a newer claim replaced it."""
        held = self._load("seat", cookie, 3)
        if held is None or self._kept["epochs"].get(held[0]) != held[2]:
            return None
        return held[0], held[1]

    def _signer(self, use: str) -> URLSafeSerializer:
        return URLSafeSerializer(self.secret, salt=f"servi-{use}-{self._kept['mark']}")

    def _load(self, use: str, text: str | None, length: int) -> Any:
        if not text:
            return None
        try:
            found = self._signer(use).loads(text)
        except (BadData, UnicodeError, RecursionError, ValueError):
            return None
        return tuple(found) if isinstance(found, list) and len(found) == length else None

    def _read(self) -> dict[str, Any]:
        try:
            kept = json.loads(self._file.read_text()) if self._file else {}
        except (OSError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}

    def _write(self, kept: dict[str, Any]) -> None:
        """Store the claims, then use them, so that a full disk changes nothing."""
        if self._file is not None:
            write_whole(self._file, json.dumps(kept))
        self._kept = kept


def init_app(app: Flask) -> None:
    """Retire the links of an evening when it ends; in a café also free its seats."""
    table, claims, pin = (app.extensions[name] for name in ("table", "claims", "pin"))

    def follow() -> None:
        claims.begin(table.playing, cafe=pin is not None and pin.there)

    table.listen(follow)
    follow()


def seat_named(seat: str) -> SeatNow:
    """Return the seat with this id; if there is none, raise a Problem with the names of all players."""
    seats = here.seats()
    for one in seats:
        if hmac.compare_digest(one.id.encode(), seat.encode("utf-8", "replace")):
            return one
    there = ", ".join(one.name for one in seats)
    text = tr("Ce siège n'existe pas. À la table : {names}.", names=there) if there else tr("Aucune partie en cours.")
    raise Problem(404, "NO_SEAT", text)


def holder_of(seat: str) -> Callable[[], str | None]:
    """Return a function that returns this seat while this browser holds it, None afterwards.

    A stream calls the function long after its request, so the function stores what it needs of the request.
    """
    claims: Claims = current_app.extensions["claims"]
    cookie, table = request.cookies.get(claims.cookie), here.table()

    def holds() -> str | None:
        held = claims.holder(cookie)
        there = any((s.id, s.name) == held for s in table.snapshot().seats)
        return seat if held is not None and held[0] == seat and there else None

    return holds


def held_seat() -> SeatNow | None:
    """Return the seat that this browser holds, None if it holds none or lost it."""
    claims: Claims = current_app.extensions["claims"]
    held = claims.holder(request.cookies.get(claims.cookie))
    return next((seat for seat in here.seats() if (seat.id, seat.name) == held), None)


def speaker() -> SeatNow | None:
    """Return the seat that this request acts for, None for the table; raise a Problem for a lost seat or spectator."""
    if request.headers.get(TABLE_PAGE) == "table":
        return None
    if request.headers.get(TABLE_PAGE) == "watch":
        raise Problem(403, "ONLY_LOOKS", tr("Cette page regarde seulement. Pour jouer, lisez le code d'un siège."))
    seat = held_seat()
    claims: Claims = current_app.extensions["claims"]
    if seat is None and (claims.cookie in request.cookies or request.headers.get(TABLE_PAGE) == "seat"):
        raise Problem(
            403,
            "SEAT_TAKEN_OVER",
            tr(
                "Ce siège a été repris sur un autre écran. Relisez le code du siège sur la table pour le reprendre ici."
            ),
        )
    return seat


def not_yours(seat: SeatNow, allowed: str) -> Problem:
    """Return the problem of a seat's page that acts for others, with what is allowed."""
    whose = tr("Cet écran est celui de {name}.", name=seat.name)
    return Problem(403, "WRONG_SEAT", f"{whose} {allowed}", allowed=allowed)


def join_link(seat: SeatNow) -> str:
    """Return the full address that claims this seat, with a host that a phone can reach."""
    claims: Claims = current_app.extensions["claims"]
    host = request.host
    name, port = split_host(host) or ("localhost", None)
    if name in ("localhost", "127.0.0.1", "::1") or name.endswith(".local"):  # some phones do not know .local names
        address = address_for_phones()
        if address:
            host = (f"[{address}]" if ":" in address else address) + (f":{port}" if port else "")
    return f"http://{host}{url_for('seats.join', token=claims.token(seat.id, seat.name))}"


@bp.get("/join/<token>")
def join(token: str) -> Any:
    """Assign the seat of this link to this browser."""
    claims: Claims = current_app.extensions["claims"]
    claimed = claims.read_token(token)
    if claimed is None:
        text = tr("Ce lien n'est pas d'ici. Relisez le code du siège sur la page de la table.")
        raise Problem(403, "BAD_LINK", text)
    seat = here.now().seat(claimed[0])
    if seat is None or seat.name != claimed[1] or seat.left:
        text = tr("Ce lien ne vaut plus. Relisez le code du siège sur la page de la table.")
        raise Problem(403, "OLD_LINK", text)
    held = held_seat()
    if held and held.id == seat.id:
        return redirect(url_for("pages.seat", seat=seat.id), 303)
    if request.method == "HEAD" or "prefetch" in request.headers.get("Sec-Purpose", request.headers.get("Purpose", "")):
        return Response(status=204)
    cookie = claims.claim(seat.id, seat.name)
    here.table().say(
        Sentence(
            "Un téléphone vient de prendre le siège de {name}. Si ce n'est pas le sien : « Les téléphones », « Nouveau code ».",
            {"name": seat.name},
        )
    )
    answer = make_response(render_template("joined.html", seat=seat))
    answer.set_cookie(
        claims.cookie, cookie, max_age=90 * 24 * 3600, httponly=True, samesite="Strict", secure=request.is_secure
    )
    return answer


@bp.get("/seats.json")
def links() -> dict[str, Any]:
    """Answer with every seat's link and its QR code, for the table's page alone."""
    if request.headers.get(TABLE_PAGE) != "table":
        raise Problem(403, "TABLE_ONLY", tr("Les codes des sièges se lisent sur la page de la table."))
    return {"seats": [_link_row(seat) for seat in here.seats() if not seat.left]}


@record(kw_only=True)
class SeatNamed:
    """The id of a seat."""

    seat: Text40 = ""


@bp.post("/new-link")
def renew() -> dict[str, Any]:
    """Make a new link for a seat, which retires the old one and the phone that holds the seat."""
    seat = seat_named(read(SeatNamed).seat)
    current_app.extensions["claims"].renew(seat.id)
    here.table().refresh()  # so that the streams notice the lost seat
    return {"ok": True, **_link_row(seat)}


def _link_row(seat: SeatNow) -> dict[str, Any]:
    link = join_link(seat)
    size, path = modules(link)
    return {"id": seat.id, "name": seat.name, "link": link, "size": size, "path": path}
