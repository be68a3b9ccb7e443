"""Jackpot and Acquisition cards: effects, purchase and sale, used cards, emergency sales."""

from __future__ import annotations

from typing import Any

import pytest

from companion.evening import Entry
from companion.evening import Evening as Told
from companion.facts import CardCorrected
from companion.games.home_casino.known import Board
from companion.questions import Closed
from tests import pages
from tests.games.home_casino.evening import EXAMPLE, Evening, covers, ring

RING = ring(rouge=0, bleu=10, vert=20, jackpot=6, mafia=3, roulette=15, pot=26)


def drawn(kind: str, name: str = "", start: int = 0, **effect: Any) -> Evening:
    """Return an evening in which A lands on the Jackpot square 6 of a ring of 40 and draws this card."""
    evening = Evening(box=RING, pawns={"A": start})
    evening.throws("A", 2, 4) if not start else evening.throws("A", 2, (6 - start) % 40 - 2)
    evening.draws("A", kind, name, **effect)
    return evening


def test_a_gain_comes_from_the_bank_and_a_loss_goes_to_the_pot() -> None:
    """HC-CAS-3, HC-BNK-5, HC-POT-1."""
    assert drawn("gain", amount=250).last_paid == [("bank", "A", 250, "jackpot")]
    assert drawn("pay", amount=250).last_paid == [("A", "pot", 250, "jackpot")]


def test_each_player_pays_whoever_drew_the_birthday() -> None:
    """AMB-34: the card's text takes precedence; the players pay in turn order from the one who drew it."""
    assert drawn("collect_each", amount=50).last_paid == [("B", "A", 50, "jackpot"), ("C", "A", 50, "jackpot")]
    assert drawn("pay_each", amount=50).last_paid == [("A", "B", 50, "jackpot"), ("A", "C", 50, "jackpot")]


def test_who_cannot_pay_his_part_is_bankrupt_to_the_player() -> None:
    """AMB-34, HC-BKR-4."""
    evening = Evening(chips={"B": 25}, cards={"B": {"Ritz": 600}})
    evening.lands("A", "jackpot")
    evening.draws("A", "collect_each", amount=50)
    assert evening.last_paid == [("B", "A", 25, "jackpot"), ("C", "A", 50, "jackpot")]
    assert evening.game.bankrupt == {"B": "A"}
    assert evening.cards("A") == ["Ritz"]


def test_paying_each_goes_as_far_as_it_goes_and_the_first_unpaid_one_is_the_creditor() -> None:
    """AMB-34: he pays in turn order; HC-BKR-4: his cards go to the first player whom he cannot pay."""
    evening = Evening("ABCD", chips={"A": 75}, cards={"A": {"Ritz": 600}})
    evening.lands("A", "jackpot")
    evening.draws("A", "pay_each", amount=50)
    assert evening.last_paid == [("A", "B", 50, "jackpot"), ("A", "C", 25, "jackpot")]
    assert evening.game.bankrupt == {"A": "C"}
    assert evening.cards("C") == ["Ritz"]


@pytest.mark.parametrize(("steps", "index"), [(-3, 3), (3, 9), (-6, 0), (4, 10)])
def test_a_card_moves_the_pawn_and_the_new_square_acts(steps: int, index: int) -> None:
    """AMB-36: a card may also move the pawn backwards; the own casino always pays 500 on arrival."""
    evening = drawn("move_by", steps=steps)
    assert evening.game.pawns["A"] == index
    paid = {3: [("A", "pot", 500, "mafia")], 0: [("bank", "A", 500, "own_casino_landed")]}
    assert evening.last_paid == paid.get(index, [])
    if index == 10:
        assert "casino_duel_stake" in evening.asked


@pytest.mark.parametrize(
    ("start", "steps", "collect", "paid"),
    [(38, 5, True, 200), (38, 5, False, 0), (2, -5, True, 0), (38, 43, True, 400)],
)
def test_a_card_that_leads_past_the_own_casino_pays_only_where_it_says_so(
    start: int, steps: int, collect: bool, paid: int
) -> None:
    """AMB-04, AMB-36: he gets 200 only with collect_pass, and never backwards."""
    box = ring(rouge=0, bleu=10, jackpot=start)
    evening = Evening("AB", box=box, pawns={"A": start - 2 if start > 2 else 40 + start - 4})
    evening.throws("A", 1, 1) if start > 2 else evening.throws("A", 1, 3)
    before = evening.chips["A"]
    evening.draws("A", "move_by", steps=steps, collect_pass=collect)
    assert evening.chips["A"] - before == paid


