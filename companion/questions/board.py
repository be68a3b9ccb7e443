"""Questions about the board: squares, casinos, cards of its decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from random import Random
from typing import Any, ClassVar, TypedDict, cast

from companion.facts import CardDrawn, CardsSold, CasinoChosen, Fact, Landed, NamesGiven, Square, SquareNamed
from companion.language import tr
from companion.names import like, tidy
from companion.questions.base import Question
from companion.questions.pad import Choice, PadContext, counted, rungs
from companion.questions.words import Pair, SquareKind, Words
from companion.record import record
from companion.refusal import Refusal
from companion.words import amount as points_of
from companion.words import listed


class SquareRow(TypedDict):
    index: int | None
    kinds: list[SquareKind]
    colours: list[str]
    answer: str
    passed: str | None


@record(kw_only=True)
class SquareAsked(Question):
    """A question for the square under the pawn; ``index`` is its index on the ring, None if unknown.

    ``needs`` maps a kind to its extra value: "amount" or "colour".
    """

    kind = "square"
    answers: ClassVar[tuple[type[Fact], ...]] = (SquareNamed,)
    chance = True

    kinds: tuple[str, ...]
    colours: tuple[str, ...]
    needs: Mapping[str, str] = field(default_factory=dict)
    index: int | None = None

    def check(self, fact: SquareNamed | Landed) -> Refusal | None:
        return square_trouble(fact.square, self.kinds, self.colours, self.needs, fact.seat)

    def answer(self, seat: str, random: Random) -> Fact | None:
        kind = random.choice(self.kinds)
        colour = random.choice(self.colours) if self.needs.get(kind) == "colour" else None
        amount = random.choice((-300, -150, 100, 200)) if self.needs.get(kind) == "amount" else None
        return self._named(seat, Square(kind=kind, colour=colour, amount=amount), random.random() < 0.1)

    def row(self, words: Words) -> SquareRow:
        return {
            "index": self.index,
            "kinds": words.kinds(self.kinds, self.needs),
            "colours": list(self.colours),
            "answer": self.answers[0].__name__,
            "passed": words.hook(self) if self.index is None else None,
        }

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        if not self.must:  # at the pad the player throws; only the page also offers to name the square
            return
        for kind in self.kinds:
            label = pad.words.kind_of_square(kind)
            match self.needs.get(kind):
                case "colour":
                    for colour in self.colours:
                        fact = self._named(pad.seat, Square(kind=kind, colour=colour))
                        yield pad.one(f"{kind} {colour}", f"{label} {colour}", fact)
                case "amount":
                    yield self._amount(pad, kind, f"{label} +", 1)
                    yield self._amount(pad, kind, f"{label} −", -1)
                case _:
                    yield pad.one(kind, label, self._named(pad.seat, Square(kind=kind)))

    def _amount(self, pad: PadContext, kind: str, label: str, sign: int) -> Choice:
        step = pad.words.chip
        return Choice(
            f"{pad.id}/{kind}{label[-1]}",
            pad.text,
            label,
            lambda points: self._named(pad.seat, Square(kind=kind, amount=sign * points)),
            lambda points: tr("Confirmer : {choice}.", choice=f"{label}{points_of(points)}"),
            rungs=rungs(step, 40 * step, step),
            start=step,
        )

    def _named(self, seat: str, square: Square, passed: bool = False) -> Fact:
        return SquareNamed(seat=seat, square=square, passed=passed)


@record(kw_only=True)
class Landing(SquareAsked):
    """A question for the pawn's new square, as an alternative to the movement throw."""

    answers = (Landed,)

    def _named(self, seat: str, square: Square, passed: bool = False) -> Fact:
        return Landed(seat=seat, square=square, passed=passed)


class CasinoRow(TypedDict):
    colours: list[str]


@record(kw_only=True)
class Casino(Question):
    """A question for a player's starting casino, which also gives his colour; ``taken`` maps colours to their seats."""

    kind = "casino"
    answers = (CasinoChosen,)

    colours: tuple[str, ...]
    taken: Mapping[str, str] = field(default_factory=dict)

    def check(self, fact: CasinoChosen) -> Refusal | None:
        if fact.colour in self.taken:
            return Refusal("COLOUR_TAKEN", fact.seat, {"by": self.taken[fact.colour]}, self.rule)
        if fact.colour not in self.colours:
            return Refusal("NO_SUCH_COLOUR", fact.seat, {"colours": list(self.colours)}, overrulable=False)
        return None

    def answer(self, seat: str, random: Random) -> Fact | None:
        left = [c for c in self.colours if c not in self.taken]
        return CasinoChosen(seat=seat, colour=random.choice(left)) if left else None

    def row(self, words: Words) -> CasinoRow:
        return {"colours": [c for c in self.colours if c not in self.taken]}

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        for colour in self.colours:
            if colour not in self.taken:
                fact = CasinoChosen(seat=pad.seat, colour=colour)
                yield pad.one(colour, colour, fact, tr("Confirmer : {seat} prend la couleur {choice}."))


