"""A small game of money and bets that the page draws without a special drawing, for tests of the page."""

from __future__ import annotations

from companion.facts import BetPlaced, BetsClosed
from companion.game.base import Game, Questions, ScriptPart
from companion.game.words import GameWords
from companion.questions import Bet, Close, d6
from companion.scene import Betting, Contest

FIELDS = ("small", "large", "even", "odd")


class Bets(Betting):
    kind = "hazard_bets"


class Round(Contest):
    kind = "hazard_round"


class HazardWords(GameWords):
    TITLE = "Hasard"
    BEGINS = "Le plus jeune commence."
    TOPICS = {"bet": ("Faites vos jeux", ""), "close": ("Rien ne va plus", ""), "throw": ("{seat} lance", "")}
    SCENES = {"hazard_bets": "Les mises", "hazard_round": "Le tour des dés"}
    NAMES = {"small": "petit", "large": "grand", "even": "pair", "odd": "impair"}

    def field(self, name: str) -> str:
        return self.NAMES[name]


class Hazard(Game):
    """The game: everybody bets, one seat throws two dice, then every seat throws; nobody pays."""

    name = "hazard"
    words = HazardWords()
    players_allowed = (2, 12)
    unit = 5
    given = 1000
    """Points of everybody at the start."""

    def set_up(self) -> None:
        self.order = list(self.players)
        self.turn = self.starter = self.beginner()
        for seat in self.order:
            self.ledger.open(seat, self.given)
        self.fill_bank(1_000_000)

    def turns(self) -> ScriptPart:
        while True:
            self.scene = Bets()
            yield from self.bet(self.scene.bets)
            yield from self.throw(self.turn, d6(2), "throw")
            self.ledger.clear_felt()
            scene = self.scene = Round(sides=tuple(self.playing()))
            for seat in scene.sides:
                thrown = yield from self.throw(seat, d6(2), "throw")
                scene.totals[seat] = sum(scene.thrown(seat, (int(die.value) for die in thrown.dice)))

    def bet(self, bets: dict[tuple[str, str], int]) -> ScriptPart:
        while not isinstance(answer := (yield from self.ask(lambda: self.betting(bets))), BetsClosed):
            if isinstance(answer, BetPlaced):
                bets[answer.seat, answer.field] = bets.get((answer.seat, answer.field), 0) + answer.amount
                self.ledger.stake(answer.seat, answer.amount)
            else:
                self.ledger.stake(answer.seat, -bets.pop((answer.seat, answer.field)))

    def betting(self, bets: dict[tuple[str, str], int]) -> Questions:
        seats = tuple(self.playing())
        purses = {seat: self.balance(seat) for seat in seats}
        return (Bet(topic="bet", seats=seats, fields=FIELDS, step=5, available=purses, bets=dict(bets)),
                Close(topic="close", seats=seats))  # fmt: skip


GAME = Hazard
