"""House rules: named options with defaults, each with the ids of the rules that it changes."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import field
from functools import cache
from typing import Any

from companion.errors import BadHouseRule
from companion.language import tr
from companion.names import legible
from companion.packages import package_of, packaged
from companion.record import record


@record()
class HouseRule:
    """One option: ``type`` is flag, choice, int or text; ``values`` belong to a choice, ``words_fr`` are their labels.

    ``low`` and ``high`` bound a number; without ``low`` it starts at 1, or at 0 if it is optional. ``longest`` bounds a
    text. ``when``: the set-up page shows the option only while other options have one of these values. ``fixed``: it
    cannot change after the start. ``since`` is the version of the rules that added the option, ``before`` its value in
    older evenings.
    """

    key: str
    type: str
    default: Any
    label_fr: str
    help_fr: str
    values: tuple[Any, ...] = ()
    words_fr: tuple[str, ...] = ()
    rule_ids: tuple[str, ...] = ()
    ambiguity: str = ""
    since: int = 1
    before: Any = None
    low: int | None = None
    high: int = 1_000_000
    longest: int = 60
    when: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    fixed: bool = False

    def usual(self, rules: int | None = None) -> Any:
        """Return the default value in an evening with this version of the rules (None: the newest)."""
        return self.before if rules is not None and rules < self.since else self.default

    def check(self, value: Any) -> Any:
        """Return the value if it is allowed; otherwise raise ``BadHouseRule`` with the allowed ones."""
        if self.type == "flag":
            if not isinstance(value, bool):
                raise BadHouseRule(tr("La règle « {key} » est vraie ou fausse", key=tr(self.label_fr)))
        elif self.type == "int":
            empty = self.default is None  # a default of None makes the number optional
            if value is None and empty:
                return value
            low = self.low if self.low is not None else 0 if empty else 1
            if type(value) is not int or not low <= value <= self.high:
                if self.high < 1_000_000:
                    raise BadHouseRule(
                        tr(
                            "La règle « {key} » est un nombre entier de {low} à {high}",
                            key=tr(self.label_fr),
                            low=low,
                            high=self.high,
                        )
                    )
                if empty:
                    raise BadHouseRule(
                        tr("La règle « {key} » est un nombre entier à partir de 0", key=tr(self.label_fr))
                    )
                raise BadHouseRule(tr("La règle « {key} » est un nombre entier au-dessus de 0", key=tr(self.label_fr)))
        elif self.type == "text":
            if not isinstance(value, str) or len(value) > self.longest:
                what = {"key": tr(self.label_fr), "longest": self.longest}
                raise BadHouseRule(tr("La règle « {key} » est un texte de {longest} lettres au plus", **what))
            if not legible(value):
                raise BadHouseRule(
                    tr("La règle « {key} » tient sur une ligne, sans signes invisibles", key=tr(self.label_fr))
                )
        elif not any(value == v and type(value) is type(v) for v in self.values):
            values = f" {tr('ou')} ".join(f"« {tr(one)} »" for one in self.words_fr)
            raise BadHouseRule(tr("La règle « {key} » vaut {values}", key=tr(self.label_fr), values=values))
        return value

    def as_row(self) -> dict[str, Any]:
        """Return the option as plain data for the page, with its words."""
        return {
            "key": self.key,
            "type": self.type,
            "default": self.default,
            "values": list(self.values),
            "words": [tr(one) for one in self.words_fr],
            "label": tr(self.label_fr),
            "help": tr(self.help_fr),
            "longest": self.longest,
            "when": {key: list(values) for key, values in self.when.items()},
            "fixed": self.fixed,
        }


COMMON = (
    HouseRule(
        key="handover",
        type="choice",
        default="next_throw",
        values=("next_throw", "tap"),
        words_fr=("Au lancer suivant", "Quand on la touche"),
        label_fr="Remise des jetons",
        help_fr="Une dette est remise d'elle-même au lancer suivant, ou quand on la touche.",
    ),
    HouseRule(
        key="join_chips",
        type="choice",
        default="start",
        values=("start", "lowest", "average"),
        words_fr=("La mise de départ", "Le plus petit total de la table", "La moyenne de la table"),
        label_fr="Jetons d'un invité",
        help_fr="Qui arrive en cours de partie reçoit la mise de départ, le plus petit total de la table "
        "ou la moyenne, arrondi au plus petit jeton.",
    ),
)
"""Options of every game; the rule books say nothing about them."""


def rules_of(game: str) -> dict[str, HouseRule]:
    """Return all options of an installed game by key: its own, then the common ones."""
    return rules_in(package_of(game))


@cache
def rules_in(package: str) -> dict[str, HouseRule]:
    """Return all options of the game in a package: those of its ``house.json``, then the common ones."""
    own = [_of_file(row) for row in packaged(package, "house.json") or ()]
    return {rule.key: rule for rule in (*own, *COMMON)}


@record()
class Preset:
    """A named set of options that the set-up page offers first, from the ``presets.json`` of a game."""

    key: str
    label_fr: str
    help_fr: str
    house: Mapping[str, Any]
    texts_fr: Mapping[str, str] = field(default_factory=dict)
    """The options that are texts; Servi translates them."""

    def chosen(self) -> dict[str, Any]:
        """Return the options in the reader's language."""
        return {**self.house, **{key: tr(text) for key, text in self.texts_fr.items()}}


def presets_of(game: str) -> tuple[Preset, ...]:
    """Return the named sets of options of an installed game; raise ``BadHouseRule`` for an invalid one."""
    found = tuple(Preset(**row) for row in packaged(package_of(game), "presets.json") or ())
    for one in found:
        check(game, {**one.house, **one.texts_fr})
    return found


def _of_file(row: dict[str, Any]) -> HouseRule:
    fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    rule = HouseRule(**fields)
    if not isinstance(rule.words_fr, tuple) or len(rule.words_fr) != len(rule.values):
        raise TypeError(f"house rule {rule.key}: words_fr is a list with one label for each of values")
    return rule


def check(game: str, given: Mapping[str, Any], version: int | None = None) -> dict[str, Any]:
    """Return all options of a game: the given ones, checked; for the others, the defaults of this version of the rules.

    Raise ``BadHouseRule`` for an unknown key, with the nearest known one, or for an invalid value.
    """
    rules = rules_of(game)
    for key in given:
        if key not in rules:
            near = difflib.get_close_matches(str(key), rules, 1)
            if near:
                raise BadHouseRule(tr("Il n'y a pas de règle « {key} » : est-ce « {near} » ?", key=key, near=near[0]))
            raise BadHouseRule(tr("Il n'y a pas de règle « {key} »", key=key))
    return {key: rule.check(given[key]) if key in given else rule.usual(version) for key, rule in rules.items()}
