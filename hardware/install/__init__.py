"""The installer of a table on a Raspberry Pi. Standard library only: it runs before the environment exists."""
