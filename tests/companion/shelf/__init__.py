"""Tests of the companion: facts, evenings, the table."""
