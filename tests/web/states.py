"""Snapshots by name: real evenings played up to every kind of question and trouble."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from companion.dice import DieKind, ReadDie, Reading
from companion.evening import Entry, Evening
from companion.eye import EXAMPLE, NoEye
from companion.facts import TABLE, CardDrawn, ChipsCounted, DiceThrown, Fact, GameStarted, Seat, SeatFact, Voided
from companion.games.home_casino import GAME
from companion.games.home_casino.box import empty
from companion.language import Sentence
from companion.money import pieces
from companion.observe import observe
from companion.refusal import Refusal
from companion.snapshot import Around, CameraNow, Pending, Snapshot
from hardware.choices import choices
from hardware.pad_state import PadState
from hardware.pins import BY_SEAT
from tests.games.home_casino.evening import Speech

NAMES = ("Anna", "Bruno", "Chloé", "David", "Élodie", "Farid")
LONG_NAMES = ("Marie-Antoinette", "Jean-Baptiste", "Wolfgang", "Maximilienne", "Bartholomé", "Anne-Sophie")
COLOURS = ("rouge", "bleu", "jaune", "noir", "blanc", "vert")
AGES = (9, 41, 14, 38, 12, 44)
BEGAN = 1795292043.0
"""Start of each evening, in seconds since 1970; one fact follows each minute."""

BOX = {key: value for key, value in GAME.example_box().items() if key != "example"}
"""The example box without its mark, so no page warns of it."""

PICTURE = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffd9")

AROUND = Around(CameraNow(NoEye.source, photographs=True), box=EXAMPLE)
"""The surroundings of a table that has no camera, but reads photographs."""

BETS = (
    "F 1 50", "B 3 25", "E 4 100", "D 5 175", "F 6 100", "A 7 100", "E 8 100", "C 9 50", "A pair 50", "F pair 150",
    "B impair 200", "C rouge 250", "D noir 300", "E noir 200",
)  # fmt: skip
"""Bets of all six seats on one cloth: seat, field and amount."""


class Night(Speech):
    """An evening of Home Casino as a chain of calls; each fact must be allowed.

    ``camera``: later throws come from the camera.
    """

    def __init__(
        self,
        seats: str = "ABCDEF",
        *,
        names: tuple[str, ...] = NAMES,
        colours: tuple[str | None, ...] = COLOURS,
        box: Mapping[str, Any] = BOX,
        target: int = 10_000,
    ) -> None:
        people = zip(seats, names, colours, AGES, strict=False)
        started = GameStarted(
            game="home_casino",
            seats=tuple(Seat(id=s, name=name, colour=colour, age=age) for s, name, colour, age in people),
            house={},
            box=box,
            target=target,
            banker=seats[-1],
            first="A",
            carried={"order": list(seats)},
            rules=GAME.version,
        )
        self.evening = Evening([Entry(1, BEGAN, started)])
        self.camera = False

    def say(self, fact: Fact) -> Night:
        """Apply a fact; return this evening."""
        decided = self.evening.decide(fact)
        assert decided.refusal is None, decided
        seat = fact.seat if isinstance(fact, SeatFact) else ""
        players, seen = self.evening.play.game.players, self.camera and isinstance(fact, DiceThrown)
        who = players[seat].name if seat in players else TABLE
        told = replace(decided.fact, who=who, how="camera" if seen else "tap")
        number = self.evening.number + 1
        self.evening.add(Entry(number, BEGAN + 60 * number, told, seen), decided=True)
        return self

    def turn(self) -> str:
        return self.evening.play.game.turn

    def hands_over(self) -> Night:
        """Hand over all debts."""
        play = self.evening.play
        for fact in pieces.handed_all(play.pieces, play.game.ledger, TABLE):
            self.say(fact)
        return self

    def bets_all(self, *bets: str) -> Night:
        for bet in bets:
            seat, field, amount = bet.split()
            self.bets(seat, field, int(amount))
        return self

    def now(self) -> Snapshot:
        return replace(observe(self.evening), around=AROUND)


def opening(**given: Any) -> Night:
    """Return three rounds of six seats: a lost duel, a roulette, a bought card; no debts, and it is Anna's turn."""
    night = Night(**given)
    night.throws("A", 3, 4).stakes("A", 500).throws("A", 5, 3).throws("B", 6, 4)
    night.throws("B", 2, 3).bets_all("A rouge 200", "A 7 100", "B 3 25", "C noir 750", "C 8 400", "F rouge 3000")
    night.rien_ne_va_plus("B").spins("B", 4, "noir")
    night.throws("C", 4, 5).throws("D", 2, 3).throws("E", 3, 6).throws("F", 1, 3).hands_over()
    night.throws("A", 2, 4).throws("B", 4, 2).throws("C", 1, 2)
    night.throws("D", 4, 5).stakes("D", 500).throws("D", 2, 1).throws("A", 6, 3)
    night.throws("E", 5, 4).throws("F", 1, 2).stakes("F", 100).throws("F", 2, 3).throws("C", 5, 4)
    night.throws("A", 2, 4).say(CardDrawn(seat="A", deck="acquisition", card=acquired(3))).chooses("A", "buy")
    night.throws("B", 6, 4).stakes("B", 500).throws("B", 6, 3).throws("D", 3, 1)
    night.throws("C", 5, 6).throws("D", 5, 6).throws("E", 3, 4)
    night.moves_money("D", "C", night.evening.play.game.balance("D") - 475)
    return night.hands_over().throws("F", 5, 1)


