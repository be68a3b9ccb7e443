"""The reader of request bodies: one JSON object, with its fields declared in a dataclass.

A missing or null field takes its default; undeclared fields are ignored.
"""

from __future__ import annotations

import json
from typing import Any, TypeVar

from flask import request

from companion.errors import BadCommand
from companion.language import tr
from companion.record import record
from companion.schema import Unfit, declared, free
from web.problems import Problem

DEEPEST = 12
"""Maximum nesting of a body; the deepest valid one (a correction of a card's effect) has five levels."""

Body = TypeVar("Body")


def read(body: type[Body]) -> Body:
    """Return the body as this dataclass; raise a Problem if it is invalid."""
    given = {key: value for key, value in read_object().items() if value is not None}
    try:
        return declared(body, given)
    except BadCommand as error:
        if isinstance(error, Unfit) and error.code == "missing":
            raise bad(tr("Il manque : {fields}.", fields=error.values["fields"])) from None
        raise bad(str(error)) from None


@record()
class Empty:
    """The body of a command that needs no fields."""


def read_object() -> dict[str, Any]:
    """Return the body as an object of bounded depth and size; raise a Problem if it is invalid."""
    try:
        body = json.loads(request.get_data(cache=False).decode("utf-8"))
        if not isinstance(body, dict):
            raise BadCommand(tr("Il faut un objet JSON."))
        bounded: dict[str, Any] = free(body, "JSON", DEEPEST)
        return bounded
    except BadCommand as error:
        raise bad(str(error)) from None
    except RecursionError:
        raise bad(tr("Ce JSON est trop imbriqué.")) from None
    except ValueError:
        raise bad(tr("Ce n'est pas du JSON.")) from None


def bad(text: str) -> Problem:
    """Return the problem of an invalid body or query."""
    return Problem(400, "BAD_REQUEST", text)
