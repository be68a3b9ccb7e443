"""Cassino, the fishing game with 52 cards for 2 to 4 players."""

from companion.games.cassino.rulebook import Cassino

GAME = Cassino
