"""Follows a camera: finds the track, watches frames, and decides when dice are at rest."""
