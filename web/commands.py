"""What a page asks the table to do. Every command is a POST of one JSON object that names the number it saw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from companion.disk import why_unwritable
from companion.errors import BadBox, BadCommand, BadEvening, BadHouseRule, JournalError, ServiError
from companion.language import tr
from web.body import bad, read_object, thing, whole, words
from web.problems import Problem, cannot_write
from web.rights import banker_only, check_fact
from web.seats import speaker

bp = Blueprint("commands", __name__)

PEEPING = ("CardPlayed", "Stood")
"""Answers that are refused by what only a holder knows."""

PEEPING_LATER = (*PEEPING, "CardDrawn", "CardsHeld")
"""Answers of which a correction would tell by what no longer fits."""

CORRECTIONS = ("Amended", "Voided", "Restored", "Inserted")
"""Facts about facts: between friends anybody may set right what was read or tapped wrong."""


@bp.post("/command")
def command() -> Response:
    """Submit one fact."""
    body = read_object()
    fact = thing(body, "fact")
    seat = speaker()
    _own(seat, fact)
    force = _flag(body, "force")
    check_fact(fact, force)
    return outcome(
        lambda table: table.submit(fact, seen=whole(body, "seen"), who=_who(seat, body), how="tap", force=force)
    )


@bp.post("/preview")
def preview() -> Response:
    """Say what a fact would change, without storing it."""
    fact = thing(read_object(), "fact")
    seat = speaker()
    _own(seat, fact)
    _no_peeping(fact)
    if _would_tell(seat, fact):
        return jsonify({"ok": True, "hidden": True})
    return jsonify({"ok": True, **_ask(lambda table: table.preview(fact))})


@bp.post("/hand-over")
def hand_over() -> Response:
    """Say that chips went over: in the way proposed, in another one, or no matter how."""
    body = read_object()
    seat = speaker()
    frm, to = words(body, "from"), words(body, "to")
    if seat and seat["id"] not in (frm, to):
        raise not_yours(seat, tr("Vous pouvez cocher ce que vous donnez ou recevez."))
    way = whole(body, "way")
    return outcome(lambda table: table.hand_over(frm, to, way, seen=whole(body, "seen"), who=_who(seat, body)))


@bp.post("/repeat-bets")
def repeat_bets() -> Response:
    """Let a seat bet as it did the last time."""
    body = read_object()
    seat = speaker()
    wanted = words(body, "seat", longest=20)
    if seat and seat["id"] != wanted:
        raise not_yours(seat, tr("Vous pouvez miser pour vous."))
    return outcome(lambda table: table.repeat_bets(wanted, seen=whole(body, "seen"), who=_who(seat, body)))


@bp.post("/undo")
def undo() -> Response:
    """Take the last fact back."""
    body = read_object()
    seat = speaker()
    return outcome(lambda table: table.undo_last(seen=whole(body, "seen"), who=_who(seat, body)))


@bp.post("/look")
def look() -> Response:
    """Take the camera's next picture."""
    body = read_object()
    seat = speaker()
    return outcome(lambda table: table.look(seen=whole(body, "seen"), who=_who(seat, body)))


@bp.post("/simulated/throw")
def throw_simulated() -> Response:
    """Let the dice that are asked for roll on the simulated table."""
    body = read_object()
    seat = speaker()
    return outcome(lambda table: table.throw_simulated(seen=whole(body, "seen"), who=_who(seat, body)))


@bp.post("/pending")
def pending() -> Response:
    """Say what the photograph shows, or throw it away (without ``dice``)."""
    body = read_object()
    seat = speaker()
    waiting = current_app.extensions["table"].view().get("pending")
    if seat and waiting and waiting.get("seat") not in (None, seat["id"]):
        raise not_yours(seat, tr("Ce lancer est celui d'un autre siège."))
    dice, kept = body.get("dice"), body.get("kept")
    force = _flag(body, "force")
    if force:
        banker_only()
    named: dict[str, Any] = {"seen": whole(body, "seen"), "who": _who(seat, body)}
    if dice is None:
        return outcome(lambda table: table.drop_pending(who=named["who"]))
    if not isinstance(dice, list) or not isinstance(kept, list | None):
        raise bad(tr("« dice » et « kept » doivent être des listes."))
    return outcome(lambda table: table.take_pending(dice, kept=kept, force=force, **named))


@bp.post("/start")
def start() -> Response:
    """Begin an evening."""
    body = read_object()
    table_only()
    return outcome(lambda table: table.start(thing(body, "setup"), who=_who(None, body)))


@bp.post("/rematch")
def rematch() -> Response:
    """Begin anew with the same people, box and rules."""
    body = read_object()
    table_only()
    return outcome(lambda table: table.rematch(seen=whole(body, "seen"), who=_who(None, body)))


@bp.post("/resume")
def resume() -> Response:
    """Take an earlier evening up again."""
    body = read_object()
    table_only()
    evening = whole(body, "id")
    if evening is None:
        raise bad(tr("« id » doit nommer une soirée."))
    return outcome(lambda table: table.resume(evening, who=_who(None, body)))


@bp.post("/delete-evening")
def delete_evening() -> Response:
    """Delete an earlier evening for good."""
    body = read_object()
    table_only()
    evening = whole(body, "id")
    if evening is None:
        raise bad(tr("« id » doit nommer une soirée."))
    return outcome(lambda table: table.delete_evening(evening))


