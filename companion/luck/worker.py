"""The worker process: it replays an evening and forks at each moment, since a rule script cannot be copied.

It runs at the lowest priority, reads its evening from the standard input, and answers with JSON lines on the standard
output: the values so far, then each batch. It ends with the program, because nobody then reads its lines.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import sys
from collections.abc import Callable, Collection, Iterator, Sequence

from companion.counted import Entry
from companion.luck.chain import Link, Moment, walk
from companion.luck.playouts import Chance, Ending, ending, play_on
from companion.luck.values import BATCH, Sums, Values, summed

FIRST = 4
"""Batches of every moment; more where the curve is in doubt."""
GOOD = 0.01
"""Standard error of a chance to win that needs no more play-outs."""
BUDGET = 6_000_000
"""Facts of all play-outs of an evening, unless the first batches need more."""
PART = 8
"""Each round gives a batch to the most doubtful moments: one in ``PART``."""
TURNING = 5
"""Number of the largest turning points whose change is sampled further than other moments."""

PlayOut = Callable[[Moment, int], Ending]


def played(moment: Moment, seed: int) -> Ending:
    """Play one evening on to its end from a moment; this uses the moment up."""
    return play_on(moment.evening.play, Chance(seed, moment.asked), moment.drawn)


def in_a_fork(moment: Moment, seed: int) -> Ending:
    """Play on in a forked process, so that the moment stays."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(writing, pickle.dumps(played(moment, seed)))
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as stream:
        data = stream.read()
    os.waitpid(child, 0)
    result: Ending = pickle.loads(data)
    return result


def begin(entries: Sequence[Entry]) -> Values:
    """Return the values of an evening without any play-out."""
    links: list[Link] = []
    for moment in walk(entries):
        links.append(moment.link)
    game = moment.evening.play.game
    end = ending(game) if game.outcome is not None else None
    return Values(tuple(game.players), tuple(links), [[] for _ in links], end)


def sample(
    entries: Sequence[Entry], values: Values, wanted: Collection[int], play: PlayOut = in_a_fork
) -> Iterator[tuple[int, Sums, int]]:
    """Play the next batch of each wanted link; yield the link, the sums, and the facts played."""
    for link, moment in enumerate(walk(entries)):
        if link in wanted:
            first = len(values.batches[link]) * BATCH
            endings = [play(moment, seed) for seed in range(first, first + BATCH)]
            yield link, summed(endings), sum(each.facts for each in endings)


def plan(values: Values) -> set[int]:
    """Return the links that get the next batch: those with few, then the most doubtful; none once all is good."""
    open_ = range(len(values.links) - (values.end is not None))
    few = {link for link in open_ if len(values.batches[link]) < FIRST}
    if few or values.facts >= BUDGET:
        return few
    seats = range(len(values.seats))
    doubt = {link: max(values.error({link: 1}, seat) for seat in seats) for link in open_}
    turns = sorted(_chances(values), key=lambda at: -max(abs(values.change(at, seat)) for seat in seats))[:TURNING]
    wanted = {
        link
        for at in turns
        if max(values.error({at: 1, at - 1: -1}, seat) for seat in seats) > GOOD
        for link in (at - 1, at)
    }
    ranked = sorted((link for link in open_ if doubt[link] > GOOD), key=lambda link: -doubt[link])
    wanted.update(ranked[: -(-len(ranked) // PART)])
    for link in sorted(wanted):  # both ends of a decision have the same seeds, so that its own error stays small
        near = {one for one in (link - 1, link + 1) if 0 <= one < len(values.links) and _decision(values, link, one)}
        wanted |= {one for one in near if len(values.batches[one]) <= len(values.batches[link])}
    return wanted & set(open_)


def _chances(values: Values) -> Iterator[int]:
    return (at for at, link in enumerate(values.links) if link.chance)


def _decision(values: Values, one: int, other: int) -> bool:
    """Whether decisions lie between two neighbouring links."""
    return not values.links[max(one, other)].chance


def main() -> None:
    """Read an evening and its values so far; write each batch until the values are good."""
    os.nice(19)
    entries, data = pickle.load(sys.stdin.buffer)
    values = Values.read(data) if data else begin(entries)
    gc.disable()  # a collection would copy every shared page
    gc.freeze()
    _say(values.write())
    while wanted := plan(values):
        for link, sums, facts in sample(entries, values, wanted):
            _say([link, *sums, facts])
            values.add(link, sums, facts)
        _say("round")


def _say(what: object) -> None:
    print(json.dumps(what), flush=True)
