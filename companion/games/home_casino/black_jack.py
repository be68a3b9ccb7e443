"""Black Jack with three dice against the croupier, who plays for the bank."""

from __future__ import annotations

from companion.facts import DiceThrown, Stood
from companion.game.base import Payment, ScriptPart
from companion.games.home_casino.duel import NOT_FOR_SALE, finish, put_stake, side, skip, values, void
from companion.games.home_casino.scenes import BlackJack, Drawn
from companion.games.home_casino.settlement import fine
from companion.games.home_casino.stakes import black_jack_limit
from companion.games.home_casino.state import HomeCasinoState
from companion.money.ledger import BANK
from companion.odds.black_jack import croupier_choice, croupier_choice_in_rounds
from companion.questions import Closed, Opponent, Question, Stand, Throw, d6

BLACK_JACK = 21
DRAWS_BELOW = 17


def black_jack(game: HomeCasinoState, player: str) -> ScriptPart:
    """Play a Black Jack: both open with three dice, then the player draws, then the croupier (HC-BJ-1 to 18)."""
    croupier = yield from choose_croupier(game, player)
    game.square.croupier = croupier
    if black_jack_limit(game, player) < game.house["min_stake"]:
        skip(game, {BANK: black_jack_limit(game, player)})
        return
    stake = yield from put_stake(game, player, BANK, lambda: black_jack_limit(game, player), "black_jack", "HC-BJ-1")
    if not stake:
        return
    if croupier in game.out:
        croupier = game.square.croupier = yield from choose_croupier(game, player)
    sides = (player, croupier)
    duel = game.scene = BlackJack(
        sides=sides, stake=stake, player=player, croupier=croupier, totals=dict.fromkeys(sides, 0)
    )
    for opener in (player, croupier):
        yield from draw(game, duel, opener, opening=True)
    if game.house["bj_order"] == "rounds":
        while not over(game, duel) and not (done(game, duel, player) and done(game, duel, croupier)):
            for drawer in (player, croupier):
                if not over(game, duel) and not done(game, duel, drawer):
                    yield from draw(game, duel, drawer)
    else:
        for drawer in (player, croupier):
            while not over(game, duel) and not done(game, duel, drawer):
                yield from draw(game, duel, drawer)
    if croupier not in duel.stood and not over(game, duel):
        game.stopped = croupier
    yield from pay(game, duel, player, croupier, stake)


def choose_croupier(game: HomeCasinoState, player: str) -> ScriptPart:
    """Return the croupier: the banker; if he plays, the next seat or, by house rule, his choice (HC-BJ-3, AMB-14)."""
    if game.banker != player:
        return game.banker
    if game.house["croupier_for_banker"] == "chosen":
        others = {s: 0 for s in game.playing() if s != player}
        who = Opponent(topic="black_jack_croupier", seats=(player,), limits=others, rule="HC-BJ-3")
        return (yield from game.ask_for(who, NOT_FOR_SALE)).opponent
    return game.after(player)


def mode(game: HomeCasinoState, player: str) -> str:
    """Return the croupier's mode: free, draws_below_17, must_beat or auto (AMB-13, AMB-14)."""
    if game.banker == player and game.house["croupier_for_banker"] == "software":
        return "auto"
    return str(game.house["croupier"])


def croupier_dice(game: HomeCasinoState, duel: BlackJack) -> int | None:
    """Return how many dice the croupier must throw, 0 to stop, None if his mode leaves the number to him."""
    player, croupier = duel.player, duel.croupier
    mine, theirs = duel.totals[croupier], duel.totals[player]
    match mode(game, player):
        case "draws_below_17":
            return 1 if mine < DRAWS_BELOW else 0
        case "must_beat":
            return 0 if mine > theirs else None
        case "auto":
            waits = game.house["bj_order"] == "rounds" and not done(game, duel, player)
            return (croupier_choice_in_rounds if waits else croupier_choice)(theirs, mine)
    return None