@bp.post("/forget-person")
def forget_person() -> Response:
    """Forget somebody who has played here; the evenings stay."""
    body = read_object()
    table_only()
    name = words(body, "name", longest=40)
    try:
        known = current_app.extensions["table"].people.forget(name)
    except OSError as error:
        raise cannot_write(why_unwritable(error)) from error
    if not known:
        raise Problem(404, "NOBODY", tr("Personne de ce nom n'est retenu ici. Rechargez la page."))
    return jsonify({"ok": True})


@bp.post("/end")
def end() -> Response:
    """Leave the evening; it stays in the journal."""
    body = read_object()
    table_only()
    return outcome(lambda table: table.end_game(who=_who(None, body)))


@bp.post("/erase-pictures")
def erase_pictures() -> Response:
    """Erase every photograph; the facts stay."""
    body = read_object()
    table_only()
    return outcome(lambda table: table.erase_pictures(who=_who(None, body)))


@bp.post("/import")
def import_evening() -> Response:
    """Take in an evening that was exported elsewhere."""
    table_only()
    evening = request.get_data(cache=False)
    return jsonify({"ok": True, "id": _ask(lambda table: table.import_evening(evening, who="La table"))})


@bp.get("/export/<int:evening>")
def export(evening: int) -> Response:
    """Answer with an evening as a file."""
    if all(one["id"] != evening for one in current_app.extensions["table"].games()):
        raise Problem(404, "NO_EVENING", tr("Cette soirée n'existe pas. La liste est sur la page « Préparer »."))
    if current_app.extensions["table"].tells_secrets(evening):
        words = tr("Cette partie garde des cartes cachées : exportez-la quand elle est finie.")
        raise Problem(409, "SECRETS", words)
    text = _ask(lambda table: table.export(evening))
    answer = Response(text, mimetype="text/plain; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="soiree-{evening}.servi"'
    return answer


def _flag(body: dict[str, Any], key: str) -> bool:
    value = body.get(key, False)
    if not isinstance(value, bool):
        raise bad(tr("« {key} » doit être vrai ou faux.", key=key))
    return value


def _ask(call: Callable[[Any], Any]) -> Any:
    """Call the table; a command that cannot be meant is the page's fault, not the machine's."""
    try:
        return call(current_app.extensions["table"])
    except BadEvening as error:
        told = tr("Ce n'est pas une soirée exportée par Servi, ou pas entière. Rien n'a été repris.")
        where = tr("La ligne {number} n'est pas celle que Servi a écrite.", number=error.line) if error.line else ""
        raise bad(f"{told} {where}".strip()) from error
    except (BadCommand, BadBox, BadHouseRule) as error:
        raise bad(str(error)) from error
    except JournalError as error:
        raise cannot_write(error.why) from error
    except ServiError as error:
        told = tr("Ceci n'a pas pu être joué et a été repris. Dites-le autrement.")
        raise Problem(409, "TAKEN_BACK", told) from error


def outcome(call: Callable[[Any], Any]) -> Response:
    done = _ask(call)
    if done.ok:
        return jsonify({"ok": True, "version": done.version, "number": done.number, "warnings": list(done.warnings)})
    refusal = dict(done.refusal or {})
    raise Problem(
        409, refusal.pop("code", "REFUSED"), refusal.pop("text", tr("Ce n'est pas possible maintenant.")), **refusal
    )


def _keeps_secrets() -> bool:
    table = current_app.extensions["table"]
    return bool(table.tells_secrets(table.view().get("evening") or 0))


def _no_peeping(fact: dict[str, Any]) -> None:
    """Let nobody try cards that another holds: what would be refused tells his hand, and a preview costs nothing."""
    if fact.get("type") in PEEPING and _keeps_secrets():
        raise Problem(403, "SECRETS", tr("Une carte ne se joue pas pour voir : des mains sont cachées. Jouez-la."))


def _would_tell(seat: dict[str, Any] | None, fact: dict[str, Any]) -> bool:
    """Tell whether what no longer fits after a correction would tell this page cards that another holds."""
    inner = fact.get("fact")
    told = fact.get("type") in CORRECTIONS and isinstance(inner, dict) and inner.get("type") in PEEPING_LATER
    return told and not (seat and inner.get("seat") == seat["id"]) and _keeps_secrets()


def _who(seat: dict[str, Any] | None, body: dict[str, Any]) -> str:
    """Return the name that is kept with the fact: the seat's own, or what the table page says."""
    return str(seat["name"]) if seat else words(body, "who", "La table", longest=40) or "La table"


def _own(seat: dict[str, Any] | None, fact: dict[str, Any]) -> None:
    """Let a seat's page answer for its own seat and set right what is wrong; the rest is the table's."""
    if seat is None or fact.get("type") in CORRECTIONS:
        return
    if fact.get("type") in ("ChipsCounted", "LaidOut"):
        if fact.get("account") != seat["id"]:
            raise not_yours(seat, tr("Vous pouvez compter et remettre en place ce qui est à vous."))
    elif "seat" not in fact or fact.get("type") in (
        "SeatJoined",
        "SeatLeft",
        "SeatTaken",
        "PawnPlaced",
        "TurnGiven",
        "BankerNamed",
    ):
        raise not_yours(seat, tr("Cela se décide sur la page de la table."))
    elif fact["seat"] != seat["id"]:
        raise not_yours(seat, tr("Vous pouvez répondre pour vous, ou proposer une correction."))


def not_yours(seat: dict[str, Any], allowed: str) -> Problem:
    whose = tr("Cet écran est celui de {name}.", name=seat["name"])
    return Problem(403, "WRONG_SEAT", f"{whose} {allowed}", allowed=allowed)


def table_only() -> None:
    """Refuse a seat's phone what the whole table decides."""
    seat = speaker()
    if seat:
        raise not_yours(seat, tr("Cela se décide sur la page de la table."))
