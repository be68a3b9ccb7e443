"""Money: who has what, in which pieces, and which pieces go over."""
