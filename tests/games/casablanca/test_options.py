"""Set-up, house rules, bets and table words of Casablanca that the vectors do not cover."""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import BadBox, BadCommand
from companion.facts import (
    CardDrawn,
    CardsShown,
    CardsSold,
    MoneyMoved,
    NumberGiven,
    OptionChosen,
    PawnPlaced,
    Protested,
    SeatJoined,
    SeatLeft,
    Square,
    SquareCorrected,
    SquareSkipped,
    StakePlaced,
    TurnGiven,
)
from companion.games.casablanca.rulebook import Casablanca
from companion.questions import Protest
from companion.telling.refusals import refusal_words
from companion.words import Names
from tests.games.tables import Evening

RING = Casablanca.example_box()["ring"]
"""The ring: chameau, palmier, lune, etoile, lampe, babouche, theiere, four times in this order."""


def evening(
    seats: str = "ABC", *, house: dict[str, Any] | None = None, rules: int = Casablanca.version, **carried: Any
) -> Evening:
    """Return an evening in which A, on square 0, is to play; the top card is the palmier on square 1."""
    told = {
        "chips": dict.fromkeys(seats, 1300), "cash": 4000, "bank": 1000, "cards": {s: [] for s in seats},
        "pawns": dict.fromkeys(seats, 0), "stock": 20, "top": "palmier", "turn": "A", **carried,
    }  # fmt: skip
    return Evening("casablanca", seats, house=house, carried=told, banker=seats[-1], rules=rules)


def announces(number: int, seat: str = "A") -> NumberGiven:
    return NumberGiven(seat=seat, number=number)


def option(seat: str, name: str) -> OptionChosen:
    return OptionChosen(seat=seat, option=name)


def protests(seat: str, amount: int | None = None) -> Protested:
    return Protested(seat=seat, amount=amount)


def stakes(seat: str, amount: int) -> StakePlaced:
    return StakePlaced(seat=seat, amount=amount)


def top(name: str, leader: str = "C") -> CardDrawn:
    return CardDrawn(seat=leader, deck="stock", card={"name": name})


def test_a_game_from_the_deal_to_the_first_prime() -> None:
    """CB-MON-2 to CB-PRM-2."""
    e = Evening("casablanca", "AB", banker="B")
    assert e.chips == {"A": 1300, "B": 1300}
    assert e.game.balance("pot") == 7400
    e.say(CardsShown(seat="A", cards=("lune", "lune", "lampe")), CardsShown(seat="B", cards=("lune",) * 3))
    e.say(CardDrawn(seat="B", deck="stock", card={"name": "lampe"}))
    e.say(NumberGiven(seat="B", number=5), NumberGiven(seat="A", number=0))
    e.say(top("etoile", "B"), announces(3), option("A", "no_protest"))
    assert e.paid[-1] == ("pot", "A", 100, "prime")
    assert e.game.pawns["A"] == 3
    assert e.game.stock == 28
    assert e.asked == ["top"]


def test_the_notes_that_are_left_may_stay_in_the_box() -> None:
    """House rule ``rest_stays_aside`` (AMB-CB-1)."""
    e = Evening("casablanca", "AB", house={"rest_stays_aside": True})
    assert (e.game.balance("pot"), e.game.balance("bank")) == (1400, 6000)


def test_three_dealt_cards_are_told_whole() -> None:
    e = Evening("casablanca", "AB")
    assert e.code(CardsShown(seat="A", cards=("lune",))) == "HOW_MANY_CARDS"
    assert e.code(CardsShown(seat="A", cards=("lune", "lune", "roi"))) == "NO_SUCH_CARD"


@pytest.mark.parametrize(("stays", "at"), [(False, 0), (True, 2)])
def test_after_a_confession_the_figure_goes_back_or_stays(stays: bool, at: int) -> None:
    """House rule ``pawn_stays`` (AMB-CB-2)."""
    e = evening(house={"pawn_stays": stays})
    e.say(announces(2), protests("B", 100), option("A", "confess"))
    assert e.game.pawns["A"] == at
    lost = evening(house={"pawn_stays": stays})
    lost.say(announces(2), protests("B", 100), stakes("A", 100), option("B", "call"), announces(5))
    assert lost.game.pawns["A"] == at


