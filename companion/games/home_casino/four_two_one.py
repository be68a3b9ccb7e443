"""421: up to three throws with kept dice, the opponent exactly as many; the closest to 421 wins."""

from __future__ import annotations

from companion.facts import DiceKept, DiceThrown, Stood
from companion.game.base import Payment, ScriptPart
from companion.games.home_casino.duel import (
    NOT_FOR_SALE,
    both_stake,
    finish,
    side,
    values,
    void,
)
from companion.games.home_casino.scenes import FourTwoOne, Held
from companion.games.home_casino.settlement import fine
from companion.games.home_casino.state import HomeCasinoState
from companion.money.ledger import BANK
from companion.questions import Closed, Keep, Question, Stand, Throw, d6, subtract

BEST = 421
TRIPLE = 3
MOST_THROWS = 3


def combination(faces: list[int]) -> int:
    """Return the dice as a number, largest first (HC-421-16).

    >>> combination([2, 6, 3])
    632
    """
    return int("0" + "".join(str(f) for f in sorted(faces, reverse=True)))


def distance(number: int) -> int:
    """Return the distance of a combination from 421 (HC-421-14)."""
    return abs(number - BEST)


def _traditional() -> dict[int, int]:
    """Return the rank of each combination in the traditional order, 421 first."""
    order = [421, 111]
    for x in (6, 5, 4, 3, 2):
        order += [100 * x + 11, 111 * x]
    order += [654, 543, 432, 321]
    numbers = {combination([a, b, c]) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)}
    order += sorted(numbers - set(order), reverse=True)
    return {number: place for place, number in enumerate(order)}


TRADITIONAL = _traditional()


def better(game: HomeCasinoState, mine: int, theirs: int) -> int:
    """Return 1 if ``mine`` wins, -1 if ``theirs`` does, 0 for a draw (AMB-05)."""
    if game.house["ranking_421"] == "traditional":
        a, b = TRADITIONAL.get(mine, 999), TRADITIONAL.get(theirs, 999)
        return (b > a) - (a > b)
    a, b = distance(mine), distance(theirs)
    if a != b or mine == theirs:
        return (b > a) - (a > b)
    match game.house["distance_tie"]:
        case "lower_wins":
            return 1 if mine < theirs else -1
        case "higher_wins":
            return 1 if mine > theirs else -1
    return 0


def four_two_one(game: HomeCasinoState, player: str) -> ScriptPart:
    """Play a duel of 421 (HC-421-1 to 20)."""
    down = yield from both_stake(game, player, "421", opponent_rule="HC-421-3", stake_rule="HC-421-1")
    if not down:
        return
    sides: tuple[str, str] = tuple(down)
    opponent = sides[1]
    duel = game.scene = FourTwoOne(
        sides=sides, stake=down[player], hands={player: [], opponent: []}, counts=dict.fromkeys(sides, 0)
    )
    yield from throw_up_to_three(game, duel, player, opponent)
    yield from throw_as_often(game, duel, opponent, player)
    combos = duel.combos = {s: combination(duel.hands[s]) for s in sides}
    duel.distances = {s: distance(n) for s, n in combos.items()}
    for seat in sides:
        if combos[seat] == BEST and duel.counts[seat] < MOST_THROWS:
            game.tell("quick_421", seat=seat, throws=duel.counts[seat])
    won = better(game, combos[player], combos[opponent])
    if not won:
        void(game, duel)
        return
    winner, loser = (player, opponent) if won > 0 else (opponent, player)
    yield from pay(game, duel, winner, loser, down[loser], combos[winner] == BEST)


def pay(game: HomeCasinoState, duel: FourTwoOne, winner: str, loser: str, stake: int, triple: bool) -> ScriptPart:
    """Pay the winner the stake, or three times the stake for a 421; a house rule names who pays (HC-421-6, AMB-07)."""
    finish(game, duel, winner=winner, multiplier=TRIPLE if triple else 1)
    payer, due = game.house["421_triple_payer"], TRIPLE * stake if triple else stake
    if triple and payer == "bank":
        game.settle(
            Payment(loser, winner, stake, "421", "HC-421-6"),
            Payment(BANK, winner, (TRIPLE - 1) * stake, "421_bonus", "HC-421-6"),
        )
        return
    if triple and payer == "cap" and due >= game.balance(loser):
        due = max(0, game.balance(loser) - 25)
    yield from fine(game, loser, winner, due, "421", "HC-421-6" if triple else "HC-421-5")


