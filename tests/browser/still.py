"""Taps the buttons that enter an answer as quickly as people do, and reports each control that moves meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.browser.taps import settled

ENTERING: Mapping[str, str] = {
    "throw": ".face-touche, .choix-de[data-key^=keep-]",
    "bet": "[data-key^=chip-], [data-key^=who-]",
    "stake": "[data-key=more], [data-key=less], [data-key^=chip-], [data-key=max]",
    "number": "[data-key^=digit-]",
    "card": "[data-key^=kind-]",
    "sell": "[data-key^=sell-]",
    "square": "[data-key=square-casino]",
    "casino": "[data-key^=who-]",
    "draw": "[data-key^=mode-]",
    "show": ".rang-cartes--choisies ~ .pave-cartes [data-card]",
    "hold": ".rang-cartes--choisies ~ .pave-cartes [data-card]",
    "play_card": "[data-key^=table-], .cartes-main [data-card]",
    "count": "[data-key^=own-], [data-key^=more-]",
    "bid": "[data-key=more], [data-key=max]",
    "told": "[data-key^=told-], [data-key^=add-]",
}
"""Selector of the buttons that enter a part of an answer, by kind of question; one tap answers the other kinds."""

CONTROLS = """() => [...document.querySelectorAll("main [data-key], main [data-card]")].filter((one) =>
    one.getClientRects().length && getComputedStyle(one).visibility !== "hidden"
    && !one.closest(".dernier-jet, .lu-avant, #jouer > .boutons"))"""
"""JavaScript that returns the visible controls of questions, without those of the last throw and of a seat page's foot."""
NAME = '((one) => one?.dataset.key ?? one?.dataset.card ?? null)'
REFUSING = "[class*=impossible], .choix-de--fixe"
KEYS = f"""(selector) => ({CONTROLS})().filter((one) =>
    one.matches(selector) && !one.disabled && !one.matches("{REFUSING}")).map({NAME})"""
BOXES = f"""() => Object.fromEntries(({CONTROLS})().map((one) => {{
  const box = one.getBoundingClientRect();
  return [{NAME}(one), [box.left, box.top, box.right, box.bottom].map(Math.round)];
}}))"""
MIDDLE = """(key) => {
  const one = document.querySelector(`main [data-key="${key}"], main [data-card="${key}"]`);
  one.scrollIntoView({ block: "nearest" });
  const box = one.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""
THERE = f'([x, y]) => {NAME}(document.elementFromPoint(x, y)?.closest("[data-key], [data-card]"))'
SLACK = 2
"""Tolerance of a movement in pixels, for rounding and borders."""


def entering(page: Any, kind: str) -> list[str]:
    """Return the first and the last button on the page that enters a part of an answer."""
    keys = page.evaluate(KEYS, ENTERING[kind]) if kind in ENTERING else []
    return list(dict.fromkeys((keys[0], keys[-1]))) if keys else []


def moved(page: Any, kind: str) -> list[str]:
    """Tap each button of ``entering`` twice at the same point, for a throw once; return how controls moved meanwhile."""
    faults: list[str] = []
    if kind == "throw" and page.locator(".question .de--vide, .scene .de--vide").count() == 1:
        return faults  # one tap submits a throw of one die
    for key in entering(page, kind):
        if key not in page.evaluate(BOXES):
            continue
        point = page.evaluate(MIDDLE, key)
        if page.evaluate(THERE, point) != key:
            faults.append(f"{key} lies under {page.evaluate(THERE, point)}")
            continue
        before = page.evaluate(BOXES)
        for tap in ("first",) if kind == "throw" else ("first", "second"):  # the second tap submits a throw of two dice
            page.mouse.click(*point)
            settled(page)
            after = page.evaluate(BOXES)
            gone = [
                f"{one} by {max(map(abs, by))}"
                for one in before.keys() & after.keys()
                if max(map(abs, by := [b - a for a, b in zip(before[one], after[one], strict=True)])) > SLACK
            ]
            if gone:
                faults.append(f"the {tap} tap on {key} moves {len(gone)}: {', '.join(sorted(gone)[:4])}")
            if (there := page.evaluate(THERE, point)) != key:
                faults.append(f"after the {tap} tap on {key} the finger is on {there}")
                break
            before = after
        if kind == "throw" and (clear := page.locator("[data-key=clear]")).count() and clear.first.is_visible():
            clear.first.click()
            settled(page)
    return faults
