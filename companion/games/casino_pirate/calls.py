"""The leader's part: open cards, calls in any order, and payments (CP-LDR-1 to 12, CP-777-1 to 3)."""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.facts import CardDrawn, CardsShown, OpponentChosen, OptionChosen
from companion.game.base import ScriptPart
from companion.games.casino_pirate.moments import PACK, clock, handled
from companion.games.casino_pirate.pack import GOAL, NAMES, SKELETON, half, value
from companion.games.casino_pirate.state import PirateState
from companion.questions import Draw, Opponent, Option, Question, Show
from companion.refusal import Refusal

OUTCOMES = ("leader_wins", "better", "seven_and_half", "tie")
"""Outcomes of a call, which the table may enter instead of the shown cards."""
RESULTS = ("leader_wins", "better", "seven_and_half", "concede")
"""Results of a player, for a table that enters neither cards nor calls.

The table enters a tie at 7 1/2 as ``leader_wins``; that player may then volunteer as leader."""


def leader(game: PirateState) -> ScriptPart:
    """Let the leader draw and call until all are settled, he is bust, or he ends the hand (CP-LDR-1 to 10)."""

    def questions() -> tuple[Question, ...]:
        left, back = tuple(game.open_seats()), game.house["uncalled_stake_back"]
        if game.result_only and not game.cards:
            return (*results(game.turn, left, back), *clock(game))
        return (*leading(game.turn, left, not game.cards, back, tuple(game.unseen().items())), *clock(game))

    while game.open_seats():
        if game.bust():
            yield from pay_all(game)
            break
        if game.called:
            yield from call(game, game.called)
            continue
        answer = yield from game.ask(questions)
        if handled(game, answer):
            continue
        if isinstance(answer, CardDrawn):
            game.cards.append(str(answer.card.get("name", "")))
            game.drawn += 1
        elif isinstance(answer, OpponentChosen):
            game.called = answer.opponent
        elif answer.option in RESULTS:
            outcome(game, answer.seat, answer.option)
        elif answer.option == "leader_bust":
            game.busted = True
        else:
            game.tell("uncalled", seats=game.open_seats())
            break
    game.stage = "over"


@cache
def leading(
    leader: str, left: tuple[str, ...], none_open: bool, back: bool, pack: tuple[tuple[str, int], ...]
) -> tuple[Question, ...]:
    """Return the leader's questions; ``back``: uncalled stakes go back; ``pack``: (name, number) of unseen cards."""
    seat = (leader,)
    return (
        Draw(topic="leader_card", seats=seat, deck=PACK, names=NAMES, left=dict(pack), rule="CP-LDR-1"),
        Opponent(topic="call", seats=seat, limits=dict.fromkeys(left, 0), rule="CP-LDR-5"),
        *for_all(leader, none_open=none_open, back=back),
    )


@cache
def results(leader: str, left: tuple[str, ...], back: bool) -> tuple[Question, ...]:
    """Return the questions for each player's result, in any order, at a table that enters no cards."""
    open_ = [Option(topic="result", seats=(seat,), also=(leader,), options=RESULTS, rule="CP-LDR-5") for seat in left]
    return (*open_, *for_all(leader, none_open=True, back=back))


def for_all(leader: str, *, none_open: bool, back: bool) -> list[Question]:
    """Return the leader's questions whose answers end the hand for all players."""
    open_: list[Question] = []
    if none_open:
        open_.append(
            Option(topic="leader_bust", seats=(leader,), must=False, options=("leader_bust",), rule="CP-LDR-3")
        )
    if back:
        open_.append(Option(topic="end_hand", seats=(leader,), must=False, options=("end_hand",), rule="CP-LDR-10"))
    return open_


def call(game: PirateState, seat: str) -> ScriptPart:
    """Ask the called player to show, or to give up his stake unseen; settle his stake (CP-LDR-5, CP-LDR-11)."""
    while game.called == seat:
        if seat not in game.open_seats():
            game.called = ""
            return
        answer = yield from game.ask(lambda: (*showing(game, seat), *clock(game)))
        if handled(game, answer):
            continue
        if isinstance(answer, CardsShown):
            skeleton, game.shown[seat] = 0, answer.cards
            if game.house["announce_on_show"] and SKELETON in answer.cards:
                skeleton = yield from announced(game, seat)
            settle(game, seat, value(answer.cards, skeleton))
        elif isinstance(answer, OptionChosen) and answer.option in ("concede", *OUTCOMES):
            outcome(game, seat, answer.option)
        game.called = ""


