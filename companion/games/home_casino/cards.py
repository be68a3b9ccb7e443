"""Jackpot and Acquisition cards (HC-CAS-3, HC-CAS-4, HC-BNK-2, HC-BNK-5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.asks import Card, Number, Option, Question, Refusal
from companion.facts import CardDrawn, NumberGiven, OptionChosen, Square, SquareNamed
from companion.game import Asked, Payment
from companion.games.home_casino import board, turn
from companion.games.home_casino.box import KINDS, card_trouble
from companion.games.home_casino.duel import NOT_FOR_SALE, advance
from companion.games.home_casino.stakes import STEP
from companion.ledger import BANK, POT

if TYPE_CHECKING:
    from companion.games.home_casino.state import HomeCasino


class BoxCard(Card):
    """A card question that knows what a card of this box must say."""

    __slots__ = ()

    def check(self, fact: CardDrawn) -> Refusal | None:
        refusal = Card.check(self, fact)
        trouble = "" if refusal else card_trouble(fact.deck, fact.card)
        return Refusal("BAD_CARD", fact.seat, {"why": trouble}, self.rule, overrulable=False) if trouble else refusal


class Points(Number):
    """A number of points: whole chips only."""

    __slots__ = ()

    def check(self, fact: NumberGiven) -> Refusal | None:
        if refusal := Number.check(self, fact):
            return refusal
        return Refusal("NOT_A_CHIP_AMOUNT", fact.seat, {"step": STEP}, self.rule) if fact.number % STEP else None


def left(game: HomeCasino, seat: str) -> bool:
    """Tell whether a seat is no longer in the game."""
    return seat in game.out


def draw(game: HomeCasino, player: str, deck: str, rule: str) -> Asked:
    """Ask which card was drawn; one met for the first time is remembered. Return it."""

    def questions() -> tuple[Question, ...]:
        held = {c["name"] for p in game.players.values() for c in p.cards}
        gone, copies = game.removed, game.board.copies
        known = tuple(
            card
            for name, card in game.board.decks[deck].items()
            if name not in held and gone.get((deck, name), 0) < copies.get((deck, name), 1)
        )
        return (BoxCard(topic=f"{deck}_card", seats=(player,), deck=deck, known=known, rule=rule), NOT_FOR_SALE)

    answer: CardDrawn = yield from game.ask(questions)
    card = dict(answer.card)
    game.board.learn_card(deck, card)
    game.tell("card", seat=player, deck=deck, name=card["name"])
    return card


def acquisition(game: HomeCasino, player: str) -> Asked:
    """Draw an Acquisition card; buy it from the bank or put it under its pile."""
    card = yield from draw(game, player, "acquisition", "HC-CAS-4")
    name, price = str(card["name"]), int(card["buy"])

    def questions() -> tuple[Question, ...]:
        refused = {}
        have = game.balance(player)
        if price > have:
            refused["buy"] = Refusal("NOT_ENOUGH_CHIPS", player, {"available": have}, "HC-CAS-4")
        elif price == have and not game.house["allow_suicide_purchase"]:
            refused["buy"] = Refusal("WOULD_LEAVE_NO_CHIPS", player, {"price": price}, "HC-BKR-2")
        return (
            Option(
                topic="acquisition_buy",
                seats=(player,),
                options=("buy", "leave"),
                refused=refused,
                detail={"name": name, "buy": price, "sell": card["sell"]},
                rule="HC-CAS-4",
            ),
            NOT_FOR_SALE,
        )

    choice: OptionChosen = yield from game.ask(questions)
    if choice.option == "leave":
        game.discard("acquisition", name)
        return
    advance(game, player, price)
    game.players[player].cards.append(card)
    game.settle(Payment(player, BANK, price, "acquisition", "HC-CAS-4"))


def jackpot(game: HomeCasino, player: str) -> Asked:
    """Draw a Jackpot card and follow it: gains from the bank, losses to the pot (HC-BNK-5, AMB-34, AMB-36)."""
    card = yield from draw(game, player, "jackpot", "HC-CAS-3")
    game.discard("jackpot", str(card["name"]))
    effect: Mapping[str, Any] = card["effect"]
    amount = effect.get("amount") or 0
    seats = game.playing()
    at = seats.index(player)
    others = [*seats[at + 1 :], *seats[:at]]
    match effect["kind"]:
        case "gain":
            game.settle(Payment(BANK, player, amount, "jackpot", "HC-BNK-5"))
        case "pay":
            yield from board.fine(game, player, POT, amount, "jackpot", "HC-BNK-5")
        case "collect_each":
            for seat in others:
                yield from board.emergency_sale(game, seat, amount)
            game.settle(*(Payment(s, player, amount, "jackpot", "HC-CAS-3") for s in others if not left(game, s)))
        case "pay_each":
            yield from board.emergency_sale(game, player, amount * len(others))
            game.settle(*(Payment(player, s, amount, "jackpot", "HC-CAS-3") for s in others if not left(game, s)))
        case "move_by":
            return (yield from move_by(game, player, int(effect["steps"]), bool(effect.get("collect_pass"))))
        case "move_to":
            return (yield from move_to(game, player, str(effect["target"]), bool(effect.get("collect_pass"))))
        case "extra_turn":
            return True
        case "free_text":
            yield from free_text(game, player, effect)
    return False


def free_text(game: HomeCasino, player: str, effect: Mapping[str, Any]) -> Asked:
    """A card that says something of its own: the banker types what it pays or costs."""
    amount = effect.get("amount")
    if amount is None:
        sign = ("gain", "pay", "nothing")

        def which() -> tuple[Question, ...]:
            return (Option(topic="jackpot_text", seats=(player,), options=sign, rule="HC-CAS-3"), NOT_FOR_SALE)

        def how_much() -> tuple[Question, ...]:
            return (Points(topic="jackpot_amount", seats=(player,), low=0, high=100_000, rule="HC-CAS-3"), NOT_FOR_SALE)

        choice: OptionChosen = yield from game.ask(which)
        if choice.option == "nothing":
            return
        told: NumberGiven = yield from game.ask(how_much)
        amount = told.number if choice.option == "gain" else -told.number
    if amount < 0:
        yield from board.fine(game, player, POT, -amount, "jackpot", "HC-BNK-5")
    elif amount:
        game.settle(Payment(BANK, player, amount, "jackpot", "HC-BNK-5"))


def move_by(game: HomeCasino, player: str, steps: int, collect: bool) -> Asked:
    """Move by the card; the new square acts, 200 on the way only where the card says so (AMB-36)."""
    start = game.pawns.get(player)
    if start is None or not game.board.length:
        return (yield from told_square(game, player, collect and steps > 0))
    end = (start + steps) % game.board.length
    game.pawns[player] = end
    if collect and steps > 0:
        yield from turn.collect_on_the_way(game, player, start, steps)
    return (yield from turn.arrive_at(game, player, end))


def move_to(game: HomeCasino, player: str, target: str, collect: bool) -> Asked:
    """Move forward to the next square of this kind or colour, or to the own casino (AMB-36).

    Where a square on the way is not known the table tells how far it is.
    """
    start, length = game.pawns.get(player), game.board.length
    if start is None or not length:
        if target != "own_casino":
            return (yield from told_square(game, player, collect))
        home = Square(kind="casino", colour=game.players[player].colour)
        game.pawns[player] = turn.find(game, player, home)
        return (yield from board.arrive(game, player, home))
    for steps in range(1, length + 1):
        index = (start + steps) % length
        square = game.board.at(index)
        if target == "own_casino":
            hit = index == game.home.get(player)
        elif square is None:
            break
        else:
            hit = target in (square.kind, square.colour)
        if hit:
            return (yield from move_by(game, player, steps, collect))

    def how_far() -> tuple[Question, ...]:
        return (Number(topic="jackpot_steps", seats=(player,), low=1, high=length, rule="HC-CAS-3"), NOT_FOR_SALE)

    told: NumberGiven = yield from game.ask(how_far)
    index = (start + told.number) % length
    if game.board.at(index) is None and target in KINDS and target not in ("casino", "slot"):
        game.board.learn(index, Square(kind=target))
    return (yield from move_by(game, player, told.number, collect))


def told_square(game: HomeCasino, player: str, collect: bool) -> Asked:
    """Ask where a card led a pawn that is not followed; the 200 on the way only where the card says so."""
    named: SquareNamed = yield from turn.ask_square(game, player, None)
    if collect:
        turn.pass_if_told(game, player, named)
    game.pawns[player] = turn.find(game, player, named.square)
    return (yield from board.arrive(game, player, named.square))
