"""A short evening by keyboard alone, from set-up to summary, without touch or click.

After every key the focus is visible and survives redrawing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import PawnPlaced
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, Open, Server
from tests.browser.taps import settled, up_to_date
from tests.tools import ROOT

FOCUS = """(what) => {
  const e = document.activeElement;
  if (e === document.body) return { lost: true };
  const shown = e.matches(".lu, [type=radio]") ? e.closest("label") : e;
  const drawn = (look) => look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2;
  const r = shown.getBoundingClientRect();
  const within = (value, most) => Math.min(Math.max(value, 1), most - 1);
  const [x, y] = [within(r.x + r.width / 2, innerWidth), within(r.y + Math.min(r.height / 2, 20), innerHeight)];
  const top = document.elementFromPoint(x, y);
  const inside = r.width > 0 && r.bottom > 0 && r.top < innerHeight && r.right > 0 && r.left < innerWidth;
  return {
    lost: false, found: Boolean(what) && e.matches(what), key: e.dataset.key ?? null, dialog: Boolean(e.closest("dialog")),
    text: (e.getAttribute("aria-label") || e.textContent || e.tagName).trim().slice(0, 60),
    ring: drawn(getComputedStyle(e)) || drawn(getComputedStyle(shown)),
    there: inside && (shown.contains(top) || Boolean(top?.contains(shown))),
  };
}"""
"""JavaScript that returns the focused element, whether its ring is drawn, and whether it is visible."""

MOST = 160

ARROWS = {"combobox", "grid", "listbox", "menu", "menubar", "menuitem", "option", "radio", "radiogroup", "slider",
          "spinbutton", "tab", "tablist", "toolbar", "tree", "treegrid", "treeitem"}  # fmt: skip
"""Roles with arrow-key navigation (ARIA Authoring Practices); the browser's own controls have it built in."""


def test_no_role_promises_arrow_keys_that_nobody_hears() -> None:
    """Dice, fields and answers are buttons in named groups; Tab reaches each of them."""
    sources = [*(ROOT / "web" / "templates").glob("*.html"), *(ROOT / "web" / "static" / "js").rglob("*.js")]
    roles = {role for file in sources for role in re.findall(r'\brole(?:: |=)"(\w+)"', file.read_text("utf-8"))}
    assert {"group", "status"} <= roles
    assert roles & ARROWS == set()


