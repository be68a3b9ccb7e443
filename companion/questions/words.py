"""The words that questions need for pages and pad; ``telling.reader.Reader`` provides them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypedDict

from companion.refusal import Refusal


class RefusalWords(TypedDict):
    """A refusal in words: what is refused, what is allowed, and the rule book's text."""

    code: str
    text: str
    allowed: str
    detail: dict[str, Any]
    overrulable: bool
    rule: str | None
    words: str | None


class SquareKind(TypedDict):
    """A kind of square. ``needs``: its extra value, "amount" or "colour"; ``sign``: a short text or an SVG path."""

    kind: str
    text: str
    needs: str | None
    sign: str
    sums: list[int]


Pair = tuple[str, str]
"""A code and its text."""


class Words(Protocol):
    """Names and texts in the reader's language."""

    def name(self, seat: str) -> str:
        """Return the name of a seat or an account."""

    def dice(self, wanted: str) -> str:
        """Return the words for a set of dice."""

    def option(self, code: str, seat: str = "") -> str:
        """Return the text of an option, a use of a card, or a line of a count."""

    def own_option(self, topic: str, code: str) -> str | None:
        """Return the text of an option for the page of the asked seat, None if it is the usual text."""

    def kind_of_square(self, kind: str) -> str:
        """Return the name of a kind of square."""

    def kinds(self, kinds: Iterable[str], needs: Mapping[str, str]) -> list[SquareKind]:
        """Return kinds of squares with their names, signs and extra values."""

    def field(self, name: str) -> str:
        """Return the name of a field of the cloth."""

    def refused(self, refusal: Refusal) -> RefusalWords:
        """Return a refusal as plain data, with what is allowed."""

    def hook(self, question: Any) -> Any:
        """Return the game's own words for a question, such as its button or the worst loss; empty without any."""

    def effects(self, deck: str) -> list[Pair]:
        """Return the effects of this deck's cards, as code and text."""

    def targets(self) -> list[Pair]:
        """Return the targets of cards that move a pawn, as code and text."""

    @property
    def chip(self) -> int:
        """The smallest chip of the box, 1 if chips are not tracked."""

    def points(self, seat: str) -> int:
        """Return the points of a seat."""

    def free(self, question: Any, seat: str) -> tuple[str, ...] | None:
        """Return the fields on which a seat may still bet, None if the cloth closes none."""
