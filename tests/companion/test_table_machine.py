"""Random evenings of every game on the real table: points conserved, replay equal, previews right, restarts lossless."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.evening import Evening
from companion.facts import (
    Amended,
    BankerNamed,
    BetPlaced,
    ChipsCounted,
    Correction,
    DiceThrown,
    Die,
    Fact,
    HandedOver,
    Inserted,
    LevelSet,
    MoneyMoved,
    OpponentChosen,
    OptionChosen,
    PawnPlaced,
    Restored,
    SeatJoined,
    SeatLeft,
    SeatTaken,
    SquareSkipped,
    StakePlaced,
    Stood,
    TableWord,
    TurnGiven,
    Voided,
)
from companion.game.library import game_class
from companion.games.home_casino.box import CHIPS
from companion.money.chips import fewest
from companion.money.ledger import BANK, POT, SCOREBOARD
from companion.packages import names
from companion.table import Table
from tests import pages
from tests.companion import evenings
from tests.companion.evenings import BOX, legal, state
from tests.games.contracts import contract
from tests.games.tables import anything
from tests.rings import examples

CHANCE = st.integers(0, 2**32).map(Random)
SEATS = "ABCDEF"


class Evenings(RuleBasedStateMachine):
    """A table, with the actions that may happen to its evenings."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="servi-"))
        self.table = Table(self.folder)

    def teardown(self) -> None:
        self.table.close()
        shutil.rmtree(self.folder)

    @initialize(game=st.sampled_from(("home_casino", *names())), seats=st.integers(2, 5),
                level=st.sampled_from(("compteur", "arbitre", "croupier")),
                box=st.sampled_from(("exemple", "exemple", "vide")), colours=st.booleans(),
                handover=st.sampled_from(("next_throw", "tap")), goal=st.sampled_from((6000, 10000, 150_000)))
    def begin(self, game: str, seats: int, level: str, box: str, colours: bool, handover: str, goal: int) -> None:
        low, high = game_class(game).players_allowed
        told = evenings.setup(max(low, min(seats, high)), colours=colours, level=level, box=box)
        if game == "home_casino":
            told |= {"target": goal, "house": {"handover": handover}}
        else:
            told |= {"game": game, "target": None}
        assert self.table.start(told).ok
        self.points = self.evening.play.game.ledger.total()
        event(game)

    # --- the state of the evening ----------------------------------------------------------------------

    @property
    def evening(self) -> Evening:
        evening = self.table.evening()
        assert evening is not None
        return evening

    def send(self, fact: Fact, *, force: bool = False) -> bool:
        """Preview a fact, then submit it: both must agree, and a refusal changes nothing."""
        before, seen = state(self.evening), self.evening.number
        shown = self.table.snapshot()
        preview = pages.preview(self.table, fact)
        assert self.table.snapshot() is shown
        assert state(self.evening) == before
        assert self.kept() == seen
        json.dumps(preview)
        done = self.table.submit(fact, seen=seen, force=force)
        if not done.ok:
            assert done.refusal is not None
            assert pages.refusal(done, self.table)["text"]
            assert preview["refusal"]["code"] == done.refusal.code
            assert state(self.evening) == before
            assert self.kept() == seen
            return False
        later = [e for e in self.evening.entries if e.number > seen and not isinstance(e.fact, HandedOver)]
        if len(later) == 1:
            told = {row["id"]: row["after"] for row in preview["seats"]}
            told |= {row["account"]: row["after"] for row in preview["accounts"]}
            balances = self.evening.play.game.ledger.balances
            assert {a: balances.get(a, 0) for a in told} == told
            assert preview["turn"]["after"] == (self.evening.play.game.turn or None)
            assert {m["number"] for m in preview["misfits"]} <= set(self.evening.misfits)
        if self.evening.number == seen + 1:  # no hand-over was assumed and no automatic fact followed
            ledger, rows = self.evening.play.game.ledger, preview["hand_over"]
            owed = pages.view(self.table)["debts"]
            assert rows == [{key: debt[key] for key in ("from", "to", "amount", "ways")} for debt in owed]
            lies = Counter({account: ledger.lying(account) for account in ledger.balances})
            for row in rows:
                lies[row["from"]] -= row["amount"]
                lies[row["to"]] += row["amount"]
            assert dict(lies) == ledger.balances
        return True

    def kept(self) -> int:
        return len(self.table.journal.entries(pages.view(self.table)["evening"]))

    # --- what may happen -------------------------------------------------------------------------------

    @rule(chance=CHANCE, steps=st.integers(1, 12))
    def answers(self, chance: Random, steps: int) -> None:
        for _ in range(steps):
            fact = legal(self.evening.play, chance)
            if fact is None:
                must_be_over(self.evening)
                return
            assert self.send(fact)

    @rule(chance=CHANCE)
    def plays_on(self, chance: Random) -> None:
        """Play many ordinary facts, so that the evening advances."""
        self.answers(chance, 20)

    @rule(chance=CHANCE, force=st.booleans())
    def nonsense(self, chance: Random, force: bool) -> None:
        """Submit an answer to another question or none, perhaps forced."""
        self.send(odd_answer(chance) if chance.random() < 0.5 else anything(self.evening.play.game, chance), force=force)

    @rule(chance=CHANCE, force=st.booleans(), giver=st.sampled_from((BANK, POT, *SEATS)),
          taker=st.sampled_from((BANK, POT, *SEATS)), hundred=st.integers(1, 80), done=st.booleans())
    def money(self, chance: Random, force: bool, giver: str, taker: str, hundred: int, done: bool) -> None:
        amount = self.evening.play.game.unit * hundred
        self.send(MoneyMoved(giver=giver, taker=taker, amount=amount, done=done), force=force)

    @rule(seat=st.sampled_from(SEATS), index=st.integers(0, 60))
    def pawn(self, seat: str, index: int) -> None:
        self.send(PawnPlaced(seat=seat, index=index))

    @rule()
    def skip(self) -> None:
        self.send(SquareSkipped())

    @rule(seat=st.sampled_from(SEATS))
    def turn(self, seat: str) -> None:
        self.send(TurnGiven(seat=seat))

    @rule(seat=st.sampled_from(SEATS), after=st.sampled_from(("", *SEATS)),
          colour=st.sampled_from((None, *evenings.COLOURS)))
    def joins(self, seat: str, after: str, colour: str | None) -> None:
        self.send(SeatJoined(seat=seat, name=f"Gaston {seat}", colour=colour, after=after))

    @rule(seat=st.sampled_from(SEATS), to=st.sampled_from((BANK, "shared", *SEATS)), void_duel=st.booleans())
    def leaves(self, seat: str, to: str, void_duel: bool) -> None:
        self.send(SeatLeft(seat=seat, to=to, void_duel=void_duel))

    @rule(seat=st.sampled_from(SEATS))
    def taken(self, seat: str) -> None:
        self.send(SeatTaken(seat=seat, name=f"Hélène {seat}"))

    @rule(seat=st.sampled_from(SEATS))
    def banker(self, seat: str) -> None:
        self.send(BankerNamed(seat=seat))

    @rule(level=st.sampled_from(("compteur", "arbitre", "croupier")))
    def level(self, level: str) -> None:
        self.send(LevelSet(level=level))

    @precondition(lambda self: bool(pages.view(self.table)["debts"]))
    @rule(chance=CHANCE, any_way=st.booleans())
    def hands_over(self, chance: Random, any_way: bool) -> None:
        owed = chance.choice(pages.view(self.table)["debts"])
        way = None if any_way or not owed["ways"] else chance.randrange(len(owed["ways"]))
        done = self.table.hand_over(owed["from"], owed["to"], way, seen=self.evening.number)
        assert done.ok
        left = pages.view(self.table)["debts"]
        assert not any((d["from"], d["to"]) in ((owed["from"], owed["to"]), (owed["to"], owed["from"])) for d in left)

    @precondition(lambda self: bool(self.evening.play.pieces.stocks) and self.evening.play.game.name == "home_casino")
    @rule(chance=CHANCE, off=st.integers(-4, 4), settle=st.booleans())
    def counts(self, chance: Random, off: int, settle: bool) -> None:
        """Count an account; the difference is shown, and settled by a visible fact."""
        account = chance.choice(self.evening.play.game.playing())
        there = self.evening.play.game.ledger.lying(account)
        chips = fewest(CHIPS, max(0, there + 25 * off))
        if chips is None or not self.send(ChipsCounted(account=account, chips=dict(chips))):
            return
        differs = [c for c in pages.view(self.table)["counts"] if c["account"] == account]
        if off == 0 or there + 25 * off < 0:
            assert not differs or there < 0
            return
        assert differs == [{"account": account, "counted": there + 25 * off, "expected": there}]
        if settle:
            giver, taker = (BANK, account) if off > 0 else (account, BANK)
            if self.send(MoneyMoved(giver=giver, taker=taker, amount=25 * abs(off), done=True)):
                assert not [c for c in pages.view(self.table)["counts"] if c["account"] == account]

    @rule()
    def undoes(self) -> None:
        shown, before = pages.view(self.table).get("undo"), state(self.evening)
        done = self.table.undo_last(seen=self.evening.number)
        assert done.ok == (shown is not None)
        if not done.ok:
            assert state(self.evening) == before

    @rule(chance=CHANCE)
    def amended(self, chance: Random) -> None:
        target = some_number(self.evening, chance)
        visit = chance.random() < 0.25
        self.send(Amended(target=target, fact=another(self.evening, target, chance), why="mal lu", visit=visit))

    @rule(chance=CHANCE)
    def amended_and_back(self, chance: Random) -> None:
        """Correcting a fact and undoing the correction changes nothing."""
        target = some_number(self.evening, chance)
        entry, standing = self.evening.entry(target), self.evening.standings.get(target)
        if entry is None:
            return
        fact = standing.fact if standing else entry.fact
        # undo removes a correction or hand-over; nobody amends it back
        if isinstance(fact, Correction | HandedOver) or self.evening.play.game.level == "croupier":
            return
        before = state(self.evening)
        # two facts cannot be amended back, only undone: a misfit that the table would refuse now, and one that gave its whole
        # visit to another player, because that concerns only the facts before the amendment
        made = self.evening.entry(standing.by) if standing else None
        visit = made is not None and isinstance(made.fact, Amended) and made.fact.visit
        undone = visit or (isinstance(fact, TableWord) and target in self.evening.misfits)
        if self.send(Amended(target=target, fact=another(self.evening, target, chance))):
            assert self.table.undo_last().ok if undone else self.send(Amended(target=target, fact=fact))
            assert state(self.evening) == before
            event("amended and back")

    @rule(chance=CHANCE, cls=st.sampled_from((Voided, Restored)))
    def voided_or_restored(self, chance: Random, cls: type[Voided] | type[Restored]) -> None:
        self.send(cls(target=some_number(self.evening, chance), who="Anna"))

    @rule(chance=CHANCE)
    def visit_voided(self, chance: Random) -> None:
        self.send(Voided(target=some_number(self.evening, chance), visit=True))

    @rule(chance=CHANCE)
    def inserted(self, chance: Random) -> None:
        at = some_number(self.evening, chance)
        fact = legal(self.evening.play, chance) if chance.random() < 0.5 else None
        self.send(Inserted(target=at, fact=fact or another(self.evening, at, chance)))

    @rule()
    def restarts(self) -> None:
        before, view = state(self.evening), pages.view(self.table)
        self.table.close()
        self.table = Table(self.folder)
        resumed = pages.view(self.table)["resumed"]
        if self.evening.play.game.outcome:
            assert resumed is None
        else:
            assert resumed.startswith("Repris après" if before["throws"] else ("Repris", "La partie"))
        assert state(self.evening) == before
        again = {**pages.view(self.table), **{k: view[k] for k in ("version", "resumed", "notice", "warnings")}}
        assert json.dumps(again) == json.dumps(view)

    # --- what must always hold -------------------------------------------------------------------------

    @invariant()
    def money_is_conserved(self) -> None:
        ledger = self.evening.play.game.ledger
        if self.evening.play.game.phase == "setup" and not self.evening.play.game.order:
            return
        if self.evening.play.game.name == "home_casino":
            self.points = BOX
        assert ledger.total() == self.points
        assert sum(map(ledger.lying, ledger.balances)) == self.points
        below_zero = contract(self.evening.play.game.name).below_zero
        for account, balance in ledger.balances.items():
            assert balance >= 0 or below_zero or account in (BANK, SCOREBOARD), (account, balance)
            assert 0 <= ledger.felt.get(account, 0) <= max(0, balance), (account, balance, ledger.felt)
        assert (ledger.balances.get(BANK, 0) < 0) == any("reconnaissance" in b for b in pages.view(self.table)["banner"])

    @invariant()
    def replay_is_live(self) -> None:
        again = Evening(self.table.journal.entries(pages.view(self.table)["evening"]))
        assert state(again) == state(self.evening)

    @invariant()
    def what_is_shown_is_committed_and_plain(self) -> None:
        view = pages.view(self.table)
        assert json.dumps(view)
        assert self.kept() == view["number"] == self.evening.number

    @invariant()
    def somebody_can_go_on(self) -> None:
        """There is always an allowed answer until the game is over."""
        play = self.evening.play
        if not play.game.outcome:
            assert legal(play, Random(1)) is not None, play.open


