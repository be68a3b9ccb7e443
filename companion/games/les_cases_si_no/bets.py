"""Phase 2: each bettor puts his four chips, one on each line, not too many beside another's (SN-P2-1 to 3)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from companion.asks import Bet, Close, Closed, Question, Refusal
from companion.facts import BetPlaced, BetsClosed, BetTakenBack, DiceThrown
from companion.game import Asked
from companion.games.les_cases_si_no.box import LINES

if TYPE_CHECKING:
    from companion.games.les_cases_si_no.state import SiNo

IN_COMMON = 2


def betting(game: SiNo) -> Asked:
    """Ask for the chips, clockwise from the croupier; return the first throw where one closed the bets.

    A bettor may take his own chips back until phase 3 starts (AMB-SN-6, AMB-SN-14).
    """
    game.scene = {"kind": "bets", "sides": (), "circle": game.circle, "seven": game.seven}
    while True:
        answer = yield from game.ask(lambda: questions(game))
        match answer:
            case BetPlaced(seat=seat, field=field):
                line, _, draw = field.partition(":")
                if line in LINES and draw in game.board_of_bets.lines[line] and seat != game.turn:
                    game.bets.setdefault(seat, {})[line] = draw
            case BetTakenBack(seat=seat, field=field):
                game.bets.get(seat, {}).pop(field.partition(":")[0], None)
            case BetsClosed():
                return None
            case _:
                return answer


def questions(game: SiNo) -> tuple[Question, ...]:
    """Return what is open: chips of the bettor whose turn it is, chips taken back, the croupier's start."""
    from companion.games.les_cases_si_no.rounds import draw_question

    seats = tuple(game.bettors())
    bets = game.bets
    missing = {s: [n for n in LINES if n not in bets.get(s, ())] for s in seats if len(bets.get(s, ())) < len(LINES)}
    first = next(iter(missing), "")
    laid = on_the_table(game)
    if game.scene is not None:
        game.scene["bets"] = laid
    left = {s: len(missing.get(s, ())) for s in seats}

    def why(seat: str, field: str) -> Refusal | None:
        if seat != first:
            return Refusal("NOT_YOUR_TURN", seat, {"turn": first}, "SN-P2-1")
        return refuse(game, seat, field)

    def bet(who: tuple[str, ...]) -> Bet:
        return Bet(
            topic="bet", seats=who, must=first in who, fields=game.board_of_bets.fields, step=1, available=left,
            bets=laid, why=why, rule="SN-P2-2",
        )  # fmt: skip

    croupier = (game.turn,)
    refused = Refusal("BETS_INCOMPLETE", game.turn, {"missing": missing}, "SN-P2-1") if missing else None
    open_: list[Question] = [bet((first,))] if first else []
    if others := tuple(s for s in seats if s != first):
        open_.append(bet(others))
    open_.append(Close(topic="start_draws", seats=croupier, must=False, refused=refused, rule="SN-P3-1"))
    if missing:
        early = Closed(topic="draw", seats=croupier, answer=DiceThrown, code="BETS_INCOMPLETE", listen=True,
                       detail={"missing": missing}, rule="SN-P2-1")  # fmt: skip
        open_.append(early)
    else:
        open_.append(draw_question(game))
    open_.append(Closed(topic="bet", seats=croupier, answer=BetPlaced, code="CROUPIER_CANNOT_BET", rule="SN-P2-1"))
    return tuple(open_)


def on_the_table(game: SiNo) -> dict[tuple[str, str], int]:
    """Return all chips as bets of one on a field."""
    return {(s, f"{line}:{draw}"): 1 for s, laid in game.bets.items() for line, draw in laid.items()}


def refuse(game: SiNo, seat: str, field: str) -> Refusal | None:
    """Tell what is against a chip on this field: the line is used, or a third number in common (SN-PRE-1, SN-PRE-2)."""
    line, _, draw = field.partition(":")
    mine = game.bets.get(seat, {})
    if line in mine:
        return Refusal("LINE_ALREADY_USED", seat, {"line": line}, "SN-P2-2")
    wanted = [*mine.values(), draw]
    for other in game.bettors():
        if other != seat and in_common(game, wanted, [*game.bets.get(other, {}).values()]) > IN_COMMON:
            return Refusal("TOO_MANY_IN_COMMON", seat, {"with": other}, "SN-PRE-2")
    return None


def shared(game: SiNo) -> list[dict[str, Any]]:
    """Return for each two bettors the numbers that they have in common, and how many that makes."""
    found = []
    for at, one in enumerate(seats := game.bettors()):
        for other in seats[at + 1 :]:
            mine, theirs = (list(game.bets.get(s, {}).values()) for s in (one, other))
            if number := in_common(game, mine, theirs):
                draws = [d for d in dict.fromkeys(mine) if d in theirs]
                found.append({"seats": [one, other], "draws": draws, "number": number})
    return found


def in_common(game: SiNo, mine: list[str], theirs: list[str]) -> int:
    """Count the numbers that two bettors share: each once, or chip by chip (AMB-SN-6)."""
    if game.house["common"] == "multiset":
        return (Counter(mine) & Counter(theirs)).total()
    return len(set(mine) & set(theirs))
