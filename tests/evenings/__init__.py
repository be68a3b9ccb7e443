"""Whole evenings against the real program."""
