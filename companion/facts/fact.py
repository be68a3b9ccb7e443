"""The base classes of facts, and their values: dice, seats, squares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from companion.dice import FACES, Face
from companion.errors import BadCommand
from companion.language import tr
from companion.record import record
from companion.schema import READERS, Signed, Text20, Text40, Text60, Text400, Unfit, reader

How = Literal["tap", "camera", "button", "auto", "import"]
"""The way in which a fact reached the table."""

TABLE = "@table"
"""The author of a fact entered by the whole table; pages translate this code."""

BANKER = "@banker"
"""The author of a fact allowed by a café's PIN; pages translate this code."""


class Die(NamedTuple):
    """A thrown die: kind, top face, and body colour if it matters."""

    kind: str
    value: Face
    colour: str | None = None


@record(kw_only=True)
class Seat:
    """A seat and its player; ``age`` in years, 0 if unknown."""

    id: Text40
    name: Text40
    colour: Text20 | None = None
    age: Annotated[int, (0, 150)] = 0


@record(kw_only=True)
class Square:
    """A square of a board."""

    kind: Text40
    colour: Text20 | None = None
    amount: Signed | None = None


ASquare = Annotated[Square, '{"kind": "casino", "colour": "rouge"}']


@record(kw_only=True)
class Fact:
    """The base of all facts.

    ``who`` entered it, ``how`` is its way to the table, and ``why`` the table's own reason. ``on`` is the topic of the
    answered question: after a correction, a throw must not answer another question. ``forced``: the table overruled a
    refusal.
    """

    MARKS: ClassVar = ("who", "how", "why", "on", "forced")

    who: Text60 = ""
    how: How = "tap"
    why: Text400 = ""
    on: Text60 = ""
    forced: bool = False


@record(kw_only=True)
class SeatFact(Fact):
    """A fact of one seat: the answer to an open question."""

    seat: Text40


@record(kw_only=True)
class TableWord(Fact):
    """A decision of the table that no rule asks for, allowed at any time."""


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
