"""The card games with their most players: every count, card and amount is in sight on a tablet and on the Pi's screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import (
    CardDrawn,
    CardPlayed,
    CardsHeld,
    CardsShown,
    Counted,
    Fact,
    Landed,
    NumberGiven,
    OpponentChosen,
    OptionChosen,
    PlayPaused,
    Protested,
    Square,
    StakePlaced,
    Stood,
)
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, PROBE, SMALL, TABLET, Open, Server, at_sizes, claim
from tests.browser.taps import IN_SIGHT, settled, up_to_date
from tests.waiting import until

PEOPLE = [
    {"name": name, "colour": colour, "age": 20 + at}
    for at, (name, colour) in enumerate(
        (("Anna", "rouge"), ("Bruno", "bleu"), ("Chloé", "jaune"), ("David", "noir"), ("Maximilienne", "vert"))
    )
]
SCREENS = {"tablet": TABLET, "pi": SMALL["pi"], "low": SMALL["low"]}
WHOLE = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length).map((one) => {
  const box = one.getBoundingClientRect();
  for (let up = one.parentElement; up; up = up.parentElement) {
    const edge = up.getBoundingClientRect();
    const cuts = getComputedStyle(up).overflowY !== "visible";
    if (cuts && (box.bottom > edge.bottom + 1.5 || box.top < edge.top - 1.5)) return false;
  }
  return box.bottom <= innerHeight + 1.5;
})"""
"""JavaScript that returns whether each of these elements lies completely inside every ancestor that scrolls or cuts."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    yield opened
    opened.close()


def start(table: Table, game: str, people: int, facts: tuple[Fact, ...] = (), **house: Any) -> None:
    assert table.start(
        {"game": game, "seats": PEOPLE[:people], "level": "arbitre", "box": "exemple", "house": house}
    ).ok
    for fact in facts:
        assert table.submit(fact).ok, fact


def cut(page: Any, table: Table, selector: str) -> list[str]:
    """Return the screens on which the page cuts one of these elements, and the probe's findings."""
    up_to_date(page, pages.view(table)["version"])
    found = []
    for name, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        whole = page.evaluate(WHOLE, selector)
        assert whole, selector
        found += [f"{name}: {whole.count(False)} of {len(whole)} cut"] if not all(whole) else []
        found += [f"{name}: {fault}" for fault in page.evaluate(PROBE)]
    return found


@pytest.mark.parametrize("house", [{}, {"result_only": False}], ids=["result only", "card by card"])
def test_four_single_players_count_a_deal_of_cassino_without_scrolling(
    house: dict[str, Any], open_page: Open, table: Table
) -> None:
    start(table, "cassino", 4, (OptionChosen(seat="A", option="alone"),), **house)
    page = open_page("/table")
    page.locator(".compte").wait_for()
    assert cut(page, table, ".compte button, .compte input, .compte h3") == []


@pytest.mark.parametrize("chosen", [0, 4])
def test_the_layout_of_cassino_is_told_with_every_card_in_sight(chosen: int, open_page: Open, table: Table) -> None:
    """Regression: at 800x480 the clubs lay below the fold, and nothing showed that the page scrolls."""
    start(table, "cassino", 3, result_only=False)
    page = open_page("/table", SCREENS["pi"], strict=False)
    told = next(q for q in pages.view(table)["questions"] if q["topic"] == "layout")
    page.locator(f'[data-key="to-{told["id"]}"]').click()  # its button appears once all scripts have loaded
    page.locator(".pave-cartes--jeu").wait_for()
    for card in ("2C", "KC", "7H", "10D")[:chosen]:
        page.locator(f'.pave-cartes--jeu [data-card="{card}"]').click()
        settled(page)
    assert page.locator(".pave-cartes--jeu .touche-carte").count() == 52
    assert all(page.evaluate(WHOLE, ".pave-cartes--jeu .touche-carte, .rang-cartes--choisies > *"))
    assert page.evaluate(PROBE) == []


