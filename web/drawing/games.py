"""JSON about games: set-up choices, house rules, rule book, boxes, score sheets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from companion.game.base import Game
from companion.game.forms import FormTable
from companion.game.library import playable, reading_class
from companion.game.words import GameWords, words_of
from companion.house import HouseRule, presets_of, rules_of
from companion.language import tr
from companion.questions.board import BoxCard
from companion.setup import PastEvening
from companion.snapshot import Snapshot
from companion.table import NOTHING_LEFT
from companion.words import amount, house_value, listed
from web.drawing.rows import Row, pieces_row
from web.drawing.table import missing

if TYPE_CHECKING:
    from web.drawing import fetched

NO_GAME = GameWords.SHEET
"""The labels of a score sheet for any game."""


def games_rows() -> list[fetched.KnownGame]:
    """Return the games of the set-up page, with house rules, colours and targets."""
    return [_game(game) for game in playable()]


def _game(game: type[Game]) -> fetched.KnownGame:
    return {
        "id": game.name,
        "title": game.title(),
        "players": list(game.players_allowed),
        "colours": list(game.colours()),
        "targets": list(game.targets().values()),
        "lengths": list(game.targets()),
        **beginning(game),
        "boxed": bool(game.example_box()),
        "learns": game.learns_box(),
        "printed": bool(game.box_tables(game.empty_box())),
        "house": [_rule(rule) for rule in rules_of(game.name).values()],
        "presets": [
            {"key": one.key, "label": tr(one.label_fr), "help": tr(one.help_fr), "house": one.chosen()}
            for one in presets_of(game.name)
        ],
    }


def _rule(rule: HouseRule) -> fetched.HouseRule:
    return cast("fetched.HouseRule", rule.as_row())


def beginning(game: type[Game]) -> fetched.Beginning:
    """Return the first player, the direction, and the office to fill before the start (None: no office)."""
    words = words_of(game)
    office: fetched.Office | None = (
        {"text": tr(words.OFFICE), "help": tr(words.OFFICE_HELP)} if words.OFFICE_HELP else None
    )
    return {"first": game.first, "clockwise": game.clockwise, "begins": tr(words.BEGINS), "office": office}


def past_row(evening: PastEvening) -> fetched.KeptEvening:
    """Return an evening of the journal for the set-up page."""
    return {
        "id": evening.id,
        "game": evening.game,
        "started": evening.started,
        "seats": list(evening.seats),
        "target": evening.target,
        "facts": evening.facts,
        "open": evening.playing,
        "simulated": evening.simulated,
        "missing": _lacking(evening),
    }


def _lacking(evening: PastEvening) -> str | None:
    """Return why an earlier evening cannot be resumed, None if it can."""
    if evening.damaged:
        return tr(NOTHING_LEFT)
    return None if evening.missing is None else missing(evening.game, evening.missing)


def score_sheet(now: Snapshot) -> Row:
    """Return the labels of a blank score sheet, those of the game in play or general ones.

    ``line``: name of a line; ``counted``: lines within it; ``columns``: players or pairs; ``beside``: other columns;
    ``heads``: fields at the top, with known values; ``last``: the last line; ``note``: what to write; ``end``: the end of
    the game.
    """
    words = words_of(reading_class(now.game)) if now.game else None
    table: Mapping[str, tuple[str, ...]] = words.SHEET if words else NO_GAME
    labels = {key: [tr(text) for text in texts] for key, texts in table.items()}
    if words and not now.target:
        labels.pop("target", None)
    banker = now.seat(now.banker)
    known = {"target": amount(now.target) if now.target else "", "office": banker.name if banker else ""}
    heads = [(text, known.get(key, "")) for key in ("target", "office", "heads") for text in labels.get(key, [])]
    one = {key: "".join(labels.get(key, [])) for key in ("line", "last", "note", "end")}
    columns = [listed([now.name_of(seat) for seat in side]) for side in words.sides(now)] if words else []
    return {
        **one,
        "columns": columns,
        "heads": heads,
        "beside": labels.get("beside", []),
        "counted": labels.get("counted", []),
    }


def rule_book(now: Snapshot) -> fetched.RuleBook:
    """Return the rule book's text by id, the rules of each kind of square, and the house rules."""
    if not now.game:
        return {"rules": {}, "squares": {}, "house": []}
    chosen: list[fetched.ChosenRule] = []
    kind = reading_class(now.game)
    for rule in kind.words.house_rules().values():
        value = now.house.get(rule.key, rule.default)
        in_words = house_value(rule, value)
        chosen.append({**_rule(rule), "rule_ids": list(rule.rule_ids), "value": value, "said": in_words})
    squares = {square: list(ids) for square, ids in kind.square_rules.items()}
    return {"rules": dict(kind.words.rules()), "squares": squares, "house": chosen}


def decks_row(now: Snapshot, decks: Mapping[str, Sequence[Mapping[str, Any]]]) -> fetched.BoxOnTable:
    """Return the known cards of the box, for their correction."""
    if not now.game:
        return {"decks": []}
    words = words_of(reading_class(now.game))
    rows: list[fetched.BoxDeck] = [
        {**_deck(words, deck), "cards": [cast(BoxCard, dict(card)) for card in cards]} for deck, cards in decks.items()
    ]
    return {"decks": rows}


def box_form(game: type[Game], data: Mapping[str, Any]) -> Row | None:
    """Return the form of a box and its words, None for a game without boxes."""
    if tables := game.box_tables(data):
        return _tables(game, tables, data)
    form = game.box_form()
    if form is None:
        return None
    words = words_of(game)
    learnt: fetched.LearntForm = {
        "kinds": words.kind_rows(form["kinds"], form["needs"]),
        "colours": list(form["colours"]),
        "length": list(form["length"]),
        "decks": [_deck(words, deck) for deck in form["decks"]],
        "chips": _sorted(form["chips"]),
        "start_chips": _sorted(form["start_chips"]),
        "dice": dict(form["dice"]),
        "step": game.unit,
    }
    return {**learnt}


def _sorted(stock: Mapping[int, int]) -> dict[str, int]:
    return pieces_row({value: n for value, n in sorted(stock.items(), reverse=True) if n})


def _tables(game: type[Game], tables: Iterable[FormTable], data: Mapping[str, Any]) -> Row:
    example = game.example_box()
    invented = bool(data.get("invented"))
    rows = [{**table.as_row(), "example": invented and table.alike(data, example)} for table in tables]
    own = {key: value for key, value in example.items() if key not in ("example", "name")}
    return {"tables": rows, "example": {**own, "invented": True}}


def _deck(words: GameWords, deck: str) -> fetched.Deck:
    return {
        "deck": deck,
        "title": tr(words.DECKS[deck]),
        "effects": words.effects(deck),
        "targets": words.targets(),
        "collects": tr(words.COLLECTS) or None,
    }
