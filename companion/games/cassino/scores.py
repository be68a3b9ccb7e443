"""Points of a deal: cards, spades, big and little Cassino, aces, sweeps; and the winner (CS-SCO, CS-END, CS-VAR)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from operator import itemgetter
from typing import Any

from companion.games.cassino.pack import BIG, JACK, LITTLE, rank, suit
from companion.games.cassino.state import CassinoState
from companion.refusal import Refusal

Side = tuple[str, ...]
Counts = dict[str, int]
ORDER = ("cards", "spades", "big", "little", "aces", "sweeps", "jack", "last")
"""The order in which points are counted (CS-VAR-9)."""

ACES = {"S": "ace_S", "C": "ace_C", "H": "ace_H", "D": "ace_D"}
"""The scoring item of each ace by suit, in the order in which aces are counted (CS-VAR-9)."""

AS_THEY_COME = ("spades", "cards", "big", "little", "aces", "sweeps", "jack")
LINES = {"cards": 27, "spades": 7}
"""The smallest number of cards, and of spades, that is a majority (CS-VAR-11)."""


def worth(house: Mapping[str, Any]) -> Mapping[str, int]:
    """Return the value of each scoring item; Spade Casino counts each spade (AMB-CS-1, AMB-CS-2)."""
    return _worth(flags(house))


@cache
def _worth(flags: tuple[bool, ...]) -> Mapping[str, int]:
    house = dict(zip(OPTIONS, flags, strict=True))
    wippen = house["wippen"]
    return {
        "cards": 2 if wippen or house["cards_2_last_1"] else 3,
        "spades": 1 if house["spade_casino"] else 2 if wippen else 1,
        "big": 2, "little": 1, "aces": 1,
        "sweeps": 1 if wippen or house["sweeps"] else 0,
        "jack": 1 if house["spade_casino"] else 0,
        "last": 1 if house["cards_2_last_1"] else 0,
    }  # fmt: skip


OPTIONS = ("cards_2_last_1", "wippen", "spade_casino", "sweeps", "count_out")
Totals = Mapping[str, tuple[int, str]]


flags = itemgetter(*OPTIONS)
"""Returns the house options that change the scoring items."""


def counted(flags: tuple[bool, ...]) -> tuple[tuple[str, ...], Totals]:
    """Return the items to count after a deal; for each with a fixed sum, also this sum and its refusal code."""
    house, value = dict(zip(OPTIONS, flags, strict=True)), _worth(flags)
    keys = ["cards", "spades", "big", "little", "aces", *(ACES.values() if house["count_out"] else ())]
    keys += [k for k in ("sweeps", "jack", "last") if value[k]]
    must = {"cards": 52, "spades": 13, "aces": 4, "big": 1, "little": 1, "jack": 1, "last": 1}
    totals = {k: (n, f"{k.upper()}_MUST_SUM_TO_{n}") for k, n in must.items() if k in keys}
    return tuple(keys), totals | {k: (1, "ACE_MUST_SUM_TO_1") for k in keys if k in ACES.values()}


def count(pile: list[str], sweeps: int = 0, last: bool = False) -> Counts:
    """Return the counts of a pile."""
    aces = [c for c in pile if rank(c) == "A"]
    return {
        "cards": len(pile), "spades": sum(suit(c) == "S" for c in pile), "big": pile.count(BIG),
        "little": pile.count(LITTLE), "aces": len(aces), "sweeps": sweeps, "jack": pile.count(JACK), "last": int(last),
        **{key: aces.count("A" + s) for s, key in ACES.items()},
    }  # fmt: skip


def too_small(seat: str, row: Mapping[str, int]) -> Refusal | None:
    """Return a refusal if the counts of one pile contradict each other, such as seven spades in six cards.

    The ace, the two and the jack of spades are spades; the big casino and the other aces are further cards. A sweep
    captures at least two cards.
    """
    spades, aces = row.get("spades", 0), row.get("aces", 0)
    free = spades - row.get("little", 0) - row.get("jack", 0)
    least = max(spades + row.get("big", 0) + aces - (1 if aces and free > 0 else 0), 2 * row.get("sweeps", 0))
    if free >= 0 and row.get("cards", 0) >= least:
        return None
    if free < 0:
        return Refusal(
            "TOO_FEW_SPADES", seat, {"counted": spades, "least": spades - free}, "CS-SCO-1", overrulable=False
        )
    numbers = {"counted": row.get("cards", 0), "least": least}
    return Refusal("TOO_FEW_CARDS", seat, numbers, "CS-SCO-1", overrulable=False)


def by_side(game: CassinoState, counts: Mapping[str, Mapping[str, int]]) -> dict[Side, Counts]:
    """Return the counts of each side, partners added up."""
    found: dict[Side, Counts] = {}
    for side in game.sides():
        total = found[side] = dict(counts.get(side[0], {}))
        for partner in side[1:]:
            for key, number in counts.get(partner, {}).items():
                total[key] = total.get(key, 0) + number
    return found


def points(house: Mapping[str, Any], counts: Mapping[Side, Mapping[str, int]]) -> dict[Side, dict[str, int]]:
    """Return each side's points by item; a tie for most cards or spades scores for nobody (CS-SCO-2)."""
    for_most, for_each = _lines(flags(house))
    sides, rows = [*counts], counts.values()
    found: dict[Side, dict[str, int]] = {side: {} for side in sides}
    for key, value in for_most:
        numbers = [row.get(key, 0) for row in rows]
        most = max(numbers)
        if most and numbers.count(most) == 1:
            found[sides[numbers.index(most)]][key] = value
    for side, row in counts.items():
        made = found[side]
        for key, value in for_each:
            if number := row.get(key):
                made[key] = number * value
    return found


