"""Taps become the expected facts, on the table page and on a seat's phone."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from companion.dice import DieKind, ReadDie, Reading
from companion.facts import ChipsCounted, Die, SeatTaken
from companion.refusal import Refusal
from companion.snapshot import Pending
from tests.browser.conftest import PHONE, TABLET, Open, Server, claim
from tests.browser.still import BOXES
from tests.browser.taps import up_to_date
from tests.companion.test_language import NAMES
from tests.waiting import until
from tests.web.fake_table import FakeTable
from tests.web.states import BOX, Night, around, duel_421, opening, states


def told(table: FakeTable, number: int = 1) -> Any:
    """Wait until the table has received ``number`` commands; return the last."""
    until(lambda: len(table.told) >= number)
    assert len(table.told) == number
    return table.told[-1][1]


def show(page: Any, table: FakeTable, state: str | Night) -> None:
    table.show(states()[state] if isinstance(state, str) else state.now())
    up_to_date(page, table.snapshot().version)


def button(page: Any, name: str, exact: bool = True) -> Any:
    return page.get_by_role("button", name=name, exact=exact)


def face(page: Any, name: str) -> Any:
    return page.locator(".faces").get_by_role("button", name=name, exact=True)


def test_two_dice_are_tapped_in(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    face(page, "3").click()
    button(page, "Retirer le 3").click()
    face(page, "3").click()
    face(page, "4").click()
    assert told(table) == {
        "type": "DiceThrown",
        "seat": "A",
        "dice": [{"kind": "d6", "value": 3}, {"kind": "d6", "value": 4}],
        "kept": None,
    }


def test_kept_dice_stay_and_the_others_are_thrown_again(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    show(page, table, "throw-421")
    page.locator(".des-garder button").nth(2).click()
    page.get_by_text("2 dés à lancer.").wait_for()
    face(page, "4").click()
    face(page, "2").click()
    button(page, "Valider 4 · 2").click()
    assert told(table) == {
        "type": "DiceThrown",
        "seat": "A",
        "dice": [{"kind": "d6", "value": 4}, {"kind": "d6", "value": 2}],
        "kept": [1],
    }


def test_what_everybody_takes_is_said_and_drawn_before_the_first_throw(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    show(page, table, "begun")
    page.get_by_text(
        "La banque donne 4\u202f000 à chacun : 2 × 1\u202f000, 2 × 500, 6 × 100, 5 × 50 et 6 × 25."
    ).wait_for()
    assert page.locator(".dernier-jet .tas").count() == 5


def test_who_keeps_all_dice_is_told_what_to_do(open_page: Open, table: FakeTable) -> None:
    """The table refuses a throw of no dice, so the page offers it only if a house rule allows it."""
    page = open_page()
    show(page, table, "throw-421")
    for die in page.locator(".des-garder button").all():
        if die.get_attribute("aria-pressed") != "true":
            die.click()
    page.get_by_text("Tout est gardé : toucher un dé à relancer.").wait_for()
    assert page.locator("[data-key=send]").count() == 0


def test_how_a_duel_ended_stays_beside_what_is_owed(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    now = states()["debts"]
    table.show(replace(now, debts=now.debts[-1:]))
    page.get_by_text("Élodie gagne, 9 contre 5").wait_for()


def test_a_phone_that_waits_sees_the_duel(open_page: Open, server: Server, table: FakeTable) -> None:
    page = open_page(size=PHONE)
    claim(page, server, "F")
    table.show(states()["throw-421"])
    page.locator(".duel-bloc .camp").first.wait_for()


def test_the_button_that_stops_says_at_what(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    show(page, table, "throw-421")
    button(page, "S'arrêter à 531").click()
    assert told(table) == {"type": "Stood", "seat": "A"}


def test_the_roulette_needs_a_digit_and_a_colour(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    show(page, table, "throw-roulette")
    button(page, "7").click()
    reason = page.locator(".question .raison")
    for key, words in (("face-d10-null-3", "Ce dé est entré"), ("send", "Il manque un dé")):
        before = page.evaluate(BOXES)
        page.locator(f'[data-key="{key}"]').click()
        reason.get_by_text(words).wait_for()
        assert page.evaluate(BOXES).items() <= before.items()  # the reason covers « Pourquoi ? » and moves no control
    assert table.told == []
    button(page, "rouge").click()
    assert told(table)["dice"] == [{"kind": "d10", "value": 7}, {"kind": "bicolour", "value": "red"}]


def test_servi_is_one_touch(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    show(page, table, "stand")
    button(page, "Servi à 17").click()
    assert told(table) == {"type": "Stood", "seat": "A"}


def test_a_stake_is_stepped_between_its_bounds(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    show(page, table, "stake")
    button(page, "Le plus : 225").click()
    button(page, "Miser 225 contre David").wait_for()
    page.locator("[data-key=more]").click()
    page.locator(".question .raison").get_by_text("Le plus est 225.").wait_for()
    button(page, "Moins 25").click()
    assert page.locator(".raison").count() == 0
    button(page, "Miser 200 contre David").click()
    assert told(table) == {"type": "StakePlaced", "seat": "A", "amount": 200}


def test_the_first_chip_of_a_stake_replaces_what_was_proposed(open_page: Open, table: FakeTable) -> None:
    """Regression: after a touch on 500, the stake was 600."""
    page = open_page()
    show(page, table, "stake")
    page.locator("[data-key=chip-25]").click()
    button(page, "Miser 25 contre David").wait_for()
    page.locator("[data-key=chip-100]").click()
    button(page, "Miser 125 contre David").wait_for()


def test_chips_are_laid_on_the_cloth_for_whoever_bets(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    show(page, table, "bet")
    page.locator(".qui", has_text="Bruno").click()
    button(page, "Poser 50").click()
    page.locator("button.champ.n2").click()
    assert told(table) == {"type": "BetPlaced", "seat": "B", "field": "2", "amount": 50}
    button(page, "Rien ne va plus").click()
    assert told(table, 2) == {"type": "BetsClosed", "seat": "C"}


@pytest.mark.parametrize(
    ("state", "name", "fact"),
    [
        ("opponent", re.compile("David"), {"type": "OpponentChosen", "seat": "A", "opponent": "D"}),
        ("option", "Acheter", {"type": "OptionChosen", "seat": "A", "option": "buy"}),
        (
            "card",
            re.compile("Bonne soirée"),
            {
                "type": "CardDrawn",
                "seat": "A",
                "deck": "jackpot",
                "card": {
                    "name": "Bonne soirée : +250",
                    "text": "Bonne soirée : +250",
                    "effect": {"kind": "gain", "amount": 250},
                },
            },
        ),
        ("square", "Zanzibar", {"type": "SquareNamed", "seat": "A", "square": {"kind": "zanzibar"}}),
        ("casino", "bleu", {"type": "CasinoChosen", "seat": "A", "colour": "bleu"}),
        ("sell", "Ne rien vendre", {"type": "CardsSold", "seat": "A", "cards": []}),
    ],
)
def test_one_touch_answers(open_page: Open, table: FakeTable, state: str, name: Any, fact: dict[str, Any]) -> None:
    page = open_page()
    show(page, table, state)
    page.locator(".scene").get_by_role("button", name=name).first.click()
    assert told(table) == fact


def test_cards_are_sold_together(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    show(page, table, "sell")
    page.get_by_role("button", name="Casino exemple 01").click()
    page.get_by_role("button", name="Casino exemple 03").click()
    button(page, "Vendre pour 1\u202f250").click()
    assert told(table)["cards"] == ["Casino exemple 01", "Casino exemple 03"]


BUSY = "window.requestIdleCallback = (load, { timeout } = {}) => (timeout ? setTimeout(load, timeout * %d) : 0)"
"""A browser without idle moments: it calls back only after a multiple of the timeout."""


def test_a_busy_page_asks_all_the_same(open_page: Open, table: FakeTable) -> None:
    """A question's renderer loads when the question opens, even on a busy tablet."""
    page = open_page()
    page.add_init_script(BUSY % 100)
    page.reload(wait_until="domcontentloaded")
    show(page, table, "sell")
    page.locator("[data-key=sell]", has_text="Ne rien vendre").wait_for()


