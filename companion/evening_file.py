"""The file of one evening, ``docs/evening-format.md``: a head, then a canonical line for each fact with its photograph.

The notation (``notation.py``) is the same evening as readable text without photographs. ``read`` accepts both.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence

from companion import notation
from companion.errors import BadCommand, BadEvening
from companion.evening import Entry, Evening
from companion.facts import GameStarted, canonical, decode, encode
from companion.packages import rules_hash

FORMAT = "servi-evening"
VERSION = 2
"""The version that Servi writes. It also reads version 1, which has no hash of the rules."""
BIGGEST_PICTURE = 2_000_000
LONGEST_LINE = 3_000_000
"""Maximum length of a line, in bytes: a Base64 picture and its fact. Parsing JSON blocks all other threads."""
MOST_FACTS = 100_000
"""Maximum number of facts in an imported evening; a long evening has about 20 000."""

Pictures = Mapping[int, bytes]
"""Photographs (JPEG) by the number of their fact."""


def write(entries: Sequence[Entry], pictures: Pictures) -> str:
    """Return an evening as the text of its file; equal evenings give equal bytes."""
    lines = []
    for entry in entries:
        row = {"number": entry.number, "at": entry.at, "fact": encode(entry.fact)}
        if entry.number in pictures:
            row["picture"] = base64.b64encode(pictures[entry.number]).decode()
        lines.append(canonical(row) + "\n")
    rest = "".join(lines)
    started = entries[0].fact
    assert isinstance(started, GameStarted)
    return _head(VERSION, started.game, rules_hash(started.game), len(lines), rest.encode()) + "\n" + rest


def read(data: bytes) -> tuple[list[Entry], dict[int, bytes]]:
    """Return the entries and photographs of an evening from its file or notation; raise ``BadEvening`` with a line."""
    entries, pictures = (notation.read(data), {}) if notation.is_notation(data) else _read_file(data)
    if not entries or not isinstance(entries[0].fact, GameStarted):
        raise BadEvening("an evening begins with the fact GameStarted of its game", 2)
    try:
        Evening(entries)
    except Exception as error:  # the replay of a foreign file may raise any exception
        raise BadEvening(f"this evening cannot be played ({str(error)[:120]})", 2) from None
    return entries, pictures


def _head(version: int, game: str, rules: str, facts: int, rest: bytes) -> str:
    """Return the first line of a file. Its checksum covers the facts and, since version 2, the rest of this line."""
    if version == 1:
        digest = hashlib.sha256(rest).hexdigest()
        return json.dumps({"format": FORMAT, "version": 1, "game": game, "facts": facts, "sha256": digest})
    head = {"format": FORMAT, "version": version, "game": game, "rules": rules, "facts": facts}
    digest = hashlib.sha256(f"{canonical(head)}\n".encode() + rest).hexdigest()
    return canonical(head | {"sha256": digest})


def _read_file(data: bytes) -> tuple[list[Entry], dict[int, bytes]]:
    head, _, rest = data.partition(b"\n")
    try:
        info = json.loads(head) if len(head) <= LONGEST_LINE else None
    except (ValueError, RecursionError):
        info = None
    if not isinstance(info, dict) or info.get("format") != FORMAT:
        raise BadEvening("this is no exported evening of Servi", 1)
    if type(info.get("version")) is not int or not 1 <= info["version"] <= VERSION:
        raise BadEvening(f"version {info.get('version')} is not known here, only 1 and {VERSION}: update Servi", 1)
    if rest.count(b"\n") > MOST_FACTS:
        raise BadEvening(f"an evening has at most {MOST_FACTS} facts", 1)
    entries: list[Entry] = []
    pictures: dict[int, bytes] = {}
    for place, row in enumerate(rest.split(b"\n")[:-1] if rest.endswith(b"\n") else rest.split(b"\n"), 2):
        try:
            entry, picture = _read_line(row, len(entries) + 1)
        except (ValueError, RecursionError, KeyError, TypeError) as error:
            raise BadEvening(f"damaged ({str(error)[:120]})", place) from None
        entries.append(entry)
        if picture is not None:
            pictures[entry.number] = picture
    started = entries[0].fact if entries else None
    if not isinstance(started, GameStarted) or started.game != info.get("game"):
        raise BadEvening("an evening begins with the fact GameStarted of its game", 2)
    expected = _head(info["version"], started.game, str(info.get("rules")), len(entries), rest)
    if json.loads(expected)["sha256"] != info.get("sha256"):
        raise BadEvening(f"the checksum does not fit the {len(entries)} lines below: the file is damaged", 1)
    if head.decode(errors="replace") != expected:
        raise BadEvening("this line is damaged: it does not tell what Servi writes there", 1)
    return entries, pictures


def _read_line(line: bytes, number: int) -> tuple[Entry, bytes | None]:
    if len(line) > LONGEST_LINE:
        raise BadCommand("a line is too long")
    row = json.loads(line)
    if not isinstance(row, dict) or set(row) - {"number", "at", "fact", "picture"}:
        raise BadCommand("a line holds number, at, fact and picture")
    if row["number"] != number or type(row["number"]) is not int:
        raise BadCommand(f"number {number} was expected")
    at = row["at"]
    if isinstance(at, bool) or not isinstance(at, int | float) or not 0 <= at < 1e11:
        raise BadCommand("'at' must be seconds since 1970")
    fact = decode(row["fact"])
    if isinstance(fact, GameStarted) != (number == 1):
        raise BadCommand("GameStarted stands once, in the first place")
    picture = row.get("picture")
    if picture is None:
        return Entry(number, float(at), fact), None
    jpeg = base64.b64decode(picture, validate=True)
    if not jpeg.startswith(b"\xff\xd8") or len(jpeg) > BIGGEST_PICTURE:
        raise BadCommand("the picture is no JPEG of reasonable size")
    return Entry(number, float(at), fact, True), jpeg
