"""Sentences of Casino Pirate's rule book that neither vectors nor option tests cover."""

from __future__ import annotations

from companion.evening import Entry
from companion.evening import Evening as Told
from companion.facts import LaidOut, MoneyMoved, OptionChosen, PlayPaused, PlayResumed, SeatLeft, StakePlaced, Stood
from companion.games.casino_pirate.rulebook import CasinoPirate
from companion.observe import observe
from companion.questions import Stake
from companion.snapshot import Timer
from tests.games.casino_pirate.test_options import calls, carte, evening, led, option
from tests.games.tables import Evening


def test_nobodys_age_is_asked_for_and_the_oldest_leads() -> None:
    """CP-PLY-1: players are from 7 to 99 years old; ages only decide the first leader."""
    assert CasinoPirate.players_allowed == (3, 5)
    assert Evening("casino_pirate", "ABC", box={}, ages={"A": 7, "B": 99}).game.leader == "B"


def test_a_player_takes_as_many_cards_as_he_likes() -> None:
    """CP-ACT-3, CP-ACT-4: he may continue far over 7 1/2, because only he knows his total."""
    e = evening(stage="players")
    for number in range(2, 14):
        e.say(carte("A", "P"))
        assert e.game.picture().cards["A"].number == number
        assert e.asked[:2] == ["card", "servi"]
    e.say(Stood(seat="A"))
    assert e.question("card").seats == ("B",)


def test_the_leader_stops_when_he_likes() -> None:
    """CP-LDR-2: he may call before his first card and draw again after a call."""
    e = evening()
    assert {"leader_card", "call"} <= set(e.asked)
    e.say(*calls("A", "1"))
    assert e.paid[-1][:2] == ("L", "A")
    e.say(*led("7"))
    assert {"leader_card", "call"} <= set(e.asked)


def test_the_leader_addresses_each_player_before_the_hand_ends() -> None:
    """CP-LDR-10: the hand continues until everybody has been called."""
    e = evening()
    e.say(*led("7"))
    for seat in "ABC":
        assert "call" in e.asked
        assert seat in e.question("call").limits
        e.say(*calls(seat, "6"))
    assert "call" not in e.asked
    assert "deal" in e.asked


def test_who_left_is_not_called_any_more() -> None:
    """CP-LDR-10: the leader still has to call the other players."""
    e = evening()
    e.say(SeatLeft(seat="B"))
    assert set(e.question("call").limits) == {"A", "C"}


def test_who_has_nothing_left_to_stake_is_not_waited_for() -> None:
    """CP-STK-1: the hand goes on without A after a table word took all his treasures."""
    house = {"result_only": False, "end_mode": "timed", "lend_1": False}
    e = Evening("casino_pirate", "LABC", first="L", box={}, house=house)
    e.say(option("L", "deal"))
    e.say(MoneyMoved(giver="A", taker="B", amount=e.game.balance("A")))
    assert {s for q in e.play.open if isinstance(q, Stake) for s in q.seats} == {"B", "C"}
    e.say(*(StakePlaced(seat=s, amount=1) for s in "BC"))
    assert e.game.stage == "players"


def test_the_time_of_a_timed_game_runs_through_the_hands_and_rests_in_a_pause() -> None:
    """CP-DUR-1: the page shows the time from the start. When a player reports its end, the hand is still played."""
    e = Evening("casino_pirate", "ABC", house={"end_mode": "timed", "minutes": 20}, box={})
    facts = [
        (0.0, e.start), (60.0, OptionChosen(seat=e.game.leader, option="deal")), (100.0, PlayPaused()),
        (500.0, LaidOut(account="A")), (1000.0, PlayResumed()), (1010.0, StakePlaced(seat=e.game.speaking()[0], amount=1)),
    ]  # fmt: skip
    told = Told([Entry(number, at, fact) for number, (at, fact) in enumerate(facts, 1)])
    assert not told.misfits
    assert observe(told).timer == Timer(1200, 1010.0 - 110.0)
    assert observe(Told([Entry(1, 0.0, Evening("casino_pirate", "ABC", box={}).start)])).timer is None
    e.say(OptionChosen(seat=e.game.leader, option="deal"), OptionChosen(seat="A", option="time_up"))
    assert e.game.outcome is None
    assert "time_up" in {code for _, code, _ in e.game.news}
