"""Every state of every page at tablet and phone size: no overflow, overlap, cut or tiny control."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.facts import Die
from companion.questions import Bet
from companion.refusal import Refusal
from companion.snapshot import CameraNow, Snapshot
from tests import pages
from tests.browser.conftest import PHONE, PROBE, SCREENS, SMALL, TABLET, ZOOMED, Open, Server, at_sizes, claim
from tests.browser.taps import CONTROLS, IN_SIGHT, styled, up_to_date
from tests.tools import SHARED
from tests.web.fake_table import FakeTable
from tests.web.states import BOX, LONG_NAMES, NAMES, Night, around, duel_421, four_debts, opening, states

SIZES = {"tablet": TABLET, "phone": PHONE}
EVERY = [
    pytest.param({**SCREENS, "pi": SMALL["pi"]}, id="screens"),
    pytest.param({name: size for name, size in SMALL.items() if name != "pi"}, id="small", marks=pytest.mark.slow),
    pytest.param({**ZOOMED, "tablet at 150 %": (853, 533)}, id="zoomed", marks=pytest.mark.slow),
]


@pytest.fixture
def table() -> FakeTable:
    table = FakeTable()
    photograph = SHARED / "mock" / "img" / "piste.jpg"
    if photograph.is_file():
        table.picture_bytes = photograph.read_bytes()
    return table


def shown(page: Any, table: FakeTable, state: Snapshot) -> None:
    """Show a state and wait until it is painted."""
    table.show(state)
    up_to_date(page, table.snapshot().version)
    styled(page)
    page.wait_for_function("() => [...document.images].every((one) => one.complete)")


FEWER = SCREENS | {name: size for name, size in ZOOMED.items() if size[0] in (640, 320)}
"""Sizes for pages that have one layout for all landscape screens."""


def everywhere(page: Any, table: FakeTable, sizes: Mapping[str, tuple[int, int]]) -> list[str]:
    """Return the findings on every state at every size, on one page that is resized."""
    found = []
    for name, state in states().items():
        shown(page, table, state)
        found += at_sizes(page, sizes, name)
    return found


@pytest.mark.parametrize("sizes", EVERY)
def test_the_table_page_is_whole_in_every_state(
    sizes: Mapping[str, tuple[int, int]], open_page: Open, table: FakeTable
) -> None:
    page = open_page("/table", strict=False)
    assert everywhere(page, table, sizes) == []


ONCE = [
    pytest.param(SIZES, id="usual"),
    pytest.param({name: size for name, size in FEWER.items() if name not in SIZES}, id="further", marks=pytest.mark.slow),
]
"""Sizes for pages that share their layout with the page of the table."""


@pytest.mark.parametrize("sizes", ONCE)
def test_the_seat_page_is_whole_in_every_state(
    sizes: Mapping[str, tuple[int, int]], open_page: Open, server: Server, table: FakeTable
) -> None:
    page = open_page("/table", strict=False)
    claim(page, server, "A")
    assert everywhere(page, table, sizes) == []


@pytest.mark.parametrize("sizes", ONCE)
def test_the_spectator_page_is_whole_and_has_nothing_to_touch(
    sizes: Mapping[str, tuple[int, int]], open_page: Open, table: FakeTable
) -> None:
    page = open_page("/watch", strict=False)
    found = []
    for name, state in states().items():
        shown(page, table, state)
        found += at_sizes(page, sizes, name)
        assert page.locator("main").locator("button, a, input, select").count() == 0, name
    assert found == []
    assert table.told == []


def test_setting_up_and_the_report_are_whole(open_page: Open, table: FakeTable) -> None:
    page = open_page("/setup", strict=False)
    for _ in range(4):
        page.get_by_role("button", name="Ajouter un joueur").click()
    page.get_by_text("Règles de la maison").click()
    page.get_by_text("Dés du déplacement").wait_for()
    found = at_sizes(page, FEWER, "setup")
    page.goto(page.url.replace("/setup", "/history"), wait_until="domcontentloaded")
    page.locator(".recit li").first.wait_for()
    found += at_sizes(page, FEWER, "report")
    page.evaluate("document.documentElement.dataset.theme = 'jour'")
    found += at_sizes(page, SIZES, "report by day")
    assert not found, "\n".join(found)


PANELS = ["La table décide", "Qui vient, qui part", "Compter des jetons", "Règles de la maison", "Les téléphones"]


def test_every_panel_is_whole(open_page: Open, table: FakeTable) -> None:
    page = open_page("/table", strict=False)
    page.get_by_role("button", name="Menu").click()
    found = at_sizes(page, FEWER, "menu")
    page.keyboard.press("Escape")
    for name in PANELS:
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name=name).click()
        dialog = page.get_by_role("dialog", name=name)
        dialog.wait_for()
        tabs = dialog.locator(".onglets button")
        for i in range(max(1, tabs.count())):
            if tabs.count():
                tabs.nth(i).click()
            found += at_sizes(page, FEWER, f"{name} {i}")
        page.keyboard.press("Escape")
    assert found == []


def test_what_a_blocked_policy_would_break_is_nowhere(open_page: Open, table: FakeTable) -> None:
    """The page never violates its own strict policy."""
    page = open_page("/table")
    broken: list[str] = []
    page.on("console", lambda line: broken.append(line.text) if "Content Security Policy" in line.text else None)
    for name in ("throw", "bet", "card-new", "square"):
        table.picture_bytes = None
        shown(page, table, states()[name])
    assert broken == []


@pytest.mark.parametrize("amounts", [(100, 25, 1000, 500, 75, 2525), (4475, 2525, 8850, 6675, 9925, 4050)])
@pytest.mark.parametrize("size", SIZES)
def test_a_field_of_the_cloth_holds_the_stakes_of_everybody(
    size: str, amounts: tuple[int, ...], open_page: Open, table: FakeTable
) -> None:
    page = open_page("/table", SIZES[size], strict=False)
    roulette = states()["bet"]
    faults = []
    for many in range(1, 7):
        bets = {
            (seat, field): amount
            for field in ("noir", "impair", "5", "8")
            for seat, amount in zip("BADCEF"[:many], amounts, strict=False)
        }
        laid = [
            replace(one, question=replace(one.question, bets=bets)) if isinstance(one.question, Bet) else one
            for one in roulette.open
        ]
        shown(page, table, replace(roulette, open=tuple(laid)))
        faults += [f"{many}: {fault}" for fault in page.evaluate(PROBE)]
    assert faults == []


WHOLE = """(list) => [...list.children].filter((one) => {
  const [a, b] = [one.getBoundingClientRect(), list.getBoundingClientRect()];
  return a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
}).length"""


@pytest.mark.parametrize("first", ["Anna", "Marie-Antoinette"])
def test_four_debts_are_seen_however_much_else_is_told(first: str, open_page: Open, table: FakeTable) -> None:
    page = open_page("/table")
    night = four_debts(names=(first, *NAMES[1:])).moves_money("D", "F", 200)
    warned = tuple(Refusal(code) for code in ("COLOUR_TAKEN", "WHICH_DICE_KEPT", "BETS_CLOSED"))
    camera = CameraNow(trouble="La caméra ne répond plus.")
    shown(page, table, around(replace(night.now(), simulated=True), warnings=warned, camera=camera))
    assert len(table.snapshot().debts) == 5
    told = [row["text"] for row in pages.view(table)["warnings"]]
    assert page.locator(".dettes").evaluate(WHOLE) >= 4
    assert page.evaluate(PROBE) == []
    page.get_by_role("button", name="et 5 autres avis").click()
    dialog = page.get_by_role("dialog", name="Tous les avis")
    dialog.wait_for()
    for text in ("Soirée simulée.", "La caméra ne répond plus.", *told):
        dialog.get_by_text(text).wait_for()
    assert at_sizes(page, FEWER, "notices") == []


def rich(state: Snapshot) -> Snapshot:
    """Return the state with long names, balances of five digits, and larger ones of pot and bank."""
    seats = tuple(replace(one, points=45_675 + i, name=LONG_NAMES[i]) for i, one in enumerate(state.seats))
    return replace(state, seats=seats, accounts={**state.accounts, "pot": 123_475, "bank": 1_137_775})


@pytest.mark.parametrize("sizes", EVERY)
@pytest.mark.parametrize("path", ["/table", pytest.param("/seat", marks=pytest.mark.slow)])
def test_large_sums_keep_all_their_digits(
    path: str, sizes: Mapping[str, tuple[int, int]], open_page: Open, server: Server, table: FakeTable
) -> None:
    page = open_page("/table", strict=False)
    if path == "/seat":
        claim(page, server, "A")
    found = []
    warned = (Refusal("COLOUR_TAKEN"), Refusal("WHICH_DICE_KEPT"))
    for name in ("begun", "throw", "throw-421", "stake", "bet", "opponent", "debts-big", "over"):
        for notices in ((), warned):
            shown(page, table, around(rich(states()[name]), warnings=notices))
            found += at_sizes(page, sizes, f"{name}, {len(notices)} notices")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", ["pi", pytest.param("low", marks=pytest.mark.slow)])
def test_question_control_and_balances_are_seen_without_scrolling(size: str, open_page: Open, table: FakeTable) -> None:
    page = open_page("/table", SMALL[size], strict=False)
    hidden = []
    for name, state in states().items():
        shown(page, table, state)
        kinds = [one.question.kind for one in state.open]
        if kinds and not state.debts and not state.around.pending:  # debts and readings come before questions
            if not any(any(page.evaluate(IN_SIGHT, CONTROLS[kind])) for kind in kinds):
                hidden.append(f"{name}: no control of {kinds}")
        for what in (".siege .score", ".question h1, .question h2", ".question .bouton", ".caisse dd"):
            if not all(page.evaluate(IN_SIGHT, what)):
                hidden.append(f"{name}: {what}")
    assert not hidden, "\n".join(hidden)


@pytest.mark.parametrize("size", [TABLET, SMALL["low"], SMALL["pi"]])
def test_the_tools_of_the_bar_are_named(size: tuple[int, int], open_page: Open, table: FakeTable) -> None:
    page = open_page("/table", size, strict=False)
    shown(page, table, states()["throw"])
    named = page.locator("#outils > *").evaluate_all("(all) => all.map((one) => one.innerText.match(/\\w+/)?.[0])")
    assert named == ["Annuler", "Feuille", "Menu"]


@pytest.mark.parametrize("size", [pytest.param(PHONE, marks=pytest.mark.slow), SMALL["small phone"]])
def test_what_answers_on_a_phone_is_in_reach(size: tuple[int, int], open_page: Open, table: FakeTable) -> None:
    page = open_page("/table", size, strict=False)
    hidden = []
    for name, state in states().items():
        shown(page, table, state)
        if not all(page.evaluate(IN_SIGHT, ".question-actes .bouton")):
            hidden.append(name)
    assert not hidden


UNDER_THE_BAR = """(selector) => {
  const bar = document.querySelector(".question-actes--tel").getBoundingClientRect().top;
  return [...document.querySelectorAll(selector)].filter((one) => one.getBoundingClientRect().bottom > bar + 1).length;
}"""


@pytest.mark.parametrize("size", [pytest.param(PHONE, marks=pytest.mark.slow), SMALL["small phone"]])
@pytest.mark.parametrize(("state", "keys"), [("bet", "[data-key^=field-]"), ("number", "[data-key^=digit-]")])
def test_the_cloth_and_the_number_pad_of_a_phone_lie_above_its_bar(
    state: str, keys: str, size: tuple[int, int], open_page: Open, server: Server, table: FakeTable
) -> None:
    page = open_page("/table", size, strict=False)
    shown(page, table, states()[state])
    claim(page, server, states()[state].open[0].question.seats[0])
    up_to_date(page, table.snapshot().version)
    page.locator(keys).first.wait_for()
    assert page.evaluate(UNDER_THE_BAR, keys) == 0
    assert all(page.evaluate(IN_SIGHT, ".question-actes--tel"))


SCROLLS = "(one) => one.scrollHeight > one.clientHeight + 1"

BROKEN = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length
  && one.textContent.split(/[ -]/).length < one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight) - .2
).map((one) => one.textContent)"""
"""JavaScript that returns the names that take more lines than they have words, so that a word is broken."""


