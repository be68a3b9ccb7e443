"""The rights of a page. Among friends anybody may do anything; in a café the banker's commands need the PIN.

A correct PIN unlocks one browser for half an hour, by a signed cookie that a new PIN invalidates.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, current_app, jsonify, request
from itsdangerous import BadData, URLSafeTimedSerializer

from companion.facts import TYPES, ChipsCounted, PauseFact, SeatFact
from companion.language import tr, trn
from companion.schema import Text20
from web import here
from web.body import Empty, read
from web.pin import BankersPin
from web.problems import Problem
from web.seats import Claims, speaker

bp = Blueprint("rights", __name__)

REMEMBERED = 30 * 60
"""Seconds that a browser stays unlocked."""

FREE = {
    "commands.command", "commands.pending",  # these check the fact themselves
    "commands.preview", "commands.repeat_bets", "commands.look", "commands.rematch", "photographs.photograph",
    "rights.unlock", "rights.lock_again", "language.choose",
}  # fmt: skip
"""Endpoints exempt from the PIN; all others are the banker's."""

BEGINNINGS = ("commands.start", "commands.resume")
"""Endpoints that are also exempt while no game is in play."""


def init_app(app: Flask, folder: Path | None) -> None:
    """Register the check of every changing request."""
    app.extensions["pin"] = BankersPin(folder) if folder else None
    app.before_request(guard)


def _pin() -> BankersPin | None:
    pin: BankersPin | None = current_app.extensions["pin"]
    return pin if pin is not None and pin.there else None


def guard() -> None:
    """Require the PIN for the banker's endpoints."""
    if request.method in ("GET", "HEAD", "OPTIONS") or request.endpoint in (None, *FREE):
        return
    if request.endpoint in BEGINNINGS and here.now().phase in ("none", "over"):
        return
    banker_only()


def banker_only() -> None:
    """Raise a Problem that asks for the PIN, unless there is none or this browser is unlocked."""
    pin = _pin()
    if pin is not None and not _is_open(pin):
        text = tr("Cela revient au banquier : son code, s'il vous plaît. Oublié ? ./servi pin sur la machine.")
        raise Problem(403, "PIN_NEEDED", text)


def check_fact(fact: Mapping[str, Any], force: bool) -> None:
    """Raise a Problem if this fact needs the PIN: all do except a seat's answers, counts and pauses, unless forced."""
    kind = TYPES.get(str(fact.get("type")))
    if force or (kind and not issubclass(kind, SeatFact | ChipsCounted | PauseFact)):
        banker_only()


def _signer(pin: BankersPin) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(current_app.extensions["claims"].secret, salt=f"servi-bank-{pin.mark}")


def _cookie() -> str:
    claims: Claims = current_app.extensions["claims"]
    return f"{claims.cookie}_bank"


def _is_open(pin: BankersPin) -> bool:
    try:
        value = _signer(pin).loads(request.cookies.get(_cookie(), ""), max_age=REMEMBERED)
    except (BadData, UnicodeError, ValueError):
        return False
    return isinstance(value, str) and hmac.compare_digest(value, "bank")


def _opened(answer: Response, pin: BankersPin) -> Response:
    answer.set_cookie(
        _cookie(),
        _signer(pin).dumps("bank"),
        max_age=REMEMBERED,
        httponly=True,
        samesite="Strict",
        secure=request.is_secure,
    )
    return answer


@bp.get("/rights.json")
def rights() -> Response:
    """Answer with whether this table has a PIN, and whether this browser is unlocked."""
    pin = _pin()
    return jsonify({"cafe": pin is not None, "open": pin is None or _is_open(pin), "wait": pin.waits() if pin else 0})


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedPin:
    """A typed PIN, "" for none."""

    pin: Text20 = ""


@bp.post("/pin")
def set_pin() -> Response:
    """Set a new banker's PIN; an empty one removes it."""
    wanted = read(TypedPin).pin
    if speaker():
        raise Problem(403, "WRONG_SEAT", tr("Le code du banquier se choisit sur la page de la table."))
    pin: BankersPin | None = current_app.extensions["pin"]
    if pin is None:
        raise Problem(409, "NO_FOLDER", tr("Cette table ne garde rien : elle ne peut pas garder de code non plus."))
    if not wanted:
        pin.remove()
        return jsonify({"ok": True})
    try:
        pin.set(wanted)
    except ValueError as error:
        raise Problem(400, "BAD_PIN", str(error)) from error
    return _opened(jsonify({"ok": True}), pin)


@bp.post("/unlock")
def unlock() -> Response:
    """Check the PIN and unlock this browser for a while."""
    typed = read(TypedPin).pin
    pin = _pin()
    if pin is None:
        return jsonify({"ok": True})
    if not (wait := pin.waits()) and pin.accepts(typed):
        return _opened(jsonify({"ok": True}), pin)
    wait = wait or pin.waits()
    text = tr("Ce n'est pas le code du banquier. Réessayez.")
    if wait:
        text = trn(
            "Ce n'est pas le code du banquier. Réessayez dans {n} seconde.",
            "Ce n'est pas le code du banquier. Réessayez dans {n} secondes.",
            wait,
            n=wait,
        )
    raise Problem(429 if wait else 403, "WRONG_PIN", text, wait=wait)


@bp.post("/lock")
def lock_again() -> Response:
    """Lock this browser again."""
    read(Empty)
    answer = jsonify({"ok": True})
    answer.delete_cookie(_cookie(), httponly=True, samesite="Strict", secure=request.is_secure)
    return answer
