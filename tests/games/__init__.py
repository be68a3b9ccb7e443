"""Tests of the games: one folder for each game, and random evenings of all."""