def on_a_short_ring() -> Mapping[str, Snapshot]:
    """Return a ring of 24 squares before the first throw and after a duel, with long names."""
    kept = sorted(BOX["ring"], key=lambda one: one["kind"] not in ("casino", "zanzibar"))[:24]
    box = {**BOX, "ring": [{**one, "index": i} for i, one in enumerate(kept)]}
    begun = Night("ABCD", names=LONG_NAMES, box=box).now()
    night = Night("ABCD", names=LONG_NAMES, box=box).lands("A", "zanzibar").names("A", "D").stakes("A", 500)
    for seat in "ADAD":
        night.throws(seat, 1, 3, 6 if seat == "A" else 5)
    return {"begun": begun, "duel": night.hands_over().now()}


@pytest.mark.parametrize("sizes", EVERY)
@pytest.mark.parametrize("state", ["begun", "duel"])
def test_what_stands_inside_a_short_ring_lies_on_no_square(
    state: str, sizes: Mapping[str, tuple[int, int]], open_page: Open, table: FakeTable
) -> None:
    page = open_page("/table", strict=False)
    shown(page, table, on_a_short_ring()[state])
    assert page.locator(".plateau .case").count() == 24
    page.set_viewport_size({"width": 1280, "height": 800})
    assert not page.locator(".plateau-centre").evaluate(SCROLLS)
    assert at_sizes(page, sizes, state) == []


