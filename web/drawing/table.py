"""JSON of the whole table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, cast

from companion.facts import BANKER, TABLE, Amended, DiceThrown, Inserted, encode
from companion.game.library import reading_class
from companion.game.seats import COLOURS
from companion.game.words import GameWords
from companion.language import spoken, tr
from companion.money.chips import handy
from companion.money.ledger import BANK
from companion.questions import Bet
from companion.questions.board import BoxCard
from companion.scene import Betting, Contest, Scene
from companion.snapshot import (
    Around,
    BoardNow,
    Cause,
    Due,
    LastThrow,
    Noted,
    OpenQuestion,
    PauseNow,
    Pending,
    Snapshot,
)
from companion.telling.reader import Reader, refusal_text
from companion.words import DOUBTS, amount, listed
from web.drawing.report import misfit_row, report_rows
from web.drawing.rows import pieces_row, refusal_row, way_row

if TYPE_CHECKING:
    from web.drawing import shapes


def drawn(now: Snapshot) -> shapes.View:
    """Return the view of a snapshot, in the reader's language."""
    around = now.around
    evening = drawn_evening(now) if now.game else _nothing()
    return {
        **evening,
        "version": now.version,
        "language": spoken(),
        "evening": now.evening or None,
        "table": "Servi",
        "resumed": _in_words(around.resumed),
        "notice": _in_words(around.notice),
        "warnings": [refusal_row(one, now) for one in around.warnings],
        "pending": _pending(around.pending, now) if around.pending else None,
        "camera": _camera(around),
        "machine": {"trouble": _in_words(around.machine_trouble), "ending": around.machine_ending},
        "simulation": around.simulation,
        "calling": around.calling,
        "counting": around.counting,
        "panel": _pad(now),
    }


def repainted(before: shapes.View, now: Snapshot) -> shapes.View:
    """Return the view of a snapshot that differs from the previous one only in the panel."""
    return {**before, "version": now.version, "panel": _pad(now)}


def _pad(now: Snapshot) -> shapes.Pad | None:
    """Return the state of the shared pad, None without one."""
    return cast("shapes.Pad", now.around.panel(now)) if now.around.panel else None


def _in_words(kept: str | None) -> str | None:
    """Return a stored sentence in the reader's language."""
    return str(kept) if kept else None


def _nothing() -> shapes.TableView:
    """Return the view without an evening, with every key of ``drawn_evening``."""
    return {
        "number": 0, "throws": 0, "phase": "none", "game": "", "title": "", "simulated": False, "level": "",
        "banner": [], "unit": 1, "target": 0, "turn": None, "order": [], "banker": None, "office": "", "house": {},
        "seats": [], "accounts": {}, "counters": [], "source": "", "bank_chips": None,
        "called": [tr(one) for one in GameWords.CALLED], "notes": False, "colours": [], "clockwise": True, "pieces": [],
        "amounts": [], "start": None, "questions": [], "call": None, "throw": None, "debts": [], "pause": None,
        "settle": True, "timer": None, "board": None, "cloth": None, "pack": {}, "names": {}, "scene": None, "misfits": [],
        "counts": [], "winner": None, "rematch": None, "outcome": None, "undo": None, "corrected": None, "news": [],
        "announced": "",
    }  # fmt: skip


