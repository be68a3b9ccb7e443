"""The commands of the pages, and the export of evenings.

Most commands are a POST of one JSON object with the number of the last seen fact.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from flask import Blueprint, Response, jsonify, request

from companion import evening_file, notation
from companion.counted import Entry
from companion.disk import why_unwritable
from companion.errors import BadBox, BadCommand, BadEvening, BadHouseRule, JournalError, ServiError
from companion.facts import TABLE
from companion.facts.answers import Dice, Kept
from companion.language import tr
from companion.record import record
from companion.refusal import Refusal
from companion.schema import FreeObject, Positive, Signed, Text20, Text40
from companion.snapshot import SeatNow
from companion.table import NOTHING_LEFT, Result, Table
from web import here
from web.body import bad, read
from web.drawing.report import difference_row
from web.drawing.rows import refusal_row
from web.problems import Problem, cannot_write
from web.rights import BANKER, author, check_fact, check_page, known_must_be, right_to, right_to_submit
from web.seats import not_yours, speaker

bp = Blueprint("commands", __name__)

Answer = TypeVar("Answer")

PEEPING = ("CardPlayed", "Stood")
"""Types of facts whose refusal would reveal hidden cards."""

PEEPING_LATER = (*PEEPING, "CardDrawn", "CardsHeld")
"""Types of facts whose correction would reveal hidden cards, because it shows which later facts no longer fit."""

CORRECTIONS = ("Amended", "Voided", "Restored", "Inserted")
"""Types of corrections; among friends every player may correct any fact."""


_importing = threading.Lock()
"""Held while an evening is imported, because a small machine has memory for only one."""


@record(kw_only=True)
class Tap:
    """The common fields of every command: who sends it, and the number of the last seen fact."""

    who: Text40 = ""
    seen: Signed | None = None


@record(kw_only=True)
class Submit(Tap):
    """A fact; ``force`` overrules a refusal."""

    fact: FreeObject
    force: bool = False


@record(kw_only=True)
class HandOver(Tap):
    """A hand-over between two accounts; ``way`` is the index of the proposal used, None for unknown pieces."""

    from_: Text40 = ""
    to: Text40 = ""
    way: Signed | None = None


@record(kw_only=True)
class BetsOf(Tap):
    """The seat whose bets are placed, "" for all."""

    seat: Text20 = ""


@record(kw_only=True)
class PendingDice(Tap):
    """The answer about the pending photograph; without ``dice`` it is discarded."""

    dice: Dice | None = None
    kept: Kept | None = None
    force: bool = False


@record(kw_only=True)
class StartEvening(Tap):
    """A set-up form."""

    setup: FreeObject


@record(kw_only=True)
class EveningNamed(Tap):
    """The id of an evening in the journal."""

    id: Positive


@record(kw_only=True)
class PersonNamed:
    """The name of a known player."""

    name: Text40 = ""


@bp.post("/command")
def command() -> Response:
    """Submit one fact."""
    body = read(Submit)
    seat = speaker()
    check_fact(seat, body.fact, force=body.force)
    return outcome(
        lambda table: table.submit(
            body.fact,
            seen=body.seen,
            who=author(seat, body.who, right_to_submit(body.fact, force=body.force)),
            how="tap",
            force=body.force,
            holder=seat.id if seat else "",
        )
    )


@bp.post("/preview")
def preview() -> Response:
    """Answer with the effect of a fact, without storing it."""
    fact = read(Submit).fact
    seat = speaker()
    check_page(seat, fact)
    _no_peeping(fact)
    if _would_tell(seat, fact):
        return jsonify({"ok": True, "hidden": True})
    found = _ask(lambda table: table.preview(fact))
    if isinstance(found, Refusal):
        return jsonify({"ok": True, "fits": False, "refusal": refusal_row(found, here.now())})
    return jsonify({"ok": True, **difference_row(here.now(), found)})


@bp.post("/hand-over")
def hand_over() -> Response:
    """Confirm a hand-over, with the pieces of a proposal or with unknown pieces."""
    body = read(HandOver)
    seat = speaker()
    frm, to = body.from_, body.to
    if seat and seat.id not in (frm, to):
        raise not_yours(seat, tr("Vous pouvez cocher ce que vous donnez ou recevez."))
    return outcome(lambda table: table.hand_over(frm, to, body.way, seen=body.seen, who=_who(seat, body)))


@bp.post("/repeat-bets")
def repeat_bets() -> Response:
    """Repeat the last bets of a seat."""
    body, seat = _bets_of()
    return outcome(lambda table: table.repeat_bets(body.seat, seen=body.seen, who=_who(seat, body)))


@bp.post("/bet-as-drawn")
def bet_as_drawn() -> Response:
    """Place the missing chips of a seat, or of all, as the page draws them."""
    body, seat = _bets_of()
    return outcome(lambda table: table.bet_as_drawn(body.seat, seen=body.seen, who=_who(seat, body)))


def _bets_of() -> tuple[BetsOf, SeatNow | None]:
    body, seat = read(BetsOf), speaker()
    if seat and seat.id != body.seat:
        raise not_yours(seat, tr("Vous pouvez miser pour vous."))
    return body, seat


@bp.post("/undo")
def undo() -> Response:
    """Undo the last fact."""
    body = read(Tap)
    seat = speaker()
    return outcome(lambda table: table.undo_last(seen=body.seen, who=_who(seat, body)))


@bp.post("/counting")
def counting() -> Response:
    """Tell the other pages that this one counts the piles."""
    body = read(Tap)
    seat = speaker()
    here.table().begin_count(seat.id if seat else "", body.seen)
    return jsonify({"ok": True})


@bp.post("/look")
def look() -> Response:
    """Read the camera's next picture as the open throw."""
    body = read(Tap)
    seat = speaker()
    return outcome(lambda table: table.look(seen=body.seen, who=_who(seat, body)))


