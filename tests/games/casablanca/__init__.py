"""Tests of Casablanca beyond its test vectors."""
