"""Tests of the shelf, which stores the boxes."""
