"""One hand: deal, stakes, the players in turn, the leader's draws and calls, the next leader."""

from __future__ import annotations

from functools import cache

from companion.facts import CardDrawn, OptionChosen, StakePlaced, Stood
from companion.game.base import Ended, ScriptPart, SquareEnded, TurnPassed
from companion.games.casino_pirate import calls
from companion.games.casino_pirate.held import HandChanged, Held
from companion.games.casino_pirate.moments import PACK, clock, handled, holding
from companion.games.casino_pirate.pack import GOAL, NAMES, value
from companion.games.casino_pirate.state import PirateState
from companion.questions import Closed, Draw, Option, Question, Stake, Stand
from companion.refusal import Refusal

MOST = 2
Left = tuple[tuple[str, int], ...]
"""The (name, number) of each unseen card."""


def hands(game: PirateState) -> ScriptPart:
    """Play hands until somebody has no treasure left or the time is up (CP-DUR-1)."""
    game.check_after({})
    while True:
        try:
            yield from one_hand(game)
        except TurnPassed:
            game.first_777 = ""
        except SquareEnded:
            pass
        end_hand(game)
        game.rounds += 1
        if game.time_up:
            raise Ended(game.playing(), "time")


def playoff_hand(game: PirateState, tied: list[str]) -> ScriptPart:
    """Play one more hand among the tied players (AMB-CP-8)."""
    end_hand(game)
    game.contenders = tied
    if game.turn not in tied:
        game.turn = next(s for s in game.others(game.turn) if s in tied)
    try:
        yield from one_hand(game)
    except (TurnPassed, SquareEnded):
        pass
    end_hand(game)


def one_hand(game: PirateState) -> ScriptPart:
    """Play one hand from the deal to the last call."""
    stages = {"between": between, "stakes": stakes, "players": players, "leader": calls.leader}
    while game.stage in stages:
        try:
            yield from stages[game.stage](game)
        except HandChanged:
            if game.stage != "between" and not game.held:
                return


def end_hand(game: PirateState) -> None:
    """Return open stakes; the first with 7 1/2 leads next, else the present leader, or the next seat with treasures."""
    game.ledger.clear_felt()
    if game.first_777 and game.first_777 not in game.out:
        game.turn = game.first_777
    if not game.balance(game.turn) and not game.contenders:
        game.turn = next((s for s in game.others(game.turn) if game.balance(s)), game.turn)
    game.stage = "between"
    game.volunteers = []
    game.called = ""


# --- between two hands -----------------------------------------------------------------------------------


def between(game: PirateState) -> ScriptPart:
    """Ask the leader to deal; after a hand without a 7 1/2, another player may volunteer (CP-777-4, AMB-CP-6)."""

    def questions() -> tuple[Question, ...]:
        open_: list[Question] = [Option(topic="deal", seats=(game.turn,), options=("deal",), rule="CP-LED-2")]
        played = game.rules < 2 or game.drawn or game.started.carried
        if played and not game.first_777 and not game.contenders:
            leader = game.volunteers[0] if game.volunteers else game.turn
            others = tuple(s for s in game.others(leader) if game.balance(s) and s not in game.volunteers)
            if others:
                open_.append(
                    Option(
                        topic="volunteer",
                        seats=others,
                        must=False,
                        options=("volunteer",),
                        personal=True,
                        rare=True,
                        rule="CP-777-4",
                    )
                )
        return (*open_, *clock(game))

    before = game.turn
    while True:
        answer = yield from game.ask(questions)
        if answer.option == "time_up":
            game.time_up = True
            raise SquareEnded
        if answer.option == "deal":
            break
        game.volunteers.append(answer.seat)
        game.turn = next((s for s in game.others(before) if s in game.volunteers), before)
    deal_to(game, game.speaking())
    game.stage = "stakes"


def deal_to(game: PirateState, seats: list[str]) -> None:
    """Start a hand: each of these seats, all but the leader, has one card face down (CP-LED-2, CP-DEAL-1)."""
    if game.stage == "between":
        game.stakes, game.served = {}, []
    game.settled, game.cards, game.first_777, game.called = [], [], "", ""
    game.busted, game.unpaid, game.shown = False, 0, {}
    game.followed = game.rules >= 2 and game.stage in ("between", "stakes")
    game.held = {seat: Held() for seat in seats}
    game.drawn = len(seats)


# --- the players -----------------------------------------------------------------------------------------


def unstaked(game: PirateState) -> list[str]:
    """Return the seats that have not staked yet."""
    stakes = game.stakes
    return [s for s in game.open_seats() if s not in stakes]


