"""The state of the table: rules, money, journal, words. Standard library only."""
