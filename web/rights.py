"""The rights of pages and browsers: one table of rights for friends at home and for a café, whose banker has a PIN.

Among friends the kind of page decides: a seat's page answers for its seat, the table's page for all. In a café the
table's page also needs the PIN, which makes its browser a table's tablet, and for half an hour the banker's. Cookies
prove both. A new PIN invalidates all these cookies; ``/lock`` invalidates those of one browser, copies included.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

from flask import Blueprint, Flask, Response, current_app, jsonify, request
from itsdangerous import BadData, URLSafeSerializer

from companion import facts
from companion.facts import TYPES, ChipsCounted, Correction, Fact, LaidOut, PauseFact, SeatFact, TableWord
from companion.language import Sentence, tr, trn
from companion.questions import Option
from companion.record import record
from companion.schema import Text20
from companion.snapshot import SeatNow
from web import here
from web.body import Empty, read
from web.pin import BankersPin
from web.problems import Problem
from web.seats import Claims, not_yours, speaker

bp = Blueprint("rights", __name__)

REMEMBERED = 30 * 60
"""Seconds for which a browser stays the banker's; a restart of Servi ends them."""

PAIRED = 90 * 24 * 3600
"""Seconds after which a table's tablet drops its cookie."""


class Who(IntEnum):
    """The callers, each with the rights of those before it.

    ANYBODY; a PLAYER (among friends any page but a spectator's, in a café the holder of a seat); the TABLE's page (in a café
    on a paired tablet); in a café the BANKER.
    """

    ANYBODY = 0
    PLAYER = 1
    TABLE = 2
    BANKER = 3


ANYBODY, PLAYER, TABLE, BANKER = Who


class Right(NamedTuple):
    """The weakest caller among ``friends`` and in a ``cafe``; ``own``: the field that names a player's own seat."""

    friends: Who
    cafe: Who
    own: str = ""


RIGHTS = {
    "rights.unlock": Right(ANYBODY, ANYBODY),
    "rights.lock_again": Right(ANYBODY, ANYBODY),
    "language.choose": Right(ANYBODY, ANYBODY),
    "commands.command": Right(PLAYER, PLAYER),  # each fact also needs its right in ``FACTS``
    "commands.preview": Right(PLAYER, PLAYER),
    "commands.repeat_bets": Right(PLAYER, PLAYER),
    "commands.bet_as_drawn": Right(PLAYER, PLAYER),
    "commands.pending": Right(PLAYER, PLAYER),
    "commands.look": Right(PLAYER, PLAYER),
    "commands.counting": Right(PLAYER, PLAYER),
    "feed.call": Right(PLAYER, PLAYER),
    "photographs.photograph": Right(PLAYER, PLAYER),
    "commands.rematch": Right(TABLE, TABLE),
    "paper.compute_luck": Right(PLAYER, TABLE),
    "seats.links": Right(TABLE, TABLE),
    "seats.renew": Right(TABLE, TABLE),
    "commands.hand_over": Right(PLAYER, BANKER),
    "commands.undo": Right(PLAYER, BANKER),
    "commands.throw_simulated": Right(PLAYER, BANKER),
    "panel.press": Right(PLAYER, BANKER),
    "panel.lamps": Right(PLAYER, BANKER),
    "pages.choices": Right(ANYBODY, BANKER),
    "book.book": Right(ANYBODY, BANKER),
    "book.evening": Right(ANYBODY, BANKER),
    "book.picture": Right(ANYBODY, BANKER),
    "book.join": Right(TABLE, BANKER),
    "book.separate": Right(TABLE, BANKER),
    "book.forget": Right(TABLE, BANKER),
    "commands.export": Right(ANYBODY, BANKER),
    "commands.export_notation": Right(ANYBODY, BANKER),
    "replay.replay": Right(ANYBODY, BANKER),
    "track.recording": Right(TABLE, BANKER),
}
"""The rights of the endpoints. A GET that is missing here is for anybody. A POST that is missing here is for the
table's page among friends, and for the banker in a café."""

BEGINNINGS = ("pages.choices", "commands.start", "commands.resume")
"""Endpoints of the banker that the table's page may also use while no game is in play."""

