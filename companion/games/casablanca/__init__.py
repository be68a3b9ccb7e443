"""Casablanca, a game of hidden tokens, bluff and bets for 2 to 4 players."""

from companion.games.casablanca.rulebook import Casablanca

GAME = Casablanca
