"""The chronicle equals a fresh computation from the journal after every correction, and forgets what was deleted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chronicle.chronicle import KINDS, Chronicle
from companion.chronicle.outline import OUTLINE, Outline
from companion.chronicle.thrown import THROWN, Read, Thrown
from companion.facts import Amended, DiceThrown, Die, Inserted, Restored, SeatTaken, Voided
from companion.game.library import game_class
from companion.journal import Journal
from companion.money.ledger import SCOREBOARD
from companion.name_table import ID
from companion.packages import names
from companion.table import Table
from tests.companion import evenings
from tests.rings import examples

JPEG = b"\xff\xd8 a photograph"
WHILE = 60
"""Maximum wait, in seconds, until everything is computed."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Yield a table with an evening of some throws."""
    table = evenings.table(tmp_path)
    evenings.play_on(table, Random(1), 30)
    yield table
    table.close()


def outline(table: Table) -> Outline:
    """Return the outline of the evening in play."""
    found = table.chronicle.all(OUTLINE, WHILE)
    assert not found.missing
    return found.evenings[table.playing]


def throws(table: Table) -> tuple[Thrown, ...]:
    found = table.chronicle.one(THROWN, table.playing)
    assert found is not None
    return found


def throw(table: Table, chance: Random, **how: object) -> DiceThrown:
    """Play until a throw is due; submit the throw and return it."""
    for _ in range(100):
        evening = table.evening()
        assert evening is not None
        fact = evenings.legal(evening.play, chance)
        assert fact is not None
        thrown = isinstance(fact, DiceThrown)
        assert table.submit(fact, **(how if thrown else {})).ok  # type: ignore[arg-type]
        if isinstance(fact, DiceThrown):
            return fact
    raise AssertionError("nobody throws")


def corrected(table: Table, chance: Random) -> None:
    """Submit a random correction of a random fact; the table may refuse it."""
    evening = table.evening()
    assert evening is not None
    target = chance.randint(2, max(2, evening.number))
    fact = evening.entry(target)
    old = fact.fact if fact else None
    kind = chance.choice(("void", "restore", "amend", "insert"))
    if kind == "amend" and isinstance(old, DiceThrown) and old.dice:
        dice = tuple(Die(d.kind, chance.choice((1, 2, 3)) if d.kind == "d6" else d.value, d.colour) for d in old.dice)
        table.submit(Amended(target=target, fact=DiceThrown(seat=old.seat, dice=dice, kept=old.kept)))
    elif kind == "insert" and isinstance(old, DiceThrown):
        table.submit(Inserted(target=target, fact=old))
    else:
        table.submit(Restored(target=target) if kind == "restore" else Voided(target=target))


def fresh(folder: Path) -> tuple[dict[int, Outline], dict[int, tuple[Thrown, ...]]]:
    """Delete the stored results; return the outlines and throws that a new chronicle computes, by evening."""
    for file in (folder / "chronicle").iterdir():
        file.unlink()
    journal = Journal(folder)
    chronicle = Chronicle(journal)
    found = dict(chronicle.all(OUTLINE, WHILE).evenings), dict(chronicle.all(THROWN, WHILE).evenings)
    chronicle.close()
    journal.close()
    return found


@given(st.sampled_from(names()), st.integers(0, 2**32))
@examples(15)
def test_after_corrections_it_equals_a_fresh_computation(
    tmp_path_factory: pytest.TempPathFactory, game: str, seed: int
) -> None:
    chance, folder = Random(seed), tmp_path_factory.mktemp("data")
    table = Table(folder)
    seats = max(3, game_class(game).players_allowed[0])
    assert table.start(evenings.setup(seats, game=game, target=None, box="exemple")).ok
    for _ in range(4):
        evenings.play_on(table, chance, chance.randint(1, 25))
        told = outline(table)  # store a result now, which must not be used for a later state
        corrected(table, chance)
    told, thrown, evening = outline(table), throws(table), table.evening()
    assert evening is not None
    played = evening.play.game
    assert told.facts == evening.number
    assert {one.seat: one.points for one in told.seats} == {seat: played.balance(seat) for seat in played.players}
    assert [(one.number, one.dice) for one in thrown if not one.voided] == [
        (one.number, one.fact.dice) for one in evening.played if isinstance(one.fact, DiceThrown)
    ]
    kept = {kind.name: table.chronicle.one(kind, table.playing) for kind in KINDS}
    assert all(kind.read(json.loads(json.dumps(kind.write(kept[kind.name])))) == kept[kind.name] for kind in KINDS)
    table.close()
    assert fresh(folder) == ({1: told}, {1: thrown})


def test_it_holds_ids_and_never_names(table: Table) -> None:
    assert table.submit(SeatTaken(seat="C", name="Zoé"), who="Anna").ok
    evenings.play_on(table, Random(2), 10)
    assert all(ID.fullmatch(one.person) for one in outline(table).seats)
    assert len({one.person for one in outline(table).seats}) == 3
    kept = b"".join(file.read_bytes() for file in (table.folder / "chronicle").iterdir())
    assert kept and not any(name.encode() in kept for name in ("Anna", "Ben", "Chloé", "Zoé"))


