"""The owner's box: ring of squares, cards, chips. Data, never code; what is not known is learnt while playing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from companion.errors import BadBox
from companion.facts import Square
from companion.language import Sentence, tr

KINDS = (
    "casino", "mafia", "casino_plus_500", "jackpot", "acquisition", "a_vendre", "pot", "slot", "roulette",
    "blackjack", "421", "zanzibar", "neutral",
)  # fmt: skip
NEEDS = {"slot": "amount", "casino": "colour"}
"""What some squares say beside their kind."""

COLOURS = ("rouge", "bleu", "vert", "jaune", "noir", "blanc")
EFFECTS = ("gain", "pay", "collect_each", "pay_each", "move_by", "move_to", "extra_turn", "free_text")
DECKS = ("jackpot", "acquisition")
PRICES = {
    "buy": Sentence("le prix d'achat est un multiple de 25, au-dessus de 0"),
    "sell": Sentence("le prix de vente est un multiple de 25, au-dessus de 0"),
}
DICE = {"d6": 3, "d10": 1, "bicolour": 1}
"""Kind of die to how many of them lie in the box."""

CHIPS = {10000: 5, 5000: 10, 2000: 10, 1000: 20, 500: 25, 100: 50, 50: 40, 25: 40}
START_CHIPS = {1000: 2, 500: 2, 100: 6, 50: 5, 25: 6}
SHORTEST, LONGEST = 7, 200

SQUARE_RULES = {
    "casino": ("HC-CSN-2", "HC-CSN-3", "HC-DUE-1"), "mafia": ("HC-CAS-1",), "casino_plus_500": ("HC-CAS-2",),
    "jackpot": ("HC-CAS-3",), "acquisition": ("HC-CAS-4",), "a_vendre": ("HC-CAS-5",), "pot": ("HC-CAS-6",),
    "slot": ("HC-SLT-1",), "roulette": ("HC-ROU-3", "HC-ROU-1"), "blackjack": ("HC-BJ-3",), "421": ("HC-421-3",),
    "zanzibar": ("HC-ZAN-3",),
}  # fmt: skip
"""The rules that tell what a kind of square does."""


@cache
def _example() -> str:
    return (files("companion.games.home_casino") / "example_box.json").read_text(encoding="utf-8")


def example() -> dict[str, Any]:
    """Return the invented example box (marked ``example``)."""
    data: dict[str, Any] = json.loads(_example())
    return data


def empty() -> dict[str, Any]:
    """Return a box that nothing is known of but its chips: it fills itself while playing."""
    return {"name": "vide"}


class Board:
    """What is known of the box in this evening. ``length`` is 0 while nobody counted the squares."""

    kinds, colours, needs = KINDS, COLOURS, NEEDS

    def __init__(self, data: Mapping[str, Any]) -> None:
        trouble = box_trouble(data)
        if trouble:
            raise BadBox(trouble)
        self.example = bool(data.get("example"))
        self.ring: dict[int, Square] = {}
        self.unsure: set[int] = set()
        rows = data.get("ring", [])
        for place, row in enumerate(rows):
            index = row.get("index", place)
            self.ring[index] = Square(kind=row["kind"], colour=row.get("colour"), amount=row.get("amount"))
            if row.get("unsure"):
                self.unsure.add(index)
        self.length: int = data.get("length", len(rows))
        self.followed = bool(data.get("followed", True))
        self.decks: dict[str, dict[str, dict[str, Any]]] = {}
        self.copies: dict[tuple[str, str], int] = {}
        self.unsure_cards: set[tuple[str, str]] = set()
        for deck in DECKS:
            cards: dict[str, dict[str, Any]] = {}
            for card in data.get(deck, []):
                name = card.get("name") or card.get("text")
                cards.setdefault(name, {**{k: v for k, v in card.items() if k != "unsure"}, "name": name})
                if card.get("unsure"):
                    self.unsure_cards.add((deck, name))
                self.copies[deck, name] = self.copies.get((deck, name), 0) + 1
            self.decks[deck] = cards
        self.chips = _pieces(data.get("chips")) or dict(CHIPS)
        self.start_chips = _pieces(data.get("start_chips")) or dict(START_CHIPS)
        self.default = Square(kind="neutral") if data.get("complete") else None

    def at(self, index: int) -> Square | None:
        """Return the square with this index, None while nobody told it."""
        return self.ring.get(index, self.default)

    def casino(self, colour: str | None) -> int | None:
        """Return where the casino of this colour lies, None while nobody told it."""
        if colour is None:
            return None
        return next((i for i, s in self.ring.items() if s.kind == "casino" and s.colour == colour), None)

    def learn(self, index: int, square: Square) -> None:
        """Remember a square, to be checked until it is met again; a casino thought to lie elsewhere does not lie there."""
        if self.ring.get(index) == square:
            return self.meet(index)
        if square.kind == "casino" and (there := self.casino(square.colour)) is not None:
            del self.ring[there]
            self.unsure.discard(there)
        self.ring[index] = square
        self.unsure.add(index)

    def meet(self, index: int) -> None:
        """A known square was met, and was what it was thought to be: twice alike, it need not be checked."""
        self.unsure.discard(index)

    def learn_card(self, deck: str, card: dict[str, Any], instead_of: str = "") -> None:
        """Remember a card, to be checked until it is drawn again."""
        name = str(card["name"])
        if self.decks[deck].get(name) == card:
            self.unsure_cards.discard((deck, name))
            return
        if instead_of and self.decks[deck].pop(instead_of, None) is not None:
            self.copies[deck, name] = self.copies.pop((deck, instead_of), 1)
            self.unsure_cards.discard((deck, instead_of))
        self.decks[deck][name] = card
        self.unsure_cards.add((deck, name))

    def as_data(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the box with what was learnt, in the form of a box file."""
        ring: list[dict[str, Any]] = []
        casinos: set[str | None] = {None}
        for i, s in sorted(self.ring.items()):
            if s.kind == "casino" and s.colour in casinos:
                continue  # told without a colour, or a second time: the next evening asks again
            casinos |= {s.colour} if s.kind == "casino" else set()
            ring.append(
                {"index": i, "kind": s.kind}
                | ({"colour": s.colour} if s.colour else {})
                | ({"amount": s.amount} if s.amount is not None else {})
                | ({"unsure": True} if i in self.unsure else {})
            )
        decks = {
            deck: [
                {**card, "unsure": True} if (deck, name) in self.unsure_cards else card
                for name, card in cards.items()
                for _ in range(self.copies.get((deck, name), 1))
            ]
            for deck, cards in self.decks.items()
        }
        return {**data, "length": self.length, "ring": ring, **decks}


