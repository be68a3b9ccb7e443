"""The livre d'or: the results of all evenings together. Servi computes it from projections and does not store it."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from companion.chronicle.deeds import THREE_ACES, Deeds, Moment
from companion.chronicle.outline import Outline
from companion.chronicle.persons import Persons
from companion.record import record

TOLD = 7
"""Maximum number of moments shown, for one evening or for the whole book."""
ALWAYS = 3
"""Number of moments shown even if their weight is below ``NOTABLE``."""
NOTABLE = 1.5
"""Minimum weight of further moments, in bits; a win of the usual size and unknown odds has 1."""
RIVALS = 6
"""Maximum number of players in the table of rivalries."""
PHOTOGRAPHS = 6
"""Maximum number of photographs of three aces."""
ROUND = (1, 10, 25, 50, *range(100, 10_000, 100))
"""Round numbers: the book mentions the game with this number."""
AHEAD = 7
"""Days ahead, today included, in which an anniversary is shown."""
FEASTS = 3
"""Maximum number of anniversaries shown, the next first."""
DAY_BEGINS = 6 * 3600
"""Seconds after midnight at which a night of play ends."""


@record()
class Player:
    """A person across evenings: nights and games played, games won, and the other names joined with this one."""

    person: str
    name: str
    also: tuple[tuple[str, str], ...]
    nights: int
    games: int
    wins: int


@record()
class Rivalry:
    """Games of two persons against each other, and the number that the first one won."""

    wins: int
    games: int


@record()
class Best:
    """A record of a game: ``kind`` is win, points, pot, throws or streak; ``names`` are its holders."""

    kind: str
    amount: int
    names: tuple[str, ...]
    evening: int
    at: float
    number: int = 0
    picture: bool = False


@record()
class Drought:
    """A person's tries at the famous hand of a game: number, successes, longest and current row of failures."""

    name: str
    tries: int
    made: int
    longest: int
    now: int


@record()
class Told:
    """A moment with its evening and the name of its player."""

    evening: int
    at: float
    game: str
    name: str
    giver: str
    moment: Moment


@record()
class Remembered:
    """A game to mention today: played ``years`` ago around this date, or the ``count``th of all games."""

    evening: int
    at: float
    game: str
    names: tuple[str, ...]
    years: int = 0
    count: int = 0


@record()
class Page:
    """One evening in the list: the winners' names (none before the end), and the names of all known players."""

    evening: int
    at: float
    game: str
    names: tuple[str, ...]
    players: tuple[str, ...]
    throws: int
    told: int


@record()
class Book:
    """The livre d'or. ``rivalries`` by pair of persons; records and droughts by game; evenings the newest first."""

    games: int
    nights: int
    first: float
    players: tuple[Player, ...]
    rivals: tuple[Player, ...]
    rivalries: Mapping[tuple[str, str], Rivalry]
    records: Mapping[str, tuple[Best, ...]]
    droughts: Mapping[str, tuple[Drought, ...]]
    aces: tuple[Told, ...]
    number_of_aces: int
    moments: tuple[Told, ...]
    remembered: tuple[Remembered, ...]
    evenings: tuple[Page, ...]
    without_dice: tuple[str, ...]


def book(outlines: Mapping[int, Outline], deeds: Mapping[int, Deeds], persons: Persons, now: float) -> Book:
    """Return the book of these evenings, all real or all simulated, with the present names of the persons."""
    evenings = {
        evening: outlines[evening] for evening in sorted(outlines, key=lambda one: (outlines[one].started, one))
    }
    players = _players(evenings, persons)
    told = [one for evening in evenings for one in _told(evening, evenings[evening], deeds.get(evening), persons)]
    aces = [one for one in told if one.moment.kind == THREE_ACES]
    rivals = players[:RIVALS]
    dice = Counter[str]()
    for one in evenings.values():
        dice[one.game] += one.throws
    return Book(
        games=len(evenings),
        nights=len({night(one.started) for one in evenings.values()}),
        first=min((one.started for one in evenings.values()), default=0.0),
        players=players,
        rivals=rivals,
        rivalries=_rivalries(evenings, persons, {one.person for one in rivals}),
        records=_records(evenings, persons),
        droughts=_droughts(evenings, deeds, persons),
        aces=tuple(one for one in reversed(aces) if one.moment.picture)[:PHOTOGRAPHS],
        number_of_aces=len(aces),
        moments=_best(told),
        remembered=_remembered(evenings, persons, now),
        evenings=tuple(_page(evening, one, deeds.get(evening), persons) for evening, one in reversed(evenings.items())),
        without_dice=tuple(game for game, throws in dice.items() if not throws),
    )


