"""The number of touches that a turn of each sister game takes at the table."""

from __future__ import annotations

from typing import Any

from companion.facts import BetPlaced, CardDrawn, DiceThrown, Die, Landed, Square
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, Open, Server, claim
from tests.browser.taps import up_to_date
from tests.web.test_question_words import PEOPLE, casablanca
from tests.web.test_question_words import table as table


class Finger:
    """A finger on the table's page, with the number of its touches."""

    def __init__(self, page: Any, table: Table) -> None:
        self.page, self.table, self.taps = page, table, 0

    def touch(self, key: str) -> None:
        version = pages.view(self.table)["version"]
        up_to_date(self.page, version)
        self.page.locator(f'[data-key="{key}"]').first.click()
        self.taps += 1

    def commit(self, key: str) -> None:
        """Touch a key that submits an answer, and wait for the table."""
        version = pages.view(self.table)["version"]
        self.touch(key)
        assert self.table.wait(version, 60) > version


def test_a_hand_of_casino_pirate_with_four_takes_seven_touches(open_page: Open, table: Table) -> None:
    assert table.start({"game": "casino_pirate", "seats": PEOPLE, "first": 0}).ok
    finger = Finger(open_page("/table"), table)
    finger.commit("option-deal")
    for amount in (1, 2, 2):
        finger.commit(f"stake-{amount}")
    for result in ("leader_wins", "better", "seven_and_half"):
        finger.commit(f"option-{result}")
    assert finger.taps == 7
    view = pages.view(table)
    assert {seat["name"]: seat["points"] for seat in view["seats"]} == {"Anna": 5, "Bruno": 9, "Chloé": 12, "David": 14}
    assert view["questions"][0]["topic"] == "deal"


def test_a_turn_of_casablanca_takes_one_touch_and_one_for_a_new_card(open_page: Open, table: Table) -> None:
    casablanca(table)
    leader = pages.view(table)["questions"][0]["seats"][0]
    assert table.submit(CardDrawn(seat=leader, deck="stock", card={"name": "palmier"})).ok
    finger = Finger(open_page("/table"), table)
    finger.commit("number-3")  # Anna misses the palm tree
    finger.commit("number-1")  # Bruno lands on it
    up_to_date(finger.page, pages.view(table)["version"])
    assert finger.page.locator(".nombre--visé").count() == 0
    before = pages.view(table)["version"]
    finger.page.locator('.pave-cartes [data-card="lune"]').first.click()  # nobody protested, so the next card is due
    assert table.wait(before, 60) > before
    assert pages.view(table)["questions"][0]["topic"] == "announce"
    assert finger.taps + 1 == 3  # two turns, one of them with a new card


def test_a_deal_of_cassino_takes_at_most_ten_entries(open_page: Open, table: Table) -> None:
    assert table.start({"game": "cassino", "seats": PEOPLE[:3], "first": 0}).ok
    finger = Finger(open_page("/table"), table)
    counts = {"cards": (30, 12), "spades": (7, 3), "aces": (2, 1)}
    for key, numbers in counts.items():
        for seat, number in zip("AB", numbers, strict=True):
            finger.page.locator(f'[data-key="n-{key}-{seat}"]').fill(str(number))
            finger.page.keyboard.press("Tab")
            finger.taps += 1
    finger.touch("own-big-A")
    finger.touch("own-little-B")
    finger.commit("count")
    assert finger.taps <= 10
    assert [seat["points"] for seat in pages.view(table)["seats"]] == [8, 2, 1]


def test_a_round_of_si_no_with_four_takes_at_most_24_touches(open_page: Open, table: Table) -> None:
    """It takes the throw of the 7, twelve chips and ten draws; the first draw closes the bets."""
    house = {"result_only": True}
    setup = {"game": "les_cases_si_no", "seats": PEOPLE, "box": "exemple", "first": 0, "house": house}
    assert table.start(setup).ok
    finger = Finger(open_page("/table"), table)
    finger.commit("number-3")
    for _ in "BCD":
        for line in ("H1", "H2", "H3", "V"):
            bet = next(q for q in pages.view(table)["questions"] if q["kind"] == "bet" and q["must"])
            field = next(field for field in bet["free"][bet["seats"][0]] if field.startswith(line))
            finger.commit(f"field-{field}")
    for draw in ("8", "seven_red", "2.2", "9", "3.3", "5", "11", "1.1", "4", "seven_green"):
        finger.commit(f"option-{draw}")
    assert finger.taps <= 24
    assert pages.view(table)["questions"][0]["topic"] == "seven_at"


def test_one_touch_lays_all_chips_of_si_no_as_they_are_drawn(open_page: Open, table: Table) -> None:
    setup = {"game": "les_cases_si_no", "seats": PEOPLE, "box": "exemple", "first": 0, "house": {"result_only": True}}
    assert table.start(setup).ok
    finger = Finger(open_page("/table"), table)
    finger.commit("number-3")
    drawn = next(q for q in pages.view(table)["questions"] if q["kind"] == "bet")["drawn"]
    assert len(drawn) == 12
    finger.page.locator(".pion--dessine").nth(11).wait_for()
    assert finger.page.locator(".pion--dessine").count() == 12
    finger.commit("as-drawn")
    finger.page.wait_for_function("() => !document.querySelector('[data-key=as-drawn]')")
    laid = next(q for q in pages.view(table)["questions"] if q["kind"] == "bet")["bets"]
    assert {tuple(one.items()) for one in laid} == {tuple(one.items()) for one in drawn}
    assert finger.taps == 2


