"""One turn: look at a token, announce, move the figure, wait for protests (CB-TRN, CB-CHL-1 to 4, CB-ARG-1, 2)."""

from __future__ import annotations

from functools import cache

from companion.facts import CardDrawn, CardsSold, NumberGiven, OptionChosen, Protested
from companion.game.base import ScriptPart, SquareEnded, TurnPassed
from companion.games.casablanca import bet, prize
from companion.games.casablanca.box import NOTE
from companion.games.casablanca.state import CasablancaState
from companion.money.ledger import BANK, POT
from companion.questions import Bid, Closed, Echo, Number, Option, Protest, Question, Sell, SquareAsked
from companion.refusal import Refusal
from companion.schema import BIGGEST

LEAST = 100
SOLD_FOR, MOST_SOLD = 200, 2
HIGHEST = 6
CODES = {"step": "NOT_A_NOTE_AMOUNT", "under": "MIN_100"}


def turns(game: CasablancaState) -> ScriptPart:
    """Play turns clockwise from the leader's left (CB-TRN-1), until a rule raises ``Ended``."""
    game.check_after({})
    while True:
        passed = False
        try:
            yield from one_turn(game)
        except TurnPassed:
            passed = True
            take_back(game)
        except SquareEnded:
            take_back(game)
        game.ledger.clear_felt()
        game.challenger, game.raised, game.announced, game.before = "", {}, None, None
        before = game.turn
        if not passed:
            game.rounds += 1
            game.turn = game.after(game.turn)
        if not game.house["once_per_round"] or game.round_ended(before):
            game.protested = []
        game.check_after({})


def take_back(game: CasablancaState) -> None:
    """Move the figure back to its old square."""
    if game.before is not None and game.active in game.pawns:
        game.pawns[game.active] = game.before


def one_turn(game: CasablancaState) -> ScriptPart:
    """Play one turn; a player without money and cards is out (CB-ARG-2)."""
    seat = game.active = game.turn
    yield from prize.new_stock(game)
    if not game.balance(seat) and not game.players[seat].cards:
        game.out.add(seat)
        game.tell("out", seat=seat)
        return
    game.announced = yield from announce(game, seat)
    game.token_shown, game.winner_of_bet = False, ""
    at = game.pawns.get(seat) or 0
    game.before = at
    game.pawns[seat] = (at + game.announced) % game.board.length
    game.tell("moved", seat=seat, index=game.pawns[seat])
    yield from see_square(game, seat)
    stake = yield from window(game, seat)
    if game.challenger:
        yield from bet.bet(game, seat, game.challenger, stake)
    else:
        prize.arrive(game, seat)


def see_square(game: CasablancaState, seat: str) -> ScriptPart:
    """Ask for the symbol under the figure if it is unknown; if the table skips this, no card is won (CB-TRN-2)."""
    index = game.pawns[seat]
    if index is None or game.board.at(index) is not None:
        return
    asked = SquareAsked(
        topic="square", seats=(seat,), kinds=game.board.symbols, colours=(), index=index, rule="CB-TRN-2"
    )
    try:
        named = yield from game.ask_for(asked)
    except SquareEnded:
        return
    game.board.ring[index] = named.square.kind


def reshuffles(game: CasablancaState) -> tuple[Question, ...]:
    """Return each player's question for a new shuffle of the tokens, once per game (CB-MSC-2)."""
    return tuple([reshuffle(s, s in game.reshuffled) for s in game.playing()])


@cache
def reshuffle(seat: str, used: bool) -> Question:
    """Return one player's question for a new shuffle of the tokens; cached, because it is always open."""
    refused = {"reshuffle": Refusal("RESHUFFLE_USED", seat, {}, "CB-MSC-2")} if used else {}
    return Option(
        topic="reshuffle",
        seats=(seat,),
        must=False,
        rare=True,
        options=("reshuffle",),
        rule="CB-MSC-2",
        refused=refused,
    )


@cache
def announcing(seat: str, must: bool = True) -> Number:
    """Return the question for a seat's announcement."""
    return Number(
        topic="announce", seats=(seat,), must=must, low=0, high=HIGHEST, code="ANNOUNCE_0_TO_6", rule="CB-TRN-3"
    )  # fmt: skip


