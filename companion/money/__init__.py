"""Money: accounts, the probable chips of each, and payments in chips."""
