"""Money: accounts, the believed chips of each, and payments in chips."""
