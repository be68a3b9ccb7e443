"""The function that returns the snapshot of an evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from companion import bets
from companion.clock import lasted
from companion.evening import Evening
from companion.facts import BetPlaced, BetTakenBack, Correction, DiceThrown, PlayPaused, PlayResumed, public
from companion.game.base import Game
from companion.money.chips import Stock
from companion.money.ledger import SCOREBOARD, Debt
from companion.pause import accounts
from companion.play import Play
from companion.questions import Bet, Closed, Question
from companion.report import misfits, news_since, report, sat
from companion.snapshot import (
    BoardNow,
    Cause,
    Change,
    Due,
    LastThrow,
    Miscount,
    News,
    Noted,
    OpenQuestion,
    PauseNow,
    SeatNow,
    Snapshot,
    Timer,
    Winner,
)

ITEMISED = 8
"""Maximum parts of a debt shown separately; older parts are summed, which bounds the snapshot."""
ANNOUNCED = frozenset({"office", "taken", "joined", "left", "given"})
"""Codes of news that Servi announces in every game."""
REPORTED = 8
"""Number of report lines in a snapshot."""
RECENT = 60
"""Number of latest transfers to search for the last change of a balance."""


def observe(evening: Evening) -> Snapshot:
    """Return the snapshot of an evening, without its surroundings."""
    play, game = evening.play, evening.play.game
    coming = open_questions(evening)
    asked = () if play.pause else coming
    owed = tuple(_due(play, debt) for debt in game.ledger.debts() if debt.amount)
    box = game.started.box
    return Snapshot(
        number=evening.number,
        throws=play.throws,
        phase="over" if game.outcome else "playing" if game.order else "setup",
        game=game.name,
        missing=None if game.here else game.started.package,
        simulated=game.started.simulated,
        level=game.level,
        unit=game.unit,
        target=game.goal(),
        source=game.source,
        turn=game.turn,
        banker=game.holder() or game.banker,
        order=tuple(game.order),
        house=dict(game.house),
        box_marks=frozenset(mark for mark in ("example", "invented") if box.get(mark)),
        board_trouble=game.board_trouble(),
        fresh=_fresh(evening),
        seats=tuple(_seats(play, asked, owed, _changes(evening))),
        accounts={a: n for a, n in game.ledger.balances.items() if a != SCOREBOARD},
        counters=tuple(game.counters),
        pieces={a: _tidy(stock) for a, stock in (play.pieces.stocks or {}).items()},
        denominations=tuple(sorted(game.denominations(), reverse=True)),
        open=asked,
        settle=not game.settle_aside
        and (not game.going_on or any(one.question.topic in game.going_on for one in asked)),
        debts=owed,
        throw=_last_throw(evening),
        pause=_pause(evening, coming),
        board=_board(game),
        scene=game.picture(),
        own=game.own(),
        misfits=misfits(evening),
        miscounts=tuple(
            Miscount(account, counted, game.ledger.lying(account))
            for account, counted in play.pieces.counts.items()
            if counted != game.ledger.lying(account)
        ),
        winner=_winner(game),
        timer=None if play.pause else _timer(evening),
        undo=_undo(evening),
        corrected=_corrected(evening),
        report=report(evening, last=REPORTED),
        announced=_announced(evening),
    )


def open_questions(evening: Evening) -> tuple[OpenQuestion, ...]:
    """Return the open questions with their ids; questions that somebody must answer come first."""
    named: Counter[str] = Counter()
    found = []
    for question in evening.play.open:
        if isinstance(question, Closed):
            continue
        name = f"{question.topic}:{question.seats[0] if question.seats else ''}"
        named[name] += 1  # two questions may share a topic: one for both dice together, one for a single die
        found.append(_opened(evening, question, f"{name}:{named[name]}" if named[name] > 1 else name))
    return tuple(sorted(found, key=lambda one: not one.question.must))


def _opened(evening: Evening, question: Question, name: str) -> OpenQuestion:
    if not isinstance(question, Bet):
        return OpenQuestion(name, question)
    free = None
    drawn = question.drawn() if question.drawn else None
    if why := question.why:
        free = {s: tuple(f for f in question.fields if why(s, f) is None) for s in question.seats}
    last = bets.last_bets(evening, question.topic, question.seats)
    return OpenQuestion(name, question, free, {s: sum(last[s].values()) for s in question.seats if s in last}, drawn)


def _fresh(evening: Evening) -> bool:
    """Whether all answers so far were to set-up questions; False if the evening began with carried chips."""
    game = evening.play.game
    if "chips" in (game.started.carried or {}):
        return False
    return not any(one.fact.on and one.fact.on not in game.setting_up for one in evening.played)


def _due(play: Play, debt: Debt) -> Due:
    causes = []
    if before := sum(amount if giver == debt.giver else -amount for _, giver, _, amount in debt.parts[:-ITEMISED]):
        causes.append(Cause(before, _number(debt.parts[-ITEMISED - 1][0]), earlier=True))
    for name, giver, _, amount in debt.parts[-ITEMISED:]:
        signed = amount if giver == debt.giver else -amount
        causes.append(Cause(signed, _number(name), play.game.ledger.causes[name]))
    return Due(
        giver=debt.giver,
        taker=debt.taker,
        amount=debt.amount,
        felt=min(debt.felt, debt.amount),
        causes=tuple(causes),
        ways=play.pieces.proposals(debt.giver, debt.taker, debt.amount),
    )


def _number(name: str) -> int:
    """Return the number of the fact that caused a part of a debt."""
    return int(name.partition(".")[0])


def _seats(
    play: Play, asked: Sequence[OpenQuestion], owed: Sequence[Due], changes: Mapping[str, Change]
) -> Iterable[SeatNow]:
    game = play.game
    places = game.places()
    must = {s for one in asked if one.question.must for s in one.question.seats}
    may = {s for one in asked for s in one.question.seats}
    for seat, player in game.players.items():
        pawn = game.pawns.get(seat)
        out = seat in game.out
        yield SeatNow(
            id=seat,
            name=player.name,
            colour=player.colour,
            age=player.age,
            points=game.balance(seat),
            felt=game.ledger.felt.get(seat, 0),
            change=changes.get(seat),
            out=out,
            left=player.left,
            state="out" if out else "must" if seat in must else "may" if seat in may else "calm",
            cards=tuple(dict(card) for card in player.cards),
            pawn=pawn,
            square=game.board.at(pawn) if pawn is not None else None,
            pieces=_tidy(play.pieces.of(seat)),
            owes=sum(due.amount for due in owed if due.giver == seat),
            owed=sum(due.amount for due in owed if due.taker == seat),
            place=places.get(seat, 0),
        )


def _changes(evening: Evening) -> dict[str, Change]:
    """Return the last change of each balance since the last throw: the sum of all transfers of one fact.

    Without a throw, only the latest fact with transfers counts.
    """
    transfers = evening.play.game.ledger.transfers[-RECENT:]
    numbers = {transfers[-1].number} if transfers else set()
    if (at := _thrown_at(evening)) is not None:
        numbers = {played.number for played in evening.played[at:]}
    changes: dict[str, Change] = {}
    for transfer in reversed([one for one in transfers if one.number in numbers]):
        for account, sign in ((transfer.giver, -1), (transfer.taker, 1)):
            last = changes.setdefault(account, Change(transfer.number, 0, ()))
            if last.number == transfer.number:
                changes[account] = Change(
                    last.number, last.amount + sign * transfer.amount, (transfer.reason, *last.reasons)
                )
    return changes


def _tidy(stock: Stock | None) -> Stock | None:
    """Return the pieces without zero counts, the largest first."""
    return None if stock is None else {value: n for value, n in sorted(stock.items(), reverse=True) if n}


def _thrown_at(evening: Evening) -> int | None:
    """Return the index of the last throw among the played facts, None without a throw."""
    places = range(len(evening.played) - 1, -1, -1)
    return next((at for at in places if isinstance(evening.played[at].fact, DiceThrown)), None)


def _last_throw(evening: Evening) -> LastThrow | None:
    if (at := _thrown_at(evening)) is None:
        return None
    number, fact = evening.played[at].number, cast(DiceThrown, evening.played[at].fact)
    entry = evening.entry(number)
    if entry and isinstance(entry.fact, DiceThrown) and entry.fact.dice != fact.dice:
        fact = replace(fact, how="tap")  # a person corrected the faces that the eye had read
    return LastThrow(number, fact, bool(entry and entry.picture), tuple(news_since(evening, number)))


def _pause(evening: Evening, coming: tuple[OpenQuestion, ...]) -> PauseNow | None:
    paused = evening.play.pause
    if paused is None:
        return None
    entry = evening.entry(paused.number)
    return PauseNow(entry.at if entry else None, tuple(accounts(evening.play.game)), paused.laid, coming)


def _board(game: Game) -> BoardNow | None:
    """Return the ring of squares with its pawns, None without a ring or while its length is unknown."""
    ring = game.board
    if not ring.length:
        return None
    return BoardNow(
        squares=tuple(ring.at(index) for index in range(ring.length)),
        unsure=frozenset(ring.unsure),
        pawns={s: at for s, at in game.pawns.items() if at is not None and s not in game.out},
        kinds=tuple(ring.kinds),
        needs=dict(ring.needs),
        colours=tuple(ring.colours),
        swaps=ring.swaps,
    )


def _announced(evening: Evening) -> tuple[News, ...]:
    """Return the news to announce since the last answer of a player; of changes of office, only the last.

    While the page shows a betting cloth, a bet does not end the news: otherwise the fields would move under the finger.
    """
    game = evening.play.game
    laying = any(isinstance(one, Bet) and (one.must or one.why is None) for one in evening.play.open)
    bets_now = (BetPlaced, BetTakenBack) if laying else ()
    answers = (one for one in reversed(evening.played) if one.fact.on and one.fact.how != "auto")
    answered = (one for one in answers if not isinstance(one.fact, bets_now))
    since = next((one.number for one in answered), 1)
    codes = ANNOUNCED | game.announcements
    found = [one for one in news_since(evening, since) if one.code in codes]
    office = [one for one in found if one.code == "office"]
    return tuple(one for one in found if one not in office[:-1])


def _timer(evening: Evening) -> Timer | None:
    """Return the time of the current turn, which a pause restarts, or of the game, which a pause stops; or None."""
    game = evening.play.game
    if (clock := game.clock()) is None:
        return None
    seconds, number = clock
    if game.clock_of == "game":
        return Timer(seconds, evening.entries[-1].at - _played(evening, number))
    resumed = (e for e in reversed(evening.entries) if e.number > number and isinstance(e.fact, PlayResumed))
    entry = next(resumed, None) or evening.entry(number)
    return Timer(seconds, entry.at) if entry else None


def _played(evening: Evening, number: int) -> float:
    """Return the seconds of play since this fact, without pauses."""
    parts: list[list[float]] = [[]]
    paused = False
    for entry in evening.entries[number - 1 :]:
        if isinstance(entry.fact, PlayResumed):
            parts.append([])
            paused = False
        if not paused:
            parts[-1].append(entry.at)
        paused = paused or isinstance(entry.fact, PlayPaused)
    return sum(lasted(times) for times in parts)


def _winner(game: Game) -> Winner | None:
    if game.outcome is None:
        return None
    return Winner((game.outcome.winner, *game.outcome.others), game.outcome.reason, game.rematch())


def _undo(evening: Evening) -> Noted | None:
    entry = evening.last_undoable()
    return Noted(entry.number, public(entry.fact)) if entry else None


def _corrected(evening: Evening) -> Noted | None:
    """Return the newest fact if it is a correction, otherwise None."""
    entry = evening.entries[-1]
    if not isinstance(entry.fact, Correction):
        return None
    target = evening.entry(entry.fact.target)
    names = sat(evening, entry.fact.target)
    return Noted(entry.number, public(entry.fact), public(target.fact) if target else None, names)
