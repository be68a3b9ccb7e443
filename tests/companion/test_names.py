"""Names are readable, and no two names can be mistaken for each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.errors import BadCommand
from companion.facts import Amended, Inserted, SeatJoined, SeatTaken
from companion.names import like, mixes, tidy
from companion.refusal import Refusal
from companion.table import Table
from tests.companion.evenings import setup
from tests.companion.evenings import table as opened

SAME = {
    "zero width": "An\u200bna", "joiner": "A\u200dnna", "right to left": "\u202eAnna", "soft hyphen": "An\u00adna",
    "filler": "Anna\u3164", "braille blank": "\u2800Anna", "variation": "Anna\ufe0f", "wide": "Ａnna", "spaces": " Anna\u2003",
    "tag": "Anna\U000e0041", "language of marks": "Anna\u034f", "rare variation": "Anna\U000e0100",
}  # fmt: skip
ALIKE = {
    "case": "ANNA", "Cyrillic": "Аnnа", "Greek": "Αnna", "mathematical": "𝐀𝐧𝐧𝐚", "a sign": "A.n-n a", "a space": "An na",
    "Cherokee": "ᎪNNA", "Lisu": "ꓮꓠꓠꓮ", "small capitals": "ᴀɴɴᴀ", "Armenian": "Aոոa",
}  # fmt: skip
DISTINCT = [
    "Zoe",
    "Zoé",
    "Jean",
    "Jeanne",
    "Nguyễn",
    "李",
    "Ольга",
    "Ελένη",
    "🎲",
    "🎯",
    "O'Brien",
    "Anna-Lena",
    "Hanna",
    "Արամ",
    "ᏣᎳᎩ",
    "花子ちゃん",
    "マリーMarie",
    "김Min",
    "Kaʻiulani",
    "Zoë 🎲",
    "Оля & Tom",
    "Анна-Lena",
]
MIXED = ["Bruпo", "Аnna", "Nиna", "Léа", "Paυl", "Иvan", "Oльга", "Eлένη", "Tоm & Eve", "Aոna", "ᎪNNA", "KATRIN\u0430"]
"""Names in which some letters are of another alphabet."""


@pytest.mark.parametrize("name", SAME.values(), ids=SAME)
def test_what_nobody_can_see_is_left_out(name: str) -> None:
    assert tidy(name) == "Anna"


@pytest.mark.parametrize("name", [*SAME.values(), *ALIKE.values()], ids=[*SAME, *ALIKE])
def test_two_who_look_alike_cannot_sit_at_one_table(tmp_path: Path, name: str) -> None:
    form = setup(3)
    form["seats"][2]["name"] = name
    table = Table(tmp_path)
    with pytest.raises(BadCommand, match="ajouter une lettre"):
        table.start(form)
    table.start(setup(3))
    refused: list[Any] = [
        SeatJoined(seat="D", name=name), SeatTaken(seat="B", name=name), Inserted(target=2, fact=SeatTaken(seat="B", name=name)),
    ]  # fmt: skip
    for fact in refused:
        done = table.submit(fact, force=True)
        assert not done.ok and done.refusal is not None and done.refusal.code == "NAME_ALIKE"
        assert done.refusal.detail == {"other": "A"}
        seen = table.preview(fact)
        assert not isinstance(seen, Refusal) and seen.refusal == done.refusal, "the preview says it before"
    own = table.submit(SeatTaken(seat="A", name=name))
    assert own.ok != mixes(name), "one may write one's own name another way, in one alphabet"
    table.close()


def test_real_names_stay_as_they_are_and_apart() -> None:
    assert [tidy(name) for name in DISTINCT] == DISTINCT
    assert not any(mixes(name) for name in DISTINCT)
    for name in DISTINCT:
        assert like(name, [one for one in DISTINCT if one != name]) is None
    assert tidy("Z" + "\u0301" * 40) == "Ź\u0301\u0301"
    assert len(tidy("ﷺ" * 30)) <= 30


@pytest.mark.parametrize("name", MIXED)
def test_a_word_of_two_alphabets_that_look_alike_is_refused_even_if_nobody_has_that_name(
    tmp_path: Path, name: str
) -> None:
    form = setup(3)
    for row, own in zip(form["seats"], ("Iris", "Karl", name), strict=True):
        row["name"] = own
    table = Table(tmp_path)
    with pytest.raises(BadCommand, match="deux alphabets"):
        table.start(form)
    form["seats"][2]["name"] = "Hugo"
    table.start(form)
    for fact in (SeatJoined(seat="D", name=name), Inserted(target=2, fact=SeatTaken(seat="B", name=name))):
        done = table.submit(fact, force=True)
        assert not done.ok and done.refusal is not None and done.refusal.code == "NAME_MIXED"
    table.close()


def test_a_guest_gets_a_name_that_is_read(tmp_path: Path) -> None:
    table = opened(tmp_path)
    with pytest.raises(BadCommand, match="un nom qui se lit"):
        table.submit(SeatJoined(seat="D", name="\u200b \u3164"))
    with pytest.raises(BadCommand, match="un nom qui se lit"):
        table.preview(SeatJoined(seat="D", name="\u200b \u3164"))
    assert table.submit(SeatJoined(seat="D", name="Zoe\u0301\u200b")).ok
    assert table.submit(Amended(target=table.snapshot().number, fact=SeatJoined(seat="D", name="Zo\u200be"))).ok
    assert table.snapshot().seat("D").name == "Zoe"  # type: ignore[union-attr]
    table.close()