def test_a_card_leads_forward_to_the_own_casino() -> None:
    """« Avancez jusqu'à votre casino » pays 500 on arrival and no 200 (AMB-03, AMB-36)."""
    evening = drawn("move_to", target="own_casino", collect_pass=True)
    assert evening.game.pawns["A"] == 0
    assert evening.last_paid == [("bank", "A", 500, "own_casino_landed")]


@pytest.mark.parametrize(
    ("target", "index", "paid"), [("roulette", 15, 0), ("bleu", 10, 0), ("mafia", 3, 200), ("casino", 10, 0)]
)
def test_a_card_leads_forward_to_the_next_square_of_its_kind(target: str, index: int, paid: int) -> None:
    """AMB-36: passing the own casino pays 200 where the card says so."""
    evening = drawn("move_to", target=target, collect_pass=True)
    assert evening.game.pawns["A"] == index
    assert [p for p in evening.last_paid if p[3] == "own_casino_passed"] == (
        [("bank", "A", 200, "own_casino_passed")] if paid else []
    )


def test_a_card_that_leads_over_unknown_squares_asks_how_far() -> None:
    """The next roulette may be on an unknown square; the pawn goes there, and Servi learns the square."""
    evening = Evening(box=RING | {"complete": False})
    evening.throws("A", 2, 4)
    evening.draws("A", "move_to", target="roulette")
    assert evening.asked == ["jackpot_steps"]
    evening.tells("A", 2)
    assert evening.game.pawns["A"] == 8
    assert evening.game.scene is not None
    assert evening.game.scene.kind == "roulette"
    at = evening.game.board.at(8)
    assert at is not None
    assert at.kind == "roulette"


def test_without_a_board_the_table_tells_where_a_card_led() -> None:
    """A card that leads to the own casino asks nothing."""
    evening = Evening()
    evening.lands("A", "jackpot")
    evening.draws("A", "move_to", target="own_casino")
    assert evening.last_paid == [("bank", "A", 500, "own_casino_landed")]
    evening.lands("B", "jackpot")
    evening.draws("B", "move_by", steps=-3)
    evening.tells_square("B", "mafia")
    assert evening.last_paid == [("B", "pot", 500, "mafia")]
    for collect, paid in ((True, 200), (False, 0)):
        evening.gives_turn("C")
        before = evening.chips["C"]
        evening.lands("C", "jackpot")
        evening.draws("C", "move_by", steps=5, collect_pass=collect)
        evening.tells_square("C", "neutral", passed=True)
        assert evening.chips["C"] - before == paid


def test_a_card_gives_one_more_throw_not_two_with_a_double() -> None:
    """AMB-37."""
    evening = Evening(box=RING)
    evening.throws("A", 3, 3)
    evening.draws("A", "extra_turn")
    assert evening.game.turn == "A"
    evening.throws("A", 1, 2)
    assert evening.game.turn == "B"
    evening = drawn("extra_turn")
    assert evening.game.turn == "A"
    evening.throws("A", 1, 2)
    assert evening.game.turn == "B"


def test_a_card_of_its_own_words_takes_its_amount_from_the_table() -> None:
    """free_text: the card is a gain from the bank, a loss to the pot, or no money (HC-BNK-5)."""
    evening = drawn("free_text")
    evening.chooses("A", "gain")
    assert evening.refused.tells("A", 130) == "NOT_A_CHIP_AMOUNT"
    evening.tells("A", 125)
    assert evening.last_paid == [("bank", "A", 125, "jackpot")]
    evening = drawn("free_text")
    evening.chooses("A", "pay")
    evening.tells("A", 5000)
    assert evening.last_paid == [("A", "pot", 4000, "jackpot")]
    assert evening.out("A")
    evening = drawn("free_text")
    evening.chooses("A", "nothing")
    assert evening.paid == []
    assert drawn("free_text", amount=-75).last_paid == [("A", "pot", 75, "jackpot")]
    assert drawn("free_text", amount=75).last_paid == [("bank", "A", 75, "jackpot")]


