"""The owner's board: which symbol stands where on the ring, and how many notes there are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from companion.errors import BadBox
from companion.facts import Square

SQUARES, SYMBOLS, EACH = 28, 7, 4
COPIES = 5
TOKENS = tuple(n for n in range(7) for _ in range(2))
"""The round tokens, 0 to 6, each twice (CB-TOK-1). Which of them lies where, nobody tells Servi."""

NOTE = 50
GIVEN, STAKED = 2000, 700


@cache
def _example() -> str:
    return (files("companion.games.casablanca") / "example_box.json").read_text(encoding="utf-8")


def example() -> dict[str, Any]:
    """Return the invented example board (marked ``example``)."""
    data: dict[str, Any] = json.loads(_example())
    return data


class Board:
    """The ring of 28 symbols (CB-BRD-1, CB-BRD-2)."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        trouble = box_trouble(data)
        if trouble:
            raise BadBox(trouble)
        self.ring: list[str] = list(data["ring"])
        self.symbols = tuple(data["symbols"])
        self.notes: int = data.get("notes_total", 0)
        self.length = len(self.ring)
        self.kinds = self.symbols
        self.needs: dict[str, str] = {}
        self.colours: tuple[str, ...] = ()

    def at(self, index: int) -> Square | None:
        """Return the square with this index."""
        return Square(kind=self.ring[index])

    def as_data(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the box with what was corrected."""
        return {**data, "ring": list(self.ring)}


def box_trouble(data: Any) -> str:
    """Return the first place of a box that cannot be used and why, "" where all is well."""
    if not isinstance(data, Mapping):
        return "the box must be an object with symbols, ring and notes_total"
    symbols, ring, notes = data.get("symbols"), data.get("ring"), data.get("notes_total", 0)
    if not isinstance(symbols, list) or len(set(map(str, symbols))) != SYMBOLS or len(symbols) != SYMBOLS:
        return f"symbols: must be {SYMBOLS} different names"
    if not all(isinstance(s, str) and 0 < len(s) <= 30 for s in symbols):
        return "symbols: each needs a name of at most 30 letters"
    if not isinstance(ring, list) or len(ring) != SQUARES:
        return f"ring: must name the symbols of the {SQUARES} squares, clockwise"
    for place, symbol in enumerate(ring):
        if symbol not in symbols:
            return f"ring, square {place}: '{str(symbol)[:30]}' is no symbol: known are {', '.join(symbols)}"
    if uneven := [s for s, n in Counter(ring).items() if n != EACH]:
        return f"ring: each symbol stands there {EACH} times, but {uneven[0]} does not"
    if type(notes) is not int or not 0 <= notes <= 1_000_000 or notes % NOTE:
        return f"notes_total: must be the sum of all notes, a multiple of {NOTE}"
    return ""
