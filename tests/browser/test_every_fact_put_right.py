"""Every wrong fact is corrected in the report with at most four touches from the table's page, not counting typing.

Each test plays an evening with several facts, and corrects each in the editor of its type.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import (
    TYPES,
    BankerNamed,
    BetPlaced,
    BetsClosed,
    BetsTold,
    BetTakenBack,
    CardCorrected,
    CardDrawn,
    CardPlayed,
    CardsHeld,
    CardsShown,
    CardsSold,
    CasinoChosen,
    Counted,
    DiceKept,
    DiceThrown,
    Die,
    HouseChanged,
    Landed,
    MoneyMoved,
    NumberGiven,
    OpponentChosen,
    OptionChosen,
    PawnPlaced,
    Protested,
    SeatJoined,
    SeatLeft,
    SeatTaken,
    Square,
    SquareCorrected,
    SquareNamed,
    StakePlaced,
    TurnGiven,
)
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, PROBE, Open, Server, claim, violations
from tests.browser.test_answers_put_right import number_of, points, say
from tests.browser.test_evening import begin
from tests.browser.test_setup import COUNTER, taps
from tests.browser.test_sister_tables import SEATS, merchants

MOST = 4


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    yield opened
    opened.close()


class Report:
    """Corrections in the report, from a given page, with a count of the touches."""

    def __init__(self, page: Any, table: Table, checker: Any) -> None:
        self.page, self.table, self.checker, self.start = page, table, checker, page.url
        page.add_init_script(COUNTER)
        self.faults: list[str] = []
        self.looked: set[int] = set()

    def correct(
        self, number: int, *touched: str, typed: dict[str, str] | None = None, taken: str = ""
    ) -> dict[str, Any]:
        """Correct the fact with this number, beginning on the table's page; return the corrected fact.

        ``touched`` and ``taken``, which is in the dialog, are selectors of controls to click, before and after typing;
        ``typed`` has the text of each field of the dialog.
        """
        page = self.page
        page.goto(self.start, wait_until="domcontentloaded")
        page.evaluate("sessionStorage.setItem('taps', 0)")
        page.locator('a[href^="/history"]').first.click()
        for one in touched:
            page.locator(one.format(number=number)).first.click()
        for where, text in (typed or {}).items():
            page.locator(f"dialog {where}").fill(text)
            page.locator(f"dialog {where}").press("Tab")
        if taken:
            page.locator(f"dialog {taken}").click()
        confirm = page.locator("dialog [data-key=confirm]:enabled")
        confirm.wait_for()
        self.faults += page.evaluate(PROBE)
        leads = page.locator("dialog .bouton--plein").all_inner_texts()
        self.faults += [f"{touched}: more than one leads: {leads}"] * (len(leads) > 1)
        if number not in self.looked:
            self.faults += violations(self.checker, page, f"fact {number}")
            self.looked.add(number)
        # wait for one more correction than before
        corrections = page.locator(f'#recit li[data-target="{number}"]')
        before = corrections.count()
        confirm.click()
        corrections.nth(before).wait_for()
        page.locator(f'li[data-number="{number}"]').get_by_text("corrigé", exact=True).wait_for()
        assert taps(page) <= MOST, touched
        line = next(line for line in pages.report(self.table) if line["number"] == number)
        assert line["state"] == "amended"
        return dict(line["fact"])


FIX = '[data-key="fix-{number}"]'


@pytest.fixture
def report(open_page: Open, table: Table, checker: Any) -> Any:
    opened: list[Report] = []

    def begun(page: Any = None) -> Report:
        opened.append(Report(page or open_page("/table"), table, checker))
        return opened[-1]

    yield begun
    assert [fault for one in opened for fault in one.faults] == []


def test_every_type_of_fact_has_its_editor_or_a_reason_why_it_has_none(open_page: Open) -> None:
    tables = open_page("/table").evaluate(
        "import('/static/js/correct/index.js').then((m) => [m.EDITORS, m.ONLY_LEFT_OUT, m.FIXED].map(Object.entries))"
    )
    editors, only_left_out, fixed = tables
    named = [name for rows in tables for name, _ in rows]
    assert sorted(named) == sorted(TYPES)
    assert all(len(rows) > 0 for _, rows in editors)
    assert all(len(reason.split()) > 4 for _, reason in only_left_out + fixed)


def cassino(table: Table) -> None:
    assert table.start({"game": "cassino", "seats": SEATS[:2], "first": 0, "house": {"result_only": False}}).ok
    say(table, CardsShown(seat="B", cards=("5S", "3H", "9C", "KD")), CardsHeld(seat="A", cards=("9H", "2D", "4D", "6D")),
        CardPlayed(seat="A", card="9H", use="capture", take=("9C",)))  # fmt: skip


COUNTS = {"A": {"cards": 30, "spades": 7, "big": 1, "little": 0, "aces": 2},
          "B": {"cards": 22, "spades": 6, "big": 0, "little": 1, "aces": 2}}  # fmt: skip


def test_cards_on_the_table_in_a_hand_and_in_piles(report: Any, table: Table, open_page: Open, server: Server) -> None:
    cassino(table)
    phone = open_page("/table", PHONE)
    claim(phone, server, "A")
    own = report(phone).correct(
        number_of(table, "CardsHeld"), '[data-key="card-{number}-1"]', 'dialog [data-card="7D"]'
    )
    assert own["cards"] == [""] * 4, "the others do not see it"
    assert table.secrets("A")["hand"] == ["7D", "4D", "6D"]
    page = report()
    played = number_of(table, "CardPlayed")
    fact = page.correct(played, FIX, '[data-key^="play-trail"]')
    assert fact["use"] == "trail"
    assert pages.view(table)["scene"]["table"] == ["5S", "3H", "9C", "KD", "9H"]
    assert page.correct(played, '[data-key="card-{number}-0"]', 'dialog [data-card="6D"]')["card"] == "6D"
    shown = number_of(table, "CardsShown")
    assert page.correct(shown, '[data-key="card-{number}-0"]', 'dialog [data-card="8S"]')["cards"][0] == "8S"
    say(table, Counted(seat="A", counts=COUNTS))
    counted = number_of(table, "Counted")
    had = points(table, "B")
    assert page.correct(counted, FIX, 'dialog [data-key="own-big-B"]')["counts"]["B"]["big"] == 1
    assert points(table, "B") == had + 2
    counts = page.correct(counted, FIX, typed={'[data-key="n-cards-A"]': "25"})["counts"]
    assert [counts[seat]["cards"] for seat in "AB"] == [25, 27]
    assert points(table, "B") == had + 2 + 3
    assert "Bruno +3, le plus de cartes" in page.page.locator("#recit").inner_text(), "nobody gives what only counts"


def test_symbols_that_were_dealt(report: Any, table: Table) -> None:
    assert table.start({"game": "casablanca", "seats": SEATS, "box": "exemple", "first": 0}).ok
    say(table, *(CardsShown(seat=seat, cards=("chameau", "palmier", "lune")) for seat in "ABC"))
    page = report()
    dealt = number_of(table, "CardsShown")
    shown = page.correct(dealt, '[data-key="card-{number}-2"]', 'dialog .pave-cartes [data-card="lampe"]')
    assert shown["cards"] == ["chameau", "palmier", "lampe"]


def test_treasures_staked_and_cards_that_were_taken_openly_or_not(report: Any, table: Table) -> None:
    assert table.start({"game": "casino_pirate", "seats": SEATS, "first": 0, "house": {"result_only": False}}).ok
    say(table, OptionChosen(seat="A", option="deal"), StakePlaced(seat="B", amount=1), StakePlaced(seat="C", amount=1),
        CardDrawn(seat="B", deck="pack", card={"name": "3"}), CardDrawn(seat="B", deck="pack", card={"name": "P"}))  # fmt: skip
    drawn = number_of(table, "CardDrawn")
    page = report()
    stake = page.correct(number_of(table, "StakePlaced"), FIX, 'dialog [data-key="amount-1"]')
    assert stake["amount"] == 2
    assert page.correct(drawn, FIX, 'dialog [data-key="answer-4"]')["card"] == {"name": "5"}
    hidden = page.correct(drawn, FIX, 'dialog [data-key="turned-0"]')["card"]
    assert (hidden["hidden"], hidden["turned"]) == (True, "1")
    assert page.correct(drawn, FIX, 'dialog [data-key="turned-1"]')["card"]["turned"] == "2"


def test_what_was_told_after_a_throw_and_what_the_table_itself_had_said(report: Any, table: Table) -> None:
    begin(table, house={"handover": "tap", "roulette_result": True})
    say(table, MoneyMoved(giver="bank", taker="A", amount=500), TurnGiven(seat="B"), SeatTaken(seat="D", name="Didier"),
        HouseChanged(key="min_stake", value=100), Landed(seat="B", square=Square(kind="roulette")),
        DiceThrown(seat="B", dice=(Die("d10", 7), Die("bicolour", "red"))),
        BetsTold(seat="C", won={"7": 100}, total=150))  # fmt: skip
    page = report()
    told = page.correct(number_of(table, "BetsTold"), FIX, typed={'[data-key="typed-beside"]': "150"})
    assert (told["won"], told["total"]) == ({"7": 100}, 250)
    moved = number_of(table, "MoneyMoved")
    assert page.correct(moved, FIX, 'dialog [data-key="taker-3"]')["taker"] == "B"
    assert page.correct(moved, FIX, typed={'[data-key="typed-amount"]': "750"})["amount"] == 750
    assert page.correct(number_of(table, "TurnGiven"), FIX, 'dialog [data-key="by-2"]')["seat"] == "C"
    assert page.correct(number_of(table, "SeatTaken"), FIX, typed={"[data-key=name]": "Denis"})["name"] == "Denis"
    assert page.correct(number_of(table, "HouseChanged"), FIX, typed={"[data-key=typed-value]": "200"})["value"] == 200


def test_dice_that_stayed_who_threw_what_was_sold_and_what_only_a_card_tells(report: Any, table: Table) -> None:
    begin(table, house={"handover": "tap"})
    card = {"name": "Texte", "effect": {"kind": "free_text"}}
    bought = next(one["cards"] for one in pages.decks(table) if one["deck"] == "acquisition")[:2]
    say(table, TurnGiven(seat="A"), Landed(seat="A", square=Square(kind="jackpot")),
        CardDrawn(seat="A", deck="jackpot", card=card), OptionChosen(seat="A", option="gain"),
        NumberGiven(seat="A", number=300))  # fmt: skip
    for one in bought:
        say(table, TurnGiven(seat="A"), Landed(seat="A", square=Square(kind="acquisition")),
            CardDrawn(seat="A", deck="acquisition", card=one), OptionChosen(seat="A", option="buy"))  # fmt: skip
    say(table, TurnGiven(seat="A"), Landed(seat="A", square=Square(kind="a_vendre")),
        CardsSold(seat="A", cards=(bought[0]["name"],)))  # fmt: skip
    say(table, TurnGiven(seat="B"), Landed(seat="B", square=Square(kind="421")), OpponentChosen(seat="B", opponent="A"),
        StakePlaced(seat="B", amount=100), DiceThrown(seat="B", dice=(Die("d6", 4), Die("d6", 2), Die("d6", 6))),
        DiceKept(seat="B", kept=(4,)), DiceThrown(seat="B", dice=(Die("d6", 1), Die("d6", 1)), kept=(4,)))  # fmt: skip
    page, had = report(), points(table)
    assert page.correct(number_of(table, "DiceThrown"), FIX, 'dialog [data-key="kept-2"]')["kept"] == [2]
    assert page.correct(number_of(table, "DiceKept"), FIX, 'dialog [data-key="kept-4-2"]')["kept"] == [4, 2]
    stake = page.correct(number_of(table, "StakePlaced"), FIX, typed={'[data-key="typed-amount"]': "250"})
    assert stake["amount"] == 250
    sold, name = number_of(table, "CardsSold"), bought[1]["name"]
    assert page.correct(sold, '[data-key="card-{number}-0"]', f'dialog [data-key="card-{name}"]')["cards"] == [name]
    told = page.correct(number_of(table, "NumberGiven"), FIX, typed={'[data-key="typed-number"]': "400"})
    assert told["number"] == 400
    assert points(table) - had == 100 + bought[1]["sell"] - bought[0]["sell"]
    say(table, TurnGiven(seat="D"), DiceThrown(seat="D", dice=(Die("d6", 2), Die("d6", 3))))
    assert page.correct(number_of(table, "DiceThrown"), FIX, 'dialog [data-key="by-1"]')["seat"] == "B"
    assert pages.view(table)["turn"] == "A", "Anna comes after Bruno, Chloé after David"


def seat_of(table: Table, seat: str) -> dict[str, Any]:
    return next(one for one in pages.view(table)["seats"] if one["id"] == seat)


def answer(words: str) -> str:
    return f'dialog .reponses button:text-is("{words}")'


def test_a_bet_taken_back_and_whom_somebody_chose(report: Any, table: Table) -> None:
    begin(table, house={"handover": "tap"})
    say(table, TurnGiven(seat="A"), Landed(seat="A", square=Square(kind="roulette")),
        BetPlaced(seat="B", field="rouge", amount=100), BetPlaced(seat="B", field="noir", amount=100),
        BetTakenBack(seat="B", field="rouge"), BetsClosed(seat="A"),
        DiceThrown(seat="A", dice=(Die("d10", 7), Die("bicolour", "red"))),
        TurnGiven(seat="D"), Landed(seat="D", square=Square(kind="421")), OpponentChosen(seat="D", opponent="A"),
        StakePlaced(seat="D", amount=100))  # fmt: skip
    page, had = report(), points(table, "B")
    assert page.correct(number_of(table, "BetTakenBack"), FIX, answer("Noir"))["field"] == "noir"
    assert points(table, "B") == had + 200, "red stayed and won, black is back"
    assert page.correct(number_of(table, "OpponentChosen"), FIX, answer("Chloé"))["opponent"] == "C"
    assert (seat_of(table, "A")["felt"], seat_of(table, "C")["felt"]) == (0, 100)


def test_the_colour_somebody_started_from_and_a_square_that_was_met_first(report: Any, table: Table) -> None:
    table.boxes.new("Mienne", "home_casino")
    begin(table, house={"handover": "tap"}, seats=[{"name": name} for name in ("Anna", "Bruno")], box="Mienne")
    say(table, CasinoChosen(seat="A", colour="rouge"), CasinoChosen(seat="B", colour="bleu"),
        NumberGiven(seat="A", number=42), NumberGiven(seat="B", number=20),
        DiceThrown(seat="A", dice=(Die("d6", 2), Die("d6", 3))), SquareNamed(seat="A", square=Square(kind="mafia")))  # fmt: skip
    page, had = report(), points(table)
    named = page.correct(number_of(table, "SquareNamed"), FIX, 'dialog [data-key="square-casino_plus_500"]')
    assert named["square"] == {"kind": "casino_plus_500"}
    assert points(table) == had + 1000
    chosen = page.correct(number_of(table, "CasinoChosen"), FIX, answer("jaune"))
    assert (chosen["colour"], seat_of(table, "B")["colour"]) == ("jaune", "jaune")


def test_what_the_table_had_said_of_the_board_the_bank_and_who_came_and_went(report: Any, table: Table) -> None:
    begin(table, house={"handover": "tap"})
    card = next(one["cards"] for one in pages.decks(table) if one["deck"] == "acquisition")[0]
    say(table, PawnPlaced(seat="A", index=5), BankerNamed(seat="C"), SeatJoined(seat="G", name="Gustave"),
        SquareCorrected(index=5, square=Square(kind="mafia")),
        CardCorrected(deck="acquisition", name=card["name"], card={**card, "buy": 50}), SeatLeft(seat="D"))  # fmt: skip
    page, had, left = report(), points(table), 4000
    assert page.correct(number_of(table, "PawnPlaced"), FIX, 'dialog [data-key="index-7"]')["index"] == 7
    assert pages.view(table)["board"]["pawns"]["A"] == 7
    assert page.correct(number_of(table, "BankerNamed"), FIX, 'dialog [data-key="by-0"]')["seat"] == "A"
    assert pages.view(table)["banker"] == "A"
    assert page.correct(number_of(table, "SeatJoined"), FIX, typed={"[data-key=name]": "Gaston"})["name"] == "Gaston"
    assert seat_of(table, "G")["name"] == "Gaston"
    square = page.correct(number_of(table, "SquareCorrected"), FIX, 'dialog [data-key="square-jackpot"]')["square"]
    assert square == {"kind": "jackpot"}
    assert pages.view(table)["board"]["squares"][5]["kind"] == "jackpot"
    price = {"[data-key=buy]": "150"}
    told = page.correct(number_of(table, "CardCorrected"), FIX, typed=price, taken="[data-key=card]")["card"]
    assert told["buy"] == 150
    cards = next(one["cards"] for one in pages.decks(table) if one["deck"] == "acquisition")
    assert next(one["buy"] for one in cards if one["name"] == card["name"]) == 150
    assert page.correct(number_of(table, "SeatLeft"), FIX, 'dialog [data-key="to-2"]')["to"] == "A"
    assert points(table) == had + left


def test_who_protested_and_with_how_much(report: Any, table: Table) -> None:
    merchants(table)
    say(table, Protested(seat="C", amount=100))
    page, number = report(), number_of(table, "Protested")
    assert page.correct(number, FIX, answer("David"))["seat"] == "D"
    assert page.correct(number, FIX, typed={'[data-key="typed-amount"]': "200"})["amount"] == 200
    assert [seat_of(table, seat)["felt"] for seat in "CD"] == [0, 200]
