"""The limits of stakes for every balance, and the house rules about them."""

from __future__ import annotations

import pytest

from companion.games.home_casino.box import COLOURS
from tests.games.home_casino.evening import Evening, covers

BALANCES = range(0, 2001, 25)


def f25(points: float) -> int:
    return int(points // 25) * 25


def written(game: str, own: int, opponent: int) -> int:
    """Return the limit as the rules state it: « limite de mise 500 », « limite 1000 », 50 % below 500."""
    if game == "casino":
        return f25(min(own, 500 if opponent >= 500 else opponent / 2))
    return f25(min(own, min(1000, opponent) if opponent >= 500 else opponent / 2))


def asked(game: str, own: int, opponent: int, **house: object) -> Evening:
    evening = Evening("AB", chips={"A": own, "B": opponent}, house=house)
    if evening.winner is None:
        evening.lands("A", game, colour=COLOURS[1] if game == "casino" else None)
    return evening


def limit(evening: Evening) -> int:
    """Return the highest offered stake, 0 if the square was skipped."""
    if evening.winner is not None or evening.asked == ["move", "land"]:
        return 0
    if "casino_duel_stake" in evening.asked:
        return int(evening.question("casino_duel_stake").limit)
    topic = next(t for t in evening.asked if t.endswith("_opponent"))
    shown = int(evening.question(topic).limits["B"])
    evening.names("A", "B")
    assert evening.question(topic.replace("opponent", "stake")).limit == shown
    return shown


@pytest.mark.parametrize("game", ["casino", "zanzibar", "421"])
@pytest.mark.parametrize("own", [25, 300, 800, 4000])
def test_the_limit_for_every_balance_of_the_opponent(game: str, own: int) -> None:
    """HC-DUE-1, HC-DUE-2, HC-ZAN-1, HC-421-1: balances are 0 to 2000; below 500 the limit is half the balance."""
    for opponent in BALANCES:
        assert limit(asked(game, own, opponent)) == (written(game, own, opponent) if opponent else 0), opponent
    assert limit(asked(game, 4000, 500)) == 500
    assert limit(asked(game, 4000, 475)) == 225


@pytest.mark.parametrize("own", BALANCES[1::3])
def test_the_limit_at_black_jack_knows_no_opponent(own: int) -> None:
    """HC-BJ-1: the limit is the own balance, at most 1000; a poor banker does not lower it."""
    evening = Evening(chips={"A": own, "B": 25})
    evening.lands("A", "blackjack")
    assert evening.question("black_jack_stake").limit == min(own, 1000)


@pytest.mark.parametrize(
    ("kind", "colour", "least"), [("casino", "bleu", 500), ("zanzibar", None, 1000), ("blackjack", None, 1000)]
)
def test_a_stake_over_or_under_is_refused_with_what_is_allowed(kind: str, colour: str | None, least: int) -> None:
    evening = Evening()
    evening.lands("A", kind, colour=colour)
    if kind == "zanzibar":
        evening.names("A", "B")
    refused = evening.refused
    assert refused.stakes("A", least + 25) == "STAKE_OVER_LIMIT"
    assert refused.refusal is not None
    assert refused.refusal.detail["limit"] == least
    assert evening.refused.stakes("A", 110) == "NOT_A_CHIP_AMOUNT"
    assert evening.refused.stakes("B", 25) == "NOT_YOUR_TURN"
    assert evening.refused.sells("A", "Ritz") == "NOT_ON_A_VENDRE"


def test_only_the_visitor_stakes_at_a_casino_and_both_at_zanzibar() -> None:
    """HC-DUE-3, HC-ZAN-5, HC-421-4."""
    evening = Evening()
    evening.lands("A", "casino", colour="bleu")
    evening.stakes("A", 300)
    assert evening.game.ledger.felt == {"A": 300}
    for kind in ("zanzibar", "421"):
        evening = Evening()
        evening.lands("A", kind)
        evening.names("A", "C")
        evening.stakes("A", 300)
        assert evening.game.ledger.felt == {"A": 300, "C": 300}


@covers("round_50", "down", "up", "nearest")
@pytest.mark.parametrize(
    ("opponent", "down", "up", "nearest"),
    [(475, 225, 250, 250), (450, 225, 225, 225), (25, 0, 25, 25), (50, 25, 25, 25)],
)
def test_half_of_an_odd_number_of_chips_is_rounded_by_the_house(
    opponent: int, down: int, up: int, nearest: int
) -> None:
    """AMB-17, HC-DUE-2: "nearest" rounds halves up."""
    for how, amount in (("down", down), ("up", up), ("nearest", nearest)):
        for game in ("casino", "zanzibar", "421"):
            assert limit(asked(game, 4000, opponent, round_50=how)) == amount


@covers("opponent_all_in_match", True, False)
def test_an_opponent_at_his_last_chips_puts_down_all_he_has_where_the_house_says_so() -> None:
    """AMB-18, HC-ZAN-5, HC-421-4: the winner gets the loser's stake; casinos and balances below 500 are excepted."""
    assert limit(asked("zanzibar", 4000, 700)) == 700
    for opponent, most in ((475, 225), (500, 1000), (700, 1000), (1000, 1000), (2000, 1000)):
        assert limit(asked("zanzibar", 4000, opponent, opponent_all_in_match=True)) == most
        assert limit(asked("casino", 4000, opponent, opponent_all_in_match=True)) == min(500, most)
    for high, paid in (((1, 1, 1), ("B", "A", 700, "zanzibar")), ((2, 2, 2), ("A", "B", 1000, "zanzibar"))):
        evening = asked("zanzibar", 4000, 700, opponent_all_in_match=True)
        evening.names("A", "B")
        evening.stakes("A", 1000)
        assert evening.game.ledger.felt == {"A": 1000, "B": 700}
        for _ in range(2):
            evening.throws("A", *high)
            evening.throws("B", 3, 3, 3)
        assert evening.last_paid == [paid]


@covers("opponent_all_in_match", True)
def test_all_in_and_a_421_pays_three_times_what_the_loser_put_down() -> None:
    """AMB-18 with AMB-07."""
    evening = asked("421", 4000, 700, opponent_all_in_match=True)
    evening.names("A", "B")
    evening.stakes("A", 1000)
    evening.throws("A", 2, 2, 1)
    evening.servi("A")
    evening.throws("B", 4, 2, 1)
    assert evening.last_paid == [("A", "B", 3000, "421")]


@covers("min_stake", 25, 100, 110)
def test_the_smallest_stake_is_the_houses() -> None:
    """AMB-19, HC-OPP-1, HC-DUE-1: a lower limit skips the square."""
    for least, first in ((25, 25), (100, 100), (110, 125)):
        evening = asked("zanzibar", 4000, 4000, min_stake=least)
        evening.names("A", "B")
        if first > 25:
            assert evening.refused.stakes("A", first - 25) == "STAKE_UNDER_MINIMUM"
        evening.stakes("A", first)
        for game in ("casino", "zanzibar", "421"):
            assert limit(asked(game, 4000, 175, min_stake=least)) == (75 if least == 25 else 0)
        evening = asked("blackjack", 75, 4000, min_stake=least)
        assert ("black_jack_stake" in evening.asked) is (least == 25)


def test_an_opponent_without_a_possible_stake_cannot_be_named() -> None:
    """AMB-19, HC-ZAN-3: another opponent can be named."""
    evening = Evening(chips={"B": 25})
    evening.lands("A", "zanzibar")
    assert evening.refused.names("A", "B") == "NO_POSSIBLE_STAKE"
    assert evening.refused.names("A", "A") == "NO_SUCH_OPPONENT"
    evening.names("A", "C")


def test_a_square_without_any_possible_stake_is_passed_over() -> None:
    """AMB-19."""
    evening = Evening(chips={"B": 25, "C": 25})
    for kind in ("zanzibar", "421", "casino"):
        evening.gives_turn("A")
        evening.lands("A", kind, colour="bleu")
        assert evening.game.square.skipped == "NO_POSSIBLE_STAKE"
        assert evening.game.turn == "B"


@covers("duel_optional", True, False)
@pytest.mark.parametrize("kind", ["casino", "zanzibar", "421", "blackjack"])
def test_a_duel_may_be_declined_where_the_house_says_so(kind: str) -> None:
    """AMB-19, HC-DUE-1, HC-OPP-1: otherwise a duel is compulsory."""
    for optional in (False, True):
        evening = asked(kind, 4000, 4000, duel_optional=optional)
        declining = [t for t in evening.asked if t.endswith("_decline")]
        assert bool(declining) is optional
        if optional:
            evening.chooses("A", "decline")
            assert evening.paid == []
            assert evening.game.turn == "B"
            if kind in ("zanzibar", "421"):
                evening.gives_turn("A")
                evening.lands("A", kind)
                evening.names("A", "B")
                evening.chooses("A", "decline")
                assert evening.game.ledger.felt == {}


@covers("stake", "up_to", "max")
@pytest.mark.parametrize("kind", ["casino", "zanzibar", "421", "blackjack"])
def test_the_stake_is_anything_up_to_the_limit_or_always_the_limit(kind: str) -> None:
    """AMB-38, HC-OPP-1."""
    for how in ("up_to", "max"):
        evening = asked(kind, 800, 4000, stake=how)
        if kind in ("zanzibar", "421"):
            evening.names("A", "B")
        most = 500 if kind == "casino" else 800
        if how == "max":
            assert evening.refused.stakes("A", most - 25) == "STAKE_UNDER_MINIMUM"
            evening.stakes("A", most)
        else:
            evening.stakes("A", 25)


@covers("stake", "max")
@covers("min_stake", 300)
def test_the_limit_as_stake_is_passed_over_where_it_is_under_the_minimum() -> None:
    """AMB-38 with AMB-19 and AMB-17."""
    assert limit(asked("zanzibar", 4000, 475, stake="max", min_stake=300, round_50="up")) == 0
    evening = asked("zanzibar", 4000, 500, stake="max", min_stake=300)
    evening.names("A", "B")
    assert evening.question("zanzibar_stake").minimum == evening.question("zanzibar_stake").limit == 500