@bp.post("/simulated/throw")
def throw_simulated() -> Response:
    """Throw the requested dice on the simulated table."""
    body = read(Tap)
    seat = speaker()
    return outcome(lambda table: table.throw_simulated(seen=body.seen, who=_who(seat, body)))


@bp.post("/pending")
def pending() -> Response:
    """Enter the dice of the pending photograph, or discard it (without ``dice``)."""
    body = read(PendingDice)
    seat = speaker()
    waiting = here.now().around.pending
    if seat and waiting and waiting.seat != seat.id:
        raise not_yours(seat, tr("Ce lancer est celui d'un autre siège."))
    if body.force:
        known_must_be(BANKER)
    who = _who(seat, body)
    if body.dice is None:
        return outcome(lambda table: table.drop_pending(who=who))
    return outcome(
        lambda table: table.take_pending(body.dice, kept=body.kept, force=body.force, seen=body.seen, who=who)
    )


@bp.post("/start")
def start() -> Response:
    """Start an evening."""
    body = read(StartEvening)
    return outcome(lambda table: table.start(body.setup, who=_who(None, body)))


@bp.post("/rematch")
def rematch() -> Response:
    """Start a rematch with the same players, box and rules."""
    body = read(Tap)
    return outcome(lambda table: table.rematch(seen=body.seen, who=_who(None, body)))


@bp.post("/resume")
def resume() -> Response:
    """Resume an earlier evening."""
    body = read(EveningNamed)
    return outcome(lambda table: table.resume(body.id, who=_who(None, body)))


@bp.post("/delete-evening")
def delete_evening() -> Response:
    """Delete an earlier evening."""
    body = read(EveningNamed)
    return outcome(lambda table: table.delete_evening(body.id))


@bp.post("/forget-person")
def forget_person() -> Response:
    """Forget a known player; the evenings stay, without the name."""
    body = read(PersonNamed)
    try:
        known = here.table().forget(body.name)
    except OSError as error:
        raise cannot_write(why_unwritable(error)) from error
    if not known:
        raise Problem(404, "NOBODY", tr("Personne de ce nom n'est retenu ici. Rechargez la page."))
    return jsonify({"ok": True})


@bp.post("/end")
def end() -> Response:
    """Close the evening; it stays in the journal."""
    body = read(Tap)
    return outcome(lambda table: table.end_game(who=_who(None, body)))


@bp.post("/erase-pictures")
def erase_pictures() -> Response:
    """Erase all photographs of the evening; the facts stay."""
    body = read(Tap)
    return outcome(lambda table: table.erase_pictures(who=_who(None, body)))


