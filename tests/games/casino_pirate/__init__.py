"""Tests of Casino Pirate beyond its test vectors."""
