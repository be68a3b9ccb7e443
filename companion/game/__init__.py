"""The parts of a game: base class, seats, board, script, table words, box forms, words, and the installed games."""