def _pieces(rows: Any) -> dict[int, int]:
    return {int(v): n for v, n in rows.items()} if rows else {}


def box_trouble(data: Any) -> str:
    """Return the first place of a box that cannot be used and why, "" where all is well."""
    if not isinstance(data, Mapping):
        return tr("la boîte est un objet avec ring, jackpot, acquisition et chips")
    length = data.get("length", 0)
    if type(length) is not int or not (length == 0 or SHORTEST <= length <= LONGEST):
        return tr("length : un tour a de {low} à {high} cases", low=SHORTEST, high=LONGEST)
    ring = data.get("ring", [])
    if not isinstance(ring, list) or len(ring) > LONGEST:
        return tr("ring : une liste de {most} cases au plus", most=LONGEST)
    seen: set[int] = set()
    colours: set[str] = set()
    for place, row in enumerate(ring):
        why = _square_trouble(row, place, seen, colours, length or len(ring))
        if why:
            return tr("ring, case {place} : {why}", place=place, why=why)
    for deck in DECKS:
        cards = data.get(deck, [])
        if not isinstance(cards, list) or len(cards) > 200:
            return tr("{deck} : une liste de 200 cartes au plus", deck=deck)
        for place, card in enumerate(cards):
            if isinstance(card, Mapping) and "text" in card:
                card = {"name": card["text"], **card}
            why = card_trouble(deck, card)
            if why:
                return tr("{deck}, carte {place} : {why}", deck=deck, place=place, why=why)
    for key in ("chips", "start_chips"):
        rows = data.get(key)
        if rows is not None and (
            not isinstance(rows, Mapping)
            or not all(
                str(v).isascii() and str(v).isdigit() and type(n) is int and 0 <= n <= 1000 for v, n in rows.items()
            )
            or any(int(v) == 0 for v in rows)
        ):
            return tr("{key} : combien de chaque valeur, ainsi : {example}", key=key, example='{"500": 25}')
    return ""


