"""Tests of Home Casino, one file for each part of the rule book."""
