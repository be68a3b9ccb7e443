"""Answers a question of any game by touching the page, given the wanted fact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.facts import (
    BetPlaced,
    BetsClosed,
    BetTakenBack,
    CardDrawn,
    CardPlayed,
    CardsHeld,
    CardsShown,
    CardsSold,
    Counted,
    DiceThrown,
    Fact,
    NamesGiven,
    NumberGiven,
    OpponentChosen,
    OptionChosen,
    PointsEntered,
    Protested,
    SquareNamed,
    StakePlaced,
    Stood,
)
from tests import waiting

CONTROLS: Mapping[str, str] = {
    "throw": ".face-touche, .attendus",
    "keep": ".des-garder button",
    "bet": "[data-key^=field-]",
    "stake": "[data-key^=stake]",
    "stand": "[data-key=stand]",
    "close": "[data-key=close]",
    "opponent": "[data-key^=opponent-]",
    "option": "[data-key^=option-]",
    "number": "[data-key^=number-], [data-key^=digit-], [data-square], [data-key^=square-]",
    "card": ".liste-cartes button, [data-key=card]",
    "sell": "[data-key=sell]",
    "square": "[data-key^=square-]",
    "naming": "[data-key^=name]",
    "casino": "[data-key^=colour-]",
    "draw": "[data-card]",
    "show": "[data-card]",
    "hold": "[data-card], [data-key=alone]",
    "play_card": "[data-key^=table-], [data-card]",
    "count": "[data-key=count]",
    "points": "[data-key=enter]",
    "bid": "[data-key^=bid]",
    "protest": "[data-key^=protest]",
    "told": "[data-key=told]",
}
"""Selector of the control that answers each kind of question."""

IN_SIGHT = """(selector) => [...document.querySelectorAll(selector)].filter((one) =>
  one.getClientRects().length && getComputedStyle(one).visibility !== "hidden").map((one) => {
  const box = one.getBoundingClientRect();
  const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return Boolean(there && (one.contains(there) || there.contains(one)));
})"""
"""JavaScript that returns whether the middle of each of these elements is visible, neither scrolled away nor covered."""


def settled(page: Any) -> None:
    """Wait until the page has drawn the effect of the last touch: a task after the next frame."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def lettered(page: Any) -> None:
    """Wait until the page's own font is in use."""
    page.evaluate("() => document.fonts.ready.then(() => true)")


def styled(page: Any) -> None:
    """Wait until the styles of the parts, which load after the table is painted, are in use."""
    page.wait_for_function("() => [...document.styleSheets].some((one) => one.href?.includes('parts.css'))")


def up_to_date(page: Any, version: int) -> None:
    """Wait until the page has painted this version of the view."""
    page.wait_for_function("(v) => Number(document.documentElement.dataset.version) >= v", arg=version)
    settled(page)


def there(page: Any, question: Mapping[str, Any]) -> bool:
    """Whether the page shows the control of this kind of question."""
    return any(one.is_visible() for one in page.locator(CONTROLS[question["kind"]]).all())


def turn_to(page: Any, questions: list[Mapping[str, Any]], question: Mapping[str, Any]) -> bool:
    """Uncover the cards, and open a question by its button or a similar question's; return whether there was one."""
    if (covered := page.locator("[data-key=cover][aria-pressed=true]")).count():
        covered.first.click()
        settled(page)
    # if the page shows a debt, return to the play
    if (play := page.locator("[data-key=play]")).count() and play.first.is_visible():
        play.first.click()
        settled(page)
        if there(page, question):
            return True
    alike = [q["id"] for q in questions if (q["kind"], q["topic"]) == (question["kind"], question["topic"])]
    for name in [question["id"], *alike]:
        way = page.locator(f'[data-key="to-{name}"]')
        if way.count() and way.first.is_visible():
            way.first.click()
            settled(page)
            return True
    return False


def is_open(page: Any, questions: list[Mapping[str, Any]], question: Mapping[str, Any]) -> bool:
    """Whether the page can answer this question after at most one touch."""
    touched = False

    def opened() -> bool:
        nonlocal touched
        if not touched and not there(page, question):
            touched = turn_to(page, questions, question)
        return there(page, question)

    return waiting.until(opened)  # the scripts of this question and of those before it may still be loading


