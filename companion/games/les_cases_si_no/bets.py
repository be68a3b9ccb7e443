"""Phase 2: each bettor places a chip on each of four lines; two bettors share at most two numbers (SN-P2-1 to 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache, partial
from itertools import combinations, product

from companion.facts import BetPlaced, BetsClosed, BetTakenBack, DiceThrown
from companion.game.base import ScriptPart
from companion.games.les_cases_si_no.box import LINES
from companion.games.les_cases_si_no.scenes import Bets, InCommon
from companion.games.les_cases_si_no.state import SiNoState
from companion.games.les_cases_si_no.throws import THROWS, drawing
from companion.questions import Bet, Close, Closed, Question
from companion.refusal import Refusal

IN_COMMON = 2


def betting(game: SiNoState) -> ScriptPart:
    """Ask for the chips, clockwise from the croupier; return the first draw if it closed the bets, otherwise None.

    A bettor may take his chips back until phase 3 starts (AMB-SN-6, AMB-SN-14).
    """
    game.scene = Bets(circle=game.circle, seven=game.seven)
    while True:
        answer = yield from game.ask(lambda: questions(game))
        match answer:
            case BetPlaced(seat=seat, field=field):
                line, _, number = field.partition(":")
                if line in LINES and number in game.board_of_bets.lines[line] and seat != game.turn:
                    game.bets.setdefault(seat, {})[line] = number
            case BetTakenBack(seat=seat, field=field):
                game.bets.get(seat, {}).pop(field.partition(":")[0], None)
            case BetsClosed():
                return None
            case _:
                return answer


def questions(game: SiNoState) -> tuple[Question, ...]:
    """Return the open questions: the next bettor's chips, chips taken back, and the croupier's start."""
    seats = game.bettors()
    missing: dict[str, list[str]] = {}
    for seat in seats:
        on = game.bets.get(seat, ())
        if len(on) < len(LINES):
            missing[seat] = [line for line in LINES if line not in on]
    first = next(iter(missing), "")
    laid = on_the_table(game)
    if isinstance(game.scene, Bets):
        game.scene.bets = laid
    left = {seat: len(missing.get(seat, ())) for seat in seats}

    def why(seat: str, field: str) -> Refusal | None:
        if seat != first:
            return Refusal("NOT_YOUR_TURN", seat, {"turn": first}, "SN-P2-1")
        return refuse(game, seat, field)

    def bet(who: tuple[str, ...]) -> Bet:
        return Bet(
            topic="bet", seats=who, must=first in who, fields=game.board_of_bets.fields, step=1, available=left,
            bets=laid, why=why, drawn=partial(as_drawn, game) if game.result_only and missing else None, rule="SN-P2-2",
        )  # fmt: skip

    if not missing:
        first_draw = drawing(game.turn, THROWS - game.throws, game.result_only)
        return (bet(tuple(seats)), start(game.turn), *first_draw, croupier_cannot(game.turn))
    others = tuple([s for s in seats if s != first])
    mine = (bet((first,)), bet(others)) if others else (bet((first,)),)
    return (*mine, *too_early(game.turn, missing), croupier_cannot(game.turn))


def too_early(croupier: str, missing: Mapping[str, list[str]]) -> tuple[Close, Closed]:
    """Return the questions that refuse the croupier's start and first throw while chips are missing."""
    refused = Refusal("BETS_INCOMPLETE", croupier, {"missing": missing}, "SN-P2-1")
    return (
        Close(topic="start_draws", seats=(croupier,), must=False, refused=refused, rule="SN-P3-1"),
        Closed(
            topic="draw", seats=(croupier,), answer=DiceThrown, code="BETS_INCOMPLETE", listen=True,
            detail={"missing": missing}, rule="SN-P2-1",
        ),
    )  # fmt: skip


@cache
def start(croupier: str) -> Close:
    """Return the question that ends the bets once all chips are placed."""
    return Close(topic="start_draws", seats=(croupier,), must=False, spare=True, rule="SN-P3-1")


@cache
def croupier_cannot(seat: str) -> Closed:
    """Return the refusal of a bet by the croupier."""
    return Closed(topic="bet", seats=(seat,), answer=BetPlaced, code="CROUPIER_CANNOT_BET", rule="SN-P2-1")


def on_the_table(game: SiNoState) -> dict[tuple[str, str], int]:
    """Return all chips on the table: 1 for each (seat, field)."""
    return {(s, f"{line}:{number}"): 1 for s, laid in game.bets.items() for line, number in laid.items()}


def as_drawn(game: SiNoState) -> tuple[tuple[str, str], ...]:
    """Return a proposed (seat, field) for each missing chip: the bettor's last one on its line, or an allowed one."""
    kept, game.bets = game.bets, {seat: dict(laid) for seat, laid in game.bets.items()}
    drawn = []
    try:
        for seat, line in product(game.bettors(), LINES):
            before = game.bets_before.get(seat, {}).get(line, "")
            numbers = (before, *game.board_of_bets.lines[line])
            number = next((n for n in numbers if n and refuse(game, seat, f"{line}:{n}") is None), "")
            if number:
                game.bets.setdefault(seat, {})[line] = number
                drawn.append((seat, f"{line}:{number}"))
    finally:
        game.bets = kept
    return tuple(drawn)


def refuse(game: SiNoState, seat: str, field: str) -> Refusal | None:
    """Return why a chip on this field is refused: line in use, or too many shared numbers (SN-PRE-1, SN-PRE-2)."""
    line, _, number = field.partition(":")
    mine = game.bets.get(seat, {})
    if line in mine:
        return Refusal("LINE_ALREADY_USED", seat, {"line": line}, "SN-P2-2")
    wanted = [*mine.values(), number]
    for other, theirs in game.bets.items():
        if other != seat and in_common(game, wanted, theirs.values()) > IN_COMMON:
            return Refusal("TOO_MANY_IN_COMMON", seat, {"with": other}, "SN-PRE-2")
    return None


def shared(game: SiNoState) -> tuple[InCommon, ...]:
    """Return the numbers that each pair of bettors has in common, counted as the house rule says."""
    found = []
    for one, other in combinations(game.bettors(), 2):
        mine, theirs = (list(game.bets.get(s, {}).values()) for s in (one, other))
        if number := in_common(game, mine, theirs):
            found.append(InCommon((one, other), tuple(n for n in dict.fromkeys(mine) if n in theirs), number))
    return tuple(found)


def in_common(game: SiNoState, mine: Collection[str], theirs: Collection[str]) -> int:
    """Return how many numbers two bettors share; one that both played twice counts 1, or 2 by house rule (AMB-SN-6)."""
    if game.house["common"] == "multiset":
        return (Counter(mine) & Counter(theirs)).total()
    return len({*mine}.intersection(theirs))
