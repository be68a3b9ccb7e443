"""Any game: a score sheet, dice with a total, or chips, as the family agrees, for 2 to 12 players."""

from companion.games.free.rulebook import Free

GAME = Free
