"""The table: stale taps, levels, hand-overs, counts, boxes, and an unwritable journal."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.errors import BadBox, BadCommand, JournalError, ServiError
from companion.evening import Entry, Evening
from companion.facts import (
    Amended,
    BetPlaced,
    ChipsCounted,
    Counted,
    DiceThrown,
    Die,
    GameStarted,
    HandedOver,
    Landed,
    LevelSet,
    MoneyMoved,
    NumberGiven,
    OptionChosen,
    SeatJoined,
    Square,
    SquareCorrected,
    SquareNamed,
    SquareSkipped,
    StakePlaced,
    Voided,
    decode,
)
from companion.journal import Journal
from companion.questions import Bet, Close, Throw
from companion.swap import NAMES, PEOPLE
from companion.table import Table
from tests import pages
from tests.companion import evenings
from tests.companion.evenings import asked, setup, state
from tests.games.contracts import kept_file


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Yield a table with three seats; debts are handed over by a tap."""
    begun = evenings.table(tmp_path, house={"handover": "tap"})
    yield begun
    begun.close()


def evening(of: Table) -> Evening:
    told = of.evening()
    assert told is not None
    return told


def land(at: Table, kind: str, **more: Any) -> None:
    seat = evening(at).play.game.turn
    assert at.submit(Landed(seat=seat, square=Square(kind=kind, **more))).ok


def throw(seat: str, *faces: int) -> DiceThrown:
    return DiceThrown(seat=seat, dice=tuple(Die("d6", f) for f in faces))


def given_to(seat: str, amount: int = 25) -> MoneyMoved:
    return MoneyMoved(giver="bank", taker=seat, amount=amount)


def code(result: Any) -> str | None:
    return result.refusal.code if result.refusal else None


# --- stale taps ------------------------------------------------------------------------------------------


def test_bets_of_several_seats_at_once_are_not_stale(table: Table) -> None:
    land(table, "roulette")
    seen = evening(table).number
    for seat in "ABC":
        assert table.submit(BetPlaced(seat=seat, field="7", amount=25), seen=seen).ok


def test_a_double_tap_counts_once(table: Table) -> None:
    land(table, "roulette")
    seen = evening(table).number
    bet = BetPlaced(seat="A", field="7", amount=25)
    assert table.submit(bet, seen=seen).ok
    assert table.submit(BetPlaced(seat="B", field="7", amount=25), seen=seen).ok
    assert code(table.submit(bet, seen=seen)) == "STALE"
    assert evening(table).play.game.ledger.felt == {"A": 25, "B": 25}


def test_a_bet_that_saw_the_bets_still_open_is_stale(table: Table) -> None:
    land(table, "roulette")
    seen = evening(table).number
    close = asked(table, Close)
    assert close is not None
    assert table.submit({"type": "BetsClosed", "seat": close.seats[0]}, seen=seen).ok
    assert code(table.submit(BetPlaced(seat="C", field="7", amount=25), seen=seen, force=True)) == "STALE"


@pytest.mark.parametrize(
    "fact", [given_to("A"), ChipsCounted(account="A", chips={1000: 4}), LevelSet(level="compteur")])
def test_two_taps_of_one_thing_count_once(table: Table, fact: Any) -> None:
    seen = evening(table).number
    assert table.submit(fact, seen=seen).ok
    assert code(table.submit(fact, seen=seen)) == "STALE"


@pytest.mark.parametrize("seen", [0, -1, 99])
def test_a_number_that_nobody_can_have_seen_is_stale(table: Table, seen: int) -> None:
    for result in (table.submit(given_to("A"), seen=seen), table.undo_last(seen=seen), table.look(seen=seen),
                   table.hand_over("bank", "A", None, seen=seen)):
        assert code(result) in ("STALE", "NOTHING_OWED")
    assert evening(table).number == 1


def test_chips_handed_over_meanwhile_do_not_make_a_tap_stale(table: Table) -> None:
    table.submit(given_to("A"))
    seen = evening(table).number
    assert table.hand_over("bank", "A", 0, seen=seen).ok
    assert code(table.hand_over("bank", "A", 0, seen=seen)) == "NOTHING_OWED"
    assert table.submit(given_to("B"), seen=seen).ok


# --- levels ----------------------------------------------------------------------------------------------