def throw_up_to_three(game: HomeCasinoState, duel: FourTwoOne, player: str, opponent: str) -> ScriptPart:
    """Let the player throw one to three times (HC-421-8 to 10)."""
    while duel.counts[player] < MOST_THROWS and player not in duel.stood:

        def questions() -> tuple[Question, ...]:
            count = duel.counts[player]
            made = combination(duel.hands[player]) == BEST
            stop = Stand(topic="421_stand", seats=(player,), must=False, rule="HC-421-8", made=made)
            may_stop = (stop,) if count else ()
            return (*throwing(game, duel, player, MOST_THROWS - count), *may_stop, NOT_FOR_SALE)

        answer = yield from game.ask(questions)
        left = MOST_THROWS - duel.counts[player]
        if isinstance(answer, Stood):
            note(game, duel, player, tuple(duel.hands[player]), left)
            duel.stood.append(player)
        elif isinstance(answer, DiceKept):
            keep(duel, player, answer)
        else:
            who = side(answer, player, (player, opponent))
            if who == player:
                note(game, duel, player, staying(duel, player, answer), left)
            take(duel, who, answer)


def throw_as_often(game: HomeCasinoState, duel: FourTwoOne, opponent: str, player: str) -> ScriptPart:
    """Let the opponent throw exactly as often, at least one die each time (HC-421-11 to 13)."""
    while duel.counts[opponent] < duel.counts[player] and opponent not in duel.stood:

        def questions() -> tuple[Question, ...]:
            left = duel.counts[player] - duel.counts[opponent]
            over = "ALREADY_SERVI" if player in duel.stood else "NO_MORE_THROWS"
            return (
                *throwing(game, duel, opponent, left, none_code="MUST_THROW_AGAIN"),
                Closed(topic="421_again", seats=(player,), answer=DiceThrown, code=over, rule="HC-421-10"),
                Closed(
                    topic="421_stand",
                    seats=(opponent,),
                    answer=Stood,
                    code="MUST_THROW_AGAIN",
                    listen=True,
                    rule="HC-421-13",
                ),
                NOT_FOR_SALE,
            )

        answer = yield from game.ask(questions)
        if isinstance(answer, Stood):
            duel.stood.append(opponent)
        elif isinstance(answer, DiceKept):
            keep(duel, opponent, answer)
        else:
            who = side(answer, opponent, (opponent, player))
            if who == opponent:
                left = duel.counts[player] - duel.counts[opponent]
                note(game, duel, opponent, staying(duel, opponent, answer), left, combination(duel.hands[player]))
            take(duel, who, answer, counts=who == opponent)


def throwing(
    game: HomeCasinoState, duel: FourTwoOne, seat: str, left: int, none_code: str = ""
) -> tuple[Question, ...]:
    """Return this side's question for a throw and, from the second throw on, for the dice that stay."""
    if not duel.hands[seat]:
        return (Throw(topic="421_throw", seats=(seat,), dice=d6(3), throws_left=left, rule="HC-421-8"),)
    lying = tuple(duel.hands[seat])
    fixed = tuple(duel.fixed.get(seat, ())) if game.house["421_keep_final"] else ()
    kept = duel.kept
    throw = Throw(
        topic="421_throw",
        seats=(seat,),
        dice=d6(1, 3) if kept is None or len(kept) == 3 else d6(3 - len(kept)),
        lying=lying,
        kept=kept,
        must_keep=fixed,
        throws_left=left,
        empty=bool(none_code) and bool(game.house["forced_null_throw"]),
        none_code=none_code,
        rule="HC-421-9",
    )
    return (throw, Keep(topic="421_keep", seats=(seat,), must=False, lying=lying, must_keep=fixed, rule="HC-421-9"))


def keep(duel: FourTwoOne, seat: str, answer: DiceKept) -> None:
    """Record the dice that stay; skip those that a forced answer names by mistake."""
    strange = subtract(answer.kept, duel.hands[seat])
    duel.kept = tuple(subtract(answer.kept, strange))
    duel.fixed[seat] = tuple(v for v in duel.fixed.get(seat, ()) if v in duel.kept)


def staying(duel: FourTwoOne, seat: str, answer: DiceThrown) -> tuple[int, ...]:
    """Return the dice that stay on the table in this throw."""
    lying = tuple(duel.hands[seat])
    kept = answer.kept if answer.kept is not None else duel.kept
    if kept is None:
        kept = lying[: max(0, len(lying) - len(answer.dice))]
    return tuple(kept) if lying else ()


def note(game: HomeCasinoState, duel: FourTwoOne, seat: str, kept: tuple[int, ...], left: int, target: int = 0) -> None:
    """Record a choice for the coach; the first throw is not a choice."""
    if dice := tuple(duel.hands[seat]):
        least = min(game.balance(one) for one in duel.sides)
        game.choices.append(Held(seat, dice, kept, left, target, duel.stake, least))


def take(duel: FourTwoOne, seat: str, answer: DiceThrown, counts: bool = True) -> None:
    """Combine thrown and kept dice into the hand; ``counts``: the throw counts towards the maximum."""
    kept = staying(duel, seat, answer)
    duel.hands[seat] = [*kept, *duel.thrown(seat, values(answer))][:3]
    duel.totals[seat] = combination(duel.hands[seat])
    duel.fixed[seat] = kept
    duel.kept = None
    if counts:
        duel.counts[seat] += 1
