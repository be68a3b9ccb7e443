"""Throws: the dice to throw, the dice to keep, and the offer to stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cache
from random import Random
from typing import Any, NotRequired, TypedDict, TypeVar

from companion.dice import FACES, DiceSet, DieKind, Reading
from companion.facts import DiceKept, DiceThrown, Die, Fact, Stood
from companion.language import tr
from companion.questions.base import Question
from companion.questions.pad import Choice, PadContext
from companion.questions.words import Words
from companion.record import record
from companion.refusal import Refusal

T = TypeVar("T")


class ThrowRow(TypedDict):
    dice: str
    least: int
    most: int
    lying: list[int] | None
    kept: list[int] | None
    must_keep: list[int]
    throws_left: int | None
    empty: bool


@record(kw_only=True)
class Throw(Question):
    """A request to throw dice.

    ``lying`` are the dice of the previous throw, some of which may stay; ``kept`` are those already named;
    ``must_keep`` may not be thrown again. ``empty`` allows keeping all; otherwise ``none_code`` is the refusal code.
    """

    kind = "throw"
    answers = (DiceThrown,)
    chance = True

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
        """Return the values of the dice that stayed: named, or implied by the number of thrown dice; else None."""
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

    def expected(self, kept: tuple[int, ...] | None) -> DiceSet:
        """Return the dice to expect in a picture without the ``kept`` ones."""
        stayed = kept if kept is not None else self.kept
        if self.lying is None or stayed is None:
            return self.dice
        return d6(max(1, len(self.lying) - len(stayed)))

    def rolling(self) -> DiceSet | None:
        """Return the dice to throw now, None if all are kept."""
        if self.lying is None or self.kept is None:
            return self.dice
        number = len(self.lying) - len(self.kept)
        return d6(number) if number else None

    def seen(self, reading: Reading, seat: str, kept: tuple[int, ...] | None) -> DiceThrown | None:
        """Return the throw of a certain reading; None if a player must confirm it.

        Dice that the eye saw unmoved override ``kept``, which the player named.
        """
        if not reading.certain or any(die.value is None for die in reading.dice):
            return None
        coloured = any(term.colour for term in self.dice.terms)
        dice = tuple(
            Die(die.kind.value, die.value, die.colour if coloured else None)
            for die in reading.dice
            if die.value is not None and not die.kept
        )
        stayed = tuple(int(die.value) for die in reading.dice if die.kept and die.value is not None)
        return DiceThrown(seat=seat, dice=dice, kept=stayed or kept)

    def answer(self, seat: str, random: Random) -> Fact | None:
        if self.lying is None:
            return DiceThrown(seat=seat, dice=rolled(self.dice, random))
        kept = self.kept
        if kept is None or (len(kept) == len(self.lying) and not self.empty):
            kept = some_kept(self.lying, self.must_keep, random, all_of_them=self.empty)
        dice = tuple(Die("d6", random.randint(1, 6)) for _ in range(len(self.lying) - len(kept)))
        return DiceThrown(seat=seat, dice=dice, kept=kept)

    def text_values(self, words: Words) -> dict[str, Any]:
        return {"dice": words.dice(str(self.rolling() or self.dice))}

    def row(self, words: Words) -> ThrowRow:
        return {
            "dice": str(self.dice),
            "least": self.dice.least,
            "most": self.dice.most,
            "lying": list(self.lying) if self.lying is not None else None,
            "kept": list(self.kept) if self.kept is not None else None,
            "must_keep": list(self.must_keep),
            "throws_left": self.throws_left,
            "empty": self.empty,
        }


class KeepRow(TypedDict):
    lying: list[int]
    must_keep: list[int]


@record(kw_only=True)
class Keep(Question):
    """An offer to name the lying dice that stay, before the player throws."""

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

    def answer(self, seat: str, random: Random) -> Fact | None:
        return DiceKept(seat=seat, kept=some_kept(self.lying, self.must_keep, random, all_of_them=False))

    def row(self, words: Words) -> KeepRow:
        return {"lying": list(self.lying), "must_keep": list(self.must_keep)}

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        def does(kept: list[str]) -> str:
            if not kept:
                return tr("Confirmer : {seat} relance tous les dés.", seat=pad.name)
            return tr("Confirmer : {seat} garde {dice}.", seat=pad.name, dice=", ".join(sorted(kept)))

        faces = ((str(v), tr("le {face}", face=v), n) for v, n in sorted(Counter(self.lying).items()))
        return pad.several(
            faces,
            lambda kept: DiceKept(seat=pad.seat, kept=tuple(sorted(int(v) for v in kept))),
            does,
            tuple(str(v) for v in self.must_keep),
        )


class StandRow(TypedDict):
    say: NotRequired[str]
    made: NotRequired[bool]


@record(kw_only=True)
class Stand(Question):
    """An offer to say « servi »; ``to_holder`` is a refusal that only the holder's page may learn.

    ``refused`` is a refusal for everybody, in evenings with version 1 of the rules. ``made``: no throw can be better.
    """

    kind = "stand"
    answers = (Stood,)

    refused: Refusal | None = field(default=None, compare=False, repr=False)
    to_holder: Refusal | None = field(default=None, compare=False, repr=False)
    made: bool = False

    def check(self, fact: Stood) -> Refusal | None:
        return self.refused

    def check_holder(self, fact: Stood) -> Refusal | None:
        return self.to_holder

    def answer(self, seat: str, random: Random) -> Fact | None:
        return None if self.refused or self.to_holder else Stood(seat=seat)

    def row(self, words: Words) -> StandRow:
        row: StandRow = {"made": True} if self.made else {}
        if label := words.hook(self):
            row["say"] = label
        return row


def need(dice: DiceSet) -> str:
    """Return the refusal code for the required dice, such as ``NEED_2_DICE`` or ``NEED_TWO_WHITE``."""
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


def fits(wanted: DiceSet, dice: tuple[Die, ...]) -> bool:
    """Whether these dice are the required set."""
    terms = wanted.terms
    if len(terms) == 1 and terms[0].colour is None:
        term = terms[0]
        return term.least <= len(dice) <= term.most and [d.kind for d in dice].count(term.kind) == len(dice)
    if wanted.named is not None:
        return sorted([(d.kind, d.colour or "other") for d in dice]) == wanted.named
    return wanted.accepts([(DieKind(d.kind), d.colour or "other") for d in dice])


def subtract(part: Sequence[T], whole: Sequence[T]) -> list[T]:
    """Return the elements of ``part`` that ``whole`` lacks, counted with repetition."""
    left, missing = list(whole), []
    for value in part:
        if value in left:
            left.remove(value)
        else:
            missing.append(value)
    return missing


@cache
def dice_set(text: str) -> DiceSet:
    """Return the dice set for this text, parsed once."""
    return DiceSet.parse(text)


@cache
def d6(least: int, most: int | None = None) -> DiceSet:
    """Return the set of ``least`` to ``most`` d6."""
    return dice_set(f"{least}d6" if most in (None, least) else f"{least}-{most}d6")


def rolled(wanted: DiceSet, random: Random) -> tuple[Die, ...]:
    """Return a random throw of the required dice."""
    return tuple(
        Die(term.kind.value, random.choice(FACES[term.kind]), term.colour)
        for term in wanted.terms
        for _ in range(random.randint(term.least, term.most))
    )


def some_kept(lying: tuple[int, ...], fixed: tuple[int, ...], random: Random, all_of_them: bool) -> tuple[int, ...]:
    """Return random dice to keep: the fixed ones and some others; all only if ``all_of_them``."""
    free = list((Counter(lying) - Counter(fixed)).elements())
    most = len(free) if all_of_them else len(free) - 1
    return (*fixed, *random.sample(free, random.randint(0, max(0, most))))