def drawn_evening(now: Snapshot) -> shapes.TableView:
    """Return the view of an evening, current or past, without camera, machine and other surroundings."""
    reader = Reader(now)
    words = reader.words
    asked = [question_row(reader, one) for one in now.open]
    call = tr(words.CALLS.get(asked[0]["topic"], "")) if asked and now.level == "croupier" else ""
    return {
        "number": now.number,
        "throws": now.throws,
        "phase": now.phase,
        "game": now.game,
        "title": tr(words.TITLE),
        "simulated": now.simulated,
        "level": now.level,
        "banner": _banners(now),
        "unit": now.unit,
        "target": now.target,
        "turn": now.turn or None,
        "order": list(now.order),
        "banker": now.banker or None,
        "office": tr(words.OFFICE),
        "house": dict(now.house),
        "seats": _seats(reader),
        "accounts": dict(now.accounts),
        "counters": list(now.counters),
        "source": now.source,
        "bank_chips": pieces_row(now.pieces.get(BANK)),
        "called": list(words.called()),
        "notes": words.NOTES,
        "colours": list(reading_class(now.game).colours() or COLOURS),
        "clockwise": reading_class(now.game).clockwise,
        "pieces": list(now.denominations),
        "amounts": list(handy(now.denominations, now.unit)),
        "start": _start(reader),
        "questions": asked,
        "call": call or None,
        "throw": _last_throw(reader, now.throw) if now.throw else None,
        "debts": [_due(reader, due) for due in now.debts],
        "pause": _pause(reader, now.pause) if now.pause else None,
        "settle": now.settle,
        "timer": {"seconds": now.timer.seconds, "since": now.timer.since} if now.timer else None,
        "board": _board(reader, now.board) if now.board else None,
        "cloth": words.cloth(now),
        "pack": dict(words.pack(now)),
        "names": {code: tr(text) for code, text in words.ACCOUNTS.items()},
        "scene": _scene(reader, now.scene) if now.scene else None,
        "misfits": [misfit_row(reader, one) for one in now.misfits],
        "counts": [{"account": c.account, "counted": c.counted, "expected": c.expected} for c in now.miscounts],
        "winner": now.winner.seats[0] if now.winner else None,
        "rematch": dict(now.winner.rematch) if now.winner else None,
        "outcome": outcome(reader),
        "undo": {"number": now.undo.number, "text": reader.fact(now.undo.fact, now.undo.target)} if now.undo else None,
        "corrected": _corrected(reader, now.corrected) if now.corrected else None,
        "news": report_rows(reader, now.report)[::-1],
        "announced": _announced(reader),
    }


def question_row(reader: Reader, asked: OpenQuestion) -> shapes.QuestionHead:
    """Return one open question; ``Question.row`` adds the data of its kind."""
    q = asked.question
    text, help_ = reader.question(q)
    head: shapes.QuestionHead = {
        "id": asked.id,
        "kind": q.kind,
        "topic": q.topic,
        "seats": list(q.seats),
        "must": q.must,
        "rule": q.rule or None,
        "words": reader.rules.get(q.rule),
        "text": text,
        "help": help_,
    }
    if asked.before is not None:
        head["before"] = dict(asked.before)
    if asked.free is not None:
        head["free"] = {seat: list(fields) for seat, fields in asked.free.items()}
    if asked.drawn is not None and isinstance(q, Bet):
        head["drawn"] = [{"seat": seat, "field": field, "amount": q.step} for seat, field in asked.drawn]
    return cast("shapes.QuestionHead", {**head, **q.row(reader)})


def _banners(now: Snapshot) -> list[str]:
    banners = []
    if now.missing is not None:
        banners.append(missing(now.game, now.missing))
    if "example" in now.box_marks and now.fresh:
        banners.append(tr("Boîte d'exemple : ce qui y est imprimé est inventé, ce n'est pas la vôtre."))
    if "invented" in now.box_marks:
        banners.append(
            tr("Boîte encore en partie inventée : avant la prochaine partie, la comparer sur « Les boîtes ».")
        )
    if why := now.board_trouble:
        banners.append(tr("{why}. Corriger encore une case : Menu, « Décidé par la table ».", why=why))
    if (bank := now.accounts.get(BANK, 0)) < 0:
        banners.append(tr("La banque doit {amount} : noter une reconnaissance de dette.", amount=amount(-bank)))
    return banners


def missing(game: str, package: str) -> str:
    """Return the message about an evening whose game is missing."""
    if package:
        return tr(
            "Le jeu de cette soirée n'est pas installé : elle se lit et s'exporte. Il vient de « {package} ».",
            package=package,
        )
    return tr("Le jeu « {game} » n'est pas installé : cette soirée se lit et s'exporte.", game=game)


def _start(reader: Reader) -> shapes.Start | None:
    """Return the text about the starting chips, None if there is none or play has begun."""
    now = reader.now
    text = reader.words.start(now, reader.names) if now.fresh else ""
    return {"text": text, "chips": pieces_row(now.pieces.get(next(iter(now.order), "")))} if text else None