class CardEffect(TypedDict, total=False):
    kind: str
    amount: int
    steps: int
    target: str
    collect_pass: bool


class BoxCard(TypedDict, total=False):
    """The JSON of a card in a box."""

    name: str
    text: str
    buy: int
    sell: int
    effect: CardEffect
    unsure: bool


class CardRow(TypedDict):
    deck: str
    cards: list[BoxCard]
    effects: list[Pair]
    targets: list[Pair]
    collects: str | None


@record(kw_only=True)
class Card(Question):
    """A question for the drawn card; ``known`` are the cards of the box."""

    kind = "card"
    answers = (CardDrawn,)
    chance = True

    deck: str
    known: tuple[Mapping[str, Any], ...] = ()

    def check(self, fact: CardDrawn) -> Refusal | None:
        if fact.deck != self.deck:
            return Refusal("OTHER_DECK", fact.seat, {"deck": self.deck}, self.rule, overrulable=False)
        return None

    def answer(self, seat: str, random: Random) -> Fact | None:
        drawn = dict(random.choice(self.known)) if self.known else invented(self.deck, random)
        return CardDrawn(seat=seat, deck=self.deck, card=drawn)

    def row(self, words: Words) -> CardRow:
        return {
            "deck": self.deck,
            "cards": [cast(BoxCard, dict(c)) for c in self.known],
            "effects": words.effects(self.deck),
            "targets": words.targets(),
            "collects": words.hook(self),
        }

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        seen: set[str] = set()
        for card in self.known:
            label = str(card.get("text") or card.get("name") or "")
            if label and label not in seen:
                seen.add(label)
                named = {**card, "name": card.get("name") or label}
                fact = CardDrawn(seat=pad.seat, deck=self.deck, card=named)
                yield pad.one(named["name"], label, fact, tr("Confirmer : {seat} a tiré « {choice} »."))


class NamingRow(TypedDict):
    number: int
    longest: int
    among: list[str]
    proposed: list[str]


LONGEST_NAME = 30


@record(kw_only=True)
class Naming(Question):
    """A request to name parts of the box: ``number`` different free names, or some different names ``among`` a list.

    ``proposed`` are the probable names.
    """

    kind = "naming"
    answers = (NamesGiven,)
    chance = True

    number: int = 0
    among: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()

    def check(self, fact: NamesGiven) -> Refusal | None:
        if self.among:
            if fact.names and len(set(fact.names)) == len(fact.names) and set(fact.names) <= set(self.among):
                return None
            return Refusal("NO_SUCH_OPTION", fact.seat, {"options": list(self.among)}, self.rule, overrulable=False)
        names = [tidy(name) for name in fact.names]
        fit = all(0 < len(name) <= LONGEST_NAME for name in names)
        if not fit or len(names) != self.number or any(like(one, names[:at]) for at, one in enumerate(names)):
            detail = {"number": self.number, "longest": LONGEST_NAME}
            return Refusal("NAMES_NOT_FIT", fact.seat, detail, self.rule, overrulable=False)
        return None

    def answer(self, seat: str, random: Random) -> Fact | None:
        names = (tr("symbole {number}", number=number) for number in range(1, self.number + 1))
        return NamesGiven(seat=seat, names=self.proposed or self.among or tuple(names))

    def row(self, words: Words) -> NamingRow:
        return {
            "number": self.number,
            "longest": LONGEST_NAME,
            "among": list(self.among),
            "proposed": list(self.proposed),
        }

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        """Yield the names to choose from, else provisional ones: a pad has no letters, and the box page can rename."""
        if self.among:
            things = [(name, name, 1) for name in self.among]
            yield from pad.several(
                things,
                lambda names: NamesGiven(seat=pad.seat, names=tuple(names)),
                lambda names: tr("Confirmer : {seat} nomme {names}.", seat=pad.name, names=listed(names)),
                self.proposed,
            )
            return
        fact = self.answer(pad.seat, Random())
        if fact is not None:
            yield pad.one("provisional", tr("des noms provisoires"), fact)


