"""Le Cochon: throw one die as often as you dare; a 1 loses the points of the turn. For 2 to 12 players."""

from servi_cochon.rulebook import Cochon

GAME = Cochon
