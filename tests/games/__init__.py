"""The games, one folder each, and random players."""