@pytest.mark.parametrize("sizes", EVERY)
@pytest.mark.parametrize("notices", [0, 2])
def test_five_dice_inside_the_ring_lie_on_no_square(
    notices: int, sizes: Mapping[str, tuple[int, int]], open_page: Open, table: FakeTable
) -> None:
    page = open_page("/table", strict=False)
    warned = (Refusal("COLOUR_TAKEN"), Refusal("WHICH_DICE_KEPT"))[:notices]
    found = []
    for name, state in {"long ring": states()["throw"], "short ring": on_a_short_ring()["duel"]}.items():
        assert state.throw is not None
        five = replace(
            state.throw, fact=replace(state.throw.fact, dice=tuple(Die("d6", value) for value in (6, 5, 4, 3, 2)))
        )
        shown(page, table, around(replace(state, throw=five), warnings=warned))
        assert page.locator(".plateau-centre .dernier-jet .de").count() == 5
        found += at_sizes(page, sizes, name)
    assert found == []


SIGNS = """() => [...document.querySelectorAll(".plateau :is(.picto-s, .case-pion)")].map((one) => {
  const { width, height } = one.getBoundingClientRect();
  return Math.max(width, height);
})"""


@pytest.mark.parametrize("size", ["pi", "low"])
def test_a_low_page_shows_large_signs_round_the_whole_last_throw(size: str, open_page: Open, table: FakeTable) -> None:
    """Regression: the ring took half of the width, and its signs were only 9 px large at 800x480."""
    page = open_page("/table", SMALL[size], strict=False)
    shown(page, table, states()["throw"])
    assert min(page.evaluate(SIGNS)) >= 16
    shown(page, table, around(rich(states()["throw"]), warnings=(Refusal("COLOUR_TAKEN"), Refusal("WHICH_DICE_KEPT"))))
    for what in (".dernier-jet .de", ".dernier-jet .resultat", ".face-touche", "[data-key=not-counted]"):
        assert all(page.evaluate(IN_SIGHT, what)), what
    assert not page.locator(".dernier-jet").evaluate(SCROLLS)
    assert page.evaluate(PROBE) == []