def must_be_over(evening: Evening) -> None:
    assert evening.play.game.outcome is not None, evening.play.open


def some_number(evening: Evening, chance: Random) -> int:
    return chance.randint(2, evening.number) if evening.number > 1 else 2


def odd_answer(chance: Random) -> Fact:
    """Return a random answer, regardless of the questions."""
    seat = chance.choice(SEATS)
    dice = tuple(Die("d6", chance.randint(1, 6)) for _ in range(chance.randint(0, 4)))
    return chance.choice((
        DiceThrown(seat=seat, dice=dice),
        DiceThrown(seat=seat, dice=(Die("d10", chance.randint(0, 9)), Die("bicolour", "red"))),
        DiceThrown(seat=seat, dice=dice[:2], kept=(chance.randint(1, 6),)),
        StakePlaced(seat=seat, amount=chance.choice((25, 30, 500, 4000, 200_000))),
        BetPlaced(seat=seat, field=chance.choice(("7", "rouge", "1/2")), amount=chance.choice((25, 30, 5000))),
        Stood(seat=seat),
        OpponentChosen(seat=seat, opponent=chance.choice(SEATS)),
        OptionChosen(seat=seat, option=chance.choice(("buy", "leave", "decline"))),
    ))


def another(evening: Evening, target: int, chance: Random) -> Fact:
    """Return a plausible replacement of the target: mostly the same class with other content."""
    entry = evening.entry(target)
    fact: Any = entry.fact if entry else None
    if isinstance(fact, Inserted | Amended):
        fact = fact.fact
    if isinstance(fact, DiceThrown) and chance.random() < 0.8:
        faces = {"d6": (1, 2, 3, 4, 5, 6), "d10": tuple(range(10)), "bicolour": ("red", "black")}
        return replace(fact, dice=tuple(Die(d.kind, chance.choice(faces[d.kind])) for d in fact.dice))
    if isinstance(fact, StakePlaced | BetPlaced | MoneyMoved) and chance.random() < 0.8:
        return replace(fact, amount=25 * chance.randint(1, 60))
    if fact is None or isinstance(fact, Correction | HandedOver) or chance.random() < 0.5:
        return odd_answer(chance)
    return fact


SAME = {"derandomize": os.environ.get("CI") == "true"}
"""CI uses fixed examples, so that a failure repeats."""


class TestEvenings(Evenings.TestCase):
    settings = examples(25, stateful_step_count=30, **SAME)


@pytest.mark.slow
@pytest.mark.timeout(3600)
class TestManyEvenings(Evenings.TestCase):
    settings = examples(400, stateful_step_count=60, **SAME)
