"""Cassino: what the vectors leave out."""