def test_the_winner_chooses_between_the_card_at_stake_and_one_of_the_losers() -> None:
    """CB-CHL-10, CB-CHL-11; stake_card_first (AMB-CB-3)."""
    cards = {"A": ["lune"], "B": ["lampe", "lampe"], "C": []}
    e = evening(cards=cards)
    e.say(announces(1), protests("B", 100), stakes("A", 100), option("B", "call"), announces(1))
    assert e.question("prize").options == ("stake_card", "lampe")
    e.say(option("A", "lampe"))
    assert dict(e.game.hand("A")) == {"lune": 1, "lampe": 1}
    assert e.game.top == "palmier"
    first = evening(cards=cards, house={"stake_card_first": True})
    first.say(announces(1), protests("B", 100), stakes("A", 100), option("B", "call"), announces(1))
    assert dict(first.game.hand("A")) == {"lune": 1, "palmier": 1}


def test_a_fold_may_count_as_a_won_bet() -> None:
    """House rule ``fold_counts_as_win`` (AMB-CB-4): the announcer takes a card of the player who folded."""
    cards = {"A": [], "B": ["lampe"], "C": []}
    for counts, held in ((False, {}), (True, {"lampe": 1})):
        e = evening(cards=cards, house={"fold_counts_as_win": counts})
        e.say(announces(2), protests("B", 100), stakes("A", 200), option("B", "fold"))
        assert dict(e.game.hand("A")) == held
    onto = evening()
    onto.say(announces(1), protests("B", 100), stakes("A", 200), option("B", "fold"))
    assert onto.paid == [("B", "A", 100, "fold"), ("pot", "A", 100, "prime")]


def test_a_raise_may_be_limited_to_the_sum_at_stake() -> None:
    """House rule ``pot_limit`` (AMB-CB-5)."""
    e = evening(house={"pot_limit": True})
    e.say(announces(2), protests("B", 100), stakes("A", 300))
    assert e.refusal(stakes("B", 750)).code == "POT_LIMIT"  # type: ignore[union-attr]
    assert e.code(stakes("B", 700)) is None
    free = evening()
    free.say(announces(2), protests("B", 100), stakes("A", 300))
    assert free.code(stakes("B", 1300)) is None
    assert free.code(stakes("B", 300)) == "RAISE_TOO_SMALL"
    assert free.code(stakes("B", 1350)) == "NOT_ENOUGH_CHIPS"


def test_the_first_answer_is_the_same_the_double_or_the_triple() -> None:
    """CB-CHL-6."""
    e = evening()
    e.say(announces(2), protests("B", 100))
    assert [e.code(stakes("A", n)) for n in (100, 150, 200, 300, 400)] == [
        None, "NOT_AN_OFFER", None, None, "NOT_AN_OFFER",
    ]  # fmt: skip


def test_who_has_less_answers_with_all_he_has() -> None:
    """CB-ARG-3: the opponent risks only the same sum."""
    e = evening(chips={"A": 150, "B": 1300, "C": 0})
    e.say(announces(2), protests("B", 400), stakes("A", 150))
    assert e.play.question("raise") is None
    e.say(option("B", "call"), announces(2))
    assert e.chips["A"] == 300


def test_the_active_player_may_fold_after_a_further_raise() -> None:
    """AMB-CB-18: his stake goes to the challenger, the figure goes back, and no card moves."""
    e = evening()
    e.say(announces(1), protests("B", 100), stakes("A", 200), stakes("B", 400), option("A", "fold"))
    assert e.paid == [("A", "B", 200, "fold")]
    assert e.game.pawns["A"] == 0


def test_raises_go_on_until_somebody_calls() -> None:
    """CB-CHL-9."""
    e = evening()
    e.say(announces(1), protests("B", 100), stakes("A", 200), stakes("B", 400), stakes("A", 600), option("B", "call"))
    e.say(announces(0))
    assert e.paid == [("A", "B", 600, "bet"), ("pot", "B", 100, "prime")]
    assert e.game.winner_of_bet == "B"


