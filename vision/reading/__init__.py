"""Reads the dice in one picture: networks, beliefs, and the reader that weighs them."""
