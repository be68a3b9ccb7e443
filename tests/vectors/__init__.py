"""Translators of test vectors (cases of a rule book, as JSON) to facts for the real engine; one module per game."""