@pytest.mark.parametrize(("rule", "code"), [(False, None), (True, "ALREADY_PROTESTED")])
def test_one_protest_a_turn_or_a_round(rule: bool, code: str | None) -> None:
    """House rule ``once_per_round`` (AMB-CB-6, CB-CHL-2)."""
    e = evening(house={"once_per_round": rule})
    e.say(announces(2), protests("C", 100), option("A", "confess"), announces(2, "B"))
    assert e.code(protests("C", 100)) == code
    e.say(option("B", "no_protest"), announces(2, "C"), option("C", "no_protest"), announces(2))
    assert e.code(protests("C", 100)) is None


def test_a_nearer_seat_comes_first_while_no_stake_is_told() -> None:
    """CB-CHL-3: a button press protests without a stake."""
    e = evening()
    e.say(announces(2), protests("C"), protests("B"), stakes("B", 100))
    assert e.game.challenger == "B"
    late = evening()
    late.say(announces(2), protests("C", 100))
    assert late.code(protests("B", 100)) == "ALREADY_PROTESTED"


def test_while_a_challenger_stakes_only_who_sits_nearer_may_still_protest() -> None:
    """CB-CHL-3: a protest from farther away cannot win, and one already sent has no effect."""
    e = evening("ABCD")
    e.say(announces(2))
    assert open_protest(e).seats == ("B", "C", "D")
    e.say(protests("C"))
    assert open_protest(e).seats == ("B",)
    e.say(protests("D"))
    assert e.game.challenger == "C"
    e.say(protests("B"))
    assert e.game.challenger == "B"
    assert "protest" not in e.asked


def open_protest(e: Evening) -> Protest:
    return next(q for q in e.play.open if isinstance(q, Protest))


def test_who_has_no_hundred_cannot_protest() -> None:
    """CB-CHL-4."""
    e = evening(chips={"A": 1300, "B": 50, "C": 1300})
    e.say(announces(2))
    assert e.code(protests("B")) == "NOT_ENOUGH_CHIPS"


def test_a_fourth_card_of_the_losers_ends_the_game() -> None:
    """AMB-CB-19."""
    e = evening(cards={"A": ["lune"] * 3, "B": ["lune"], "C": []})
    e.say(announces(2), protests("B", 100), stakes("A", 100), option("B", "call"), announces(2))
    assert (e.winner, e.game.outcome.reason) == ("A", "four")
    assert e.game.rematch() == {"banker": "A"}


def test_equal_money_shares_the_win() -> None:
    """AMB-CB-15."""
    e = evening(cards={"A": ["palmier"] * 3, "B": ["lampe"], "C": []}, cash=300, chips={"A": 700, "B": 1000, "C": 0})
    e.say(announces(1), option("A", "no_protest"))
    assert (e.winner, e.game.outcome.others) == ("A", ("B",))


def test_without_a_stock_the_game_goes_on_or_ends() -> None:
    """House rule ``end_now`` (AMB-CB-13)."""
    pairs = {"A": ["lune"] * 2, "B": ["lampe"] * 2, "C": []}
    e = evening(cards=pairs, stock=0, top="")
    assert e.asked[0] == "announce"
    e.say(announces(1), option("A", "no_protest"))
    assert e.paid == []
    assert evening(cards=pairs, stock=0, top="", house={"end_now": True}).game.outcome.reason == "no_stock"


def test_cards_are_sold_to_the_cash_or_to_a_bank_of_its_own() -> None:
    """House rule ``outside_bank`` (AMB-CB-17); only a player short of money may sell (CB-ARG-1)."""
    for outside, payer in ((False, "pot"), (True, "bank")):
        e = evening(chips={"A": 50, "B": 1300, "C": 1300}, cards={"A": ["lune", "lune"], "B": [], "C": []},
                    house={"outside_bank": outside})  # fmt: skip
        e.say(CardsSold(seat="A", cards=("lune", "lune")))
        assert e.paid == [(payer, "A", 200, "sold")] * 2
        assert e.game.stock == 22
    rich = evening(cards={"A": ["lune"], "B": [], "C": []})
    assert rich.code(CardsSold(seat="A", cards=("lune",))) == "NOT_SHORT_OF_MONEY"
    rich.happens(CardsSold(seat="A", cards=("lune",), forced=True))
    assert rich.chips["A"] == 1500