def moments(evening: int, outline: Outline, deeds: Deeds | None, persons: Persons) -> tuple[Told, ...]:
    """Return the moments of an evening to show, in the order in which they happened."""
    found = _told(evening, outline, deeds, persons)[:TOLD]
    notable = [*found[:ALWAYS], *(one for one in found[ALWAYS:] if one.moment.weight >= NOTABLE)]
    return tuple(sorted(notable, key=lambda one: one.moment.number))


def _best(told: Iterable[Told]) -> tuple[Told, ...]:
    """Return the moments with the highest weight, one for each evening."""
    best: dict[int, Told] = {}
    for one in sorted(told, key=lambda one: -one.moment.weight):
        best.setdefault(one.evening, one)
    return tuple(best.values())[:TOLD]


def night(at: float) -> int:
    """Return the local day of a game as year * 1000 + day of the year; a game before six belongs to the day before."""
    return time.localtime(at - DAY_BEGINS).tm_yday + 1000 * time.localtime(at - DAY_BEGINS).tm_year


def _told(evening: int, outline: Outline, deeds: Deeds | None, persons: Persons) -> list[Told]:
    """Return the moments whose player, and giver if it is a seat, has a name; the highest weight first."""
    sat = {one.seat: persons.name(persons.person(one.person)) for one in outline.seats}
    rows = []
    for one in deeds.moments if deeds else ():
        name = persons.name(persons.person(one.person))
        if name and (one.giver not in sat or sat[one.giver]):
            giver = sat.get(one.giver, one.giver)
            rows.append(Told(evening, outline.started, outline.game, name, giver, one))
    return rows


def _here(outline: Outline, persons: Persons, seats: Iterable[str] | None = None) -> list[str]:
    """Return the named persons at these seats; without ``seats``, at all seats, including persons who were replaced."""
    ids = [one.person for one in outline.seats if seats is None or one.seat in set(seats)]
    found = (persons.person(one) for one in (*ids, *(outline.before if seats is None else ())))
    return list(dict.fromkeys(one for one in found if one))


def _names(outline: Outline, persons: Persons, seats: Iterable[str] | None = None) -> tuple[str, ...]:
    return tuple(persons.name(one) for one in _here(outline, persons, seats))


def _players(evenings: Mapping[int, Outline], persons: Persons) -> tuple[Player, ...]:
    games, wins = Counter[str](), Counter[str]()
    nights: dict[str, set[int]] = defaultdict(set)
    for one in evenings.values():
        games.update(_here(one, persons))
        wins.update(_here(one, persons, one.winners))
        for person in _here(one, persons):
            nights[person].add(night(one.started))
    rows = [
        Player(
            person,
            persons.name(person),
            tuple((other, persons.name(other)) for other in persons.ids(person)[1:]),
            len(nights[person]),
            games[person],
            wins[person],
        )
        for person in games
    ]
    return tuple(sorted(rows, key=lambda one: (-one.wins, -one.games, one.name)))


def _rivalries(evenings: Mapping[int, Outline], persons: Persons, among: set[str]) -> dict[tuple[str, str], Rivalry]:
    """Return the rivalries; partners who won together are not rivals in that game."""
    wins, games = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for one in evenings.values():
        won = _here(one, persons, one.winners)
        for person in among.intersection(_here(one, persons)) if won else ():
            for other in among.intersection(_here(one, persons)) - {person}:
                if not (person in won and other in won):
                    games[person, other] += 1
                    wins[person, other] += person in won
    return {pair: Rivalry(wins[pair], number) for pair, number in games.items()}


