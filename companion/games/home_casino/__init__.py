"""Home Casino, the boxed game for 2 to 6 players."""

from companion.games.home_casino.rulebook import HomeCasino

GAME = HomeCasino
