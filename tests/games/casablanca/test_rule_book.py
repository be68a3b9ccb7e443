"""Sentences of Casablanca's rule book that neither vectors nor option tests cover."""

from __future__ import annotations

from collections import Counter

from companion.facts import CardDrawn, CardsShown, NumberGiven
from companion.games.casablanca.box import TOKENS
from tests import pages
from tests.games.casablanca.test_options import announces, evening, option, protests, stakes, top
from tests.games.tables import Evening


def test_one_board_of_28_circles_is_drawn_with_seven_symbols() -> None:
    """CB-MAT-1, CB-BRD-1."""
    drawn = pages.shown(evening().told())["board"]
    assert drawn["length"] == len(drawn["squares"]) == 28
    assert Counter(square["kind"] for square in drawn["squares"]) == Counter(dict.fromkeys(evening().game.board.symbols, 4))


def test_fourteen_tokens_of_which_each_player_hides_one() -> None:
    """CB-MAT-3, CB-TOK-4: nobody enters a hidden number, so Servi cannot show it."""
    assert Counter(TOKENS) == Counter(dict.fromkeys(range(7), 2))
    e = evening("ABCD")
    assert e.game.picture().tokens == 14 - 4
    assert all(pages.secrets(e.told(), seat) == {} for seat in "ABCD")


def test_figures_stand_where_their_players_like_also_together() -> None:
    """CB-FIG-1, CB-MSC-1."""
    e = evening("AB", pawns={}, cards={"A": [], "B": []})
    e.say(NumberGiven(seat="B", number=17), NumberGiven(seat="A", number=17))
    assert e.game.pawns == {"A": 17, "B": 17}


def test_the_card_on_top_of_the_stock_is_told_and_seen_by_all() -> None:
    """CB-CRD-4."""
    e = evening(top="")
    assert e.asked[0] == "top"
    e.say(top("lune"))
    assert pages.shown(e.told())["scene"]["top"] == "lune"


def test_the_dealt_cards_pay_nothing_yet() -> None:
    """CB-CRD-5: two of a kind among them pay nothing either."""
    e = Evening("casablanca", "AB", banker="B")
    e.say(CardsShown(seat="A", cards=("lune", "lune", "lampe")), CardsShown(seat="B", cards=("etoile",) * 2 + ("lampe",)))
    assert e.chips == {"A": 1300, "B": 1300}
    assert not e.paid


def test_money_decides_not_the_cards() -> None:
    """CB-GOAL-1: the player who ends the game may have less money than another."""
    e = evening("AB", chips={"A": 100, "B": 9000}, cash=200, cards={"A": ["palmier"] * 3, "B": []})
    e.say(announces(1), option("A", "no_protest"))
    assert e.chips == {"A": 300, "B": 9000}
    assert e.winner == "B"


def test_only_the_symbol_of_the_top_card_brings_it() -> None:
    """CB-TRN-2."""
    e = evening()
    e.say(announces(2), option("A", "no_protest"))
    assert not e.game.players["A"].cards
    e = evening()
    e.say(announces(1), option("A", "no_protest"))
    assert [c["name"] for c in e.game.players["A"].cards] == ["palmier"]


def test_where_the_token_lies_is_nobodys_question() -> None:
    """CB-TRN-4: the token stays face down until a bet is called; then Servi asks for its number."""
    e = evening()
    e.say(announces(4))
    assert set(e.asked) == {"no_protest", "protest", "reshuffle"}
    e.say(protests("B", 100), stakes("A", 100), option("B", "call"))
    assert e.asked == ["reveal"]


def test_any_number_may_be_announced_true_or_not() -> None:
    """CB-BLF-1."""
    assert [evening().code(announces(n)) for n in range(8)] == [None] * 7 + ["ANNOUNCE_0_TO_6"]


def test_either_side_of_a_bet_wins_the_same_prize() -> None:
    """CB-CHL-12: the winner gets both stakes, and the card at stake or one of the loser's."""
    for token, winner, loser in ((1, "A", "B"), (3, "B", "A")):
        e = evening(cards={"A": ["lune"], "B": ["lune"], "C": []})
        e.say(announces(1), protests("B", 200), stakes("A", 200), option("B", "call"), NumberGiven(seat="A", number=token))
        assert set(e.question("prize").options) == {"stake_card", "lune"}
        e.say(option(winner, "stake_card"))
        assert e.chips == {winner: 1300 + 200 + 100, loser: 1300 - 200, "C": 1300}


def test_three_of_a_kind_are_drawn_for_again() -> None:
    """CB-CRD-3."""
    e = Evening("casablanca", "AB", banker="B")
    e.say(CardsShown(seat="A", cards=("lune",) * 3))
    assert e.asked == ["exchange"]
    e.say(CardDrawn(seat="A", deck="stock", card={"name": "lune"}))
    assert e.asked == ["exchange"]


def test_whoever_says_that_it_is_not_true_stakes_next() -> None:
    """CB-CHL-1: one press protests; the player names no number."""
    e = evening()
    e.say(announces(5), protests("C"))
    assert e.game.challenger == "C"
    assert e.asked[0] == "protest_stake"
