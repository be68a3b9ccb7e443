"""The score of a throw of green and red (SN-P3-2 to 4, SN-PRE-3 to 8)."""

from __future__ import annotations

from companion.game.base import Ended
from companion.games.les_cases_si_no.state import SiNoState
from companion.odds import les_cases_si_no as odds

SEVEN = "7"


def draw(green: int, red: int) -> str:
    """Return the name of a draw: ``7``, a double as ``n.n``, otherwise the sum (SN-PRE-4)."""
    return odds.draw((green, red))


def settle(game: SiNoState, green: int, red: int) -> None:
    """Score one throw; end the game if somebody has exactly 7000 (SN-END-1, SN-PRE-6)."""
    game.draw = draw(green, red)
    game.raw_gains, game.cancelled = {}, []
    winners: list[str] = []
    if game.draw == SEVEN:
        winners = seven(game, "green" if green > red else "red")
    else:
        for seat in game.bettors():
            bettor(game, seat)
    game.tell("draw", draw=game.draw)
    for seat in game.cancelled:
        game.tell("cancelled", seat=seat)
    game.reached = winners or [s for s in game.playing() if game.balance(s) == game.target]
    if game.reached:
        raise Ended(game.reached, "target")


def seven(game: SiNoState, colour: str) -> list[str]:
    """Score the croupier's 7 by the higher die (SN-P3-2, SN-P3-3); return him if passing 7000 wins."""
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


def bettor(game: SiNoState, seat: str) -> None:
    """Score a bettor's chips on the draw, both directions together (SN-PRE-3); points above 7000 are cancelled (SN-PRE-7)."""
    worth = game.board_of_bets.points.get(game.draw, 0)
    hits = [line for line, on in game.bets.get(seat, {}).items() if on == game.draw]
    if not hits:
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