def _seats(reader: Reader) -> list[shapes.Seat]:
    now = reader.now
    return [
        {
            "id": seat.id,
            "name": seat.name,
            "colour": seat.colour,
            "age": seat.age,
            "points": seat.points,
            "felt": seat.felt,
            "change": {
                "amount": seat.change.amount,
                "at": seat.change.number,
                "text": causes([reader.words.reason(code) for code in seat.change.reasons]),
            }
            if seat.change
            else None,
            "out": seat.out,
            "left": seat.left,
            "banker": seat.id == now.banker,
            "state": seat.state,
            "turn": seat.id == now.turn and not seat.out,
            "cards": [cast(BoxCard, dict(card)) for card in seat.cards],
            "pawn": seat.pawn,
            "square": reader.square(seat.square) if seat.square else None,
            "chips": pieces_row(seat.pieces),
            "owes": seat.owes,
            "owed": seat.owed,
            "place": seat.place,
        }
        for seat in now.seats
    ]


def causes(texts: list[str]) -> str:
    """Return several reasons in short: the part before the comma if they share it, otherwise the first two reasons.

    >>> causes(["roulette, 5", "roulette, rouge"]), causes(["se retire", "prime"]), causes(["cartes", "grand", "as"])
    ('roulette', 'se retire et prime', 'cartes, grand…')
    """
    kinds = list(dict.fromkeys(text.partition(",")[0] for text in texts))
    if len(kinds) > 2:
        return f"{kinds[0]}, {kinds[1]}…"
    return texts[0] if len(set(texts)) == 1 else listed(kinds)


def _due(reader: Reader, due: Due) -> shapes.Debt:
    return {
        "from": due.giver,
        "to": due.taker,
        "amount": due.amount,
        "felt": due.felt,
        "causes": [_cause(reader, cause) for cause in due.causes],
        "ways": [way_row(way) for way in due.ways],
    }


def _cause(reader: Reader, cause: Cause) -> shapes.Cause:
    if cause.earlier:
        text = tr("auparavant")
    else:
        text = reader.words.reason(cause.transfer.reason) if cause.transfer else tr("correction")
    rule = cause.transfer.rule if cause.transfer else ""
    return {"text": text, "rule": rule or None, "amount": cause.amount, "number": cause.number}


def _last_throw(reader: Reader, throw: LastThrow) -> shapes.LastThrow:
    fact = throw.fact
    return {
        "number": throw.number,
        "by": fact.seat,
        "dice": [{"kind": d.kind, "value": d.value, "colour": d.colour} for d in fact.dice],
        "kept": list(fact.kept or ()),
        "picture": throw.picture,
        "how": fact.how,
        "text": _worth(reader, fact),
        "result": _result(reader, throw),
        "fact": cast("shapes.Fact", encode(fact)),
    }


def _worth(reader: Reader, fact: DiceThrown) -> str:
    """Return the value of a throw in words."""
    if worth := reader.words.worth(fact):
        return worth
    numbers = [d.value for d in fact.dice if isinstance(d.value, int)]
    return tr("{sum} en tout", sum=sum(numbers)) if len(numbers) > 1 else ""


def _result(reader: Reader, throw: LastThrow) -> str:
    """Return the result of the sub-game that this throw ended, "" if there is none."""
    words = reader.words
    results = [words.news(n.code, n.detail, reader.names) for n in throw.news if n.code in words.RESULTS]
    last = results[-1] if results else ""
    return _capital(last)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _pause(reader: Reader, pause: PauseNow) -> shapes.Pause:
    return {
        "at": pause.at,
        "accounts": list(pause.accounts),
        "laid": [a for a in pause.accounts if a in pause.laid],
        "next": [question_row(reader, one) for one in pause.coming],
    }


def _board(reader: Reader, board: BoardNow) -> shapes.Board:
    return {
        "length": len(board.squares),
        "squares": [
            {
                "index": index,
                "kind": square.kind if square else None,
                "colour": square.colour if square else None,
                "amount": square.amount if square else None,
                "text": reader.square(square) if square else "?",
                "known": square is not None,
                "unsure": index in board.unsure,
            }
            for index, square in enumerate(board.squares)
        ],
        "pawns": dict(board.pawns),
        "kinds": reader.kinds(board.kinds, board.needs),
        "colours": list(board.colours),
        "swaps": board.swaps,
    }


