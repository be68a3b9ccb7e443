"""The notation of an evening: one readable line for each fact. ``docs/evening-format.md`` describes it.

    2 19:03:12.5 A throws (d6:4 d6:3) on=throw
    3 19:03:40.25 B bets rouge 100
    4 19:04:02.0 table amends 3 <B bets noir 100> who=Ben

A line is the number of the fact, its time (UTC), its seat or ``table``, and a verb for its type. Then come the required
fields in the order of their class, and the others as ``name=value``. The fields come from the classes in ``facts/``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import MISSING, fields
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from companion.counted import Entry
from companion.errors import BadCommand, BadEvening
from companion.facts import GameStarted, SeatFact, canonical, decode, encode
from companion.facts.codec import TYPES
from companion.packages import rules_hash

VERSION = 1
FIRST = f"[servi-notation {VERSION}]"
MOST_LETTERS = 20_000_000
TABLE = "table"
"""The subject of a fact without a seat."""

VERBS = {
    "GameStarted": "starts", "DiceThrown": "throws", "DiceKept": "keeps", "Stood": "stands", "StakePlaced": "stakes",
    "BetPlaced": "bets", "BetTakenBack": "takes_back", "BetsTold": "declares", "BetsClosed": "closes",
    "Protested": "protests", "OpponentChosen": "challenges", "OptionChosen": "chooses", "NumberGiven": "says",
    "NamesGiven": "calls", "PointsEntered": "scores", "CardDrawn": "draws", "CardsSold": "sells", "CardsHeld": "holds",
    "CardsShown": "shows", "CardPlayed": "plays", "Counted": "counts", "SquareNamed": "names",
    "Landed": "lands", "CasinoChosen": "settles", "MoneyMoved": "moves",
    "HandedOver": "hands_over", "ChipsCounted": "counts_chips", "TurnGiven": "gives_turn", "SeatJoined": "welcomes",
    "SeatLeft": "dismisses", "SeatTaken": "passes_seat", "BankerNamed": "names_banker", "LevelSet": "sets_level",
    "HouseChanged": "sets_rule", "PawnPlaced": "moves_pawn", "SquareSkipped": "skips",
    "SquareCorrected": "corrects_square", "CardCorrected": "corrects_card", "PlayPaused": "pauses",
    "LaidOut": "lays_out", "PlayResumed": "resumes", "Amended": "amends", "Inserted": "inserts", "Voided": "voids",
    "Restored": "restores",
}  # fmt: skip
"""The verb of each type of fact; any other type has its name as verb."""
OF_VERB = {VERBS.get(name, name): name for name in TYPES}

BARE = re.compile(r"[^\W\d][\w.@+-]*")
"""A text that needs no quotes."""
WORDS = {"true": True, "false": False, "null": None}
TOKEN = re.compile(r"[^\s()<>]+")
NAMED = re.compile(r"([a-z_]+)=")
LINE = re.compile(r"(\d+) (\d\d):(\d\d):(\d\d)(\.\d+) (.+)")
TAG = re.compile(r"\[([a-z]+) ([^\]]*)\]")
DAY = re.compile(r"\d{4}-\d\d-\d\d")


def required(kind: type) -> list[str]:
    """Return the fields that a line gives without a name after the verb: those without a default, except the seat."""
    return [one.name for one in fields(kind) if one.default is MISSING and not (one.name == "seat" and has_seat(kind))]


def has_seat(kind: type) -> bool:
    return issubclass(kind, SeatFact)


# --- writing -----------------------------------------------------------------------------------------------


def write(entries: Sequence[Entry]) -> str:
    """Return an evening in its notation, without photographs."""
    started = entries[0].fact
    assert isinstance(started, GameStarted)
    players = ", ".join(f"{seat.name} ({seat.id})" for seat in started.seats)
    rules = rules_hash(started.game)
    lines = [
        FIRST,
        f"[game {started.game}]",
        f"[facts {len(entries)}]",
        *([f"[rules {rules}]"] if rules else []),
        f"; {players}",
    ]
    day = ""
    for entry in entries:
        date, time = _moment(entry.at)
        if date != day:
            lines.append(day := date)
        lines.append(f"{entry.number} {time} {_fact(encode(entry.fact))}")
    return "\n".join(lines) + "\n"


def _moment(at: float) -> tuple[str, str]:
    """Return the date and the time of day in UTC, with all needed decimals.

    >>> _moment(1_764_097_392.5)
    ('2025-11-25', '19:03:12.5')
    """
    whole, _, part = f"{Decimal(repr(at)):f}".partition(".")
    when = datetime.fromtimestamp(int(whole), UTC)
    return f"{when:%Y-%m-%d}".rjust(10, "0"), f"{when:%H:%M:%S}.{part or 0}"


def _fact(data: dict[str, Any]) -> str:
    kind = TYPES[data["type"]]
    rest = {key: value for key, value in data.items() if key != "type"}
    subject = _value(rest.pop("seat")) if has_seat(kind) else TABLE
    placed = [_value(rest.pop(name), inner=name == "fact") for name in required(kind)]
    return " ".join(
        [subject, VERBS.get(data["type"], data["type"]), *placed, *(f"{k}={_value(v)}" for k, v in rest.items())]
    )


def _value(value: Any, inner: bool = False) -> str:
    """Return a value of a fact as text: bare, ``(a list)``, ``kind:face`` of a die, ``<an inner fact>``, or JSON."""
    if inner:
        return f"<{_fact(value)}>"
    if isinstance(value, str):
        return value if _is_bare(value) and value not in WORDS else canonical(value)
    if isinstance(value, list):
        return f"({' '.join(map(_value, value))})"
    if isinstance(value, dict) and {"kind", "value"} <= set(value) <= {"kind", "value", "colour"}:
        parts = [value[key] for key in ("kind", "value", "colour") if key in value]
        if all(_is_bare(part) or (at == 1 and type(part) is int and part >= 0) for at, part in enumerate(parts)):
            return ":".join(map(str, parts))
    return canonical(value)


def _is_bare(value: object) -> bool:
    return isinstance(value, str) and BARE.fullmatch(value) is not None


# --- reading -----------------------------------------------------------------------------------------------


def is_notation(data: bytes) -> bool:
    """Whether a file starts like a notation, of any version."""
    return data.removeprefix(b"\xef\xbb\xbf").startswith(b"[servi-notation ")


def read(data: bytes) -> list[Entry]:
    """Return the entries of a notation; raise ``BadEvening`` with the faulty line and the expected content."""
    try:
        text = data.decode("utf-8-sig") if len(data) <= MOST_LETTERS else ""
    except UnicodeDecodeError:
        text = ""
    lines = [line.rstrip() for line in text.split("\n")]
    if lines[0] != FIRST:
        raise BadEvening(f"a notation is a text in UTF-8 that begins with {FIRST}", 1)
    entries: list[Entry] = []
    day = None
    expected = {}
    for place, line in enumerate(lines[1:], 2):
        try:
            if not line or line.startswith(";"):
                continue
            if (tag := TAG.fullmatch(line)) and not entries:
                expected[tag[1]] = tag[2]
            elif DAY.fullmatch(line):
                day = datetime.fromisoformat(line).replace(tzinfo=UTC)
            elif day is None:
                raise BadCommand("the day is missing: write it above, such as 2026-11-25")
            else:
                entries.append(_entry(line, len(entries) + 1, day))
        except (ValueError, RecursionError, KeyError, TypeError, InvalidOperation, OverflowError) as error:
            raise BadEvening(str(error)[:160] or "this line cannot be read", place) from None
    if expected.get("facts", str(len(entries))) != str(len(entries)):
        raise BadEvening(
            f"{len(entries)} facts are here, {expected['facts'][:9]} were written: the end is missing", len(lines)
        )
    return entries


def _entry(line: str, number: int, day: datetime) -> Entry:
    parts = LINE.fullmatch(line)
    if parts is None:
        raise BadCommand("a line is a number, a time such as 19:03:12.0, a seat or 'table', a verb, and its values")
    if int(parts[1]) != number:
        raise BadCommand(f"number {number} was expected")
    seconds = int(day.timestamp()) + 3600 * int(parts[2]) + 60 * int(parts[3]) + int(parts[4])
    at = float(Decimal(f"{seconds}{parts[5]}"))
    reader = Reader(parts[6])
    fact = decode(reader.fact())
    reader.end()
    if isinstance(fact, GameStarted) != (number == 1):
        raise BadCommand("GameStarted ('starts') stands once, in the first place")
    return Entry(number, at, fact)


class Reader:
    """A reader of the values in one line, from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def peek(self) -> str:
        """Return the next character that is not a space, "" at the end."""
        while self.text.startswith(" ", self.at):
            self.at += 1
        return self.text[self.at : self.at + 1]

    def end(self) -> None:
        if self.peek():
            raise BadCommand(f"this is too much: {self.text[self.at :][:40]}")

    def fact(self) -> dict[str, Any]:
        """Return a fact in the form of ``encode``."""
        subject, verb = self.value(), str(self.value())
        name = OF_VERB.get(verb)
        if name is None:
            raise BadCommand(f"'{verb[:20]}' is no verb; the verbs are {', '.join(OF_VERB)}")
        kind, data = TYPES[name], {"type": name}
        if has_seat(kind):
            data["seat"] = subject
        elif subject != TABLE:
            raise BadCommand(f"'{verb}' belongs to no seat: write '{TABLE} {verb}'")
        for field in required(kind):
            if self.peek() in ("", ">"):
                raise BadCommand(f"'{verb}' needs {', '.join(required(kind))}: {field} is missing")
            data[field] = self.value()
        while self.peek() not in ("", ">"):
            named = NAMED.match(self.text, self.at)
            if named is None:
                raise BadCommand(f"this is too much: {self.text[self.at :][:40]}")
            self.at = named.end()
            data[named[1]] = self.value()
        return data

    def value(self) -> Any:
        """Return the next value as JSON data."""
        match self.peek():
            case "(":
                return list(self.until(")"))
            case "<":
                self.at += 1
                fact = self.fact()
                self.close(">")
                return fact
            case "{" | '"':
                value, self.at = json.JSONDecoder().raw_decode(self.text, self.at)
                return value
        token = TOKEN.match(self.text, self.at)
        if token is None:
            raise BadCommand(
                "a value is missing at the end" if not self.peek() else f"'{self.peek()}' has no beginning"
            )
        self.at = token.end()
        return _word(token[0])

    def until(self, end: str) -> Iterable[Any]:
        self.at += 1
        while self.peek() not in (end, ""):
            yield self.value()
        self.close(end)

    def close(self, end: str) -> None:
        if self.peek() != end:
            raise BadCommand(f"'{end}' is missing")
        self.at += 1


def _word(token: str) -> Any:
    if token in WORDS:
        return WORDS[token]
    if BARE.fullmatch(token):
        return token
    kind, _, face = token.partition(":")
    if face:
        face, _, colour = face.partition(":")
        die = {"kind": kind, "value": int(face) if face.isdecimal() else face}
        return die | {"colour": colour} if colour else die
    return json.loads(token)
