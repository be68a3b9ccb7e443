"""Servi's own games, a package each."""
