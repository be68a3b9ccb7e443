"""What happened at the table, as frozen records that are one JSON object each.

A fact is an answer to an open question, the table's own word, money changing hands, or a correction
of an earlier fact. Facts come from outside (page, buttons, files), so ``decode`` checks every field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from typing import Any, NamedTuple

from companion.dice import FACES, Face
from companion.errors import BadCommand
from companion.language import tr

HOW = ("tap", "camera", "button", "auto", "import")
"""How a fact reached the table."""


class Die(NamedTuple):
    """One thrown die: its kind, the face on top, and its body colour where that matters."""

    kind: str
    value: Face
    colour: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Who sits where: ``age`` in years, 0 when it is not told."""

    id: str
    name: str
    colour: str | None = None
    age: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Square:
    """One square of a board, as the owner's box data or the table tells it."""

    kind: str
    colour: str | None = None
    amount: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What all facts carry.

    ``who`` entered it, ``how`` it came, ``why`` in the table's words; ``on`` is the topic of the question
    that it answered (so that a corrected past never feeds a throw to another game), ``forced`` tells that
    the table played it against a refusal.
    """

    who: str = ""
    how: str = "tap"
    why: str = ""
    on: str = ""
    forced: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(Fact):
    """An evening begins. Holds all that the scripts need, so that an old evening replays as it was played.

    ``carried`` is the state of an evening begun without Servi: balances, pot, positions, cards, who is out.
    """

    game: str
    seats: tuple[Seat, ...]
    house: Mapping[str, Any]
    box: Mapping[str, Any]
    target: int = 0
    banker: str = ""
    first: str = ""
    level: str = "arbitre"
    rules: int = 1
    simulated: bool = False
    carried: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFact(Fact):
    """A fact about one seat."""

    seat: str


# --- answers ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceThrown(SeatFact):
    """Dice were thrown: only those that rolled; ``kept`` are the values of the dice that stayed."""

    dice: tuple[Die, ...]
    kept: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceKept(SeatFact):
    """A player tells which dice stay before throwing the others."""

    kept: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stood(SeatFact):
    """A player said « servi »."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StakePlaced(SeatFact):
    """A stake was put down."""

    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BetPlaced(SeatFact):
    """Chips were put on a field of the cloth; more chips on the same field make one bet."""

    field: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BetTakenBack(SeatFact):
    """A bet was taken off its field while the bets were open."""

    field: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsTold(SeatFact):
    """After the throw a player says what lay on the winning fields, and how much in all."""

    won: Mapping[str, int]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsClosed(SeatFact):
    """« Rien ne va plus »."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpponentChosen(SeatFact):
    """A player named his opponent."""

    opponent: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionChosen(SeatFact):
    """One of the offered options was taken."""

    option: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberGiven(SeatFact):
    """A number that only the table knows was given."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn(SeatFact):
    """A card was drawn and told or picked from the list.

    ``card`` with ``hidden`` is a secret of its holder: what the others may see is ``public(fact)``.
    """

    deck: str
    card: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSold(SeatFact):
    """Cards were sold, all those of the visit at once; none ends the visit."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsHeld(SeatFact):
    """A player tells the cards in his own hand, a secret of his: the others may see ``public(fact)``."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsShown(SeatFact):
    """A player lays cards open."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed(SeatFact):
    """A card of the hand was played: to which ``use``, with which loose cards, and which ``build`` it concerns.

    ``value`` is what was announced; a build is named by its value.
    """

    card: str
    use: str
    take: tuple[str, ...] = ()
    build: int = 0
    value: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(SeatFact):
    """What everybody's pile holds was counted: ``counts`` by seat and by what was counted."""

    counts: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Protested(SeatFact):
    """A player said that it is not true; ``amount`` is what he stakes on it, None where he tells that next."""

    amount: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareNamed(SeatFact):
    """The table told what the square under the pawn is; ``passed`` when the own casino lay on the way."""

    square: Square
    passed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed(SeatFact):
    """The table told where the pawn arrived, instead of the movement dice."""

    square: Square
    passed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoChosen(SeatFact):
    """A player chose the casino, and so the colour, that he starts from."""

    colour: str


