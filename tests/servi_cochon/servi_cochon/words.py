"""The words of Le Cochon in French; ``en.json`` has the English ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game.words import GameWords
from companion.language import tr
from companion.questions import Stand
from companion.scene import Contest
from companion.snapshot import Snapshot
from companion.words import Names, amount


class CochonWords(GameWords):
    """The words of Le Cochon."""

    TITLE = "Le Cochon"
    BEGINS = "Le plus jeune commence, puis dans le sens des aiguilles d'une montre."
    CALLED = ("point", "points")
    TOPICS = {
        "throw": ("{seat} lance {dice}", "Un 1 fait perdre les points du tour."),
        "stand": ("{seat} s'arrête là", "Les points du tour sont acquis."),
    }
    CALLS = {"throw": "Le dé, s'il vous plaît."}
    DICE = {"1d6": "un dé"}
    SCENES = {"cochon_turn": "Le tour"}
    REASONS = {"turn": "points du tour", "advance": "tableau des scores"}
    RESULTS = {"lost"}
    SHEET = {
        "line": ("Tour",), "target": ("Objectif",), "last": ("Total",),
        "note": ("Écrire à chaque tour les points de chacun. Servi n'en a pas besoin.",),
        "end": ("Le premier qui atteint l'objectif gagne.",),
    }  # fmt: skip

    def stand(self, q: Stand, now: Snapshot) -> str:
        """Return the label of the button that stops, with the points that it keeps."""
        points = now.scene.totals[q.seats[0]] if isinstance(now.scene, Contest) else 0
        return tr("S'arrêter à {points}", points=amount(points))

    def news(self, code: str, detail: Mapping[str, Any], names: Names) -> str:
        """Return the sentence about a lost turn."""
        if code == "lost":
            return tr("{seat} fait un 1 et perd {points}", seat=names[detail["seat"]], points=amount(detail["amount"]))
        return super().news(code, detail, names)
