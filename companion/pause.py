"""The pause of an evening until another day, and the things to lay out again before play continues.

Servi checks a pause only when the table requests it, not in a replay; a correction of the past cannot contradict it.
"""

from __future__ import annotations

from dataclasses import replace

from companion.facts import Fact, LaidOut, PauseFact, PlayPaused, PlayResumed, SeatFact
from companion.game.base import Game
from companion.money.ledger import BANK
from companion.record import record
from companion.refusal import Refusal


@record()
class Pause:
    """A pause: the number of its fact, and the accounts whose things are already laid out again."""

    number: int
    laid: frozenset[str] = frozenset()


def after(pause: Pause | None, number: int, fact: PauseFact) -> Pause | None:
    """Return the pause after this fact, None after its end; a redundant fact changes nothing."""
    match fact:
        case PlayPaused():
            return pause or Pause(number)
        case LaidOut(account=account, done=done) if pause:
            return replace(pause, laid=pause.laid | {account} if done else pause.laid - {account})
        case PlayResumed():
            return None
    return pause


def accounts(game: Game) -> list[str]:
    """Return the accounts to lay out again: the playing seats, and the bank with pot and board."""
    return [*game.playing(), BANK]


def refuse(pause: Pause | None, game: Game, fact: Fact) -> Refusal | None:
    """Return why this fact is refused, because of a pause or because there is none; None if it is allowed."""
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
