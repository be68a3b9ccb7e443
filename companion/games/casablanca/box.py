"""The owner's board: the symbol of each square, and the sum of the notes.

The rule book does not name the symbols. The players name those of their board once, and Servi asks for each square when
a figure first lands on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from companion.errors import BadBox
from companion.facts import Square
from companion.game import forms
from companion.game.forms import ChoiceField, FormTable, NameField, NumberField, value_at
from companion.game.ring import Ring
from companion.language import Sentence, tr

SQUARES, SYMBOLS, EACH = 28, 7, 4
COPIES = 5
TOKENS = tuple(n for n in range(7) for _ in range(2))
"""The round tokens, 0 to 6, each twice (CB-TOK-1). Servi does not know who took which."""

NOTE = 50
MOST = 1_000_000
"""Maximum sum of all notes."""

GIVEN, STAKED = 2000, 700

SYMBOL_NAMES = {
    "chameau": Sentence("chameau"), "palmier": Sentence("palmier"), "lune": Sentence("lune"), "etoile": Sentence("étoile"),
    "lampe": Sentence("lampe"), "babouche": Sentence("babouche"), "theiere": Sentence("théière"),
}  # fmt: skip


def symbol_name(symbol: str) -> str:
    """Return the name of a symbol of the board in the reader's language.

    >>> symbol_name("etoile"), symbol_name("lune")
    ('étoile', 'lune')
    """
    return str(SYMBOL_NAMES.get(symbol, symbol))


def empty() -> dict[str, Any]:
    """Return a box without symbols, which Servi learns during play."""
    return {"name": "vide"}


class SymbolBoard(Ring):
    """The known part of the ring of 28 symbols (CB-BRD-1, CB-BRD-2); ``symbols`` is empty until they are named."""

    swaps = True
    """Whether a correction swaps two squares: each symbol must keep its four squares."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        trouble = box_trouble(data)
        if trouble:
            raise BadBox(trouble)
        self.ring: list[str | None] = list(data.get("ring") or [None] * SQUARES)
        self.name(data.get("symbols") or ())
        self.notes: int = data.get("notes_total") or 0
        self.length = SQUARES

    def name(self, symbols: Iterable[str]) -> None:
        """Name the symbols of this board."""
        self.symbols = self.kinds = tuple(symbols)

    def at(self, index: int) -> Square | None:
        """Return the square with this index, None if nobody has named its symbol."""
        symbol = self.ring[index]
        return None if symbol is None else Square(kind=symbol)

    def as_data(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the box with the symbols that Servi learned or the table corrected; unchanged while none are named."""
        return {**data, "symbols": list(self.symbols), "ring": list(self.ring)} if self.symbols else dict(data)

    def crowded(self) -> bool:
        """Whether a symbol has more squares on the known ring than the four that the board prints."""
        return max(Counter(symbol for symbol in self.ring if symbol).values(), default=0) > EACH


def tables(data: Mapping[str, Any]) -> tuple[FormTable, ...]:
    """Return the box form: the symbols, the square of each, and the notes (CB-BRD-2, CB-MON-1)."""
    symbols = [name for n in range(SYMBOLS) if isinstance(name := value_at(data, ("symbols", n)), str)]
    names = {name: symbol_name(name) for name in symbols}
    return (
        FormTable(
            tr("Les sept symboles"),
            tr("Comme on les appelle chez vous. Le tour du plateau suit le nouveau nom."),
            tuple(
                NameField(
                    ("symbols", n),
                    tr("Symbole {number}", number=n + 1),
                    names.get(name, name),
                    ("ring",),
                    optional=True,
                )
                for n, name in enumerate(symbols + [""] * (SYMBOLS - len(symbols)))
            ),
        ),
        FormTable(
            tr("Le tour du plateau"),
            tr(
                "Le symbole de chaque case, dans le sens des aiguilles d'une montre ; chacun occupe {each} cases.",
                each=EACH,
            ),
            tuple(
                ChoiceField(("ring", n), tr("Case {number}", number=n + 1), names, optional=True)
                for n in range(SQUARES)
            ),
        ),
        FormTable(
            tr("Les billets"),
            tr("Les compter une fois, tous ensemble."),
            (NumberField(("notes_total",), tr("Leur somme"), 0, MOST, NOTE, optional=True),),
        ),
    )


def box_trouble(data: Mapping[str, Any]) -> str:
    """Return the first error of a box as a sentence, "" if the box is valid."""
    if why := forms.trouble(tables(data), data):
        return why
    counts = Counter(data.get("ring") or ())
    symbols = data.get("symbols") or ()
    if None in symbols:
        return tr("{table} : il y faut {count} valeurs", table=tr("Les sept symboles"), count=SYMBOLS)
    many = next((s for s in symbols if counts[s] > EACH), "")
    few = next((s for s in symbols if counts[s] < EACH), "")
    if not many:
        return ""
    return tr(
        "Le tour du plateau : chaque symbole y est {each} fois, mais « {many} » {number} fois et « {few} » {other} fois",
        each=EACH, many=symbol_name(many), number=counts[many], few=symbol_name(few), other=counts[few],
    )  # fmt: skip