class SellableCard(TypedDict):
    name: str
    price: int
    number: int


class SellRow(TypedDict):
    cards: list[SellableCard]
    several: bool
    most: int | None
    missing: int | None


@record(kw_only=True)
class Sell(Question):
    """An offer to sell the player's cards; ``prices`` and ``held`` (the number of each card) are by name.

    ``one`` allows at most one card. ``most`` is the maximum number in a sale (0: no limit), ``code`` its refusal code.
    ``owed`` is the payment for which the player sells (0: none), ``balance`` his points.
    """

    kind = "sell"
    answers = (CardsSold,)

    prices: Mapping[str, int]
    one: bool = False
    held: Mapping[str, int] = field(default_factory=dict)
    most: int = 0
    code: str = "ONE_SALE"
    owed: int = 0
    balance: int = 0

    def text_values(self, words: Words) -> dict[str, Any]:
        return {"owed": points_of(self.owed), "missing": points_of(self.owed - self.balance)}

    def check(self, fact: CardsSold) -> Refusal | None:
        if self.most and len(fact.cards) > self.most:
            return Refusal(self.code, fact.seat, {"most": self.most}, self.rule)
        if any(c not in self.prices or fact.cards.count(c) > self.held.get(c, 1) for c in fact.cards):
            return Refusal("NOT_HIS_CARD", fact.seat, {"cards": list(self.prices)}, self.rule, overrulable=False)
        if self.one and len(fact.cards) > 1:
            return Refusal("ONE_SALE", fact.seat, {}, self.rule)
        return None

    def answer(self, seat: str, random: Random) -> Fact | None:
        most = min(len(self.prices), 1 if self.one else self.most or len(self.prices))
        sold = random.sample(sorted(self.prices), random.randint(0, most))
        return CardsSold(seat=seat, cards=tuple(sold))

    def row(self, words: Words) -> SellRow:
        return {
            "cards": [{"name": n, "price": p, "number": self.held.get(n, 1)} for n, p in self.prices.items()],
            "several": not self.one,
            "most": self.most or None,
            "missing": self.owed - self.balance if self.owed else None,
        }

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        def does(cards: list[str]) -> str:
            if not cards:
                return tr("Confirmer : {seat} ne vend rien.", seat=pad.name)
            return tr("Confirmer : {seat} vend {cards}.", seat=pad.name, cards=counted(cards))

        things = [(n, f"{n} ({points_of(price)})", self.held.get(n, 1)) for n, price in self.prices.items()]
        return pad.several(things, lambda cards: CardsSold(seat=pad.seat, cards=tuple(cards)), does)


def square_trouble(
    square: Square, kinds: Sequence[str], colours: Sequence[str], needs: Mapping[str, str], seat: str = ""
) -> Refusal | None:
    """Return why this is not a square of the board (an unknown kind, or a missing extra value), otherwise None."""
    if square.kind not in kinds:
        return Refusal("NO_SUCH_SQUARE", seat, {"kinds": list(kinds)}, overrulable=False)
    if needs.get(square.kind) == "amount" and square.amount is None:
        return Refusal("SQUARE_NEEDS_AMOUNT", seat, {"kind": square.kind}, overrulable=False)
    if needs.get(square.kind) == "colour" and not square.colour:
        return Refusal("SQUARE_NEEDS_COLOUR", seat, {"kind": square.kind, "colours": list(colours)}, overrulable=False)
    return None


def invented(deck: str, random: Random) -> dict[str, Any]:
    """Return an invented card for a simple player: with prices, or with an effect."""
    if deck == "acquisition":
        name = f"Casino {random.randint(1, 21)}"
        return {"name": name, "buy": random.randint(8, 40) * 25, "sell": random.randint(8, 60) * 25}
    kind = random.choice(
        ("gain", "gain", "pay", "pay", "collect_each", "pay_each", "move_by", "move_to", "extra_turn", "free_text")
    )
    effect: dict[str, Any] = {"kind": kind}
    if kind in ("gain", "pay", "collect_each", "pay_each"):
        effect["amount"] = random.randint(1, 20) * 25
    elif kind == "move_by":
        effect |= {"steps": random.choice((-3, 2, 5)), "collect_pass": random.random() < 0.5}
    elif kind == "move_to":
        target = random.choice(("own_casino", "roulette", "slot", "casino", "rouge", "blanc"))
        effect |= {"target": target, "collect_pass": random.random() < 0.5}
    return {"name": f"Carte {random.randint(1, 500)}", "effect": effect}
