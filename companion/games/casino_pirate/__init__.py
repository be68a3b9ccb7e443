"""Casino Pirate, seven and a half with treasures for 3 to 5 players."""

from companion.games.casino_pirate.rulebook import CasinoPirate

GAME = CasinoPirate