def test_a_phone_says_whose_card_is_awaited_and_counts_only_when_asked(
    open_page: Open, table: Table, server: Server
) -> None:
    facts = (
        OptionChosen(seat="A", option="alone"),
        CardsShown(seat="A", cards=("9D", "5H", "4D", "AS")),
        CardsHeld(seat="C", cards=("2D", "3H", "6D", "KS")),
    )
    start(table, "cassino", 4, facts, result_only=False)
    phone = open_page("/table", PHONE)
    claim(phone, server, "C")
    phone.get_by_text("C'est à Bruno. Vos questions paraîtront ici.").wait_for()
    assert phone.locator(".compte").count() == 0
    phone.get_by_role("button", name="Compter les plis").click()
    phone.locator(".compte").wait_for()


def test_a_second_page_says_that_another_one_counts_already(open_page: Open, table: Table, server: Server) -> None:
    """Regression: two people each counted half, and neither page showed the other's entries."""
    start(table, "cassino", 2)
    page, phone = open_page("/table"), open_page("/table", PHONE)
    claim(phone, server, "B")
    phone.locator('[data-key="more-cards-A"]').click()
    page.get_by_role("heading", name="Bruno compte déjà").wait_for()
    phone.get_by_role("heading", name="Compter les plis").wait_for()
    assert page.evaluate(PROBE) == []
    page.locator('[data-key="more-cards-A"]').click()  # the second page may count all the same
    page.get_by_role("heading", name="Compter les plis").wait_for()
    assert table.submit(Counted(seat="B", counts={"A": {"cards": 52, "spades": 13, "big": 1, "little": 1, "aces": 4}})).ok
    up_to_date(phone, pages.view(table)["version"])
    phone.get_by_role("heading", name="Compter les plis").wait_for()
    assert pages.view(table)["counting"] is None
    page.locator('[data-key="more-cards-B"]').click()
    phone.get_by_role("heading", name="On compte déjà sur la tablette").wait_for()
    assert phone.evaluate(PROBE) == []


STAKED = (OptionChosen(seat="E", option="deal"), *(StakePlaced(seat=seat, amount=2) for seat in "ABCD"))
SERVED = tuple(
    fact for seat in "ABCD" for fact in (CardDrawn(seat=seat, deck="pack", card={"name": "P"}), Stood(seat=seat))
)
CALLED = (
    CardDrawn(seat="E", deck="pack", card={"name": "2"}),
    CardDrawn(seat="E", deck="pack", card={"name": "3"}),
    OpponentChosen(seat="E", opponent="A"),
)
CARDS_IN_HAND = """() => [".mains .carte-jeu", ".mains .carte-coin"].map((one, i) => [...document.querySelectorAll(one)]
  .map((each) => (i ? parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a
    : each.getBoundingClientRect().width)))"""
"""JavaScript that returns the width of each card in a player's hand, and the size of its number, on the screen."""
HANDS = ".main-meneur, .main-joueur, .pave-cartes button, .bouton--appel, .siege .score"


@pytest.mark.parametrize("facts", [STAKED, STAKED + SERVED, STAKED + SERVED + CALLED], ids=["card", "call", "show"])
def test_five_pirates_see_every_hand_every_amount_and_every_card(
    facts: tuple[Fact, ...], open_page: Open, table: Table
) -> None:
    start(table, "casino_pirate", 5, facts, result_only=False)
    page = open_page("/table")
    page.locator(".pave-cartes").wait_for()
    assert cut(page, table, HANDS) == []
    page.set_viewport_size({"width": SMALL["pi"][0], "height": SMALL["pi"][1]})
    settled(page)
    widths, corners = page.evaluate(CARDS_IN_HAND)
    assert widths and min(widths) >= 28, "regression: 20 px wide, with corners of 6 px"
    assert min(corners, default=99) >= 14


