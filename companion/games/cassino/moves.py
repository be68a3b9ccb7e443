"""Plays of a hand card: capture, build, add, raise, trail (CS-FACE, CS-NUM, CS-BLD, CS-TRL)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from companion.facts import CardPlayed
from companion.games.cassino.pack import COURTS, KNOWN, NAMES, groups, number, numbers, rank, suit
from companion.games.cassino.state import Build, CassinoState
from companion.questions import subtract
from companion.refusal import Refusal

USES = ("capture", "build", "add", "raise", "trail")
MOST_TRIED = 4
"""Maximum loose cards combined in a proposed play."""


Hand = list[str] | None
"""The player's hand, None if it is unknown or may not be known."""


def refuse(game: CassinoState, fact: CardPlayed, hand: Hand, *, hidden: bool = False) -> Refusal | None:
    """Return why this play is refused, given ``hand``; ``hidden``: Servi knows a hand that the asker may not see."""
    seat, card = fact.seat, fact.card
    if not card and fact.use in ("build", "add", "raise"):
        return Refusal("NEEDS_HAND_CARD", seat, {}, "CS-BLD-12")
    if not KNOWN.issuperset((card, *fact.take)):
        return Refusal("NO_SUCH_CARD", seat, {"cards": ["AS", "10D", "KC"]}, overrulable=False)
    if hand is not None and card not in hand:
        return Refusal("NOT_IN_HAND", seat, {}, "CS-TRN-1")
    if card in game.seen and suit(card) and hand is None and not hidden:
        return Refusal("ALREADY_SEEN", seat, {}, "CS-CRD-1")
    if fact.take and subtract(fact.take, game.table):
        return Refusal("NOT_ON_TABLE", seat, {}, "CS-INT-1")
    if fact.use in ("add", "raise") or (fact.use == "capture" and fact.build):
        if not any(b.value == fact.build for b in game.builds):
            return Refusal("NO_SUCH_BUILD", seat, {"builds": [b.value for b in game.builds]}, "CS-INT-5")
    return RULES[fact.use](game, fact, hand) or keeps(game, fact, hand)


def left_in_hand(fact: CardPlayed, hand: Hand) -> Hand:
    """Return the hand after the play."""
    if hand is None:
        return None
    rest = list(hand)
    if fact.card in rest:
        rest.remove(fact.card)
    return rest


def holds(game: CassinoState, fact: CardPlayed, value: int, hand: Hand) -> bool:
    """Whether the player may hold a card of this value after the play; an unknown hand may hold any hidden card."""
    rest = left_in_hand(fact, hand)
    gone: set[str] = set()
    if rest is None:
        if game.rules < 2:  # version 1 also allowed values that no card has
            return True
        if game.rules >= 3:  # everybody sees the open cards and who plays his last card
            gone = {*game.seen, fact.card}
            rest = [] if game.to_play.get(fact.seat) == 1 else None
    return any(number(c, game.royal) == value and c not in gone for c in (NAMES if rest is None else rest))


def keeps(game: CassinoState, fact: CardPlayed, hand: Hand) -> Refusal | None:
    """Refuse a play that leaves no card to capture the player's own build (AMB-CS-7)."""
    if not game.house["keep_capturing_card"] or fact.use == "trail":
        return None
    touched = fact.build if fact.use in ("capture", "add", "raise") else 0
    for build in game.builds:
        if build.owner == fact.seat and build.value != touched and not holds(game, fact, build.value, hand):
            return Refusal("MUST_KEEP_CAPTURING_CARD", fact.seat, {"value": build.value}, "CS-TRL-3")
    return None


def capture(game: CassinoState, fact: CardPlayed, hand: Hand) -> Refusal | None:
    """Refuse a capture unless it takes a court card of equal rank, or groups of the card's number (CS-FACE, CS-NUM)."""
    refused = Refusal("NOT_CAPTURABLE", fact.seat, {}, "CS-INT-2")
    value = number(fact.card, game.royal)
    if not fact.take and not fact.build:
        return refused
    if value is None:
        same = all(rank(c) == rank(fact.card) for c in fact.take)
        three = game.house["court_take_three"] and len(fact.take) == 3
        return (
            None if same and not fact.build and (len(fact.take) == 1 or three) else replace(refused, rule="CS-FACE-3")
        )
    taken = numbers(fact.take, game.royal)
    if taken is None or (fact.take and not groups(taken, value)) or (fact.build and fact.build != value):
        return refused
    return None


def makes(game: CassinoState, fact: CardPlayed, cards: tuple[str, ...], value: int, hand: Hand) -> Refusal | None:
    """Refuse cards that do not form a build of this value, or one that the player cannot capture."""
    made = numbers(cards, game.royal)
    if made is None or (made and not groups(made, value)):
        return Refusal("NOT_A_BUILD", fact.seat, {"value": value}, "CS-BLD-9")
    if not holds(game, fact, value, hand):
        return Refusal("NO_CAPTURING_CARD", fact.seat, {"value": value}, "CS-BLD-1")
    return None


