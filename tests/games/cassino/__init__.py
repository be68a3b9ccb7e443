"""Cassino: what the vectors do not cover."""
