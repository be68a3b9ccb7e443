"""Reads the dice in one picture: the networks, the beliefs, and the reader that combines them."""