def acquired(number: int) -> Mapping[str, Any]:
    """Return an Acquisition card of the example box."""
    return next(card for card in BOX["acquisition"] if card["name"] == f"Casino exemple {number:02}")


def buying(night: Night, number: int) -> Night:
    """Let Anna draw this Acquisition card."""
    return (
        night.gives_turn("A")
        .lands("A", "acquisition")
        .say(CardDrawn(seat="A", deck="acquisition", card=acquired(number)))
    )


def around(now: Snapshot, **more: Any) -> Snapshot:
    """Return the same evening with these changes of its surroundings."""
    return replace(now, around=replace(now.around, **more))


def seen(seat: str, expected: str) -> Pending:
    """Return a pending reading: one certain die, one doubtful, one unknown."""
    dice = (
        ReadDie(DieKind.D6, 4, "ivory", (110, 170, 160, 160), 0.99, ((4, 0.99),)),
        ReadDie(DieKind.D6, 5, "ivory", (325, 110, 160, 160), 0.71, ((5, 0.71), (6, 0.26), (4, 0.02))),
        ReadDie(DieKind.UNKNOWN, None, "other", (540, 210, 160, 160), 0.1),
    )
    return Pending(3, seat, Reading(dice, False, ("blurred",)), PICTURE, expected)


def panel(now: Snapshot, shown: PadState, label: str = "") -> Snapshot:
    """Return the same evening with this state of the pad, at the choice with this label."""
    at = next((one for one in choices(now, shown.holder) if one.label == label), None)
    shown = replace(shown, key=at.key) if at else shown
    pins: dict[str, Any] = {"simulated": True, "buttons": [], "lamps": {}}
    return around(now, panel=lambda now: shown.draw(now) | pins)


def duel_421() -> Night:
    return opening().throws("A", 2, 4).names("A", "F").stakes("A", 500)


def roulette() -> Night:
    return opening().gives_turn("C").lands("C", "roulette")


def won_at_roulette(**given: Any) -> Night:
    """Return an evening in which the bank owes Anna and Chloé."""
    night = opening(**given).throws("A", 1, 3).bets_all("A 7 100", "C rouge 250")
    return night.rien_ne_va_plus("A").spins("A", 7, "rouge")


def four_debts(**given: Any) -> Night:
    """Return an evening in which the bank owes three, and Bruno owes Élodie."""
    night = won_at_roulette(**given).lands("B", "slot", 200)
    night.gives_turn("B").lands("B", "casino", colour="blanc").stakes("B", 325)
    return night.throws("B", 2, 3).throws("E", 5, 4).gives_turn("A")


def debt_with_change() -> Night:
    """Return an evening in which Bruno needs change to pay Élodie."""
    night = won_at_roulette()
    few = {1000: 5, 100: 1, 50: 3, 25: 1}
    assert sum(value * n for value, n in few.items()) == night.evening.play.game.balance("B")
    return night.say(ChipsCounted(account="B", chips=few)).moves_money("B", "E", 1725)


def zanzibar() -> Night:
    night = opening().gives_turn("E").lands("E", "zanzibar").names("E", "B").stakes("E", 500)
    night.camera = True
    return night.throws("E", 1, 3, 6).throws("B", 2, 5, 6).throws("E", 4, 4, 1)


def long_names() -> Night:
    """Return an evening with long names and 12 475 points each, before two debts to the bank."""
    night = opening(names=LONG_NAMES, target=15_000)
    for seat in "ABCDEF":
        night.moves_money("bank", seat, 12_475 - night.evening.play.game.balance(seat))
    return night.hands_over().moves_money("B", "bank", 1250).moves_money("D", "bank", 1250)