def wrong_answers(at: Table) -> Iterator[tuple[str, Any]]:
    """Yield four facts that are refused at the start of a turn, each after the code of its refusal."""
    turn = evening(at).play.game.turn
    other = evening(at).play.game.after(turn)
    yield "NEED_2_DICE", throw(turn, 1, 2, 3)
    yield "NOT_YOUR_TURN", throw(other, 1, 2)
    yield "NOT_NOW", StakePlaced(seat=turn, amount=100)
    yield "NOT_ENOUGH_CHIPS", MoneyMoved(giver=turn, taker=other, amount=5000)


@pytest.mark.parametrize("nth", range(4))
def test_compteur_never_refuses_and_warns(table: Table, nth: int) -> None:
    table.submit(LevelSet(level="compteur"))
    expected, fact = list(wrong_answers(table))[nth]
    result = table.submit(fact)
    assert result.ok
    assert [w.code for w in result.warnings] == [expected]
    assert table.snapshot().around.warnings == result.warnings
    assert evening(table).entries[-1].fact.forced
    replayed(table)


@pytest.mark.parametrize("nth", range(4))
def test_arbitre_refuses_and_can_be_overruled(table: Table, nth: int) -> None:
    expected, fact = list(wrong_answers(table))[nth]
    before, view = state(evening(table)), pages.view(table)
    result = table.submit(fact)
    assert code(result) == expected
    assert result.refusal is not None
    assert result.refusal.overrulable
    assert pages.refusal(result, table)["text"]
    assert (state(evening(table)), pages.view(table)) == (before, view)
    assert table.submit(fact, force=True).ok
    assert evening(table).entries[-1].fact.forced
    replayed(table)


def test_what_the_box_does_not_hold_cannot_be_overruled(table: Table) -> None:
    for fact in (MoneyMoved(giver="A", taker="B", amount=1_000_000), throw("F", 1, 2)):
        before = state(evening(table))
        assert not table.submit(fact, force=True).ok
        assert state(evening(table)) == before


def test_who_sends_a_fact_cannot_call_it_forced(table: Table) -> None:
    turn = evening(table).play.game.turn
    assert code(table.submit(replace(throw(turn, 1, 2, 3), forced=True))) == "NEED_2_DICE"


def test_croupier_gives_the_answers_that_leave_no_choice(tmp_path: Path) -> None:
    table = evenings.table(tmp_path, seats=2, level="croupier", house={"handover": "tap"})
    land(table, "zanzibar")
    last = evening(table).entries[-1].fact
    assert (type(last).__name__, last.how) == ("OpponentChosen", "auto")
    assert table.undo_last().ok  # this undoes the square and its automatic consequences
    assert asked(table, Throw) is not None
    assert asked(table, Throw).topic == "move"  # type: ignore[union-attr]


def replayed(at: Table) -> None:
    """Check that a replay gives the same state, with all points of the box."""
    again = Evening(at.journal.entries(1))
    assert state(again) == state(evening(at))
    assert again.play.game.ledger.total() == evenings.BOX


# --- chips changing hands --------------------------------------------------------------------------------


def debts(at: Table) -> list[tuple[str, str, int]]:
    return [(d["from"], d["to"], d["amount"]) for d in pages.view(at)["debts"]]


def test_a_debt_is_handed_over_by_itself_at_the_next_throw(tmp_path: Path) -> None:
    table = evenings.table(tmp_path)
    land(table, "mafia")
    assert debts(table) == [("A", "pot", 500)]
    assert table.submit(throw(evening(table).play.game.turn, 1, 2)).ok
    handed = [e.fact for e in evening(table).entries if isinstance(e.fact, HandedOver)]
    assert [(h.how, h.moves) for h in handed] == [("auto", (("A", "pot", {500: 1}),))]
    assert pages.view(table)["accounts"]["pot"] >= 500
    assert evening(table).play.pieces.of("pot") == {500: 1}


