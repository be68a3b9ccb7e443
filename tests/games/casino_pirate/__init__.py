"""Casino Pirate: what the vectors leave out."""
