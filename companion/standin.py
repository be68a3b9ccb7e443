"""A stand-in: a die that replaces a lost one, with the meaning of its faces and the chances that follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.dice import FACES, DieKind, Face
from companion.errors import EyeError
from companion.language import tr
from companion.record import record

SIDES = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20}
"""Number of faces of each die that may stand in."""


@record()
class StandIn:
    """The die ``die``, thrown in place of a lost ``kind``; ``faces`` maps its printed faces to values."""

    kind: DieKind
    die: str
    faces: Mapping[str, Face]

    def chances(self) -> dict[Face, float]:
        """Return the chance of each value."""
        counted = Counter(self.faces.values())
        total = max(1, sum(counted.values()))
        return {v: counted[v] / total for v in FACES[self.kind]}

    def warning(self) -> str | None:
        """Return a sentence if the values are not equally likely, otherwise None."""
        chances = self.chances()
        never = [str(v) for v, p in chances.items() if p == 0]
        if never:
            text = tr("Attention : avec ce {die}, {faces} ne sortira jamais.")
            return text.format(die=self.die, faces=", ".join(never))
        if max(chances.values()) - min(chances.values()) > 1e-9:
            often = max(chances, key=lambda v: chances[v])
            rare = min(chances, key=lambda v: chances[v])
            text = tr(
                "Attention : avec ce {die} les chances ne sont pas égales, "
                "{often} sort {times} fois plus souvent que {rare}."
            )
            return text.format(die=self.die, often=often, rare=rare, times=f"{chances[often] / chances[rare]:.3g}")
        return None


def kind_of(word: str) -> DieKind:
    """Return the kind of die named by a word; raise ``EyeError`` with the kinds that can be taught or replaced."""
    try:
        kind = DieKind(word)
    except ValueError:
        kind = DieKind.UNKNOWN
    if kind is DieKind.UNKNOWN:
        raise EyeError(tr("« {die} » ne s'apprend pas : d6, d10 ou bicolour.").format(die=word))
    return kind


def face_of(kind: DieKind, value: Any) -> Face:
    """Return the face with this value, which may be text; raise ``EyeError`` with the faces of the kind."""
    for face in FACES[kind]:
        if str(face) == str(value):
            return face
    text = tr("Un {die} n'a pas de face « {face} » : {faces}.")
    raise EyeError(text.format(die=kind, face=value, faces=", ".join(map(str, FACES[kind]))))


def faces_of_die(die: str) -> tuple[str, ...]:
    """Return the printed faces of a die; raise ``EyeError`` with the known dice.

    >>> faces_of_die("d10")[:2], faces_of_die("d4")
    (('0', '1'), ('1', '2', '3', '4'))
    """
    if die not in SIDES:
        raise EyeError(tr("« {die} » n'est pas un dé connu : {dice}.").format(die=die, dice=", ".join(SIDES)))
    first = 0 if die == "d10" else 1
    return tuple(str(n) for n in range(first, first + SIDES[die]))


def usual(kind: DieKind, die: str) -> StandIn:
    """Return the usual stand-in. Bicolour: odd red, even black; d10: the last digit; d6: 1-6 in turn.

    >>> usual(DieKind.BICOLOUR, "d6").faces["3"]
    'red'
    >>> usual(DieKind.D10, "d20").warning() is None
    True
    """
    numbers = [int(face) for face in faces_of_die(die)]
    if kind is DieKind.BICOLOUR:
        return StandIn(kind, die, {str(n): "red" if n % 2 else "black" for n in numbers})
    if kind is DieKind.D10:
        return StandIn(kind, die, {str(n): n % 10 for n in numbers})
    if kind is DieKind.D6:
        return StandIn(kind, die, {str(n): (n - 1) % 6 + 1 for n in numbers})
    raise EyeError(tr("Rien ne remplace un {die}.").format(die=kind))


def chosen(kind: DieKind, die: str, faces: Mapping[str, Any]) -> StandIn:
    """Return a stand-in with a given meaning for each face; raise ``EyeError`` if one is missing or invalid."""
    named = faces_of_die(die)
    missing = [face for face in named if face not in faces]
    if missing or len(faces) > len(named):
        text = tr("Chaque face du {die} doit avoir un sens ; il manque : {faces}.")
        raise EyeError(text.format(die=die, faces=", ".join(missing) or "-"))
    return StandIn(kind, die, {face: face_of(kind, faces[face]) for face in named})
