"""No answer to anybody depends on cards that he may not see.

The same evening is played twice, with different hidden cards of seat A. Both evenings must answer any message alike
and look alike afterwards. Only answers to A's own page may depend on her hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion import players, secrets
from companion.evening import Entry, Evening
from companion.facts import (
    Amended,
    CardDrawn,
    CardPlayed,
    CardsHeld,
    CardsShown,
    Fact,
    Inserted,
    OptionChosen,
    SeatFact,
    Stood,
    Voided,
    public,
)
from companion.packages import names
from companion.questions import PlayCard
from tests import pages
from tests.games import tables
from tests.rings import few

MOST = 80
"""Upper bound of the number of facts in an evening."""


def hides(game: str) -> bool:
    """Whether random play of a game leads to hidden cards."""
    evening = tables.Evening(game, "ABC", house=tables.followed(game, {}))
    tables.play(evening, Random(game), 60)
    return any(public(fact) != fact for fact in evening.facts)


HIDING = [game for game in names() if hides(game)]


def otherwise(fact: Fact, pack: tuple[str, ...], random: Random) -> Fact:
    """Return the same fact with other hidden cards."""
    match fact:
        case CardsHeld(cards=cards):
            return replace(fact, cards=tuple(random.sample(pack, len(cards))))
        case CardDrawn(card=card) if card.get("hidden"):
            return replace(fact, card={**card, "name": random.choice(pack)})
    return fact


def twins(game: str, random: Random) -> Iterator[tuple[Evening, Evening]]:
    """Play an evening twice; yield both after each fact once A's hidden cards differ."""
    house = tables.some_house(game, random) | tables.followed(game, {})
    start = tables.Evening(game, "ABC", house=house).start
    both = Evening([Entry(1, 0.0, start)]), Evening([Entry(1, 0.0, start)])
    differ = False
    for number in range(2, MOST):
        if both[0].play.game.outcome is not None:
            return
        asked = [(q, f) for q, f in players.answers(both[0].play, random) if q.kind == "hold"]
        fact = asked[0][1] if asked and random.random() < 0.7 else players.turn(both[0].play, random)
        if fact is None:
            return
        question, _ = both[0].play.place(fact)
        mine = isinstance(fact, SeatFact) and fact.seat == "A"
        other = otherwise(fact, getattr(question, "names", ()), random) if mine else fact
        for evening, each in zip(both, (fact, other), strict=True):
            decided = evening.decide(each)
            assert decided.refusal is None, (each, decided.refusal)
            evening.add(Entry(number, 0.0, decided.fact), decided=True)
        differ |= both[0].play.game.secrets("A") != both[1].play.game.secrets("A")
        if differ:
            yield both


def anything(evening: Evening, random: Random) -> Iterator[Fact]:
    """Yield facts that somebody may send: for each card of the pack, everybody's answers, nonsense and corrections."""
    game, number = evening.play.game, evening.number
    for question in evening.play.open:
        pack, loose = getattr(question, "names", ()), getattr(game, "table", [])
        some = tuple(random.sample(loose, min(2, len(loose))))
        for seat in game.players:
            yield Stood(seat=seat)
            for card in pack:
                if isinstance(question, PlayCard):
                    value = random.randint(1, 14)
                    yield CardPlayed(
                        seat=seat, card=card, use=random.choice(question.uses), take=some, build=value, value=value
                    )
                    yield CardPlayed(seat=seat, card=card, use="trail")
                drawn = {"name": card, "hidden": random.random() < 0.5}
                yield CardDrawn(seat=seat, deck=getattr(question, "deck", ""), card=drawn)
                yield CardsShown(seat=seat, cards=(card,))
    yield from (
        OptionChosen(seat=seat, option=one) for seat in game.players for one in ("bust", "concede", "leader_wins")
    )
    yield from (tables.anything(game, random) for _ in range(40))
    yield from (fact for _, fact in players.answers(evening.play, random) if getattr(fact, "seat", "") != "A")
    for _ in range(6):
        target = random.randint(2, number)
        inner = random.choice(
            [tables.anything(game, random), CardPlayed(seat="A", card="9H", use="trail"), Stood(seat="A")]
        )
        yield random.choice(
            [Voided(target=target), Amended(target=target, fact=inner), Inserted(target=target, fact=inner)]
        )


def with_one_more(evening: Evening, fact: Fact) -> Evening:
    """Return the evening with one more fact."""
    return Evening([*evening.entries, Entry(evening.number + 1, 0.0, fact)])


def look(evening: Evening) -> dict[str, Any]:
    """Return what everybody sees."""
    return {"view": pages.shown(evening), "report": pages.history(evening)}


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 12), marks=pytest.mark.slow)], ids=["two", "ten"])
@pytest.mark.parametrize("game", HIDING)
def test_no_answer_depends_on_cards_that_the_asker_may_not_see(game: str, seeds: range) -> None:
    asked = 0
    for seed in seeds[: few(len(seeds), whole=True)]:
        random = Random(f"hidden {game} {seed}")
        for moment, both in enumerate(twins(game, random)):
            if moment % 16 in (0, 4, 8, 12)[: max(2, few(4, whole=True))]:  # use at least two remainders
                asked += compared(*both, random)
    assert asked > few(700, whole=True) * few(len(seeds), whole=True)


def compared(one: Evening, other: Evening, random: Random) -> int:
    """Send facts to both evenings, whose answers and views must be equal; return the number of facts."""
    asked = 0
    assert look(one) == look(other)
    for fact in anything(one, random):
        asked += 1
        first, second = one.decide(fact), other.decide(fact)
        assert first.refusal == second.refusal, fact
        assert public(first.fact) == public(second.fact)
        if getattr(fact, "seat", "") != "A":  # another seat's holder learns nothing of A's hand
            assert first.to_holder == second.to_holder, fact
        forced = first.refusal is not None and first.refusal.overrulable
        if (forced or first.refusal is None) and random.random() < 0.1:
            after = [
                with_one_more(evening, replace(decided.fact, forced=forced))
                for evening, decided in ((one, first), (other, second))
            ]
            assert look(after[0]) == look(after[1]), fact
            assert after[0].misfits == after[1].misfits
    for seat in "AB":
        plays = [secrets.plays(evening, seat, "9H", own=seat == "B") for evening in (one, other)]
        assert plays[0] == plays[1]
    return asked


def test_every_card_is_refused_alike_for_a_hand_that_servi_knows() -> None:
    """Regression: an illegal play was refused as NOT_IN_HAND for 48 cards, and with another code for the four held."""
    evening = tables.Evening("cassino", "ABC", house={"result_only": False})
    evening.say(
        CardsShown(seat="A", cards=("5S", "3H", "9C", "KD")), CardsHeld(seat="B", cards=("9H", "2D", "4D", "6D"))
    )
    question = evening.question("play_card")
    codes = {
        getattr(evening.play.refuse(CardPlayed(seat="B", card=card, use="capture", take=("AC",))), "code", None)
        for card in question.names
        if card not in ("5S", "3H", "9C", "KD")
    }
    assert codes == {"NOT_ON_TABLE"}
    # B's own page gets another answer
    assert evening.code(CardPlayed(seat="B", card="8C", use="trail")) == "NOT_IN_HAND"
    assert evening.play.refuse(CardPlayed(seat="B", card="8C", use="trail")) is None
