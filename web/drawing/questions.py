"""JSON of open questions: seats, kind, text, and the data of the kind."""

from __future__ import annotations

from typing import cast

from companion.questions import Bet
from companion.snapshot import OpenQuestion
from companion.telling.reader import Reader
from web.drawing.shapes import QuestionHead


def question_row(reader: Reader, asked: OpenQuestion) -> QuestionHead:
    """Return one open question; ``Question.row`` adds the data of its kind."""
    q = asked.question
    text, help_ = reader.question(q)
    head: QuestionHead = {
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
    return cast(QuestionHead, {**head, **q.row(reader)})