@bp.post("/import")
def import_evening() -> Response:
    """Import an evening that was exported elsewhere."""
    if not _importing.acquire(blocking=False):
        raise Problem(429, "BUSY", tr("Une autre soirée est en train d'être reprise. Un instant, puis recommencez."))
    try:
        evening = request.get_data(cache=False)
        return jsonify({"ok": True, "id": _ask(lambda table: table.import_evening(evening, who=TABLE))})
    finally:
        _importing.release()


@bp.get("/export/<int:evening>")
def export(evening: int) -> Response:
    """Answer with an evening as a file."""
    return _file(evening_file.write(*exported(evening)), f"soiree-{evening}.servi")


@bp.get("/export/<int:evening>.txt")
def export_notation(evening: int) -> Response:
    """Answer with an evening in its notation."""
    entries, _ = exported(evening, pictures=False)
    return _file(notation.write(entries), f"soiree-{evening}.txt")


def exported(evening: int, pictures: bool = True) -> tuple[list[Entry], dict[int, bytes]]:
    """Return an evening's entries and photographs for a file.

    Raise a Problem if the evening is missing or damaged, or if its file would reveal hidden cards.
    """
    kept = next((one for one in here.table().evenings() if one.id == evening), None)
    if kept is None:
        raise Problem(404, "NO_EVENING", tr("Cette soirée n'existe pas. La liste est sur la page « Préparer »."))
    if kept.damaged:
        raise Problem(409, "DAMAGED", tr(NOTHING_LEFT))
    if here.table().tells_secrets(evening):
        words = tr("Cette partie garde des cartes cachées : exportez-la quand elle est finie.")
        raise Problem(409, "SECRETS", words)
    return _ask(lambda table: table.contents(evening, pictures))


def _file(text: str, name: str) -> Response:
    answer = Response(text, mimetype="text/plain; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _ask(call: Callable[[Table], Answer]) -> Answer:
    """Call the table; turn its errors into Problems for the page."""
    try:
        return call(here.table())
    except BadEvening as error:
        text = tr("Ce n'est pas une soirée exportée par Servi, ou pas entière. Rien n'a été repris.")
        where = tr("La ligne {number} n'est pas celle que Servi a écrite.", number=error.line) if error.line else ""
        raise bad(f"{text} {where}".strip()) from error
    except (BadCommand, BadBox, BadHouseRule) as error:
        raise bad(str(error)) from error
    except JournalError as error:
        raise cannot_write(error.why) from error
    except ServiError as error:
        text = tr("Ceci n'a pas pu être joué et a été repris. Dites-le autrement.")
        raise Problem(409, "TAKEN_BACK", text) from error


def outcome(call: Callable[[Table], Result]) -> Response:
    """Run a command; answer with the new version and any overruled refusals. Raise a Problem for a refusal."""
    done = _ask(call)
    if done.refusal is not None:
        row = refusal_row(done.refusal, here.now())
        raise Problem(409, **row)
    warnings = [refusal_row(one, here.now()) for one in done.warnings]
    return jsonify({"ok": True, "version": done.version, "number": done.number, "warnings": warnings})


def _keeps_secrets() -> bool:
    return here.table().tells_secrets(here.now().evening)


def _no_peeping(fact: Mapping[str, Any]) -> None:
    """Refuse a preview whose refusal would reveal another player's hidden cards."""
    if fact.get("type") in PEEPING and _keeps_secrets():
        raise Problem(403, "SECRETS", tr("Une carte ne se joue pas pour voir : des mains sont cachées. Jouez-la."))


def _would_tell(seat: SeatNow | None, fact: Mapping[str, Any]) -> bool:
    """Whether the misfits of a correction would reveal another player's hidden cards to this page."""
    inner = fact.get("fact")
    if fact.get("type") not in CORRECTIONS or not isinstance(inner, dict) or inner.get("type") not in PEEPING_LATER:
        return False
    return not (seat and inner.get("seat") == seat.id) and _keeps_secrets()


def _who(seat: SeatNow | None, body: Tap) -> str:
    """Return the author of the facts of this command."""
    return author(seat, body.who, right_to(request.endpoint or "", changes=True))
