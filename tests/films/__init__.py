"""Simulated films of thrown dice, for testing the eye; drawn without any code of `vision/`, to be independent of it."""
