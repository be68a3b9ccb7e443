"""The play-off between seats that hold the target: two dice each, and the highest sum wins."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game.base import ScriptPart
from companion.games.home_casino.duel import values
from companion.games.home_casino.scenes import PlayOff
from companion.games.home_casino.state import HomeCasinoState
from companion.questions import d6


def play_off(game: HomeCasinoState, contenders: Sequence[str]) -> ScriptPart:
    """Let each side throw two dice until one is highest (AMB-10); return the winner."""
    left = list(contenders)
    while len(left) > 1:
        scene = game.scene = PlayOff(sides=tuple(left))
        for seat in left:
            roll = yield from game.throw(seat, d6(2), "playoff_throw", "HC-END-1")
            scene.totals[seat] = sum(values(roll))
        left = [s for s in left if scene.totals[s] == max(scene.totals.values())]
    return left[0]
