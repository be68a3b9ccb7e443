"""Short evenings of any game, random play on them, and the invariants of every moment."""

from __future__ import annotations

from random import Random
from typing import Any

from companion import players
from companion.evening import Entry
from companion.evening import Evening as Told
from companion.facts import (
    BankerNamed,
    BetPlaced,
    BetsClosed,
    BetTakenBack,
    CardDrawn,
    CardPlayed,
    CardsHeld,
    CardsShown,
    CardsSold,
    CasinoChosen,
    Counted,
    DiceKept,
    DiceThrown,
    Die,
    Fact,
    GameStarted,
    HouseChanged,
    Landed,
    MoneyMoved,
    NumberGiven,
    OpponentChosen,
    OptionChosen,
    PointsEntered,
    Protested,
    Seat,
    SeatJoined,
    SeatLeft,
    SeatTaken,
    Square,
    SquareSkipped,
    StakePlaced,
    Stood,
    TableWord,
    TurnGiven,
)
from companion.game.library import game_class
from companion.game.seats import SEAT_IDS
from companion.house import HouseRule, rules_of
from companion.play import Play
from companion.questions import Closed, Question
from companion.refusal import Refusal
from tests import pages
from tests.games.contracts import contract


def followed(game: str, house: dict[str, Any] | None) -> dict[str, Any]:
    """Return these house rules with ``result_only`` off, if the game has it and they do not set it."""
    return ({"result_only": False} if "result_only" in rules_of(game) else {}) | (house or {})


class Evening:
    """An evening of a game; each fact must be allowed and conserve the points."""

    def __init__(self, game: str, seats: str = "ABC", *, house: dict[str, Any] | None = None,
                 carried: dict[str, Any] | None = None, box: dict[str, Any] | None = None, **more: Any) -> None:  # fmt: skip
        box = game_class(game).example_box() if box is None else box
        ages = more.pop("ages", {})
        more.setdefault("rules", game_class(game).version)
        people = tuple(Seat(id=s, name=s, age=ages.get(s, 0)) for s in seats)
        self.start = GameStarted(game=game, seats=people, house=house or {}, box=box, carried=carried, **more)
        self.play = Play(self.start)
        self.facts: list[Fact] = []
        self.owing = {"scoreboard", "bank"} if contract(game).bank_may_owe else {"scoreboard"}
        self.below = contract(game).below_zero and not self.game.ledger.owes
        self.points = self.game.ledger.total()

    @property
    def game(self) -> Any:
        return self.play.game

    @property
    def asked(self) -> list[str]:
        return [q.topic for q in self.play.open if not isinstance(q, Closed)]

    @property
    def chips(self) -> dict[str, int]:
        return {s: self.game.balance(s) for s in self.game.players}

    @property
    def paid(self) -> list[tuple[str, str, int, str]]:
        return [(t.giver, t.taker, t.amount, t.reason) for t in self.game.ledger.transfers]

    @property
    def winner(self) -> str | None:
        return self.game.outcome.winner if self.game.outcome else None

    def question(self, topic: str) -> Any:
        found: Question | None = self.play.question(topic)
        assert found is not None, f"{topic} is not open, but {self.asked}"
        return found

    def refusal(self, fact: Fact) -> Refusal | None:
        """Return the refusal that the seat's own page gets, None if the fact is allowed."""
        question, refusal = self.play.place(fact)
        return refusal or (question.check_holder(fact) if question else None)

    def code(self, fact: Fact) -> str | None:
        """Return the code of the refusal that the seat's own page gets, None if the fact is allowed."""
        refusal = self.refusal(fact)
        return refusal.code if refusal else None

    def happens(self, fact: Fact) -> None:
        self.facts.append(fact)
        self.play.apply(len(self.facts) + 1, fact)
        ledger = self.game.ledger
        assert ledger.total() == self.points, f"points made or lost by {fact}"
        assert self.below or all(n >= 0 for a, n in ledger.balances.items() if a not in self.owing), ledger.balances

    def say(self, *facts: Fact) -> None:
        for fact in facts:
            refusal = self.play.refuse(fact)
            assert refusal is None, f"{fact} was refused: {refusal}"
            self.happens(fact)

    def told(self) -> Told:
        return Told([Entry(n, 0.0, f) for n, f in enumerate((self.start, *self.facts), 1)])


def some_house(game: str, random: Random) -> dict[str, Any]:
    """Return random values for some house rules, perhaps none or all."""
    rules = list(rules_of(game).values())
    house: dict[str, Any] = {}
    for rule in random.sample(rules, random.randint(0, len(rules))):
        if rule.type == "flag":
            house[rule.key] = random.random() < 0.5
        elif rule.type == "choice":
            house[rule.key] = random.choice(rule.values)
        elif rule.type == "text":
            house[rule.key] = random.choice(("", "Un", "Un, Deux, Trois"))
        else:
            house[rule.key] = rule.default if random.random() < 0.5 else some_number(rule)
    return house


def some_number(rule: HouseRule) -> int:
    """Return a number that this house rule allows."""
    return max(rule.low or 0, min(11, rule.high))


