"""Les cases Si-No, a game of four dice and two printed tables for 2 to 6 players."""

from companion.games.les_cases_si_no.rulebook import SiNo

GAME = SiNo