def test_five_pirates_see_every_amount_in_the_default_game(open_page: Open, table: Table) -> None:
    start(table, "casino_pirate", 5, STAKED)
    page = open_page("/table")
    page.locator(".main-meneur").wait_for()
    assert cut(page, table, ".main-meneur, .main-joueur, .siege .score, [data-key^=option-]") == []
    assert all(page.evaluate(IN_SIGHT, "[data-key^=option-]"))


CLOCKS_COMPARED = '''() => performance.getEntriesByType("resource").some(
  (one) => one.initiatorType === "fetch" && one.name === location.href)'''
"""JavaScript that returns whether the page has asked the table for its time; a later jump of the clock counts."""


@pytest.mark.parametrize("size", [
    "pi", "phone", *(pytest.param(size, marks=pytest.mark.slow) for size in SCREENS if size != "pi"),
])  # fmt: skip
def test_a_timed_game_shows_the_time_that_is_left_and_says_when_it_is_over(
    size: str, open_page: Open, table: Table
) -> None:
    """Regression: no page showed the time, and only the menu offered to end the game."""
    start(table, "casino_pirate", 5, STAKED, end_mode="timed", minutes=20)
    page = open_page("/table", {**SCREENS, "phone": PHONE}[size])
    assert page.locator(".minuteur").inner_text().replace("\xa0", " ") == "20 min"
    found = page.evaluate(PROBE)
    page.wait_for_function(CLOCKS_COMPARED)
    page.evaluate("() => { const now = Date.now; Date.now = () => now() + 1_150_000; }")
    page.locator(".minuteur").get_by_text("0:").wait_for()
    page.evaluate("() => { const now = Date.now; Date.now = () => now() + 51_000; }")
    page.get_by_role("button", name="Temps écoulé").wait_for()
    settled(page)
    found += page.evaluate(PROBE)
    page.get_by_role("button", name="Temps écoulé").click()
    page.get_by_text("Le temps est écoulé, cette donne est la dernière.").wait_for()
    page.locator(".main-meneur").get_by_text("la dernière").wait_for()
    assert found + page.evaluate(PROBE) == []


def test_the_leaders_phone_records_what_each_player_has_and_a_player_speaks_of_himself(
    open_page: Open, table: Table, server: Server
) -> None:
    """Regression: only the tablet could settle for the others, and a phone called its own player « le joueur »."""
    start(table, "casino_pirate", 4, (OptionChosen(seat="D", option="deal"), *(StakePlaced(seat=s, amount=1) for s in "ABC")))
    leader, player = open_page("/table", PHONE), open_page("/table", PHONE, strict=False)
    claim(leader, server, "D")
    claim(player, server, "A")
    leader.get_by_role("heading", name="Anna : qui gagne ?").wait_for()
    assert leader.get_by_role("button", name="Je dépasse 7 ½").count() == 1
    assert leader.evaluate(PROBE) == []
    leader.locator(".qui-mise").get_by_role("button", name="Chloé").click()
    leader.get_by_role("heading", name="Chloé : qui gagne ?").wait_for()
    leader.get_by_role("button", name="Le joueur a mieux").click()
    leader.get_by_role("heading", name="Anna : qui gagne ?").wait_for()
    assert (points(table), pages.report(table)[-1]["who"]) == ({"A": 10, "B": 10, "C": 11, "D": 9}, "David")
    player.get_by_role("button", name="J'ai mieux").click()
    leader.get_by_role("heading", name="Bruno : qui gagne ?").wait_for()
    assert points(table)["A"] == 11
    for_another = {"fact": {"type": "OptionChosen", "seat": "B", "option": "better"}}
    sent = """(body) => fetch('/command', {method: 'POST', body: JSON.stringify(body),
      headers: {'Content-Type': 'application/json', 'X-Servi-Page': 'seat'}}).then((one) => one.status)"""
    assert player.evaluate(sent, for_another) == 403
    assert leader.evaluate(sent, for_another) == 200


