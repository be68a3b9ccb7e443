"""The notation of an evening: readable, exact in both directions, and refused with the number of a wrong line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import evening_file, notation, transfer
from companion.errors import BadEvening
from companion.evening import Entry
from companion.facts import (
    Amended,
    BetPlaced,
    CardDrawn,
    DiceThrown,
    Die,
    Fact,
    GameStarted,
    HandedOver,
    HouseChanged,
    Inserted,
    Seat,
    Stood,
    Voided,
)
from companion.facts.codec import TYPES, as_kept
from companion.journal import Journal
from companion.schema import UNFIT
from tests.companion import evenings
from tests.rings import examples

OLD = Path(__file__).parents[1] / "evenings" / "old"
START = GameStarted(game="home_casino", seats=(Seat(id="A", name="Anna"), Seat(id="B", name="Ben")), house={}, box={})


def written(*facts: Fact) -> list[str]:
    """Return the lines of these facts after a start; fact ``n`` has the time ``n``, in seconds since 1970."""
    entries = [Entry(n, float(n), fact) for n, fact in enumerate((START, *facts), 1)]
    return notation.write(entries).splitlines()[-len(facts) :]


def back(*facts: Fact) -> list[Fact]:
    entries = [Entry(n, float(n), fact) for n, fact in enumerate((START, *facts), 1)]
    return [entry.fact for entry in notation.read(notation.write(entries).encode())[1:]]


def test_a_line_reads_as_a_person_would_say_it() -> None:
    bet = BetPlaced(seat="B", field="rouge", amount=100, on="bet")
    assert written(
        DiceThrown(seat="A", dice=(Die("d10", 7), Die("bicolour", "red", "white")), how="camera"),
        bet,
        Amended(target=3, fact=BetPlaced(seat="B", field="noir", amount=50), who="Ben", why="il s'est trompé"),
        Voided(target=2, who="@table"),
        HandedOver(debts=(("2.0", "A", "bank", 150),), moves=(("A", "bank", {50: 3}),), how="auto"),
    ) == [
        "2 00:00:02.0 A throws (d10:7 bicolour:red:white) how=camera",
        "3 00:00:03.0 B bets rouge 100 on=bet",
        '4 00:00:04.0 table amends 3 <B bets noir 50> who=Ben why="il s\'est trompé"',
        '5 00:00:05.0 table voids 2 who="@table"',
        '6 00:00:06.0 table hands_over (("2.0" A bank 150)) how=auto moves=((A bank {"50":3}))',
    ]


def test_every_type_of_fact_has_a_verb_of_its_own() -> None:
    assert set(TYPES) == set(notation.VERBS)
    assert len(set(notation.VERBS.values())) == len(notation.VERBS)
    assert all(notation.BARE.fullmatch(verb) for verb in notation.VERBS.values())


@pytest.mark.parametrize("file", sorted(OLD.glob("*.servi")), ids=lambda file: file.stem)
def test_whole_evenings_come_back_exactly(file: Path) -> None:
    """The files are evenings of five games, some of them with corrections."""
    entries, _ = evening_file.read(file.read_bytes())
    text = notation.write(entries)
    again, _ = evening_file.read(text.encode())
    assert [(e.number, e.at, e.fact) for e in again] == [(e.number, e.at, as_kept(e.fact)) for e in entries]
    assert notation.write(again) == text


LINES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20).filter(lambda text: not UNFIT.search(text))
ODD = ["true", "null", "a=b", "(x", ">", "7", "d6:4", "kind"]
KEYS = LINES | st.sampled_from(["kind", "value", "colour", "type"])
FREE = st.recursive(
    st.integers(-(10**9), 10**9) | LINES | st.sampled_from(ODD),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=8,
)


@examples(300)
@given(value=FREE, card=st.dictionaries(LINES, FREE, max_size=4), why=LINES, seat=LINES.filter(bool))
def test_any_value_comes_back_exactly(value: Any, card: dict[str, Any], why: str, seat: str) -> None:
    drawn = CardDrawn(seat=seat, deck=why, card=card, why=why, who=seat)
    facts = [HouseChanged(key=why, value=value), drawn, Inserted(target=2, fact=drawn, why=why)]
    assert back(*facts) == [as_kept(fact) for fact in facts]


@examples(300)
@given(at=st.floats(0, 1e11, exclude_max=True))
def test_every_time_comes_back_exactly(at: float) -> None:
    (entry,) = notation.read(notation.write([Entry(1, at, START)]).encode())
    assert entry.at == at


def test_comments_empty_lines_and_a_mark_of_bytes_are_passed_over() -> None:
    lines = notation.write([Entry(1, 5.0, START)]).splitlines()
    text = "\ufeff" + "\r\n".join([lines[0], "; our evening", "", *lines[1:], "  "])
    assert notation.read(text.encode())[0].fact == START


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("2 19:03 A stands", "a line is a number, a time such as 19:03:12.0"),
        ("3 19:03:12.0 A stands", "number 2 was expected"),
        ("2 19:03:12.0 A dances", "'dances' is no verb; the verbs are starts, throws"),
        ("2 19:03:12.0 A bets rouge", "'bets' needs field, amount: amount is missing"),
        ("2 19:03:12.0 A bets rouge many", "amount"),
        ("2 19:03:12.0 A stands now", "this is too much: now"),
        ("2 19:03:12.0 A stands odd=1", "odd"),
        ("2 19:03:12.0 A stands who=", "a value is missing at the end"),
        ("2 19:03:12.0 A voids 1", "'voids' belongs to no seat: write 'table voids'"),
        ("2 19:03:12.0 table amends 1 <A stands", "'>' is missing"),
        ("2 19:03:12.0 A throws (d6:4 d6:9)", "Ce dé n'existe pas"),
        ("2 19:03:12.0 A throws (d6:4", "')' is missing"),
        ("2 19:03:12.0 A throws " + "(" * 5000, ""),
        ("2 19:03:12.0 A throws " + "[" * 100_000, ""),
        ('2 19:03:12.0 A says "x', ""),
        ("2 19:03:12.0 A says )", "')' has no beginning"),
        ("2 99:99:99.0 A starts", "GameStarted"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(line: str, reason: str) -> None:
    text = notation.write([Entry(1, 5.0, START)]) + line + "\n"
    with pytest.raises(BadEvening) as why:
        notation.read(text.encode())
    if reason != "GameStarted":
        assert why.value.line == len(text.splitlines())
        assert reason in str(why.value)


def test_a_notation_that_was_cut_off_or_has_no_day_is_refused() -> None:
    lines = notation.write([Entry(1, 5.0, START), Entry(2, 6.0, Stood(seat="A"))]).splitlines()
    with pytest.raises(BadEvening, match="1 facts are here, 2 were written"):
        notation.read("\n".join(lines[:-1]).encode())
    with pytest.raises(BadEvening, match="the day is missing"):
        notation.read("\n".join(line for line in lines if not notation.DAY.fullmatch(line)).encode())
    with pytest.raises(BadEvening, match="line 1: "):
        notation.read(b"[servi-notation 9]\n")


@examples(200)
@given(text=st.text(max_size=200))
def test_nothing_but_a_refusal_comes_of_nonsense(text: str) -> None:
    with pytest.raises(BadEvening):
        evening_file.read(f"{notation.FIRST}\n2026-11-25\n{text}".encode("utf-8", "surrogatepass"))


def test_an_evening_goes_by_its_notation_to_another_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = evenings.table(tmp_path / "here")
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    assert transfer.main(["export", "1", str(first), "--notation"], tmp_path / "here") == 0
    assert transfer.main(["import", str(first)], tmp_path / "there") == 0
    assert transfer.main(["export", "1", str(second), "--notation"], tmp_path / "there") == 0
    assert first.read_bytes() == second.read_bytes()
    there = Journal(tmp_path / "there")
    assert [e.fact for e in there.entries(1)] == [e.fact for e in table.journal.entries(1)]
    there.close()
    table.close()
