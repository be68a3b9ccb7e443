"""« Jouer quand même »: whatever the table forces, the evening goes on and points are conserved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from companion import players
from companion.evening import Entry
from companion.evening import Evening as Played
from companion.facts import (
    BankerNamed,
    BetPlaced,
    BetsClosed,
    BetTakenBack,
    CardCorrected,
    CardDrawn,
    CardsSold,
    CasinoChosen,
    ChipsCounted,
    DiceKept,
    DiceThrown,
    Die,
    Fact,
    HandedOver,
    HouseChanged,
    Landed,
    MoneyMoved,
    NumberGiven,
    OpponentChosen,
    OptionChosen,
    PawnPlaced,
    SeatFact,
    SeatJoined,
    SeatLeft,
    Square,
    SquareCorrected,
    SquareNamed,
    SquareSkipped,
    StakePlaced,
    Stood,
    TurnGiven,
)
from tests.games.home_casino.evening import Evening
from tests.games.home_casino.situations import SITUATIONS
from tests.games.home_casino.test_random_evenings import BOXES, begin
from tests.tools import ROOT

TWO, THREE = (Die("d6", 4), Die("d6", 2)), (Die("d6", 4), Die("d6", 2), Die("d6", 1))
RED = Die("bicolour", "red")
THROWS = ((), TWO[:1], TWO, THREE, (Die("d10", 0),), (RED,), (Die("d10", 7), RED), (*THREE, RED, Die("d10", 5)))


def attempts() -> Iterator[Fact]:
    """Yield answers and table words, most of them wrong, by three seats and by one that does not exist."""
    for seat in ("A", "B", "C", "nobody"):
        for dice in THROWS:
            for kept in (None, (), (4,), (4, 2), (4, 2, 1), (6, 6, 6)):
                yield DiceThrown(seat=seat, dice=dice, kept=kept)
        for values in ((), (4,), (5,), (6, 6, 6)):
            yield DiceKept(seat=seat, kept=values)
        yield Stood(seat=seat)
        yield BetsClosed(seat=seat)
        for amount in (10, 25, 500, 1025, 5000, 200_000):
            yield StakePlaced(seat=seat, amount=amount)
            for field in ("7", "rouge", "0"):
                yield BetPlaced(seat=seat, field=field, amount=amount)
        yield BetTakenBack(seat=seat, field="7")
        for opponent in ("A", "B", "C", "nobody"):
            yield OpponentChosen(seat=seat, opponent=opponent)
        for option in ("buy", "leave", "decline", "gain", "unknown", "no_sale", "1+3", "?"):
            yield OptionChosen(seat=seat, option=option)
        for number in (0, 10, 50, 130, 10**6):
            yield NumberGiven(seat=seat, number=number)
        for deck in ("jackpot", "acquisition"):
            yield CardDrawn(seat=seat, deck=deck, card={"name": "?"})
            yield CardDrawn(seat=seat, deck=deck, card={"name": "+", "effect": {"kind": "gain", "amount": 50}})
            yield CardDrawn(seat=seat, deck=deck, card={"name": "Palais", "buy": 500, "sell": 500})
        for cards in ((), ("Ritz",), ("Ritz", "Lido"), ("Ritz", "Ritz"), ("?",)):
            yield CardsSold(seat=seat, cards=cards)
        for square in (Square(kind="mafia"), Square(kind="slot"), Square(kind="beach"), Square(kind="roulette")):
            yield SquareNamed(seat=seat, square=square)
            yield Landed(seat=seat, square=square, passed=True)
        for colour in ("rouge", "violet"):
            yield CasinoChosen(seat=seat, colour=colour)
        for amount in (25, 5000, 10**8):
            yield MoneyMoved(giver=seat, taker="pot", amount=amount)
            yield MoneyMoved(giver=seat, taker=seat, amount=amount)
        yield PawnPlaced(seat=seat, index=900)
        yield TurnGiven(seat=seat)
        yield BankerNamed(seat=seat)
        yield SeatJoined(seat=seat, name="again")
        for to in ("bank", "A", "shared"):
            yield SeatLeft(seat=seat, to=to)
    yield SquareSkipped()
    yield SeatJoined(seat="G", name="Gaston", colour="rouge")
    yield SeatJoined(seat="G", name="Gaston", after="nobody")
    yield HouseChanged(key="min_stake", value=-5)
    yield SquareCorrected(index=900, square=Square(kind="pot"))
    yield SquareCorrected(index=1, square=Square(kind="beach"))
    yield CardCorrected(deck="jackpot", name="?", card={"name": "?"})
    yield HandedOver(debts=(("1.0", "nobody", "A", 25),))
    yield ChipsCounted(account="nobody", chips={25: 1})
    yield ChipsCounted(account="A", chips={25: 100})


SEEN: dict[str, set[str]] = {}
"""The codes of the refusals in each situation."""


@pytest.mark.parametrize("name", SITUATIONS)
def test_every_refusal_that_may_be_overruled_can_be_played_all_the_same(name: str) -> None:
    """No answer raises, points are conserved, and the table can go on."""
    begin = SITUATIONS[name]
    asking = begin()
    codes = SEEN.setdefault(name, set())
    tried: set[object] = set()
    for fact in attempts():
        refusal = asking.play.refuse(fact)
        if refusal is None:
            continue
        codes.add(refusal.code)
        dice = (len(fact.dice), fact.kept) if isinstance(fact, DiceThrown) else None
        kind = (refusal.code, type(fact).__name__, fact.seat if dice and isinstance(fact, SeatFact) else "", dice)
        if not refusal.overrulable or kind in tried:
            continue
        tried.add(kind)
        evening = begin()
        evening.happens(replace(fact, forced=True))
        random = Random(name)
        for _ in range(8):
            answer = players.turn(evening.play, random)
            if answer is None:
                break
            evening.say(answer)


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_refusal_that_cannot_be_overruled_leaves_a_forced_fact_aside(name: str) -> None:
    """The replay keeps the forced fact as a misfit, which changes nothing."""
    asking = SITUATIONS[name]()
    past = [Entry(1, 0.0, asking.start), *(Entry(n, 0.0, f) for n, f in enumerate(asking.told, 2))]
    wrong = [f for f in attempts() if (r := asking.play.refuse(f)) is not None and not r.overrulable]
    numbers = range(len(past) + 1, len(past) + 1 + len(wrong))
    played = Played([*past, *(Entry(n, 0.0, replace(f, forced=True)) for n, f in zip(numbers, wrong, strict=True))])
    assert set(played.misfits) == set(numbers)
    assert played.play.game.ledger.balances == asking.chips
    assert repr(played.play.open) == repr(asking.play.open)


def test_every_refusal_of_the_rules_was_met() -> None:
    """The test reads the codes from the source of the engine, the questions and the game."""
    if len(SEEN) < len(SITUATIONS):
        pytest.skip("the situations above were not all played")
    written: set[str] = set()
    engine = ROOT / "companion"
    families = ("base", "throw", "stake", "bet", "choice", "board")
    asked = [engine / "questions" / f"{family}.py" for family in families]
    for file in (*asked, engine / "game" / "base.py", engine / "play.py", engine / "money" / "pieces.py",
                 *(engine / "games" / "home_casino").glob("*.py")):  # fmt: skip
        text = file.read_text(encoding="utf-8")
        written |= set(re.findall(r'Refusal\(\s*"([A-Z_]+)"', text))
        written |= set(re.findall(r'code[=:]\s*(?:str = )?"([A-Z_0-9]+)"', text))
        written |= set(re.findall(r'"(ALREADY_SERVI|NO_MORE_THROWS|GAME_OVER|NOT_NOW)"', text))
    met = {code for codes in SEEN.values() for code in codes}
    elsewhere = {  # fmt: skip
        "NOT_AN_OFFER",  # in sister games
        "NAMES_NOT_FIT",  # in sister games: casablanca/test_empty_box.py
        "BET_OVER_LIMIT",  # test_bets_doc.py
        "TABLE_FULL",  # test_guests_and_leavers.py
        "ONE_SALE",  # test_cards.py
        "NO_POSSIBLE_STAKE",  # test_stakes.py
        "STAKE_UNDER_MINIMUM",  # test_stakes.py
        "TOO_MANY_PLAYERS",
        "TOO_FEW_PLAYERS",  # before the game, and in vectors of other games
        "COLOUR_TAKEN",  # test_guests_and_leavers.py
        "SQUARE_NEEDS_COLOUR",  # test_squares.py
        "TOLD_MORE_THAN_ALL",  # test_roulette.py
        "NOT_ENOUGH",  # tests/games/casino_pirate: games whose stakes have no opponent's limit
    }
    assert written - met - elsewhere == set()


def test_a_stake_that_the_purse_does_not_hold_is_advanced_by_the_bank() -> None:
    """The table forces the stake, and the total of all points stays the same."""
    evening = Evening(chips={"A": 300})
    evening.lands("A", "zanzibar")
    evening.names("A", "B")
    assert evening.forced.stakes("A", 500) == "STAKE_OVER_LIMIT"
    assert evening.last_paid == [("bank", "A", 200, "advance")]
    assert evening.game.ledger.felt == {"A": 500, "B": 500}


def test_a_throw_of_the_other_side_counts_for_whom_threw_it() -> None:
    evening = Evening()
    evening.lands("A", "zanzibar")
    evening.names("A", "B")
    evening.stakes("A", 500)
    assert evening.forced.throws("B", 1, 1, 1) == "NOT_YOUR_TURN"
    assert evening.game.scene is not None
    assert evening.game.scene.totals == {"A": 0, "B": 300}


def test_a_late_bet_that_the_table_lets_pass_counts() -> None:
    """HC-ROU-6."""
    evening = Evening()
    evening.lands("A", "roulette")
    evening.rien_ne_va_plus()
    assert evening.forced.bets("B", 7, 100) == "BETS_CLOSED"
    evening.spins("A", 7, "noir")
    assert evening.paid == [("bank", "B", 700, "roulette_won:7")]


def test_an_opponent_who_says_servi_too_early_stays_with_his_dice() -> None:
    """HC-421-13."""
    evening = Evening()
    evening.lands("A", "421")
    evening.names("A", "B")
    evening.stakes("A", 100)
    evening.throws("A", 6, 6, 5)
    evening.throws("A", 6, 6, 4, kept=())
    evening.servi("A")
    evening.throws("B", 4, 2, 2)
    assert evening.forced.servi("B") == "MUST_THROW_AGAIN"
    assert evening.paid == [("A", "B", 100, "421")]


@pytest.mark.parametrize("kind", BOXES)
def test_a_stubborn_table_can_play_against_the_rules_all_evening(kind: str) -> None:
    """About every fifth answer is nonsense, and the table forces what is refused. It can continue after each fact."""
    nonsense = list(attempts())
    for seed in range(12):
        random = Random(f"stubborn {kind} {seed}")
        evening = begin(random, kind, target=20_000)
        while evening.winner is None and evening.number < 150:
            fact = random.choice(nonsense) if random.random() < 0.2 else players.turn(evening.play, random)
            assert fact is not None, f"nobody can answer {evening.play.open}"
            refusal = evening.play.refuse(fact)
            if refusal is None:
                evening.happens(fact)
            elif refusal.overrulable:
                evening.happens(replace(fact, forced=True))