def showing(game: PirateState, seat: str) -> tuple[Question, ...]:
    """Return the questions for a called seat; if Servi followed the hand, the shown cards must match what it knows."""
    lies: dict[str, Any] = {}
    if game.followed:
        laid = game.held[seat].open
        lies = {"left": game.unseen(), "known": tuple(card for card in laid if card), "exact": True}
        lies |= dict.fromkeys(("least", "most"), 1 + len(laid))
    return (
        Show(topic="show", seats=(seat,), names=NAMES, rule="CP-LDR-5", **lies),
        Option(topic="concede", seats=(seat,), must=False, options=("concede",), rule="CP-LDR-11"),
        Option(
            topic="outcome", seats=(game.turn,), must=False, options=OUTCOMES, rule="CP-LDR-5", refused=impossible(game)
        ),
    )


def impossible(game: PirateState) -> dict[str, Refusal]:
    """Return the outcomes that the leader's open cards rule out, each with its refusal."""
    total = game.total()
    if game.rules < 2 or not game.cards or total > GOAL:
        return {}
    if total == GOAL:
        possible: tuple[str, ...] = ("leader_wins", "tie")
    elif total == GOAL - 1 and not game.first_777:  # only 7 1/2 is higher; the first is "seven_and_half"
        possible = ("leader_wins", "seven_and_half")
    else:
        possible = ("leader_wins", "better", "seven_and_half")
    detail = {"total": half(total), "options": list(possible)}
    return {o: Refusal("LEADER_HAS", game.turn, detail, "CP-LDR-5") for o in OUTCOMES if o not in possible}


def announced(game: PirateState, seat: str) -> ScriptPart:
    """Ask for the announced value of the skeleton (AMB-CP-5)."""
    return game.number_of(seat, 1, 7, "skeleton", "CP-VAL-4")


def settle(game: PirateState, seat: str, total: int) -> None:
    """Compare a shown hand with the leader's; the leader wins a tie (CP-LDR-6, CP-LDR-7, CP-LDR-12)."""
    mine = game.total()
    if total > GOAL or total <= mine:
        outcome(game, seat, "tie" if total == mine == GOAL else "leader_wins")
    else:
        outcome(game, seat, "seven_and_half" if total == GOAL else "better")


def outcome(game: PirateState, seat: str, result: str) -> None:
    """Pay the outcome of a call, and note the first 7 1/2 of the hand (CP-777-1 to 3, AMB-CP-2)."""
    stake = game.stakes.get(seat, 0)
    first = result in ("seven_and_half", "tie") and not game.first_777
    if result == "seven_and_half" and not first:
        result = "better"
    if first and not (result == "tie" and game.house["tie_keeps_leader"]):
        game.first_777 = seat
    game.settled.append(seat)
    if result == "seven_and_half":
        game.give(game.turn, seat, 2 * stake, result, "CP-777-2")
    elif result == "better":
        game.give(game.turn, seat, stake, result, "CP-LDR-7")
    else:
        rule = {"tie": "CP-LDR-12", "concede": "CP-LDR-11"}.get(result, "CP-LDR-6")
        game.give(seat, game.turn, stake, result, rule)
    game.ledger.felt.pop(seat, None)
    game.check_after({})


def lose(game: PirateState, seat: str, reason: str, rule: str) -> None:
    """Take the stake of a player who is bust, by house rule (AMB-CP-1)."""
    game.settled.append(seat)
    game.give(seat, game.turn, game.stakes.get(seat, 0), reason, rule)
    game.ledger.felt.pop(seat, None)
    game.check_after({})


def pay_all(game: PirateState) -> ScriptPart:
    """Pay the stakes of all unsettled players, clockwise, after the leader is bust (CP-LDR-3, CP-LDR-9)."""
    game.tell("leader_bust", seat=game.turn)
    double: list[str] = []
    if game.house["bust_pays_777_double"]:
        double = yield from shown_777(game)
    for seat in game.open_seats():
        game.settled.append(seat)
        times = 2 if seat in double else 1
        game.give(game.turn, seat, times * game.stakes.get(seat, 0), "leader_bust", "CP-LDR-3")
    game.ledger.clear_felt()
    game.check_after({})


def shown_777(game: PirateState) -> ScriptPart:
    """Ask who shows 7 1/2 before a bust leader pays (AMB-CP-12); return those seats."""
    shown: list[str] = []
    done = False

    def questions() -> tuple[Question, ...]:
        seats = tuple(s for s in game.open_seats() if s not in shown)
        pay = Option(topic="pay_all", seats=(game.turn,), options=("pay_all",), rule="CP-LDR-3")
        if not seats:
            return (pay,)
        return (pay, Show(topic="show_777", seats=seats, must=False, names=NAMES, rule="CP-777-1"))

    while not done:
        answer = yield from game.ask(questions)
        if isinstance(answer, CardsShown):
            if value(answer.cards) == GOAL:
                shown.append(answer.seat)
            else:
                game.tell("not_777", seat=answer.seat)
        else:
            done = True
    return shown
