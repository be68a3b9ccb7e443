"""People come and go: what a guest gets, where the chips and cards of a leaver go, who plays on."""

from __future__ import annotations

import pytest

from companion.facts import SeatJoined
from tests.games.home_casino.evening import Evening, covers


def guest(evening: Evening, **more: str) -> None:
    evening.say(SeatJoined(seat="G", name="Gaston", **more))


@covers("join_chips", "start", "lowest", "average")
@pytest.mark.parametrize(("rule", "chips"), [("start", 4000), ("lowest", 1000), ("average", 2925)])
def test_a_guest_gets_the_chips_of_the_house_rule(rule: str, chips: int) -> None:
    """From the bank; the mean of 1 000, 3 500 and 4 250 is 2 916.67, which is 2 925 in whole chips."""
    for each in ("start", "lowest", "average"):
        evening = Evening(chips={"A": 1000, "B": 3500, "C": 4250}, house={"join_chips": each})
        guest(evening)
        if each == rule:
            assert evening.last_paid == [("bank", "G", chips, "joined")]
