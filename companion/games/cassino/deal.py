"""The deals: the table enters its counts at the end, or Servi follows the deal card by card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from companion.facts import CardPlayed, CardsHeld, CardsShown, Counted
from companion.game.base import Ended, ScriptPart, SquareEnded, TurnPassed
from companion.games.cassino import moves, scores
from companion.games.cassino.moves import USES
from companion.games.cassino.pack import HAND, NAMES, RANKS, TABLE
from companion.games.cassino.state import Build, CassinoState
from companion.questions import Count, Hold, Option, PlayCard, Question, Show
from companion.refusal import Refusal

KNOWN = (*NAMES, *RANKS)


def set_up(game: CassinoState) -> ScriptPart:
    """Ask for the partners, choose the first dealer, and restore an evening begun without Servi."""
    carried: Mapping[str, Any] = game.started.carried or {}
    game.order = list(game.players)
    for seat, n in carried.get("scores", {}).items():
        game.score((seat,), n, "carried")
    if game.banker not in game.players:
        first = game.started.first
        game.banker = game.order[game.order.index(first) - 1] if first else game.order[0]
    game.starter = game.turn = game.after(game.banker)
    game.partners = bool(carried.get("partners", False))
    if len(game.order) == 4 and "partners" not in carried:
        how = Option(topic="partners", seats=tuple(game.order), options=("partners", "alone"), rule="CS-PLY-2")
        game.partners = (yield from game.ask_for(how)).option == "partners"


def deals(game: CassinoState) -> ScriptPart:
    """Play deal after deal; the deal passes to the left (CS-DEAL-8)."""
    carried: Mapping[str, Any] = game.started.carried or {}
    begin(game)
    if "table" in carried:
        resume(game, carried)
    while True:
        try:
            counts = yield from one_deal(game)
        except SquareEnded:
            game.check_after({})
            if game.banker not in game.playing():
                game.banker = game.after(game.banker)
        else:
            end_of_deal(game, counts)
            game.banker = game.next_dealer
        game.rounds += 1
        begin(game)


def begin(game: CassinoState) -> None:
    """Deal four cards to each player and four to the table (CS-DEAL-1)."""
    game.laid, game.handed = False, 1
    game.table, game.builds, game.seen = [], [], set()
    game.last_capturer, game.claimed = "", set()
    hand_out(game)
    game.turn = game.from_the_left()[0]


def hand_out(game: CassinoState) -> None:
    """Deal four more cards to each player, none to the table (CS-DEAL-5)."""
    seats = game.playing()
    game.hands = dict.fromkeys(seats)
    game.to_play = dict.fromkeys(seats, HAND)


def resume(game: CassinoState, carried: Mapping[str, Any]) -> None:
    """Restore a deal that was begun without Servi."""
    game.laid = True
    game.table = list(carried["table"])
    game.builds = [
        Build(b["value"], list(b.get("cards", ())), b.get("multiple", False), b.get("owner", ""))
        for b in carried.get("builds", ())
    ]
    clear(game)
    for seat, pile in carried.get("piles", {}).items():
        game.piles[seat] = list(pile)
    for seat, hand in carried.get("hands", {}).items():
        game.hands[seat], game.to_play[seat] = list(hand), len(hand)
    if carried.get("last"):
        game.handed = game.deals
    game.to_play.update(carried.get("to_play", {}))
    game.last_capturer = carried.get("last_capturer", "")
    game.turn = carried.get("turn", game.turn)


def clear(game: CassinoState) -> None:
    """Empty all piles, and reset the sweeps and points of the deal."""
    game.piles = {s: [] for s in game.playing()}
    game.sweeps = {}
    game.points = {}


def one_deal(game: CassinoState) -> ScriptPart:
    """Play one deal; return the counts entered by the table, or counted by Servi after the last card."""
    open_now = partial(questions, game)
    while True:
        if game.laid:
            if not any(game.to_play.values()):
                if game.handed >= game.deals:
                    return residue(game)
                game.handed += 1
                hand_out(game)
                game.turn = game.from_the_left()[0]
                game.tell("dealt", last=game.handed == game.deals)
            game.turn = next_to_play(game)
        try:
            answer = yield from game.ask(open_now)
        except TurnPassed:
            if any(s not in game.playing() for s in game.to_play):
                raise SquareEnded from None
            continue
        match answer:
            case CardPlayed():
                played(game, answer)
            case CardsHeld(seat=seat, cards=cards):
                game.hands[seat] = list(cards)
            case Counted(counts=counts):
                clear(game)
                return {s: dict(row) for s, row in counts.items()}
            case CardsShown(cards=cards):
                game.laid, game.table = True, list(cards)
                game.seen |= set(cards)
                clear(game)
            case _:
                claim(game, answer.seat)


def next_to_play(game: CassinoState) -> str:
    """Return the next seat with cards, starting at the current turn."""
    if game.to_play.get(game.turn) and game.turn not in game.out:
        return game.turn
    seats = game.playing()
    at = seats.index(game.turn) if game.turn in seats else 0
    return next((s for s in seats[at:] + seats[:at] if game.to_play.get(s)), game.turn)


def questions(game: CassinoState) -> tuple[Question, ...]:
    """Return the open questions: the counts of this deal, and the cards on the table or, once known, the next card."""
    everybody = tuple(game.playing())
    house, laid = game.house, game.laid
    count = counting(
        everybody, tuple(game.sides()), not laid, house["residue"] == "nobody", scores.flags(house), game.rules
    )
    if laid:
        untold = [holding(s, n) for s, n in game.to_play.items() if n and game.hand(s) is None]
        open_: tuple[Question, ...] = (playing(game, game.turn), *untold, count)
    else:
        open_ = (count,) if house["result_only"] else (laying(game.banker), count)
    return (*open_, *claiming(game, everybody)) if house["claim"] else open_


def claiming(game: CassinoState, everybody: tuple[str, ...]) -> list[Option]:
    """Return each player's claim to have won (CS-VAR-12)."""
    few = {
        s: Refusal("FALSE_CLAIM", s, {"points": n, "target": game.goal()}, "CS-VAR-12")
        for s in everybody
        if (n := game.score_of(game.side_of(s))) < game.goal()
    }
    return [
        Option(topic="claim", seats=(s,), must=False, options=("claim",), rule="CS-VAR-12",
               refused={"claim": few[s]} if s in few else {})
        for s in everybody
    ]  # fmt: skip