def test_who_sat_there_is_who_threw(table: Table) -> None:
    before = {one.seat: one.person for one in outline(table).seats}
    assert table.submit(SeatTaken(seat="A", name="Zoé")).ok
    after = {one.seat: one.person for one in outline(table).seats}
    assert before["A"] != after["A"] and before["B"] == after["B"]
    assert {one.person for one in throws(table) if one.seat == "A"} <= {before["A"]}


def test_a_throw_says_how_it_was_read(table: Table) -> None:
    chance = Random(3)
    throw(table, chance, how="camera", picture=JPEG)
    assert (throws(table)[-1].read, throws(table)[-1].picture) == (Read.CERTAIN, True)
    throw(table, chance, picture=JPEG)
    assert throws(table)[-1].read is Read.CONFIRMED
    throw(table, chance)
    assert throws(table)[-1].read is Read.TAPPED
    fact = throw(table, chance, how="camera")
    number = throws(table)[-1].number
    dice = tuple(Die(d.kind, 7 - int(d.value), d.colour) if d.kind == "d6" else d for d in fact.dice)
    if dice != fact.dice:
        table.submit(Amended(target=number, fact=DiceThrown(seat=fact.seat, dice=dice, kept=fact.kept)))
        found = next(one for one in throws(table) if one.number == number)
        assert (found.read, found.first, found.first_read) == (Read.CORRECTED, fact.dice, Read.CERTAIN)
    assert table.submit(Voided(target=number)).ok
    assert [one.number for one in throws(table) if one.voided] == [number]


def test_a_simulated_evening_says_so(tmp_path: Path) -> None:
    table = Table(tmp_path, only_simulated=True)
    assert table.start(evenings.setup()).ok
    throw(table, Random(4))
    assert outline(table).simulated and throws(table)[-1].read is Read.SIMULATED
    table.close()


def test_erased_photographs_are_out_of_it(table: Table) -> None:
    throw(table, Random(5), picture=JPEG)
    assert throws(table)[-1].picture
    assert table.erase_pictures().ok
    assert not any(one.picture for one in throws(table))


def test_a_deleted_evening_is_deleted_here(table: Table) -> None:
    first = table.playing
    outline(table)
    assert table.start(evenings.setup()).ok
    assert table.delete_evening(first).ok
    assert table.chronicle.one(OUTLINE, first) is None
    assert not list((table.folder / "chronicle").glob(f"{first}.*"))


def test_files_without_their_evening_are_deleted(table: Table) -> None:
    outline(table)
    (table.folder / "chronicle" / "77.outline.json").write_text("[]\n[]\n", encoding="utf-8")
    again = Chronicle(table.journal)
    again.all(OUTLINE, WHILE)
    again.close()
    assert {file.name.split(".")[0] for file in (table.folder / "chronicle").iterdir()} == {str(table.playing)}


@pytest.mark.parametrize("spoilt", ["", "[1]\n", "{}\n{}\n", "nonsense"])
def test_a_damaged_file_is_computed_anew(table: Table, spoilt: str) -> None:
    told = outline(table)
    for file in (table.folder / "chronicle").iterdir():
        file.write_text(spoilt or file.read_text("utf-8")[:-20], encoding="utf-8")
    again = Chronicle(table.journal)
    assert again.all(OUTLINE, WHILE).evenings == {table.playing: told}
    again.close()


def test_it_is_computed_without_the_lock_of_the_table(table: Table) -> None:
    with table._changed:  # this thread holds the lock; the chronicle computes in another
        assert table.chronicle.all(OUTLINE, WHILE).missing == 0


def test_only_what_changed_is_replayed(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    outline(table)
    assert table.start(evenings.setup()).ok
    replayed: list[int] = []
    make = Chronicle._make
    monkeypatch.setattr(Chronicle, "_make", lambda self, evening, head: (replayed.append(evening), make(self, evening, head))[1])
    table.chronicle.all(OUTLINE, WHILE)
    assert replayed == [2]
    again = Chronicle(table.journal)
    assert len(again.all(OUTLINE, WHILE).evenings) == 2
    again.close()
    assert replayed == [2]


def test_an_evening_that_cannot_be_replayed_is_left_out(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise KeyError("a rule that this fact breaks")

    outline(table)
    assert table.start(evenings.setup()).ok
    monkeypatch.setattr("companion.chronicle.chronicle.Evening", broken)
    assert table.chronicle.one(OUTLINE, 2) is None
    found = table.chronicle.all(OUTLINE, WHILE)
    assert list(found.evenings) == [1] and not found.missing


def test_without_its_game_an_evening_is_only_in_memory(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    import companion.play
    from companion.game.library import _stand_in

    monkeypatch.setattr(companion.play, "reading_class", lambda name, distribution="": _stand_in(name, distribution))
    assert not outline(table).here
    assert not list((table.folder / "chronicle").glob("*.json"))


def test_points_of_the_scoreboard_are_nobody_s_win(table: Table) -> None:
    assert all(win.seat != SCOREBOARD and win.amount > 0 for win in outline(table).wins)
    amounts = [win.amount for win in outline(table).wins]
    assert amounts == sorted(amounts, reverse=True)