def test_one_card_then_one_more_is_two() -> None:
    e = evening(chips={"A": 0, "B": 1300, "C": 1300}, cards={"A": ["lune"] * 3, "B": [], "C": []})
    e.say(CardsSold(seat="A", cards=("lune",)))
    assert e.code(CardsSold(seat="A", cards=("lune", "lune"))) == "MAX_TWO_CARDS"
    e.say(CardsSold(seat="A", cards=("lune",)))
    assert e.play.question("sell") is None


def test_a_fine_that_is_not_there_is_not_paid() -> None:
    """AMB-CB-8."""
    e = evening(chips={"A": 0, "B": 1300, "C": 1300}, cards={"A": ["lune"], "B": [], "C": []})
    e.say(announces(1), protests("B", 100))
    assert e.asked == ["confess"]
    e.say(option("A", "confess"))
    assert e.paid == []


def test_everybody_has_the_tokens_mixed_once() -> None:
    """CB-MSC-2: each player may ask for this once in a game, at any time of a turn."""
    e = evening()
    e.say(option("B", "reshuffle"), announces(1), option("C", "reshuffle"))
    assert e.code(option("B", "reshuffle")) == "RESHUFFLE_USED"
    assert e.code(option("A", "reshuffle")) is None


def test_a_skipped_turn_puts_the_figure_and_the_stakes_back() -> None:
    for word in (SquareSkipped(), TurnGiven(seat="B")):
        e = evening()
        e.say(announces(2), protests("B", 100), stakes("A", 100), word)
        assert e.game.pawns["A"] == 0
        assert e.game.ledger.felt == {}
        assert e.game.turn == "B"


def test_somebody_leaves_in_the_middle_of_a_bet() -> None:
    e = evening(cards={"A": [], "B": ["lune"], "C": []})
    e.say(announces(2), protests("B", 100), stakes("A", 100), SeatLeft(seat="B", to="A"))
    assert e.chips["A"] == 2600
    assert dict(e.game.hand("A")) == {"lune": 1}
    assert e.game.turn == "C"
    gone = evening()
    gone.say(announces(2), protests("B", 100), SeatLeft(seat="A"))
    assert gone.game.turn == "B"


def test_a_guest_gets_what_the_notes_beside_the_game_and_the_cash_give() -> None:
    e = evening()
    e.say(SeatJoined(seat="G", name="Gaston"))
    assert e.chips["G"] == 1300
    assert e.game.pawns["G"] == 0


def test_figures_and_symbols_can_be_put_right() -> None:
    e = evening()
    e.say(PawnPlaced(seat="A", index=5), SquareCorrected(index=6, square=Square(kind="palmier")))
    e.say(announces(1), option("A", "no_protest"))
    assert e.paid == [("pot", "A", 100, "prime")]
    assert e.code(PawnPlaced(seat="A", index=28)) == "NO_SUCH_INDEX"
    assert e.code(SquareCorrected(index=6, square=Square(kind="roi"))) == "NO_SUCH_SQUARE"
    assert e.game.box_data()["ring"][6] == "palmier"


def test_two_squares_taken_for_one_another_are_put_right_together() -> None:
    """Regression: after separate corrections the board had five of a symbol, and no rematch could begin."""
    e = evening()
    ring = list(e.game.board.ring)
    e.say(SquareCorrected(index=6, square=Square(kind=ring[8]), other=8))
    assert (e.game.board.ring[6], e.game.board.ring[8]) == (ring[8], ring[6])
    assert e.game.board_trouble() == ""
    assert e.code(SquareCorrected(index=6, square=Square(kind="lune"), other=28)) == "NO_SUCH_INDEX"
    e.say(SquareCorrected(index=6, square=Square(kind=ring[6])))
    assert "chaque symbole y est 4 fois" in e.game.board_trouble()


def test_the_last_money_moved_away_puts_out_at_the_own_turn() -> None:
    """CB-ARG-2."""
    e = evening()
    e.say(MoneyMoved(giver="B", taker="A", amount=1300), announces(2), option("A", "no_protest"))
    assert "B" in e.game.out
    assert e.game.turn == "C"


def test_the_token_is_never_known_before_it_is_shown() -> None:
    """CB-CHL-8: Servi knows the announcement, and the token only after a reveal."""
    e = evening()
    e.say(announces(2), protests("B", 100), stakes("A", 100), option("B", "fold"))
    assert e.game.token_shown is False
    assert not any("token" in fact.__class__.__name__.lower() for fact in e.facts)


