"""Tests of Casino Pirate, of what its test vectors do not cover."""
