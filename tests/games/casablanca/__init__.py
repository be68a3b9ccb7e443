"""Casablanca: what the vectors do not cover."""
