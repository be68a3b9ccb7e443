"""Finds the sentences that a person may see in the sources, for the page's words and for the translators' catalog."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

Found = tuple[int, str, str]
"""Line, sentence, and its plural or nothing."""

TEXT = r'"(?:[^"\\\n]|\\.)*"'
CALL = re.compile(rf"(?<![\w$.])tn?\(\s*({TEXT})(?:\s*,\s*({TEXT}))?")
IN_TEMPLATE = re.compile(rf"(?<![\w.])_\(\s*({TEXT})")
HELPERS = {"tr": 1, "Sentence": 1, "trn": 2}
TABLES = ("words.py", "live.py")
"""Modules whose tables of words are translated when they are looked up."""

LABELS = ("label_fr", "help_fr", "words_fr")
"""What a person reads of a house rule."""


def holes(text: str) -> set[str]:
    """Return the names of the holes of a sentence.

    >>> sorted(holes("{seat} mise {amount}"))
    ['amount', 'seat']
    """
    return set(re.findall(r"\{(\w+)\}", text))


def in_javascript(source: str) -> Iterator[Found]:
    """Find ``t("…")`` and ``tn("…", "…", n)``."""
    for call in CALL.finditer(source):
        plural = call[0].startswith("tn") and call[2]
        yield source.count("\n", 0, call.start()) + 1, json.loads(call[1]), json.loads(plural) if plural else ""


def in_file(path: Path) -> Iterator[Found]:
    """Find the sentences of a source file by what kind of file it is."""
    source = path.read_text(encoding="utf-8")
    match path.suffix:
        case ".py":
            yield from in_python(source, tables=path.name in TABLES)
        case ".js":
            yield from in_javascript(source)
        case ".html":
            yield from in_template(source)
        case ".json" if path.name == "house.json":
            yield from in_house_rules(source)


def in_template(source: str) -> Iterator[Found]:
    """Find ``_("…")``."""
    for call in IN_TEMPLATE.finditer(source):
        yield source.count("\n", 0, call.start()) + 1, json.loads(call[1]), ""


def in_house_rules(source: str) -> Iterator[Found]:
    """Find the words of house rules."""
    for row in json.loads(source):
        for key in LABELS:
            for text in [row[key]] if isinstance(row.get(key), str) else row.get(key, []):
                yield 1, text, ""


def in_python(source: str, *, tables: bool = False) -> Iterator[Found]:
    """Find ``tr("…")``, ``trn("…", "…", n)``, ``Sentence("…")`` and, with ``tables``, the values of word tables.

    A word table is an upper-case name of the module that holds a text or a dictionary (of dictionaries) of texts.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in HELPERS:
            texts = [_text(one) for one in node.args[: HELPERS[node.func.id]]]
            if texts and texts[0]:
                yield node.lineno, texts[0], (texts[1] or "") if len(texts) > 1 else ""
        elif isinstance(node, ast.keyword) and node.arg in LABELS:
            yield from _values(node.value)
    for statement in tree.body if tables else ():
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_table(name):
                yield from _values(value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if _is_table(name):
                yield from _values(value)


def _is_table(name: str) -> bool:
    """Tell whether a name of the module holds words; how a card is drawn stands under a private one."""
    return name.isupper() and not name.startswith("_")


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _values(node: ast.expr) -> Iterator[Found]:
    match node:
        case ast.Dict(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
            for one in values:
                yield from _values(one)
        case ast.Constant(value=str(text)) if any(letter.isalpha() for letter in text):
            yield node.lineno, text, ""
