"""Crops are stored completely or not at all, within limits, and separately for each box and camera."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from companion import disk
from companion.dice import DieKind, ReadDie
from companion.eye import Verdict
from vision.learning import folders, store
from vision.learning.folders import drop_oldest, erase
from vision.learning.store import Seen, Store, encoded

BEGAN = "1764000000.000"


def seen(values: tuple[int, ...] = (4,), box: str = "exemple", camera: str = "camera") -> Seen:
    dice = tuple(ReadDie(DieKind.D6, v, "white", (10, 10, 40, 40), 0.9, ((v, 0.9),)) for v in values)
    return Seen(camera, box, "", dice, tuple(encoded(np.full((128, 128, 3), 20 * v, np.uint8)) for v in values))


def verdict(*values: int, touched: bool = True) -> Verdict:
    return Verdict(tuple(("d6", v) for v in values), touched)


@pytest.fixture
def kept(tmp_path: Path) -> Store:
    return Store(tmp_path, "exemple", "camera")


def test_a_label_is_what_the_table_says_now(kept: Store) -> None:
    kept.keep(f"{BEGAN}-7", seen((4, 2)))
    assert list(kept.labelled()) == []
    kept.judge({f"{BEGAN}-7": verdict(4, 2, touched=False)})
    assert [(touched, label) for _, touched, label, _ in kept.labelled()] == [(False, ("d6", 4)), (False, ("d6", 2))]
    kept.judge({f"{BEGAN}-7": verdict(4)})
    assert [(touched, label[0]) for _, touched, label, _ in kept.labelled()] == [(True, "d6"), (True, "none")]
    kept.judge({})
    assert list(kept.labelled()) == []


def test_a_power_cut_while_saving_leaves_what_was_there(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.keep(f"{BEGAN}-7", seen())
    kept.judge({f"{BEGAN}-7": verdict(4)})

    def cut(part: Path, file: Path) -> None:
        os.truncate(part, part.stat().st_size // 2)
        raise OSError("power cut")

    monkeypatch.setattr(disk, "put_in_place", cut)
    for write in (lambda: kept.keep(f"{BEGAN}-8", seen()), lambda: kept.judge({})):
        with pytest.raises(OSError, match="power cut"):
            write()
    assert kept.throws() == [f"{BEGAN}-7"]
    assert [label for *_, label, _ in kept.labelled()] == [("d6", 4)]


@pytest.mark.parametrize("damage", [b"", b"PK" + bytes(60), None])
def test_damaged_files_teach_nothing(kept: Store, damage: bytes | None) -> None:
    kept.keep(f"{BEGAN}-7", seen())
    kept.keep(f"{BEGAN}-8", seen())
    kept.judge({f"{BEGAN}-{n}": verdict(4) for n in (7, 8)})
    file = kept.folder / f"{BEGAN}-7.throw"
    file.write_bytes(file.read_bytes()[:100] if damage is None else damage)
    assert [throw for throw, *_ in kept.labelled()] == [f"{BEGAN}-8"]
    (kept.folder / folders.LABELS).write_bytes(b'{"x": 3')
    assert list(kept.labelled()) == []


def test_the_number_of_throws_is_bounded_and_rare_faces_stay(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST", 12)
    verdicts = {}
    for number in range(40):
        name = f"{BEGAN}-{number}"
        verdicts[name] = verdict(6) if number == 3 else verdict(1, touched=number % 4 == 0)
        kept.keep(name, seen((6,) if number == 3 else (1,)))
        kept.judge({n: v for n, v in verdicts.items() if n in kept.throws()})
    assert len(kept.throws()) == 12
    assert f"{BEGAN}-3" in kept.throws() and f"{BEGAN}-39" in kept.throws()
    assert sum(v.touched for n, v in kept.verdicts().items() if n in kept.throws()) >= 10
    assert sum(f.stat().st_size for f in kept.folder.iterdir()) < 12 * 20_000


def test_boxes_and_cameras_are_bounded_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "PLACES", 2)
    for age, box in enumerate(("old", "middle", "new")):
        one = Store(tmp_path, box, "camera")
        one.keep(f"{BEGAN}-1", seen(box=box))
        os.utime(one.folder, (age, age))
    drop_oldest(tmp_path)
    assert [Store(tmp_path, box, "camera").throws() != [] for box in ("old", "middle", "new")] == [False, True, True]


def test_an_evening_s_pictures_are_erased_from_every_box(tmp_path: Path) -> None:
    for box in ("exemple", "../salon"):
        Store(tmp_path, box, "phone").keep(f"{BEGAN}-1", seen(box=box))
        Store(tmp_path, box, "phone").keep("1764009999.000-1", seen(box=box))
    erase(tmp_path, BEGAN)
    assert [Store(tmp_path, box, "phone").throws() for box in ("exemple", "../salon")] == [["1764009999.000-1"]] * 2
    assert sorted(p.name for p in tmp_path.iterdir()) == [folders.FOLDER]


@pytest.mark.parametrize(("one", "other"), [("Chez nous !", "Chez nous ?"), ("A/B", "A_B"), ("x" * 70, "x" * 71), ("", "-")])
def test_two_boxes_never_share_a_folder(one: str, other: str, tmp_path: Path) -> None:
    """Regression: names that differ only in punctuation, or only after 60 letters, shared what was learnt."""
    places = [Store(tmp_path, name, "camera").folder for name in (one, other)]
    assert places[0] != places[1]
    assert all(place.parent.parent == tmp_path / folders.FOLDER for place in places)
