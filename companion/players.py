"""Simple players, who answer any open question at random, but always as it may be answered.

``answer(question, random)`` makes a fact that answers one question; ``turn(play, random)`` picks a question and answers
it. The demonstration plays with them, and so do tests. Dice that they name are wishes only: who has a table with an eye
throws instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from companion import asks, bids, cards
from companion.dice import FACES, DiceSet
from companion.facts import (
    BetPlaced,
    BetsClosed,
    BetsTold,
    BetTakenBack,
    CardDrawn,
    CardsHeld,
    CardsShown,
    CardsSold,
    CasinoChosen,
    Counted,
    DiceKept,
    DiceThrown,
    Die,
    Fact,
    Landed,
    NumberGiven,
    OpponentChosen,
    OptionChosen,
    Protested,
    Square,
    SquareNamed,
    StakePlaced,
    Stood,
)
from companion.play import Play

EAGER = {"throw": 6, "opponent": 2, "play_card": 30, "hold": 4, "close": 3, "stand": 3, "bet": 4, "sell": 2}
"""How often a kind of question is preferred where several are open; what is not named counts once."""


def dice(wanted: DiceSet, random: Random) -> tuple[Die, ...]:
    """Throw the wanted dice."""
    return tuple(
        Die(term.kind.value, random.choice(FACES[term.kind]), term.colour)
        for term in wanted.terms
        for _ in range(random.randint(term.least, term.most))
    )


def _throw(question: asks.Throw, seat: str, random: Random) -> Fact:
    if question.lying is None:
        return DiceThrown(seat=seat, dice=dice(question.dice, random))
    kept = question.kept
    if kept is None or (len(kept) == len(question.lying) and not question.empty):
        kept = _keep(question.lying, question.must_keep, random, all_of_them=question.empty)
    rolled = tuple(Die("d6", random.randint(1, 6)) for _ in range(len(question.lying) - len(kept)))
    return DiceThrown(seat=seat, dice=rolled, kept=kept)


def _keep(lying: tuple[int, ...], fixed: tuple[int, ...], random: Random, all_of_them: bool) -> tuple[int, ...]:
    free = list((Counter(lying) - Counter(fixed)).elements())
    most = len(free) if all_of_them else len(free) - 1
    return (*fixed, *random.sample(free, random.randint(0, max(0, most))))


def _chips(least: int, most: int, step: int, random: Random) -> int | None:
    """An amount in whole chips, small ones oftener; None where there is none."""
    low, high = -(-max(least, 1) // step), most // step
    return min(random.randint(low, high), random.randint(low, high)) * step if low <= high else None


def _bet(question: asks.Bet, random: Random) -> Fact | None:
    betting = {who for who, _ in question.bets}
    able = [s for s in question.seats if s in betting or question.available[s] >= question.step]
    if not able:
        return None
    seat = random.choice(able)
    mine = [field for who, field in question.bets if who == seat]
    if question.why:
        left = question.available[seat] >= question.step
        free = [field for field in question.fields if left and not question.why(seat, field)]
        if free and not (mine and random.random() < 0.05):
            return BetPlaced(seat=seat, field=random.choice(free), amount=question.step)
        if mine and (left or random.random() < 0.05):
            return BetTakenBack(seat=seat, field=random.choice(mine))
        return None
    if mine and (random.random() < 0.2 or question.available[seat] < question.step):
        return BetTakenBack(seat=seat, field=random.choice(mine))
    groups = question.groups or {}
    kinds = {groups.get(field) for field in mine}
    fields = [f for f in question.fields if not groups or not kinds or groups.get(f) in kinds]
    amount = _chips(question.step, min(question.available[seat], 1500), question.step, random)
    return BetPlaced(seat=seat, field=random.choice(fields), amount=amount) if amount else None


def _told(question: asks.Told, seat: str, random: Random) -> Fact | None:
    total = _chips(question.step, min(question.available[seat], 1500), question.step, random) or 0
    if not total or (seat != question.must_bet and random.random() < 0.3):
        return None if seat == question.must_bet else BetsTold(seat=seat, won={}, total=0)
    won = {random.choice(question.fields): question.step} if question.fields and random.random() < 0.4 else {}
    return BetsTold(seat=seat, won=won, total=total)


def card(deck: str, random: Random) -> dict[str, Any]:
    """Invent a card of a deck that nobody has told Servi yet."""
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


def square(question: asks.SquareAsked, random: Random) -> Square:
    """Name a square that may lie there."""
    kind = random.choice(question.kinds)
    colour = random.choice(question.colours) if kind == "casino" else None
    amount = random.choice((-300, -150, 100, 200)) if kind == "slot" else None
    return Square(kind=kind, colour=colour, amount=amount)


def _play(question: cards.PlayCard, random: Random) -> Fact | None:
    """Play a card that may be played, and capture or build with it rather than trail."""
    for name in random.sample(question.names, len(question.names)):
        plays = list(islice(question.plays(name), 12))
        if plays:
            return random.choice(plays)
    return None


def _count(
    who: tuple[str, ...], keys: tuple[str, ...], totals: Mapping[str, tuple[int, str]], random: Random
) -> dict[str, dict[str, int]]:
    """Count piles that come to a whole pack."""
    rows: dict[str, dict[str, int]] = {s: {} for s in who}
    for key in keys:
        total = totals[key][0] if key in totals else random.randint(0, 3)
        for seat in random.choices(who, k=total):
            rows[seat][key] = rows[seat].get(key, 0) + 1
    return rows


def answer(question: asks.Question, random: Random) -> Fact | None:
    """Return a fact that answers this question and is not refused; None where just now there is no such answer."""
    if not question.seats:
        return None
    seat = random.choice(question.seats)
    match question:
        case asks.Throw():
            return _throw(question, seat, random)
        case asks.Keep(lying=lying, must_keep=fixed):
            return DiceKept(seat=seat, kept=_keep(lying, fixed, random, all_of_them=False))
        case asks.Stand(refused=refused):
            return None if refused else Stood(seat=seat)
        case asks.Stake(minimum=least, limit=most, step=step):
            amount = _chips(least, most, step, random)
            return StakePlaced(seat=seat, amount=amount) if amount else None
        case asks.Bet():
            return _bet(question, random)
        case asks.Told():
            return _told(question, seat, random)
        case asks.Close(waits_for=waits, refused=refused):
            return None if waits or refused else BetsClosed(seat=seat)
        case asks.Opponent(limits=limits, minimum=least):
            able = [s for s, limit in limits.items() if limit >= least]
            return OpponentChosen(seat=seat, opponent=random.choice(able)) if able else None
        case asks.Option(options=options, refused=refused):
            allowed = [o for o in options if o not in refused]
            return OptionChosen(seat=seat, option=random.choice(allowed)) if allowed else None
        case asks.Number(low=low, high=high, taken=taken, topic=topic):
            if topic == "jackpot_amount":
                return NumberGiven(seat=seat, number=random.randint(0, 40) * 25)
            free = [n for n in range(low, high + 1) if n not in taken]
            return NumberGiven(seat=seat, number=random.choice(free)) if free else None
        case asks.Card(deck=deck, known=known):
            drawn = dict(random.choice(known)) if known else card(deck, random)
            return CardDrawn(seat=seat, deck=deck, card=drawn)
        case asks.Sell(prices=prices, one=one, most=bound):
            most = min(len(prices), 1 if one else bound or len(prices))
            return CardsSold(seat=seat, cards=tuple(random.sample(sorted(prices), random.randint(0, most))))
        case asks.SquareAsked():
            kind = Landed if isinstance(question, asks.Landing) else SquareNamed
            return kind(seat=seat, square=square(question, random), passed=random.random() < 0.1)
        case asks.Casino(colours=colours, taken=taken):
            left = [c for c in colours if c not in taken]
            return CasinoChosen(seat=seat, colour=random.choice(left)) if left else None
        case cards.Draw(deck=deck, names=names, hidden=hidden, blank=blank):
            drawn = {"name": "" if blank and random.random() < 0.3 else random.choice(names)}
            return CardDrawn(
                seat=seat, deck=deck, card=drawn | ({"hidden": True} if hidden and random.random() < 0.5 else {})
            )
        case cards.Show() | cards.Hold():
            number = random.randint(question.least, min(question.most, question.least + 2))
            told = tuple(random.choice(question.names) for _ in range(number))
            return CardsHeld(seat=seat, cards=told) if question.kind == "hold" else CardsShown(seat=seat, cards=told)
        case cards.PlayCard():
            return _play(question, random)
        case cards.Count(who=who, keys=keys, totals=totals):
            return Counted(seat=seat, counts=_count(who, keys, totals, random))
        case bids.Bid(minimum=least, limit=most, own=own, step=step, amounts=amounts):
            total = random.choice(amounts) if amounts else _chips(least, min(most, own), step, random)
            return StakePlaced(seat=seat, amount=total) if total else None
        case bids.Protest(minimum=least, purses=purses, step=step):
            able = [s for s in question.seats if purses[s] >= least]
            if not able:
                return None
            seat = random.choice(able)
            total = _chips(least, min(purses[seat], 4 * least), step, random) if random.random() < 0.7 else None
            return Protested(seat=seat, amount=total)
    raise AssertionError(f"nobody knows how to answer a question of the kind {type(question).__name__}")


def answers(play: Play, random: Random, *, landing: bool = False) -> Iterator[tuple[asks.Question, Fact]]:
    """Yield one answer for each open question that has one; without ``landing`` the movement is thrown."""
    for question in play.open:
        if isinstance(question, asks.Closed) or (question.topic == "land" and not landing):
            continue
        fact = answer(question, random)
        if fact is not None:
            yield question, fact


def turn(play: Play, random: Random) -> Fact | None:
    """Return the next thing that happens at a table of random players; None where nothing can."""
    possible = list(answers(play, random))
    if not possible:
        return None
    weights = [EAGER.get(question.kind, 1) for question, _ in possible]
    return random.choices([fact for _, fact in possible], weights)[0]
