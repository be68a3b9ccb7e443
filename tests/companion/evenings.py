"""Random evenings, tables to play them on, and the state that they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from companion import house, players, questions
from companion.evening import Entry, Evening
from companion.facts import (
    DiceThrown,
    Fact,
    GameStarted,
    HandedOver,
    MoneyMoved,
    Seat,
)
from companion.game.library import game_class
from companion.journal import Journal
from companion.play import Play
from companion.table import Table

BOX = 160_500
"""Points in the box of Home Casino; the sum is constant."""

NAMES = ("Anna", "Ben", "Chloé", "David", "Emma", "Farid")
COLOURS = ("rouge", "bleu", "vert", "jaune", "noir", "blanc")


def setup(seats: int = 3, *, colours: bool = True, **more: Any) -> dict[str, Any]:
    """Return a set-up form as the page sends it."""
    rows = [{"name": NAMES[i], "age": 30 + i, **({"colour": COLOURS[i]} if colours else {})} for i in range(seats)]
    return {"game": "home_casino", "seats": rows, "target": 150_000, **more}


def table(folder: Path, **more: Any) -> Table:
    """Return a table in this folder with a new evening."""
    begun = Table(folder)
    begun.start(setup(**more))
    return begun


def started(seats: int = 4, **rules: Any) -> GameStarted:
    """Return the first fact of an evening without end: it has no target."""
    return GameStarted(
        game="home_casino",
        seats=tuple(Seat(id="ABCDEF"[i], name=NAMES[i], colour=COLOURS[i]) for i in range(seats)),
        house=house.check("home_casino", rules),
        box=game_class("home_casino").example_box(),
        target=0,
        rules=game_class("home_casino").version,
    )


# --- answers ---------------------------------------------------------------------------------------------


def legal(play: Play, chance: Random) -> Fact | None:
    """Return a random allowed answer, None if there is none (the game is over)."""
    open_ = [q for q in play.open if not isinstance(q, questions.Closed)]
    chance.shuffle(open_)
    if chance.random() < 0.98:  # naming the square instead of throwing is rare
        open_ = [q for q in open_ if q.topic != "land"]
    open_.sort(key=lambda q: not q.must and chance.random() < 0.5)
    for question in open_ * 6:
        fact = players.answer(question, chance)
        if fact is not None and play.refuse(fact) is None:
            return fact
    return None


# --- whole evenings --------------------------------------------------------------------------------------


def facts(start: GameStarted, chance: Random) -> Iterator[Fact]:
    """Yield the facts of an endless evening: poor players get gifts, and debts are handed over before each throw."""
    play = Play(start)
    number = 1
    while True:
        fact = next_fact(play, chance)
        told = [HandedOver(debts=tuple(d.parts), how="auto") for d in play.game.ledger.debts()]
        for each in [*(told if isinstance(fact, DiceThrown) else []), fact]:
            question, refusal = play.place(each)
            assert refusal is None, (each, refusal)
            if question is not None:
                each = replace(each, on=question.topic)
            number += 1
            play.apply(number, each)
            yield each


def next_fact(play: Play, chance: Random) -> Fact:
    """Return a random allowed answer, or a gift of the richest account to a player with less than 1 000."""
    game = play.game
    poor = next((s for s in game.playing() if game.balance(s) < 1000), "")
    rich = max([*game.playing(), "bank"], key=game.ledger.purse)
    fact = MoneyMoved(giver=rich, taker=poor, amount=2000) if poor and rich != poor else legal(play, chance)
    assert fact is not None, f"nothing to answer: {play.open}"
    return fact


def entries(number: int, seed: int = 1, **rules: Any) -> list[Entry]:
    """Return the first ``number`` entries of a random endless evening (``facts``)."""
    first = started(**rules)
    rows = [Entry(1, 0.0, first)]
    for fact in facts(first, Random(seed)):
        rows.append(Entry(len(rows) + 1, float(len(rows)), fact))
        if len(rows) == number:
            return rows
    raise AssertionError("an endless evening ended")


def kept_evening(journal: Journal, rows: list[Entry]) -> int:
    """Store an evening in a journal as if it had been played there; return its id."""
    assert isinstance(rows[0].fact, GameStarted)
    evening = journal.begin(rows[0].at, rows[0].fact)
    journal.append(evening, rows[1:])
    return evening


def play_on(at: Table, chance: Random, steps: int) -> None:
    """Submit ``steps`` random allowed answers, fewer if the game ends."""
    for _ in range(steps):
        evening = at.evening()
        assert evening is not None
        fact = legal(evening.play, chance)
        if fact is None:
            return
        assert at.submit(fact).ok


def play_until(at: Table, chance: Random, wanted: Callable[[Evening], bool], most: int = 400) -> None:
    """Submit random allowed answers until the evening satisfies ``wanted``."""
    for _ in range(most):
        evening = at.evening()
        assert evening is not None
        if wanted(evening):
            return
        play_on(at, chance, 1)
    raise AssertionError(f"not so after {most} answers")


def asked(at: Table, kind: type[questions.Question]) -> questions.Question | None:
    """Return the open question of this kind, if any."""
    evening = at.evening()
    assert evening is not None
    return next((q for q in evening.play.open if isinstance(q, kind)), None)


def state(evening: Evening) -> dict[str, Any]:
    """Return the state of an evening, equal for evenings that look the same to all players."""
    play, game = evening.play, evening.play.game
    return {
        "balances": dict(game.ledger.balances),
        "felt": {s: n for s, n in game.ledger.felt.items() if n},
        "owing": game.ledger.owing,
        "pieces": play.pieces.stocks,
        "counts": play.pieces.counts,
        "open": repr(play.open),
        "turn": (game.turn, game.phase, game.banker, game.order, game.level, game.outcome),
        "players": {s: repr(p) for s, p in game.players.items()},
        "house": game.house,
        "scene": repr(game.scene),
        "pawns": getattr(game, "pawns", None),
        "box": game.box_data(),
        "throws": play.throws,
        "misfits": evening.misfits,
    }