class Fingers:
    """A page whose questions are answered by touches."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def key(self, name: str) -> Any:
        return self.page.locator(f'[data-key="{name}"]').first

    def touch(self, name: str) -> None:
        self.key(name).click()
        settled(self.page)

    def cards(self, names: tuple[str, ...]) -> None:
        """Select these cards of a card pad, instead of those selected before."""
        while (chosen := self.page.locator("[data-key^=taken-]")).count():
            chosen.first.click()
            settled(self.page)
        for name in names:
            self.page.locator(f'.pave-cartes [data-card="{name}"]').first.click()
            settled(self.page)

    def answer(self, fact: Fact) -> None:
        """Enter this fact by touches."""
        match fact:
            case OptionChosen(seat=seat, option=option):
                if self.key(f"option-{option}").count():
                    self.touch(f"option-{option}")
                else:  # rare options are in the menu
                    for name in ("rare", f"rare-{option}-{seat}", "sure"):
                        self.touch(name)
            case Stood():
                self.touch("stand")
            case BetsClosed():
                self.touch("close")
            case Protested(seat=seat):
                self.touch("protest" if self.key("protest").count() else f"protest-{seat}")
            case OpponentChosen(opponent=opponent):
                self.touch(f"opponent-{opponent}")
            case StakePlaced(amount=amount):
                ways = (f"stake-{amount}", f"bid-{amount}", "stake")
                named = next((k for k in ways if self.key(k).count()), "bid")
                self.touch(named)
            case NumberGiven(number=number):
                self.page.locator(CONTROLS["number"]).first.wait_for()  # a separate script draws the ring
                if (drawn := self.page.locator(f'[data-square="{number}"]')).count():
                    drawn.first.click()
                    return settled(self.page)
                named = next((k for k in (f"number-{number}", f"square-{number}") if self.key(k).count()), "")
                for key in [named] if named else [*(f"digit-{digit}" for digit in str(number)), "number"]:
                    self.touch(key)
            case SquareNamed(square=square):
                self.touch(f"square-{square.kind}")
            case NamesGiven(names=names):
                self.key("named").wait_for()
                for at, name in enumerate(names):
                    if (field := self.key(f"name-{at}")).count():
                        field.fill(name)
                self.touch("named")
            case PointsEntered(seat=seat, points=points):
                self.key("enter").wait_for()
                if self.key(f"who-{seat}").count():
                    self.touch(f"who-{seat}")
                for digit in str(abs(points)):
                    self.touch(f"digit-{digit}")
                if points < 0:
                    self.touch("minus")
                self.touch("enter")
            case BetPlaced(field=field) | BetTakenBack(field=field):
                self.touch(f"field-{field}")
            case CardsSold(cards=names):
                for name in names:
                    self.touch(f"sell-{name}")
                self.touch("sell")
            case CardsShown(cards=names):
                self.cards(names)
                self.touch("show")
            case CardsHeld(cards=names):
                self.cards(names)
                self.touch("hold")
            case CardDrawn(card=card):
                self.draw(card)
            case CardPlayed():
                self.play(fact)
            case Counted(counts=counts):
                self.count(counts)
            case DiceThrown(dice=dice):
                for die in dice:
                    self.touch(f"face-{die.kind}-{die.colour or 'null'}-{die.value}")
                self.sent()
            case _:
                raise AssertionError(f"no finger knows how to tell {fact}")

    def sent(self) -> None:
        """Submit a throw that may have fewer dice; the last die submits any other throw."""
        self.page.wait_for_function("() => !document.documentElement.hasAttribute('aria-busy')")
        if self.key("send").count() and self.key("send").is_visible() and self.key("send").is_enabled():
            self.touch("send")

    def draw(self, card: Mapping[str, Any]) -> None:
        if (listed := self.page.locator(f'.liste-cartes [data-words*="{card.get("name", "").lower()}"]')).count():
            listed.first.click()
            return settled(self.page)
        pads = self.page.locator(".pave-cartes")
        if card.get("hidden"):
            self.touch("mode-hide")
        if card.get("name"):
            pads.first.locator(f'[data-card="{card["name"]}"]').click()
            settled(self.page)
        if card.get("turned") and pads.count() > 1:
            pads.last.locator(f'[data-card="{card["turned"]}"]').click()
            settled(self.page)
        sent = card.get("name") and not card.get("hidden")  # touching an open card submits it
        if not sent and self.key("draw").count() and self.key("draw").is_visible():
            self.touch("draw")

    def play(self, fact: CardPlayed) -> None:
        mine = self.page.locator(
            f'.cartes-main [data-card="{fact.card}"], .pave-cartes [data-card="{fact.card}"]'
        ).first
        if mine.get_attribute("aria-pressed") != "true":
            mine.click()
            settled(self.page)
        for name in fact.take:
            self.page.locator(f'.cartes-table [data-card="{name}"][aria-pressed="false"]').first.click()
            settled(self.page)
        if fact.build:
            self.touch(f"build-{fact.build}")
        key = f"play-{fact.use}-{''.join(fact.take)}-{fact.build}-{fact.value}"
        ways = self.page.locator(f'[data-key^="play-{fact.use}-"][data-key$="-{fact.build}-{fact.value}"]')
        ways.first.wait_for()
        exact = self.key(key)
        (exact if exact.count() else ways.first).click()
        settled(self.page)

    def count(self, counts: Mapping[str, Mapping[str, int]]) -> None:
        self.key("count").wait_for()
        for key in dict.fromkeys(k for row in counts.values() for k in row):
            for seat, row in counts.items():
                if self.key(f"own-{key}-{seat}").count():
                    if row.get(key):
                        self.touch(f"own-{key}-{seat}")
                else:
                    self.key(f"n-{key}-{seat}").fill(str(row.get(key, 0)))
                    self.key(f"n-{key}-{seat}").press("Tab")
                    settled(self.page)
        self.touch("count")
