"""The plots of films: which hand does what and when, with random details."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from tests.films.acts import Play
from tests.films.hand import FIST

PLOTS: dict[str, int] = {  # name: weight
    "one throw": 20,
    "two throws": 12,
    "three throws": 5,
    "quick": 10,
    "kept": 16,
    "nudge": 7,
    "set down": 6,
    "hand waits": 8,
    "glass": 5,
    "knock": 5,
    "one by one": 6,
    "arm across": 6,
    "dice at first": 6,
    "no throw": 5,
    "hand at first": 8,
    "shadow": 5,
    "wild": 4,
}


def perform(play: Play, plot: str) -> None:
    """Play this plot to its end; hand 0 throws, and hand 1 belongs to somebody else, if present."""
    ACTS.get(plot, one_throw)(play, plot)
    play.stage.run(play.stage.now + float(play.rng.uniform(0.15, 0.5)))


def rest(play: Play, short: bool = False) -> float:
    """Return how long dice lie until a hand moves towards them, in seconds (0 to 2)."""
    if short or play.rng.random() < 0.3:
        return float(play.rng.uniform(0.0, 0.2))
    return float(play.rng.uniform(0.2, 1.0) if play.rng.random() < 0.7 else play.rng.uniform(1.0, 2.0))


def everything(play: Play) -> list[int]:
    """Return the indices of all dice of the film."""
    return list(range(len(play.stage.room.dice)))


def begin(play: Play, at_once: bool = False, lying: list[int] | None = None) -> None:
    """Start the film: the dice `lying` are on the table, and hand 0 (in the picture if `at_once`) holds the others."""
    stage = play.stage
    pose = play.reach(0, -4.0, 8.0, FIST) if at_once else play.away(0, FIST)
    stage.start(0, pose)
    for h in range(1, len(stage.tracks)):
        stage.start(h, play.away(h))
    stage.move_hands()
    play.hold(0, everything(play))
    lay(play, lying or [])
    stage.run(float(play.rng.uniform(0.1, 0.5)))


def lay(play: Play, dice: list[int]) -> None:
    """Put these dice on the table before the film begins."""
    stage, rng = play.stage, play.rng
    placed: list[np.ndarray] = []
    for i in dice:
        solid = stage.room.dice[i].solid
        spots = rng.uniform(-0.6, 0.6, (30, 2)) * play.zone
        spot = max(spots, key=lambda s: min([2.6, *(float(np.linalg.norm(s - p)) for p in placed)]))
        placed.append(spot)
        value = solid.values[int(rng.integers(len(solid.values)))]
        stage.held.pop(i, None)
        stage.solid(i, True)
        stage.put(
            i,
            np.array([*spot, solid.height + (0.03 if stage.room.table.things else 0.005)]),
            solid.lying(value, float(rng.uniform(0, 6.28))),
        )


def shake(play: Play) -> float:
    """Return how long to shake the dice before a throw, in seconds."""
    return float(play.rng.choice([0.0, play.rng.uniform(0.25, 0.8)], p=[0.45, 0.55]))


def cast(play: Play, wild: bool = False, to_border: bool = False) -> bool:
    """Let hand 0 throw and withdraw, then wait for the dice to rest; return False if `Play.throw` finds no throw."""
    if not play.throw(0, shake(play), wild):
        return False
    play.leave(0, 0.02, play.border(0) if to_border else None)
    play.until_rest()
    return True


def collect(play: Play, dice: list[int] | None = None, quick: bool = False) -> None:
    """Let hand 0 take these dice, or all, and stay over the table with them."""
    dice = play.on_table() if dice is None else dice
    rng = play.rng
    play.pick(
        0,
        dice,
        float(rng.uniform(0.1, 0.16) if quick else rng.uniform(0.14, 0.28)),
        float(rng.uniform(0.28, 0.4) if quick else rng.uniform(0.4, 0.6)),
    )


def gone(play: Play) -> None:
    """Let hand 0 leave the picture with what it holds."""
    play.stage.run(play.leave(0, to=play.away(0, FIST)))


def one_throw(play: Play, plot: str) -> None:
    """Play one throw; usually the dice are then taken away."""
    begin(play, at_once=plot == "hand at first")
    if cast(play, wild=plot == "wild", to_border=plot == "hand waits"):
        play.stage.run(play.stage.now + rest(play))
        if play.rng.random() < 0.75:
            collect(play)
            gone(play)


def more_throws(play: Play, plot: str) -> None:
    """Play two or three throws of all dice."""
    begin(play)
    for n in range(3 if plot == "three throws" else 2):
        if n:
            collect(play, quick=plot == "quick")
        if not cast(play, to_border=plot == "quick"):
            return
        play.stage.run(play.stage.now + rest(play, short=plot in ("quick", "three throws")))
    if play.rng.random() < 0.4:
        collect(play)
        gone(play)


def keeps(play: Play, plot: str) -> None:
    """Play a throw, then a throw of some of the dice while the others stay."""
    begin(play)
    if not cast(play):
        return
    play.stage.run(play.stage.now + rest(play))
    dice = everything(play)
    kept = [int(i) for i in play.rng.choice(dice, int(play.rng.integers(1, max(2, len(dice) - 1))), replace=False)]
    collect(play, [i for i in dice if i not in kept])
    if play.rng.random() < 0.5:
        gone(play)
    if cast(play):
        play.stage.run(play.stage.now + rest(play))


def other(play: Play) -> int:
    """Return the index of the hand for acts other than throws: the last hand, which is 0 if there is only one."""
    return len(play.stage.tracks) - 1


def meddled(play: Play, plot: str) -> None:
    """Play a throw and one act of `meddle`; "set down" with only one hand has no throw (`set_aside`)."""
    h, stage, rng = other(play), play.stage, play.rng
    spare = [everything(play)[-1]] if plot == "set down" else []  # one die is not thrown
    begin(play, lying=[] if h else spare)
    if h and spare:
        play.hold(h, spare)
    before = rng.random() < 0.3 and bool(h) and plot in ("glass", "arm across", "shadow")
    if before:
        meddle(play, plot, h, spare)
        if plot == "glass":
            play.leave(h)
    if plot == "set down" and not h:
        set_aside(play, spare)
        return
    if not cast(play):
        return
    stage.run(stage.now + rest(play))
    if not before:
        meddle(play, plot, h, spare)
        if plot not in ("arm across", "knock", "shadow"):
            stage.run(play.leave(h))
    stage.run(stage.now + float(rng.uniform(0.3, 1.2)))
    if rng.random() < 0.5:
        collect(play)
        gone(play)


def only_set_aside(play: Play, plot: str) -> None:
    """Play a film in which the only hand slowly sets a die aside."""
    spare = [everything(play)[-1]]
    begin(play, lying=spare)
    set_aside(play, spare, 0.85, float(play.rng.uniform(1.0, 2.6)))


def set_aside(play: Play, spare: list[int], far: float = 0.5, slow: float = 1.0) -> None:
    """Let the only hand take a lying die and set it down elsewhere, without a throw.

    `far` bounds the new place, as a share of the zone; `slow` multiplies the time of each movement.
    """
    play.stage.run(play.stage.now + 0.4)
    hidden = [i for i in everything(play) if i not in spare]
    for i in hidden:
        play.stage.held.pop(i, None)
        play.stage.put(i, np.array([0, 0, -50.0 - 3 * i]), np.eye(3))
        play.stage.take(i, 0, np.array([-60.0, 0, 3.0 * i]), np.eye(3))
    play.pick(0, spare, 0.2)
    play.set_down(0, spare[0], play.rng.uniform(-far, far, 2) * play.zone, slow)
    play.stage.run(play.leave(0))
    play.stage.run(play.stage.now + float(play.rng.uniform(0.6, 1.4)))


def meddle(play: Play, plot: str, h: int, spare: list[int]) -> None:
    """Play the act of this plot that is not a throw."""
    rng, stage = play.rng, play.stage
    lying = play.on_table()
    if plot == "nudge":
        play.nudge(h, int(rng.choice(lying)), float(rng.uniform(0.8, 3.0)))
    elif plot == "set down":
        spots = rng.uniform(-0.7, 0.7, (12, 2)) * play.zone
        spot = max(spots, key=lambda s: apart(play, s, lying))
        play.set_down(h, spare[0], spot)
    elif plot == "arm across":
        play.pass_over(h, float(rng.uniform(9, 16)))
    elif plot == "glass":
        turns = play.azimuth(h) + rng.normal(0, 0.6, 8)
        spots = [np.array([np.cos(a), np.sin(a)]) * max(5.5, 0.85 * play.view.edge(float(a))) for a in turns]
        play.put_glass(h, len(stage.room.things) - 1, max(spots, key=lambda s: apart(play, s, lying)))
    elif plot == "shadow":
        play.shade(len(stage.room.things) - 1)
    elif plot == "knock":
        play.knock()


def apart(play: Play, spot: np.ndarray, dice: list[int]) -> float:
    """Return the distance from this spot to the nearest of these dice, in cm; 99 without dice."""
    return min((float(np.linalg.norm(spot - play.stage.pose(i)[0][:2])) for i in dice), default=99.0)


def takes_one_by_one(play: Play, plot: str) -> None:
    """Play a throw whose dice are taken away one at a time, with pauses."""
    begin(play)
    if not cast(play):
        return
    play.stage.run(play.stage.now + rest(play))
    for i in play.on_table():
        play.pick(0, [i], 0.15, 0.35)
        if play.rng.random() < 0.6:
            play.stage.run(play.leave(0, to=replace(play.border(0), curl=FIST.curl), over=0.3))
            play.stage.run(play.stage.now + float(play.rng.uniform(0.1, 0.5)))
    gone(play)


def dice_at_first(play: Play, plot: str) -> None:
    """Play a throw of dice that lie on the table when the film begins."""
    begin(play, lying=everything(play))
    play.stage.run(play.stage.now + float(play.rng.uniform(0.3, 1.2)))
    collect(play)
    if cast(play):
        play.stage.run(play.stage.now + rest(play))


def no_throw(play: Play, plot: str) -> None:
    """Play other acts beside lying dice, without any throw."""
    begin(play, lying=everything(play))
    h, rng = other(play), play.rng
    play.stage.run(play.stage.now + 0.3)
    for act in rng.choice(["nudge", "arm across", "point", "knock", "nudge"], 2, replace=False):
        if act == "point":
            play.point(h, play.stage.pose(int(rng.choice(play.on_table())))[0], float(rng.uniform(0.2, 0.8)))
        else:
            meddle(play, str(act), h, [])
        if act not in ("arm across", "knock"):
            play.stage.run(play.leave(h))
        play.stage.run(play.stage.now + float(rng.uniform(0.3, 0.9)))


ACTS: dict[str, Callable[[Play, str], None]] = {
    "two throws": more_throws,
    "three throws": more_throws,
    "quick": more_throws,
    "kept": keeps,
    "nudge": meddled,
    "set down": meddled,
    "set aside": only_set_aside,
    "arm across": meddled,
    "glass": meddled,
    "knock": meddled,
    "one by one": takes_one_by_one,
    "dice at first": dice_at_first,
    "shadow": meddled,
    "no throw": no_throw,
}
