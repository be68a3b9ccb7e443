"""Draws the training data, trains the eye's networks and exports them; only this package needs torch and Pillow."""