# --- the table's own word, allowed at any time -----------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWord(Fact):
    """A fact that the rules do not ask for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyMoved(TableWord):
    """Any amount between any two accounts; ``done`` when the chips lie there already (a counted difference)."""

    giver: str
    taker: str
    amount: int
    done: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PawnPlaced(TableWord):
    """A pawn stands on the square with this index now; the square does not act."""

    seat: str
    index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareSkipped(TableWord):
    """What is going on at this square ends here; stakes go back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnGiven(TableWord):
    """It is this seat's turn now; what was open ends, stakes go back."""

    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatJoined(TableWord):
    """A guest sits down, in turn order after the seat ``after``."""

    seat: str
    name: str
    colour: str | None = None
    age: int = 0
    after: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft(TableWord):
    """A player leaves; chips and cards go ``to`` the bank, to a seat, or are ``shared``."""

    seat: str
    to: str = "bank"
    void_duel: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken(TableWord):
    """Another person plays on at this seat."""

    seat: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BankerNamed(TableWord):
    """The office of banker passes."""

    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelSet(TableWord):
    """How much Servi says and does: compteur, arbitre or croupier."""

    level: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseChanged(TableWord):
    """A house rule is another one from now on."""

    key: str
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareCorrected(TableWord):
    """A square of the board is another one than was thought; it does not act again.

    ``other`` is the square that gets what was thought to be there, where the two were taken for one another.
    """

    index: int
    square: Square
    other: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCorrected(TableWord):
    """A card of the box says something else than was thought."""

    deck: str
    name: str
    card: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver(TableWord):
    """Chips changed hands.

    ``debts`` are the closed parts, each ``(id, giver, taker, amount)``; ``moves`` the pieces that went,
    each ``(giver, taker, {value: number})``; ``unknown`` the accounts whose pieces are not known any more.
    """

    debts: tuple[tuple[str, str, str, int], ...]
    moves: tuple[tuple[str, str, Mapping[int, int]], ...] = ()
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsCounted(TableWord):
    """Somebody counted the chips of an account."""

    account: str
    chips: Mapping[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseFact(TableWord):
    """The evening is put away and laid out again; nothing of the game itself changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayPaused(PauseFact):
    """The evening is put away until another day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidOut(PauseFact):
    """What lies before an account is as the sheet of the pause says (``done=False``: not yet after all)."""

    account: str
    done: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayResumed(PauseFact):
    """Everything lies there again: the evening goes on."""


# --- corrections -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction(Fact):
    """A fact about a fact."""

    target: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended(Correction):
    """The target was in truth ``fact``."""

    fact: Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Inserted(Correction):
    """Before the target ``fact`` had happened and was not told."""

    fact: Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided(Correction):
    """The target does not count (an amendment may be a target too)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored(Correction):
    """A voided target counts again."""


def public(fact: Fact) -> Fact:
    """Return what everybody may see of a fact: the names of hidden cards are left out."""
    match fact:
        case CardDrawn(card=card) if card.get("hidden"):
            return replace(fact, card={k: v for k, v in card.items() if k != "name"})
        case CardsHeld(cards=cards):
            return replace(fact, cards=("",) * len(cards))
        case Amended(fact=inner) | Inserted(fact=inner):
            return replace(fact, fact=public(inner))
    return fact


def still_hidden(fact: Fact, old: Fact) -> Fact:
    """Return a corrected fact with the hidden cards of the ``old`` one where it does not name them: same seat only."""
    match fact, old:
        case CardDrawn(seat=seat, card=card), CardDrawn(seat=holder, card=held) if seat == holder:
            if card.get("hidden") and held.get("hidden") and "name" not in card and "name" in held:
                return replace(fact, card={**card, "name": held["name"]})
        case CardsHeld(seat=seat, cards=cards), CardsHeld(seat=holder, cards=held) if seat == holder:
            kept = (*held, *("",) * len(cards))
            return replace(fact, cards=tuple(name or kept[at] for at, name in enumerate(cards)))
    return fact


# --- JSON ------------------------------------------------------------------------------------------------


TYPES: dict[str, type[Fact]] = {
    name: c
    for name, c in globals().items()
    if isinstance(c, type) and issubclass(c, Fact) and c not in (Fact, SeatFact, TableWord, PauseFact, Correction)
}
"""All facts by name. Not from ``__subclasses__``: a class with slots is made twice, and lists its first self there."""

BIGGEST = 10**9
MARKS = frozenset(f.name for f in fields(Fact))


def _text(longest: int) -> Callable[[Any, str], str]:
    def check(value: Any, name: str) -> str:
        if not isinstance(value, str) or len(value) > longest or any(ord(c) < 32 for c in value):
            raise BadCommand(
                tr("« {name} » est un texte d'une ligne, {longest} lettres au plus.", name=name, longest=longest)
            )
        try:
            value.encode()
        except UnicodeEncodeError:
            raise BadCommand(tr("« {name} » contient un signe qui ne s'écrit pas : l'enlever.", name=name)) from None
        return value

    return check


def _whole(low: int, high: int) -> Callable[[Any, str], int]:
    def check(value: Any, name: str) -> int:
        if type(value) is not int or not low <= value <= high:
            raise BadCommand(tr("« {name} » est un nombre entier de {low} à {high}.", name=name, low=low, high=high))
        return value

    return check


def _flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise BadCommand(tr("« {name} » est vrai ou faux.", name=name))
    return value


def _one_of(*allowed: str) -> Callable[[Any, str], str]:
    def check(value: Any, name: str) -> str:
        if value not in allowed or not isinstance(value, str):
            raise BadCommand(tr("« {name} » : au choix {allowed}.", name=name, allowed=", ".join(allowed)))
        return value

    return check


def _optional(inner: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    return lambda value, name: None if value is None else inner(value, name)


def _list(value: Any, name: str, longest: int) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, list | tuple) or len(value) > longest:
        raise BadCommand(tr("« {name} » est une liste de {longest} au plus.", name=name, longest=longest))
    return value


def _dice(value: Any, name: str) -> tuple[Die, ...]:
    dice = []
    for row in _list(value, name, 12):
        if type(row) is Die:
            row = row._asdict()
        if not isinstance(row, dict) or not set(row) <= {"kind", "value", "colour"}:
            raise BadCommand(tr("Chaque dé s'écrit {example}.", example='{"kind": "d6", "value": 3}'))
        kind, face, colour = row.get("kind"), row.get("value"), row.get("colour")
        faces = FACES.get(kind) if isinstance(kind, str) else None  # type: ignore[call-overload]
        if not faces or isinstance(face, bool) or not isinstance(face, int | str) or face not in faces:
            known = ", ".join(
                tr("{kind} de {low} à {high}", kind=k.value, low=faces[0], high=faces[-1])
                for k, faces in FACES.items()
                if faces
            )
            raise BadCommand(tr("Ce dé n'existe pas. Au choix : {known}.", known=known))
        dice.append(Die(str(kind), face, None if colour is None else _text(20)(colour, "colour")))
    return tuple(dice)


def _kept(value: Any, name: str) -> tuple[int, ...]:
    return tuple(_whole(1, 6)(v, name) for v in _list(value, name, 5))


def _names(value: Any, name: str) -> tuple[str, ...]:
    return tuple(_text(80)(v, name) for v in _list(value, name, 60))


def _square(value: Any, name: str) -> Square:
    if isinstance(value, Square):
        value = _encoded(value)
    if not isinstance(value, dict) or not set(value) <= {"kind", "colour", "amount"} or "kind" not in value:
        raise BadCommand(
            tr("Une case s'écrit {example}, avec « colour » ou « amount » s'il en faut.", example='{"kind": "pot"}')
        )
    return Square(
        kind=_text(40)(value["kind"], "kind"),
        colour=_optional(_text(20))(value.get("colour"), "colour"),
        amount=_optional(_whole(-BIGGEST, BIGGEST))(value.get("amount"), "amount"),
    )


def plain(value: Any, name: str, depth: int = 6) -> Any:
    """Return plain JSON data of bounded depth and size; raise ``BadCommand`` for anything else."""
    if depth < 0:
        raise BadCommand(tr("« {name} » est trop imbriqué : six étages au plus.", name=name))
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return _whole(-BIGGEST, BIGGEST)(value, name)
    if isinstance(value, str):
        return _text(400)(value, name)
    if isinstance(value, list | tuple):
        return [plain(v, name, depth - 1) for v in _list(value, name, 400)]
    if isinstance(value, Mapping) and len(value) <= 400:
        return {_text(80)(k, name): plain(v, name, depth - 1) for k, v in value.items()}
    raise BadCommand(tr("« {name} » : seuls des nombres entiers, des textes, des listes et des objets.", name=name))


def _mapping(value: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadCommand(tr("« {name} » est un objet avec des valeurs nommées.", name=name))
    return plain(value, name)  # type: ignore[no-any-return]


def _seats(value: Any, name: str) -> tuple[Seat, ...]:
    seats = []
    for row in _list(value, name, 12):
        if isinstance(row, Seat):
            row = _encoded(row)
        if not isinstance(row, dict) or not set(row) <= {"id", "name", "colour", "age"}:
            example = '{"id": "A", "name": "Anna", "colour": "rouge", "age": 9}'
            raise BadCommand(tr("Chaque place s'écrit {example}.", example=example))
        seats.append(
            Seat(
                id=_text(40)(row.get("id"), "id"),
                name=_text(40)(row.get("name"), "name"),
                colour=_optional(_text(20))(row.get("colour"), "colour"),
                age=_whole(0, 150)(row.get("age", 0), "age"),
            )
        )
    return tuple(seats)


def _pieces(value: Any, name: str) -> dict[int, int]:
    if not isinstance(value, Mapping) or len(value) > 20:
        raise BadCommand(tr("« {name} » nomme les jetons, ainsi : {example}.", name=name, example='{"500": 2}'))
    pieces = {}
    for k, v in value.items():
        if isinstance(k, str) and k.isascii() and k.isdigit() and len(k) < 10:
            k = int(k)
        pieces[_whole(1, BIGGEST)(k, name)] = _whole(0, 10_000)(v, name)
    return pieces


def _won(value: Any, name: str) -> dict[str, int]:
    if not isinstance(value, Mapping) or len(value) > 60:
        raise BadCommand(
            tr("« {name} » nomme les cases et leurs mises, ainsi : {example}.", name=name, example='{"7": 100}')
        )
    return {_text(20)(field, name): _whole(1, BIGGEST)(amount, name) for field, amount in value.items()}


def _debts(value: Any, name: str) -> tuple[tuple[str, str, str, int], ...]:
    rows = []
    for row in _list(value, name, 20_000):  # who taps nothing all evening closes every payment of it at the end
        if len(_list(row, name, 4)) != 4:
            raise BadCommand(tr("« {name} » a des lignes de quatre : numéro, qui donne, qui reçoit, somme.", name=name))
        a, b, c, d = row
        rows.append((_text(40)(a, name), _text(40)(b, name), _text(40)(c, name), _whole(-BIGGEST, BIGGEST)(d, name)))
    return tuple(rows)


def _moves(value: Any, name: str) -> tuple[tuple[str, str, Mapping[int, int]], ...]:
    rows = []
    for row in _list(value, name, 400):
        if len(_list(row, name, 3)) != 3:
            raise BadCommand(tr("« {name} » a des lignes de trois : qui donne, qui reçoit, jetons.", name=name))
        a, b, c = row
        rows.append((_text(40)(a, name), _text(40)(b, name), _pieces(c, name)))
    return tuple(rows)


def _inner(value: Any, name: str) -> Fact:
    kind = TYPES.get(str(value.get("type"))) if isinstance(value, Mapping) else type(value)
    if kind and issubclass(kind, Correction | GameStarted):  # told before it is read: corrections may be nested deeply
        raise BadCommand(tr("Une correction met un fait ordinaire à la place d'un autre, rien de plus."))
    return value if isinstance(value, Fact) else decode(value)


_account = _text(40)
CHECKS: dict[str, Callable[[Any, str], Any]] = {
    "who": _text(60), "how": _one_of(*HOW), "why": _text(400), "on": _text(60), "forced": _flag,
    "game": _text(40), "seats": _seats, "house": _mapping, "box": _mapping, "target": _whole(0, BIGGEST),
    "banker": _account, "first": _account, "level": _one_of("compteur", "arbitre", "croupier"),
    "rules": _whole(1, 1000), "simulated": _flag, "carried": _optional(_mapping),
    "seat": _account, "dice": _dice, "kept": _optional(_kept), "amount": _whole(1, BIGGEST), "field": _text(20),
    "opponent": _account, "option": _text(40), "number": _whole(0, BIGGEST), "deck": _text(40), "card": _mapping,
    "use": _text(20), "take": _names, "build": _whole(0, 999), "counts": _mapping,
    "cards": _names, "square": _square, "passed": _flag, "colour": _optional(_text(20)), "giver": _account,
    "taker": _account, "done": _flag, "index": _whole(0, 999), "name": _text(80), "age": _whole(0, 150),
    "after": _account, "to": _account, "void_duel": _flag, "key": _text(40), "value": plain, "debts": _debts,
    "moves": _moves, "unknown": _names, "account": _account, "chips": _pieces, "fact": _inner,
    "won": _won, "total": _whole(0, BIGGEST), "other": _optional(_whole(0, 999)),
}  # fmt: skip

ALIASES = {"MoneyMoved": {"from": "giver", "to": "taker"}}
"""Words that the page may use instead of a field's own name."""

_NAMES: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    name: (
        frozenset(f.name for f in fields(c)),
        frozenset(f.name for f in fields(c) if f.default is MISSING),
    )
    for name, c in TYPES.items()
}


