"""Schemas for data from outside: type annotations with limits.

``Annotated[str, 40]`` is one line of at most 40 letters, ``Annotated[str, KINDS]`` is one of these texts.
``Annotated[int, (0, 999)]`` is a bounded integer; a third number is its step. ``Annotated[tuple[Die, ...], 12]`` is a
list of at most 12 elements. On other types, the text is an example of the format. ``reader(shape)`` compiles a shape
into a function that returns the checked value or raises ``Unfit``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.errors import BadCommand
from companion.language import Sentence, tr

ValueReader = Callable[[Any, str], Any]
"""Checks a value; returns it in its declared type or raises ``BadCommand``. The text names the value in messages."""

Made = TypeVar("Made")
SHORT = 20
"""Maximum length of a text that is stored only once in memory, such as an id."""
BIGGEST = 10**9
Text20 = Annotated[str, 20]
Text40 = Annotated[str, 40]
Text60 = Annotated[str, 60]
Text80 = Annotated[str, 80]
Text400 = Annotated[str, 400]
Index = Annotated[int, (0, 999)]
Natural = Annotated[int, (0, BIGGEST)]
Positive = Annotated[int, (1, BIGGEST)]
Signed = Annotated[int, (-BIGGEST, BIGGEST)]

FREE = "free"
Free = Annotated[Any, FREE]
"""Data that only a game can check: None, booleans, integers and texts, also in lists and objects."""
FreeObject = Annotated[Mapping[str, Any], FREE]
DEEPEST, LONGEST = 6, 400
"""Maximum depth of free data, and maximum length of each list and object."""

UNFIT = re.compile(r"[\x00-\x1f\ud800-\udfff]")
"""Characters not allowed in a line of text: control characters and lone surrogates."""
HALF = re.compile(r"[\ud800-\udfff]")

SENTENCES = {
    "text": Sentence("« {name} » est un texte d'une ligne, {longest} lettres au plus."),
    "sign": Sentence("« {name} » contient un signe qui ne s'écrit pas : l'enlever."),
    "whole": Sentence("« {name} » est un nombre entier de {low} à {high}."),
    "step": Sentence("« {name} » est un multiple de {step}, de {low} à {high}."),
    "flag": Sentence("« {name} » est vrai ou faux."),
    "choice": Sentence("« {name} » : au choix {allowed}."),
    "list": Sentence("« {name} » est une liste de {longest} au plus."),
    "object": Sentence("« {name} » est un objet avec des valeurs nommées."),
    "example": Sentence("« {name} » s'écrit ainsi : {example}."),
    "unknown": Sentence("{name} n'a pas de « {key} ». Il a : {fields}."),
    "missing": Sentence("{name} : il manque {fields}."),
    "deep": Sentence("« {name} » est trop imbriqué : {deepest} étages au plus."),
    "free": Sentence("« {name} » : seuls des nombres entiers, des textes, des listes et des objets."),
}


class Unfit(BadCommand):
    """A value that does not fit its shape: the ``code`` of the message, and the values of its placeholders."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(tr(SENTENCES[code].text, **values))
        self.code, self.values = code, values


READERS: dict[Any, ValueReader] = {}
"""Readers of types for which annotations are not enough."""


@cache
def reader(shape: Any) -> ValueReader:
    """Return the function that checks and returns a value of this shape."""
    base, bound = get_args(shape) if get_origin(shape) is Annotated else (shape, None)
    kind, args = get_origin(base) or base, get_args(base)
    example = bound if isinstance(bound, str) else ""
    if kind in READERS:
        return READERS[kind]
    if bound is FREE:
        return _free_object if kind is Mapping else free
    if kind is str:
        return _text(bound) if isinstance(bound, int) else _choice(bound)
    if kind is int:
        return _whole(*bound)
    if kind is bool:
        return _flag
    if kind is Literal:
        return _choice(args)
    if kind in (Union, UnionType):
        return _either([reader(each) for each in args if each is not NoneType], NoneType in args)
    if kind is tuple and args[-1] is ...:
        return _list(reader(args[0]), bound)
    if kind is tuple:
        return _row([reader(each) for each in args], example)
    if kind is Mapping:
        return _pairs(args[0], args[1], example)
    return _record(kind, example)


@lru_cache(512)
def _shared(text: str) -> str:
    """Return an equal text that is already in memory: the facts of a long evening repeat the same seats and topics."""
    return text


def _text(longest: int) -> ValueReader:
    def read(value: Any, name: str) -> str:
        if isinstance(value, str) and len(value) <= longest and not UNFIT.search(value):
            return _shared(value) if len(value) <= SHORT else value
        half = isinstance(value, str) and HALF.search(value)
        raise Unfit("sign", name=name) if half else Unfit("text", name=name, longest=longest)

    return read


def _whole(low: int, high: int, step: int = 1) -> ValueReader:
    def read(value: Any, name: str) -> int:
        if type(value) is int and low <= value <= high and not value % step:
            return value
        raise Unfit("whole" if step == 1 else "step", name=name, low=low, high=high, step=step)

    return read


def _flag(value: Any, name: str) -> bool:
    if isinstance(value, bool):
        return value
    raise Unfit("flag", name=name)