def build(game: CassinoState, fact: CardPlayed, hand: Hand) -> Refusal | None:
    """Refuse a build unless its cards form the announced number, once or several times (CS-BLD-12 to 14)."""
    if not fact.take or fact.value < 1:
        return Refusal("NOT_A_BUILD", fact.seat, {"value": fact.value}, "CS-BLD-12")
    if (refusal := makes(game, fact, (fact.card, *fact.take), fact.value, hand)) is not None:
        return refusal
    return second(game, fact, fact.value)


def second(game: CassinoState, fact: CardPlayed, value: int) -> Refusal | None:
    """Refuse a second build of the same value if the house forbids it (AMB-CS-8); otherwise the two join."""
    if game.house["same_value_builds"] == "forbid" and any(b.value == value for b in game.builds):
        return Refusal("SAME_VALUE_BUILD", fact.seat, {"value": value}, "CS-BLD-9")
    return None


def add(game: CassinoState, fact: CardPlayed, hand: Hand) -> Refusal | None:
    """Refuse an addition unless its cards form the build's number again (CS-BLD-9 to 11, CS-BLD-15)."""
    return makes(game, fact, (fact.card, *fact.take), fact.build, hand)


def raise_build(game: CassinoState, fact: CardPlayed, hand: Hand) -> Refusal | None:
    """Refuse to raise a multiple build, or to a number that the hand card alone does not reach (CS-BLD-1 to 8)."""
    old = next(b for b in game.builds if b.value == fact.build)
    if old.multiple:
        return Refusal("MULTIPLE_BUILD_FIXED", fact.seat, {"value": old.value}, "CS-BLD-5")
    reached = old.value + (number(fact.card, game.royal) or 0)
    if reached != fact.value or reached == old.value:
        code = "TABLE_CARD_CANNOT_CHANGE_VALUE" if fact.take else "NOT_A_BUILD"
        return Refusal(code, fact.seat, {"value": reached if fact.take else fact.value}, "CS-BLD-3")
    return makes(game, fact, fact.take, fact.value, hand) or second(game, fact, fact.value)


def trail(game: CassinoState, fact: CardPlayed, hand: Hand) -> Refusal | None:
    """Refuse to trail while the player's own build lies there (CS-TRL); a partner's does not count (AMB-CS-6)."""
    if any(b.owner == fact.seat for b in game.builds):
        return Refusal("MUST_NOT_TRAIL", fact.seat, {}, "CS-TRL-3")
    return None


RULES = {"capture": capture, "build": build, "add": add, "raise": raise_build, "trail": trail}


# --- what a play does ------------------------------------------------------------------------------------


def play(game: CassinoState, fact: CardPlayed) -> list[str]:
    """Carry out a play; return the captured cards. A forced play may name cards that are not on the table."""
    hand = game.hands.get(fact.seat)
    if hand is not None and fact.card in hand:
        hand.remove(fact.card)
    game.seen.add(fact.card)
    if fact.use == "trail" or not fact.card:
        game.table += [fact.card] if fact.card else []
        return []
    taken = []
    for card in fact.take:
        if card in game.table:
            game.table.remove(card)
            taken.append(card)
    if fact.use == "capture":
        won = [fact.card, *taken]
        if fact.build:
            won += [c for b in game.builds if b.value == fact.build for c in b.cards]
            game.builds = [b for b in game.builds if b.value != fact.build]
        return won
    value = fact.value if fact.use in ("build", "raise") else fact.build
    old = next((b for b in game.builds if fact.use != "build" and b.value == fact.build), None)
    joined = Build(value, [fact.card, *taken], owner=fact.seat)
    if fact.use == "build":
        joined.multiple = sum(numbers(joined.cards, game.royal) or [value]) > value
    if old is not None:
        game.builds.remove(old)
        joined.cards = [*old.cards, *joined.cards]
        joined.multiple = fact.use == "add" or old.multiple or bool(taken)
    if (same := next((b for b in game.builds if b.value == value), None)) is not None:
        game.builds.remove(same)
        joined.cards = [*same.cards, *joined.cards]
        joined.multiple = True
    game.builds.append(joined)
    return []


def plays(game: CassinoState, seat: str, card: str, hand: Hand) -> Iterator[CardPlayed]:
    """Yield a card's legal plays, most loose cards first; at most ``MOST_TRIED`` of the first eight loose cards."""
    value = number(card, game.royal)
    loose = [c for c in game.table if value is None or number(c, game.royal) is not None]
    sets = [()] + [s for n in range(1, MOST_TRIED + 1) for s in combinations(loose[:8], n)]
    found: list[CardPlayed] = []
    for take in reversed(sets):
        total = sum(numbers((card, *take), game.royal) or [0])
        for build in {0, *(b.value for b in game.builds)}:
            if rank(card) in COURTS and value is None and (len(take) > 3 or build):
                continue
            found.append(CardPlayed(seat=seat, card=card, use="capture", take=take, build=build))
            if build and value is not None:
                found.append(CardPlayed(seat=seat, card=card, use="add", take=take, build=build))
                found.append(CardPlayed(seat=seat, card=card, use="raise", take=take, build=build, value=build + value))
        if take and value is not None:
            found += [
                CardPlayed(seat=seat, card=card, use="build", take=take, value=v) for v in {total, value, total // 2}
            ]
    found.append(CardPlayed(seat=seat, card=card, use="trail"))
    for each in found:
        if refuse(game, each, hand) is None:
            yield each