def test_a_busy_page_has_a_voice(open_page: Open) -> None:
    page = open_page()
    address = page.url
    page.add_init_script(BUSY % 1)
    page.goto("about:blank")
    with page.expect_response("**/sound.js"):
        page.goto(address, wait_until="domcontentloaded")


def test_what_a_question_is_drawn_by_is_fetched_again_after_a_cut(open_page: Open, table: FakeTable) -> None:
    page = open_page(strict=False)
    asked = []

    def cut_once(route: Any) -> None:
        asked.append(route)
        if len(asked) == 1:
            route.abort()
        else:
            route.continue_()

    page.route("**/ask/cards.js", cut_once)
    page.reload(wait_until="domcontentloaded")
    show(page, table, "sell")
    page.locator("[data-key=sell]", has_text="Ne rien vendre").wait_for()
    assert len(asked) == 2


def test_no_later_question_leads_while_the_script_of_the_first_is_on_its_way(open_page: Open, table: FakeTable) -> None:
    """Regression: the page asked for the next throw until the sale's buttons had loaded."""
    page = open_page()
    held: list[Any] = []
    address = page.url
    page.goto("about:blank")
    page.route("**/ask/cards.js", lambda route: held.append(route))
    page.goto(address, wait_until="domcontentloaded")
    first, later = states()["card-new"], states()["throw"]
    both = (*first.open, *later.open)
    table.show(replace(first, open=both))
    up_to_date(page, table.snapshot().version)
    assert until(lambda: page.wait_for_timeout(50) or held)
    assert page.locator(".face-touche").count() == 0
    held[0].continue_()
    button(page, "Versez au pot").wait_for()