def _choice(allowed: tuple[str, ...]) -> ValueReader:
    def read(value: Any, name: str) -> str:
        if isinstance(value, str) and value in allowed:
            return value
        raise Unfit("choice", name=name, allowed=", ".join(allowed))

    return read


def _either(readers: list[ValueReader], nothing: bool) -> ValueReader:
    """Return the reader of a union. ``nothing``: None is valid too. The last shape gives the error."""
    *first, last = readers

    def read(value: Any, name: str) -> Any:
        if value is None and nothing:
            return None
        for one in first:
            try:
                return one(value, name)
            except Unfit:
                continue
        return last(value, name)

    return read


def _list(inner: ValueReader, longest: int) -> ValueReader:
    def read(value: Any, name: str) -> tuple[Any, ...]:
        if isinstance(value, list | tuple) and len(value) <= longest:
            return tuple([inner(each, name) for each in value])
        raise Unfit("list", name=name, longest=longest)

    return read


def _row(inner: list[ValueReader], example: str) -> ValueReader:
    def read(value: Any, name: str) -> tuple[Any, ...]:
        if isinstance(value, list | tuple) and len(value) == len(inner):
            return tuple([one(each, name) for one, each in zip(inner, value, strict=True)])
        raise Unfit("example", name=name, example=example)

    return read


def _pairs(key: Any, value: Any, example: str) -> ValueReader:
    """Return the reader of a mapping; integer keys may be texts, since JSON has no others."""
    key_in, value_in, numbered = reader(key), reader(value), get_args(key)[0] is int

    def read(pairs: Any, name: str) -> dict[Any, Any]:
        if not isinstance(pairs, Mapping) or len(pairs) > MOST_PAIRS:
            raise Unfit("example", name=name, example=example)
        return {key_in(_number(k) if numbered else k, name): value_in(v, name) for k, v in pairs.items()}

    return read


MOST_PAIRS = 60


def _number(key: Any) -> Any:
    return int(key) if isinstance(key, str) and key.isascii() and key.isdigit() and len(key) < 10 else key


def _record(cls: Any, example: str) -> ValueReader:
    """Return the reader of a dataclass; its example, if any, appears in messages about wrong keys."""
    read_fields, names = fields_reader(cls), [field.name for field in fields(cls)]

    def read(value: Any, name: str) -> Any:
        if isinstance(value, cls):
            value = {key: getattr(value, key) for key in names}
        try:
            if not isinstance(value, Mapping):
                raise Unfit("object", name=name)
            return cls(**read_fields(value))
        except Unfit as error:
            if example and error.code in ("object", "unknown", "missing"):
                raise Unfit("example", name=name, example=example) from None
            raise

    return read


def keys(cls: Any) -> tuple[str, ...]:
    """Return the keys of a dataclass in JSON; the field ``from_`` has the key ``from``."""
    return tuple(field.name.rstrip("_") for field in fields(cls))


@cache
def fields_reader(cls: Any) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Return the reader of a dataclass's fields from an object, which may contain the class name in ``type``."""
    hints = get_type_hints(cls, include_extras=True)
    readers = {key: (field.name, reader(hints[field.name])) for key, field in zip(keys(cls), fields(cls), strict=True)}
    shown = ", ".join(sorted(readers.keys() - getattr(cls, "MARKS", ())))
    called = getattr(cls, "CALLED", cls.__name__)
    required = {field.name for field in fields(cls) if field.default is MISSING}

    def read(data: Mapping[str, Any]) -> dict[str, Any]:
        values = {}
        for key, value in data.items():
            if key in readers:
                field, read_one = readers[key]
                values[field] = read_one(value, key)
            elif key != "type":
                raise Unfit("unknown", name=str(called), key=str(key)[:40], fields=shown or "—")
        if missing := required - values.keys():
            raise Unfit("missing", name=str(called), fields=", ".join(sorted(missing)))
        return values

    return read


def declared(cls: type[Made], data: Any) -> Made:
    """Return an instance of a dataclass from a JSON object, ignoring other keys; raise ``Unfit``."""
    if not isinstance(data, Mapping):
        raise Unfit("object", name=str(getattr(cls, "CALLED", cls.__name__)))
    known = {key: data[key] for key in keys(cls) if key in data}
    return cls(**fields_reader(cls)(known))  # type: ignore[arg-type]


def free(value: Any, name: str, deepest: int = DEEPEST, depth: int = 0) -> Any:
    """Return data that only a game can check; raise ``Unfit`` if it is too deep, too large or of a wrong type."""
    if depth > deepest:
        raise Unfit("deep", name=name, deepest=deepest)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return SIGNED(value, name)
    if isinstance(value, str):
        return LINE(value, name)
    if isinstance(value, list | tuple | Mapping) and len(value) > LONGEST:
        raise Unfit("list", name=name, longest=LONGEST)
    if isinstance(value, list | tuple):
        return [free(each, name, deepest, depth + 1) for each in value]
    if isinstance(value, Mapping):
        return {KEY(k, name): free(v, name, deepest, depth + 1) for k, v in value.items()}
    raise Unfit("free", name=name)


SIGNED, LINE, KEY = reader(Signed), reader(Text400), reader(Text80)


def _free_object(value: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Unfit("object", name=name)
    return free(value, name)  # type: ignore[no-any-return]
