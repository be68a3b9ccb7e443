"""Evidence against a fair die that is valid after every throw, and intervals that are valid at all times together.

Source: M. Lindon and A. Malek, "Anytime-Valid Inference for Multinomial Count Data", NeurIPS 2022 (arXiv 2011.03567).

The evidence is an e-process: the likelihood of the counts under a mixture of loaded dice, divided by that under the
fair die. For a fair die its mean stays 1. By Ville's inequality it therefore reaches ``1 / level`` with a probability
of at most ``level``, regardless of how often somebody looks and when he stops.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, lgamma, log

PSEUDO = 20
"""Pseudo-throws of each face in the mixture (a Dirichlet distribution).

With 20, a face in the mixture differs from its fair chance by about a fifth, such as 1 in 5 instead of 1 in 6. The
evidence is most sensitive to loading of about this size.
"""


def log_evidence(counts: Sequence[float], chances: Sequence[float], pseudo: float) -> float:
    """Return ln of the e-process after these counts of outcomes; ``chances`` are those of a fair die.

    ``pseudo`` is the mixture's total of pseudo-throws, divided among the outcomes in proportion to their chances.

    >>> log_evidence([0, 0], [1 / 2, 1 / 2], 40)
    0.0
    """
    return _log_mixture(counts, chances, pseudo) - log_likelihood(counts, chances)


def log_likelihood(counts: Sequence[float], chances: Sequence[float]) -> float:
    """Return ln of the probability of these counts in one given order of throws."""
    return sum(count * log(chance) for count, chance in zip(counts, chances, strict=True) if count)


def _log_mixture(counts: Sequence[float], chances: Sequence[float], pseudo: float) -> float:
    """Return ln of the probability of these counts in one given order of throws, averaged over the mixture."""
    prior = [pseudo * chance for chance in chances]
    total = lgamma(pseudo) - lgamma(pseudo + sum(counts))
    return total + sum(lgamma(a + count) - lgamma(a) for a, count in zip(prior, counts, strict=True))


def interval(hits: float, number: float, chance: float, pseudo: float, level: float) -> tuple[float, float]:
    """Return the confidence sequence of an outcome: the chances that ``hits`` of ``number`` throws do not exclude.

    With a probability of at least ``1 - level``, it contains the true chance after every throw. It excludes the fair
    ``chance`` exactly if the evidence of the two counts reaches ``1 / level``.
    """
    if not number:
        return 0.0, 1.0
    counts = (hits, number - hits)
    # A chance is excluded if its log-likelihood is at most this.
    most = _log_mixture(counts, (chance, 1 - chance), pseudo) + log(level)

    def excluded(p: float) -> bool:
        return log_likelihood(counts, (p, 1 - p)) <= most if 0 < p < 1 else True

    share = hits / number
    low = _edge(excluded, 0.0, share) if hits else 0.0
    high = _edge(excluded, 1.0, share) if hits < number else 1.0
    return low, high


def _edge(excluded: Callable[[float], bool], outside: float, inside: float) -> float:
    """Return the end of the interval between a point outside and a point inside, found by bisection."""
    for _ in range(50):
        middle = (outside + inside) / 2
        outside, inside = (middle, inside) if excluded(middle) else (outside, middle)
    return outside


def likeliest_within(counts: Sequence[int], chances: Sequence[float], slack: float) -> float:
    """Return the largest ``log_likelihood`` of chances that differ from these by at most ``slack`` each.

    The likeliest chances are the frequencies, scaled to sum to 1 and clipped to the allowed range.
    """
    lows = [max(chance - slack, 1e-9) for chance in chances]
    highs = [min(chance + slack, 1.0) for chance in chances]

    def clipped(scale: float) -> list[float]:
        rows = zip(counts, lows, highs, strict=True)
        return [min(max(count * scale, low), high) for count, low, high in rows]

    small, large = 0.0, 1.0 / max(1, min((count for count in counts if count), default=1))
    for _ in range(60):
        middle = (small + large) / 2
        small, large = (middle, large) if sum(clipped(middle)) < 1 else (small, middle)
    return log_likelihood(counts, clipped(large))


def throws_to_see(chance: float, fair: float, pseudo: float, level: float) -> float:
    """Return the typical number of throws that distinguish an outcome of this ``chance`` from a ``fair`` one.

    After this number of throws, the evidence reaches ``1 / level`` if the outcome has its expected frequency. By then,
    about two thirds of these dice are detected (simulated in the tests). For equal chances the number is infinite.
    """
    if chance == fair:
        return inf

    def seen(number: float) -> bool:
        counts = (number * chance, number * (1 - chance))
        return log_evidence(counts, (fair, 1 - fair), pseudo) >= -log(level)

    most = 1
    while not seen(most):
        most *= 2
    least = most // 2
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (least, middle) if seen(middle) else (middle, most)
    return most
