"""The memorable events of an evening: improbable or large moments, and the hands that the livre d'or counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from statistics import median
from typing import Any

from companion import summary
from companion.chronicle.kind import Kind
from companion.chronicle.outline import person_at
from companion.evening import Evening
from companion.facts import DiceThrown
from companion.money.ledger import SCOREBOARD
from companion.record import record

CANDIDATES = 14
"""Maximum moments kept of an evening; at most half are shown, since those of a forgotten player are left out later."""
ACES = 216
"""The odds of three aces with three dice: one throw in this number."""
WON, FAMOUS, THREE_ACES = "won", "famous", "aces"
ALIKE = 4
"""Maximum candidates of one kind and one reason, over all fields of a bet."""


@record()
class Moment:
    """A memorable event: a win, with or without the famous hand of its game, or a throw of three aces.

    ``one_in``: its exact odds are 1 in this number, 0 if unknown. ``weight``: its improbability and size, in bits.
    """

    number: int
    throw: int
    kind: str
    seat: str
    person: str
    amount: int
    reason: str
    giver: str
    one_in: float
    picture: bool
    weight: float


@record()
class Try:
    """A finished hand that counts as a try at the famous hand of its game."""

    person: str
    made: bool


@record()
class Deeds:
    """The moments of an evening, the highest weight first, and its tries in order."""

    moments: tuple[Moment, ...]
    tries: tuple[Try, ...]


def deeds(evening: Evening) -> Deeds:
    """Return the deeds of an evening whose names are replaced by ids."""
    game = evening.play.game
    found = {one.number: one for one in sorted([*_wins(evening), *_aces(evening)], key=lambda one: one.weight)}
    alike = Counter[tuple[str, str]]()
    best = []
    for one in sorted(found.values(), key=lambda one: (-one.weight, one.number)):
        sort = one.kind, one.reason.partition(":")[0]
        alike[sort] += 1
        if alike[sort] <= ALIKE:
            best.append(one)
    return Deeds(
        tuple(best[:CANDIDATES]), tuple(Try(person_at(evening, s, number), made) for number, s, made in game.famous())
    )


def _wins(evening: Evening) -> list[Moment]:
    wins, chances = summary.wins(evening), evening.play.game.chances()
    famous = {(number, seat) for number, seat, made in evening.play.game.famous() if made}
    usual = median(win.amount for win in wins) if wins else 1
    rows = []
    for win in wins:
        chance = chances.get((win.number, win.seat))
        one_in = float(1 / chance) if chance else 0.0
        weight = math.log2(one_in or 1) + math.log2(1 + win.amount / usual)
        person = person_at(evening, win.seat, win.number)
        kind = FAMOUS if (win.number, win.seat) in famous else WON
        giver = "" if win.giver == SCOREBOARD else win.giver
        rows.append(
            Moment(
                win.number,
                win.throw,
                kind,
                win.seat,
                person,
                win.amount,
                win.reason,
                giver,
                one_in,
                win.picture,
                weight,
            )
        )
    return rows


def _aces(evening: Evening) -> list[Moment]:
    """Return the throws of three dice that show three aces."""
    rows, throw = [], 0
    for played in evening.played:
        number, fact = played.number, played.fact
        if not isinstance(fact, DiceThrown):
            continue
        throw += 1
        if [(die.kind, die.value) for die in fact.dice] == [("d6", 1)] * 3:
            entry, person = evening.entry(number), person_at(evening, fact.seat, number)
            picture = entry is not None and entry.picture
            weight = math.log2(ACES)
            rows.append(Moment(number, throw, THREE_ACES, fact.seat, person, 0, "", "", ACES, picture, weight))
    return rows


def _read(data: Mapping[str, Any]) -> Deeds:
    return Deeds(tuple(Moment(**one) for one in data["moments"]), tuple(Try(**one) for one in data["tries"]))


DEEDS = Kind("deeds", 2, deeds, asdict, _read, remembered=True)
