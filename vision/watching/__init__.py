"""Follows a camera: where the track lies, what is live, when dice are at rest."""
