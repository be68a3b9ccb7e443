"""JSON of the report, and of the effects of a correction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from companion.facts import BANKER, TABLE, Correction, GameStarted, HandedOver, SeatFact, encode
from companion.game.library import reading_class
from companion.language import tr
from companion.report import Difference
from companion.snapshot import Line, Misfit, Snapshot
from companion.telling.reader import Reader
from web.drawing.rows import refusal_row, way_row

if TYPE_CHECKING:
    from web.drawing import fetched, shapes


def report_rows(reader: Reader, lines: Sequence[Line]) -> list[shapes.ReportLine]:
    """Return lines of the report as JSON, in the given order."""
    return [_line(reader, line) for line in lines]


def _line(reader: Reader, line: Line) -> shapes.ReportLine:
    recorded, words = line.recorded, reader.words
    reader = reader.when(line.names)
    text = reader.fact(line.fact, line.target)
    told = [words.news(one.code, one.detail, reader.names).partition("\n")[0] for one in line.news]
    notes = [note for note in told if note]
    text = next((note for note in notes if text in note), text)
    if more := [note for note in notes if note not in text]:
        values = {"told": text, "more": ", ".join(more)}
        text = tr("{told} ; {more}", **values) if ":" in text else tr("{told} : {more}", **values)
    assumed = isinstance(recorded, HandedOver) and recorded.assumed  # in older journals its author is the next thrower
    return {
        "number": line.number,
        "at": line.at,
        "who": "" if assumed else _speaker(line.fact.who or recorded.who),
        "how": recorded.how,
        "type": type(recorded).__name__,
        "text": text,
        "picture": line.picture,
        "state": line.state,
        "visit": isinstance(recorded, SeatFact) and recorded.on in reading_class(reader.now.game).turn_topics,
        "why": recorded.why,
        "note": tr("corrigé par {who}", who=_corrector(line.by)) if line.by is not None else None,
        "forced": recorded.forced,
        "fact": None if isinstance(recorded, GameStarted) else cast("shapes.Fact", encode(line.fact)),
        "seat": recorded.seat if isinstance(recorded, SeatFact) else None,
        "names": dict(line.names),
        "transfers": [
            {"from": t.giver, "to": t.taker, "amount": t.amount, "text": words.reason(t.reason), "rule": t.rule}
            for t in line.transfers
        ],
    }


def _speaker(who: str) -> str:
    return {TABLE: tr("La table"), BANKER: tr("Le banquier")}.get(who, who)


def _corrector(who: str) -> str:
    return {"": tr("la table"), TABLE: tr("la table"), BANKER: tr("le banquier")}.get(who, who)


def misfit_row(reader: Reader, misfit: Misfit) -> shapes.Misfit:
    """Return a fact that no longer fits, with the reason."""
    return {
        "number": misfit.number,
        "text": reader.when(misfit.names).fact(misfit.fact),
        "reason": " ".join(reader.refusal(misfit.refusal)).strip(),
    }


def _moved(reader: Reader, found: Difference) -> list[str]:
    """Return a sentence about each pawn that a correction moves."""
    return [
        tr("Le pion de {seat} va case {index}.", seat=reader.names[seat], index=index + 1)
        for seat, index in found.after.pawns.items()
        if index is not None and index != found.before.pawns.get(seat)
    ]


def difference_row(now: Snapshot, found: Difference) -> fetched.Difference:
    """Return the effect of one more fact: balances, hand-overs, misfits, pawns, turn and winner."""
    reader = Reader(now)
    reader.names.update({player.id: player.name for player in found.players})
    old, new = found.before.balances, found.after.balances
    changes: list[fetched.AccountChange] = [
        {"account": a, "before": old.get(a, 0), "after": new.get(a, 0)} for a in dict.fromkeys([*old, *new])
    ]
    return {
        "fits": found.refusal is None,
        "fact": reader.when(found.names).fact(found.fact),
        "refusal": refusal_row(found.refusal, reader.now) if found.refusal else None,
        "seats": [
            {"id": p.id, "name": p.name, "colour": p.colour, "before": old.get(p.id, 0), "after": new.get(p.id, 0)}
            for p in found.players
        ],
        "accounts": [c for c in changes if c["before"] != c["after"]],
        "hand_over": [
            {"from": one.giver, "to": one.taker, "amount": one.amount, "ways": [way_row(way) for way in one.ways]}
            for one in found.hand_over
        ],
        "handed": found.handed,
        "misfits": [misfit_row(reader, one) for one in found.misfits],
        "pawns": _moved(reader, found) if isinstance(found.fact, Correction) else [],
        "turn": {"before": found.before.turn or None, "after": found.after.turn or None},
        "winner": {"before": found.before.winner or None, "after": found.after.winner or None},
    }
