"""The worker process: it replays an evening and forks at each moment, because a rule script cannot be copied.

It runs at the lowest priority and reads its evening from standard input. It writes JSON lines to standard output: the
values so far, then each batch. It ends with the program, since its output then has no reader.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from companion.counted import Entry
from companion.luck.chain import Link, Moment, walk
from companion.luck.playouts import Chance, Ending, ending, play_on
from companion.luck.values import BATCH, Sums, Values, summed

FIRST = 2
"""Minimum batches of each moment; it gets more while the curve or the luck is uncertain."""
ENDS = 6
"""Minimum batches of the start and of both ends of each decision; fewer make errors of luck and skill unreliable."""
GOOD = 0.01
"""Target standard error of a chance to win at the start and the end, and of its change by each decision."""
SEEN = 0.05
"""Target standard error of a chance to win at every moment of the curve."""
BUDGET = 11_000_000
"""Maximum effort for an evening, unless the first batches need more; about nine minutes on one core."""
PART = 8
"""In a round, one in this number of the uncertain moments and decisions gets a batch, the most uncertain first."""
TURNING = 5
"""Number of the largest changes by chance that are sampled like decisions."""

ROUND = 40
"""Maximum links in a round of first batches; the program stores values after each round."""
ROUNDED = "round"
"""The line written after a round. Values are stored only then, so that a stop does not change later sampling."""

PlayOut = Callable[[Moment, int], Ending]


def played(moment: Moment, seed: int) -> Ending:
    """Play the evening of a moment to its end; the moment cannot be used again."""
    return play_on(moment.evening.play, Chance(seed, moment.asked), moment.drawn)


def in_a_fork(moment: Moment, seed: int) -> Ending:
    """Play to the end in a forked process, so that the moment can be used again."""
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
    """Return the values of an evening before any play-out."""
    links: list[Link] = []
    for moment in walk(entries):
        links.append(moment.link)
    game = moment.evening.play.game
    end = ending(game) if game.outcome is not None else None
    return Values(tuple(game.players), tuple(links), [[] for _ in links], end)


def sample(
    entries: Sequence[Entry], values: Values, wanted: Collection[int], play: PlayOut = in_a_fork
) -> Iterator[tuple[int, Sums, int]]:
    """Play the next batch of each wanted link; yield the link, its sums, and the facts played."""
    for link, moment in enumerate(walk(entries)):
        if link in wanted:
            first = len(values.batches[link]) * BATCH
            endings = [play(moment, seed) for seed in range(first, first + BATCH)]
            yield link, summed(endings), sum(each.facts for each in endings)


def plan(values: Values, budget: int = BUDGET) -> set[int]:
    """Return the links for the next batch: those with few batches, then the most uncertain; none if all are good.

    Luck and skill depend on the start and both ends of each decision, so these get most play-outs. Once the budget is
    spent, only links with few batches remain.
    """
    last = len(values.links) - (values.end is not None)
    few = sorted(
        (len(rows), link) for link, rows in enumerate(values.batches[:last]) if len(rows) < least(values, link)
    )
    if few or values.effort >= budget:
        return {link for _, link in few[:ROUND]}
    seats = range(len(values.seats))

    def doubt(*links: int) -> float:
        """Return the largest standard error over the seats: of one link's value, or of the change between two links."""
        return max(values.error(dict(zip(links[::-1], (1, -1), strict=False)), seat) for seat in seats)

    steps = range(1, len(values.links))
    turns = sorted(
        (at for at in steps if values.links[at].chance), key=lambda at: -max(abs(values.change(at, s)) for s in seats)
    )
    ends = [(0,), (last - 1,)]
    changes = [(at - 1, at) for at in steps if not values.links[at].chance or at in turns[:TURNING]]
    return {
        link
        for pieces, good in (([*ends, *changes], GOOD), ([(link,) for link in range(last)], SEEN))
        for piece in most({links: doubt(*links) for links in pieces}, good)
        for link in piece
        if link < last
    }


def least(values: Values, link: int) -> int:
    """Return the minimum number of batches of a link."""
    beside = values.links[link : link + 2]
    return FIRST if all(one.chance for one in beside) else ENDS


def most(doubts: Mapping[tuple[int, ...], float], good: float) -> list[tuple[int, ...]]:
    """Return the most uncertain pieces, one in ``PART`` of those that are not good."""
    ranked = sorted((piece for piece, doubt in doubts.items() if doubt > good), key=lambda piece: -doubts[piece])
    return ranked[: -(-len(ranked) // PART)]


def share(values: Values) -> float:
    """Return the finished part of the work, 0 to 1."""
    there = [(len(rows), least(values, link)) for link, rows in enumerate(values.batches)]
    first = sum(min(number, wanted) for number, wanted in there) / sum(wanted for _, wanted in there)
    return min(first, values.effort / BUDGET)


def main() -> None:
    """Read an evening and its values so far; write batches until the values are good or the budget is spent."""
    entries, data, budget = pickle.load(sys.stdin.buffer)
    values = Values.read(data) if data else begin(entries)
    gc.disable()  # a collection would write to every shared page and so copy it
    gc.freeze()
    _say(values.write())
    while wanted := plan(values, budget):
        for link, sums, facts in sample(entries, values, wanted):
            _say([link, *sums, facts])
            values.add(link, sums, facts)
        _say(ROUNDED)


def _say(what: object) -> None:
    print(json.dumps(what), flush=True)
