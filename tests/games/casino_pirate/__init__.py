"""Casino Pirate: what the vectors do not cover."""
