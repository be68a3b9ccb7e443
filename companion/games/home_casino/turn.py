"""Whose turn it is, moving the pawn, passing the own casino, and throwing again after a double."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from companion.asks import Closed, Echo, Landing, Option, Question, Sell, SquareAsked, Throw, d6
from companion.facts import CardsSold, DiceThrown, Landed, OptionChosen, Square, SquareNamed, Stood
from companion.game import Asked, Payment, SquareEnded, TurnPassed
from companion.games.home_casino import board
from companion.games.home_casino.box import COLOURS, KINDS, NEEDS
from companion.ledger import BANK

if TYPE_CHECKING:
    from companion.games.home_casino.state import HomeCasino

PASSED = 200
SOLD_ELSEWHERE = Closed(topic="sale", seats=(), answer=CardsSold, code="NOT_ON_A_VENDRE", rule="HC-CAS-5")


def turns(game: HomeCasino) -> Asked:
    """Play turn after turn, counter-clockwise, until somebody has won (HC-TRN-2)."""
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
        if game.house["end_check"] == "end_of_round" and _round_ended(game, before):
            game.check_target()


def _round_ended(game: HomeCasino, before: str) -> bool:
    """Tell whether the turn came by the player who started (AMB-10), who may be out by now."""
    order = game.order
    start = order.index(game.starter)
    return (order.index(before) - start) % len(order) >= (order.index(game.turn) - start) % len(order)


def one_turn(game: HomeCasino) -> Asked:
    """One player throws and moves, again after each double (HC-TRN-3 to 5)."""
    game.turn_before = game.this_turn
    game.this_turn = {"seat": game.turn, "throws": 0, "passed": 0, "landed": False, "double": False}
    doubles = 0
    while True:
        answer = yield from ask_move(game)
        player = answer.seat
        if player != game.turn:
            game.turn = player
            game.this_turn["seat"] = player
        game.selling = game.stopped = ""
        game.square = {}
        again = cap = False
        try:
            if isinstance(answer, Landed | SquareNamed):  # the latter where the table plays it all the same
                pass_if_told(game, player, answer)
                there = game.pawns[player] = find(game, player, answer.square)
                if there is not None and game.board.at(there) == answer.square:
                    game.board.meet(there)
                extra = yield from board.arrive(game, player, answer.square)
            else:
                steps, double = yield from steps_of(game, answer)
                game.this_turn["throws"] += 1
                game.this_turn["double"] = double
                doubles = doubles + 1 if double else 0
                cap = game.house["doubles_cap"] == "3_then_end" and doubles == 3
                again = double
                extra = yield from move(game, player, steps)
        except SquareEnded:
            extra = False
        game.scene = None
        game.ledger.clear_felt()
        if game.house["end_check"] == "after_square":
            game.check_target()
        if cap or player in game.out or not (again or extra):
            return


@cache
def moving(seat: str, dice: int) -> tuple[Question, ...]:
    """Return what begins every move: the throw, or the square where the pawn stands now."""
    land = Landing(topic="land", seats=(seat,), must=False, kinds=KINDS, colours=COLOURS, needs=NEEDS)
    return (Throw(topic="move", seats=(seat,), dice=d6(dice), rule="HC-TRN-3"), land)


def ask_move(game: HomeCasino) -> Asked:
    """Ask for the movement dice; who stands on À vendre may still sell until they roll (HC-CAS-5)."""
    three = game.house["move_dice"] == "three_d6_pick_two"

    def questions() -> tuple[Question, ...]:
        seat = game.turn
        open_: list[Question] = [*moving(seat, 3 if three else 2)]
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
        sell(game, answer.seat, answer.cards)
        if game.house["end_check"] == "after_square":
            game.check_target()


def sell(game: HomeCasino, seat: str, names: tuple[str, ...]) -> None:
    """The bank pays the sell price of each card, in the order named; the cards go under the pile.

    Stakes that lie on the felt stay there: the table may play a sale in the middle of a duel.
    """
    player = game.players[seat]
    for name in names:
        card = next((c for c in player.cards if c["name"] == name), None)
        if card is None:
            continue
        player.cards.remove(card)
        game.discard("acquisition", name)
        game.pay(BANK, seat, int(card["sell"]), "sale", "HC-CAS-5")
    game.check_after({})


def steps_of(game: HomeCasino, roll: DiceThrown) -> Asked:
    """Return how far the pawn goes and whether it was a double."""
    values = [d.value for d in roll.dice if isinstance(d.value, int)]
    if game.house["move_dice"] == "three_d6_pick_two" and len(values) == 3:
        a, b, c = sorted(values)
        pairs = tuple(dict.fromkeys(f"{x}+{y}" for x, y in ((a, b), (a, c), (b, c))))

        def questions() -> tuple[Question, ...]:
            return (Option(topic="pick_two", seats=(roll.seat,), options=pairs, rule="HC-TRN-3"),)

        if len(pairs) > 1:
            choice: OptionChosen = yield from game.ask(questions)
            values = [int(v) for v in choice.option.split("+")]
        else:
            values = [a, b]
    return sum(values), len(values) > 1 and len(set(values)) == 1


def move(game: HomeCasino, player: str, steps: int) -> Asked:
    """Move the pawn, collect on the way, and let the square of arrival act (HC-CSN-2, HC-CSN-3, HC-TRN-6)."""
    start = game.pawns.get(player)
    if start is None or not game.board.length:
        game.tell("moved", seat=player, steps=steps)
        named: SquareNamed = yield from ask_square(game, player, None)
        pass_if_told(game, player, named)
        game.pawns[player] = find(game, player, named.square)
        return (yield from board.arrive(game, player, named.square))
    end = (start + steps) % game.board.length
    game.pawns[player] = end
    game.tell("moved", seat=player, steps=steps, index=end)
    yield from collect_on_the_way(game, player, start, steps)
    return (yield from arrive_at(game, player, end))


def collect_on_the_way(game: HomeCasino, player: str, start: int, steps: int) -> Asked:
    """Pay 200 for each pass over the own casino, strictly between start and end (HC-CSN-2, AMB-12)."""
    home, also = game.home.get(player), game.house["plus500_on_pass"]
    for index in [(start + i) % game.board.length for i in range(1, steps)]:
        if index == home:
            game.this_turn["passed"] += 1
            game.settle(Payment(BANK, player, PASSED, "own_casino_passed", "HC-CSN-2"))
        if also and (square := game.board.at(index)) and square.kind == "casino_plus_500":
            game.settle(Payment(BANK, player, 500, "casino_plus_500", "HC-BNK-4"))
    return
    yield  # a generator like all steps of a turn


def find(game: HomeCasino, player: str, square: Square) -> int | None:
    """Return the index of a square that the table named, None where several or none could be meant.

    A pawn that is followed goes two to twelve squares ahead; one that is not may stand anywhere. A square that
    nobody told yet may be the one, but for a casino: there is only one of each colour.
    """
    if not game.board.followed:
        return None
    if square.kind == "casino":
        return game.board.casino(square.colour)
    length, start = game.board.length, game.pawns.get(player)
    reach = range(length) if start is None else [(start + i) % length for i in range(2, 13)] if length else []
    found = {i for i in reach if game.board.at(i) in (square, None)}
    return found.pop() if len(found) == 1 else None


def pass_if_told(game: HomeCasino, player: str, told: SquareNamed | Landed) -> None:
    """Pay the 200 where the table tells that the own casino lay on the way (HC-CSN-2)."""
    if told.passed:
        game.this_turn["passed"] += 1
        game.settle(Payment(BANK, player, PASSED, "own_casino_passed", "HC-CSN-2"))


def arrive_at(game: HomeCasino, player: str, index: int) -> Asked:
    """Let the square with this index act; a square met for the first time is asked once and remembered."""
    if index == game.home.get(player):
        game.board.meet(index)
        return (yield from board.arrive(game, player, Square(kind="casino", colour=game.players[player].colour)))
    square = game.board.at(index)
    if square is None:
        named: SquareNamed = yield from ask_square(game, player, index)
        square = named.square
        there = game.board.casino(square.colour) if square.kind == "casino" else None
        if there is None:
            game.board.learn(index, square)
        else:
            game.pawns[player] = there  # that casino is known: the pawn stands there, the square here is still unknown
    else:
        game.board.meet(index)
    return (yield from board.arrive(game, player, square))


def ask_square(game: HomeCasino, player: str, index: int | None) -> Asked:
    """Ask « Quelle case ? »."""

    def questions() -> tuple[Question, ...]:
        return (
            SquareAsked(
                topic="square",
                seats=(player,),
                kinds=KINDS,
                colours=COLOURS,
                needs=NEEDS,
                index=index,
                rule="HC-TRN-6",
            ),
        )

    return (yield from game.ask(questions))
