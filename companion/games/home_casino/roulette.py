"""Roulette, the French boule with a void 0: everybody bets; the active player throws the d10 and the colour die."""

from __future__ import annotations

from companion.facts import BetPlaced, BetsClosed, BetsTold, BetTakenBack, DiceThrown
from companion.game.base import Payment, ScriptPart
from companion.games.home_casino.duel import NOT_FOR_SALE, finish, void
from companion.games.home_casino.scenes import Roulette
from companion.games.home_casino.stakes import STEP
from companion.games.home_casino.state import HomeCasinoState
from companion.money.ledger import BANK
from companion.questions import Bet, Close, Closed, Question, Throw, Told, dice_set

NUMBERS = tuple("123456789")
CHANCES = ("pair", "impair", "rouge", "noir")
FIELDS = (*NUMBERS, *CHANCES)
GROUPS = {**dict.fromkeys(NUMBERS, "numbers"), **dict.fromkeys(CHANCES, "chances")}
PAYS = 7
COLOUR_NAMES = {"red": "rouge", "black": "noir"}
BOTH = "1d10+1bicolour"
CLOSED = (
    Closed(topic="bets", seats=(), answer=BetPlaced, code="BETS_CLOSED", listen=True, rule="HC-ROU-6"),
    Closed(topic="bets", seats=(), answer=BetTakenBack, code="BETS_CLOSED", listen=True, rule="HC-ROU-6"),
    Closed(topic="bets", seats=(), answer=BetsClosed, code="BETS_CLOSED", rule="HC-ROU-6"),
)


def roulette(game: HomeCasinoState, player: str) -> ScriptPart:
    """Take bets until « rien ne va plus », then settle them by one throw (HC-ROU-1 to 15).

    By house rule, players instead declare their bets after the throw.
    """
    scene = game.scene = Roulette(player=player)
    if game.house["roulette_result"]:
        yield from throw(game, scene, player, None)
        yield from declared_bets(game, scene, player)
        return
    while not scene.closed:
        answer = yield from game.ask(lambda: betting(game, scene, player))
        if isinstance(answer, BetPlaced):
            place(game, scene, answer)
        elif isinstance(answer, BetTakenBack):
            game.ledger.stake(answer.seat, -scene.bets.pop((answer.seat, answer.field)))
        elif isinstance(answer, BetsClosed):
            scene.closed = True
        else:
            yield from throw(game, scene, player, answer)
            break
    else:
        yield from throw(game, scene, player, None)
    settle(game, scene)


def betting(game: HomeCasinoState, scene: Roulette, player: str) -> tuple[Question, ...]:
    """Return the questions before the throw, which also closes the bets."""
    seats = tuple(game.playing())
    waits = player if game.house["active_must_bet"] and not any(s == player for s, _ in scene.bets) else ""
    throwing: tuple[Question, ...] = throws_for(game, player, BOTH)
    if waits:
        late = Closed(
            topic="roulette_throw",
            seats=(player,),
            answer=DiceThrown,
            code="ACTIVE_MUST_BET",
            listen=True,
            rule="HC-CAS-8",
        )
        throwing = (late,)
    return (
        Bet(
            topic="roulette_bet",
            seats=seats,
            must=False,
            fields=FIELDS,
            step=STEP,
            available={s: game.ledger.purse(s) for s in seats},
            bets=dict(scene.bets),
            groups=GROUPS if game.house["roulette_one_kind"] else None,
            rule="HC-ROU-3",
        ),
        Close(topic="roulette_close", seats=(player,), waits_for=waits, rule="HC-ROU-6"),
        *throwing,
        NOT_FOR_SALE,
    )


def place(game: HomeCasinoState, scene: Roulette, bet: BetPlaced) -> None:
    """Add chips to a field."""
    game.stake(bet.seat, bet.amount)
    key = (bet.seat, bet.field)
    scene.bets[key] = scene.bets.get(key, 0) + bet.amount


def throw(game: HomeCasinoState, scene: Roulette, player: str, roll: DiceThrown | None) -> ScriptPart:
    """Take the throw of both dice, one at a time if the house allows it (AMB-31)."""
    scene.closed = True
    number: int | None = None
    colour: str | None = None
    while True:
        if roll is not None:
            for die in roll.dice:
                if die.kind == "d10":
                    number = int(die.value)
                elif die.kind == "bicolour":
                    colour = str(die.value)
            single = bool(game.house["rethrow_single"]) and len(roll.dice) == 1
            if (number is not None and colour is not None) or (roll.forced and not single):
                break
        wanted = "1bicolour" if number is not None else "1d10" if colour is not None else BOTH
        roll = None
        answer = yield from game.ask_for(*throws_for(game, player, wanted), *CLOSED, NOT_FOR_SALE)
        if isinstance(answer, BetPlaced):
            place(game, scene, answer)
        elif isinstance(answer, BetTakenBack):
            game.ledger.stake(answer.seat, -scene.bets.pop((answer.seat, answer.field), 0))
        else:
            roll = answer
    scene.number, scene.colour = number, colour


