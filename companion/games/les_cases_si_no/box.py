"""The owner's board: the cells of the betting table with their points, and the value of a 7 on each circle."""

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
DRAWS = ("1.1", "2.2", "3", "3.3", "4", "4.4", "5", "5.5", "6", "6.6", "8", "9", "10", "11")
"""All draws except the 7, which is the croupier's (SN-PRE-4)."""

CIRCLES = 10
MOST = 7000


class BettingTables:
    """The two printed tables."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        if trouble := forms.trouble(tables(data), data):
            raise BadBox(trouble)
        self.lines: dict[str, tuple[str, ...]] = {line: tuple(data["lines"][line]) for line in LINES}
        self.points: dict[str, int] = dict(data["points"])
        self.seven: dict[str, tuple[int, ...]] = {c: tuple(data["seven"][c]) for c in ("green", "red")}
        self.fields = tuple(f"{line}:{draw}" for line in LINES for draw in self.lines[line])


def tables(data: Mapping[str, Any]) -> tuple[FormTable, ...]:
    """Return the box form: layout, points of each draw, value of a 7 (SN-MAT-3)."""
    draws = {draw: draw for draw in DRAWS}
    printed = [d for line in LINES for d in value_at(data, ("lines", line)) or () if isinstance(d, str) and d in draws]
    lines = tuple(SeveralField(("lines", line), str(LINE_NAMES[line]), draws) for line in LINES)
    points = tuple(
        NumberField(("points", draw), draw, 1, MOST, optional=draw not in printed)
        for draw in dict.fromkeys((*printed, *DRAWS))
    )
    seven = tuple(
        NumberField(("seven", colour, circle), label, 0, MOST)
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