def test_otherwise_offers_the_next_ways_and_the_chosen_one_is_believed(table: Table) -> None:
    land(table, "mafia")
    ways = pages.view(table)["debts"][0]["ways"]
    assert [w["hand"] for w in ways[:2]] == [{"500": 1}, {"100": 5}]
    assert len({json.dumps(w) for w in ways}) == len(ways)
    assert code(table.hand_over("A", "pot", len(ways))) == "NO_SUCH_WAY"
    assert code(table.hand_over("A", "pot", -1)) == "NO_SUCH_WAY"
    assert table.hand_over("A", "pot", 1).ok
    assert evening(table).play.pieces.of("pot") == {100: 5}
    assert debts(table) == []


def test_paid_no_matter_how_marks_the_chips_as_unknown_until_they_are_counted(table: Table) -> None:
    land(table, "mafia")
    assert table.hand_over("A", "pot", None).ok
    assert evening(table).play.pieces.of("A") is None
    assert evening(table).play.pieces.of("pot") is None
    seats = {s["id"]: s for s in pages.view(table)["seats"]}
    assert seats["A"]["chips"] is None
    assert seats["A"]["points"] == 3500
    table.submit(ChipsCounted(account="A", chips={1000: 2, 500: 3}))
    assert evening(table).play.pieces.of("A") == {1000: 2, 500: 3}
    assert pages.view(table)["counts"] == []


def test_who_is_short_of_small_chips_gets_change_proposed(table: Table) -> None:
    table.submit(ChipsCounted(account="A", chips={1000: 4}))
    table.submit(MoneyMoved(giver="A", taker="B", amount=25))
    (way,) = pages.view(table)["debts"][0]["ways"]
    assert way["back"] or way["exchange"]
    assert table.hand_over("A", "B", 0).ok
    pieces = evening(table).play.pieces
    assert sum(v * n for v, n in (pieces.of("A") or {}).items()) == 3975
    assert sum(v * n for v, n in (pieces.of("B") or {}).items()) == 4025


def test_two_debts_between_two_are_one_and_may_cancel_out(table: Table) -> None:
    table.submit(MoneyMoved(giver="A", taker="B", amount=100))
    table.submit(MoneyMoved(giver="B", taker="A", amount=75))
    assert debts(table) == [("A", "B", 25)]
    table.submit(MoneyMoved(giver="B", taker="A", amount=25))
    assert debts(table) == []
    assert code(table.hand_over("A", "B", None)) == "NOTHING_OWED"


def test_a_correction_after_a_hand_over_owes_exactly_the_difference(table: Table) -> None:
    land(table, "slot", amount=-150)
    assert table.hand_over("A", "pot", 0).ok
    amended = Amended(target=2, fact=Landed(seat="A", square=Square(kind="slot", amount=-200)))
    preview = pages.preview(table, amended)
    assert [(r["from"], r["to"], r["amount"]) for r in preview["hand_over"]] == [("A", "pot", 50)]
    table.submit(amended)
    assert debts(table) == [("A", "pot", 50)]
    assert table.hand_over("A", "pot", 0).ok
    table.submit(Voided(target=2))
    assert debts(table) == [("pot", "A", 200)]
    table.submit(Amended(target=2, fact=Landed(seat="A", square=Square(kind="slot", amount=100))))
    assert debts(table) == [("pot", "A", 200)]


def test_a_newcomer_takes_the_starting_pieces_his_pawn_and_his_casino(table: Table) -> None:
    """HC-SET-9 to 13, HC-SET-2: he does not get the two chips of 2 000 that make the same sum."""
    assert table.submit(SeatJoined(seat="G", name="Gil", colour="blanc", after="A")).ok
    (debt,) = pages.view(table)["debts"]
    assert debt["ways"][0]["hand"] == {"1000": 2, "500": 2, "100": 6, "50": 5, "25": 6}
    assert debt["ways"][1]["hand"] == {"2000": 2}
    text = pages.report(table)[-1]["text"].replace("\xa0", " ").replace("\u202f", " ")
    assert text.startswith("Gil arrive à la table : Gil prend 2 × 1 000, 2 × 500, 6 × 100, 5 × 50, 6 × 25 et le pion blanc")
    assert text.endswith(f"case {evening(table).play.game.pawns['G'] + 1}")
    assert table.hand_over("bank", "G", 0).ok
    assert evening(table).play.pieces.of("G") == {1000: 2, 500: 2, 100: 6, 50: 5, 25: 6}