DUEL = [
    *(f".camp:nth-of-type({i}) {what}" for i in (1, 2) for what in (".camp-tete span", ".camp-dit")),
    ".camp .total",
]


def coached(state: Snapshot) -> Snapshot:
    """Return the state with a coach who speaks beside the question."""
    return replace(state, house={**state.house, "coach": "before"})


@pytest.mark.parametrize(("locale", "size"), [
    ("fr-FR", TABLET), ("fr-FR", SMALL["pi"]), ("en-GB", SMALL["pi"]),
    *(pytest.param(*one, marks=pytest.mark.slow) for one in
      (("fr-FR", SMALL["low"]), ("en-GB", TABLET), ("en-GB", SMALL["low"]))),
])  # fmt: skip
def test_both_sides_of_a_duel_all_keys_and_the_coach_are_seen_with_long_names(
    size: tuple[int, int], locale: str, english: None, open_page: Open, table: FakeTable
) -> None:
    page = open_page("/table", size, strict=False, locale=locale)
    second = duel_421().throws("A", 5, 3, 1).throws("A", 6, kept=(5, 3)).servi("A").throws("F", 6, 6, 5)
    hidden = []
    for name, state in {
        "throw-421": states()["throw-421"],
        "throw-zanzibar": states()["throw-zanzibar"],
        "421 with the coach": coached(states()["throw-421"]),
        "the other side of it": coached(second.now()),
        "Black Jack with the coach": coached(states()["stand"]),
    }.items():
        shown(page, table, rich(state))
        for what in (*DUEL, ".face-touche"):
            if not all(page.evaluate(IN_SIGHT, what)):
                hidden.append(f"{name}: {what}")
        for what in (".coeur", ".duel-bloc", ".question h1 + p"):
            if page.locator(what).evaluate(SCROLLS):
                hidden.append(f"{name}: {what} is cut")
        hidden += [f"{name}: {one} is broken inside a word" for one in page.evaluate(BROKEN, ".camp-tete span")]
    assert not hidden, "\n".join(hidden)


