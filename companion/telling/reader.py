"""The words for a snapshot in the reader's language: facts, questions, refusals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from companion.facts import Fact, Square
from companion.game.library import reading_class
from companion.game.words import GameWords, words_of
from companion.language import filled, tr
from companion.money.ledger import BANK
from companion.questions import Card, Number, Question, SquareAsked, Stake, Stand
from companion.questions.words import Pair, RefusalWords, SquareKind
from companion.refusal import Refusal
from companion.snapshot import Snapshot
from companion.telling.facts import fact_words
from companion.telling.refusals import refusal_words
from companion.words import Names, TextValues, amount, dice_words, listed


@dataclass(slots=True)
class Reader:
    """A snapshot with the words of its game and the names at the table."""

    now: Snapshot
    words: GameWords = field(init=False)
    names: Names = field(init=False)
    rules: Mapping[str, str] = field(init=False)
    """The rule book's text by rule id."""

    def __post_init__(self) -> None:
        self.words = words_of(reading_class(self.now.game, self.now.missing or ""))
        accounts = {code: tr(text) for code, text in self.words.ACCOUNTS.items()}
        self.names = Names({**accounts, **{seat.id: seat.name for seat in self.now.seats}})
        self.rules = self.words.rules()

    def when(self, names: Mapping[str, str]) -> Reader:
        """Return this reader with the names at the time of a fact."""
        if not names:
            return self
        earlier = copy(self)
        earlier.names = Names({**self.names, **names})
        return earlier

    def fact(self, fact: Fact, target: Fact | None = None) -> str:
        """Return a public fact in one sentence; ``target`` is the fact that a correction changes."""
        return fact_words(fact, self.names, self.words, target)

    def square(self, square: Square) -> str:
        """Return the name of a square."""
        return self.words.square(square.kind, square.colour, square.amount)

    def refusal(self, refusal: Refusal) -> tuple[str, str]:
        """Return a refusal in words, and what is allowed."""
        return refusal_words(refusal, self.names, self.words)

    def question(self, q: Question) -> tuple[str, str]:
        """Return the text of a question, and its help."""
        names, words = self.names, self.words
        text, usual = words.TOPICS.get(q.topic, (q.topic, ""))
        seats = self._seats(q)
        values = TextValues(seat=names[q.seats[0]] if q.seats else "", seats=seats)
        values |= q.text_values(self)
        if isinstance(q, Stake):
            help_ = self._limits(q)
        else:
            help_ = words.hint(q, self.now, names)
        return filled(tr(text), values), words.coach(q, self.now, names) or help_ or filled(tr(usual), values)

    def _seats(self, q: Question) -> str:
        """Return who answers: everybody, up to three names, or the first name and the number of others."""
        if len(q.seats) > 2 and len(q.seats) == len(self.now.order):
            return tr("Chacun")
        if len(q.seats) > 3:
            return tr("{name} et {n} autres", name=self.names[q.seats[0]], n=len(q.seats) - 1)
        return listed([self.names[s] for s in q.seats])

    def _limits(self, q: Stake) -> str:
        if q.minimum == q.limit:
            return tr("La mise est de {amount}.", amount=amount(q.limit))
        return self.words.limit_words(q, self.now, self.names)

    # --- what questions ask for (``questions.words.Words``) -------------------------------------------------

    def name(self, seat: str) -> str:
        return self.names[seat]

    def dice(self, wanted: str) -> str:
        if wanted in self.words.DICE:
            return tr(self.words.DICE[wanted])
        return dice_words(wanted)

    def option(self, code: str, seat: str = "") -> str:
        return self.words.option(code, seat)

    def own_option(self, topic: str, code: str) -> str | None:
        return self.words.own_option(topic, code)

    def kind_of_square(self, kind: str) -> str:
        return self.words.square(kind)

    def kinds(self, kinds: Iterable[str], needs: Mapping[str, str]) -> list[SquareKind]:
        return self.words.kind_rows(kinds, needs)

    def field(self, name: str) -> str:
        return self.words.field(name)

    def refused(self, refusal: Refusal) -> RefusalWords:
        text, allowed = self.refusal(refusal)
        return refusal_data(refusal, text, allowed, self.rules.get(refusal.rule))

    def hook(self, question: Question) -> Any:
        match question:
            case Stand():
                return self.words.stand(question, self.now)
            case Stake():
                return self.words.worst(question, self.now, self.names)
            case SquareAsked():
                return tr(self.words.PASSED) or None
            case Card():
                return tr(self.words.COLLECTS) or None
            case Number():
                return self.words.choices(self.now, question.topic, question.seats[0])
        return None

    def effects(self, deck: str) -> list[Pair]:
        return self.words.effects(deck)

    def targets(self) -> list[Pair]:
        return self.words.targets()

    @property
    def chip(self) -> int:
        return min(self.now.pieces.get(BANK) or (), default=1)

    def points(self, seat: str) -> int:
        there = self.now.seat(seat)
        return there.points if there else 0

    def free(self, question: Question, seat: str) -> tuple[str, ...] | None:
        found = next((one.free for one in self.now.open if one.question is question), None)
        return None if found is None else found.get(seat, ())


def refusal_data(refusal: Refusal, text: str, allowed: str, quoted: str | None) -> RefusalWords:
    """Return a refusal as plain data for pages; ``quoted`` is the rule book's text of its rule, None without one."""
    return {
        "code": refusal.code,
        "text": text,
        "allowed": allowed,
        "detail": dict(refusal.detail),
        "overrulable": refusal.overrulable,
        "rule": refusal.rule or None,
        "words": quoted,
    }


def refusal_text(refusal: Refusal, now: Snapshot) -> tuple[str, str]:
    """Return a refusal in words and what is allowed, with or without an open game."""
    return Reader(now).refusal(refusal) if now.game else refusal_words(refusal, Names())
