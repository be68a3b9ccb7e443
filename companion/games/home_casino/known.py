"""The known part of the owner's box, which grows during play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import BadBox
from companion.facts import Square
from companion.game.ring import Ring
from companion.games.home_casino.box import CHIPS, COLOURS, DECKS, KINDS, NEEDS, START_CHIPS, box_trouble


class Board(Ring):
    """The known board of this evening. ``length`` is 0 while nobody has counted the squares."""

    kinds, colours, needs = KINDS, COLOURS, NEEDS

    def __init__(self, data: Mapping[str, Any]) -> None:
        trouble = box_trouble(data)
        if trouble:
            raise BadBox(trouble)
        self.example = bool(data.get("example"))
        self.ring: dict[int, Square] = {}
        self.unsure: set[int] = set()
        rows = data.get("ring", [])
        for place, row in enumerate(rows):
            index = row.get("index", place)
            self.ring[index] = Square(kind=row["kind"], colour=row.get("colour"), amount=row.get("amount"))
            if row.get("unsure"):
                self.unsure.add(index)
        self.length: int = data.get("length", len(rows))
        self.followed = bool(data.get("followed", True))
        self.decks: dict[str, dict[str, dict[str, Any]]] = {}
        self.copies: dict[tuple[str, str], int] = {}
        self.unsure_cards: set[tuple[str, str]] = set()
        for deck in DECKS:
            cards: dict[str, dict[str, Any]] = {}
            for card in data.get(deck, []):
                name = card.get("name") or card.get("text")
                cards.setdefault(name, {**{k: v for k, v in card.items() if k != "unsure"}, "name": name})
                if card.get("unsure"):
                    self.unsure_cards.add((deck, name))
                self.copies[deck, name] = self.copies.get((deck, name), 0) + 1
            self.decks[deck] = cards
        self.chips = _pieces(data.get("chips")) or dict(CHIPS)
        self.start_chips = _pieces(data.get("start_chips")) or dict(START_CHIPS)
        self.default = Square(kind="neutral") if data.get("complete") else None

    def at(self, index: int) -> Square | None:
        """Return the square with this index, None if it is unknown."""
        return self.ring.get(index, self.default)

    def casino(self, colour: str | None) -> int | None:
        """Return the index of this colour's casino, None if it is unknown."""
        if colour is None:
            return None
        return next((i for i, s in self.ring.items() if s.kind == "casino" and s.colour == colour), None)

    def learn(self, index: int, square: Square) -> None:
        """Remember a square, unsure until a pawn meets it again; a casino known elsewhere moves here."""
        if self.ring.get(index) == square:
            return self.meet(index)
        if square.kind == "casino" and (there := self.casino(square.colour)) is not None:
            del self.ring[there]
            self.unsure.discard(there)
        self.ring[index] = square
        self.unsure.add(index)

    def meet(self, index: int) -> None:
        """Mark a square as sure, because a pawn met it again unchanged."""
        self.unsure.discard(index)

    def learn_card(self, deck: str, card: dict[str, Any], instead_of: str = "") -> None:
        """Remember a card, unsure until somebody draws it again; it replaces the card named ``instead_of``."""
        name = str(card["name"])
        if self.decks[deck].get(name) == card:
            self.unsure_cards.discard((deck, name))
            return
        if instead_of and self.decks[deck].pop(instead_of, None) is not None:
            self.copies[deck, name] = self.copies.pop((deck, instead_of), 1)
            self.unsure_cards.discard((deck, instead_of))
        self.decks[deck][name] = card
        self.unsure_cards.add((deck, name))

    def as_data(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the box with what Servi learned, as box data."""
        ring: list[dict[str, Any]] = []
        casinos: set[str | None] = {None}
        for i, s in sorted(self.ring.items()):
            if s.kind == "casino" and s.colour in casinos:
                continue  # a casino without colour, or named twice: the next evening asks again
            casinos |= {s.colour} if s.kind == "casino" else set()
            ring.append(
                {"index": i, "kind": s.kind}
                | ({"colour": s.colour} if s.colour else {})
                | ({"amount": s.amount} if s.amount is not None else {})
                | ({"unsure": True} if i in self.unsure else {})
            )
        decks = {
            deck: [
                {**card, "unsure": True} if (deck, name) in self.unsure_cards else card
                for name, card in cards.items()
                for _ in range(self.copies.get((deck, name), 1))
            ]
            for deck, cards in self.decks.items()
        }
        return {**data, "length": self.length, "ring": ring, **decks}


def _pieces(rows: Any) -> dict[int, int]:
    return {int(v): rows[v] for v in sorted(rows, key=int, reverse=True)} if rows else {}