def test_the_preview_of_a_correction_counts_what_is_still_open(table: Table) -> None:
    """Regression: the preview listed only the difference, and the table then asked for more."""
    table.submit(MoneyMoved(giver="bank", taker="A", amount=100))
    land(table, "slot", amount=-150)
    amended = Amended(target=3, fact=Landed(seat="A", square=Square(kind="slot", amount=-200)))
    preview = pages.preview(table, amended)
    assert [(r["from"], r["to"], r["amount"]) for r in preview["hand_over"]] == [("bank", "A", 100), ("A", "pot", 200)]
    table.submit(amended)
    assert debts(table) == [("bank", "A", 100), ("A", "pot", 200)]


def test_a_hand_over_that_nobody_confirmed_is_assumed_by_nobody(tmp_path: Path) -> None:
    """Regression: the report said that the next thrower had handed it over."""
    table = evenings.table(tmp_path, house={"handover": "next_throw"})
    land(table, "slot", amount=-150)
    seat = evening(table).play.game.turn
    assert table.submit(throw(seat, 1, 2), who="Bruno").ok
    (line,) = [line for line in pages.report(table) if line["type"] == "HandedOver"]
    assert (line["who"], line["how"]) == ("", "auto")
    assert line["text"].startswith("Tenu pour remis : ")
    assert table.submit(MoneyMoved(giver="B", taker="C", amount=25)).ok
    assert table.hand_over("B", "C", 0, who="Anna").ok
    (_, line) = [line for line in pages.report(table) if line["type"] == "HandedOver"]
    assert (line["who"], line["text"][:8]) == ("Anna", "Remis : ")


def test_a_hand_over_taken_back_is_owed_again(table: Table) -> None:
    land(table, "mafia")
    table.hand_over("A", "pot", 0)
    assert pages.view(table)["undo"]["number"] == evening(table).number
    table.undo_last()
    assert debts(table) == [("A", "pot", 500)]


def test_an_evening_in_which_nobody_taps_a_debt_can_be_closed_and_opened_again(tmp_path: Path) -> None:
    table = evenings.table(tmp_path, house={"handover": "tap"})
    table.journal.append(1, [Entry(n, 0.0, given_to("A")) for n in range(2, 503)])
    table.resume(1)
    assert table.hand_over("bank", "A", None).ok
    table.close()
    assert debts(Table(tmp_path)) == []


# --- counting --------------------------------------------------------------------------------------------


def test_a_counted_difference_is_shown_and_settled_by_a_visible_entry(table: Table) -> None:
    table.submit(ChipsCounted(account="A", chips={1000: 4, 25: 2}))
    assert pages.view(table)["counts"] == [{"account": "A", "counted": 4050, "expected": 4000}]
    table.submit(replace(given_to("A", 50), done=True, why="compté"))
    assert pages.view(table)["counts"] == []
    assert debts(table) == []
    assert table.history()[-1].recorded.why == "compté"
    replayed(table)


def test_a_page_that_began_to_count_before_the_last_fact_is_not_told_of(table: Table) -> None:
    """Regression: a late note of a second page said that somebody counts, after the count had been sent."""
    seen = table.snapshot().number
    table.begin_count("A", seen)
    assert pages.view(table)["counting"] == "A"
    table.submit(given_to("A", 50))
    table.begin_count("B", seen)
    assert pages.view(table)["counting"] is None


def test_a_count_knows_what_is_still_owed(table: Table) -> None:
    land(table, "mafia")
    table.submit(ChipsCounted(account="A", chips={1000: 4}))
    assert pages.view(table)["counts"] == []


def test_more_chips_than_the_box_holds_cannot_be_counted(table: Table) -> None:
    result = table.submit(ChipsCounted(account="A", chips={10000: 6}), force=True)
    assert code(result) == "MORE_CHIPS_THAN_THE_BOX"


# --- boxes -----------------------------------------------------------------------------------------------


def unknown_box(folder: Path) -> Table:
    """Return a table with an evening on an empty box, after the length and the casinos are entered."""
    table = evenings.table(folder, box="vide")
    table.submit(NumberGiven(seat="A", number=40))
    for seat, index in (("B", 7), ("C", 14)):
        assert table.submit(NumberGiven(seat=evening(table).play.open[0].seats[0], number=index)).ok, seat
    return table


