"""Seeded hostile input: facts and requests that are half real and half nonsense."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask

from companion.evening import Evening
from companion.facts import TYPES, encode
from tests.companion.evenings import setup

OLD = Path(__file__).parents[1] / "evenings" / "old"
DEEP: Any = 1
for _ in range(15):
    DEEP = {"fact": DEEP}

NONSENSE: list[Any] = [
    None, True, False, 0, 1, -1, 2, 3, 7, 25, 100, 1025, 10**9, 10**9 + 1, -(10**9), 10**40, 0.5, 1e308, "", " ", "A", "B", "Z",
    "bank", "table", "Anna", "1", "d6", "zanzibar", "join_chips", "lowest", "nonsense", "x" * 41, "y" * 500, "\x00", "\u200b",
    "\ud800", "\u202eannA", "🎲" * 20, "../../etc/passwd", "<script>", "%s{name}{", [], {}, [[]], [None], [1, 2, 3], ["A", "A"],
    [{"kind": "d6", "value": 3}] * 3, [{"kind": "d6", "value": 7}], [{"kind": "d10", "value": 0}], {"kind": "zanzibar"},
    {"kind": "casino", "colour": "rouge"}, {"name": "x"}, {"25": 4, "100": -1}, {"type": "Voided", "target": 1},
    [{"giver": "A", "taker": "B", "amount": 25}], DEEP,
]  # fmt: skip
"""Values that are wrong for every field, or right for one field and wrong for another."""


@cache
def real() -> dict[str, list[dict[str, Any]]]:
    """Return facts of kept evenings by type."""
    found: dict[str, list[dict[str, Any]]] = {}
    for file in sorted(OLD.glob("*.servi")):
        for row in file.read_text("utf-8").splitlines()[1:]:
            fact = json.loads(row)["fact"]
            found.setdefault(fact["type"], []).append(fact)
    return found


def fact(chance: Random, kind: str, own: Mapping[str, list[dict[str, Any]]] = {}) -> dict[str, Any]:
    """Return a fact of this type, from ``own``, from a kept evening or of nonsense; some fields may be replaced."""
    if found := own.get(kind) or real().get(kind):
        made = dict(chance.choice(found))
    else:
        made = {
            one.name: value(chance) for one in fields(TYPES[kind]) if one.default is MISSING or chance.random() < 0.5
        }
    for name in [*made]:
        if chance.random() < 0.15:
            made[name] = value(chance)
    if "seat" in made and chance.random() < 0.3:
        made["seat"] = chance.choice("ABC")
    return made | {"type": kind}


def own(evening: Evening) -> dict[str, list[dict[str, Any]]]:
    """Return the facts of an evening by type."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in map(encode, (entry.fact for entry in evening.entries)):
        found.setdefault(one["type"], []).append({key: one[key] for key in one if key not in ("how", "on", "forced")})
    return found


def value(chance: Random) -> Any:
    """Return a random nonsense value."""
    return chance.choice(NONSENSE)


def wrapped(chance: Random, outer: str, inner: str, evening: Evening) -> dict[str, Any]:
    """Return a fact of the type ``outer`` that may contain a fact of the type ``inner``."""
    about = own(evening)
    whole = fact(chance, outer, about)
    if outer in CORRECTIONS:
        whole = {"target": chance.randint(1, evening.number) if chance.random() < 0.95 else value(chance)}
        whole |= {"visit": True} if chance.random() < 0.1 else {}
    around = outer in CORRECTIONS[:2] or chance.random() < 0.3
    return {**whole, "type": outer} | ({"fact": fact(chance, inner, about)} if around else {})


def form(chance: Random) -> dict[str, Any]:
    """Return the set-up of an evening of any game."""
    level = chance.choice(("compteur", "arbitre", "croupier"))
    return setup(3, game=chance.choice(GAMES), target=None, level=level, box=chance.choice(("exemple", "vide")))


