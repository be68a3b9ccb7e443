"""The questions of card games: a card drawn from a pack, cards laid open, cards that only their holder sees."""

from __future__ import annotations

from dataclasses import dataclass

from companion.asks import Question, Refusal
from companion.facts import CardDrawn, CardsHeld, CardsShown


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Question):
    """A card may be drawn from a pack of these ``names``.

    ``hidden``: its holder may keep it face down; ``blank``: it may be left untold which card it is.
    """

    kind = "draw"
    answers = (CardDrawn,)

    deck: str
    names: tuple[str, ...]
    hidden: bool = False
    blank: bool = False

    def check(self, fact: CardDrawn) -> Refusal | None:
        if fact.deck != self.deck:
            return Refusal("OTHER_DECK", fact.seat, {"deck": self.deck}, self.rule, overrulable=False)
        for key in ("name", "turned"):
            name = fact.card.get(key, "")
            if name not in self.names and not (name == "" and (self.blank or key == "turned")):
                return Refusal("NO_SUCH_CARD", fact.seat, {"cards": list(self.names)}, self.rule, overrulable=False)
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards(Question):
    """Some cards of a pack of these ``names`` are told, between ``least`` and ``most`` of them."""

    names: tuple[str, ...]
    least: int = 1
    most: int = 60

    def check(self, fact: CardsHeld | CardsShown) -> Refusal | None:
        if any(name not in self.names for name in fact.cards):
            return Refusal("NO_SUCH_CARD", fact.seat, {"cards": list(self.names)}, self.rule, overrulable=False)
        if not self.least <= len(fact.cards) <= self.most:
            numbers = {"least": self.least, "most": self.most}
            return Refusal("HOW_MANY_CARDS", fact.seat, numbers, self.rule, overrulable=False)
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Cards):
    """Cards are to be laid open."""

    kind = "show"
    answers = (CardsShown,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold(Cards):
    """The holder of a seat may tell Servi his own cards, which nobody else then sees."""

    kind = "hold"
    answers = (CardsHeld,)