def test_a_square_learnt_is_remembered_and_not_asked_again(tmp_path: Path) -> None:
    table = unknown_box(tmp_path)
    evenings.play_until(table, Random(3), lambda e: len(e.play.game.board.ring) > 12)
    learnt = evening(table).play.game.board.ring
    assert "Ma boîte" in [b["name"] for b in table.boxes.rows()]
    table.end_game()
    table.start(setup(box="Ma boîte"))
    assert evening(table).play.game.board.ring == learnt
    asked_for = set()
    for seed in range(40):
        evenings.play_on(table, Random(seed), 5)
        asked_for |= {q.index for q in evening(table).play.open if hasattr(q, "index")}
    assert not asked_for & set(learnt)


def test_a_square_corrected_later_is_remembered_as_corrected(tmp_path: Path) -> None:
    table = unknown_box(tmp_path)
    evenings.play_until(table, Random(3), lambda e: any(isinstance(x.fact, SquareNamed) for x in e.entries))
    told = evening(table).entries[-1]
    assert isinstance(told.fact, SquareNamed)
    index = evening(table).play.game.pawns[told.fact.seat]
    table.submit(Amended(target=told.number, fact=replace(told.fact, square=Square(kind="mafia"))))
    assert table.shelf.load("Ma boîte")["ring"]
    assert {"index": index, "kind": "mafia", "unsure": True} in table.shelf.load("Ma boîte")["ring"]
    table.undo_last()
    assert {"index": index, "kind": told.fact.square.kind} .items() <= next(
        r for r in table.shelf.load("Ma boîte")["ring"] if r["index"] == index).items()


def asked_for_a_square(folder: Path) -> tuple[Table, str]:
    table = unknown_box(folder)
    evenings.play_until(table, Random(3), lambda e: any(q.topic == "square" for q in e.play.open))
    return table, evening(table).play.open[0].seats[0]


def test_a_second_casino_of_a_colour_leaves_a_box_that_can_be_used(tmp_path: Path) -> None:
    """The page shows no notice, and the next evening can start with the box."""
    table, seat = asked_for_a_square(tmp_path)
    assert table.submit(SquareNamed(seat=seat, square=Square(kind="casino", colour="rouge"))).ok
    assert pages.view(table)["notice"] is None
    table.start(setup(box="Ma boîte"))


@pytest.mark.parametrize(("kind", "code"), [("casino", "SQUARE_NEEDS_COLOUR"), ("slot", "SQUARE_NEEDS_AMOUNT")])
def test_a_square_says_what_it_must(tmp_path: Path, kind: str, code: str) -> None:
    """A casino needs its colour and a slot machine its amount, both when asked and when corrected."""
    table, seat = asked_for_a_square(tmp_path)
    for fact in (SquareNamed(seat=seat, square=Square(kind=kind)), SquareCorrected(index=0, square=Square(kind=kind))):
        result = table.submit(fact, force=True)
        assert result.refusal is not None
        assert (result.refusal.code, result.refusal.overrulable) == (code, False)
        assert pages.refusal(result, table)["allowed"]


BAD_BOXES = {
    "no JSON": ("{", "ligne 1"),
    "no object": ("[]", "est un seul objet JSON"),
    "an odd square": ('{"ring": [{"kind": "pot"}, {"kind": "moon"}]}', "ring, case 1 : « kind » : au choix casino"),
    "a slot without amount": ('{"ring": [{"kind": "slot"}]}', "ring, case 0 : une machine à sous a sa somme"),
    "a square twice": ('{"length": 9, "ring": [{"kind": "pot", "index": 3}, {"kind": "pot", "index": 3}]}',
                       "ring, case 1 : index 3 y est deux fois"),
    "two casinos": ('{"length": 9, "ring": [{"kind": "casino", "colour": "rouge"}, {"kind": "casino", '
                    '"colour": "rouge"}]}', "ring, case 1 : il y a un second casino rouge"),
    "a card without price": ('{"acquisition": [{"name": "Bar", "buy": 30}]}', "acquisition, carte 0 : le prix d'achat est"),
    "an odd effect": ('{"jackpot": [{"name": "x", "effect": {"kind": "fly"}}]}', "jackpot, carte 0 : « kind » : au choix gain"),
    "odd chips": ('{"chips": {"x": 3}}', "« chips » est un nombre entier"),
    "a short ring": ('{"length": 3}', "length : un tour a de 7 à 200 cases"),
    "deep": ("[" * 200_000, "ce n'est pas le fichier d'une boîte"),
    "too large": (json.dumps({"x": "y" * 500_000}), "trop grand pour une boîte"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "reason"), BAD_BOXES.values(), ids=BAD_BOXES)
