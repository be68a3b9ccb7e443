"""The cards before a player, and what breaks a hand off."""

from __future__ import annotations

from dataclasses import dataclass, field


class HandChanged(Exception):
    """Raised inside a script: somebody left in the middle of a hand, which goes on without him."""


@dataclass(slots=True)
class Held:
    """The cards before a player: the one face down ("" while nobody told it) and those that everybody sees."""

    hidden: str = ""
    open: list[str] = field(default_factory=list)

    def known(self) -> list[str] | None:
        """Return all cards, None where one of them was not told."""
        cards = [self.hidden, *self.open]
        return cards if all(cards) else None
