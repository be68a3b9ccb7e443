"""The shelf: the saved boxes of a table, and the forms that edit them."""