def begin(game: str, random: Random, **more: Any) -> Evening:
    low, high = game_class(game).players_allowed
    more.setdefault("target", game_class(game).check_target_given(None))
    return Evening(game, SEAT_IDS[: random.randint(low, high)], house=some_house(game, random), **more)


def play(evening: Evening, random: Random, most: int, words: float = 0.0) -> None:
    """Play until the game is over or has ``most`` facts; a step is a table word with the chance ``words``."""
    while evening.winner is None and len(evening.facts) < most:
        fact = players.turn(evening.play, random)
        assert fact is not None, f"nobody can answer {evening.play.open}"
        if random.random() < words:
            word = table_word(evening, random)
            if evening.play.refuse(word) is None:
                evening.happens(word)
            continue
        evening.say(fact)
        if random.random() < 0.02:
            pages.shown(evening.told() if random.random() < 0.1 else _seen(evening))


def _seen(evening: Evening) -> Told:
    """Return the evening to draw, with its play as it is instead of a replay."""
    seen = Told([Entry(1, 0.0, evening.start)])
    seen.play = evening.play
    return seen


def table_word(evening: Evening, random: Random) -> TableWord:
    """Return a random table word."""
    game = evening.game
    seat = random.choice(list(game.players))
    giver, other = (random.choice(list(game.ledger.balances)) for _ in range(2))
    rule = random.choice(list(rules_of(game.name).values()))
    other_value = "Un, Deux" if rule.type == "text" else some_number(rule)
    value = random.random() < 0.5 if rule.type == "flag" else random.choice(rule.values) if rule.values else other_value
    amount = game.unit * random.choice((1, 2, max(1, game.balance(giver) // game.unit)))
    words: list[TableWord] = [
        MoneyMoved(giver=giver, taker=other, amount=amount),
        SquareSkipped(),
        TurnGiven(seat=seat),
        SeatJoined(seat=f"guest {len(evening.facts)}", name="guest"),
        SeatLeft(seat=seat, to=random.choice(("bank", "shared", other)), void_duel=random.random() < 0.5),
        SeatTaken(seat=seat, name="other"),
        BankerNamed(seat=seat),
        HouseChanged(key=rule.key, value=value),
    ]
    return random.choice(words)


def long_evenings(game: str, number: int = 5_000) -> list[list[Entry]]:
    """Return evenings with ``number`` facts in all; only one if the game can last that long."""
    found: list[list[Entry]] = []
    left = number
    while left > 0:
        random = Random(f"long {game} {len(found)}")
        evening = Evening(game, "ABCD", **contract(game).endless)
        play(evening, random, left)
        left -= len(evening.facts)
        found.append(evening.told().entries)
    return found


def anything(game: Any, random: Random) -> Fact:
    """Return a random well-formed fact of any game, right or wrong."""
    seat = random.choice(list(game.players))
    names = ["1", "7", "S", "P", "AS", "10D", "3", "lune", "lampe", "", "x"]
    some = tuple(random.choice(names[:-2]) for _ in range(random.randint(0, 4)))
    colours = ("white", "green", "red", None)
    dice = tuple(Die("d6", random.randint(1, 6), random.choice(colours)) for _ in range(random.randint(0, 3)))
    card = {"name": random.choice(names), "hidden": random.random() < 0.5}
    return random.choice((
        DiceThrown(seat=seat, dice=dice), Stood(seat=seat), StakePlaced(seat=seat, amount=random.choice((1, 2, 50, 100, 10**9))),
        BetPlaced(seat=seat, field=random.choice(("H1:5", "V:6.6", "H2:5", "rouge")), amount=random.choice((1, 5))),
        BetTakenBack(seat=seat, field="H1:5"), BetsClosed(seat=seat), OpponentChosen(seat=seat, opponent=random.choice("ABC")),
        OptionChosen(seat=seat, option=random.choice(("deal", "fold", "call", "claim", "concede", "stake_card", "lune", "bust"))),
        NumberGiven(seat=seat, number=random.choice((0, 3, 6, 27, 28, 999))),
        PointsEntered(seat=seat, points=random.choice((0, -5, 12, 10**6)), line=random.choice((1, 2, 7, 999))),
        CardDrawn(seat=seat, deck=random.choice(("pack", "stock")), card=card),
        CardsSold(seat=seat, cards=some), CardsShown(seat=seat, cards=some), CardsHeld(seat=seat, cards=some),
        CardPlayed(seat=seat, card=random.choice(names), use=random.choice(("capture", "build", "add", "raise", "trail", "x")),
                   take=some, build=random.randint(0, 12), value=random.randint(0, 14)),
        Protested(seat=seat, amount=random.choice((None, 50, 100, 10**9))),
        Counted(seat=seat, counts={"A": {"cards": random.choice((52, 7)), "spades": 13, "aces": 4, "big": 1, "little": 1}}),
        Landed(seat=seat, square=Square(kind="lune")), CasinoChosen(seat=seat, colour="rouge"), DiceKept(seat=seat, kept=(1,)),
    ))  # fmt: skip
