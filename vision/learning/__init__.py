"""Learning from the table's throws: crops with the values that the table accepted, and a small head on each network."""
