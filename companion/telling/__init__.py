"""The wording of games, facts and refusals, for people."""