def test_a_bad_box_file_is_refused_with_place_and_reason(table: Table, text: str, reason: str) -> None:
    table.shelf.folder.mkdir(exist_ok=True)
    (table.shelf.folder / "Mienne.json").write_text(text, encoding="utf-8")
    before = state(evening(table))
    with pytest.raises(BadBox, match=reason.replace("(", r"\(")):
        table.start(setup(box="Mienne"))
    assert state(evening(table)) == before


def test_a_box_that_is_not_there_names_those_that_are(table: Table) -> None:
    table.shelf.save("Mienne", {})
    with pytest.raises(BadBox, match="Il n'y a pas de boîte « Autre ». Au choix : Mienne"):
        table.start(setup(box="Autre"))


def test_a_box_name_never_leaves_its_folder(table: Table) -> None:
    table.shelf.save("../../etc/passwd", {"a": 1})
    assert [f.parent for f in table.folder.rglob("*.json") if f.name not in (NAMES, PEOPLE)] == [table.folder / "boxes"]


# --- pictures --------------------------------------------------------------------------------------------

JPEG = b"\xff\xd8\xff\xe0" + bytes(range(256)) * 40


def test_pictures_are_erased_from_the_disk_and_the_facts_stay(table: Table) -> None:
    turn = evening(table).play.game.turn
    assert table.submit(throw(turn, 1, 2), picture=JPEG).ok
    number = evening(table).number
    before = state(evening(table))
    assert table.picture(number) == JPEG
    assert pages.view(table)["throw"]["picture"]
    assert table.erase_pictures().ok
    assert table.picture(number) is None
    assert not pages.view(table)["throw"]["picture"]
    assert state(evening(table)) == before
    assert JPEG[:200] not in b"".join(f.read_bytes() for f in table.folder.glob("servi.sqlite*"))


# --- evenings --------------------------------------------------------------------------------------------


def test_a_new_evening_leaves_the_old_one_in_the_journal_and_it_can_be_resumed(table: Table) -> None:
    land(table, "mafia")
    before = state(evening(table))
    table.start(setup(seats=2))
    assert [(k.id, k.closed) for k in table.journal.evenings()] == [(2, False), (1, True)]
    table.resume(1)
    assert state(evening(table)) == before
    assert [(k.id, k.closed) for k in table.journal.evenings()] == [(2, True), (1, False)]
    with pytest.raises(BadCommand):
        table.resume(99)
    assert state(evening(table)) == before


def test_what_cannot_be_read_back_is_not_written(table: Table) -> None:
    """A lone surrogate or a line break would make the evening unreadable."""
    before = state(evening(table))
    for bad in ("\ud800", "a\nb"):
        with pytest.raises(BadCommand):
            table.start({**setup(), "seats": [{"name": bad}, {"name": "B"}]})
        with pytest.raises(BadCommand):
            table.submit(given_to("A"), who=bad)
        with pytest.raises(BadCommand):
            table.undo_last(who=bad) if table.submit(given_to("B")).ok else None
        table.undo_last()
    assert state(evening(table))["balances"] == before["balances"]
    replayed(table)


def test_at_and_history_tell_the_past(table: Table) -> None:
    land(table, "mafia")
    land(table, "mafia")
    shown = table.at(2)
    assert shown is not None
    assert shown.accounts["pot"] == 500
    assert table.at(99) is None
    assert [row.number for row in table.history()] == [1, 2, 3]


def test_who_waits_is_woken_by_the_next_view(table: Table) -> None:
    seen, version = [], pages.view(table)["version"]
    waiting = threading.Thread(target=lambda: seen.append(table.wait(version, 10)))
    waiting.start()
    table.submit(given_to("A"))
    waiting.join(10)
    assert seen == [version + 1]


# --- a journal that cannot be written --------------------------------------------------------------------


