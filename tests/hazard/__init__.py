"""A small game of money and bets without its own drawing, for tests of the page."""

from __future__ import annotations

from companion.facts import BetPlaced, BetsClosed
from companion.game.base import Game, Questions, ScriptPart
from companion.game.words import GameWords
from companion.questions import Bet, Close, d6
from companion.scene import Betting

FIELDS = ("small", "large", "even", "odd")


class Bets(Betting):
    kind = "hazard_bets"


class HazardWords(GameWords):
    TITLE = "Hasard"
    BEGINS = "Le plus jeune commence."
    TOPICS = {"bet": ("Faites vos jeux", ""), "close": ("Rien ne va plus", ""), "throw": ("{seat} lance", "")}
    SCENES = {"hazard_bets": "Les mises"}
    NAMES = {"small": "petit", "large": "grand", "even": "pair", "odd": "impair"}

    def field(self, name: str) -> str:
        return self.NAMES[name]


class Hazard(Game):
    """A game in which everybody bets on the sum of two dice, without payments."""

    name = "hazard"
    words = HazardWords()
    players_allowed = (2, 12)
    unit = 5

    def set_up(self) -> None:
        self.order = list(self.players)
        self.turn = self.starter = self.beginner()
        self.fill_bank(100_000)
        for seat in self.order:
            self.ledger.open(seat, 1000)

    def turns(self) -> ScriptPart:
        while True:
            self.scene = Bets()
            yield from self.bet(self.scene.bets)
            yield from self.throw(self.turn, d6(2), "throw")

    def bet(self, bets: dict[tuple[str, str], int]) -> ScriptPart:
        while not isinstance(answer := (yield from self.ask(lambda: self.betting(bets))), BetsClosed):
            if isinstance(answer, BetPlaced):
                bets[answer.seat, answer.field] = bets.get((answer.seat, answer.field), 0) + answer.amount
            else:
                del bets[answer.seat, answer.field]

    def betting(self, bets: dict[tuple[str, str], int]) -> Questions:
        seats = tuple(self.playing())
        purses = {seat: self.balance(seat) for seat in seats}
        return (Bet(topic="bet", seats=seats, fields=FIELDS, step=5, available=purses, bets=dict(bets)),
                Close(topic="close", seats=seats))  # fmt: skip


GAME = Hazard
