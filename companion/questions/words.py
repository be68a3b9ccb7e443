"""What questions need of the words, for pages and pad; ``telling.reader.Reader`` gives it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from companion.refusal import Refusal


class Words(Protocol):
    """Names and texts in the language of whoever reads."""

    def name(self, seat: str) -> str:
        """Return the name of a seat or an account."""

    def dice(self, wanted: str) -> str:
        """Return the dice that a throw asks for."""

    def option(self, code: str) -> str:
        """Return the text of an option, a use of a card, or a line of a count."""

    def kind_of_square(self, kind: str) -> str:
        """Return the name of a kind of square."""

    def refused(self, refusal: Refusal) -> dict[str, Any]:
        """Return a refusal as plain data, with what would be allowed."""

    def hook(self, question: Any) -> Any:
        """Return what this game's own words say to a question of this kind: its button, its worst, its numbers."""

    def effects(self, deck: str) -> list[list[str]]:
        """Return what a card of this deck can do, as code and text."""

    def targets(self) -> list[list[str]]:
        """Return where a card can lead, as code and text."""

    @property
    def chip(self) -> int:
        """The smallest chip of the box, 1 where chips are not followed."""

    def points(self, seat: str) -> int:
        """Return what a seat has."""

    def free(self, question: Any, seat: str) -> tuple[str, ...] | None:
        """Return the fields on which a seat may still bet; None where the cloth closes none."""


def kinds_rows(words: Words, kinds: tuple[str, ...], needs: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return kinds of squares with their names and what they must say besides."""
    return [{"kind": kind, "text": words.kind_of_square(kind), "needs": needs.get(kind)} for kind in kinds]
