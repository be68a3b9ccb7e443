"""Worlds: generators of dice pictures that share no code, to measure how well a small network reads a world it never saw."""
