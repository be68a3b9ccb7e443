"""Draws the training data, trains and exports the eye's networks; no other package of Servi needs torch or Pillow."""
