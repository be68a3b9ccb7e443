"""The owner's board: the cells of the betting table with their points, and what a 7 is worth on each circle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from companion.errors import BadBox

LINES = ("H1", "H2", "H3", "V")
"""Three horizontal lines and the vertical one (SN-P2-2)."""

COLOURS = ("rouge", "bleu", "vert", "jaune", "noir", "blanc")
DRAWS = ("1.1", "2.2", "3", "3.3", "4", "4.4", "5", "5.5", "6", "6.6", "8", "9", "10", "11")
"""All draws but the 7, which is the croupier's (SN-PRE-4)."""

CIRCLES = 10
MOST = 7000


@cache
def _example() -> str:
    return (files("companion.games.les_cases_si_no") / "example_box.json").read_text(encoding="utf-8")


def example() -> dict[str, Any]:
    """Return the invented example board (marked ``example``)."""
    data: dict[str, Any] = json.loads(_example())
    return data


class Board:
    """The two printed tables."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        trouble = box_trouble(data)
        if trouble:
            raise BadBox(trouble)
        self.lines: dict[str, tuple[str, ...]] = {line: tuple(data["lines"][line]) for line in LINES}
        self.points: dict[str, int] = dict(data["points"])
        self.seven: dict[str, tuple[int, ...]] = {c: tuple(data["seven"][c]) for c in ("green", "red")}
        self.fields = tuple(f"{line}:{draw}" for line in LINES for draw in self.lines[line])


def box_trouble(data: Any) -> str:
    """Return the first place of a box that cannot be used and why, "" where all is well."""
    if not isinstance(data, Mapping):
        return "the box must be an object with lines, points and seven"
    lines, points, seven = data.get("lines"), data.get("points"), data.get("seven")
    if not isinstance(lines, Mapping) or set(lines) != set(LINES):
        return f"lines: must be {', '.join(LINES)}"
    for line, draws in lines.items():
        if not isinstance(draws, list | tuple) or not draws or len(set(map(str, draws))) < len(draws):
            return f"lines, {line}: must be a list of different draws"
        if strange := [d for d in draws if d not in DRAWS]:
            return f"lines, {line}: '{str(strange[0])[:20]}' is no draw: known are {', '.join(DRAWS)}"
    if not isinstance(points, Mapping):
        return 'points: must tell what each draw is worth, as {"5": 100}'
    for draw in (d for draws in lines.values() for d in draws):
        if type(points.get(draw)) is not int or not 0 < points[draw] <= MOST:
            return f"points: {draw} needs its points, from 1 to {MOST}"
    if not isinstance(seven, Mapping) or set(seven) != {"green", "red"}:
        return "seven: must have a green and a red column"
    for colour, column in seven.items():
        whole = isinstance(column, list | tuple) and len(column) == CIRCLES
        if not whole or not all(type(n) is int and 0 <= n <= MOST for n in column):
            return f"seven, {colour}: must be {CIRCLES} numbers of points, circle 1 first"
    return ""