def _square_trouble(row: Any, place: int, seen: set[int], colours: set[str], length: int) -> str:
    if not isinstance(row, Mapping) or row.get("kind") not in KINDS:
        return tr("kind est au choix {kinds}", kinds=", ".join(KINDS))
    index = row.get("index", place)
    if type(index) is not int or not 0 <= index < length:
        return tr("index va de 0 à {last}", last=length - 1)
    if index in seen:
        return tr("index {index} y est deux fois", index=index)
    seen.add(index)
    if type(row.get("unsure", False)) is not bool:
        return tr("unsure dit si la case reste à vérifier : true ou false")
    if row["kind"] == "slot" and type(row.get("amount")) is not int:
        return tr("une machine à sous a sa somme, ainsi : -150 ou 200")
    if row["kind"] == "slot" and row["amount"] % 25:
        return tr("la somme d'une machine à sous est un multiple de 25")
    if row["kind"] == "casino":
        colour = row.get("colour")
        if not isinstance(colour, str) or not colour:
            return tr("un casino a sa couleur, ainsi : {colour}", colour=COLOURS[0])
        if colour in colours:
            return tr("il y a un second casino {colour}", colour=colour)
        colours.add(colour)
    return ""


def card_trouble(deck: str, card: Any) -> str:
    """Return why this is no card of the deck, "" where it is one."""
    if deck not in DECKS:
        return tr("il n'y a pas de pile « {deck} » : au choix {decks}", deck=deck, decks=", ".join(DECKS))
    if not isinstance(card, Mapping) or not isinstance(card.get("name"), str) or not card["name"]:
        return tr("une carte a un nom")
    if type(card.get("unsure", False)) is not bool:
        return tr("unsure dit si la carte reste à vérifier : true ou false")
    if deck == "acquisition":
        for key in ("buy", "sell"):
            value = card.get(key)
            if type(value) is not int or not 0 < value <= 1_000_000 or value % 25:
                return str(PRICES[key])
        return ""
    effect = card.get("effect")
    if not isinstance(effect, Mapping) or effect.get("kind") not in EFFECTS:
        return tr("l'effet est au choix {effects}", effects=", ".join(EFFECTS))
    kind, amount = effect["kind"], effect.get("amount")
    if kind in ("gain", "pay", "collect_each", "pay_each") and (
        type(amount) is not int or not 0 < amount <= 1_000_000 or amount % 25
    ):
        return tr("la somme de la carte est un multiple de 25, au-dessus de 0")
    if (
        kind == "free_text"
        and amount is not None
        and (type(amount) is not int or abs(amount) > 1_000_000 or amount % 25)
    ):
        return tr("la somme est un multiple de 25, négative pour une perte")
    if kind == "move_by" and (type(effect.get("steps")) is not int or not -100 <= effect["steps"] <= 100):
        return tr("le nombre de cases va de -100 à 100, ainsi : -3")
    if kind == "move_to" and effect.get("target") != "own_casino" and effect.get("target") not in (*KINDS, *COLOURS):
        return tr("où aller ? own_casino, un genre de case ou une couleur")
    return ""
