"""What every fact carries, and the small things that facts tell of: dice, seats, squares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from companion.dice import FACES, Face
from companion.errors import BadCommand
from companion.language import tr
from companion.schema import READERS, Signed, Text20, Text40, Text60, Text400, Unfit, reader

How = Literal["tap", "camera", "button", "auto", "import"]
"""How a fact reached the table."""

TABLE = "@table"
"""Who entered a fact, where the whole table did: a code, which pages word."""


class Die(NamedTuple):
    """One thrown die: its kind, the face on top, and its body colour where that matters."""

    kind: str
    value: Face
    colour: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Who sits where: ``age`` in years, 0 when it is not told."""

    id: Text40
    name: Text40
    colour: Text20 | None = None
    age: Annotated[int, (0, 150)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Square:
    """One square of a board, as the owner's box data or the table tells it."""

    kind: Text40
    colour: Text20 | None = None
    amount: Signed | None = None


ASquare = Annotated[Square, '{"kind": "casino", "colour": "rouge"}']


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What all facts carry.

    ``who`` entered it, ``how`` it came, ``why`` in the table's words; ``on`` is the topic of the question
    that it answered (so that a corrected past never feeds a throw to another game), ``forced`` tells that
    the table played it against a refusal.
    """

    MARKS: ClassVar = ("who", "how", "why", "on", "forced")

    who: Text60 = ""
    how: How = "tap"
    why: Text400 = ""
    on: Text60 = ""
    forced: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFact(Fact):
    """A fact about one seat: an answer to an open question."""

    seat: Text40


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWord(Fact):
    """A fact that the rules do not ask for: the table's own word, allowed at any time."""


def _die(value: Any, name: str) -> Die:
    if isinstance(value, Die):
        value = value._asdict()
    if not isinstance(value, Mapping) or not set(value) <= set(Die._fields):
        raise Unfit("example", name=name, example='[{"kind": "d6", "value": 3}]')
    kind, face, colour = (value.get(key) for key in Die._fields)
    faces = FACES.get(kind, ()) if isinstance(kind, str) else ()  # type: ignore[call-overload]
    if isinstance(face, bool) or not isinstance(face, int | str) or face not in faces:
        known = ", ".join(
            tr("{kind} de {low} à {high}", kind=k.value, low=faces[0], high=faces[-1])
            for k, faces in FACES.items()
            if faces
        )
        raise BadCommand(tr("Ce dé n'existe pas. Au choix : {known}.", known=known))
    return Die(str(kind), face, _colour(colour, "colour"))


_colour = reader(Text20 | None)
READERS[Die] = _die