FACTS: tuple[tuple[type[Fact], Right], ...] = (
    (Correction, Right(PLAYER, BANKER)),
    (ChipsCounted, Right(PLAYER, PLAYER, own="account")),
    (LaidOut, Right(PLAYER, PLAYER, own="account")),
    (PauseFact, Right(TABLE, TABLE)),
    (TableWord, Right(TABLE, BANKER)),
    (SeatFact, Right(PLAYER, PLAYER, own="seat")),
)
"""The rights of the facts; the first matching class counts. In a café only the banker may overrule a refusal."""

OTHER = Right(TABLE, BANKER)

OWN = {
    "account": Sentence("Vous pouvez compter et remettre en place ce qui est à vous."),
    "seat": Sentence("Vous pouvez répondre pour vous, ou proposer une correction."),
}
"""What a seat's page may do, by ``Right.own``; a page that acts for others is told this with the refusal."""


def init_app(app: Flask, folder: Path | None) -> None:
    """Register the check of every request."""
    app.extensions["pin"] = BankersPin(folder) if folder else None
    app.before_request(guard)


def right_to(endpoint: str, *, changes: bool) -> Right:
    """Return the right of an endpoint."""
    return RIGHTS.get(endpoint, OTHER if changes else Right(ANYBODY, ANYBODY))


def right_to_submit(fact: Mapping[str, Any], *, force: bool = False) -> Right:
    """Return the right of a fact; the table later refuses a fact of an unknown type."""
    kind = TYPES.get(str(fact.get("type")), SeatFact)
    right = next((right for one, right in FACTS if issubclass(kind, one)), OTHER)
    return right._replace(cafe=BANKER) if force else right


def guard() -> None:
    """Raise a Problem unless the caller has the right of this endpoint."""
    if request.endpoint is None:
        return
    right = right_to(request.endpoint, changes=request.method not in ("GET", "HEAD", "OPTIONS"))
    if right.friends:
        page_must_be(right.friends)
    if request.endpoint in BEGINNINGS and here.now().phase in ("none", "over"):
        right = right._replace(cafe=TABLE)
    known_must_be(right.cafe)


def check_fact(seat: SeatNow | None, fact: Mapping[str, Any], *, force: bool = False) -> None:
    """Raise a Problem unless the caller may submit this fact; ``seat`` is the seat of its page, None for the table."""
    check_page(seat, fact)
    known_must_be(right_to_submit(fact, force=force).cafe)


def check_page(seat: SeatNow | None, fact: Mapping[str, Any]) -> None:
    """Raise a Problem if ``seat``'s page may not submit this fact; the table's page (None) may submit every fact."""
    right = right_to_submit(fact)
    if seat is not None and right.friends >= TABLE:
        raise not_yours(seat, tr("Cela se décide sur la page de la table."))
    if seat is not None and right.own and fact.get(right.own) != seat.id and not _records(seat, fact):
        raise not_yours(seat, str(OWN[right.own]))


def _records(seat: SeatNow, fact: Mapping[str, Any]) -> bool:
    """Whether this seat may record another's answer, as the leader of a hand enters each player's result."""
    asked = [one.question for one in here.now().open]
    return fact.get("type") == "OptionChosen" and any(
        isinstance(q, Option) and seat.id in q.also and fact.get("seat") in q.seats and fact.get("option") in q.options
        for q in asked
    )


def page_must_be(who: Who) -> None:
    """Raise a Problem for a spectator's page or a lost seat, and if only the table may decide, for any seat's page."""
    seat = speaker()
    if seat is not None and who >= TABLE:
        raise not_yours(seat, tr("Cela se décide sur la page de la table."))


def known_must_be(who: Who) -> None:
    """Raise a Problem that asks for the PIN if a PIN is set and this browser does not have this right."""
    pin = _pin()
    if pin is None or who == ANYBODY or (who == PLAYER and speaker() is not None):
        return
    if who == BANKER and not _is_open(pin):
        text = tr("Cela revient au banquier : son code, s'il vous plaît. Oublié ? ./servi pin sur la machine.")
        raise Problem(403, "PIN_NEEDED", text)
    if not _known(pin):
        text = tr(
            "Cet écran n'est pas celui de la table. Il y faut le code du banquier (oublié ? ./servi pin sur la machine), "
            "ou sur un téléphone celui d'un siège."
        )
        raise Problem(403, "PIN_NEEDED", text)


