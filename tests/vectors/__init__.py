"""Translators from vectors to the real engine, one module per game."""
