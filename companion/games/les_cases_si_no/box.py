"""The owner's board: the cells of the betting table with their points, and the value of a 7 on each circle.

Servi asks for a missing value when the game needs it, and remembers the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import BadBox
from companion.game import forms
from companion.game.forms import FormTable, NumberField, SeveralField, value_at
from companion.language import Sentence, tr

LINES = ("H1", "H2", "H3", "V")
"""Three horizontal lines and the vertical one (SN-P2-2)."""
LINE_NAMES = {
    "H1": Sentence("Ligne 1"), "H2": Sentence("Ligne 2"), "H3": Sentence("Ligne 3"), "V": Sentence("Verticale"),
}  # fmt: skip

COLOURS = ("rouge", "bleu", "vert", "jaune", "noir", "blanc")
LIKELY = {
    "H1": ("5", "6", "8", "9"), "H2": ("3", "4", "10", "11"), "H3": ("1.1", "2.2", "3.3", "4.4", "5.5", "6.6"),
}  # fmt: skip
"""Proposed draws of the horizontal lines, with equal odds in a line (SN-PRE-4, SN-PRE-5); a board may differ."""
DRAWS = ("1.1", "2.2", "3", "3.3", "4", "4.4", "5", "5.5", "6", "6.6", "8", "9", "10", "11")
"""All draws except the 7, which is the croupier's (SN-PRE-4)."""

SEVENS = ("green", "red")
"""The columns of a 7: the colour of the higher die (SN-P3-3)."""
CIRCLES = 10
MOST = 7000


def empty() -> dict[str, Any]:
    """Return a box without the numbers of the printed tables; Servi learns them during play."""
    return {"name": "vide"}


class BettingTables:
    """The known part of the two printed tables; an undescribed line has no draws yet."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        if trouble := forms.trouble(tables(data), data):
            raise BadBox(trouble)
        self.lines: dict[str, tuple[str, ...]] = {line: tuple(value_at(data, ("lines", line)) or ()) for line in LINES}
        known = {draw: value_at(data, ("points", draw)) for draw in DRAWS}
        self.points: dict[str, int] = {draw: points for draw, points in known.items() if points is not None}
        self.seven: dict[str, list[int | None]] = {
            colour: [value_at(data, ("seven", colour, circle)) for circle in range(CIRCLES)] for colour in SEVENS
        }

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields for chips, such as ``H1:5``."""
        return tuple(f"{line}:{draw}" for line in LINES for draw in self.lines[line])

    def worth_of_seven(self, circle: int) -> dict[str, int]:
        """Return the points of a 7 on this circle, from 1, by the colour of the higher die, without unknown points."""
        return {c: points for c, column in self.seven.items() if (points := column[circle - 1]) is not None}

    def as_data(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the box with the numbers that Servi learned."""
        return {
            **data,
            "lines": {line: list(draws) for line, draws in self.lines.items() if draws},
            "points": {**data.get("points", {}), **self.points},
            "seven": {colour: list(column) for colour, column in self.seven.items()},
        }


def tables(data: Mapping[str, Any]) -> tuple[FormTable, ...]:
    """Return the box form: layout, points of each draw, value of a 7 (SN-MAT-3)."""
    draws = {draw: draw for draw in DRAWS}
    printed = [d for line in LINES for d in value_at(data, ("lines", line)) or () if isinstance(d, str) and d in draws]
    lines = tuple(SeveralField(("lines", line), str(LINE_NAMES[line]), draws, optional=True) for line in LINES)
    points = tuple(
        NumberField(("points", draw), draw, 1, MOST, optional=True) for draw in dict.fromkeys((*printed, *DRAWS))
    )
    seven = tuple(
        NumberField(("seven", colour, circle), label, 0, MOST, optional=True)
        for circle in range(CIRCLES)
        for colour, label in (
            ("green", tr("cercle {number}, le vert est plus haut", number=circle + 1)),
            ("red", tr("cercle {number}, le rouge est plus haut", number=circle + 1)),
        )
    )
    return (
        FormTable(
            tr("Le tableau des mises"),
            tr("Sur chaque ligne, toucher les tirages qui y sont imprimés. Le 7 n'y est pas : il est au croupier."),
            lines,
        ),
        FormTable(
            tr("Les points de chaque tirage"),
            tr("Ce que rapporte un jeton sur ce tirage, ligne après ligne, comme sur la feuille."),
            points,
        ),
        FormTable(
            tr("Ce que vaut un 7"),
            tr("Les dix cercles à droite de la feuille, et les points d'un 7 selon le dé le plus haut."),
            seven,
            columns=(tr("Vert plus haut"), tr("Rouge plus haut")),
            rows=tuple(tr("Cercle {number}", number=n + 1) for n in range(CIRCLES)),
        ),
    )
