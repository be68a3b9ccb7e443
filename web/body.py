"""Reads what a page sent: one JSON object of whole numbers, words, lists and yes or no."""

from __future__ import annotations

import json
from typing import Any

from flask import request

from companion.language import tr
from web.problems import Problem

DEEPEST = 12
"""Objects in objects; the deepest honest body (a correction that names a card's effect) has five."""

LARGEST = 10**9
"""No table has so many points; a larger number is nobody's tap."""


def read_object() -> dict[str, Any]:
    """Return the body as an object, or raise a Problem that says what is wrong with it."""
    try:
        text = request.get_data(cache=False).decode("utf-8")
        body = json.loads(text, parse_float=_no_fraction, parse_constant=_no_fraction)
        text.encode("utf-8")
        _check(body, DEEPEST)
    except RecursionError:
        raise bad(tr("Ce JSON est trop imbriqué.")) from None
    except ValueError as error:
        raise bad(str(error) if isinstance(error, _Plain) else tr("Ce n'est pas du JSON.")) from None
    if not isinstance(body, dict):
        raise bad(tr("Il faut un objet JSON."))
    return body


def bad(text: str) -> Problem:
    """Return the problem of a body that cannot be meant."""
    return Problem(400, "BAD_REQUEST", text)


def whole(body: dict[str, Any], key: str) -> int | None:
    """Return a whole number or None of the body; yes and no are no numbers."""
    value = body.get(key)
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise bad(tr("« {key} » doit être un nombre entier.", key=key))


def words(body: dict[str, Any], key: str, default: str = "", longest: int = 200) -> str:
    """Return a text of the body, ``default`` where there is none."""
    value = body.get(key)
    if value is None:
        return default
    if not isinstance(value, str) or len(value) > longest:
        raise bad(tr("« {key} » doit être un texte de {longest} lettres au plus.", key=key, longest=longest))
    return value


def thing(body: dict[str, Any], key: str) -> dict[str, Any]:
    """Return an object of the body."""
    value = body.get(key)
    if not isinstance(value, dict):
        raise bad(tr("« {key} » doit être un objet.", key=key))
    return value


class _Plain(ValueError):
    """A fault of the body whose sentence may be shown."""


def _no_fraction(text: str) -> Any:
    raise _Plain(tr("Seuls des nombres entiers sont permis."))


def _check(value: Any, depth: int) -> None:
    if depth == 0:
        raise _Plain(tr("Ce JSON est trop imbriqué."))
    if isinstance(value, dict):
        for key, inner in value.items():
            _check(key, depth)
            _check(inner, depth - 1)
    elif isinstance(value, list):
        for inner in value:
            _check(inner, depth - 1)
    elif isinstance(value, str):
        if any("\ud800" <= letter <= "\udfff" or letter == "\0" for letter in value):
            raise _Plain(tr("Un texte contient un signe impossible."))
    elif isinstance(value, int) and abs(value) > LARGEST:
        raise _Plain(tr("Un nombre est bien trop grand."))
