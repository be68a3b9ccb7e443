"""The end of an evening: target, ties, play-offs, the last player, and the moment of the check."""

from __future__ import annotations

import pytest

from companion.facts import SeatLeft
from tests.games.home_casino.evening import EXAMPLE, Evening, covers, ring


def roulette(bets: dict[str, int], **given: object) -> Evening:
    """Return an evening in which these seats bet these amounts on rouge, and rouge wins."""
    evening = Evening(target=8000, **given)  # type: ignore[arg-type]
    evening.lands(evening.game.turn, "roulette")
    for seat, amount in bets.items():
        evening.bets(seat, "rouge", amount)
    evening.spins(evening.game.turn, 2, "rouge")
    return evening


@pytest.mark.parametrize(("chips", "won"), [(7475, False), (7500, True), (7525, True)])
def test_whoever_reaches_the_target_wins_at_once(chips: int, won: bool) -> None:
    """HC-END-1, HC-GOAL-1, HC-GOAL-2: exactly the target is enough."""
    evening = Evening(chips={"A": chips}, target=8000)
    evening.lands("A", "casino_plus_500")
    assert (evening.winner == "A") is won
    if won:
        assert evening.refused.throws("B", 1, 2) == "GAME_OVER"


def test_also_out_of_turn() -> None:
    """HC-END-1: the owner of the casino wins the duel."""
    evening = Evening(chips={"B": 7800}, target=8000)
    evening.lands("A", "casino", colour="bleu")
    evening.stakes("A", 200)
    evening.throws("A", 1, 1)
    evening.throws("B", 6, 6)
    assert evening.winner == "B"


def test_unsold_cards_do_not_count() -> None:
    """HC-END-2, HC-DUR-2, HC-GOAL-2."""
    evening = Evening(chips={"A": 7400}, cards={"A": {"Ritz": 1200}}, target=8000)
    evening.lands("A", "casino_plus_500")
    assert evening.winner is None
    evening.lands("B", "neutral")
    evening.lands("C", "neutral")
    evening.lands("A", "a_vendre")
    evening.sells("A", "Ritz")
    assert evening.winner == "A"


def test_the_highest_total_wins_where_several_reach_the_target() -> None:
    """HC-END-1, HC-ROU-12, AMB-10."""
    evening = roulette({"A": 200, "B": 1500}, chips={"A": 7900, "B": 7000})
    assert evening.winner == "B"
    assert evening.game.reached == ["A", "B"]


@covers("tie", "playoff", "active_player")
def test_an_exact_tie_is_played_off_or_goes_to_the_active_player() -> None:
    """AMB-10, HC-END-1: each throws two dice, the highest sum wins, and ties throw again."""
    for tie in ("playoff", "active_player"):
        evening = roulette({"A": 500, "B": 500, "C": 500}, chips=dict.fromkeys("ABC", 7500), house={"tie": tie})
        if tie == "active_player":
            assert evening.winner == "A"
            continue
        assert evening.refused.throws("B", 1, 2) == "NOT_YOUR_TURN"
        evening.throws("A", 6, 1)
        evening.throws("B", 4, 3)
        evening.throws("C", 1, 1)
        evening.throws("A", 2, 2)
        assert evening.refused.throws("C", 6, 6) in ("NOT_YOUR_TURN", "NOT_NOW")
        evening.throws("B", 3, 1)
        evening.throws("A", 2, 2)
        evening.throws("B", 5, 1)
        assert evening.winner == "B"
        assert evening.game.outcome is not None
        assert evening.game.outcome.reason == "playoff"


@covers("tie", "active_player")
def test_a_tie_without_the_active_player_is_played_off_all_the_same() -> None:
    """AMB-10."""
    evening = roulette({"B": 500, "C": 500}, chips={"B": 7500, "C": 7500}, house={"tie": "active_player"})
    assert evening.asked == ["playoff_throw"]
    assert evening.question("playoff_throw").seats == ("B",)


@covers("end_check", "each_settlement", "after_square", "end_of_round")
def test_the_target_is_looked_at_when_the_house_says() -> None:
    """AMB-10, HC-END-1, HC-CSN-2, HC-CAS-1: the 200 for passing reach the target; the Mafia square then costs 500."""
    for check, winner in (("each_settlement", "A"), ("after_square", None), ("end_of_round", None)):
        board = ring(40, rouge=0, bleu=10, vert=20, mafia=3)
        evening = Evening(chips={"A": 7900}, target=8000, box=board, pawns={"A": 38}, house={"end_check": check})
        evening.throws("A", 1, 4)
        assert evening.winner == winner
    for check, winner in (("each_settlement", "A"), ("after_square", "A"), ("end_of_round", None)):
        evening = Evening(chips={"A": 7900}, target=8000, house={"end_check": check})
        evening.lands("A", "casino_plus_500")
        assert evening.winner == winner
        if winner is None:
            evening.lands("B", "neutral")
            assert evening.winner is None
            evening.lands("C", "neutral")
            assert evening.winner == "A"