@pytest.mark.parametrize("size", [
    TABLET, SMALL["pi"], *(pytest.param(SMALL[name], marks=pytest.mark.slow) for name in ("low", "ipad")),
])  # fmt: skip
def test_a_duel_and_a_stake_are_whole_at_a_table_whose_camera_reads_the_dice(
    size: tuple[int, int], open_page: Open, table: FakeTable
) -> None:
    """Regression: with a camera, the last throw takes the place of the keys, and it cut the totals of both sides."""
    page = open_page("/table", size, strict=False)
    hidden = []
    for name in ("throw-421", "throw-zanzibar", "stand", "stake"):
        eye = CameraNow("simulated", throws=True)
        shown(page, table, around(rich(replace(states()[name], simulated=True)), camera=eye))
        for what in (".coeur", ".duel-bloc", ".coeur > *"):
            if page.locator(what).evaluate_all(f"(all) => all.some({SCROLLS})"):
                hidden.append(f"{name}: {what} is cut")
        hidden += [f"{name}: {fault}" for fault in page.evaluate(PROBE)]
    assert not hidden, "\n".join(hidden)


@pytest.mark.parametrize("size", [TABLET, SMALL["pi"], SMALL["low"]])
def test_the_chips_of_one_or_two_debts_are_seen_below_the_throw(
    size: tuple[int, int], open_page: Open, table: FakeTable
) -> None:
    """Regression: at 800x480 the chips of 1 500 lay below the fold, and nothing showed it."""
    page = open_page("/table", size, strict=False)
    night = Night("ABCD", target=100_000).lands("A", "zanzibar").names("A", "D").stakes("A", 500)
    for seat in "ADAD":
        night.throws(seat, 1, 3, 6 if seat == "A" else 5)
    for giver, taker, amount in (("D", "A", 1_000), ("B", "C", 1_575)):
        night.moves_money(giver, taker, amount)
        shown(page, table, around(replace(night.now(), simulated=True), camera=CameraNow("simulated", throws=True)))
        assert all(page.evaluate(IN_SIGHT, ".dette .tas-liste")), taker
        assert page.evaluate(PROBE) == []
    assert len(table.snapshot().debts) == 2


@pytest.mark.parametrize("eye", [CameraNow(), CameraNow("simulated", throws=True), CameraNow("usb:0")])
def test_a_made_421_leads_to_stopping(eye: CameraNow, open_page: Open, table: FakeTable) -> None:
    """Regression: the page highlighted « Relancer 3 dés », and a child threw the best hand again."""
    page = open_page("/table")
    night = duel_421().throws("A", 5, 3, 1)
    golden = page.locator(".question-actes .bouton--plein")
    shown(page, table, around(night.now(), camera=eye))
    assert not any("S'arrêter" in one for one in golden.all_inner_texts())
    shown(page, table, around(duel_421().throws("A", 4, 2, 1).now(), camera=eye))
    assert golden.all_inner_texts() == ["S'arrêter à 421"]
    if (by_hand := page.locator('[data-key="by-hand"], [data-key="pad"]')).count():
        by_hand.first.click()
        for _ in range(3):
            page.locator(".face-touche").first.click()
        page.get_by_role("button", name="Valider 1 · 1 · 1").wait_for()
        assert golden.all_inner_texts() == ["S'arrêter à 421"]


def test_six_debts_of_thousands_are_seen_at_once(open_page: Open, table: FakeTable) -> None:
    page = open_page("/table")
    night = opening()
    for giver, taker in ("AB", "BC", "CD", "DE", "EF", "FA"):
        night.moves_money(giver, taker, 1_575 if giver in "AC" else 1_200)
    shown(page, table, night.now())
    assert len(table.snapshot().debts) == 6
    assert page.locator(".dettes").evaluate(WHOLE) == 6
    assert page.evaluate(PROBE) == []
