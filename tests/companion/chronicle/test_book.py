"""The golden book counts games, joins and forgets persons, and tells a few moments in one sentence each."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from companion.chronicle.book import NOTABLE, TOLD, Book, book, moments
from companion.chronicle.deeds import ALIKE, FAMOUS, THREE_ACES, WON, Deeds, Moment, Try, deeds
from companion.chronicle.outline import Outline, Seated, Won
from companion.chronicle.persons import Joined, Persons
from companion.evening import Entry, Evening
from companion.facts import DiceThrown, Die
from companion.language import speaking
from companion.telling import book as telling
from tests.companion.chronicle.past import GAMES, KEPT, recorded
from tests.games.tables import Evening as Played

ANNA, BEN, CLEO = (f"@{letter * 10}" for letter in "abc")
NAMES = {ANNA: "Anna", BEN: "Ben", CLEO: "Cléo"}
WHO = Persons(NAMES, {})
THEN = time.mktime((2025, 3, 14, 20, 0, 0, 0, 0, -1))
DAY = 86_400.0
EMPTY = Deeds((), ())


def outline(winner: str, *persons: str, at: float = THEN, game: str = "home_casino", **more: object) -> Outline:
    """Return the outline of an evening of these persons on seats A, B and so on, one of whom won."""
    seats = tuple(
        Seated("ABCDEF"[i], one, "rouge", 1000 + 500 * (one == winner), 1 + (one != winner), False, False)
        for i, one in enumerate(persons)
    )
    made = Outline(
        game, at, at + 3600, 1, False, True, 100, 40, 0, ("ABCDEF"[persons.index(winner)],), "target", seats, None, ()
    )
    return replace(made, **more)  # type: ignore[arg-type]


def moment(number: int, weight: float, person: str = ANNA, kind: str = WON, **more: object) -> Moment:
    made = Moment(number, number, kind, "A", person, 500, "roulette_won:7", "bank", 9.0, False, weight)
    return replace(made, **more)  # type: ignore[arg-type]


def opened(*evenings: Outline, told: dict[int, Deeds] | None = None, who: Persons = WHO, now: float = THEN) -> Book:
    return book(dict(enumerate(evenings, 1)), told or {}, who, now)


def test_players_are_counted_by_nights_games_and_wins() -> None:
    later = THEN + 3 * 3600  # 11 p.m.
    made = opened(
        outline(ANNA, ANNA, BEN), outline(ANNA, ANNA, BEN, at=later), outline(BEN, ANNA, BEN, at=later + 4 * 3600)
    )
    assert [(one.name, one.nights, one.games, one.wins) for one in made.players] == [("Anna", 1, 3, 2), ("Ben", 1, 3, 1)]
    assert (made.games, made.nights) == (3, 1)  # at three in the morning it is still that night


def test_who_gave_the_seat_to_another_has_played_but_not_won() -> None:
    made = opened(outline(ANNA, ANNA, BEN, before=(CLEO,)))
    assert [(one.name, one.games, one.wins) for one in made.players] == [("Anna", 1, 1), ("Ben", 1, 0), ("Cléo", 1, 0)]


def test_who_wins_against_whom_leaves_out_partners_and_unfinished_games() -> None:
    partners = outline(ANNA, ANNA, BEN, CLEO, winners=("A", "B"))
    unfinished = outline(ANNA, ANNA, BEN, winners=())
    made = opened(outline(ANNA, ANNA, BEN), partners, unfinished).rivalries
    assert (made[ANNA, BEN].wins, made[ANNA, BEN].games) == (1, 1)
    assert (made[CLEO, ANNA].wins, made[CLEO, ANNA].games) == (0, 1)
    assert (made[BEN, CLEO].wins, made[BEN, CLEO].games) == (1, 1)


def test_records_name_the_first_who_made_them() -> None:
    win = Won(5, 3, "A", ANNA, 900, "bank", "roulette_won:7", True)
    made = opened(
        outline(ANNA, ANNA, BEN, wins=(win,), pot=(700, 3)),
        outline(ANNA, ANNA, BEN, at=THEN + DAY, wins=(replace(win, person=BEN),), throws=55),
    ).records["home_casino"]
    told = {one.kind: (one.amount, one.names, one.evening) for one in made}
    assert told == {
        "win": (900, ("Anna",), 1),
        "points": (1500, ("Anna",), 1),
        "pot": (700, ("Anna", "Ben"), 1),
        "throws": (55, ("Anna", "Ben"), 2),
        "streak": (2, ("Anna",), 2),
    }


def test_a_drought_is_the_longest_row_without_the_famous_hand() -> None:
    rows = [Try(ANNA, made) for made in (False, False, True, False, False, False, True, False)]
    made = opened(outline(ANNA, ANNA, BEN), told={1: Deeds((), tuple(rows))}).droughts["home_casino"]
    assert [(one.name, one.tries, one.made, one.longest, one.now) for one in made] == [("Anna", 8, 2, 3, 1)]


def test_anniversaries_come_round_and_round_numbers_stay() -> None:
    year = time.mktime((2026, 3, 10, 12, 0, 0, 0, 0, -1))
    made = opened(*(outline(ANNA, ANNA, BEN, at=THEN + 10 * DAY * i) for i in range(10)), now=year).remembered
    assert [(one.evening, one.years, one.count) for one in made] == [(1, 1, 0), (10, 0, 10)]
    with speaking("fr"):
        assert telling.remembered(made[0]) == "Il y a 1 an, le 14 mars 2025 : Home Casino. Victoire : Anna."


def test_at_most_seven_moments_of_an_evening_are_told_and_none_of_a_forgotten_player() -> None:
    many = Deeds(tuple(moment(n, 20 - n, BEN if n == 2 else ANNA) for n in range(1, 15)), ())
    told = moments(1, outline(ANNA, ANNA, BEN), many, WHO)
    assert [one.moment.number for one in told] == [1, 2, 3, 4, 5, 6, 7]
    told = moments(1, outline(ANNA, ANNA, BEN), many, Persons({ANNA: "Anna"}, {}))
    assert [one.moment.number for one in told] == [1, 3, 4, 5, 6, 7, 8] and len(told) == TOLD


def test_usual_wins_are_not_told_beside_three() -> None:
    usual = Deeds(tuple(moment(n, 1.0) for n in range(1, 9)), ())
    assert len(moments(1, outline(ANNA, ANNA, BEN), usual, WHO)) == 3
    assert 1.0 < NOTABLE < 2.0


def test_a_famous_hand_is_told_by_its_name() -> None:
    told = telling.Told(1, THEN, "home_casino", "Anna", "Ben", moment(3, 5.0, kind=FAMOUS, one_in=36.0, amount=75))
    with speaking("fr"):
        assert telling.moment(told) == "Anna fait 421 (une chance sur 36 en jouant au mieux) et gagne 75 points."


def test_one_sort_of_win_leaves_room_for_others() -> None:
    file = next(one for one in KEPT if one.stem == "les_cases_si_no-playoff")
    sorts = [(one.kind, one.reason.partition(":")[0]) for one in deeds(_evening(file)).moments]
    assert max(sorts.count(one) for one in sorts) <= ALIKE


def test_the_unlikely_and_the_large_come_first() -> None:
    evening = Played("home_casino", "AB")
    entries = [Entry(number, 0.0, fact) for number, fact in enumerate((evening.start,), 1)]
    assert deeds(Evening(entries)) == EMPTY
    made = [one for file in KEPT if "home_casino" in file.name for one in deeds(_evening(file)).moments]
    numbers = [one for one in made if one.reason in [f"roulette_won:{n}" for n in range(1, 10)]]
    chances = [one for one in made if one.reason.startswith("roulette_won:") and one not in numbers]
    assert {one.one_in for one in numbers} <= {9.0} and {round(one.one_in, 2) for one in chances} <= {2.25}


def _evening(file: Path) -> Evening:
    return Evening(recorded(file, ("A", "B", "C", "D", "E", "F"), THEN))


def test_three_aces_are_one_throw_of_three_dice() -> None:
    aces, pair = (Die("d6", 1),) * 3, (Die("d6", 1),) * 2
    evening = Evening([Entry(1, 0.0, Played("home_casino", "AB").start)])
    evening.played = [Entry(at, 0.0, DiceThrown(seat="A", dice=dice)) for at, dice in ((2, pair), (3, aces))]
    assert [(one.kind, one.number, one.throw, one.one_in) for one in deeds(evening).moments] == [(THREE_ACES, 3, 2, 216)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_moment_and_record_of_every_game_is_a_sentence(game: str, language: str) -> None:
    with speaking(language):
        for file in (one for one in KEPT if one.name.startswith(game)):
            evening = _evening(file)
            for one in deeds(evening).moments:
                made = telling.Told(1, THEN, game, "Anna", "", one)
                assert telling.moment(made).startswith("Anna ") and telling.moment(made).endswith(".")
                assert "{" not in telling.moment(made) and "_" not in telling.moment(made)


# --- persons -------------------------------------------------------------------------------------------------------


@pytest.fixture
def joined(tmp_path: Path) -> Joined:
    return Joined(tmp_path)


def test_joined_names_are_one_person_until_they_are_separated(joined: Joined) -> None:
    joined.join([BEN], ANNA)
    who = Persons(NAMES, joined.all())
    made = opened(outline(ANNA, ANNA, CLEO), outline(BEN, BEN, CLEO), who=who)
    assert [(one.name, one.wins, one.also) for one in made.players] == [("Anna", 2, ((BEN, "Ben"),)), ("Cléo", 0, ())]
    joined.join([ANNA, BEN], CLEO)
    assert {Persons(NAMES, joined.all()).person(one) for one in NAMES} == {CLEO}
    joined.separate([BEN])
    assert [Persons(NAMES, joined.all()).person(one) for one in (ANNA, BEN, CLEO)] == [CLEO, BEN, CLEO]
    joined.separate([CLEO])
    assert joined.all() == {}


def test_without_the_first_name_the_others_stay_one_person(joined: Joined) -> None:
    joined.join([BEN, CLEO], ANNA)
    who = Persons({BEN: "Ben", CLEO: "Cléo"}, joined.all())
    assert (who.person(ANNA), who.person(BEN), who.person(CLEO)) == ("", BEN, BEN)
    assert who.ids(BEN) == [BEN, CLEO]


@pytest.mark.parametrize("content", ["", "[]", "{", '{"a": 1}'])
def test_an_unreadable_file_joins_nobody(joined: Joined, tmp_path: Path, content: str) -> None:
    (tmp_path / "joined.json").write_text(content, "utf-8")
    assert joined.all() == {}


def test_a_forgotten_person_is_nowhere_in_the_book() -> None:
    win = Won(5, 3, "A", ANNA, 900, "bank", "roulette_won:7", True)
    evenings = (outline(ANNA, ANNA, BEN, wins=(win,), pot=(5, 1)), outline(ANNA, ANNA, BEN, at=THEN + DAY))
    told = {1: Deeds((moment(5, 9), moment(6, 3, BEN, giver="A")), (Try(ANNA, False),))}
    made = opened(*evenings, told=told, who=Persons({BEN: "Ben"}, {}), now=THEN + 366 * DAY)
    assert "Anna" not in repr(made) and ANNA not in repr(made)
    assert made.games == 2 and [one.name for one in made.players] == ["Ben"] and not made.moments