def announce(game: CasablancaState, seat: str) -> ScriptPart:
    """Ask for a number from 0 to 6, true or not (CB-TRN-3, CB-BLF-1); the player may sell cards first (CB-ARG-1)."""
    (who, number), game.announced_next = game.announced_next, ("", 0)
    if who == seat:
        return number
    sold = 0

    def questions() -> tuple[Question, ...]:
        open_: list[Question] = [
            announcing(seat),
            Closed(topic="protest", seats=(), answer=Protested, code="WINDOW_CLOSED", rule="CB-TRN-6"),
        ]
        if game.players[seat].cards and sold < MOST_SOLD:
            hand = game.hand(seat)
            if game.balance(seat) < LEAST or sold:
                prices = dict.fromkeys(hand, SOLD_FOR)
                open_.append(
                    Sell(topic="sell", seats=(seat,), must=False, prices=prices, held=hand, most=MOST_SOLD - sold,
                         code="MAX_TWO_CARDS", rule="CB-ARG-1")
                )  # fmt: skip
            else:
                open_.append(
                    Closed(topic="sell", seats=(seat,), answer=CardsSold, code="NOT_SHORT_OF_MONEY", listen=True,
                           rule="CB-ARG-1")
                )  # fmt: skip
        return (*open_, *reshuffles(game))

    while True:
        answer = yield from game.ask(questions)
        match answer:
            case NumberGiven(number=number):
                return min(number, HIGHEST)
            case CardsSold(cards=cards):
                for symbol in cards:
                    if game.take_away(seat, symbol):
                        sold += 1
                        game.stock += 1
                        source = BANK if game.house["outside_bank"] else POT
                        game.give(source, seat, SOLD_FOR, "sold", "CB-ARG-1")
            case OptionChosen(seat=who):
                reshuffled(game, who)


def unopposed(game: CasablancaState, seat: str, following: str) -> list[Question]:
    """Return the questions whose answer says that nobody protests (CB-TRN-7).

    By house rule, the next player's announcement also says it. If the figure wins the top card, Servi asks for the card
    below it instead. Otherwise a player could announce for a card that is already won (CB-PRM-1, CB-CRD-4).
    """
    quick, wins = game.house["result_only"], game.lands_on_top(seat)
    draws = quick and wins and game.stock > 1 and game.hand(seat)[game.top] < prize.FOUR - 1
    open_: list[Question] = [prize.top_card(game)] if draws else []
    must = not quick or (wins and not draws)
    open_.append(Option(topic="no_protest", seats=(seat,), must=must, options=("no_protest",), rule="CB-TRN-7"))
    if quick:
        open_.insert(0 if not wins else len(open_), announcing(following, not wins))
    return open_


def reshuffled(game: CasablancaState, seat: str) -> None:
    """Record that a player used his new shuffle of the tokens."""
    game.reshuffled.append(seat)
    game.tell("reshuffled", seat=seat)


def window(game: CasablancaState, seat: str) -> ScriptPart:
    """Ask who protests; if several do, the nearest clockwise counts (CB-TRN-6, CB-CHL-1 to 4).

    Return the challenger's stake, 0 without a protest. A protest that counts and names its stake ends the
    question at once.
    """

    def questions() -> tuple[Question, ...]:
        around = game.others(seat)
        first = around.index(game.challenger) if game.challenger in around else len(around)
        others = tuple(s for s in around[:first] if s not in game.protested)
        behind = tuple(s for s in around[first:] if s not in game.protested)
        purses = {s: game.ledger.purse(s) for s in others}
        used = tuple(s for s in game.playing() if s in game.protested or s == seat)
        open_: list[Question] = []
        if game.challenger:
            own = game.ledger.purse(game.challenger)
            open_.append(
                Bid(topic="protest_stake", seats=(game.challenger,), minimum=LEAST, limit=own, own=own, step=NOTE,
                    codes=CODES, rule="CB-CHL-4")
            )  # fmt: skip
        else:
            open_ += unopposed(game, seat, around[0])
        if others:
            open_.append(
                Protest(topic="protest", seats=others, must=False, minimum=LEAST, limit=BIGGEST, own=BIGGEST, step=NOTE,
                        purses=purses, codes=CODES, rule="CB-CHL-1")
            )  # fmt: skip
        if behind:  # a protest from farther away does not count (CB-CHL-3)
            open_.append(Echo(topic="protest", seats=behind, answer=Protested))
        open_.append(Closed(topic="protest", seats=used, answer=Protested, code="ALREADY_PROTESTED", rule="CB-CHL-2"))
        return (*open_, *reshuffles(game))

    while True:
        answer = yield from game.ask(questions)
        match answer:
            case Protested(seat=who) if who == seat:  # a forced protest by the announcer has no effect
                game.tell("noted")
            case Protested(seat=who, amount=amount):
                game.protested.append(who)
                order = game.others(seat)
                if not game.challenger or order.index(who) < order.index(game.challenger):
                    game.challenger = who
                    if amount is not None:
                        return min(amount, game.balance(who))
            case OptionChosen(option="no_protest"):
                return 0
            case CardDrawn(card=card):  # the card below the one that is won: nobody protested (house rule)
                game.next_top = str(card["name"])
                return 0
            case NumberGiven(seat=who, number=number):  # the next announcement: nobody protested (house rule)
                game.announced_next = (who, min(number, HIGHEST))
                return 0
            case OptionChosen(seat=who):
                reshuffled(game, who)
            case _:
                return min(answer.amount, game.balance(game.challenger))
