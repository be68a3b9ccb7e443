"""Cassino, the fishing game with 52 cards for 2 to 4 players."""

from companion.games.cassino.state import Cassino

GAME = Cassino
