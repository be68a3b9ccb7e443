"""Tests of Casablanca, of what its test vectors do not cover."""
