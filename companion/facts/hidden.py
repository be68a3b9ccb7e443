"""Hidden cards: the public part of a fact, and the correction of a fact with hidden cards."""

from __future__ import annotations

from dataclasses import replace

from companion.facts.answers import CardDrawn, CardsHeld
from companion.facts.corrections import Amended, Inserted
from companion.facts.fact import Fact


def public(fact: Fact) -> Fact:
    """Return the public part of a fact, without the names of hidden cards."""
    match fact:
        case CardDrawn(card=card) if card.get("hidden"):
            return replace(fact, card={k: v for k, v in card.items() if k != "name"})
        case CardsHeld(cards=cards):
            return replace(fact, cards=("",) * len(cards))
        case Amended(fact=inner) | Inserted(fact=inner):
            return replace(fact, fact=public(inner))
    return fact


def still_hidden(fact: Fact, old: Fact) -> Fact:
    """Return ``fact``, which corrects ``old``; hidden card names that it omits come from ``old``, for the same seat."""
    match fact, old:
        case CardDrawn(seat=seat, card=card), CardDrawn(seat=holder, card=held) if seat == holder:
            if card.get("hidden") and held.get("hidden") and "name" not in card and "name" in held:
                return replace(fact, card={**card, "name": held["name"]})
        case CardsHeld(seat=seat, cards=cards), CardsHeld(seat=holder, cards=held) if seat == holder:
            kept = (*held, *("",) * len(cards))
            return replace(fact, cards=tuple(name or kept[at] for at, name in enumerate(cards)))
    return fact