def over(game: HomeCasinoState, duel: BlackJack) -> bool:
    """Whether a side is over 21, or the player's 21 wins at once (HC-BJ-14, AMB-15)."""
    totals, player = duel.totals, duel.player
    if max(totals.values()) > BLACK_JACK:
        return True
    return bool(game.house["bj_21_instant"]) and totals[player] == BLACK_JACK


def done(game: HomeCasinoState, duel: BlackJack, seat: str) -> bool:
    """Whether this side stops drawing: it stands, has 21 or more, or the croupier's mode stops it."""
    if seat in duel.stood or duel.totals[seat] >= BLACK_JACK:
        return True
    return seat == duel.croupier and croupier_dice(game, duel) == 0


def draw(game: HomeCasinoState, duel: BlackJack, seat: str, opening: bool = False) -> ScriptPart:
    """Ask one side for a throw or, after the opening, also for « servi »; record the answer."""

    def questions() -> tuple[Question, ...]:
        number = croupier_dice(game, duel) if seat == duel.croupier and not opening else None
        dice = d6(3) if opening else d6(number) if number else d6(1, 3)
        open_: list[Question] = [
            Throw(topic="black_jack_throw", seats=(seat,), dice=dice, rule="HC-BJ-9" if opening else "HC-BJ-10")
        ]
        if not opening and (seat == duel.player or number == 0 or mode(game, duel.player) == "free"):
            open_.append(Stand(topic="black_jack_stand", seats=(seat,), must=False, rule="HC-BJ-11"))
        elif not opening:
            limits = {"below": DRAWS_BELOW} if mode(game, duel.player) == "draws_below_17" else {}
            open_.append(
                Closed(
                    topic="black_jack_stand",
                    seats=(seat,),
                    answer=Stood,
                    code="MUST_DRAW",
                    detail=limits,
                    listen=True,
                    rule="HC-BJ-12",
                )
            )
        for stood in (s for s in duel.sides if s != seat and not opening and done(game, duel, s)):
            for kind in (DiceThrown, Stood):
                open_.append(Closed(topic="stood", seats=(stood,), answer=kind, code="ALREADY_SERVI", rule="HC-BJ-11"))
        return (*open_, NOT_FOR_SALE)

    answer = yield from game.ask(questions)
    if not opening:
        player = duel.player
        dice = 0 if isinstance(answer, Stood) else len(answer.dice)
        before = duel.totals[duel.player], duel.totals[duel.croupier]
        alone = all(done(game, duel, s) for s in duel.sides if s != seat)
        game.choices.append(Drawn(seat, seat == player, *before, dice, duel.stake, mode(game, player), alone))
    if isinstance(answer, Stood):
        duel.stood.append(answer.seat if answer.seat in duel.sides else seat)
        return
    who = side(answer, seat, duel.sides)
    duel.totals[who] += sum(duel.thrown(who, values(answer)))


def pay(game: HomeCasinoState, duel: BlackJack, player: str, croupier: str, stake: int) -> ScriptPart:
    """Settle with the bank: 1x, 3x for 21, 0 for equal totals, else the stake is lost (HC-BJ-5 to 7, 13 to 15)."""
    mine, theirs = duel.totals[player], duel.totals[croupier]
    if mine > BLACK_JACK or (theirs <= BLACK_JACK and mine < theirs):
        finish(game, duel, result="lose", winner=croupier)
        yield from fine(game, player, BANK, stake, "blackjack_lost", "HC-BJ-6")
    elif mine == theirs and not (game.house["bj_21_instant"] and mine == BLACK_JACK):
        void(game, duel)
    elif mine == BLACK_JACK:
        finish(game, duel, result="bj", winner=player, multiplier=3)
        game.settle(Payment(BANK, player, 3 * stake, "blackjack_21", "HC-BJ-7"))
    else:
        finish(game, duel, result="win", winner=player)
        game.settle(Payment(BANK, player, stake, "blackjack_win", "HC-BJ-5"))