def decode(data: Any) -> Fact:
    """Return the fact that a JSON object tells; raise ``BadCommand`` with what would be right."""
    if not isinstance(data, Mapping):
        raise BadCommand(tr("Un fait est un objet avec un « type »."))
    kind = data.get("type")
    cls = TYPES.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise BadCommand(tr("Ce fait n'existe pas. Au choix : {types}.", types=", ".join(sorted(TYPES))))
    known, required = _NAMES[cls.__name__]
    aliases = ALIASES.get(cls.__name__, {})
    values: dict[str, Any] = {}
    for key, value in data.items():
        if key == "type":
            continue
        name = aliases.get(key, key)
        if name not in known:
            told = {"fact": cls.__name__, "key": str(key)[:40], "fields": ", ".join(sorted(known - MARKS)) or "—"}
            raise BadCommand(tr("{fact} n'a pas de « {key} ». Il a : {fields}.", **told))
        check = _target if name == "target" and issubclass(cls, Correction) else CHECKS[name]
        if cls is CardPlayed and name in ("card", "value"):
            check = _text(20) if name == "card" else _whole(0, 999)
        if name == "amount" and cls is Protested:
            check = _optional(_whole(1, BIGGEST))
        if name == "kept" and cls is DiceKept:
            check = _kept
        if name == "colour" and cls is CasinoChosen:
            check = _text(20)
        values[name] = check(value, name)
    if missing := required - values.keys():
        raise BadCommand(tr("{fact} : il manque {fields}.", fact=cls.__name__, fields=", ".join(sorted(missing))))
    return cls(**values)


_target = _whole(1, BIGGEST)

_DEFAULTS: dict[type, dict[str, Any]] = {
    c: {f.name: f.default for f in fields(c)} for c in (*TYPES.values(), Seat, Square)
}


def _encoded(value: Any) -> Any:
    if isinstance(value, Fact):
        return encode(value)
    if isinstance(value, Seat | Square):
        defaults = _DEFAULTS[type(value)]
        return {n: v for n in defaults if (v := getattr(value, n)) != defaults[n]}
    if isinstance(value, Die):
        return {k: v for k, v in value._asdict().items() if v is not None}
    if isinstance(value, tuple | list):
        return [_encoded(v) for v in value]
    if isinstance(value, Mapping):
        return {str(k): _encoded(v) for k, v in value.items()}
    return value


def encode(fact: Fact) -> dict[str, Any]:
    """Return the fact as JSON-able data, without what is as by default; ``decode`` gives it back."""
    out: dict[str, Any] = {"type": type(fact).__name__}
    for name, default in _DEFAULTS[type(fact)].items():
        value = getattr(fact, name)
        if default is MISSING or value != default:
            out[name] = _encoded(value)
    return out