def home_casino(table: Table, **house: Any) -> None:
    assert table.start({"game": "home_casino", "seats": PEOPLE, "box": "exemple", "first": 0, "house": house}).ok


def test_a_throw_that_moves_a_pawn_is_entered_with_two_touches(open_page: Open, table: Table) -> None:
    home_casino(table)
    finger = Finger(open_page("/table"), table)
    finger.touch("face-d6-null-1")
    finger.commit("face-d6-null-2")
    assert finger.taps == 2
    assert [die["value"] for die in pages.view(table)["throw"]["dice"]] == [1, 2]


def test_a_known_square_is_named_with_two_touches(open_page: Open, table: Table) -> None:
    home_casino(table)
    finger = Finger(open_page("/table"), table)
    land = next(q for q in pages.view(table)["questions"] if q["topic"] == "land")
    finger.touch(f"to-{land['id']}")
    finger.commit("square-roulette")
    assert finger.taps == 2
    assert {q["topic"] for q in pages.view(table)["questions"]} >= {"roulette_bet", "roulette_close"}


def test_an_unknown_card_is_bought_with_four_touches(open_page: Open, table: Table) -> None:
    home_casino(table)
    assert table.submit(Landed(seat="A", square=Square(kind="acquisition"))).ok
    finger = Finger(open_page("/table"), table)
    finger.touch("fresh")
    for price, words in (("buy", "400"), ("sell", "650")):
        finger.page.locator(f'[data-key="{price}"]').fill(words)
        finger.taps += 1
    finger.commit("card")
    finger.page.locator(".dette-somme").get_by_text("400").wait_for()
    assert finger.taps == 4
    assert pages.view(table)["seats"][0]["points"] == 3600
    assert [debt["amount"] for debt in pages.view(table)["debts"]] == [400]


def test_a_known_jackpot_card_takes_one_touch_and_an_unknown_one_four(open_page: Open, table: Table) -> None:
    home_casino(table)
    finger = Finger(open_page("/table"), table)
    assert table.submit(Landed(seat="A", square=Square(kind="jackpot"))).ok
    finger.touch("fresh")
    finger.touch("kind-gain")
    finger.page.locator('[data-key="amount"]').fill("300")
    finger.taps += 1
    finger.commit("card")
    assert finger.taps == 4
    assert pages.view(table)["seats"][0]["points"] == 4300
    lands = next(q for q in pages.view(table)["questions"] if q["kind"] == "throw")["seats"][0]
    assert table.submit(Landed(seat=lands, square=Square(kind="jackpot"))).ok
    finger.commit("all-done")
    up_to_date(finger.page, pages.view(table)["version"])
    before = pages.view(table)["version"]
    finger.page.locator(".liste-cartes .option").first.click()
    assert table.wait(before, 10) > before
    assert not any(q["kind"] == "card" for q in pages.view(table)["questions"])


def test_two_phones_teach_a_box_on_the_first_evening(open_page: Open, server: Server, table: Table) -> None:
    """The box is empty. A phone whose seat is not asked waits, and no answer takes more than four touches."""
    assert table.start({"game": "home_casino", "seats": PEOPLE[:2], "box": "vide", "first": 0}).ok
    fingers = {}
    for seat in "AB":
        claim(phone := open_page("/table", PHONE), server, seat)
        fingers[seat] = Finger(phone, table)
    costs: list[int] = []

    def answer(*keys: str) -> None:
        asked = pages.view(table)["questions"][0]["seats"]
        waiting = next(iter(set("AB") - set(asked)), None)
        if waiting:
            other = fingers[waiting].page
            up_to_date(other, pages.view(table)["version"])
            other.get_by_text("Vos questions paraîtront ici.").wait_for()
        finger, before = fingers[asked[0]], fingers[asked[0]].taps
        for key in keys[:-1]:
            finger.touch(key)
        finger.commit(keys[-1])
        costs.append(finger.taps - before)

    answer("digit-4", "digit-2", "number")
    answer("square-11")  # Bruno's first casino
    answer("face-d6-null-1", "face-d6-null-2")
    answer("square-mafia")
    answer("face-d6-null-1", "face-d6-null-3")
    answer("square-jackpot")
    answer("kind-extra_turn", "card")
    assert max(costs) <= 4
    assert [square["kind"] for square in pages.view(table)["board"]["squares"]].count("mafia") == 1


def test_the_hand_over_after_a_roulette_takes_one_touch(open_page: Open, table: Table) -> None:
    home_casino(table, handover="tap")
    for fact in (Landed(seat="A", square=Square(kind="roulette")), BetPlaced(seat="A", field="7", amount=100),
                 BetPlaced(seat="B", field="rouge", amount=50), BetPlaced(seat="C", field="3", amount=25),
                 DiceThrown(seat="A", dice=(Die("d10", 7), Die("bicolour", "red")))):  # fmt: skip
        assert table.submit(fact).ok, fact
    finger = Finger(open_page("/table"), table)
    finger.commit("all-done")
    up_to_date(finger.page, pages.view(table)["version"])
    finger.page.wait_for_function("() => !document.querySelector('[data-key=all-done]')")
    assert pages.view(table)["debts"] == []
    assert finger.taps == 1