def author(seat: SeatNow | None, named: str, right: Right) -> str:
    """Return the author of a fact: the seat's player, else the person that the table's page names, else the table.

    In a café the name counts only for facts that need the banker's right; without a name their author is the banker.
    """
    if seat is not None:
        return seat.name
    if _pin() is None:
        return named or facts.TABLE
    return named or facts.BANKER if right.cafe == BANKER else facts.TABLE


def _pin() -> BankersPin | None:
    pin: BankersPin | None = current_app.extensions["pin"]
    return pin if pin is not None and pin.there else None


def _signer(pin: BankersPin, use: str) -> URLSafeSerializer:
    """Return the signer of this use's cookies. It signs no date, because a Raspberry Pi's clock may jump by years."""
    return URLSafeSerializer(current_app.extensions["claims"].secret, salt=f"servi-{use}-{pin.mark}")


def _cookie(use: str) -> str:
    claims: Claims = current_app.extensions["claims"]
    return f"{claims.cookie}_{use}"


def _browser(pin: BankersPin, use: str) -> str:
    """Return the id of this browser, "" without a valid cookie for this use."""
    try:
        value = _signer(pin, use).loads(request.cookies.get(_cookie(use), ""))
    except (BadData, UnicodeError, ValueError):
        return ""
    return value if isinstance(value, str) and pin.knows(value) else ""


def _known(pin: BankersPin) -> str:
    return _browser(pin, "table")


def _is_open(pin: BankersPin) -> bool:
    browser = _browser(pin, "bank")
    return bool(browser) and pin.since(browser) <= REMEMBERED


def _keep(answer: Response, pin: BankersPin, use: str, browser: str, seconds: int) -> None:
    answer.set_cookie(
        _cookie(use),
        _signer(pin, use).dumps(browser),
        max_age=seconds,
        httponly=True,
        samesite="Strict",
        secure=request.is_secure,
    )


def _opened(pin: BankersPin) -> Response:
    """Make this browser the banker's for a while, and a table's tablet from now on; return the answer."""
    answer, browser = jsonify({"ok": True}), _known(pin) or pin.meet()
    pin.open(browser)
    _keep(answer, pin, "bank", browser, REMEMBERED)
    _keep(answer, pin, "table", browser, PAIRED)
    return answer


@bp.get("/rights.json")
def rights() -> Response:
    """Answer with whether this table has a PIN, whether this browser is unlocked, and the seconds to its next try."""
    pin = _pin()
    return jsonify(
        {"cafe": pin is not None, "open": pin is None or _is_open(pin), "wait": pin.waits(_known(pin)) if pin else 0}
    )


@record(kw_only=True)
class TypedPin:
    """A typed PIN, "" for none."""

    pin: Text20 = ""


@bp.post("/pin")
def set_pin() -> Response:
    """Set a new banker's PIN; an empty one removes it."""
    wanted = read(TypedPin).pin
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
    return _opened(pin)


@bp.post("/unlock")
def unlock() -> Response:
    """Check the PIN and unlock this browser for a while."""
    typed = read(TypedPin).pin
    pin = _pin()
    if pin is None:
        return jsonify({"ok": True})
    browser = _known(pin)
    if not (wait := pin.waits(browser)) and pin.accepts(typed, browser):
        return _opened(pin)
    wait = wait or pin.waits(browser)
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
    """Lock this browser again: it stays a table's tablet, but its new id invalidates copies of its cookies."""
    read(Empty)
    answer = jsonify({"ok": True})
    pin = _pin()
    if pin is not None and (browser := _known(pin)):
        _keep(answer, pin, "table", pin.renew(browser), PAIRED)
    answer.delete_cookie(_cookie("bank"), httponly=True, samesite="Strict", secure=request.is_secure)
    return answer