LINES = """(button) => { const text = document.createRange(); text.selectNodeContents(button);
  return new Set([...text.getClientRects()].map((one) => Math.round(one.top))).size; }"""


def test_the_answers_of_casino_pirate_take_two_lines_on_a_phone_and_seven_and_a_half_one(
    open_page: Open, table: Table, server: Server
) -> None:
    """Regression: « Je / donne / ma / mise » stood on a phone, and « dépasse 7 / ½ » on the table."""
    start(table, "casino_pirate", 3, (OptionChosen(seat="C", option="deal"), *(StakePlaced(seat=s, amount=1) for s in "AB")))
    page, phone = open_page("/table"), open_page("/table", SMALL["small phone"])
    claim(phone, server, "A")
    phone.get_by_role("button", name="Je donne ma mise").wait_for()
    settled(phone)
    for button in phone.locator(".choix-large .bouton").all():
        assert button.evaluate(LINES) <= 2, button.inner_text()
    assert page.get_by_role("button", name="(meneur) dépasse").inner_text().endswith("7\u00a0½")


def points(table: Table) -> dict[str, int]:
    return {seat["id"]: seat["points"] for seat in pages.view(table)["seats"]}


def test_what_is_owed_stands_first_on_a_phone_that_is_not_asked(open_page: Open, table: Table, server: Server) -> None:
    """Regression: the debt lay below everybody's cards, outside the screen."""
    won = (OptionChosen(seat="B", option="better"), OptionChosen(seat="A", option="leader_wins"))
    start(table, "casino_pirate", 5, (*STAKED, *won))
    assert [(one["from"], one["to"]) for one in pages.view(table)["debts"] if one["to"] == "B"] == [("E", "B")]
    phone = open_page("/table", SMALL["small phone"], strict=False)
    claim(phone, server, "B")
    phone.locator(".dettes-bloc").wait_for()
    assert all(phone.evaluate(IN_SIGHT, ".dettes-bloc .dette-somme"))


@pytest.mark.parametrize("tied", [False, True], ids=["one wins", "four win"])
def test_the_order_of_five_pirates_is_whole_at_the_end(tied: bool, open_page: Open, table: Table) -> None:
    results = zip("ABCD", ("leader_wins", "better", "seven_and_half", "concede"), strict=True)
    played = [OptionChosen(seat=seat, option=result) for seat, result in results]
    if tied:
        played = [OptionChosen(seat="E", option="leader_bust")]
    facts = *STAKED, *played, OptionChosen(seat="E" if tied else "C", option="time_up")
    start(table, "casino_pirate", 5, facts, end_mode="timed")
    page = open_page("/table")
    page.locator(".classement").wait_for()
    assert cut(page, table, ".classement li, .gagnant") == []
    assert at_sizes(page, {"phone": PHONE, "ipad": SMALL["ipad"], "small phone": SMALL["small phone"]}) == []


def casablanca(table: Table, **house: Any) -> str:
    """Start Casablanca for two, both figures on the first square, a star on top; return the seat that announces."""
    start(table, "casablanca", 2, **house)
    while (topic := pages.view(table)["questions"][0]["topic"]) != "announce":
        seat = pages.view(table)["questions"][0]["seats"][0]
        match topic:
            case "dealt":
                cards = ("lune", "lampe", "palmier")
                assert table.submit(CardsShown(seat=seat, cards=cards)).ok
            case "figure":
                assert table.submit(NumberGiven(seat=seat, number=0)).ok
            case _:
                assert table.submit(CardDrawn(seat=seat, deck="stock", card={"name": "etoile"})).ok
    seat = pages.view(table)["questions"][0]["seats"][0]
    assert isinstance(seat, str)
    return seat