@covers("end_check", "end_of_round")
@covers("tie", "active_player", "playoff")
def test_at_the_end_of_the_round_the_highest_wins_also_who_came_later() -> None:
    """AMB-10: at that moment, the active player is the starting one."""
    for tie in ("playoff", "active_player"):
        evening = Evening(chips={"A": 7500, "B": 7500}, target=8000, house={"end_check": "end_of_round", "tie": tie})
        evening.lands("A", "casino_plus_500")
        evening.lands("B", "casino_plus_500")
        evening.lands("C", "neutral")
        assert evening.winner == ("A" if tie == "active_player" else None)
        assert ("playoff_throw" in evening.asked) is (tie == "playoff")
    evening = Evening(chips={"A": 7500, "B": 7700}, target=8000, house={"end_check": "end_of_round"})
    evening.lands("A", "casino_plus_500")
    evening.lands("B", "casino_plus_500")
    evening.lands("C", "neutral")
    assert evening.winner == "B"


@covers("end_check", "end_of_round")
def test_a_round_ends_also_when_the_player_who_started_is_out() -> None:
    """AMB-10 with HC-BKR-1: the turn skips his place."""
    evening = Evening("ABCD", chips={"A": 300, "C": 7900}, target=8000, house={"end_check": "end_of_round"})
    evening.lands("A", "mafia")
    evening.lands("B", "neutral")
    evening.lands("C", "casino_plus_500")
    assert evening.winner is None
    evening.lands("D", "neutral")
    assert evening.winner == "C"


@covers("end_check", "end_of_round")
def test_a_round_ends_also_when_its_last_player_leaves() -> None:
    evening = Evening(chips={"A": 7900}, target=8000, house={"end_check": "end_of_round"})
    evening.lands("A", "casino_plus_500")
    evening.lands("B", "neutral")
    evening.leaves("C")
    assert evening.winner == "A"


@covers("end_check", "after_square")
def test_a_sale_and_a_free_entry_are_looked_at_too() -> None:
    """AMB-10."""
    evening = Evening(chips={"A": 7500}, cards={"A": {"Ritz": 600}}, target=8000, house={"end_check": "after_square"})
    evening.lands("A", "a_vendre")
    evening.sells("A", "Ritz")
    assert evening.winner == "A"
    evening = Evening(chips={"A": 7500}, target=8000)
    evening.moves_money("bank", "A", 500)
    assert evening.winner == "A"


def test_stakes_on_the_felt_still_belong_to_their_owner() -> None:
    """HC-END-1: a win that is not settled yet does not count."""
    evening = Evening(chips={"A": 7500}, target=8000)
    evening.lands("A", "roulette")
    evening.bets("A", 7, 7500)
    evening.moves_money("bank", "A", 475)
    assert evening.winner is None
    evening.moves_money("bank", "A", 25)
    assert evening.winner == "A"


def test_the_last_player_wins_whatever_he_has() -> None:
    """HC-BKR-1, HC-END-1: whether only one player is left is checked before the target."""
    evening = Evening("AB", chips={"A": 300, "B": 25}, target=8000)
    evening.lands("A", "mafia")
    assert evening.winner == "B"
    assert evening.game.outcome is not None
    assert evening.game.outcome.reason == "last_player"


def test_the_last_player_wins_also_when_the_others_leave() -> None:
    evening = Evening("AB")
    evening.say(SeatLeft(seat="A"))
    assert evening.winner == "B"


def test_two_who_go_out_in_the_same_throw_play_off_for_the_win() -> None:
    """AMB-10: nobody is left, so each throws two dice."""
    evening = Evening("AB", chips={"A": 500, "B": 700}, target=8000)
    evening.lands("A", "roulette")
    evening.bets("A", 1, 500)
    evening.bets("B", 1, 700)
    evening.spins("A", 2, "rouge")
    assert evening.winner is None
    evening.throws("A", 3, 3)
    evening.throws("B", 2, 4)
    evening.throws("A", 1, 2)
    evening.throws("B", 2, 2)
    assert evening.winner == "B"


def test_without_a_target_nobody_wins_by_points() -> None:
    evening = Evening(chips={"A": 50_000})
    evening.lands("A", "casino_plus_500")
    assert evening.winner is None


def test_an_evening_taken_up_over_the_target_is_won_already() -> None:
    assert Evening(chips={"A": 9000}, target=8000, box=EXAMPLE).winner == "A"