class Full(Journal):
    """A journal whose ``full``-th next write fails, as on a full disk; 0: no write fails."""

    full = 0

    def append(self, *told: Any, **more: Any) -> Any:
        self.full -= 1
        if self.full == 0:
            raise JournalError("the journal cannot be written (disk full)")
        return super().append(*told, **more)


def test_nothing_happens_that_could_not_be_written(tmp_path: Path) -> None:
    table = Table(tmp_path, journal=Full(tmp_path))
    table.start(setup())
    before, view = state(evening(table)), pages.view(table)
    table.journal.full = 1  # type: ignore[attr-defined]
    with pytest.raises(JournalError):
        table.submit(given_to("A"))
    assert state(evening(table)) == before
    assert pages.view(table) == view
    assert table.submit(given_to("A")).ok
    replayed(table)


def test_what_was_written_is_shown_even_if_what_follows_by_itself_cannot_be(tmp_path: Path) -> None:
    table = Table(tmp_path, journal=Full(tmp_path))
    table.start(setup(seats=2, level="croupier"))
    table.journal.full = 2  # type: ignore[attr-defined]
    with pytest.raises(JournalError):
        land(table, "zanzibar")
    assert pages.view(table)["number"] == evening(table).number == 2
    replayed(table)


def test_a_fact_that_breaks_the_evening_is_taken_back(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    before = state(evening(table))
    whole = Evening.add

    def broken(self: Evening, entry: Entry) -> None:
        if isinstance(entry.fact, MoneyMoved):
            raise KeyError("boom")
        whole(self, entry)

    monkeypatch.setattr(Evening, "add", broken)
    with pytest.raises(ServiError, match="a été repris"):
        table.submit(given_to("A"))
    monkeypatch.undo()
    assert state(evening(table)) == before
    assert table.submit(given_to("A")).ok
    replayed(table)


def test_a_start_is_a_fact_of_its_own(table: Table) -> None:
    started = evening(table).entries[0].fact
    assert isinstance(started, GameStarted)
    for fact in (started, HandedOver(debts=())):
        with pytest.raises(BadCommand):
            table.submit(fact)
    assert asked(table, Bet) is None


def test_an_evening_without_dice_resumes_after_its_deals(tmp_path: Path) -> None:
    table = Table(tmp_path)
    people = [{"name": name, "age": 20 + at} for at, name in enumerate(("Anna", "Bruno", "Chloé"))]
    assert table.start({"game": "casino_pirate", "seats": people, "box": "exemple", "first": 0}).ok
    for fact in (OptionChosen(seat="A", option="deal"), StakePlaced(seat="B", amount=1), StakePlaced(seat="C", amount=1),
                 OptionChosen(seat="B", option="leader_wins"), OptionChosen(seat="C", option="better")):  # fmt: skip
        assert table.submit(fact).ok, fact
    table.close()
    again = Table(tmp_path)
    assert pages.view(again)["resumed"] == "Repris après la donne 1."
    again.close()


def test_a_deal_without_a_count_is_a_deal_too(tmp_path: Path) -> None:
    table = Table(tmp_path)
    people = [{"name": name, "age": 20 + at} for at, name in enumerate(("Anna", "Bruno", "Chloé"))]
    assert table.start({"game": "cassino", "seats": people, "first": 0}).ok
    rows = ({"cards": 30, "spades": 7, "aces": 2, "big": 1}, {"cards": 12, "spades": 3, "aces": 1, "little": 1},
            {"cards": 10, "spades": 3, "aces": 1})  # fmt: skip
    for fact in (Counted(seat="A", counts=dict(zip("ABC", rows, strict=True))), SquareSkipped()):
        assert table.submit(fact).ok, fact
    table.close()
    again = Table(tmp_path)
    assert pages.view(again)["resumed"] == "Repris après la donne 2."
    again.close()


def test_an_evening_that_is_over_does_not_say_that_it_goes_on(tmp_path: Path) -> None:
    _, *rows = (json.loads(line) for line in kept_file("cassino", "target").read_text("utf-8").splitlines())
    table = Table(tmp_path)
    entries = [Entry(number, 0.0, decode(row)) for number, row in enumerate(rows, 1)]
    assert table.resume(table.journal.bring_in(entries, {})).ok
    shown = pages.view(table)
    assert (shown["phase"], shown["resumed"]) == ("over", None)
    table.close()
