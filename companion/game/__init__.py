"""What a game is made of: its base class, seats, board, script, house rules and entry point."""
