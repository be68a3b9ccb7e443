"""The words of the free game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game.words import GameWords
from companion.language import tr
from companion.questions import Stand
from companion.snapshot import Snapshot
from companion.words import Names, amount


class FreeWords(GameWords):
    """The words of the free game."""

    TITLE = "N'importe quel jeu"
    BEGINS = "Le plus jeune commence ; tout le reste se convient ci-dessous."
    CALLED = ("point", "points")
    TOPICS = {
        "points": ("{line} : les points de {seat}",
                   "Un moins devant pour ce qui est perdu. Une case de la feuille se touche pour la corriger."),
        "throw": ("{seat} lance {dice}", ""),
        "stand": ("{seat} s'arrête là", "Ses points du tour sont écrits."),
        "finish": ("Finir la partie", "Les totaux d'à présent décident."),
    }  # fmt: skip
    CALLS = {"throw": "Les dés, s'il vous plaît."}
    OPTIONS = {"finish": "Finir la partie"}
    SCENES = {"sheet": "La feuille"}
    REASONS = {
        "points": "points de la manche", "dice": "points des dés", "rest": "reste de la manche",
        "start": "points de départ",
    }  # fmt: skip
    ENDS = {
        "finished": "la table a fini la partie", "rounds": "toutes les manches sont jouées",
        "target": "l'objectif est atteint",
    }  # fmt: skip
    RESULTS = {"worth"}
    SHEET = {
        "line": ("Manche",), "heads": ("Jeu", "Objectif"), "last": ("Total",),
        "note": ("Écrire à chaque manche les points de chacun. Servi n'en a pas besoin.",),
    }  # fmt: skip

    def stand(self, q: Stand, now: Snapshot) -> str:
        """Return the label of the button that stops a turn, with the points that it keeps."""
        return tr("S'arrêter à {points}", points=amount(getattr(now.scene, "worth", 0)))

    def news(self, code: str, detail: Mapping[str, Any], names: Names) -> str:
        """Return the sentence about the worth of a throw, a computed rest, or somebody who is out."""
        match code:
            case "worth":
                return tr("{points} par ces dés", points=amount(detail["amount"]))
            case "rest":
                return tr(
                    "{seat} reçoit le reste : {points}", seat=names[detail["seat"]], points=amount(detail["amount"])
                )
            case "out":
                return tr("{seat} est éliminé", seat=names[detail["seat"]])
        return super().news(code, detail, names)