def test_a_card_may_lead_to_another_card() -> None:
    evening = Evening(box=ring(rouge=0, bleu=10, vert=20, jackpot=6, the_jackpot=8))
    evening.throws("A", 2, 4)
    evening.draws("A", "move_by", steps=2)
    assert evening.asked == ["jackpot_card"]
    evening.draws("A", "gain", amount=25)
    assert evening.last_paid == [("bank", "A", 25, "jackpot")]


@pytest.mark.parametrize(
    ("kind", "effect"),
    [("gain", {}), ("pay", {"amount": 30}), ("move_by", {}), ("move_to", {"target": "la lune"}), ("dance", {}),
     ("free_text", {"amount": 10}), ("gain", {"amount": -100})],
)  # fmt: skip
def test_a_card_that_says_nothing_playable_is_refused(kind: str, effect: dict[str, Any]) -> None:
    evening = Evening()
    evening.lands("A", "jackpot")
    assert evening.refused.draws("A", kind, **effect) == "BAD_CARD"


# --- Acquisition -------------------------------------------------------------------------------------------


def test_a_purchase_goes_to_the_bank_and_a_declined_card_under_its_pile() -> None:
    """HC-CAS-4, HC-BNK-2, AMB-27: the price does not go to the pot."""
    evening = Evening()
    evening.lands("A", "acquisition")
    evening.draws_casino("A", "Ritz", buy=800, sell=1000)
    evening.chooses("A", "buy")
    assert evening.last_paid == [("A", "bank", 800, "acquisition")]
    assert evening.cards("A") == ["Ritz"]
    evening.lands("B", "acquisition")
    evening.draws_casino("B", "Lido", buy=800, sell=1000)
    evening.chooses("B", "leave")
    assert evening.last_paid == []
    assert evening.game.under["acquisition"] == ["Lido"]


@covers("allow_suicide_purchase", True, False)
def test_the_last_chips_buy_a_casino_only_where_the_house_allows_it() -> None:
    """HC-CAS-4, HC-BKR-2, AMB-09: the buyer is bankrupt to the bank; the price is never above his balance."""
    for allowed in (False, True):
        evening = Evening(chips={"A": 800}, house={"allow_suicide_purchase": allowed})
        evening.lands("A", "acquisition")
        evening.draws_casino("A", "Ritz", buy=800, sell=1000)
        if allowed:
            evening.chooses("A", "buy")
            assert evening.game.bankrupt == {"A": "bank"}
            assert evening.game.under["acquisition"] == ["Ritz"]
        else:
            assert evening.refused.chooses("A", "buy") == "WOULD_LEAVE_NO_CHIPS"
        evening = Evening(chips={"A": 800}, house={"allow_suicide_purchase": allowed})
        evening.lands("A", "acquisition")
        evening.draws_casino("A", "Ritz", buy=825, sell=1000)
        assert evening.refused.chooses("A", "buy") == "NOT_ENOUGH_CHIPS"


def test_a_visit_to_a_vendre_ends_with_the_sale_or_the_next_throw() -> None:
    """HC-CAS-5: the player may sell several cards at once, and may still sell on the square until somebody moves."""
    evening = Evening(cards={"A": {"Ritz": 600, "Lido": 300, "Savoy": 100}})
    evening.lands("A", "a_vendre")
    assert evening.game.turn == "B"
    assert evening.refused.sells("B", "Ritz") == "NOT_YOUR_TURN"
    assert evening.refused.sells("A", "Ritz", "Ritz") == "NOT_HIS_CARD"
    evening.sells("A", "Ritz", "Lido")
    assert evening.last_paid == [("bank", "A", 600, "sale"), ("bank", "A", 300, "sale")]
    assert evening.refused.sells("A", "Savoy") == "NOT_ON_A_VENDRE"
    evening = Evening(cards={"A": {"Ritz": 600}})
    evening.lands("A", "a_vendre")
    evening.lands("B", "neutral")
    assert evening.refused.sells("A", "Ritz") == "NOT_ON_A_VENDRE"


def test_a_vendre_asks_nothing_of_who_has_no_card() -> None:
    """HC-CAS-5."""
    evening = Evening()
    evening.lands("A", "a_vendre")
    assert "sale" not in evening.asked