def _scene(reader: Reader, scene: Scene) -> shapes.Scene:
    """Return the scene in the shape that the page receives."""
    words = reader.words
    row: shapes.Scene = {
        "kind": scene.kind,
        "title": words.scene(scene.kind),
        "sides": list(scene.sides),
        "lines": [],
    }
    if isinstance(scene, Betting):
        row["bets"] = [{"seat": s, "field": f, "amount": n} for (s, f), n in scene.bets.items()]
    if isinstance(scene, Contest):
        row["lines"] = [
            {
                "seat": s,
                "throws": [list(t) for t in scene.throws[s]],
                "hand": list(scene.hands.get(s, ())),
                "total": scene.totals.get(s),
                "text": words.line(scene, s),
            }
            for s in scene.sides
        ]
    return cast("shapes.Scene", {**_plain(scene), **row})


def _plain(value: Any) -> Any:
    """Return a value of a scene as JSON data."""
    if is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def outcome(reader: Reader) -> shapes.Outcome | None:
    """Return the winners and the reason, None before the end."""
    won = reader.now.winner
    if won is None:
        return None
    names = listed([reader.names[s] for s in won.seats])
    reason = reader.words.ended(won.reason, reader.now, reader.names)
    if len(won.seats) > 1:
        text = tr("{names} gagnent ensemble la partie : {why}.", names=names, why=reason)
    else:
        text = tr("{name} gagne la partie : {why}.", name=names, why=reason)
    return {
        "winner": won.seats[0],
        "winners": list(won.seats),
        "reason": won.reason,
        "text": text,
        "why": f"{_capital(reason)}.",
    }


def _announced(reader: Reader) -> str:
    """Return the announcements of the last answer as sentences, with their explanations on a second line.

    At the end of the game, return the text of the outcome.
    """
    if won := outcome(reader):
        return won["text"]
    sentences = [reader.words.news(one.code, one.detail, reader.names) for one in reader.now.announced]
    parts = [text.partition("\n") for text in dict.fromkeys(sentences) if text]
    lines = [[f"{_capital(one[at])}." for one in parts if one[at]] for at in (0, 2)]
    return "\n".join(" ".join(line) for line in lines if line)


def _corrected(reader: Reader, corrected: Noted) -> shapes.Corrected:
    """Return the latest correction, with its author unless it was the whole table."""
    fact, reader = corrected.fact, reader.when(corrected.names)
    match fact:
        case Amended(fact=new) | Inserted(fact=new):
            text = reader.fact(new)
        case _:
            text = reader.fact(fact, corrected.target)
    return {
        "number": corrected.number,
        "who": {TABLE: "", BANKER: tr("Le banquier")}.get(fact.who, fact.who),
        "text": text,
    }


# --- around the evening ------------------------------------------------------------------------------------


def _camera(around: Around) -> shapes.Camera:
    camera = around.camera
    return {
        "source": camera.source,
        "button": camera.button,
        "trouble": tr(camera.trouble or "") or None,
        "photographs": camera.photographs,
        "box": around.box,
        "throws": camera.throws,
    }


def _pending(pending: Pending, now: Snapshot) -> shapes.Pending:
    reading = pending.reading
    text, help = _doubt(pending, now)
    return {
        "id": pending.id,
        "seat": pending.seat,
        "expected": pending.expected,
        "why": list(reading.why),
        "text": text,
        "help": help,
        "picture": pending.picture is not None,
        "keep": pending.kept is None and not any(die.kept for die in reading.dice),
        "dice": [
            {
                "kind": d.kind.value,
                "value": d.value,
                "colour": d.colour,
                "box": list(d.box),
                "confidence": round(d.confidence, 3),
                "alternatives": [(v, round(p, 3)) for v, p in d.alternatives],
            }
            for d in reading.dice
        ],
    }


def _doubt(pending: Pending, now: Snapshot) -> tuple[str, str]:
    """Return why a reading waits for confirmation (a refused throw, or the eye's doubts), and what to do."""
    if pending.refusal is not None and now.game:
        return refusal_text(pending.refusal, now)
    doubts = [tr(DOUBTS.get(code, code)) for code in dict.fromkeys(pending.reading.why) or ("unsure",)]
    return tr("Je ne suis pas sûr : {doubts}", doubts=listed(doubts)), tr("Touchez ce que montre chaque dé.")
