"""The games, each in a folder of its own, and the players who answer at random."""