@covers("one_sale", True, False)
def test_one_sale_a_visit_where_the_house_says_so() -> None:
    """AMB-26, HC-CAS-5."""
    for one in (False, True):
        evening = Evening(cards={"A": {"Ritz": 600, "Lido": 300}}, house={"one_sale": one})
        evening.lands("A", "a_vendre")
        if one:
            assert evening.refused.sells("A", "Ritz", "Lido") == "ONE_SALE"
            evening.sells("A", "Lido")
            assert evening.refused.sells("A", "Ritz") == "NOT_ON_A_VENDRE"
        else:
            evening.sells("A", "Ritz", "Lido")


@covers("used_cards", "under_pile", "removed")
def test_used_cards_go_under_their_pile_or_out_of_the_game() -> None:
    """AMB-25, HC-SET-1: if used cards are removed, equal cards leave one by one."""
    name = "Rejouez"
    for used in ("under_pile", "removed"):
        evening = Evening(box=EXAMPLE, house={"used_cards": used})
        left = []
        for _ in range(3):
            evening.gives_turn("A")
            evening.lands("A", "jackpot")
            left.append(sum(c["name"] == name for c in evening.question("jackpot_card").known))
            evening.draws("A", "extra_turn", name)
        assert left == ([1, 1, 1] if used == "under_pile" else [1, 1, 0])
        evening.gives_turn("A")
        evening.lands("A", "acquisition")
        evening.draws_casino("A", "Casino exemple 01", buy=400, sell=500)
        evening.chooses("A", "leave")
        evening.gives_turn("B")
        evening.lands("B", "acquisition")
        names = [c["name"] for c in evening.question("acquisition_card").known]
        assert ("Casino exemple 01" in names) is (used == "under_pile")


def test_a_card_in_somebodys_hand_cannot_be_drawn_again() -> None:
    """HC-MAT-4, HC-MAT-5: each of the 21 exists once, and the box keeps its 36 Jackpot cards."""
    evening = Evening(box=EXAMPLE)
    evening.lands("A", "acquisition")
    assert len(evening.question("acquisition_card").known) == 21
    evening.draws_casino("A", "Casino exemple 01", buy=400, sell=500)
    evening.chooses("A", "buy")
    evening.lands("B", "acquisition")
    assert len(evening.question("acquisition_card").known) == 20
    again = evening.game.board.as_data(EXAMPLE)
    assert (len(again["jackpot"]), len(again["acquisition"])) == (36, 21)
    assert Board(again).decks == evening.game.board.decks


def test_a_card_told_once_is_in_the_list_from_then_on() -> None:
    """Servi adds a card entered in play to the box."""
    evening = Evening()
    evening.lands("A", "jackpot")
    assert evening.question("jackpot_card").known == ()
    evening.draws("A", "gain", "Gros lot", amount=500)
    evening.lands("B", "jackpot")
    assert [c["name"] for c in evening.question("jackpot_card").known] == ["Gros lot"]


def test_a_corrected_card_has_its_new_price_also_in_the_hand() -> None:
    evening = Evening(cards={"A": {"Ritz": 600}})
    card = {"name": "Ritz", "buy": 500, "sell": 700}
    evening.say(CardCorrected(deck="acquisition", name="Ritz", card=card))
    evening.lands("A", "a_vendre")
    evening.sells("A", "Ritz")
    assert evening.last_paid == [("bank", "A", 700, "sale")]


@covers("acquisition_owns_square", True, False)
def test_a_card_gives_the_casino_of_its_colour_where_the_house_says_so() -> None:
    """AMB-06, HC-GOAL-3, HC-CSN-4: the card gives only a casino at which nobody started."""
    for owns in (False, True):
        evening = Evening("ABC", house={"acquisition_owns_square": owns})
        evening.lands("A", "acquisition")
        evening.draws_casino("A", "Ritz", buy=400, sell=500, colour="jaune")
        evening.chooses("A", "buy")
        evening.lands("B", "casino", colour="jaune")
        assert ("casino_duel_stake" in evening.asked) is owns
        evening.gives_turn("A")
        evening.lands("A", "casino", colour="jaune")
        assert evening.asked == ["move", "land"]
        evening.gives_turn("A")
        evening.lands("A", "acquisition")
        evening.draws_casino("A", "Bleu", buy=400, sell=500, colour="bleu")
        evening.chooses("A", "buy")
        evening.gives_turn("B")
        evening.lands("B", "casino", colour="bleu")
        assert evening.last_paid == [("bank", "B", 500, "own_casino_landed")]


