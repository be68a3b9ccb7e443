"""House rules: named options with defaults, each tied to the rule ids that it changes."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from companion.errors import BadHouseRule


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One option: ``type`` is flag, choice or int; ``values`` those of a choice."""

    key: str
    type: str
    default: Any
    label_fr: str
    help_fr: str
    help_en: str
    values: tuple[Any, ...] = ()
    rule_ids: tuple[str, ...] = ()
    ambiguity: str = ""

    def check(self, value: Any) -> Any:
        """Return the value; raise ``BadHouseRule`` with what is allowed."""
        if self.type == "flag":
            if not isinstance(value, bool):
                raise BadHouseRule(f"La règle « {self.key} » est vraie ou fausse")
        elif self.type == "int":
            empty = self.default is None  # a number that may be left out may also be nothing
            if value is None and empty:
                return value
            if type(value) is not int or not (0 if empty else 1) <= value <= 1_000_000:
                least = "à partir de" if empty else "au-dessus de"
                raise BadHouseRule(f"La règle « {self.key} » est un nombre entier {least} 0")
        elif not any(value == v and type(value) is type(v) for v in self.values):
            raise BadHouseRule(f"La règle « {self.key} » vaut {' ou '.join(map(str, self.values))}")
        return value


COMMON = (
    HouseRule(
        key="handover",
        type="choice",
        default="next_throw",
        values=("next_throw", "tap"),
        label_fr="Remise des jetons",
        help_fr="Une dette est remise d'elle-même au lancer suivant (next_throw), ou quand on la touche (tap).",
        help_en="A debt counts as handed over at the next throw (next_throw), or when it is tapped (tap).",
    ),
    HouseRule(
        key="join_chips",
        type="choice",
        default="start",
        values=("start", "lowest", "average"),
        label_fr="Jetons d'un invité",
        help_fr="Qui arrive en cours de partie reçoit la mise de départ (start), le plus petit total de la table "
        "(lowest) ou la moyenne (average), arrondi au plus petit jeton.",
        help_en="A late guest gets the chips of the start (start), the lowest total of the table (lowest) or the "
        "average (average), rounded to the smallest chip.",
    ),
)
"""Options of every game; the rule books are silent there."""


@cache
def rules_of(game: str) -> dict[str, HouseRule]:
    """Return all options of a game by key: its own, then the common ones."""
    rows = json.loads((files(f"companion.games.{game}") / "house.json").read_text(encoding="utf-8"))
    own = [
        HouseRule(**{**row, "values": tuple(row.get("values", ())), "rule_ids": tuple(row["rule_ids"])}) for row in rows
    ]
    return {rule.key: rule for rule in (*own, *COMMON)}


def check(game: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a game, the given ones checked and the others at their default.

    Raise ``BadHouseRule`` for an unknown key, naming the nearest known one, or a value that is not allowed.
    """
    rules = rules_of(game)
    for key in given:
        if key not in rules:
            near = difflib.get_close_matches(str(key), rules, 1)
            raise BadHouseRule(f"Il n'y a pas de règle « {key} »" + (f" : est-ce « {near[0]} » ?" if near else ""))
    return {key: rule.check(given[key]) if key in given else rule.default for key, rule in rules.items()}
