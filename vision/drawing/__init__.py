"""Drawn dice and films of throws, for tests and for the simulated table."""
