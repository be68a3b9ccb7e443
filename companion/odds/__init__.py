"""Exact probabilities of every game, in fractions: computed from the rules, never written down.

Each module enumerates the throws of one part of a game or solves it by dynamic programming. Tests compare the
results with independently reckoned figures; the coach shows them; Black Jack lends its best play to the house rule
``croupier=auto``.
"""
