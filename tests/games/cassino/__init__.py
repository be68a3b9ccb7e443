"""Tests of Cassino beyond its test vectors."""