def stakes(game: PirateState) -> ScriptPart:
    """Ask everybody but the leader for one or two treasures (CP-STK-1); a seat without any skips the hand."""
    for seat in unstaked(game):
        if game.ledger.purse(seat) < 1:
            del game.held[seat]

    def questions() -> tuple[Question, ...]:
        waiting = unstaked(game)
        open_ = [staking(s, game.ledger.purse(s)) for s in waiting]
        cards = () if game.result_only else (*stake_first(tuple(waiting)), *holding(game))
        return (*open_, *cards, *clock(game))

    while unstaked(game):
        answer = yield from game.ask(questions)
        if handled(game, answer):
            continue
        if isinstance(answer, StakePlaced):
            amount = min(answer.amount, game.ledger.purse(answer.seat))
            game.stakes[answer.seat] = amount
            game.ledger.stake(answer.seat, amount)
    game.stage = "leader" if game.result_only else "players"


def staking(seat: str, own: int) -> Stake:
    """Return the question for the stake of a seat with ``own`` treasures."""
    return Stake(
        topic="stake", seats=(seat,), minimum=1, limit=min(MOST, own), step=1, own=own, code="STAKE_1_OR_2",
        rule="CP-STK-1",
    )  # fmt: skip


@cache
def stake_first(waiting: tuple[str, ...]) -> tuple[Question, ...]:
    """Return the closed questions for seats that must stake before they take a card or stand."""
    return tuple(
        Closed(topic="stake", seats=waiting, answer=kind, code="STAKE_FIRST", rule="CP-ACT-2")
        for kind in (Stood, CardDrawn)
    )


def players(game: PirateState) -> ScriptPart:
    """Let each player from the leader's left take cards until he stands or loses by a bust (CP-ACT-1 to 8)."""

    def questions() -> tuple[Question, ...]:
        waiting, declare = game.waiting(), game.house["bust_must_declare"]
        served = tuple([s for s in game.held if s in game.served])
        must = declare and over(game, waiting[0])
        left = tuple(game.unseen().items())
        public = game.rules < 2  # version 1 announced to everybody that a player is bust
        return (*taking(tuple(waiting), served, game.turn, declare, must, public, left), *holding(game), *clock(game))

    while game.waiting():
        answer = yield from game.ask(questions)
        if handled(game, answer):
            continue
        seat = answer.seat
        if isinstance(answer, CardDrawn) and seat == game.turn:
            game.served += game.waiting()
            game.cards.append(str(answer.card.get("name", "")))
            game.drawn += 1
        elif isinstance(answer, CardDrawn) and seat in game.held:
            take(game, answer)
        elif isinstance(answer, OptionChosen):
            calls.lose(game, seat, "bust", "CP-ACT-3")
        elif seat in game.held:
            game.served.append(seat)
    game.stage = "leader"


@cache
def taking(
    waiting: tuple[str, ...],
    served: tuple[str, ...],
    leader: str,
    declare: bool,
    must: bool,
    public: bool,
    left: Left,
) -> tuple[Question, ...]:
    """Return the questions for the first waiting seat; by house rule it may, or must, declare a bust."""
    seat = waiting[:1]
    refused = Refusal("MUST_DECLARE_BUST", seat[0], {}, "CP-ACT-3") if must else None
    open_: list[Question] = [
        Draw(
            topic="card", seats=seat, deck=PACK, names=NAMES, hidden=True, blank=True, left=dict(left), rule="CP-ACT-3"
        ),
        Stand(
            topic="servi",
            seats=seat,
            must=False,
            refused=refused if public else None,
            to_holder=refused,
            rule="CP-ACT-7",
        ),
    ]
    if declare:
        open_.append(Option(topic="bust", seats=seat, must=False, options=("bust",), rule="CP-ACT-3"))
    if served:
        for kind in (Stood, CardDrawn):
            open_.append(Closed(topic="servi", seats=served, answer=kind, code="ALREADY_SERVI", rule="CP-ACT-7"))
    open_.append(
        Closed(
            topic="leader_card", seats=(leader,), answer=CardDrawn, code="NOT_ALL_SERVI", listen=True,
            detail={"waiting": list(waiting)}, rule="CP-LDR-1",
        )
    )  # fmt: skip
    return tuple(open_)


def over(game: PirateState, seat: str) -> bool:
    """Whether a player's cards exceed 7 1/2; False if Servi does not know them all."""
    known = game.held[seat].known()
    return known is not None and value(known) > GOAL


def take(game: PirateState, answer: CardDrawn) -> None:
    """Add a card: face up, or face down in place of the hidden card, which the player turns up (CP-ACT-5, CP-ACT-6).

    The player names the card that he turns up; without a name it stays unknown. Version 1 showed the hidden card.
    """
    held, name = game.held[answer.seat], str(answer.card.get("name", ""))
    game.drawn += 1
    if answer.card.get("hidden"):
        held.open.append(str(answer.card.get("turned", "")) or (held.hidden if game.rules < 2 else ""))
        held.hidden = name
    else:
        held.open.append(name)
    if game.house["visible_bust_loses"] and value(held.open) > GOAL:
        calls.lose(game, answer.seat, "visible_bust", "CP-ACT-5")
