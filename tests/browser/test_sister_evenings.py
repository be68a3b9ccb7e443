"""Each card game from the first question to the winner, by touch alone, with a phone for each seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import players, questions
from companion.facts import (
    CardDrawn,
    CardPlayed,
    CardsHeld,
    CardsShown,
    Fact,
    NumberGiven,
    OpponentChosen,
    OptionChosen,
    SeatFact,
    StakePlaced,
    Stood,
)
from companion.play import Play
from companion.questions import Question
from companion.table import Table
from tests import pages
from tests.browser.conftest import Open, Server, long_ones_slow, phones_of
from tests.browser.taps import Fingers, there, turn_to, up_to_date
from tests.waiting import until

PEOPLE = (("Anna", "rouge"), ("Bruno", "bleu"), ("Chloé", "jaune"), ("David", "noir"))
MOST = 420
Plan = Callable[[Play, Random], Fact | None]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    yield opened
    opened.close()


def asked(play: Play, kind: type[Question], topic: str = "") -> Any:
    return next((q for q in play.open if isinstance(q, kind) and (not topic or q.topic == topic)), None)


def pirates(play: Play, chance: Random) -> Fact | None:
    """Return the next fact: each player shows one card to the phone and takes another; the leader calls all."""
    if (held := asked(play, questions.Hold)) is not None:
        return CardsHeld(seat=held.seats[0], cards=(chance.choice("4567"),))
    if (stake := asked(play, questions.Stake)) is not None:
        return StakePlaced(seat=stake.seats[0], amount=chance.randint(1, stake.limit))
    game: Any = play.game
    if asked(play, questions.Draw, "card") is not None:
        seat = game.waiting()[0]
        if len(game.held[seat].open) < 1:
            card = {"name": chance.choice("1PC")} | ({"hidden": True} if chance.random() < 0.5 else {})
            return cards_drawn(seat, card)
        return Stood(seat=seat)
    if (drawn := asked(play, questions.Draw, "leader_card")) is not None and len(game.cards) < 2:
        return cards_drawn(drawn.seats[0], {"name": chance.choice("23")})
    if (call := asked(play, questions.Opponent)) is not None:
        return OpponentChosen(seat=call.seats[0], opponent=next(iter(call.limits)))
    if (shown := asked(play, questions.Show)) is not None:
        seat = shown.seats[0]
        return CardsShown(seat=seat, cards=(*shown.known, *[game.held[seat].hidden] * (shown.least - len(shown.known))))
    if (over := asked(play, questions.Option, "time_up")) is not None and play.game.ledger.transfers:
        return OptionChosen(seat=over.seats[-1], option="time_up")
    return players.turn(play, chance)


def cards_drawn(seat: str, card: dict[str, Any]) -> Fact:
    return CardDrawn(seat=seat, deck="pack", card=card)


def merchants(play: Play, chance: Random) -> Fact | None:
    """Return the next fact: the announcer wants the top card; sometimes somebody protests, and the bet is raised."""
    game: Any = play.game
    if (told := asked(play, questions.Number, "announce")) is not None:
        seat = told.seats[0]
        ring, at = game.board.ring, game.pawns[seat]
        near = [n for n in range(7) if ring[(at + n) % len(ring)] == game.top]
        return NumberGiven(seat=seat, number=near[0] if near else 0)
    if (turned := asked(play, questions.Number, "reveal")) is not None:
        return NumberGiven(seat=turned.seats[0], number=game.announced if chance.random() < 0.5 else (game.announced + 1) % 7)
    if (sure := asked(play, questions.Option, "no_protest")) is not None:
        if (doubt := asked(play, questions.Protest)) is not None and len(game.ledger.transfers) % 5 == 2:
            return players.answer(doubt, chance)
        return OptionChosen(seat=sure.seats[0], option="no_protest")
    if (bid := asked(play, questions.Bid)) is not None and bid.must:
        return StakePlaced(seat=bid.seats[0], amount=(bid.amounts or (bid.minimum,))[0])
    if (call := asked(play, questions.Option, "call")) is not None:
        return OptionChosen(seat=call.seats[0], option="call")
    if (top := asked(play, questions.Draw, "top")) is not None:
        there = [name for name in top.names if top.left[name]]
        return CardDrawn(seat=top.seats[0], deck=top.deck, card={"name": chance.choice(there[:4])})
    return players.turn(play, chance)


def fishers(play: Play, chance: Random) -> Fact | None:
    """Return the next fact: each player shows his dealt hand to his phone, and captures, else builds, if he can."""
    game: Any = play.game
    pack = Random("pack").sample(cards_of(play), 52)
    if (layout := asked(play, questions.Show, "layout")) is not None:
        return CardsShown(seat=layout.seats[0], cards=tuple(pack[:4]))
    if (held := asked(play, questions.Hold)) is not None:
        seat = held.seats[0]
        people = game.playing()
        at = 4 + 4 * ((game.handed - 1) * len(people) + people.index(seat))
        return CardsHeld(seat=seat, cards=tuple(pack[at : at + 4]))
    if (turn := asked(play, questions.PlayCard)) is not None:
        hand = game.hands[turn.seats[0]]
        found = [play_ for card in hand for play_ in turn.plays(card)]
        best = [p for p in found if p.use == "capture"] or [p for p in found if p.use == "build"] or found
        return best[0]
    return players.turn(play, chance)


def cards_of(play: Play) -> list[str]:
    from companion.games.cassino.pack import NAMES

    return list(NAMES)


EVENINGS: dict[str, tuple[Plan, int, dict[str, Any], str]] = {
    "casino_pirate": (pirates, 3, {"result_only": False, "end_mode": "timed"}, ""),
    "casablanca": (merchants, 2, {}, " 9"),
    "cassino": (fishers, 2, {"result_only": False, "one_deal": True, "sweeps": True}, ""),
}
"""Plan, number of players, house rules that shorten the game, and the seed of a short evening with every question."""


SUBMITTED = range(15, 45)
"""Numbers of the facts that the test submits directly in mid-evening; the phones follow them."""


@pytest.mark.parametrize("game", long_ones_slow(EVENINGS))
def test_a_card_game_is_played_to_its_winner_on_the_phones(
    game: str, open_page: Open, table: Table, server: Server
) -> None:
    plan, people, house, seed = EVENINGS[game]
    seats = [{"name": n, "colour": c, "age": 20 + i} for i, (n, c) in enumerate(PEOPLE[:people])]
    assert table.start({"game": game, "seats": seats, "level": "arbitre", "box": "exemple", "house": house}).ok
    phones = phones_of(open_page, server, table)
    chance = Random(f"phones {game}{seed}")
    for _ in range(MOST):
        evening = table.evening()
        assert evening is not None
        if evening.play.game.outcome:
            break
        fact = plan(evening.play, chance)
        assert isinstance(fact, SeatFact)
        assert table.evening().play.refuse(fact) is None, fact  # type: ignore[union-attr]
        if evening.number in SUBMITTED:
            assert table.submit(fact).ok
        else:
            touch(phones[fact.seat], table, fact)
    view = pages.view(table)
    assert view["phase"] == "over"
    assert view["winner"]
    assert not any(line["forced"] for line in pages.report(table))
    for phone in phones.values():
        up_to_date(phone, view["version"])
        phone.get_by_text(view["outcome"]["text"]).first.wait_for()
        assert phone.get_by_text("Vos questions paraîtront ici").count() == 0


def touch(phone: Any, table: Table, fact: SeatFact) -> None:
    """Enter the fact on this phone and wait until the table has it."""
    view = pages.view(table)
    up_to_date(phone, view["version"])
    evening = table.evening()
    assert evening is not None
    question, _ = evening.play.place(fact)
    assert question is not None
    mine = [q for q in view["questions"] if fact.seat in q["seats"]]
    wanted = next(q for q in mine if q["topic"] == question.topic)
    turn_to(phone, mine, wanted)
    assert wanted.get("rare") or until(lambda: there(phone, wanted)), f"{fact} cannot be told on the phone"
    if isinstance(fact, CardPlayed):
        phone.locator(".cartes-main").first.wait_for()
    Fingers(phone).answer(fact)

    def written() -> list[Any]:
        played = table.snapshot().number  # waits for the command; an entry is there before the game has played it
        return [one.fact for one in evening.entries[view["number"] : played]]

    assert until(lambda: any(type(one) is type(fact) and one.seat == fact.seat for one in written())), written()