Worth = tuple[tuple[str, int], ...]


@cache
def _lines(flags: tuple[bool, ...]) -> tuple[Worth, Worth]:
    """Return the items scored by the majority and those scored one by one, each with its value, in order."""
    most = ("cards",) if flags[OPTIONS.index("spade_casino")] else ("cards", "spades")
    lines = [(key, value) for key in ORDER if (value := _worth(flags)[key])]
    return tuple(x for x in lines if x[0] in most), tuple(x for x in lines if x[0] not in most)


def winner(game: CassinoState, before: Mapping[Side, int], counts: Mapping[Side, Counts]) -> tuple[Side | None, str]:
    """Return the winning side and the reason, (None, "") if another deal follows (CS-END-1, CS-END-2, AMB-CS-5)."""
    scores = {side: game.score_of(side) for side in counts}
    best, goal = max(scores.values()), game.goal()
    if best < goal and not game.house["one_deal"]:
        return None, ""
    first = [side for side, n in scores.items() if n == best]
    if game.house["one_deal"]:
        return (first[0], "one_deal") if len(first) == 1 else (None, "")
    reached = [side for side, n in scores.items() if n >= goal]
    if len(reached) > 1 and game.house["count_out"]:
        return counted_out(game, before, counts)
    return (first[0], "target") if len(first) == 1 else (None, "")


def counted_out(
    game: CassinoState, before: Mapping[Side, int], counts: Mapping[Side, Counts]
) -> tuple[Side | None, str]:
    """Count item by item; the first side at the target wins, otherwise most sweeps decide (CS-VAR-9, CS-VAR-10)."""
    running, made, value = dict(before), points(game.house, counts), worth(game.house)
    for key in ("cards", "spades", "big", "little", *ACES.values()):
        for side in counts:
            gain = counts[side].get(key, 0) * value["aces"] if key in ACES.values() else made[side].get(key, 0)
            running[side] = running.get(side, 0) + gain
            if running[side] >= game.goal():
                return side, key
    most = max(row.get("sweeps", 0) for row in counts.values())
    first = [side for side, row in counts.items() if row.get("sweeps", 0) == most]
    return (first[0], "sweeps") if len(first) == 1 else (None, "")


def running(game: CassinoState, seat: str, won: list[str], swept: bool) -> None:
    """Score a capture at once: sweeps, aces, big, little, jack, the 7th or each spade, the 27th card (CS-VAR-11)."""
    side = game.side_of(seat)
    value = worth(game.house)
    now, gained = count([c for s in side for c in game.piles[s]]), count(won)
    game.scored = []
    for key in AS_THEY_COME:
        if key == "sweeps":
            amount = value[key] if swept else 0
        elif key in LINES and not (key == "spades" and game.house["spade_casino"]):
            passed = now[key] >= LINES[key] > now[key] - gained[key]
            amount = value[key] if passed else 0
        else:
            amount = gained[key] * value[key]
        if amount:
            game.scored.append(key)
            game.claimed.add(key)
            game.score(side, amount, key)