@pytest.mark.parametrize("change", [
    {"symbols": ["a"]}, {"ring": RING[:5]}, {"ring": ["roi", *RING[1:]]}, {"ring": [RING[1], *RING[1:]]},
    {"notes_total": 30}, {"symbols": None},
])  # fmt: skip
def test_a_board_that_cannot_be_played_is_told_with_the_place(change: dict[str, Any]) -> None:
    with pytest.raises(BadBox):
        Casablanca.checked_box({**Casablanca.example_box(), **change})


def test_there_is_no_target() -> None:
    assert Casablanca.check_target_given(0) == 0
    with pytest.raises(BadCommand):
        Casablanca.check_target_given(100)


# --- refusals by what Servi knows ------------------------------------------------------------------------


def test_no_sixth_card_of_a_symbol_is_shown() -> None:
    """CB-MAT-4: there are five cards of each symbol."""
    e = Evening("casablanca", "ABC", banker="C")
    e.say(CardsShown(seat="A", cards=("lune", "lune", "lampe")), CardsShown(seat="B", cards=("lune", "lune", "lampe")))
    assert e.code(CardsShown(seat="C", cards=("lune", "lune", "lampe"))) == "NOT_SO_MANY_CARDS"
    assert e.code(CardsShown(seat="C", cards=("lune", "etoile", "lampe"))) is None
    old = Evening("casablanca", "AB", banker="B", rules=1)
    old.say(
        CardsShown(seat="A", cards=("lune", "lune", "lampe")), CardsShown(seat="B", cards=("lune", "lune", "lampe"))
    )


def test_what_stands_above_an_all_in_comes_back_and_a_fold_costs_no_more_than_a_lost_call() -> None:
    """CB-ARG-3."""
    for rules, lost in ((1, 500), (2, 200)):
        e = evening(chips={"A": 200, "B": 1000, "C": 1300}, rules=rules)
        e.say(announces(2), protests("B", 500), stakes("A", 200))
        assert e.game.raised == {"A": 200, "B": lost}
        e.say(option("B", "fold"))
        assert e.chips["B"] == 1000 - lost


def test_a_raise_above_an_all_in_is_refused_with_the_sum() -> None:
    """CB-ARG-3."""
    e = evening(chips={"A": 200, "B": 1000, "C": 1300})
    e.say(announces(2), protests("B", 500), stakes("A", 200))
    refusal = e.refusal(stakes("B", 600))
    assert refusal is not None and (refusal.code, refusal.detail["max"]) == ("ALL_IN_NO_RAISE", 200)
    assert refusal_words(refusal, Names({"A": "Anna"}), e.game.words)[1] == "200 au plus."


def test_the_card_that_is_won_is_replaced_before_the_next_announcement() -> None:
    """CB-PRM-1, CB-CRD-4 with « Résultat seul »: the next card is on top before the next announcement."""
    e = evening(house={"result_only": True})
    e.say(announces(1))
    assert (e.asked[0], e.paid) == ("top", [])
    e.say(top("lune"))
    assert (e.paid[-1][1:3], e.game.top, e.game.stock) == (("A", 100), "lune", 19)
    assert (e.asked[0], e.game.active) == ("announce", "B")


@pytest.mark.parametrize("more", [{"stock": 1}, {"cards": {"A": ["palmier"] * 3, "B": [], "C": []}}])
def test_without_a_next_card_the_table_says_that_nobody_protests(more: dict[str, Any]) -> None:
    e = evening(house={"result_only": True}, **more)
    e.say(announces(1))
    assert e.asked[0] == "no_protest"


def test_the_next_announcement_means_that_nobody_protested() -> None:
    """CB-TRN-7 with the house rule « Résultat seul »: one answer a turn, two with a new top card."""
    e = evening(house={"result_only": True})
    e.say(announces(1), announces(2, "B"))
    assert e.paid[-1][1:3] == ("A", 100)
    assert e.asked[0] == "top"
    e.say(top("lune"))
    assert (e.game.active, e.game.announced, e.game.pawns["B"]) == ("B", 2, 2)
    e.say(protests("A", 100))
    assert e.asked[0] == "confess"
