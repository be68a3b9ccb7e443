"""What is true at the table: rules, money, referee, journal. Standard library only."""
