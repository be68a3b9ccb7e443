"""The JSON schema of the feed's types: ``python -m companion.feed.schema`` writes docs/feed.schema.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.feed.messages import VERSION, Event, State

FILE = Path(__file__).parents[2] / "docs" / "feed.schema.json"
PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def schema() -> dict[str, Any]:
    """Return the schema of one message: an event or a state. It allows further fields; a new one keeps ``VERSION``."""
    found: dict[str, Any] = {}
    for message in (Event, State):
        _shape(message, found)
        found[message.__name__]["properties"]["version"] = {"const": VERSION}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The feed of Servi, version {VERSION}",
        "oneOf": [{"$ref": f"#/$defs/{message.__name__}"} for message in (Event, State)],
        "$defs": dict(sorted(found.items())),
    }


def _shape(shape: Any, found: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a type; add the classes in it to ``found``."""
    base: Any = get_origin(shape) or shape
    args = get_args(shape)
    if base in PLAIN:
        return {"type": PLAIN[base]}
    if base is Literal:
        return {"enum": list(args)}
    if base in (Union, UnionType):
        return {"anyOf": [_shape(one, found) for one in args]}
    if base is tuple:
        return {"type": "array", "items": _shape(args[0], found)}
    if base in (dict, Mapping):
        return {"type": "object", "additionalProperties": _shape(args[1], found)}
    if not is_dataclass(base):
        raise TypeError(f"the feed has no schema for {shape}")
    name = str(shape.__name__)
    if name not in found:
        hints = get_type_hints(base)
        names = [one.name for one in fields(base)]
        found[name] = {
            "type": "object",
            "properties": {name: _shape(hints[name], found) for name in names},
            "required": names,
        }
    return {"$ref": f"#/$defs/{name}"}


def text() -> str:
    """Return the schema as the text of its file."""
    return json.dumps(schema(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