GAMES = ("home_casino", "les_cases_si_no", "casino_pirate", "cassino", "casablanca", "free")
CORRECTIONS = ("Amended", "Inserted", "Voided", "Restored")
FIELDS = (
    "who", "seen", "fact", "force", "from", "to", "way", "seat", "dice", "kept", "setup", "id", "name", "pin", "language", "game",
    "example", "called", "data", "button", "down", "corners", "number", "face", "kind", "network", "password", "value",
)  # fmt: skip
"""Names of fields in the bodies of commands."""
TEXTS = (
    "",
    "A",
    "fr",
    "bets-open",
    "1",
    "0",
    "999999999999",
    "é\u200b",
    "..%2f..%2fpin.json",
    "%00",
    "x" * 300,
    "-1",
    "a b",
)
"""Texts in addresses."""
HEADERS: dict[str, tuple[str, ...]] = {
    "X-Servi-Page": ("table", "seat", "watch", "moon"),
    "Accept-Language": ("en", "de", "*", ",;q=", "x" * 300),
    "Accept": ("text/html", "application/json", "*/*;q=-1"),
    "Accept-Encoding": ("gzip", "gzip;q=0", "br, zstd", ";;"),
    "Cookie": ("servi_x=1", "=", "a=b; a=c; \xff=1", "servi_language=fr"),
    "Range": ("bytes=0-1", "bytes=-1", "bytes=9-1,2-"),
    "If-None-Match": ("*", 'W/"x"', '"'),
    "If-Modified-Since": ("Thu, 01 Jan 1970 00:00:00 GMT", "yesterday", "Thu, 99 Jan 99999 99:00:00 GMT"),
    "Origin": ("http://localhost", "null", "http://elsewhere.example", "http://["),
    "Sec-Fetch-Site": ("same-origin", "cross-site", "none"),
    "Host": ("localhost", "localhost:80", "elsewhere.example", "[::1]", "[", "a:b:c", "localhost:99999999"),
    "Content-Type": (
        "application/json",
        "text/plain",
        "image/jpeg",
        "application/json; charset=utf-16",
        "multipart/form-data",
        ";",
    ),
    "Content-Encoding": ("gzip",),
    "Purpose": ("prefetch",),
}


def request(chance: Random, app: Flask, evening: Evening) -> dict[str, Any]:
    """Return the arguments of a request to any address, usually with its own method."""
    rule = chance.choice([*app.url_map.iter_rules()])
    path = "".join(
        part
        if not dynamic
        else str(chance.randint(0, evening.number + 1))
        if chance.random() < 0.5
        else chance.choice(TEXTS)
        for dynamic, part in rule._trace
    ).removeprefix("|")
    method = (
        chance.choice(sorted(rule.methods or ()))
        if chance.random() < 0.9
        else chance.choice(("PUT", "DELETE", "POST", "GET"))
    )
    query = {
        chance.choice((*FIELDS, "before", "file")): chance.choice(TEXTS) for _ in range(chance.choice((0, 0, 1, 2)))
    }
    headers = {"Host": "localhost", "Content-Type": "application/json", "X-Servi-Page": "table"}
    for name in chance.sample([*HEADERS], chance.choice((0, 0, 1, 3))):
        headers[name] = chance.choice(HEADERS[name])
    data = body(chance, evening) if method not in ("GET", "HEAD") else None
    return {"path": path, "method": method, "query_string": query, "headers": headers, "data": data}


def body(chance: Random, evening: Evening) -> bytes:
    """Return the body of a command: fields with real or strange values, or bytes that are no JSON object."""
    if chance.random() < 0.1:
        return chance.choice(
            (b"", b"{", b"[]", b"\xff\xfe{", b"[" * 5000, b"x" * 9000, chance.randbytes(200), b'{"a":NaN}')
        )
    made = {name: value(chance) for name in chance.sample(FIELDS, chance.randint(0, 6))}
    if chance.random() < 0.5:
        inner, outer = chance.choice([*TYPES]), chance.choice([*TYPES])
        made["fact"] = (
            fact(chance, inner, own(evening)) if chance.random() < 0.6 else wrapped(chance, outer, inner, evening)
        )
    if chance.random() < 0.3:
        made["setup"] = form(chance) | {
            name: value(chance) for name in chance.sample(("seats", "house", "box", "target"), 1)
        }
    return json.dumps(made).encode()