def playing(game: CassinoState, seat: str) -> PlayCard:
    """Return the question for a seat's next card. It is cached; its answers depend on the current state."""
    if seat not in game.asked_to_play:
        game.asked_to_play[seat] = PlayCard(
            topic="play_card", seats=(seat,), names=NAMES, uses=USES, rule="CS-TRN-1",
            why=lambda fact: why_not(game, fact),
            to_holder=lambda fact: moves.refuse(game, fact, game.hand(fact.seat)),
            plays=lambda card: moves.plays(game, seat, card, game.hand(seat)),
            known_to_all=lambda card: moves.plays(game, seat, card, None),
        )  # fmt: skip
    return game.asked_to_play[seat]


def why_not(game: CassinoState, fact: CardPlayed) -> Refusal | None:
    """Return a refusal of this play that everybody may know; it ignores hidden cards, except in version 1."""
    hand = game.hand(fact.seat) if game.rules < 2 else None
    return moves.refuse(game, fact, hand, hidden=game.hands.get(fact.seat) is not None)


@cache
def laying(seat: str) -> Show:
    """Return the question for the four cards of the table, cached."""
    return Show(topic="layout", seats=(seat,), must=False, names=KNOWN, least=TABLE, most=TABLE, rule="CS-DEAL-1")


@cache
def holding(seat: str, number: int) -> Hold:
    """Return the question for a hand shown to Servi alone, cached."""
    return Hold(topic="own_hand", seats=(seat,), must=False, names=KNOWN, least=number, most=number)


@cache
def counting(
    everybody: tuple[str, ...],
    sides: tuple[scores.Side, ...],
    must: bool,
    empty: bool,
    flags: tuple[bool, ...],
    rules: int,
) -> Count:
    """Return the question for the counts of a deal, cached; partners count one pile (CS-PLY-2)."""
    keys, totals = scores.counted(flags)
    fits = {"fits": scores.too_small} if rules >= 2 else {}
    return Count(
        topic="count", seats=everybody, must=must, sides=sides, keys=keys, totals=totals, empty=empty, rule="CS-SCO-1",
        **fits,
    )  # fmt: skip


def claim(game: CassinoState, seat: str) -> None:
    """End the game if this seat's side has reached the target; a false claim changes nothing (CS-VAR-12, CS-VAR-16)."""
    if game.score_of(game.side_of(seat)) >= game.goal():
        raise Ended(game.side_of(seat), "claim")


def played(game: CassinoState, fact: CardPlayed) -> None:
    """Play one card; captured cards go to the player's pile (CS-INT-4, CS-TRN-3)."""
    seat = fact.seat
    won = moves.play(game, fact)
    left = game.to_play.get(seat, 0)
    game.to_play[seat] = left - 1 if left else 0
    game.won = len(won)
    if won:
        game.piles.setdefault(seat, []).extend(won)
        game.last_capturer = seat
        swept = not game.table and not game.builds
        if swept:
            game.sweeps[seat] = game.sweeps.get(seat, 0) + 1
            game.tell("sweep", seat=seat)
        if game.house["claim"]:
            scores.running(game, seat, won, swept)
    game.turn = game.after(seat)


def residue(game: CassinoState) -> dict[str, dict[str, int]]:
    """Give the last cards on the table to their heir, without a sweep; return the counts of the piles (CS-LAST-1).

    The heir is the last capturer; if nobody captured, the dealer or nobody, by house rule (CS-VAR-4, AMB-CS-11).
    """
    rest = [*game.table, *(c for b in game.builds for c in b.cards)]
    heir = game.last_capturer or (game.banker if game.house["residue"] == "dealer" else "")
    if heir:
        game.piles.setdefault(heir, []).extend(rest)
        if game.house["claim"]:
            scores.running(game, heir, rest, swept=False)
    game.table, game.builds = [], []
    return {
        s: scores.count(pile, game.sweeps.get(s, 0), last=s == game.last_capturer) for s, pile in game.piles.items()
    }


def end_of_deal(game: CassinoState, counted: Mapping[str, Mapping[str, int]]) -> None:
    """Score the deal; end the game if somebody has won, except under the rule ``claim`` (CS-END-1, CS-END-2)."""
    counts = scores.by_side(game, counted)
    made = scores.points(game.house, counts)
    before = {side: game.score_of(side) for side in counts} if game.house["count_out"] else {}
    as_they_came = game.house["claim"] and game.laid
    for side, row in made.items():
        game.points |= dict.fromkeys(side, sum(row.values()))
        for key, amount in row.items():
            if not as_they_came or key == "last" or (key in ("cards", "spades") and key not in game.claimed):
                game.score(side, amount, key)
    game.tell("deal", points=dict(game.points), sides=list(made), items=list(made.values()))
    if game.house["claim"]:
        return
    first, by = scores.winner(game, before, counts)
    if first is not None:
        game.decided_by = by
        raise Ended(first, by if by in ("one_deal", "target") else "count_out")