def _records(evenings: Mapping[int, Outline], persons: Persons) -> dict[str, tuple[Best, ...]]:
    """Return the records of each game; the earliest of equal ones counts."""
    found: dict[str, dict[str, Best]] = defaultdict(dict)

    def offer(game: str, best: Best) -> None:
        known = found[game].get(best.kind)
        if best.amount > 0 and best.names and (known is None or best.amount > known.amount):
            found[game][best.kind] = best

    for evening, one in evenings.items():
        for win in one.wins:
            name = persons.name(persons.person(win.person))
            if name:
                offer(one.game, Best("win", win.amount, (name,), evening, one.started, win.number, win.picture))
        winners = [seat for seat in one.seats if seat.seat in one.winners and persons.person(seat.person)]
        if winners:
            most = max(winners, key=lambda seat: seat.points)
            offer(one.game, Best("points", most.points, _names(one, persons, [most.seat]), evening, one.started))
        if one.pot:
            offer(one.game, Best("pot", one.pot[0], _names(one, persons), evening, one.started))
        if one.winners:
            offer(one.game, Best("throws", one.throws, _names(one, persons), evening, one.started))
    for game, best in _streaks(evenings, persons).items():
        offer(game, best)
    order = ("win", "points", "pot", "throws", "streak")
    return {game: tuple(best[kind] for kind in order if kind in best) for game, best in sorted(found.items())}


def _streaks(evenings: Mapping[int, Outline], persons: Persons) -> dict[str, Best]:
    """Return the longest winning streak of one person by game, from two games on; only finished games count."""
    rows, best = Counter[tuple[str, str]](), dict[str, Best]()
    for evening, one in evenings.items():
        won = _here(one, persons, one.winners)
        for person in _here(one, persons) if one.winners else ():
            rows[one.game, person] = rows[one.game, person] + 1 if person in won else 0
            row = rows[one.game, person]
            if row > max(1, best[one.game].amount if one.game in best else 1):
                best[one.game] = Best("streak", row, (persons.name(person),), evening, one.started)
    return best


def _droughts(
    evenings: Mapping[int, Outline], deeds: Mapping[int, Deeds], persons: Persons
) -> dict[str, tuple[Drought, ...]]:
    rows: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for evening, one in evenings.items():
        for each in deeds[evening].tries if evening in deeds else ():
            if person := persons.person(each.person):
                rows[one.game][person].append(each.made)
    return {
        game: tuple(
            sorted((_drought(persons.name(person), made) for person, made in of.items()), key=lambda d: -d.longest)
        )
        for game, of in rows.items()
    }


def _drought(name: str, made: list[bool]) -> Drought:
    longest = row = 0
    for one in made:
        row = 0 if one else row + 1
        longest = max(longest, row)
    return Drought(name, len(made), sum(made), longest, row)


def _remembered(evenings: Mapping[int, Outline], persons: Persons, now: float) -> tuple[Remembered, ...]:
    """Return the next anniversaries, the soonest first, then the latest game with a round number."""
    days = [time.localtime(now + day * 86_400)[:3] for day in range(AHEAD)]
    found = []
    for evening, one in evenings.items():
        year, *date = time.localtime(one.started - DAY_BEGINS)[:3]
        ahead = next((at for at, then in enumerate(days) if [*then[1:]] == date and then[0] > year), None)
        if ahead is not None and one.winners:
            names = _names(one, persons, one.winners)
            found.append((ahead, Remembered(evening, one.started, one.game, names, years=days[ahead][0] - year)))
    rows = [one for _, one in sorted(found, key=lambda row: (row[0], row[1].at))[:FEASTS]]
    numbered = list(evenings.items())
    count = max((number for number in ROUND if 1 < number <= len(numbered)), default=0)
    if count:
        evening, one = numbered[count - 1]
        rows.append(Remembered(evening, one.started, one.game, _names(one, persons, one.winners), count=count))
    return tuple(rows)


def _page(evening: int, one: Outline, deeds: Deeds | None, persons: Persons) -> Page:
    told = len(moments(evening, one, deeds, persons))
    winners = _names(one, persons, one.winners)
    return Page(evening, one.started, one.game, winners, _names(one, persons), one.throws, told)