def declared_bets(game: HomeCasinoState, scene: Roulette, player: str) -> ScriptPart:
    """Let each seat declare its bets after the throw, until all have declared or the thrower ends the question."""
    number, colour = scene.number, scene.colour
    fields = tuple(f for f in FIELDS if wins(f, number, colour))
    declared: dict[str, BetsTold] = {}
    if number == 0:  # everybody takes his stake back (HC-ROU-15)
        void(game, scene)
        return

    def questions() -> tuple[Question, ...]:
        waiting = tuple(s for s in game.playing() if s not in declared)
        must = player if game.house["active_must_bet"] and player in waiting else ""
        purses = {s: game.ledger.purse(s) for s in waiting}
        return (
            Told(
                topic="roulette_told", seats=waiting, fields=fields, step=STEP, available=purses, must_bet=must,
                rule="HC-ROU-3",
            ),
            Close(topic="roulette_told_all", seats=(player,), must=False, waits_for=must, rule="HC-ROU-6"),
            NOT_FOR_SALE,
        )  # fmt: skip

    while any(s not in declared for s in game.playing()):
        answer = yield from game.ask(questions)
        if not isinstance(answer, BetsTold):
            break
        declared[answer.seat] = answer
    finish(game, scene)
    game.ledger.clear_felt()  # a bet placed by force goes back: its owner declares it too
    game.settle(*(row for one in declared.values() if one.seat not in game.out for row in settled(one)))


def settled(bets: BetsTold) -> list[Payment]:
    """Return the payments for declared bets; their reasons differ from those of placed bets."""
    rows = [
        Payment(BANK, bets.seat, (PAYS if field in NUMBERS else 1) * amount, f"roulette_told:{field}",
                "HC-ROU-11" if field in NUMBERS else "HC-ROU-12")
        for field, amount in bets.won.items()
    ]  # fmt: skip
    lost = bets.total - sum(bets.won.values())
    return [*rows, Payment(bets.seat, BANK, lost, "roulette_rest", "HC-POT-2")] if lost else rows


def throws_for(game: HomeCasinoState, player: str, wanted: str) -> tuple[Question, ...]:
    """Return the questions for the throw; by house rule also for one die alone."""
    sets = (wanted, "1d10", "1bicolour") if wanted == BOTH and game.house["rethrow_single"] else (wanted,)
    return tuple(Throw(topic="roulette_throw", seats=(player,), dice=dice_set(s), rule="HC-ROU-8") for s in sets)


def settle(game: HomeCasinoState, scene: Roulette) -> None:
    """Pay all bets of a throw as one settlement, in the order of placing.

    0 returns every stake (HC-ROU-15); 5 takes all even chances (HC-ROU-14). A bet on an unseen die goes back.
    """
    number, colour = scene.number, scene.colour
    if number == 0:
        void(game, scene)
        return
    payments: list[Payment] = []
    paid: list[tuple[str, str, int]] = []
    swept: list[tuple[str, str, int]] = []
    for (seat, field), amount in scene.bets.items():
        won = wins(field, number, colour)
        if won is None:
            continue
        if won:
            gain, rule = (PAYS * amount, "HC-ROU-11") if field in NUMBERS else (amount, "HC-ROU-12")
            payments.append(Payment(BANK, seat, gain, f"roulette_won:{field}", rule))
            paid.append((seat, field, gain))
        else:
            rule = "HC-ROU-14" if number == 5 and field in CHANCES else "HC-POT-2"
            payments.append(Payment(seat, BANK, amount, f"roulette_lost:{field}", rule))
            swept.append((seat, field, amount))
    finish(game, scene)
    game.tell("roulette_over", number=number, paid=paid, swept=swept)
    game.settle(*payments)


def wins(field: str, number: int | None, colour: str | None) -> bool | None:
    """Whether a field wins, None if the throw does not decide it.

    >>> wins("rouge", 5, "red"), wins("rouge", 7, "red"), wins("7", 7, None), wins("1/2", 7, "red")
    (False, True, True, None)
    """
    if field in CHANCES and number == 5:
        return False
    if field in ("rouge", "noir"):
        return None if colour is None else COLOUR_NAMES[colour] == field
    if number is None or field not in FIELDS:
        return None
    if field in NUMBERS:
        return field == str(number)
    return (field == "pair") == (number % 2 == 0)
