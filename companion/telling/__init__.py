"""What people read: the words of the games, of the facts and of what is refused."""
