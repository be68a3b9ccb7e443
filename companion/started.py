"""Conversion of a set-up form into the first fact of an evening, ``GameStarted``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from companion import house
from companion.errors import BadBox, BadCommand
from companion.eye import EXAMPLE
from companion.facts import GameStarted, Seat
from companion.facts.started import Level
from companion.game.base import Game
from companion.game.library import game_class
from companion.game.seats import SEAT_IDS
from companion.language import Sentence, tr
from companion.names import like, mixes, tidy
from companion.packages import installed, names
from companion.record import record
from companion.schema import Free, FreeObject, Signed, Text20, Text40, Text60, reader
from companion.shelf.shelf import Shelf, game_of


@record(kw_only=True)
class SeatForm:
    """One player in the form."""

    CALLED: ClassVar = Sentence("Chaque place")

    name: Annotated[str, 30]
    colour: Text20 | None = None
    age: Annotated[int, (0, 120)] | None = None


@record(kw_only=True)
class Form:
    """A set-up form. ``banker`` and ``first`` are indices of seats; ``box`` is a shelf name or a reserved one."""

    CALLED: ClassVar = Sentence("La préparation")

    game: Text40 = names()[0]
    seats: Annotated[tuple[SeatForm, ...], len(SEAT_IDS)] = ()
    banker: Signed | None = None
    first: Signed | None = None
    target: Free = None
    house: FreeObject | None = None
    level: Level = "arbitre"
    box: Text60 = EXAMPLE
    simulated: bool = False


def started_from(setup: Any, shelf: Shelf) -> GameStarted:
    """Return the first fact from a set-up form; raise ``BadCommand``, ``BadHouseRule`` or ``BadBox`` with the fault."""
    form: Form = reader(Form)(setup, str(Form.CALLED))
    game = game_class(form.game)
    seats = _seats(game, form.seats)
    return GameStarted(
        game=game.name,
        seats=seats,
        house=house.check(game.name, form.house or {}),
        box=_box(game, form.box, shelf),
        target=game.check_target_given(form.target),
        banker=_named(form.banker, seats, tr("banquier")),
        first=_named(form.first, seats, tr("premier joueur")),
        level=form.level,
        rules=game.version,
        simulated=form.simulated,
        package=installed()[game.name].distribution,
    )


def _seats(game: type[Game], rows: Sequence[SeatForm]) -> tuple[Seat, ...]:
    if game.refuse_players(len(rows)):
        low, high = game.players_allowed
        raise BadCommand(tr("Il faut {low} à {high} joueurs.", low=low, high=high))
    for number, row in enumerate(rows, 1):
        if not tidy(row.name):
            raise BadCommand(tr("La place {number} a besoin d'un nom (30 lettres au plus).", number=number))
    seats = tuple(
        Seat(id=id_, name=tidy(row.name), colour=row.colour or None, age=row.age or 0)
        for id_, row in zip(SEAT_IDS, rows, strict=False)
    )
    chosen = [s.colour for s in seats if s.colour]
    if len(set(chosen)) < len(chosen):
        raise BadCommand(tr("Deux joueurs ont la même couleur : en choisir une autre."))
    for number, seat in enumerate(seats):
        if other := like(seat.name, (one.name for one in seats[:number])):
            if other == seat.name:
                raise BadCommand(tr("Deux joueurs ont le même nom : ajouter une lettre."))
            both = tr(
                "« {name} » et « {other} » se ressemblent trop : ajouter une lettre.", name=seat.name, other=other
            )
            raise BadCommand(both)
        if mixes(seat.name):
            raise BadCommand(tr("« {name} » mêle deux alphabets : choisir l'un des deux.", name=seat.name))
    return seats


def _box(game: type[Game], name: str, shelf: Shelf) -> dict[str, Any]:
    if name == EXAMPLE:
        data = game.example_box()
    elif name == "vide":
        data = {**game.empty_box(), "shelf": shelf.free_name(tr("Ma boîte"))}
    else:
        data = shelf.load(name)
        if (owner := game_of(data)) is not game:
            raise BadBox(
                tr("La boîte « {name} » est celle de {game} : en choisir une autre.", name=name, game=owner.title())
            )
        data = {**data, "shelf": name}
    return game.checked_box(data)


def _named(index: int | None, seats: Sequence[Seat], what: str) -> str:
    """Return the id of the seat with this index, "" for None; ``what`` names its office."""
    if index is None:
        return ""
    if not 0 <= index < len(seats):
        raise BadCommand(tr("Le {what} est un des joueurs, de 0 à {last}.", what=what, last=len(seats) - 1))
    return seats[index].id
