"""The owner's box: its possible squares, cards and chips, and the schema of its data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from companion.language import Sentence, tr
from companion.record import record
from companion.schema import Free, Index, Positive, Text20, Text400, Unfit, declared

KINDS = (
    "casino", "mafia", "casino_plus_500", "jackpot", "acquisition", "a_vendre", "pot", "slot", "roulette",
    "blackjack", "421", "zanzibar", "neutral",
)  # fmt: skip
NEEDS = {"slot": "amount", "casino": "colour"}
"""The kinds of squares that need an additional value, and its name."""

SUMS = {"slot": (50, 100, 150, 200, 250, 300, 500)}
"""The common amounts of slot machines, as choices on the page."""
SIGNS = {
    "casino_plus_500": "+500", "mafia": "−500", "blackjack": "21", "421": "421", "zanzibar": "M-9-8H9L-9 8H9",
    "pot": "M-11-4H11L8 9H-8ZM-13-4H13M-5-9V-4M5-9V-4",
    "jackpot": "M0-11 3.2-3.8 11-3 5.2 2.3 6.8 10 0 6.1-6.8 10-5.2 2.3-11-3-3.2-3.8Z",
    "acquisition": "M-8-11H8V11H-8ZM-4-6H4M-4 0H4M-4 6H1", "a_vendre": "M-11-9H1L11 1 2 10-9-1ZM-6-4.2v.1",
    "roulette": "M0-11A11 11 0 1 1 0 11 11 11 0 1 1 0-11ZM0-4.5A4.5 4.5 0 1 1 0 4.5 4.5 4.5 0 1 1 0-4.5Z"
    "M0-11V-4.5M0 4.5V11M-11 0H-4.5M4.5 0H11",
}  # fmt: skip
"""The sign of each kind of square: a short text, or an SVG path."""

COLOURS = ("rouge", "bleu", "vert", "jaune", "noir", "blanc")
EFFECTS = ("gain", "pay", "collect_each", "pay_each", "move_by", "move_to", "extra_turn", "free_text")
DECKS = ("jackpot", "acquisition")
DICE = {"d6": 3, "d10": 1, "bicolour": 1}
"""Number of dice in the box, by kind."""

CHIPS = {10000: 5, 5000: 10, 2000: 10, 1000: 20, 500: 25, 100: 50, 50: 40, 25: 40}
START_CHIPS = {1000: 2, 500: 2, 100: 6, 50: 5, 25: 6}
SHORTEST, LONGEST = 7, 200

SQUARE_RULES = {
    "casino": ("HC-CSN-2", "HC-CSN-3", "HC-DUE-1"), "mafia": ("HC-CAS-1",), "casino_plus_500": ("HC-CAS-2",),
    "jackpot": ("HC-CAS-3",), "acquisition": ("HC-CAS-4",), "a_vendre": ("HC-CAS-5",), "pot": ("HC-CAS-6",),
    "slot": ("HC-SLT-1",), "roulette": ("HC-ROU-3", "HC-ROU-1"), "blackjack": ("HC-BJ-3",), "421": ("HC-421-3",),
    "zanzibar": ("HC-ZAN-3",),
}  # fmt: skip
"""The rules of each kind of square."""


def empty() -> dict[str, Any]:
    """Return a box without squares and cards, which Servi learns during play; it has the usual chips."""
    return {"name": "vide"}


Stock = Annotated[Mapping[Positive, Annotated[int, (0, 1000)]], '{"500": 25}']
"""Number of pieces by value."""


# --- what a box must say -------------------------------------------------------------------------------------


STEP, MOST = 25, 1_000_000
Sum = Annotated[int, (STEP, MOST, STEP)]
Difference = Annotated[int, (-MOST, MOST, STEP)]


@record(kw_only=True)
class SquareRow:
    """A square of the ring; its index defaults to its place in the list; ``unsure`` until confirmed."""

    CALLED: ClassVar = Sentence("une case")

    kind: Annotated[str, KINDS]
    index: Index = -1
    unsure: bool = False


@record(kw_only=True)
class SlotRow(SquareRow):
    """A slot machine; a negative amount is a loss."""

    amount: Difference


@record(kw_only=True)
class CasinoRow(SquareRow):
    """The casino of a colour."""

    colour: Text20


@record(kw_only=True)
class CardRow:
    """A card of a deck."""

    CALLED: ClassVar = Sentence("une carte")

    name: Text400
    unsure: bool = False


@record(kw_only=True)
class PriceRow(CardRow):
    """An Acquisition card with its prices."""

    buy: Sum
    sell: Sum


@record(kw_only=True)
class Effect:
    """The effect of a Jackpot card."""

    CALLED: ClassVar = Sentence("l'effet")

    kind: Annotated[str, EFFECTS]


@record(kw_only=True)
class SumEffect(Effect):
    """An effect that pays or costs an amount."""

    amount: Sum


@record(kw_only=True)
class TextEffect(Effect):
    """An effect in free text, perhaps with an amount, negative for a loss."""

    amount: Difference | None = None


@record(kw_only=True)
class StepsEffect(Effect):
    """An effect that moves the pawn by a number of squares, negative for back."""

    steps: Annotated[int, (-100, 100)]


@record(kw_only=True)
class TargetEffect(Effect):
    """An effect that moves the pawn to its own casino, a kind of square, or the casino of a colour."""

    target: Annotated[str, ("own_casino", *KINDS, *COLOURS)]


@record(kw_only=True)
class BoxRow:
    """The whole box; ``length`` is 0 until somebody counts the squares of the ring."""

    CALLED: ClassVar = Sentence("la boîte")

    length: Annotated[int, (0, LONGEST)] = 0
    ring: Annotated[tuple[Free, ...], LONGEST] = ()
    jackpot: Annotated[tuple[Free, ...], LONGEST] = ()
    acquisition: Annotated[tuple[Free, ...], LONGEST] = ()
    chips: Stock | None = None
    start_chips: Stock | None = None


SQUARES: dict[str, type[SquareRow]] = {"slot": SlotRow, "casino": CasinoRow}
PRICES = {
    "buy": Sentence("le prix d'achat est un multiple de 25, au-dessus de 0"),
    "sell": Sentence("le prix de vente est un multiple de 25, au-dessus de 0"),
}
MISSING = {
    "slot": Sentence("une machine à sous a sa somme, ainsi : -150 ou 200"),
    "casino": Sentence("un casino a sa couleur, ainsi : rouge"),
}
EFFECT_ROWS: dict[str, type[Effect]] = {
    **dict.fromkeys(("gain", "pay", "collect_each", "pay_each"), SumEffect),
    "free_text": TextEffect, "move_by": StepsEffect, "move_to": TargetEffect,
}  # fmt: skip


def box_trouble(data: Any) -> str:
    """Return the first error of a box as a sentence, "" if the box is valid."""
    try:
        box = declared(BoxRow, data)
    except Unfit as error:
        return str(error).removesuffix(".")
    if 0 < box.length < SHORTEST:
        return tr("length : un tour a de {low} à {high} cases", low=SHORTEST, high=LONGEST)
    seen: set[int] = set()
    colours: set[str] = set()
    for place, row in enumerate(box.ring):
        if why := _square_trouble(row, place, seen, colours, box.length or len(box.ring)):
            return tr("ring, case {place} : {why}", place=place, why=why)
    for deck in DECKS:
        for place, card in enumerate(getattr(box, deck)):
            if isinstance(card, Mapping) and "text" in card:
                card = {"name": card["text"], **card}
            if why := card_trouble(deck, card):
                return tr("{deck}, carte {place} : {why}", deck=deck, place=place, why=why)
    return ""


def _square_trouble(row: Any, place: int, seen: set[int], colours: set[str], length: int) -> str:
    try:
        square = declared(SQUARES.get(_kind(row), SquareRow), row)
    except Unfit as error:
        missing = MISSING.get(_kind(row)) if error.code == "missing" else None
        return str(missing or error).removesuffix(".")
    index = place if square.index < 0 else square.index
    if not index < length:
        return tr("index va de 0 à {last}", last=length - 1)
    if index in seen:
        return tr("index {index} y est deux fois", index=index)
    seen.add(index)
    if isinstance(square, CasinoRow):
        if not square.colour:
            return str(MISSING["casino"])
        if square.colour in colours:
            return tr("il y a un second casino {colour}", colour=square.colour)
        colours.add(square.colour)
    return ""


def card_trouble(deck: str, card: Any) -> str:
    """Return why this card is invalid for the deck, "" if it is valid."""
    if deck not in DECKS:
        return tr("il n'y a pas de pile « {deck} » : au choix {decks}", deck=deck, decks=", ".join(DECKS))
    try:
        checked = declared(PriceRow if deck == "acquisition" else CardRow, card)
        if deck == "jackpot":
            effect = card.get("effect")
            declared(EFFECT_ROWS.get(_kind(effect), Effect), effect)
    except Unfit as error:
        named = str(error.values.get("fields") or error.values["name"])
        return str(PRICES.get(named.partition(",")[0]) or error).removesuffix(".")
    return "" if checked.name else tr("une carte a un nom")


def _kind(row: Any) -> str:
    return str(row.get("kind")) if isinstance(row, Mapping) else ""
