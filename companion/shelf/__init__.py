"""The shelf: the boxes that a table has saved, and the forms that fill them in."""
