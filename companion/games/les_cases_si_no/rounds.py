"""A croupier's three phases: the value of the 7, the bets, ten throws of green and red."""

from __future__ import annotations

from companion.facts import BetPlaced, BetTakenBack, DiceThrown, NumberGiven, OptionChosen
from companion.game.base import ScriptPart, SquareEnded, TurnPassed
from companion.games.les_cases_si_no import bets, scores
from companion.games.les_cases_si_no.box import CIRCLES, SEVENS
from companion.games.les_cases_si_no.scenes import Draws, Value
from companion.games.les_cases_si_no.setup import values
from companion.games.les_cases_si_no.state import SiNoState
from companion.games.les_cases_si_no.throws import RESULTS, THROWS, drawing, seven_at, value
from companion.questions import Closed, Question

CLOSED = tuple(
    Closed(topic="bets", seats=(), answer=kind, code="BETS_CLOSED", rule="SN-P3-6")
    for kind in (BetPlaced, BetTakenBack)
)
SEVEN = 7
Draw = DiceThrown | OptionChosen
"""A draw, entered by its dice or by the button of its result."""


def rounds(game: SiNoState) -> ScriptPart:
    """Play one croupier after another, clockwise, until somebody has exactly 7000 (SN-SET-3, SN-P3-6)."""
    while True:
        try:
            game.check_after({})
            yield from one_croupier(game)
        except TurnPassed:
            pass  # ``turn`` is already the next croupier: the table named him, or the old one left
        except SquareEnded:
            pass_on(game)
        else:
            pass_on(game)
        clear(game)


def pass_on(game: SiNoState) -> None:
    """Make the next player clockwise the croupier, unless the house keeps one per game (AMB-SN-1)."""
    game.rounds += 1
    if not game.house["croupier_per_game"]:
        game.turn = game.after(game.turn)


def clear(game: SiNoState) -> None:
    """Return all chips and reset the phases (SN-P3-6)."""
    game.bets_before |= game.bets
    game.bets = {}
    game.stage, game.tries, game.circle, game.throws = 1, 0, 0, 0
    game.seven = {}


def one_croupier(game: SiNoState) -> ScriptPart:
    """Play one croupier's three phases."""
    roll: Draw | None = None
    if game.stage == 1:
        yield from value_of_the_seven(game)
        game.stage = 2
    if game.stage == 2:
        roll = yield from bets.betting(game)
        game.stage = 3
    yield from draws(game, roll)


def value_of_the_seven(game: SiNoState) -> ScriptPart:
    """Throw the white dice for a 7; each failure moves the chip one circle down, to the tenth (SN-P1-1 to 4)."""
    scene = game.scene = Value()
    game.circle = 1
    while True:
        roll = yield from game.ask(lambda: searching(game))
        if isinstance(roll, NumberGiven):
            game.tries, seven = min(roll.number, CIRCLES), roll.number <= CIRCLES
            break
        game.tries += 1
        scene.rolls.append(values(roll))
        seven = sum(values(roll)) == SEVEN
        if seven or game.tries >= CIRCLES or (game.tries == CIRCLES - 1 and not tenth_throw(game)):
            break
        game.circle = scene.circle = min(game.tries + 1, CIRCLES)
    game.circle = min(game.tries if seven else CIRCLES, CIRCLES)
    game.seven = game.board_of_bets.worth_of_seven(game.circle)
    if not seven and game.house["none_value"] is not None:
        game.seven = dict.fromkeys(SEVENS, game.house["none_value"])
    game.tell("seven", circle=game.circle, **game.seven)


def searching(game: SiNoState) -> tuple[Question, ...]:
    """Return the questions for the next throw of the white dice; by house rule also for the number of throws to a 7."""
    left = CIRCLES - game.tries - (not tenth_throw(game))
    if not game.result_only:
        return (value(game.turn, left),)
    none = game.house["none_value"] is not None
    return (seven_at(game.turn, game.tries, none), value(game.turn, left, must=False))


def tenth_throw(game: SiNoState) -> bool:
    """Whether a tenth throw follows nine failures (AMB-SN-3)."""
    return game.house["phase1_tenth_throw"] == "on" or game.house["none_value"] is not None


def draws(game: SiNoState, roll: Draw | None) -> ScriptPart:
    """Draw ten times with green and red; the bets stay (SN-P3-1 to 6)."""
    scene = game.scene = Draws(
        circle=game.circle, seven=game.seven, bets=bets.on_the_table(game), throw=game.throws, counter=game.throws + 1
    )

    while game.throws < THROWS:
        if roll is None:
            roll = yield from game.ask(lambda: (*drawing(game.turn, THROWS - game.throws, game.result_only), *CLOSED))
        faces, roll = RESULTS.get(roll.option) if isinstance(roll, OptionChosen) else green_and_red(roll), None
        if faces is None:
            game.tell("noted")
            continue
        game.throws += 1
        scene.throw, scene.counter = game.throws, game.throws + 1
        scene.drawn.append(scores.draw(*faces))
        yield from scores.settle(game, *faces)


def green_and_red(roll: DiceThrown) -> tuple[int, int] | None:
    """Return the faces of the green and the red die, None if the throw lacks one.

    A d6 of another colour, or without a colour, stands for the missing die.
    """
    dice = [d for d in roll.dice if isinstance(d.value, int) and d.kind == "d6"]
    green = next((d for d in dice if d.colour == "green"), None)
    red = next((d for d in dice if d.colour == "red"), None)
    others = [d for d in dice if d.colour not in ("green", "red")]
    green = green or (others.pop(0) if others else None)
    red = red or (others.pop(0) if others else None)
    return (int(green.value), int(red.value)) if green and red else None
