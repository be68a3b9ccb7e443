"""Draws the training data, trains the eye's networks and exports them. Needs torch and Pillow; playing needs neither."""
