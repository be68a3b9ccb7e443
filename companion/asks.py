"""The questions that a rule script can put, and the refusals that answer what is not allowed.

A question says who may answer it, with which fact, and checks an answer: ``check`` returns None or a
``Refusal``. One question serves three: it tells the eye which dice to expect, page and lamps who may act
and how, and the referee what to refuse and why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import Any, ClassVar, TypeVar

from companion.dice import DiceSet, DieKind
from companion.facts import (
    BetPlaced,
    BetsClosed,
    BetsTold,
    BetTakenBack,
    CardDrawn,
    CardsSold,
    CasinoChosen,
    DiceKept,
    DiceThrown,
    Die,
    Fact,
    Landed,
    NumberGiven,
    OpponentChosen,
    OptionChosen,
    SeatFact,
    Square,
    SquareNamed,
    StakePlaced,
    Stood,
)
from companion.record import record

T = TypeVar("T")


@record()
class Refusal:
    """What is not allowed now, and what would be; ``code`` is stable, ``detail`` holds its numbers.

    ``overrulable``: the table may play it all the same.
    """

    code: str
    seat: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)
    rule: str = ""
    overrulable: bool = True


@record(kw_only=True)
class Question:
    """What the script waits for. ``topic`` is a stable name, ``must`` tells a duty from a liberty.

    ``answers`` are the kinds of fact that answer it, allowed or not.
    """

    kind: ClassVar[str] = ""
    answers: ClassVar[tuple[type[Fact], ...]] = ()

    topic: str
    seats: tuple[str, ...]
    must: bool = True
    rule: str = ""

    def check(self, fact: Any) -> Refusal | None:
        """Return why this fact does not answer the question, None where it does."""
        return None

    def only(self) -> Fact | None:
        """Return the single possible answer where there is no choice (used by the level *croupier*)."""
        return None


@record(kw_only=True)
class Closed(Question):
    """No question, but the reason why one kind of answer is not possible any more.

    ``listen``: the script knows what to do with the answer where the table overrules the refusal.
    """

    kind = "closed"
    must: bool = False
    answer: type[Fact]
    code: str
    listen: bool = False
    detail: Mapping[str, Any] = field(default_factory=dict)

    def check(self, fact: Any) -> Refusal | None:
        return Refusal(self.code, fact.seat, self.detail, self.rule)


@record(kw_only=True)
class Echo(Closed):
    """An answer that says once more what is so already: taken, without effect (a late press of a button)."""

    kind = "echo"
    code: str = ""

    def check(self, fact: Any) -> Refusal | None:
        return None


def need(dice: DiceSet) -> str:
    """Return the refusal code that names the dice wanted, as ``NEED_2_DICE`` or ``NEED_TWO_WHITE``."""
    kinds = [t.kind for t in dice.terms]
    if kinds == [DieKind.D6] and dice.terms[0].colour is None:
        least, most = dice.terms[0].least, dice.terms[0].most
        if most == 1:
            return "NEED_1_DIE"
        return f"NEED_{most}_DICE" if least == most else f"NEED_{least}_TO_{most}_DICE"
    if kinds == [DieKind.D10, DieKind.BICOLOUR]:
        return "NEED_D10_AND_COLOUR"
    if all(t.colour and t.least == t.most <= len(NUMBERS) for t in dice.terms):
        return "NEED_" + "_AND_".join(f"{NUMBERS[t.least - 1]}{t.colour}".upper() for t in dice.terms)
    return "NEED_" + "_AND_".join(str(DiceSet((t,))).upper() for t in dice.terms)


NUMBERS = ("", "two_", "three_")


@record(kw_only=True)
class Throw(Question):
    """Dice are to be thrown.

    ``lying`` are the dice on the table from the throw before, of which some may be kept; ``must_keep`` those
    that may not be taken up again; ``kept`` those named already. ``empty`` allows a throw of no die.
    """

    kind = "throw"
    answers = (DiceThrown,)

    dice: DiceSet
    lying: tuple[int, ...] | None = None
    kept: tuple[int, ...] | None = None
    must_keep: tuple[int, ...] = ()
    throws_left: int | None = None
    empty: bool = False
    none_code: str = ""

    def check(self, fact: DiceThrown) -> Refusal | None:
        if self.lying is not None:
            return self._check_kept(fact)
        return None if fits(self.dice, fact.dice) else self._need(fact, self.dice)

    def _need(self, fact: DiceThrown, dice: DiceSet) -> Refusal:
        return Refusal(need(dice), fact.seat, {"dice": str(dice)}, self.rule)

    def kept_of(self, fact: DiceThrown) -> tuple[int, ...] | None:
        """Return which of the lying dice stayed: as told, or as far as the number of dice leaves no doubt."""
        lying = self.lying or ()
        kept = fact.kept if fact.kept is not None else self.kept
        if kept is not None:
            return kept
        if len(fact.dice) >= len(lying):
            return ()
        return lying[: len(lying) - len(fact.dice)] if len(set(lying)) <= 1 else None

    def _check_kept(self, fact: DiceThrown) -> Refusal | None:
        lying, kept = list(self.lying or ()), self.kept_of(fact)
        if not fact.dice and not (self.empty and kept is not None and sorted(kept) == sorted(lying)):
            return Refusal(self.none_code or need(self.dice), fact.seat, {"dice": str(self.dice)}, self.rule)
        if kept is None:
            return Refusal("WHICH_DICE_KEPT", fact.seat, {"lying": lying}, self.rule)
        if missing := subtract(kept, lying):
            return Refusal("KEPT_DIE_NOT_PRESENT", fact.seat, {"lying": lying, "missing": missing}, self.rule)
        if missing := subtract(self.must_keep, list(kept)):
            return Refusal("KEPT_DIE_FIXED", fact.seat, {"fixed": list(self.must_keep)}, self.rule)
        number = len(lying) - len(kept)
        if not number and fact.dice:
            return Refusal(self.none_code or need(self.dice), fact.seat, {"dice": str(self.dice)}, self.rule)
        if number and not fits(wanted := d6(number), fact.dice):
            return self._need(fact, wanted)
        return None


def subtract(part: Sequence[T], whole: Sequence[T]) -> list[T]:
    """Return what of ``part`` is not in ``whole``, counted with repetition."""
    left, missing = list(whole), []
    for value in part:
        if value in left:
            left.remove(value)
        else:
            missing.append(value)
    return missing


@cache
def dice_set(text: str) -> DiceSet:
    """Return the dice set with this name, parsed once."""
    return DiceSet.parse(text)


@cache
def d6(least: int, most: int | None = None) -> DiceSet:
    """Return the set of ``least`` to ``most`` ordinary dice."""
    return dice_set(f"{least}d6" if most in (None, least) else f"{least}-{most}d6")


def fits(wanted: DiceSet, dice: tuple[Die, ...]) -> bool:
    """Tell whether these dice are the wanted set."""
    terms = wanted.terms
    if len(terms) == 1 and terms[0].colour is None:
        term = terms[0]
        return term.least <= len(dice) <= term.most and [d.kind for d in dice].count(term.kind) == len(dice)
    if wanted.named is not None:
        return sorted([(d.kind, d.colour or "other") for d in dice]) == wanted.named
    return wanted.accepts([(DieKind(d.kind), d.colour or "other") for d in dice])


@record(kw_only=True)
class Keep(Question):
    """The player may tell which of the lying dice stay before he throws."""

    kind = "keep"
    answers = (DiceKept,)

    lying: tuple[int, ...]
    must_keep: tuple[int, ...] = ()

    def check(self, fact: DiceKept) -> Refusal | None:
        if missing := subtract(fact.kept, list(self.lying)):
            return Refusal(
                "KEPT_DIE_NOT_PRESENT", fact.seat, {"lying": list(self.lying), "missing": missing}, self.rule
            )
        if subtract(self.must_keep, list(fact.kept)):
            return Refusal("KEPT_DIE_FIXED", fact.seat, {"fixed": list(self.must_keep)}, self.rule)
        return None


@record(kw_only=True)
class Stand(Question):
    """The player may say « servi »; ``refused`` tells why not where the others must not see that it is so."""

    kind = "stand"
    answers = (Stood,)

    refused: Refusal | None = field(default=None, compare=False, repr=False)

    def check(self, fact: Stood) -> Refusal | None:
        return self.refused


@record(kw_only=True)
class Stake(Question):
    """A stake is to be put down, from ``minimum`` to ``limit`` in steps of ``step``.

    ``code`` tells an amount that is not allowed by this game's own name; what nobody has is then told apart.
    """

    kind = "stake"
    answers = (StakePlaced,)

    minimum: int
    limit: int
    step: int
    own: int
    against: str = ""
    code: str = ""

    def check(self, fact: StakePlaced) -> Refusal | None:
        if self.code:
            return self._check_by_its_name(fact)
        if fact.amount % self.step:
            return Refusal("NOT_A_CHIP_AMOUNT", fact.seat, {"step": self.step}, self.rule)
        if fact.amount > self.limit:
            return Refusal("STAKE_OVER_LIMIT", fact.seat, {"limit": self.limit, "against": self.against}, self.rule)
        if fact.amount < self.minimum:
            return Refusal("STAKE_UNDER_MINIMUM", fact.seat, {"minimum": self.minimum}, self.rule)
        return None

    def _check_by_its_name(self, fact: StakePlaced) -> Refusal | None:
        if fact.amount > self.own:
            return Refusal("NOT_ENOUGH", fact.seat, {"available": self.own}, self.rule)
        if not self.minimum <= fact.amount <= self.limit or fact.amount % self.step:
            return Refusal(self.code, fact.seat, {"minimum": self.minimum, "limit": self.limit}, self.rule)
        return None

    def only(self) -> Fact | None:
        return StakePlaced(seat=self.seats[0], amount=self.limit, how="auto") if self.minimum == self.limit else None


@record(kw_only=True)
class Bet(Question):
    """Bets may be put on the fields of a cloth, and taken back.

    ``why`` tells for a seat and a field what the rules of this cloth say against it.
    """

    kind = "bet"
    answers = (BetPlaced, BetTakenBack)

    fields: tuple[str, ...]
    step: int
    available: Mapping[str, int]
    bets: Mapping[tuple[str, str], int]
    groups: Mapping[str, str] | None = None
    why: Callable[[str, str], Refusal | None] | None = field(default=None, repr=False, compare=False)

    def check(self, fact: BetPlaced | BetTakenBack) -> Refusal | None:
        if isinstance(fact, BetTakenBack):
            there = (fact.seat, fact.field) in self.bets
            return None if there else Refusal("NO_SUCH_BET", fact.seat, overrulable=False)
        if fact.field not in self.fields:
            return Refusal("NO_SUCH_FIELD", fact.seat, {"fields": list(self.fields)}, self.rule)
        if self.why and (refusal := self.why(fact.seat, fact.field)):
            return refusal
        if fact.amount % self.step:
            return Refusal("NOT_A_CHIP_AMOUNT", fact.seat, {"step": self.step}, self.rule)
        if fact.amount > (available := self.available.get(fact.seat, 0)):
            return Refusal("NOT_ENOUGH_CHIPS", fact.seat, {"available": available}, self.rule)
        if self.groups and any(
            s == fact.seat and self.groups[f] != self.groups[fact.field] for s, f in self.bets if f in self.groups
        ):
            return Refusal("ONE_KIND_OF_BET", fact.seat, {}, self.rule)
        return None


@record(kw_only=True)
class Told(Question):
    """After a throw: what did each have on the ``fields`` that win, and in all? ``must_bet`` had to bet something."""

    kind = "told"
    answers = (BetsTold,)

    fields: tuple[str, ...]
    step: int
    available: Mapping[str, int]
    must_bet: str = ""

    def check(self, fact: BetsTold) -> Refusal | None:
        if not set(fact.won) <= set(self.fields):
            return Refusal("NO_SUCH_FIELD", fact.seat, {"fields": list(self.fields)}, self.rule, overrulable=False)
        if any(amount % self.step for amount in (fact.total, *fact.won.values())):
            return Refusal("NOT_A_CHIP_AMOUNT", fact.seat, {"step": self.step}, self.rule, overrulable=False)
        if (won := sum(fact.won.values())) > fact.total:
            return Refusal("TOLD_MORE_THAN_ALL", fact.seat, {"won": won, "total": fact.total}, overrulable=False)
        if fact.total > (available := self.available.get(fact.seat, 0)):
            return Refusal("NOT_ENOUGH_CHIPS", fact.seat, {"available": available}, self.rule, overrulable=False)
        if fact.seat == self.must_bet and not fact.total:
            return Refusal("ACTIVE_MUST_BET", fact.seat, {"seat": fact.seat}, self.rule)
        return None


@record(kw_only=True)
class Close(Question):
    """The betting may be closed; ``waits_for`` is a seat that has to bet first, ``refused`` another reason."""

    kind = "close"
    answers = (BetsClosed,)

    waits_for: str = ""
    refused: Refusal | None = None

    def check(self, fact: BetsClosed) -> Refusal | None:
        if self.refused:
            return self.refused
        return Refusal("ACTIVE_MUST_BET", fact.seat, {"seat": self.waits_for}, self.rule) if self.waits_for else None


@record(kw_only=True)
class Opponent(Question):
    """An opponent is to be named; ``limits`` holds the highest stake against each."""

    kind = "opponent"
    answers = (OpponentChosen,)

    limits: Mapping[str, int]
    minimum: int = 0

    def check(self, fact: OpponentChosen) -> Refusal | None:
        if fact.opponent not in self.limits:
            return Refusal("NO_SUCH_OPPONENT", fact.seat, {"among": list(self.limits)}, self.rule, overrulable=False)
        if self.limits[fact.opponent] < self.minimum:
            return Refusal("NO_POSSIBLE_STAKE", fact.seat, {"opponent": fact.opponent}, self.rule)
        return None

    def only(self) -> Fact | None:
        able = [s for s, limit in self.limits.items() if limit >= self.minimum]
        return OpponentChosen(seat=self.seats[0], opponent=able[0], how="auto") if len(able) == 1 else None


@record(kw_only=True)
class Option(Question):
    """One of a few named options; ``refused`` tells with its code which are not allowed just now.

    ``personal``: of several seats, it matters who says it.
    """

    kind = "option"
    answers = (OptionChosen,)

    options: tuple[str, ...]
    personal: bool = False
    refused: Mapping[str, Refusal] = field(default_factory=dict)
    detail: Mapping[str, Any] = field(default_factory=dict)

    def check(self, fact: OptionChosen) -> Refusal | None:
        if fact.option not in self.options:
            return Refusal("NO_SUCH_OPTION", fact.seat, {"options": list(self.options)}, self.rule, overrulable=False)
        return self.refused.get(fact.option)

    def only(self) -> Fact | None:
        if len(self.options) == 1:
            return OptionChosen(seat=self.seats[0], option=self.options[0], how="auto")
        return None


@record(kw_only=True)
class Number(Question):
    """A number that only the table can know; ``code`` is this game's own name for one that is not possible.

    ``squares``: it is the number of a square of the board, which a page lets one touch.
    """

    kind = "number"
    answers = (NumberGiven,)

    low: int
    high: int
    taken: tuple[int, ...] = ()
    code: str = ""
    squares: bool = False

    def check(self, fact: NumberGiven) -> Refusal | None:
        if not self.low <= fact.number <= self.high:
            return Refusal(
                self.code or "NUMBER_OUT_OF_RANGE", fact.seat, {"low": self.low, "high": self.high}, overrulable=False
            )
        if fact.number in self.taken:
            return Refusal("NUMBER_TAKEN", fact.seat, {"taken": list(self.taken)}, overrulable=False)
        return None


@record(kw_only=True)
class Card(Question):
    """A card was drawn: which? ``known`` are the cards of the box by name."""

    kind = "card"
    answers = (CardDrawn,)

    deck: str
    known: tuple[Mapping[str, Any], ...] = ()

    def check(self, fact: CardDrawn) -> Refusal | None:
        if fact.deck != self.deck:
            return Refusal("OTHER_DECK", fact.seat, {"deck": self.deck}, self.rule, overrulable=False)
        return None


@record(kw_only=True)
class Sell(Question):
    """Own cards may be sold; ``prices`` by name, ``one`` when only one may go.

    ``held`` tells how many there are of a name, where there may be several; ``most`` and its ``code`` bound the sale.
    """

    kind = "sell"
    answers = (CardsSold,)

    prices: Mapping[str, int]
    one: bool = False
    held: Mapping[str, int] = field(default_factory=dict)
    most: int = 0
    code: str = "ONE_SALE"

    def check(self, fact: CardsSold) -> Refusal | None:
        if self.most and len(fact.cards) > self.most:
            return Refusal(self.code, fact.seat, {"most": self.most}, self.rule)
        if any(c not in self.prices or fact.cards.count(c) > self.held.get(c, 1) for c in fact.cards):
            return Refusal("NOT_HIS_CARD", fact.seat, {"cards": list(self.prices)}, self.rule, overrulable=False)
        if self.one and len(fact.cards) > 1:
            return Refusal("ONE_SALE", fact.seat, {}, self.rule)
        return None


@record(kw_only=True)
class SquareAsked(Question):
    """Which square is it? ``index`` on the ring where that is known. ``kinds`` are the possible ones, ``needs``
    those that say more: an "amount" or a "colour"."""

    kind = "square"
    answers: ClassVar[tuple[type[Fact], ...]] = (SquareNamed,)

    kinds: tuple[str, ...]
    colours: tuple[str, ...]
    needs: Mapping[str, str] = field(default_factory=dict)
    index: int | None = None

    def check(self, fact: SquareNamed | Landed) -> Refusal | None:
        return square_trouble(fact.square, self.kinds, self.colours, self.needs, fact.seat)


@record(kw_only=True)
class Landing(SquareAsked):
    """Where does the pawn stand now, whatever was thrown?"""

    answers = (Landed,)


def square_trouble(
    square: Square, kinds: Sequence[str], colours: Sequence[str], needs: Mapping[str, str], seat: str = ""
) -> Refusal | None:
    """Return why this is no square of the board: a strange kind, or one that does not say what it must."""
    if square.kind not in kinds:
        return Refusal("NO_SUCH_SQUARE", seat, {"kinds": list(kinds)}, overrulable=False)
    if needs.get(square.kind) == "amount" and square.amount is None:
        return Refusal("SQUARE_NEEDS_AMOUNT", seat, {"kind": square.kind}, overrulable=False)
    if needs.get(square.kind) == "colour" and not square.colour:
        return Refusal("SQUARE_NEEDS_COLOUR", seat, {"kind": square.kind, "colours": list(colours)}, overrulable=False)
    return None


@record(kw_only=True)
class Casino(Question):
    """Which casino, and so which colour, does a player start from?"""

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


def awaited(questions: tuple[Question, ...]) -> list[str]:
    """Return the topics of what the table waits for."""
    return [q.topic for q in questions if not isinstance(q, Closed)]


def find(questions: tuple[Question, ...], fact: SeatFact) -> tuple[Question | None, Refusal | None]:
    """Return the question that this fact answers, and why it is refused.

    A wrong number of dice is told before a wrong seat, and a closed question with its own reason before both
    (OVERVIEW: "where a code says more that one is given").
    """
    kind = type(fact)
    other: Question | None = None
    refused: tuple[Question, Refusal] | None = None
    for question in questions:
        if kind in question.answers:
            if fact.seat in question.seats:
                refusal = question.check(fact)
                if refusal is None:
                    return question, None
                if refused is None or refused[1].code == "NO_SUCH_OPTION":  # another question may know this one
                    refused = (question, refusal)
            else:
                other = question
        elif isinstance(question, Closed) and question.answer is kind:
            if not question.seats or fact.seat in question.seats:
                return question, question.check(fact)
    if refused is not None:
        return refused
    if other is not None:
        if (refusal := other.check(fact)) and (refusal.code.startswith("NEED_") or not refusal.overrulable):
            return other, refusal
        return other, Refusal("NOT_YOUR_TURN", fact.seat, {"turn": other.seats[0] if other.seats else ""}, other.rule)
    asked = [q for q in questions if not isinstance(q, Closed)]
    if not asked:
        return None, Refusal("GAME_OVER", fact.seat, overrulable=False)
    turn = next((s for q in asked for s in q.seats if q.must), "")
    if turn and turn != fact.seat and isinstance(fact, DiceThrown | StakePlaced | Stood):
        return None, Refusal("NOT_YOUR_TURN", fact.seat, {"turn": turn})
    return None, Refusal("NOT_NOW", fact.seat, {"open": awaited(questions), "turn": turn})
