"""The shelf: the saved boxes of a table."""
