"""Export and import of an evening: complete, or refused with the line."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import packages, transfer
from companion.errors import BadEvening
from companion.evening import Evening
from companion.evening_file import LONGEST_LINE, MOST_FACTS
from companion.evening_file import read as read_export
from companion.facts import DiceThrown, MoneyMoved, canonical
from companion.journal import Journal
from tests import pages
from tests.companion import evenings
from tests.companion.evenings import legal, state
from tests.rings import examples
from tests.tools import ROOT
from web import replay

JPEG = b"\xff\xd8\xff\xe0" + bytes(range(256)) * 4


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journal]:
    """Yield a journal with one evening of some throws, two with photographs."""
    table = evenings.table(tmp_path_factory.mktemp("journal"))
    chance, pictures = Random(4), 2
    for _ in range(25):
        fact = legal(table.evening().play, chance)  # type: ignore[union-attr]
        assert fact is not None
        picture = JPEG if isinstance(fact, DiceThrown) and pictures else None
        pictures -= picture is not None
        table.submit(fact, picture=picture)
    table.undo_last(who="Anna")
    yield table.journal
    table.close()


@pytest.fixture(scope="module")
def exported(journal: Journal) -> bytes:
    return journal.export(1).encode()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Journal]:
    """Yield an empty journal."""
    elsewhere = Journal(tmp_path / "elsewhere")
    yield elsewhere
    elsewhere.close()


def refused(journal: Journal, data: bytes) -> str:
    """Return the sentence of the refusal, after a check that nothing was imported."""
    before = len(journal.evenings())
    with pytest.raises(BadEvening) as why:
        journal.bring_in(*read_export(data))
    assert len(journal.evenings()) == before
    assert str(why.value).startswith("line ")
    return str(why.value)


def signed(head: dict[str, Any], lines: list[str]) -> bytes:
    """Return these lines with a valid checksum in a file of version 1, as an attacker would write them."""
    rest = "".join(line + "\n" for line in lines).encode()
    told = {
        "format": "servi-evening",
        "version": 1,
        "game": "home_casino",
        "facts": len(lines),
        "sha256": hashlib.sha256(rest).hexdigest(),
        **head,
    }
    return json.dumps(told).encode() + b"\n" + rest


def test_an_evening_comes_back_as_it_was_with_its_pictures(journal: Journal, exported: bytes, other: Journal) -> None:
    evening = other.bring_in(*read_export(exported))
    assert other.entries(evening) == journal.entries(1)
    assert state(Evening(other.entries(evening))) == state(Evening(journal.entries(1)))
    photographed = [e.number for e in journal.entries(1) if e.picture]
    assert len(photographed) == 2
    assert all(other.picture(evening, n) == JPEG for n in photographed)
    assert other.export(evening).encode() == exported


def test_pictures_can_be_left_out(journal: Journal, other: Journal) -> None:
    text = journal.export(1, pictures=False)
    assert "picture" not in text
    evening = other.bring_in(*read_export(text.encode()))
    assert [e.fact for e in other.entries(evening)] == [e.fact for e in journal.entries(1)]
    assert not any(e.picture for e in other.entries(evening))


def test_a_tap_is_answered_while_an_evening_is_exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = evenings.table(tmp_path)
    facts = table.snapshot().number

    def slow(*_: object) -> None:
        tap = Thread(target=table.submit, args=(MoneyMoved(giver="bank", taker="A", amount=25),))
        tap.start()
        tap.join(20)
        assert not tap.is_alive()

    monkeypatch.setattr("companion.journal_reader.picture_in", slow)
    rows = table.export(1).splitlines()
    assert len(rows) == 1 + facts, "it holds the evening as it was"
    assert table.snapshot().number == 2 * facts
    table.close()


def test_the_head_tells_format_version_game_rules_and_checksum(exported: bytes) -> None:
    head, rest = exported.split(b"\n", 1)
    told = {
        "format": "servi-evening",
        "version": 2,
        "game": "home_casino",
        "rules": packages.rules_hash("home_casino"),
        "facts": rest.count(b"\n"),
    }
    digest = hashlib.sha256(canonical(told).encode() + b"\n" + rest).hexdigest()
    assert head.decode() == canonical(told | {"sha256": digest})


def test_a_file_of_version_1_is_read_and_written_anew(exported: bytes, other: Journal) -> None:
    evening = other.bring_in(*read_export(signed({}, rows(exported))))
    assert other.export(evening).encode() == exported


def test_an_imported_evening_waits_until_it_is_resumed(exported: bytes, tmp_path: Path) -> None:
    table = evenings.table(tmp_path)
    number = table.import_evening(exported)
    assert pages.view(table)["evening"] == 1
    table.resume(number)
    assert pages.view(table)["resumed"].startswith("Repris après le lancer ")
    table.close()


def test_the_table_plays_on_while_an_evening_is_read(
    exported: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = evenings.table(tmp_path)
    tapped = []

    def slow(data: bytes) -> Any:
        tap = Thread(target=lambda: tapped.append(table.undo_last().ok))
        tap.start()
        tap.join(10)
        return read_export(data)

    table.submit(legal(table.evening().play, Random(4)))  # type: ignore[union-attr, arg-type]
    monkeypatch.setattr("companion.evening_file.read", slow)
    table.import_evening(exported)
    assert tapped == [True]
    table.close()


def test_what_is_too_long_to_be_an_evening_is_refused(exported: bytes, empty: Journal) -> None:
    lines = exported.decode().splitlines()
    assert "too long" in refused(empty, signed({}, [lines[1], " " * LONGEST_LINE + lines[2]]))
    assert "at most" in refused(empty, signed({}, [lines[1]] * (MOST_FACTS + 1)))
    assert "no exported evening" in refused(empty, b" " * LONGEST_LINE + exported)


@examples(300)
@given(at=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
def test_any_flipped_bit_is_refused(exported: bytes, empty: Journal, at: float, bit: int) -> None:
    place = int(at * len(exported))
    data = bytearray(exported)
    data[place] ^= 1 << bit
    refused(empty, bytes(data))


@examples(200)
@given(at=st.integers(0, 150), bit=st.integers(0, 7))
def test_any_flipped_bit_of_the_head_is_refused(exported: bytes, empty: Journal, at: int, bit: int) -> None:
    data = bytearray(exported)
    data[at] ^= 1 << bit
    assert refused(empty, bytes(data)).startswith(("line 1:", "line 2:"))


@examples(100)
@given(chance=st.integers(0, 2**32).map(Random))
def test_lines_dropped_doubled_or_changed_about_are_refused(exported: bytes, empty: Journal, chance: Random) -> None:
    lines = exported.splitlines(keepends=True)
    a, b = chance.sample(range(1, len(lines)), 2)
    how = chance.randrange(4)
    if how == 0:
        del lines[a]
    elif how == 1:
        lines.insert(a, lines[b])
    elif how == 2:
        lines[a], lines[b] = lines[b], lines[a]
    else:
        del lines[a:]
    refused(empty, b"".join(lines))


@examples(100)
@given(data=st.binary(max_size=300))
def test_a_foreign_file_is_refused(empty: Journal, data: bytes) -> None:
    assert refused(empty, data).startswith("line 1: ")


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journal]:
    nothing = Journal(tmp_path_factory.mktemp("empty"))
    yield nothing
    assert nothing.evenings() == []
    nothing.close()


def rows(exported: bytes) -> list[str]:
    return exported.decode().splitlines()[1:]


def test_the_damaged_line_is_named(exported: bytes, empty: Journal) -> None:
    """The checksum is valid, so only the parser of the lines can detect the damage."""
    for at in range(len(rows(exported))):
        lines = rows(exported)
        lines[at] = lines[at].replace('"fact":{', '"fact":{"odd":1,', 1)
        assert refused(empty, signed({}, lines)).startswith(f"line {at + 2}: damaged (")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "damaged"),
        ("[]", "a line holds number, at, fact and picture"),
        ("[" * 100_000, "damaged"),
        ('{"number":2,"at":1,"fact":{"type":"Stood","seat":"A"},"more":1}', "a line holds number"),
        ('{"number":3,"at":1,"fact":{"type":"Stood","seat":"A"}}', "number 2 was expected"),
        ('{"number":true,"at":1,"fact":{"type":"Stood","seat":"A"}}', "number 2 was expected"),
        ('{"number":2,"at":NaN,"fact":{"type":"Stood","seat":"A"}}', "'at' must be seconds since 1970"),
        ('{"number":2,"at":true,"fact":{"type":"Stood","seat":"A"}}', "'at' must be seconds since 1970"),
        ('{"number":2,"at":1e300,"fact":{"type":"Stood","seat":"A"}}', "'at' must be seconds since 1970"),
        ('{"number":2,"at":1}', "damaged"),
        ('{"number":2,"at":1,"fact":{"type":"Cheated"}}', "Ce fait n'existe pas"),
        ('{"number":2,"at":1,"fact":{"type":"Stood","seat":"\\ud800"}}', "ne s'écrit pas"),
        ('{"number":2,"at":1,"fact":{"type":"Stood","seat":"A"},"picture":"%%%"}', "damaged"),
        ('{"number":2,"at":1,"fact":{"type":"Stood","seat":"A"},"picture":7}', "damaged"),
        ('{"number":2,"at":1,"fact":{"type":"Stood","seat":"A"},"picture":"AAAA"}', "the picture is no JPEG"),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_its_number(
    exported: bytes, empty: Journal, line: str, reason: str
) -> None:
    why = refused(empty, signed({}, [rows(exported)[0], line]))
    assert why.startswith("line 2:" if reason == "x" else "line 3:")
    assert reason in why


def test_a_second_start_and_a_missing_one_are_refused(exported: bytes, empty: Journal) -> None:
    first, second, *_ = rows(exported)
    assert refused(empty, signed({}, [first, first.replace('"number":1', '"number":2')])).startswith("line 3:")
    assert refused(empty, signed({}, [second.replace('"number":2', '"number":1')])).startswith("line 2:")
    assert refused(empty, signed({}, [])).startswith("line 2:")


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ({"version": 3}, "line 1: version 3 is not known here, only 1 and 2: update Servi"),
        ({"version": True}, "line 1:"),
        ({"format": "other"}, "line 1: this is no exported evening of Servi"),
        ({"game": "poker"}, "line 2: an evening begins with the fact GameStarted of its game"),
        ({"facts": 7}, "line 1: this line is damaged"),
        ({"more": 7}, "line 1: this line is damaged"),
        ({"rules": "0" * 64}, "line 1: this line is damaged"),
        ({"sha256": "0" * 64}, "line 1: the checksum does not fit"),
    ],
)
def test_an_odd_head_is_refused(exported: bytes, empty: Journal, head: dict[str, Any], reason: str) -> None:
    assert refused(empty, signed(head, rows(exported))).startswith(reason)


@pytest.mark.parametrize(
    "change",
    [
        {"house": {"luck": True}},
        {"box": {"length": 3}},
        {"seats": []},
        {"carried": {"chips": {"A": 4000}}},
        {"carried": {"out": ["Z"]}},
        {"carried": {"cards": {"A": [1]}}},
        {"seats": [{"id": "bank", "name": "x"}, {"id": "B", "name": "y"}]},
        {"seats": [{"id": "A", "name": "x"}, {"id": "A", "name": "y"}]},
    ],
)
def test_an_evening_that_cannot_be_played_is_refused(exported: bytes, empty: Journal, change: dict[str, Any]) -> None:
    row = json.loads(rows(exported)[0])
    row["fact"].update(change)
    assert refused(empty, signed({"game": row["fact"]["game"]}, [json.dumps(row)])).startswith("line 2:")


# --- the two verbs ---------------------------------------------------------------------------------------


def test_the_two_verbs(journal: Journal, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, there, file = journal.path.parent, tmp_path / "there", tmp_path / "evening.servi"
    assert transfer.main(["export", "1", str(file), "--data", str(here)], here) == 0
    assert "facts in" in capsys.readouterr().out
    assert transfer.main(["import", str(file), "--data", str(there)], here) == 0
    assert "Taken in as evening 1" in capsys.readouterr().out
    assert transfer.main(["export", "1", str(file), "--no-pictures", "--data", str(there)], here) == 0
    assert '"picture"' not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["export", "9", "x"], "there is no evening 9 in this journal: known are 1"),
        (["import", "missing"], "no such file or directory: choose another file"),
        (["import", "."], "is a directory: choose another file"),
        (["export", "1", "no/such/folder"], "no such file or directory: choose another file"),
    ],
)
def test_what_goes_wrong_is_one_sentence(
    journal: Journal,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    argv: list[str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert transfer.main(argv, journal.path.parent) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert sentence in told


def test_the_verbs_that_read_change_nothing_beside_a_table(
    journal: Journal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = journal.path.parent
    with journal.mirror.file(1).open("a") as mirror:
        mirror.write("half a line")  # as during a write; opening the journal would repair it
    before = content(here)
    assert transfer.main(["export", "1", str(tmp_path / "evening"), "--data", str(here)], here) == 0
    assert replay.main(["1", str(tmp_path / "evening.html"), "--no-pictures", "--data", str(here)], here, None) == 0
    assert content(here) == before


def content(folder: Path) -> dict[Path, bytes]:
    """Return all files of a data folder, except SQLite's shared memory, which holds its readers' positions."""
    files = (file for file in folder.rglob("*") if file.is_file() and not file.name.endswith("-shm"))
    return {file: file.read_bytes() for file in files}


def test_an_evening_is_not_imported_beside_a_table(
    journal: Journal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, file = tmp_path / "here", tmp_path / "evening"
    assert transfer.main(["export", "1", str(file)], journal.path.parent) == 0
    Journal(here).close()
    script = f"from companion.folders import *; open_alone(Path({str(here)!r})); print('open', flush=True); input()"
    holder = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with holder:
        assert holder.stdout is not None and holder.stdout.readline() == b"open\n"
        assert transfer.main(["import", str(file)], here) == 1
        assert "another Servi has the data folder" in capsys.readouterr().err
        holder.kill()
    assert transfer.main(["import", str(file)], here) == 0


@pytest.mark.parametrize("verb", [transfer.main, lambda argv, folder: replay.main(argv[1:], folder, None)])
def test_a_folder_without_evenings_stays_empty(
    verb: Callable[[list[str], Path], int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (empty := tmp_path / "empty").mkdir()
    assert verb(["export", "1", str(tmp_path / "evening")], empty) == 1
    assert "choose another folder with --data" in capsys.readouterr().err
    assert not [*empty.iterdir()]
