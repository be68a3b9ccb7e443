"""Duels: choosing the opponent, staking, paying; and the casino duel."""

from __future__ import annotations

from typing import Any

from companion.facts import CardsSold, DiceThrown, OptionChosen, StakePlaced
from companion.game.base import ScriptPart, SquareEnded
from companion.games.home_casino.scenes import CasinoDuel, Duel, Roulette
from companion.games.home_casino.settlement import fine
from companion.games.home_casino.stakes import CASINO_CAP, DUEL_CAP, STEP, limit
from companion.games.home_casino.state import HomeCasinoState
from companion.questions import Closed, Opponent, Option, Question, Stake, d6

NOT_FOR_SALE = Closed(topic="sale", seats=(), answer=CardsSold, code="NOT_ON_A_VENDRE", rule="HC-CAS-5")


def skip(game: HomeCasinoState, limits: dict[str, int]) -> None:
    """Skip a square where no stake is possible (AMB-19)."""
    game.square.skipped, game.square.limits, game.square.action = "NO_POSSIBLE_STAKE", limits, "none"
    game.tell("no_stake", seat=game.turn)


def choose_opponent(game: HomeCasinoState, player: str, topic: str, rule: str) -> ScriptPart:
    """Let the player choose an opponent, who may not refuse (HC-ZAN-3); "" if none is possible or he declines."""
    least = game.house["min_stake"]

    def limits() -> dict[str, int]:
        return {s: limit(game, player, s, DUEL_CAP) for s in game.playing() if s != player}

    game.square.limits = limits()
    if max(limits().values(), default=0) < least:
        skip(game, limits())
        return ""

    def questions() -> tuple[Question, ...]:
        able = limits()
        if max(able.values(), default=0) < game.house["min_stake"]:
            skip(game, able)
            raise SquareEnded
        return (
            Opponent(topic=f"{topic}_opponent", seats=(player,), limits=able, minimum=least, rule=rule),
            *decline(game, player, topic),
            NOT_FOR_SALE,
        )

    answer = yield from game.ask(questions)
    return "" if isinstance(answer, OptionChosen) else answer.opponent


def decline(game: HomeCasinoState, player: str, topic: str) -> tuple[Question, ...]:
    """Return the question to decline a duel, if the house allows it (AMB-19)."""
    if not game.house["duel_optional"]:
        return ()
    return (Option(topic=f"{topic}_decline", seats=(player,), must=False, options=("decline",)),)


def put_stake(game: HomeCasinoState, player: str, against: str, most: Any, topic: str, rule: str) -> ScriptPart:
    """Let the player choose and place his stake; return it, 0 if he declined.

    ``most`` returns the current limit, because table words may change it while the question is open. If no stake is
    possible any more, the square ends.
    """

    possible = most() >= game.house["min_stake"]

    def question() -> Stake:
        top = most()
        if possible and top < game.house["min_stake"]:
            skip(game, {against: top})
            raise SquareEnded
        least = top if game.house["stake"] == "max" else min(top, game.house["min_stake"])
        return Stake(
            topic=f"{topic}_stake",
            seats=(player,),
            minimum=least,
            limit=top,
            step=STEP,
            own=game.balance(player),
            against=against,
            rule=rule,
        )

    game.square.limits[against] = most()
    answer = yield from game.ask(lambda: (question(), *decline(game, player, topic), NOT_FOR_SALE))
    if not isinstance(answer, StakePlaced):
        return 0
    game.stake(player, answer.amount)
    return answer.amount


def both_stake(game: HomeCasinoState, player: str, topic: str, *, opponent_rule: str, stake_rule: str) -> ScriptPart:
    """Start a duel with two stakes: choose the opponent, then both stake.

    The opponent matches the stake, or stakes all he has (HC-ZAN-5, HC-421-4, AMB-18). Return each side's stake, the
    player's first; {} without a duel.
    """
    opponent = yield from choose_opponent(game, player, topic, opponent_rule)
    if not opponent:
        return {}
    stake = yield from put_stake(
        game, player, opponent, lambda: limit(game, player, opponent, DUEL_CAP), topic, stake_rule
    )
    if not stake:
        return {}
    theirs = min(stake, game.ledger.purse(opponent))
    game.ledger.stake(opponent, theirs)
    return {player: stake, opponent: theirs}


def values(roll: DiceThrown) -> list[int]:
    """Return the faces of the d6 of a throw."""
    return [d.value for d in roll.dice if d.kind == "d6" and isinstance(d.value, int)]


def side(roll: DiceThrown, asked: str, sides: tuple[str, ...]) -> str:
    """Return the side that threw: the asked one, or the other if the table forced its throw."""
    return roll.seat if roll.forced and roll.seat in sides else asked


def casino_duel(game: HomeCasinoState, visitor: str, owner: str) -> ScriptPart:
    """Play a casino duel: a stake of up to 500, two dice each, the higher sum wins (HC-DUE-1 to 7)."""

    def most() -> int:
        return limit(game, visitor, owner, CASINO_CAP)

    if most() < game.house["min_stake"]:
        skip(game, {owner: most()})
        return
    stake = yield from put_stake(game, visitor, owner, most, "casino_duel", "HC-DUE-1")
    if not stake:
        return
    duel = game.scene = CasinoDuel(sides=(visitor, owner), stake=stake)
    for thrower in duel.sides:
        roll = yield from game.throw(thrower, d6(2), "casino_duel_throw", "HC-DUE-4", NOT_FOR_SALE)
        faces = duel.thrown(side(roll, thrower, duel.sides), values(roll))
        duel.totals[thrower] = sum(faces)
    mine, theirs = duel.totals[visitor], duel.totals[owner]
    if mine == theirs:
        void(game, duel)
        return
    winner, loser = (visitor, owner) if mine > theirs else (owner, visitor)
    finish(game, duel, winner=winner)
    yield from fine(game, loser, winner, stake, "casino_duel", "HC-DUE-5")


def void(game: HomeCasinoState, duel: Duel | Roulette) -> None:
    """Give all stakes back after a draw or a void throw."""
    duel.void = True
    finish(game, duel, result="push")
    game.ledger.clear_felt()


def finish(
    game: HomeCasinoState, duel: Duel | Roulette, winner: str = "", multiplier: int = 1, result: str = ""
) -> None:
    """Record the result of a duel or the roulette."""
    score: dict[str, int] = {}
    if isinstance(duel, Duel):
        duel.winner, duel.multiplier, duel.result = winner, multiplier, result
        score = {seat: duel.totals.get(seat, 0) for seat in duel.sides}
    game.square.duel = duel
    game.tell("duel_over", kind=duel.kind, score=score, winner=winner, multiplier=multiplier, void=duel.void)
