"""A player's cards, and the signal that a table word changed the hand."""

from __future__ import annotations

from dataclasses import dataclass, field


class HandChanged(Exception):
    """Raised in a script: a player left or the table moved chips; the hand continues with the seats that are left."""


@dataclass(slots=True)
class Held:
    """A player's cards: the hidden one ("" if unknown) and the open ones."""

    hidden: str = ""
    open: list[str] = field(default_factory=list)

    def known(self) -> list[str] | None:
        """Return all cards, None if one is unknown."""
        cards = [self.hidden, *self.open]
        return cards if all(cards) else None