def test_the_next_announcement_stands_there_after_a_prime_of_casablanca(open_page: Open, table: Table) -> None:
    """With « Résultat seul » the next announcement also hands over the money, so it must need no extra tap."""
    active = casablanca(table, result_only=True)
    for fact in (NumberGiven(seat=active, number=3), CardDrawn(seat="B", deck="stock", card={"name": "palmier"})):
        assert table.submit(fact).ok, fact
    assert [debt["amount"] for debt in pages.view(table)["debts"]] == [100]
    page = open_page("/table")
    page.locator('[data-key="number-2"]').click()
    assert until(lambda: pages.view(table)["debts"] == [])
    page.locator('[data-key="number-2"]').wait_for()


def test_folding_in_casablanca_names_its_price(open_page: Open, table: Table) -> None:
    active = casablanca(table)
    other = "B" if active == "A" else "A"
    for fact in (
        NumberGiven(seat=active, number=3), Protested(seat=other, amount=250), StakePlaced(seat=active, amount=500),
    ):  # fmt: skip
        assert table.submit(fact).ok, fact
    name = next(seat["name"] for seat in pages.view(table)["seats"] if seat["id"] == active)
    page = open_page("/table")
    page.get_by_text(f"Suivre, c'est voir le jeton ; se retirer laisse 250 à {name}.").wait_for()


def test_a_card_written_at_the_table_reads_as_a_sentence(open_page: Open, table: Table) -> None:
    """Regression: the page wrote « La banque vous verse +300 »."""
    start(table, "home_casino", 3)
    seat = pages.view(table)["questions"][0]["seats"][0]
    assert table.submit(Landed(seat=seat, square=Square(kind="jackpot"))).ok
    page = open_page("/table")
    page.locator('[data-key="fresh"]').click()
    page.locator('[data-key="kind-gain"]').click()
    page.locator('[data-key="amount"]').fill("300")
    page.locator('[data-key="card"]').click()
    evening = table.evening()
    assert evening is not None
    drawn = until(lambda: [one.fact.card["name"] for one in evening.entries if isinstance(one.fact, CardDrawn)])
    assert drawn == ["La banque vous verse 300"]


def mover(table: Table) -> str:
    seat: str = next(q for q in pages.view(table)["questions"] if q["kind"] == "play_card")["seats"][0]
    return seat


def told(page: Any, name: str) -> dict[str, str]:
    """Return the values on one player's pause sheet by their headings."""
    sheet = page.get_by_role("region", name=name, exact=True)
    sheet.wait_for()
    return dict(zip(sheet.locator("dt").all_inner_texts(), sheet.locator("dd").all_inner_texts(), strict=True))


def test_the_pause_sheet_of_cassino_lists_the_table_the_builds_and_the_piles(open_page: Open, table: Table) -> None:
    people = [{"name": name, "age": 20 + at} for at, name in enumerate(("Anna", "Bruno", "Chloé"))]
    assert table.start({"game": "cassino", "seats": people, "first": 0, "house": {"result_only": False}}).ok
    dealer = next(q for q in pages.view(table)["questions"] if q["topic"] == "layout")["seats"][0]
    assert table.submit(CardsShown(seat=dealer, cards=("2S", "4H", "9D", "KC"))).ok
    owner = mover(table)
    assert table.submit(CardPlayed(seat=owner, card="6H", use="build", take=("2S",), value=8)).ok
    taker = mover(table)
    assert table.submit(CardPlayed(seat=taker, card="4D", use="capture", take=("4H",))).ok
    assert table.submit(PlayPaused()).ok
    page = open_page("/pause")
    names = {seat["id"]: seat["name"] for seat in pages.view(table)["seats"]}
    shared = told(page, "La table")
    assert shared["Cartes"] == "9 de carreau, roi de trèfle"
    assert shared[f"Construction de 8, à {names[owner]}"] == "6 de cœur, 2 de pique"
    taken = {seat: told(page, name)["Cartes prises"] for seat, name in names.items()}
    assert taken == {seat: "2" if seat == taker else "0" for seat in names}
