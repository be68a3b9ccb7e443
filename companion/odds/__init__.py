"""Exact probabilities of the games as fractions, computed from the rules.

Each module lists all throws of one part of a game, or solves it by dynamic programming. Tests compare the results
with independent figures. The house rule ``croupier=auto`` uses the best Black Jack play computed here.
"""