# --- a sale in an emergency (AMB-28) ---------------------------------------------------------------------------


def owing(mode: str, what: str) -> Evening:
    """Return an evening with a player who owes more than he has by this kind of payment; A or B holds Ritz (650)."""
    given: dict[str, Any] = {"house": {"emergency_sale": mode}}
    if what in ("mafia", "slot", "pay", "pay_each"):
        evening = Evening(chips={"A": 100}, cards={"A": {"Ritz": 650}}, **given)
        if what == "mafia":
            evening.lands("A", "mafia")
        elif what == "slot":
            evening.lands("A", "slot", amount=-150)
        else:
            evening.lands("A", "jackpot")
            evening.draws("A", what, amount=150)
        return evening
    if what == "collect_each":
        evening = Evening(chips={"B": 100}, cards={"B": {"Ritz": 650}}, **given)
        evening.lands("A", "jackpot")
        evening.draws("A", "collect_each", amount=150)
        return evening
    evening = Evening(chips={"B": 450}, cards={"B": {"Ritz": 650}}, **given)
    evening.lands("A", "421")
    evening.names("A", "B")
    evening.stakes("A", 225)
    evening.throws("A", 4, 2, 1)
    evening.servi("A")
    evening.throws("B", 6, 6, 5)
    return evening


PAYMENTS = ("mafia", "slot", "pay", "pay_each", "collect_each", "421")


@covers("emergency_sale", "off", "half", "full")
def test_whoever_cannot_pay_may_sell_first_in_every_kind_of_payment() -> None:
    """AMB-28, HC-CAS-5, HC-BKR-2: half the price, rounded down to 25; without a sale he is bankrupt."""
    for what in PAYMENTS:
        seat = "B" if what in ("collect_each", "421") else "A"
        assert owing("off", what).out(seat), what
        for mode, price in (("half", 325), ("full", 650)):
            evening = owing(mode, what)
            assert evening.question("emergency_sale").prices == {"Ritz": price}, what
            evening.sells(seat, "Ritz")
            assert evening.last_paid[0] == ("bank", seat, price, "emergency_sale")
            unpaid = what == "mafia" and mode == "half"
            assert evening.out(seat) is unpaid, what
            evening = owing(mode, what)
            evening.sells(seat)
            assert evening.out(seat), what


def test_an_emergency_sale_asks_once_with_the_debt_and_what_is_missing() -> None:
    """AMB-28: the offer contains « Ne rien vendre » only once."""
    evening = owing("half", "mafia")
    assert [q.topic for q in evening.play.open if not isinstance(q, Closed)] == ["emergency_sale"]
    told = Told([Entry(n, 0.0, fact) for n, fact in enumerate((evening.start, *evening.told), 1)])
    row = next(one for one in pages.shown(told)["questions"] if one["topic"] == "emergency_sale")
    assert row["text"] == "A doit 500, il manque 400 : vendre d'abord ?"
    assert row["missing"] == 400


def test_what_an_emergency_sale_leaves_unpaid_bankrupts() -> None:
    """AMB-28: the player has 100 and gets 325 for the card, but owes 500."""
    evening = owing("half", "mafia")
    evening.sells("A", "Ritz")
    assert evening.last_paid == [("bank", "A", 325, "emergency_sale"), ("A", "pot", 425, "mafia")]
    assert evening.game.bankrupt == {"A": "pot"}


def test_a_seller_in_need_who_leaves_pays_nothing_and_the_others_do() -> None:
    evening = owing("full", "collect_each")
    evening.leaves("B")
    assert evening.last_paid == [("B", "bank", 100, "left"), ("C", "A", 150, "jackpot")]


def test_a_sale_played_against_the_rules_leaves_the_stakes_where_they_lie() -> None:
    """HC-CAS-5: the table forces a sale on another square; the bets stay on the cloth."""
    evening = Evening(cards={"B": {"Ritz": 600}})
    evening.lands("A", "roulette")
    evening.bets("B", 7, 4000)
    assert evening.refused.sells("B", "Ritz") == "NOT_ON_A_VENDRE"
    evening.forced.sells("B", "Ritz")
    assert evening.game.ledger.felt == {"B": 4000}
    assert evening.question("roulette_bet").available["B"] == 600
