"""The parts of a game: base class, seats, board, script, house rules and entry point."""
