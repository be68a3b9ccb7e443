"""Turns: moving the pawn, and throwing again after a double."""

from __future__ import annotations

from functools import cache

from companion.facts import CardsSold, DiceThrown, Landed, SquareNamed, Stood
from companion.game.base import ScriptPart, SquareEnded, TurnPassed
from companion.games.home_casino import board, moving, settlement
from companion.games.home_casino.box import COLOURS, KINDS, NEEDS
from companion.games.home_casino.scenes import Arrival, Turn
from companion.games.home_casino.state import HomeCasinoState
from companion.questions import Closed, Echo, Landing, Question, Sell, Throw, d6

SOLD_ELSEWHERE = Closed(topic="sale", seats=(), answer=CardsSold, code="NOT_ON_A_VENDRE", rule="HC-CAS-5")


def turns(game: HomeCasinoState) -> ScriptPart:
    """Play turns counter-clockwise until somebody has won (HC-TRN-2)."""
    game.check_after({})
    if game.turn in game.out:
        game.turn = game.after(game.turn)
    game.check_target()
    while True:
        before = game.turn
        try:
            yield from one_turn(game)
        except TurnPassed:
            game.scene = None
            game.ledger.clear_felt()
            if before not in game.out:
                continue
        else:
            before = game.turn
            game.turn = game.after(before)
        if game.house["end_check"] == "end_of_round" and game.round_ended(before):
            game.check_target()


def one_turn(game: HomeCasinoState) -> ScriptPart:
    """Play one turn: throw and move, again after a double or by a card (HC-TRN-3 to 5)."""
    game.turn_before = game.this_turn
    game.this_turn = Turn(seat=game.turn)
    doubles = 0
    while True:
        answer = yield from ask_move(game)
        player = answer.seat
        if player != game.turn:
            game.turn = player
            game.this_turn.seat = player
        game.selling = game.stopped = ""
        game.square = Arrival()
        again = cap = False
        try:
            if isinstance(answer, Landed | SquareNamed):  # the table can force a ``SquareNamed`` here
                moving.collect_if_passed(game, player, answer)
                there = game.pawns[player] = moving.find(game, player, answer.square)
                if there is not None and game.board.at(there) == answer.square:
                    game.board.meet(there)
                extra = yield from board.arrive(game, player, answer.square)
            else:
                steps, double = yield from steps_of(game, answer)
                game.this_turn.throws += 1
                game.this_turn.double = double
                doubles = doubles + 1 if double else 0
                cap = game.house["doubles_cap"] == "3_then_end" and doubles == 3
                again = double
                square = yield from moving.move(game, player, steps)
                extra = yield from board.arrive(game, player, square)
        except SquareEnded:
            extra = False
        game.scene = None
        game.ledger.clear_felt()
        if game.house["end_check"] == "after_square":
            game.check_target()
        if cap or player in game.out or not (again or extra):
            return


@cache
def to_move(seat: str, dice: int) -> tuple[Question, ...]:
    """Return the questions of a move: the throw, or the square where the pawn stands now."""
    land = Landing(topic="land", seats=(seat,), must=False, kinds=KINDS, colours=COLOURS, needs=NEEDS)
    return (Throw(topic="move", seats=(seat,), dice=d6(dice), rule="HC-TRN-3"), land)


def ask_move(game: HomeCasinoState) -> ScriptPart:
    """Ask for the movement throw; a player on À vendre may sell until then (HC-CAS-5)."""
    three = game.house["move_dice"] == "three_d6_pick_two"

    def questions() -> tuple[Question, ...]:
        seat = game.turn
        open_: list[Question] = [*to_move(seat, 3 if three else 2)]
        if game.selling:
            prices = {str(c["name"]): int(c["sell"]) for c in game.players[game.selling].cards}
            one = bool(game.house["one_sale"])
            open_.append(Sell(topic="sale", seats=(game.selling,), must=False, prices=prices, one=one, rule="HC-CAS-5"))
        else:
            open_.append(SOLD_ELSEWHERE)
        if game.stopped:
            open_.append(Echo(topic="stopped", seats=(game.stopped,), answer=Stood))
        return tuple(open_)

    while True:
        try:
            answer = yield from game.ask(questions)
        except SquareEnded:
            game.selling = ""
            continue
        if not isinstance(answer, CardsSold):
            return answer
        game.selling = ""
        settlement.sell(game, answer.seat, answer.cards)
        if game.house["end_check"] == "after_square":
            game.check_target()


def steps_of(game: HomeCasinoState, roll: DiceThrown) -> ScriptPart:
    """Return the number of steps, and whether the throw was a double."""
    values = [d.value for d in roll.dice if isinstance(d.value, int)]
    if game.house["move_dice"] == "three_d6_pick_two" and len(values) == 3:
        a, b, c = sorted(values)
        pairs = tuple(dict.fromkeys(f"{x}+{y}" for x, y in ((a, b), (a, c), (b, c))))
        if len(pairs) > 1:
            chosen = yield from game.choose(roll.seat, pairs, "pick_two", "HC-TRN-3")
            values = [int(v) for v in chosen.split("+")]
        else:
            values = [a, b]
    return sum(values), len(values) > 1 and len(set(values)) == 1
