"""Babel's extraction methods for Python and house rules, and the placeholders of a sentence."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, BinaryIO

Found = tuple[int, str | None, list[str | None], list[str]]
"""The result of an extraction method: line, function (None for a table), arguments (None if not a text), comments."""

LABELS = ("label_fr", "help_fr", "words_fr", "texts_fr")
"""The translatable keys of a house rule or a preset."""


def placeholders(text: str) -> set[str]:
    """Return the names of the placeholders of a sentence.

    >>> sorted(placeholders("{seat} mise {amount}"))
    ['amount', 'seat']
    """
    return set(re.findall(r"\{(\w+)\}", text))


def in_python(
    file: BinaryIO, keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Yield the sentences of calls, the texts of house rules and, with the option ``tables``, the values of word tables.

    Babel's own method would collect the key of ``tr(WORDS["key"])`` as a sentence, and misses nested calls. A word table is
    an upper-case name of a module or class that holds texts, possibly in nested dictionaries.
    """
    tree = ast.parse(file.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in keywords:
            yield node.lineno, node.func.id, [_text(one) for one in node.args], []
        elif isinstance(node, ast.keyword) and node.arg in LABELS:
            yield from _values(node.value)
    for statement in _statements(tree) if options.get("tables") else ():
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_table(name):
                yield from _values(value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if _is_table(name):
                yield from _values(value)


def in_house_rules(
    file: BinaryIO, keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Yield the texts of a game's ``house.json`` or ``presets.json``."""
    for row in json.load(file):
        for key in LABELS:
            texts = row.get(key, [])
            for text in [texts] if isinstance(texts, str) else texts.values() if isinstance(texts, dict) else texts:
                yield 1, None, [text], []


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _statements(tree: ast.Module) -> Iterator[ast.stmt]:
    for statement in tree.body:
        yield statement
        if isinstance(statement, ast.ClassDef):
            yield from statement.body


def _is_table(name: str) -> bool:
    """Whether a name is a word table; private ones hold drawings."""
    return name.isupper() and not name.startswith("_")


def _values(node: ast.expr) -> Iterator[Found]:
    match node:
        case ast.Dict(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
            for one in values:
                yield from _values(one)
        case ast.Constant(value=str(text)) if any(letter.isalpha() for letter in text):
            yield node.lineno, None, [text], []
