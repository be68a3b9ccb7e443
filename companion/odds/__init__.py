"""Exact probabilities of the games as fractions, computed from the rules.

Each module enumerates the throws of one part of a game, or solves it by dynamic programming. Tests compare the results
with independent figures. The house rule ``croupier=auto`` plays the best Black Jack found here.
"""
