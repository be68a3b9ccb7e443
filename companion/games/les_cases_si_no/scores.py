"""The score of a throw of green and red (SN-P3-2 to 4, SN-PRE-3 to 8)."""

from __future__ import annotations

from companion.facts import NumberGiven
from companion.game.base import Ended, ScriptPart
from companion.games.les_cases_si_no.box import MOST
from companion.games.les_cases_si_no.state import SiNoState
from companion.odds import les_cases_si_no as odds
from companion.questions import Number, Option

SEVEN = "7"
STEP = 100
"""Step of the points that simple players enter; a real board may print other values."""


def draw(green: int, red: int) -> str:
    """Return the name of a draw: ``7``, a double as ``n.n``, otherwise the sum (SN-PRE-4)."""
    return odds.draw((green, red))


def settle(game: SiNoState, green: int, red: int) -> ScriptPart:
    """Score one throw; end the game at exactly 7000, or by house rule above it (SN-END-1, SN-PRE-6)."""
    game.draw = draw(green, red)
    game.raw_gains, game.cancelled = {}, []
    winners: list[str] = []
    if game.draw == SEVEN:
        winners = yield from seven(game, "green" if green > red else "red")
    elif any(game.draw in laid.values() for laid in game.bets.values()):
        worth = yield from points(game)
        for seat in game.bettors():
            bettor(game, seat, worth)
    game.tell("draw", draw=game.draw)
    for seat in game.cancelled:
        game.tell("cancelled", seat=seat)
    game.reached = winners or [s for s in game.playing() if game.balance(s) == game.target]
    if game.reached:
        raise Ended(game.reached, "target")


def points(game: SiNoState) -> ScriptPart:
    """Return the points of the draw; ask for unknown ones, which are 0 if the answer is « later » (SN-P3-4)."""
    known = game.board_of_bets.points
    if game.draw not in known and (said := (yield from printed(game, "worth", 1, draw=game.draw))):
        known[game.draw] = said
    return known.get(game.draw, 0)


def printed(game: SiNoState, topic: str, least: int, **detail: str | int) -> ScriptPart:
    """Ask the croupier for a number of the printed tables; return None for « later »: the throw then scores nothing."""
    number = Number(topic=topic, seats=(game.turn,), low=least, high=MOST, step=STEP, detail=detail, rule="SN-MAT-3")
    later = Option(topic="worth_later", seats=(game.turn,), options=("later",), must=False)
    answer = yield from game.ask_for(number, later)
    if isinstance(answer, NumberGiven):
        return answer.number
    game.tell("unknown")
    return None


def seven(game: SiNoState, colour: str) -> ScriptPart:
    """Score the croupier's 7 by the higher die (SN-P3-2, SN-P3-3); return [croupier] if passing 7000 wins, else []."""
    if colour not in game.seven:
        said = yield from printed(game, f"worth_{colour}", 0, circle=game.circle)
        if said is not None:
            game.seven[colour] = game.board_of_bets.seven[colour][game.circle - 1] = said
    worth = game.seven.get(colour, 0)
    if not worth:
        return []
    game.raw_gains[game.turn] = worth
    over = game.balance(game.turn) + worth > game.target
    if over and game.house["croupier_may_overshoot"] != "wins":
        game.cancelled.append(game.turn)
        return []
    game.score(game.turn, worth, "SN-P3-3", f"seven_{colour}")
    return [game.turn] if over else []


def bettor(game: SiNoState, seat: str, worth: int) -> None:
    """Score a bettor's chips on the draw, both directions together (SN-PRE-3); cancel points above 7000 (SN-PRE-7)."""
    hits = [line for line, on in game.bets.get(seat, {}).items() if on == game.draw]
    if not hits or not worth:
        return
    game.raw_gains[seat] = worth * len(hits)
    left = game.target - game.balance(seat)
    if game.house["overshoot"] == "per_bet":
        gain = worth * min(len(hits), max(0, left) // worth)
    else:
        gain = worth * len(hits) if worth * len(hits) <= left else 0
    if gain < worth * len(hits):
        game.cancelled.append(seat)
    game.score(seat, gain, "SN-PRE-3" if len(hits) > 1 else "SN-P3-4", f"draw:{game.draw}")