@cache
def states() -> Mapping[str, Snapshot]:
    """Every state by name."""
    optional = opening().sets("duel_optional", True)
    bought = opening()
    for number in (1, 2, 4):
        buying(bought, number).chooses("A", "buy")
    poor, ruined = opening(), opening().sets("emergency_sale", "full")
    poor.moves_money("A", "bank", poor.evening.play.game.balance("A") - 800)
    for number in (1, 2, 4):
        buying(ruined, number).chooses("A", "buy")
    ruined.moves_money("A", "bank", ruined.evening.play.game.balance("A") - 200)
    unknown = {**BOX, "length": len(BOX["ring"]), "ring": [row for row in BOX["ring"] if row["index"] != 22]}
    wrong = opening()
    wrong.say(Voided(target=next(e.number for e in wrong.evening.entries if "StakePlaced" in str(type(e.fact)))))
    warning = Refusal("STAKE_OVER_LIMIT", "B", {"limit": 225, "against": "D"}, "HC-OPP-2")
    nights: dict[str, Night] = {
        "begun": Night(),
        "throw": opening(),
        "throw-421": duel_421().throws("A", 5, 3, 1),
        "throw-zanzibar": zanzibar(),
        "throw-roulette": roulette().bets_all(*BETS).rien_ne_va_plus("C"),
        "stand": opening().places("A", 15).throws("A", 2, 3).stakes("A", 500).throws("A", 5, 6, 3)
        .throws("F", 4, 6, 2).throws("A", 3),
        "stake": opening().throws("A", 4, 5),
        "bet": roulette().bets_all(*BETS),
        "bet-before": roulette().bets_all(*(bet for bet in BETS if bet[0] not in "ACF")),
        "opponent": opening().throws("A", 2, 4),
        "decline": optional.throws("A", 2, 4),
        "option": buying(opening(), 5),
        "option-many": opening().throws("A", 1, 2).draws("A", "free_text", name="Imitez un coq"),
        "option-refused": buying(poor, 5),
        "number": Night(box=empty()),
        "choose-casino": Night(colours=(None, None, None, *COLOURS[3:])),
        "casino": Night("ABC", colours=(None, "jaune", "noir")),
        "card": opening().throws("A", 1, 2),
        "card-new": opening(box={**BOX, "jackpot": []}).throws("A", 1, 2),
        "card-bought": opening().throws("A", 2, 3),
        "sell": ruined.hands_over().gives_turn("A").lands("A", "mafia"),
        "sale": bought.hands_over().gives_turn("A").lands("A", "a_vendre"),
        "square": opening(box=unknown).throws("A", 1, 2),
        "debts": four_debts(),
        "debts-big": debt_with_change(),
        "over": opening().moves_money("bank", "C", 5000),
        "two": Night("AB").throws("A", 5, 6).throws("B", 2, 4).hands_over(),
        "four": Night("ABCD").throws("A", 5, 6).throws("B", 2, 4).throws("C", 2, 3).throws("D", 2, 3).hands_over(),
        "long-names": long_names(),
        "out": opening().moves_money("D", "C", 475).hands_over(),
    }  # fmt: skip
    found = {name: night.now() for name, night in nights.items()}
    found["nothing"] = Snapshot(around=AROUND)
    camera = CameraNow("folder:photos", button=True, photographs=True)
    found["throw-eye"] = around(found["throw"], camera=camera)
    found["pending"] = around(duel_421().now(), camera=camera, pending=seen("A", "3d6"))
    found["notices"] = around(
        replace(wrong.now(), box_marks=frozenset({"example"})),
        resumed=Sentence("Repris après le lancer {number}.", {"number": 37}),
        warnings=(warning,),
    )
    bet, short = found["bet"], Sentence("Il n'y a pas assez de jetons pour cette mise. Au plus 4 875 de plus.")
    found["pad-bet"] = panel(bet, PadState("E", amount=1500), "impair")
    found["pad-refused"] = panel(bet, PadState("E", amount=1500, message=short), "impair")
    found["pad-card"] = panel(found["card"], PadState("A"), choices(found["card"], "A")[6].label)
    found["pad-regret"] = panel(bet, PadState(regret=(f"{BY_SEAT}C", "C")))
    found["pad-stuck"] = panel(bet, PadState("E", amount=1500, stuck=(f"{BY_SEAT}B",)), "impair")
    return found
