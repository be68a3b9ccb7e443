"""Jackpot and Acquisition cards (HC-CAS-3, HC-CAS-4, HC-BNK-2, HC-BNK-5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.facts import CardDrawn, NumberGiven, OptionChosen, Square, SquareNamed
from companion.game.base import Payment, ScriptPart
from companion.games.home_casino import moving
from companion.games.home_casino.box import KINDS, card_trouble
from companion.games.home_casino.duel import NOT_FOR_SALE
from companion.games.home_casino.settlement import emergency_sale, fine
from companion.games.home_casino.stakes import STEP
from companion.games.home_casino.state import HomeCasinoState
from companion.money.ledger import BANK, POT
from companion.questions import Card, Number, Option, Question
from companion.refusal import Refusal


class BoxCard(Card):
    """A card question that also checks the card's data."""

    __slots__ = ()

    def check(self, fact: CardDrawn) -> Refusal | None:
        refusal = Card.check(self, fact)
        trouble = "" if refusal or fact.card in self.known else card_trouble(fact.deck, fact.card)
        return Refusal("BAD_CARD", fact.seat, {"why": trouble}, self.rule, overrulable=False) if trouble else refusal


class Points(Number):
    """A question for an amount of points, in whole chips."""

    __slots__ = ()

    def check(self, fact: NumberGiven) -> Refusal | None:
        if refusal := Number.check(self, fact):
            return refusal
        return Refusal("NOT_A_CHIP_AMOUNT", fact.seat, {"step": STEP}, self.rule) if fact.number % STEP else None


def left(game: HomeCasinoState, seat: str) -> bool:
    """Whether a seat is out of the game."""
    return seat in game.out


def draw(game: HomeCasinoState, player: str, deck: str, rule: str) -> ScriptPart:
    """Ask which card was drawn, learn it if it is new, and return it."""

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
    return card


def acquisition(game: HomeCasinoState, player: str) -> ScriptPart:
    """Draw an Acquisition card; the player buys it or returns it under its pile."""
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
    game.advance(player, price)
    game.players[player].cards.append(card)
    game.settle(Payment(player, BANK, price, "acquisition", "HC-CAS-4"))


def jackpot(game: HomeCasinoState, player: str) -> ScriptPart:
    """Draw a Jackpot card and apply it: gains from the bank, losses to the pot (HC-BNK-5, AMB-34, AMB-36).

    Return the square that the card leads to, or whether it gives another throw.
    """
    card = yield from draw(game, player, "jackpot", "HC-CAS-3")
    game.discard("jackpot", str(card["name"]))
    effect: Mapping[str, Any] = card["effect"]
    amount = effect.get("amount") or 0
    others = game.others(player)
    match effect["kind"]:
        case "gain":
            game.settle(Payment(BANK, player, amount, "jackpot", "HC-BNK-5"))
        case "pay":
            yield from fine(game, player, POT, amount, "jackpot", "HC-BNK-5")
        case "collect_each":
            for seat in others:
                yield from emergency_sale(game, seat, amount)
            game.settle(*(Payment(s, player, amount, "jackpot", "HC-CAS-3") for s in others if not left(game, s)))
        case "pay_each":
            yield from emergency_sale(game, player, amount * len(others))
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


def free_text(game: HomeCasinoState, player: str, effect: Mapping[str, Any]) -> ScriptPart:
    """Apply a card with free text; ask what it pays or costs if its data do not say it."""
    amount = effect.get("amount")
    if amount is None:
        sign = ("gain", "pay", "nothing")
        chosen = yield from game.choose(player, sign, "jackpot_text", "HC-CAS-3", NOT_FOR_SALE)
        if chosen == "nothing":
            return
        how_much = Points(topic="jackpot_amount", seats=(player,), low=0, high=100_000, step=STEP, rule="HC-CAS-3")
        answer: NumberGiven = yield from game.ask_for(how_much, NOT_FOR_SALE)
        amount = answer.number if chosen == "gain" else -answer.number
    if amount < 0:
        yield from fine(game, player, POT, -amount, "jackpot", "HC-BNK-5")
    elif amount:
        game.settle(Payment(BANK, player, amount, "jackpot", "HC-BNK-5"))


def move_by(game: HomeCasinoState, player: str, steps: int, collect: bool) -> ScriptPart:
    """Move by the card and return the new square; a pass of the player's casino pays 200 if ``collect`` (AMB-36)."""
    start = game.pawns.get(player)
    if start is None or not game.board.length:
        return (yield from square_after_card(game, player, collect and steps > 0))
    end = (start + steps) % game.board.length
    game.pawns[player] = end
    if collect and steps > 0:
        moving.collect_on_the_way(game, player, start, steps)
    return (yield from moving.square_at(game, player, end))


def move_to(game: HomeCasinoState, player: str, target: str, collect: bool) -> ScriptPart:
    """Move forward to the next square of a kind or colour, or to the player's casino, and return it (AMB-36).

    If a square on the way is unknown, ask for the number of steps; if the pawn is not tracked, ask for the square.
    """
    start, length = game.pawns.get(player), game.board.length
    if start is None or not length:
        if target != "own_casino":
            return (yield from square_after_card(game, player, collect))
        home = Square(kind="casino", colour=game.players[player].colour)
        game.pawns[player] = moving.find(game, player, home)
        return home
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
    far = yield from game.number_of(player, 1, length, "jackpot_steps", "HC-CAS-3", NOT_FOR_SALE)
    index = (start + far) % length
    if game.board.at(index) is None and target in KINDS and target not in ("casino", "slot"):
        game.board.learn(index, Square(kind=target))
    return (yield from move_by(game, player, far, collect))


def square_after_card(game: HomeCasinoState, player: str, collect: bool) -> ScriptPart:
    """Ask where a card moved an untracked pawn; passing the player's casino pays 200 only with ``collect``."""
    named: SquareNamed = yield from moving.ask_square(game, player, None)
    if collect:
        moving.collect_if_passed(game, player, named)
    game.pawns[player] = moving.find(game, player, named.square)
    return named.square