class Keys:
    """A page that is used by keyboard."""

    def __init__(self, page: Any, table: Table) -> None:
        self.page, self.table = page, table

    def focus(self, what: str = "") -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(FOCUS, what)
        return found

    def seen(self, found: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the focused element; it must be visible, with a focus ring."""
        found = found or self.focus()
        assert not found["lost"], "the focus is lost"
        assert found["ring"], f"no ring around {found}"
        assert found["there"], f"out of sight: {found}"
        return found

    def reach(self, what: str, *, back: bool = False) -> None:
        """Press Tab until this control has the focus."""
        self.page.locator(what).first.wait_for(state="attached")
        found = self.focus(what)
        for _ in range(MOST):
            if found.get("found"):
                return
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
            found = self.focus(what)
            if not found["lost"]:  # Tab reaches the browser's own controls between the page's end and start
                self.seen(found)
        raise AssertionError(f"{what} cannot be reached")

    def press(self, what: str, key: str = "Enter", *, back: bool = False) -> None:
        """Reach a control with the Tab key and press it."""
        self.reach(what, back=back)
        self.page.keyboard.press(key)

    def do(self, what: str, key: str = "Enter", *, back: bool = False) -> None:
        """Press a control that changes the table, and wait for the page to show it."""
        before = pages.view(self.table)["number"]
        self.press(what, key, back=back)
        self.page.evaluate("(n) => import('/static/js/live.js').then(({ until }) => until(n)).then(() => true)", before + 1)
        settled(self.page)
        self.seen()

    def choose(self, what: str, key: str = "Enter", *, back: bool = False) -> None:
        """Press a control that only changes this page."""
        self.press(what, key, back=back)
        settled(self.page)
        self.seen()

    def key(self, name: str) -> str:
        return f'[data-key="{name}"]'

    def dialog(self, back_to: str) -> None:
        """Check that the open dialog keeps the focus in both directions, and that Escape returns it to ``back_to``."""
        self.page.locator("dialog[open]").wait_for()
        for key in ["Tab"] * 12 + ["Shift+Tab"] * 14:
            self.page.keyboard.press(key)
            found = self.focus()
            assert found["lost"] or found["dialog"], f"outside of the dialog: {found}"
        self.page.keyboard.press("Escape")
        self.page.locator("dialog").wait_for(state="detached")
        settled(self.page)
        self.seen()
        assert self.page.evaluate("(what) => document.activeElement.matches(what)", back_to), self.focus()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path)
    yield opened
    opened.close()


def throw(keys: Keys, *faces: str) -> None:
    *first, last = faces
    for face in first:
        keys.choose(keys.key(f"face-{face}"))
    keys.do(keys.key(f"face-{last}"))  # the last die submits the throw


def test_a_short_evening_is_played_by_the_keyboard_alone(open_page: Open, server: Server, table: Table) -> None:
    table.boxes.new("Salon", "home_casino", example=True)
    page = open_page("/setup")
    keys = Keys(page, table)
    page.locator(".fiche").first.wait_for()
    keys.reach(keys.key("name-0"))
    page.keyboard.type("Anna")
    page.keyboard.press("Enter")
    assert keys.seen()["key"] == "name-1"
    page.keyboard.type("Bruno")
    keys.reach('[name="banque"]:checked')  # Tab reaches the checked radio button; arrow keys move between them
    for key, now in (("ArrowDown", "bank-1"), ("ArrowUp", "bank-0")):
        page.keyboard.press(key)
        settled(page)
        assert keys.seen()["key"] == now
        assert page.locator('[name="banque"]:checked').get_attribute("data-key") == now
    keys.choose('[data-key^="target-"]', "Space")
    keys.press(keys.key("begin"), back=True)
    page.wait_for_url("**/table")
    page.locator("#question h1").wait_for()

    # a throw entered by hand, just before a roulette
    view = pages.view(table)
    index = next(one["index"] for one in view["board"]["squares"] if one["kind"] == "roulette")
    first = view["turn"]
    assert table.submit(PawnPlaced(seat=first, index=(index - 3) % view["board"]["length"])).ok
    up_to_date(page, pages.view(table)["version"])
    throw(keys, "d6-null-1", "d6-null-2")

    # a seat's phone: its link, a chip, a field, and back
    keys.choose(keys.key("tool-menu"), back=True)
    keys.press("dialog " + keys.key("phones"), "Space")
    page.locator("dialog .code-lien").first.wait_for()
    link = page.locator("dialog .code-lien").nth(1).get_attribute("href")
    keys.dialog(keys.key("tool-menu"))
    phone = open_page("/" + link.split("/", 3)[3], PHONE)
    phone.wait_for_url("**/seat/B")
    seat = Keys(phone, table)
    seat.choose(seat.key("chip-500"))
    seat.do(seat.key("field-rouge"))
    seat.do(seat.key("field-8"), "Space")
    seat.choose(seat.key("back"), back=True)
    seat.do(seat.key("field-8"))
    keys.do(keys.key("close"))
    throw(keys, "d10-null-7", "bicolour-null-red")

    # hand over the debts
    assert pages.view(table)["debts"]
    keys.do('[data-key^="done-"]')
    assert pages.view(table)["debts"] == []

    # correct the last throw
    number = pages.view(table)["throw"]["number"]
    keys.choose(keys.key("read-0"), back=True)
    keys.dialog(keys.key("read-0"))
    keys.choose(keys.key("read-0"))
    # a touch before its effect is shown asks again
    page.locator("dialog " + keys.key("face-6") + " .effets").wait_for()
    keys.do("dialog " + keys.key("face-6"))
    page.locator("dialog").wait_for(state="detached")
    keys.seen()
    assert [die["value"] for die in pages.view(table)["throw"]["dice"]][0] == 6
    assert pages.view(table)["throw"]["number"] == number

    # the report: leave an old fact as it is
    keys.press(keys.key("tool-feuille"), back=True)
    page.wait_for_url("**/history")
    keys.choose(keys.key(f"fix-{number}"))
    keys.dialog(keys.key(f"fix-{number}"))
    keys.press(keys.key(f"see-{number}"))
    page.wait_for_url("**/at/*")
    page.locator(keys.key("before")).wait_for()
    keys.choose(keys.key("before"))
    assert page.evaluate("document.activeElement.dataset.key") == "before"
    page.wait_for_function("(n) => document.documentElement.dataset.moment === n", arg=str(number - 1))
    keys.press('#retour a[href="/table"]')
    page.wait_for_url("**/table")

    # pause and resume
    page.locator("#question h1").wait_for()
    keys.choose(keys.key("tool-menu"))
    keys.press('dialog a[href="/pause"]')
    page.wait_for_url("**/pause")
    keys.do(keys.key("pause"))
    for account in pages.view(table)["pause"]["accounts"]:
        keys.do(keys.key(f"laid-{account}"), "Space")
    keys.press(keys.key("resume"), back=True)
    page.wait_for_url("**/table")
    page.locator("#question h1").wait_for()

    # the end: the table moves the missing points; then the summary
    keys.choose(keys.key("tool-menu"))
    keys.press("dialog " + keys.key("free"))
    page.locator("dialog " + keys.key("add-2000")).wait_for()
    for _ in range(8):
        keys.choose("dialog " + keys.key("add-2000"))
    keys.press("dialog " + keys.key("go"))
    keys.do("dialog " + keys.key("confirm"))
    assert pages.view(table)["phase"] == "over"
    keys.press('a[href="/after"]')
    page.wait_for_url("**/after")
    page.get_by_role("heading", level=1).wait_for()
    keys.reach("main a, main button")
