"""The evening put away until another day: what must lie there again before it goes on.

A correction of the past never collides with a pause: what is refused here is refused when it is said, not in a replay.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.facts import Fact, LaidOut, PauseFact, PlayPaused, PlayResumed, SeatFact
from companion.game import Game
from companion.ledger import BANK
from companion.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause since the fact with this number, and the accounts whose things lie there again."""

    number: int
    laid: frozenset[str] = frozenset()


def after(pause: Pause | None, number: int, fact: PauseFact) -> Pause | None:
    """Return the pause after this fact; what says nothing new, as after a correction, changes nothing."""
    match fact:
        case PlayPaused():
            return pause or Pause(number)
        case LaidOut(account=account, done=done) if pause:
            return replace(pause, laid=pause.laid | {account} if done else pause.laid - {account})
        case PlayResumed():
            return None
    return pause


def accounts(game: Game) -> list[str]:
    """Return whose things are laid out again: the seats that play, and the bank with the pot and the board."""
    return [*game.playing(), BANK]


def refuse(pause: Pause | None, game: Game, fact: Fact) -> Refusal | None:
    """Return why this cannot be said in the pause, or out of it."""
    match fact:
        case PlayPaused():
            if pause:
                return Refusal("ALREADY_PAUSED", overrulable=False)
            if game.outcome or not game.order:
                return Refusal("NOTHING_TO_PAUSE", overrulable=False)
            owing = [d for d in game.ledger.debts() if d.amount]
            return Refusal("OWED_BEFORE_PAUSE", detail={"debts": len(owing)}) if owing else None
        case LaidOut(account=account):
            if not pause:
                return Refusal("NOT_PAUSED", overrulable=False)
            there = accounts(game)
            return None if account in there else Refusal("NO_SUCH_SEAT", account, {"among": there}, overrulable=False)
        case PlayResumed():
            if not pause:
                return Refusal("NOT_PAUSED", overrulable=False)
            missing = [a for a in accounts(game) if a not in pause.laid]
            return Refusal("NOT_ALL_LAID_OUT", detail={"missing": missing}) if missing else None
        case SeatFact() if pause:
            return Refusal("PAUSED", fact.seat, overrulable=False)
    return None
