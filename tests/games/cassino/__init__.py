"""Tests of Cassino, of what its test vectors do not cover."""
