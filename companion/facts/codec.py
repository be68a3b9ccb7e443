"""Conversion of facts to JSON and back, checked against the annotations of their classes.

A fact is an object: ``type`` names its class; it omits fields at their default. Each fact has one canonical line: that
object in UTF-8. Its keys are sorted by code point, without spaces, and with only the escapes that JSON requires.
Old journals must stay readable, so the default of a field never changes, and a new field needs a default.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from companion.errors import BadCommand
from companion.facts import answers, corrections, pauses, started, words
from companion.facts.corrections import Correction
from companion.facts.fact import TABLE, Die, Fact, Seat, SeatFact, Square, TableWord
from companion.facts.pauses import PauseFact
from companion.facts.started import GameStarted
from companion.language import tr
from companion.schema import READERS, fields_reader

TYPES: dict[str, type[Fact]] = {
    name: kind
    for family in (started, answers, words, pauses, corrections)
    for name, kind in vars(family).items()
    if isinstance(kind, type)
    and issubclass(kind, Fact)
    and kind not in (Fact, SeatFact, TableWord, PauseFact, Correction)
}
"""The concrete classes of facts by name."""


OLD_TABLE = "La table"
"""The value of ``TABLE`` in journals of version 0.1."""


def decode(data: Any) -> Fact:
    """Return the fact in a JSON object; raise ``BadCommand`` with what would be valid."""
    if not isinstance(data, Mapping):
        raise BadCommand(tr("Un fait est un objet avec un « type »."))
    kind = data.get("type")
    cls = TYPES.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise BadCommand(tr("Ce fait n'existe pas. Au choix : {types}.", types=", ".join(sorted(TYPES))))
    if data.get("who") == OLD_TABLE:
        data = {**data, "who": TABLE}
    return cls(**fields_reader(cls)(data))  # type: ignore[arg-type]


def _wrapped(value: Any, name: str) -> Fact:
    """Return the fact inside a correction. Check its type first, because corrections may be nested deeply."""
    kind = TYPES.get(str(value.get("type"))) if isinstance(value, Mapping) else type(value)
    if kind and issubclass(kind, Correction | GameStarted):
        raise BadCommand(tr("Une correction met un fait ordinaire à la place d'un autre, rien de plus."))
    return value if isinstance(value, Fact) else decode(value)


READERS[Fact] = _wrapped

_DEFAULTS: dict[type, dict[str, Any]] = {
    c: {f.name: f.default for f in fields(c)} for c in (*TYPES.values(), Seat, Square)
} | {Die: {name: Die._field_defaults.get(name, MISSING) for name in Die._fields}}


def encode(fact: Fact) -> dict[str, Any]:
    """Return a fact as JSON data, without fields at their default; ``decode`` reverses it."""
    return {"type": type(fact).__name__, **_object(fact)}


def kept(fact: Fact) -> tuple[str, Fact]:
    """Return the canonical line of a fact, and the fact read back from it; raise ``BadCommand`` if that fails.

    The two facts are equal, but mappings are in canonical order.
    """
    text = canonical(encode(fact))
    return text, decode(json.loads(text))


def line(fact: Fact) -> str:
    """Return the canonical line of a fact; raise ``BadCommand`` if it cannot be read back."""
    return kept(fact)[0]


def as_kept(fact: Fact) -> Fact:
    """Return a fact in the form that the journal returns."""
    return kept(fact)[1]


def canonical(data: Any) -> str:
    """Return JSON on one line: sorted keys, no spaces, only the required escapes."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _object(value: Any) -> dict[str, Any]:
    defaults = _DEFAULTS[type(value)].items()
    return {name: _encoded(one) for name, default in defaults if (one := getattr(value, name)) != default}


def _encoded(value: Any) -> Any:
    if type(value) in (str, int, bool):
        return value
    if isinstance(value, Fact):
        return encode(value)
    if type(value) in _DEFAULTS:
        return _object(value)
    if isinstance(value, tuple | list):
        return [_encoded(each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): _encoded(each) for key, each in value.items()}
    return value
