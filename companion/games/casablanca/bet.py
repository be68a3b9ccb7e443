"""The bet between announcer and challenger: confess, accept, raise, fold, call and reveal (CB-CHL-5 to 12)."""

from __future__ import annotations

from companion.facts import OptionChosen, Protested, StakePlaced
from companion.game.base import ScriptPart
from companion.games.casablanca import prize
from companion.games.casablanca.box import NOTE
from companion.games.casablanca.state import CasablancaState
from companion.money.ledger import POT
from companion.questions import Bid, Closed, Option, Question

FINE = 50
TIMES = (1, 2, 3)
HIGHEST = 6
LATE = Closed(topic="protest", seats=(), answer=Protested, code="ALREADY_PROTESTED", rule="CB-CHL-2")


def put(game: CasablancaState, seat: str, total: int) -> None:
    """Set a side's total stake, which lies on the felt."""
    game.raised[seat] = total
    game.ledger.felt[seat] = total


def all_in(game: CasablancaState, seat: str) -> bool:
    """Whether a side has staked all it has; the other side may then not raise above this stake (CB-ARG-3)."""
    return game.raised.get(seat, 0) >= game.balance(seat)


def bet(game: CasablancaState, active: str, challenger: str, stake: int) -> ScriptPart:
    """Play the bet: the announcer confesses or accepts, then both sides raise in turn until one folds or calls."""
    put(game, challenger, stake)
    answer = yield from answered(game, active, challenger, stake)
    if answer == "confess":
        game.give(active, POT, FINE, "fine", "CB-CHL-5")
        game.tell("confessed", seat=active)
        back(game, active)
        return
    turn, other = challenger, active
    while True:
        answer = yield from called(game, turn, other)
        if answer == "call":
            yield from reveal(game, active, challenger)
            return
        if answer == "fold":
            yield from folded(game, active, challenger, turn)
            return
        turn, other = other, turn


def back(game: CasablancaState, active: str) -> None:
    """Move the figure back, unless the house rule leaves it (AMB-CB-2)."""
    if not game.house["pawn_stays"] and game.before is not None:
        game.pawns[active] = game.before


def answered(game: CasablancaState, active: str, challenger: str, stake: int) -> ScriptPart:
    """Ask the announcer to confess, or to accept with 1, 2 or 3 times the stake; return which (CB-CHL-5, CB-CHL-6)."""

    def questions() -> tuple[Question, ...]:
        own = game.balance(active)
        open_: list[Question] = [
            Option(topic="confess", seats=(active,), options=("confess",), rule="CB-CHL-5"),
            LATE,
        ]
        most = stake if all_in(game, challenger) else TIMES[-1] * stake
        amounts = tuple(n * stake for n in TIMES if n * stake <= min(own, most)) or ((own,) if own else ())
        if amounts:
            open_.append(
                Bid(topic="accept", seats=(active,), minimum=amounts[0], limit=most, own=own, step=NOTE,
                    amounts=amounts, codes={"step": "NOT_A_NOTE_AMOUNT", "over": over(game, challenger)}, rule="CB-CHL-6")
            )  # fmt: skip
        return tuple(open_)

    answer = yield from game.ask(questions)
    if isinstance(answer, OptionChosen):
        return "confess"
    put(game, active, min(answer.amount, game.balance(active)))
    if game.rules >= 2:
        take_excess_back(game, active, challenger)
    return "accept"


def take_excess_back(game: CasablancaState, poorer: str, richer: str) -> None:
    """Reduce the richer side's stake to that of the all-in side, so that folding costs no more than this (CB-ARG-3)."""
    if (excess := game.raised[richer] - game.raised[poorer]) > 0:
        put(game, richer, game.raised[poorer])
        game.tell("excess", seat=richer, amount=excess)


def over(game: CasablancaState, other: str) -> str:
    """Return the refusal code of a stake above its limit, which depends on whether the ``other`` side is all in."""
    return "ALL_IN_NO_RAISE" if all_in(game, other) else "POT_LIMIT" if game.house["pot_limit"] else "NOT_AN_OFFER"


def called(game: CasablancaState, seat: str, other: str) -> ScriptPart:
    """Ask a side to fold, call or raise (CB-CHL-7 to 9); return its answer."""

    def questions() -> tuple[Question, ...]:
        own, theirs = game.balance(seat), game.raised.get(other, 0)
        open_: list[Question] = [Option(topic="call", seats=(seat,), options=("call", "fold"), rule="CB-CHL-8"), LATE]
        most = own
        if game.house["pot_limit"]:
            most = min(most, theirs + sum(game.raised.values()))
        if not all_in(game, other) and most >= theirs + NOTE:
            open_.append(
                Bid(topic="raise", seats=(seat,), must=False, minimum=theirs + NOTE, limit=most, own=own, step=NOTE,
                    codes={"step": "NOT_A_NOTE_AMOUNT", "under": "RAISE_TOO_SMALL", "over": over(game, other)},
                    rule="CB-CHL-9")
            )  # fmt: skip
        elif all_in(game, other):
            open_.append(
                Closed(topic="raise", seats=(seat,), answer=StakePlaced, code="ALL_IN_NO_RAISE",
                       detail={"seat": other, "max": theirs}, rule="CB-ARG-3")
            )  # fmt: skip
        return tuple(open_)

    answer = yield from game.ask(questions)
    if not isinstance(answer, OptionChosen):
        put(game, seat, min(answer.amount, game.balance(seat)))
        return "raise"
    if answer.option == "call":
        put(game, seat, min(game.raised.get(other, 0), game.balance(seat)))
    return answer.option


def reveal(game: CasablancaState, active: str, challenger: str) -> ScriptPart:
    """Reveal the token: a true announcement wins for the announcer, a false one for the challenger (CB-CHL-8)."""
    token = yield from game.number_of(active, 0, HIGHEST, "reveal", "CB-CHL-8", LATE)
    game.token_shown = True
    true = token == game.announced
    winner, loser = (active, challenger) if true else (challenger, active)
    game.winner_of_bet = winner
    game.tell("bet_won", seat=winner, true=true, token=token)
    stake = min(game.raised.get(active, 0), game.raised.get(challenger, 0))  # a poorer side risks only its own stake
    game.give(loser, winner, stake, "bet", "CB-CHL-12")
    game.ledger.clear_felt()
    at_stake = game.lands_on_top(active)
    if not true:
        back(game, active)
    yield from prize.won(game, winner, loser, at_stake)


def folded(game: CasablancaState, active: str, challenger: str, who: str) -> ScriptPart:
    """Give the folder's stake to the other side (CB-CHL-7, AMB-CB-18); the token stays hidden."""
    other = active if who == challenger else challenger
    game.give(who, other, game.raised.get(who, 0), "fold", "CB-CHL-7")
    game.ledger.clear_felt()
    game.tell("folded", seat=who)
    if who == active:
        back(game, active)
    elif game.house["fold_counts_as_win"]:
        yield from prize.won(game, active, challenger, game.lands_on_top(active))
    else:
        prize.arrive(game, active)
