"""The questions of card games: a card drawn from a pack, cards laid open, cards that only their holder sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cache
from typing import Any

from companion.asks import Question, Refusal
from companion.facts import CardDrawn, CardPlayed, CardsHeld, CardsShown, Counted
from companion.record import record


@record(kw_only=True)
class Draw(Question):
    """A card may be drawn from a pack of these ``names``.

    ``hidden``: its holder may keep it face down; ``blank``: it may be left untold which card it is.
    """

    kind = "draw"
    answers = (CardDrawn,)

    deck: str
    names: tuple[str, ...]
    hidden: bool = False
    blank: bool = False

    def check(self, fact: CardDrawn) -> Refusal | None:
        if fact.deck != self.deck:
            return Refusal("OTHER_DECK", fact.seat, {"deck": self.deck}, self.rule, overrulable=False)
        for key in ("name", "turned"):
            name = fact.card.get(key, "")
            if name not in self.names and not (name == "" and (self.blank or key == "turned")):
                return Refusal("NO_SUCH_CARD", fact.seat, {"cards": list(self.names)}, self.rule, overrulable=False)
        return None


@record(kw_only=True)
class Cards(Question):
    """Some cards of a pack of these ``names`` are told, between ``least`` and ``most`` of them."""

    names: tuple[str, ...]
    least: int = 1
    most: int = 60

    def check(self, fact: CardsHeld | CardsShown) -> Refusal | None:
        if not among(self.names).issuperset(fact.cards):
            return Refusal("NO_SUCH_CARD", fact.seat, {"cards": list(self.names)}, self.rule, overrulable=False)
        if not self.least <= len(fact.cards) <= self.most:
            numbers = {"least": self.least, "most": self.most}
            return Refusal("HOW_MANY_CARDS", fact.seat, numbers, self.rule, overrulable=False)
        return None


@record(kw_only=True)
class Show(Cards):
    """Cards are to be laid open."""

    kind = "show"
    answers = (CardsShown,)


@record(kw_only=True)
class Hold(Cards):
    """The holder of a seat may tell Servi his own cards, which nobody else then sees."""

    kind = "hold"
    answers = (CardsHeld,)


@record(kw_only=True)
class PlayCard(Question):
    """A card of the hand is to be played. ``why`` tells what the rules say against a play, ``plays`` what a card may do.

    ``known_to_all`` proposes what a card may do as far as everybody can know it, without a look at the hand.
    """

    kind = "play_card"
    answers = (CardPlayed,)

    names: tuple[str, ...]
    uses: tuple[str, ...]
    why: Callable[[CardPlayed], Refusal | None] = field(repr=False, compare=False)
    plays: Callable[[str], Iterable[CardPlayed]] = field(repr=False, compare=False)
    known_to_all: Callable[[str], Iterable[CardPlayed]] = field(repr=False, compare=False)

    def check(self, fact: CardPlayed) -> Refusal | None:
        if fact.use not in self.uses:
            return Refusal("NO_SUCH_OPTION", fact.seat, {"options": list(self.uses)}, self.rule, overrulable=False)
        return self.why(fact)


@record(kw_only=True)
class Count(Question):
    """The piles are to be counted: ``keys`` at ``who``, and what some of them must sum to, with the refusal's code."""

    kind = "count"
    answers = (Counted,)

    who: tuple[str, ...]
    keys: tuple[str, ...]
    totals: Mapping[str, tuple[int, str]]
    empty: bool = False

    def check(self, fact: Counted) -> Refusal | None:
        rows, keys = fact.counts, among(self.keys)
        if not among(self.who).issuperset(rows) or not all(_readable(row, keys) for row in rows.values()):
            detail = {"keys": list(self.keys), "among": list(self.who)}
            return Refusal("BAD_COUNT", fact.seat, detail, self.rule, overrulable=False)
        if self.empty and not any(n for row in rows.values() for n in row.values()):
            return None
        for key, (total, code) in self.totals.items():
            counted = sum([row.get(key, 0) for row in rows.values()])
            if counted != total:
                return Refusal(code, fact.seat, {"counted": counted, "total": total}, self.rule, overrulable=False)
        return None


@cache
def among(names: tuple[str, ...]) -> frozenset[str]:
    """Return the names that may be told, to look them up."""
    return frozenset(names)


WHOLE, COUNTABLE = frozenset({int}), frozenset(range(100))


def _readable(row: Any, keys: frozenset[str]) -> bool:
    """Tell whether this is a count of one pile: numbers, of nothing but what is counted."""
    if not isinstance(row, dict) or not keys.issuperset(row):
        return False
    numbers = row.values()
    return WHOLE.issuperset(map(type, numbers)) and COUNTABLE.issuperset(numbers)
