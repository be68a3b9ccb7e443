"""Casablanca: what the vectors leave out."""