def test_an_unknown_card_is_written_down(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    show(page, table, "card-new")
    button(page, "Versez au pot").click()
    button(page, "C'est cette carte").click()
    page.locator(".raison").get_by_text("Il faut le nombre").wait_for()
    page.get_by_label("Montant").fill("500")
    page.get_by_label("Ses mots").fill("Amende")
    button(page, "C'est cette carte").click()
    assert told(table)["card"] == {"name": "Amende", "effect": {"kind": "pay", "amount": 500}}


@pytest.mark.parametrize(
    ("deck", "lands", "words"), [("jackpot", (1, 2), "Passer cette case"), ("acquisition", (2, 3), "Ne pas l'acheter")]
)
def test_an_unknown_card_is_left_out_with_one_touch(
    deck: str, lands: tuple[int, int], words: str, open_page: Open, table: FakeTable
) -> None:
    """To decline an unknown card, nobody has to enter what is printed on it."""
    page = open_page()
    show(page, table, opening(box={**BOX, deck: []}).throws("A", *lands))
    button(page, words).click()
    assert told(table)["type"] == "SquareSkipped"


@pytest.mark.parametrize("size", [pytest.param(TABLET, marks=pytest.mark.slow), PHONE])
def test_an_unknown_square_costs_four_touches_at_most_and_one_to_leave_it_out(
    size: tuple[int, int], open_page: Open, table: FakeTable
) -> None:
    page = open_page("/table", size)
    show(page, table, "square")
    for kind in page.evaluate("[...document.querySelectorAll('[data-key^=square-]')].map((one) => one.dataset.key)"):
        show(page, table, "nothing")
        show(page, table, "square")
        before, touches = len(table.told), 0
        for key in (kind, "minus", "a-", "colour-", "square"):
            control = page.locator(f"[data-key={key}], [data-key^={key}]" if key.endswith("-") else f"[data-key={key}]")
            if len(table.told) > before or not control.count():
                continue
            control.first.click()
            touches += 1
        assert told(table, before + 1)["type"] == "SquareNamed" and touches <= 4, (kind, touches)
    show(page, table, "nothing")
    show(page, table, "square")
    count = len(table.told)
    button(page, "Passer cette case").click()
    assert told(table, count + 1)["type"] == "SquareSkipped"


def test_a_slot_machine_gives_or_takes(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    show(page, table, "square")
    button(page, "Machine à sous").click()
    button(page, "La case prend").click()
    page.get_by_label("Montant").fill("150")
    button(page, "C'est cette case").click()
    assert told(table)["square"] == {"kind": "slot", "amount": -150}


def test_what_cannot_be_taken_back_is_touched_twice(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    show(page, table, "decline")
    button(page, "Passer").click()
    assert table.told == []
    button(page, "Sûr ? Passer").click()
    assert told(table)["option"] == "decline"


def test_a_number_is_typed_within_its_bounds(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    show(page, table, "number")
    page.locator("[data-key=number]").click()
    page.locator(".pourquoi-pas").get_by_text("De 7 à 200").wait_for()
    page.locator("[data-key=erase]").click()
    page.locator(".pourquoi-pas").get_by_text("Rien n'est encore tapé.").wait_for()
    assert table.told == []
    button(page, "4").click()
    button(page, "2").click()
    button(page, "C'est 42").click()
    assert told(table)["number"] == 42


def test_a_refusal_says_its_words_and_may_be_overruled(open_page: Open, table: FakeTable) -> None:
    page = open_page(strict=False)
    show(page, table, "stand")
    table.refuse = Refusal("STAKE_OVER_LIMIT", "A", {"limit": 225, "against": "D"}, "HC-OPP-2")
    button(page, "Servi à 17").click()
    page.get_by_role("alert").get_by_text("225 au plus").wait_for()
    button(page, "Jouer quand même").click()
    told(table)
    assert table.told[-1][2]["force"] is True


def test_a_double_tap_counts_once(open_page: Open, table: FakeTable) -> None:
    page = open_page(strict=False)
    show(page, table, "stand")
    page.evaluate(
        """() => {
          const servi = [...document.querySelectorAll("button")].find((one) => one.textContent === "Servi à 17");
          servi.click();
          servi.click();
        }"""
    )
    told(table)
    page.wait_for_timeout(200)
    assert len(table.told) == 1


def test_chips_are_ticked_off_paid_otherwise_or_all_at_once(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    show(page, table, "debts")
    button(page, "Banque a remis 700 à Anna").click()
    assert told(table) == ("bank", "A", 0)
    button(page, "Payer autrement, Banque à Chloé").click()
    button(page, "Payé, peu importe comment").click()
    assert told(table, 2) == ("bank", "C", None)
    button(page, "Tout est remis").click()
    assert told(table, 4) == ("B", "E", 0)
    page.get_by_text("Anna lance deux dés").wait_for()


def test_the_last_fact_is_taken_back_by_one_touch(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    page.get_by_role("button", name="Annuler : Farid lance 5 et 1").click()
    told(table)
    assert table.told[-1][0] == "undo"


def test_a_doubtful_die_is_settled_by_one_touch(open_page: Open, table: FakeTable) -> None:
    page = open_page(strict=False)
    show(page, table, "pending")
    page.locator("[data-key=take]").click()
    page.locator(".pourquoi-pas").get_by_text("Chaque dé doit avoir sa valeur.").wait_for()
    page.get_by_role("group", name="Valeurs probables").locator("button").nth(1).click()
    page.get_by_role("group", name="Autres valeurs").locator("button").nth(1).click()
    button(page, "C'est juste").click()
    assert told(table) == (Die("d6", 4), Die("d6", 6), Die("d6", 2))


def test_the_dice_that_stayed_are_named_where_they_are_asked_for(open_page: Open, table: FakeTable) -> None:
    """Regression: « Quels dés sont restés ? » stood above « Touchez ce que montre chaque dé », but named no dice."""
    page = open_page(strict=False)
    reading = Reading((ReadDie(DieKind.D6, 4), ReadDie(DieKind.D6, 2)), True, ())
    refusal = Refusal("WHICH_DICE_KEPT", "A", {"lying": [5, 3, 1]})
    pending = Pending(3, "A", reading, None, "1-3d6", refusal)
    table.show(around(duel_421().throws("A", 5, 3, 1).now(), pending=pending))
    up_to_date(page, table.snapshot().version)
    page.locator("[data-key=take]").wait_for()
    words = page.locator(".question-mots > *").all_inner_texts()
    assert [re.sub(r"\s", " ", one) for one in words] == [
        "Quels dés sont restés ?",
        "Toucher les dés gardés parmi 5, 3 et 1.",
    ]
    page.locator("[data-key=keep-1]").click()
    button(page, "C'est juste").click()
    assert told(table) == (Die("d6", 4), Die("d6", 2))
    assert table.told[-1][2]["kept"] == (3,)


def test_the_eye_looks_when_asked(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    show(page, table, "throw-eye")
    button(page, "Lancer").click()
    told(table)
    assert table.told[-1][0] == "look"


def test_any_throw_is_set_right_by_four_touches_after_a_preview(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    page.get_by_role("link", name="Feuille").click()
    page.locator('li[data-number="2"]').get_by_role("button").click()
    page.get_by_role("group", name="Le dé 1 montre").get_by_role("button", name="5", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("4\u202f200").wait_for()
    dialog.get_by_text("Anna mise 500").wait_for()
    button(page, "Confirmer").click()
    fact = told(table)
    assert (fact["type"], fact["target"]) == ("Amended", 2)
    assert [die["value"] for die in fact["fact"]["dice"]] == [5, 4]


@pytest.mark.parametrize("path", ["/table", "/seat/A"])
def test_the_last_reading_is_set_right_by_two_touches_that_show_what_they_change(
    open_page: Open, server: Server, table: FakeTable, path: str
) -> None:
    page = open_page("/table")
    if path != "/table":
        claim(page, server, "A")
    page.get_by_role("button", name="5 : corriger ce dé").click()
    other = page.get_by_role("dialog").get_by_role("button", name="Il montrait 4")
    other.get_by_text("+").first.wait_for()  # the page marks further choices before the touch
    other.click()
    page.get_by_role("dialog").wait_for(state="detached")
    fact = told(table)
    assert (fact["type"], fact["target"]) == ("Amended", states()["throw"].last_thrown)
    assert [die["value"] for die in fact["fact"]["dice"]] == [4, 1]


def test_nobody_who_only_looks_corrects_a_die(open_page: Open, table: FakeTable) -> None:
    page = open_page("/watch")
    page.locator(".dernier-jet").wait_for()
    assert page.get_by_role("button", name="corriger ce dé").count() == 0


def test_the_table_decides_after_a_preview(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    button(page, "Menu").click()
    button(page, "La table décide").click()
    page.get_by_label("À", exact=True).select_option("B")
    button(page, "Ajouter 100").click()
    page.get_by_label("Pourquoi (si vous voulez)").fill("oublié tout à l'heure")
    page.get_by_role("group", name="Qui le dit").get_by_role("button", name="Bruno").click()
    button(page, "Voir ce que cela change").click()
    button(page, "Confirmer").click()
    assert told(table) == {
        "type": "MoneyMoved",
        "giver": "bank",
        "taker": "B",
        "amount": 100,
        "why": "oublié tout à l'heure",
    }
    assert table.told[-1][2]["who"] == "Bruno"


def test_a_count_that_differs_is_settled_for_all_to_see(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    button(page, "Menu").click()
    button(page, "Compter des jetons").click()
    button(page, "Un jeton de 100 de moins").click()
    button(page, "Noter ce compte").click()
    lying = states()["throw"].seats[0].pieces
    assert lying is not None
    counted = {value: n - (value == 100) for value, n in lying.items()}
    assert told(table)["chips"] == {str(value): n for value, n in counted.items() if n}
    page.keyboard.press("Escape")
    show(page, table, opening().say(ChipsCounted(account="A", chips=counted)))
    button(page, "Menu").click()
    button(page, "Compter des jetons").click()
    button(page, "Régler l'écart").click()
    button(page, "Confirmer").click()
    assert told(table, 2) == {
        "type": "MoneyMoved",
        "giver": "A",
        "taker": "bank",
        "amount": 100,
        "done": True,
        "why": "Comptage : Anna",
    }


def test_a_seat_plays_and_counts_on_its_phone(open_page: Open, server: Server, table: FakeTable) -> None:
    page = open_page(size=PHONE)
    claim(page, server, "A")
    show(page, table, "bet")
    button(page, "Poser 25").click()
    page.locator("button.champ.c-noir").click()
    assert told(table) == {"type": "BetPlaced", "seat": "A", "field": "noir", "amount": 25}
    assert table.told[-1][2]["who"] == "Anna"
    show(page, table, "throw-roulette")
    page.get_by_text("C'est à Chloé.").wait_for()


def test_an_evening_is_set_up(open_page: Open, table: FakeTable) -> None:
    page = open_page("/setup")
    page.get_by_label("Nom, place 1").fill("Anna")
    page.get_by_label("Âge, place 1").fill("9")
    page.get_by_label("Nom, place 2").fill("Bruno")
    page.get_by_label("Nom, place 2").press("Tab")
    button(page, "Ajouter un joueur").click()
    page.get_by_role("button", name="10\u202f000").click()
    page.get_by_text("Règles de la maison").click()
    button(page, "Tout voir").click()
    page.get_by_label("Dés du déplacement").select_option("three_d6_pick_two")
    least = page.locator("[data-key=regle-min_stake]")
    least.fill("beaucoup")
    least.press("Tab")
    page.get_by_role("alert").get_by_text("Il faut le nombre, en chiffres.").wait_for()
    least.fill("100")
    least.press("Tab")
    page.get_by_role("alert").wait_for(state="detached")
    page.get_by_role("button", name=re.compile("La vôtre")).click()
    page.locator(".fiche").nth(1).get_by_text("banque", exact=True).click()
    button(page, "Commencer").click()
    setup = told(table)
    assert setup == {
        "game": "home_casino",
        "seats": [
            {"name": "Anna", "colour": "rouge", "age": 9},
            {"name": "Bruno", "colour": "bleu"},
            {"name": "Joueur 3", "colour": "vert"},
        ],
        "banker": 1,
        "first": None,
        "target": 10000,
        "house": {"move_dice": "three_d6_pick_two", "min_stake": 100},
        "level": "arbitre",
        "box": "vide",
    }
    page.wait_for_url("**/table")


def test_the_keyboard_alone_suffices(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    show(page, table, "stand")

    def reach(name: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if (
                page.evaluate(
                    "(document.activeElement.getAttribute('aria-label') || document.activeElement.textContent).trim()"
                )
                == name
            ):
                return page.keyboard.press("Enter")
        raise AssertionError(f"{name} cannot be reached")

    reach("5")
    page.wait_for_timeout(100)
    reach("Valider 5")
    assert told(table)["dice"] == [{"kind": "d6", "value": 5}]


def test_a_name_is_never_read_as_markup(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    show(page, table, opening().say(SeatTaken(seat="A", name="<img src=x onerror=document.title='x'>")))
    page.get_by_text("<img src=x").first.wait_for()
    assert page.title() != "x"


@pytest.mark.parametrize("size", [pytest.param(TABLET, marks=pytest.mark.slow), PHONE])
def test_the_bets_of_last_time_are_one_touch(
    open_page: Open, server: Server, table: FakeTable, size: tuple[int, int]
) -> None:
    page = open_page("/table", size)
    if size == PHONE:
        claim(page, server, "A")
    show(page, table, "bet-before")
    if size == PHONE:
        button(page, "miser comme avant, 300 en tout").click()
        assert told(table) == "A"
    else:
        button(page, "Chloé : miser comme avant, 1 150 en tout".replace(" 150", "\u202f150")).click()
        assert told(table) == "C"
    assert table.told[0][0] == "repeat_bets"


def test_the_page_joins_names_as_the_table_does(open_page: Open, table: FakeTable) -> None:
    page = open_page()
    said = page.evaluate(
        """async (names) => {
          const { t } = await import("/static/js/words.js");
          return names.map((who) => t("La soirée de {who}", { who }));
        }""",
        [name for name, _ in NAMES],
    )
    assert said == [f"La soirée {joined}" for _, joined in NAMES]
