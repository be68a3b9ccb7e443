"""A whole evening of Home Casino on four phones and the table's page, to the winner."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion import players, questions
from companion.facts import BetPlaced, BetsClosed, CardsSold, DiceThrown, SeatFact, StakePlaced, Stood
from companion.play import Play
from companion.questions.throw import rolled
from companion.table import Table
from tests import pages
from tests.browser.conftest import TABLET, Open, Server, phones_of
from tests.browser.taps import up_to_date
from tests.browser.test_evening import begin
from tests.browser.test_sister_evenings import asked, touch

TARGET, MOST = 5_000, 150


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    yield opened
    opened.close()


def gamblers(play: Play, chance: Random) -> SeatFact:
    """Return the next fact of players who bet at the roulette, stand when allowed, stake about 100, and sell nothing.

    Everything else they answer at random.
    """
    if (bet := asked(play, questions.Bet)) is not None:
        betting = {seat for seat, _ in bet.bets}
        free = [seat for seat in bet.seats if seat not in betting and bet.available[seat] >= 100]
        if free and len(betting) < 2:
            return BetPlaced(seat=free[0], field=chance.choice(("pair", "rouge", "7")), amount=100)
        if (close := asked(play, questions.Close)) is not None:
            return BetsClosed(seat=close.seats[0])
    if (stand := asked(play, questions.Stand)) is not None:
        return Stood(seat=stand.seats[0])
    if (stake := asked(play, questions.Stake)) is not None:
        return StakePlaced(seat=stake.seats[0], amount=max(stake.minimum, min(stake.limit, 100)))
    if (throw := asked(play, questions.Throw)) is not None and throw.lying is None:
        return DiceThrown(seat=throw.seats[0], dice=rolled(throw.dice, chance))
    if (sale := asked(play, questions.Sell)) is not None:
        return CardsSold(seat=sale.seats[0], cards=())
    fact = players.turn(play, chance)
    assert isinstance(fact, SeatFact)
    return fact


def test_four_phones_play_an_evening_to_its_winner(open_page: Open, table: Table, server: Server) -> None:
    begin(table, target=TARGET)
    middle = open_page("/table", TABLET)
    phones = phones_of(open_page, server, table)
    chance = Random("four phones")
    kinds: set[str] = set()
    for _ in range(MOST):
        evening = table.evening()
        assert evening is not None
        if evening.play.game.outcome:
            break
        fact = gamblers(evening.play, chance)
        kinds.add(type(fact).__name__)
        touch(phones[fact.seat], table, fact)
    view = pages.view(table)
    assert view["phase"] == "over" and view["winner"]
    assert len(kinds) >= 5, kinds
    assert sum(view["accounts"].values()) == 160_500
    for page in (middle, *phones.values()):
        up_to_date(page, view["version"])
        page.get_by_text(view["outcome"]["why"]).first.wait_for()
