"""What makes a Raspberry Pi come up as a table. Standard library only: it runs before the environment is there."""
