"""Cards of a pack: drawn, shown, held, played, and counted in piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from functools import cache
from itertools import islice
from random import Random
from typing import Any, TypedDict

from companion.facts import CardDrawn, CardPlayed, CardsHeld, CardsShown, Counted, Fact
from companion.language import tr
from companion.questions.base import Question
from companion.questions.pad import Choice, PadContext, counted
from companion.questions.words import Words
from companion.record import record
from companion.refusal import Refusal


class DrawRow(TypedDict):
    deck: str
    names: list[str]
    hidden: bool
    blank: bool
    left: dict[str, int]


@record(kw_only=True)
class Draw(Question):
    """An offer to draw a card from a pack with these ``names``.

    ``hidden``: the holder may keep it face down; ``blank``: its name may stay unknown.
    """

    kind = "draw"
    answers = (CardDrawn,)
    chance = True

    deck: str
    names: tuple[str, ...]
    hidden: bool = False
    blank: bool = False
    left: Mapping[str, int] = field(default_factory=dict)
    """Number of each card that nobody has shown yet; a card that is missing here has no limit."""

    def check(self, fact: CardDrawn) -> Refusal | None:
        if fact.deck != self.deck:
            return Refusal("OTHER_DECK", fact.seat, {"deck": self.deck}, self.rule, overrulable=False)
        for key in ("name", "turned"):
            name = fact.card.get(key, "")
            if name not in self.names and not (name == "" and (self.blank or key == "turned")):
                return Refusal("NO_SUCH_CARD", fact.seat, {"cards": list(self.names)}, self.rule, overrulable=False)
        if fact.card.get("hidden"):  # a refusal would reveal something about the hidden card
            return None
        return too_many({str(fact.card.get("name", "")): 1}, self.left, fact.seat, self.rule)

    def answer(self, seat: str, random: Random) -> Fact | None:
        there = [name for name in self.names if self.left.get(name, 1)]
        card: dict[str, Any] = {"name": "" if self.blank and random.random() < 0.3 else random.choice(there)}
        if self.hidden and random.random() < 0.5:
            card["hidden"] = True
        return CardDrawn(seat=seat, deck=self.deck, card=card)

    def row(self, words: Words) -> DrawRow:
        return {
            "deck": self.deck, "names": list(self.names), "hidden": self.hidden, "blank": self.blank, "left": dict(self.left),
        }  # fmt: skip

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        def drawn(key: str, label: str, card: dict[str, Any]) -> Choice:
            fact = CardDrawn(seat=pad.seat, deck=self.deck, card=card)
            return pad.one(key, label, fact, tr("Confirmer : {seat} a tiré « {choice} »."))

        if self.blank:
            yield drawn("", tr("une carte face cachée"), {"name": "", **({"hidden": True} if self.hidden else {})})
        yield from (drawn(name, name, {"name": name}) for name in self.names)


def too_many(cards: Mapping[str, int], left: Mapping[str, int], seat: str, rule: str) -> Refusal | None:
    """Return a refusal if the pack has fewer of these cards left, otherwise None."""
    for card, number in cards.items():
        if number > left.get(card, number):
            return Refusal("NOT_SO_MANY_CARDS", seat, {"card": card, "number": left[card]}, rule)
    return None


class CardsRow(TypedDict):
    names: list[str]
    least: int
    most: int
    known: list[str]
    left: dict[str, int]


@record(kw_only=True)
class Cards(Question):
    """A question for ``least`` to ``most`` cards of a pack with these ``names``.

    ``known`` are the cards that already lie open. ``left`` is the maximum of each card beside these; a card that is
    missing there has no limit. ``exact``: there must be exactly ``least`` cards, but the table may overrule that.
    """

    names: tuple[str, ...]
    least: int = 1
    most: int = 60
    left: Mapping[str, int] = field(default_factory=dict)
    known: tuple[str, ...] = ()
    exact: bool = False

    def check(self, fact: CardsHeld | CardsShown) -> Refusal | None:
        if not among(self.names).issuperset(fact.cards):
            return Refusal("NO_SUCH_CARD", fact.seat, {"cards": list(self.names)}, self.rule, overrulable=False)
        if self.exact and len(fact.cards) != self.least:
            return Refusal("THIS_MANY_CARDS", fact.seat, {"number": self.least}, self.rule)
        if not self.least <= len(fact.cards) <= self.most:
            numbers = {"least": self.least, "most": self.most}
            return Refusal("HOW_MANY_CARDS", fact.seat, numbers, self.rule, overrulable=False)
        if missing := list((Counter(self.known) - Counter(fact.cards)).elements()):
            return Refusal("OPEN_CARD_MISSING", fact.seat, {"cards": missing}, self.rule)
        return too_many(Counter(fact.cards) - Counter(self.known), self.left, fact.seat, self.rule)

    def row(self, words: Words) -> CardsRow:
        return {
            "names": list(self.names), "least": self.least, "most": self.most, "known": list(self.known),
            "left": dict(self.left),
        }  # fmt: skip

    def some(self, random: Random) -> tuple[str, ...]:
        """Return the known cards and a few random ones."""
        cards, left = list(self.known), Counter(self.left)
        for _ in range(random.randint(self.least, min(self.most, self.least + 2)) - len(cards)):
            cards.append(random.choice([name for name in self.names if name not in self.left or left[name] > 0]))
            left[cards[-1]] -= 1
        return tuple(cards)


@record(kw_only=True)
class Show(Cards):
    """A request to lay cards face up."""

    kind = "show"
    answers = (CardsShown,)
    chance = True

    def answer(self, seat: str, random: Random) -> Fact | None:
        return CardsShown(seat=seat, cards=self.some(random))

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        def does(cards: list[str]) -> str:
            if not cards:
                return tr("« Plus » pose la carte ; confirmer quand toutes y sont.")
            return tr("Confirmer : {seat} montre {cards}.", seat=pad.name, cards=counted(cards))

        things = [(name, name, self.most) for name in self.names]
        return pad.several(things, lambda cards: CardsShown(seat=pad.seat, cards=tuple(cards)), does)


@record(kw_only=True)
class Hold(Cards):
    """An offer to a player to enter the cards in his hand; only Servi learns them."""

    kind = "hold"
    answers = (CardsHeld,)
    chance = True

    def check(self, fact: CardsHeld | CardsShown) -> Refusal | None:
        unnamed = not any(fact.cards) and self.least <= len(fact.cards) <= self.most  # an export leaves the names out
        return None if unnamed else Cards.check(self, fact)

    def answer(self, seat: str, random: Random) -> Fact | None:
        return CardsHeld(seat=seat, cards=self.some(random))


class CardUse(TypedDict):
    use: str
    text: str


class PlayCardRow(TypedDict):
    names: list[str]
    uses: list[CardUse]


@record(kw_only=True)
class PlayCard(Question):
    """A request to play a card of the hand. ``why`` returns the refusal of a play, judged by open cards only.

    ``to_holder`` and ``plays`` (a card's legal plays) use the secret hand; ``known_to_all`` does not.
    """

    kind = "play_card"
    answers = (CardPlayed,)

    names: tuple[str, ...]
    uses: tuple[str, ...]
    why: Callable[[CardPlayed], Refusal | None] = field(repr=False, compare=False)
    to_holder: Callable[[CardPlayed], Refusal | None] = field(repr=False, compare=False)
    plays: Callable[[str], Iterable[CardPlayed]] = field(repr=False, compare=False)
    known_to_all: Callable[[str], Iterable[CardPlayed]] = field(repr=False, compare=False)

    def check(self, fact: CardPlayed) -> Refusal | None:
        if fact.use not in self.uses:
            return Refusal("NO_SUCH_OPTION", fact.seat, {"options": list(self.uses)}, self.rule, overrulable=False)
        return self.why(fact)

    def check_holder(self, fact: CardPlayed) -> Refusal | None:
        return self.to_holder(fact)

    def answer(self, seat: str, random: Random) -> Fact | None:
        """Return one of the first twelve legal plays of a random card; larger captures come first."""
        for name in random.sample(self.names, len(self.names)):
            plays = list(islice(self.plays(name), 12))
            if plays:
                return random.choice(plays)
        return None

    def row(self, words: Words) -> PlayCardRow:
        return {"names": list(self.names), "uses": [{"use": u, "text": words.option(u)} for u in self.uses]}


class CountKey(TypedDict):
    key: str
    text: str


class CountRow(TypedDict):
    who: list[str]
    partners: dict[str, list[str]]
    keys: list[CountKey]
    totals: dict[str, int]


@record(kw_only=True)
class Count(Question):
    """A request to count the piles of ``sides``, each a seat or partners: a number for each of ``keys``.

    The first seat of a side names its pile; separate piles of partners are also accepted. ``totals`` maps a key to the
    required sum of all piles, and to the refusal code of another sum. ``empty``: zeros everywhere are also accepted.
    """

    kind = "count"
    answers = (Counted,)
    chance = True

    sides: tuple[tuple[str, ...], ...]
    keys: tuple[str, ...]
    totals: Mapping[str, tuple[int, str]]
    empty: bool = False
    fits: Callable[[str, Mapping[str, int]], Refusal | None] = field(
        default=lambda seat, row: None, repr=False, compare=False
    )
    """Returns the refusal of an impossible pile, from its seat and its numbers by key; None if it is possible."""

    @property
    def who(self) -> tuple[str, ...]:
        """The seats of all sides."""
        return tuple(seat for side in self.sides for seat in side)

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
        return next((why for pile, row in rows.items() if (why := self.fits(pile, row)) is not None), None)

    def answer(self, seat: str, random: Random) -> Fact | None:
        """Return random piles with the required sums; after ten failures, put all cards into the first pile."""
        piles = [side[0] for side in self.sides]
        for who in (*[piles] * 10, piles[:1]):
            rows: dict[str, dict[str, int]] = {s: {} for s in piles}
            for key in self.keys:
                total = self.totals[key][0] if key in self.totals else random.randint(0, 3)
                for one in random.choices(who, k=total):
                    rows[one][key] = rows[one].get(key, 0) + 1
            if self.check(fact := Counted(seat=seat, counts=rows)) is None:
                return fact
        return None

    def row(self, words: Words) -> CountRow:
        return {
            "who": [side[0] for side in self.sides],
            "partners": {side[0]: list(side[1:]) for side in self.sides if len(side) > 1},
            "keys": [{"key": k, "text": words.option(k)} for k in self.keys],
            "totals": {k: n for k, (n, _) in self.totals.items()},
        }


@cache
def among(names: tuple[str, ...]) -> frozenset[str]:
    """Return the names as a set, for fast lookup."""
    return frozenset(names)


WHOLE, COUNTABLE = frozenset({int}), frozenset(range(100))


def _readable(row: Any, keys: frozenset[str]) -> bool:
    """Whether this is a readable count of one pile: known keys with small numbers."""
    if not isinstance(row, dict) or not keys.issuperset(row):
        return False
    numbers = row.values()
    return WHOLE.issuperset(map(type, numbers)) and COUNTABLE.issuperset(numbers)
