"""The table as plain data, for page, lamps and voice. Texts are for people, codes and ids are stable."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar

from companion import bets, chips, words
from companion.asks import (
    Bet,
    Card,
    Casino,
    Closed,
    Keep,
    Number,
    Opponent,
    Option,
    Question,
    Refusal,
    Sell,
    SquareAsked,
    Stake,
    Stand,
    Throw,
    Told,
)
from companion.bids import Amount, Protest
from companion.cards import Count, Draw, Hold, PlayCard, Show
from companion.evening import Evening
from companion.facts import (
    Amended,
    Correction,
    DiceThrown,
    Die,
    Fact,
    GameStarted,
    Inserted,
    SeatFact,
    Voided,
    encode,
    public,
)
from companion.forms import Table
from companion.game import Game
from companion.house import rules_of
from companion.language import filled, tr
from companion.ledger import BANK, SCOREBOARD, Debt, Transfer
from companion.pause import accounts
from companion.pieces import Pieces
from companion.play import Play
from companion.words import Names

WAYS = 4
PLAYS = 24
TABLE = "La table"
"""Who spoke where no seat did, as the journal keeps it."""

Row = TypeVar("Row")


def words_of(game: Game | type[Game]) -> ModuleType:
    """Return the module with the words of this game."""
    return import_module(f"companion.games.{game.name}.words")


def names_of(game: Game) -> Names:
    """Return the names of all seats."""
    accounts: Mapping[str, str] = getattr(words_of(game), "ACCOUNTS", {})
    return Names({**_translated(accounts), **{s: p.name for s, p in game.players.items()}})


def _translated(table: Mapping[str, str]) -> dict[str, str]:
    return {code: tr(text) for code, text in table.items()}


def topics_of(game: Game) -> dict[str, str]:
    """Return what the table waits for, by topic, without names."""
    holes = {
        "seat": "…",
        "seats": "…",
        "against": "…",
        "dice": tr("les dés"),
        "name": tr("la carte"),
        "buy": "",
        "sell": "",
    }
    return {topic: filled(tr(text), holes) for topic, (text, _) in words_of(game).TOPICS.items()}


def refusal_data(refusal: Refusal | None, game: Game | None) -> dict[str, Any] | None:
    """Return a refusal in words: what is refused, what would be allowed, and the rule book's own words."""
    if refusal is None:
        return None
    names = names_of(game) if game else Names()
    text, allowed = words.refusal_words(refusal, names, topics_of(game) if game else None)
    said = words_of(game).rules().get(refusal.rule) if game and refusal.rule else None
    return {
        "code": refusal.code,
        "text": text,
        "allowed": allowed,
        "detail": dict(refusal.detail),
        "overrulable": refusal.overrulable,
        "rule": refusal.rule or None,
        "words": said,
    }


# --- questions -------------------------------------------------------------------------------------------


def questions(play: Play) -> list[dict[str, Any]]:
    """Return the open questions as data, those that must be answered first."""
    rows = [question(play.game, q) for q in play.open if not isinstance(q, Closed)]
    named: dict[str, int] = {}
    for row in rows:  # one die at a time may be thrown instead of both: the same topic, asked in several ways
        named[row["id"]] = times = named.get(row["id"], 0) + 1
        row["id"] += f":{times}" if times > 1 else ""
    return sorted(rows, key=lambda r: not r["must"])


def question(game: Game, q: Question) -> dict[str, Any]:
    """Return one open question as data: who, which kind, its words, and what may be answered."""
    names, said = names_of(game), words_of(game)
    text, hint = said.TOPICS.get(q.topic, (q.topic, ""))
    holes: dict[str, Any] = {
        "seat": names[q.seats[0]] if q.seats else "",
        "seats": words.listed([names[s] for s in q.seats]),
    }
    row: dict[str, Any] = {
        "id": f"{q.topic}:{q.seats[0] if q.seats else ''}",
        "kind": q.kind,
        "topic": q.topic,
        "seats": list(q.seats),
        "must": q.must,
        "rule": q.rule or None,
        "words": said.rules().get(q.rule),
    }
    match q:
        case Throw():
            holes["dice"] = tr(said.DICE.get(str(q.dice), str(q.dice)))
            row |= {
                "dice": str(q.dice),
                "least": sum(t.least for t in q.dice.terms),
                "most": sum(t.most for t in q.dice.terms),
                "lying": list(q.lying) if q.lying is not None else None,
                "kept": list(q.kept) if q.kept is not None else None,
                "must_keep": list(q.must_keep),
                "throws_left": q.throws_left,
                "empty": q.empty,
            }
        case Stand() if hasattr(said, "stand"):
            row["say"] = said.stand(q, game)
        case Keep():
            row |= {"lying": list(q.lying), "must_keep": list(q.must_keep)}
        case Stake():
            holes["against"] = names[q.against]
            row |= {"minimum": q.minimum, "limit": q.limit, "step": q.step, "against": q.against or None, "own": q.own}
            row["worst"] = said.worst(q, game, names) if hasattr(said, "worst") else None
        case Bet():
            row |= {
                "fields": list(q.fields),
                "step": q.step,
                "available": dict(q.available),
                "bets": [{"seat": s, "field": f, "amount": n} for (s, f), n in q.bets.items()],
            }
            if q.why:
                row["free"] = {s: [f for f in q.fields if q.why(s, f) is None] for s in q.seats}
        case Told():
            row |= {"fields": list(q.fields), "step": q.step, "available": dict(q.available)}
        case Opponent():
            row["among"] = [
                {
                    "seat": s,
                    "limit": n,
                    "possible": n >= q.minimum,
                    "note": tr("{amount} au plus", amount=words.amount(n)) if q.minimum else "",
                }
                for s, n in q.limits.items()
            ]
        case Option():
            holes |= {k: words.amount(v) if isinstance(v, int) else v for k, v in q.detail.items()}
            row["personal"] = q.personal
            row["options"] = [
                {
                    "option": o,
                    "text": tr(said.OPTIONS.get(o, o)),
                    "danger": o == "decline",
                    "refused": refusal_data(q.refused.get(o), game),
                }
                for o in q.options
            ]
        case Number():
            row |= {"low": q.low, "high": q.high, "taken": list(q.taken), "squares": q.squares}
            if hasattr(said, "choices"):
                row["choices"] = [{"number": n, "text": t} for n, t in said.choices(game, q.topic, q.seats[0]).items()]
        case Card():
            row |= {"deck": q.deck, "cards": [dict(c) for c in q.known], **_card_words(said, q.deck)}
        case Sell():
            row |= {
                "cards": [{"name": n, "price": p, "number": q.held.get(n, 1)} for n, p in q.prices.items()],
                "several": not q.one,
                "most": q.most or None,
            }
        case Draw():
            row |= {"deck": q.deck, "names": list(q.names), "hidden": q.hidden, "blank": q.blank}
        case Show() | Hold():
            row |= {"names": list(q.names), "least": q.least, "most": q.most}
        case Amount():
            row["purses"] = dict(q.purses) if isinstance(q, Protest) else {}
            row |= {"minimum": q.minimum, "limit": q.limit, "step": q.step, "own": q.own, "amounts": list(q.amounts)}
        case PlayCard():
            row |= {"names": list(q.names), "uses": [{"use": u, "text": tr(said.OPTIONS.get(u, u))} for u in q.uses]}
        case Count():
            row |= {
                "who": list(q.who),
                "keys": [{"key": k, "text": tr(said.OPTIONS.get(k, k))} for k in q.keys],
                "totals": {k: n for k, (n, _) in q.totals.items()},
            }
        case SquareAsked():
            row |= {
                "index": q.index,
                "kinds": _kinds(said, q.kinds, q.needs),
                "colours": list(q.colours),
                "answer": q.answers[0].__name__,
            }
        case Casino():
            row |= {"colours": [c for c in q.colours if c not in q.taken]}
    row["text"] = filled(tr(text), _Blank(holes))
    told = said.hint(q, game, names) if hasattr(said, "hint") else ""
    row["help"] = _stake_help(q, game, names) if isinstance(q, Stake) else told or filled(tr(hint), _Blank(holes))
    return row


def _kinds(said: ModuleType, kinds: Iterable[str], needs: Mapping[str, str]) -> list[dict[str, Any]]:
    return [{"kind": k, "text": said.square(k), "needs": needs.get(k)} for k in kinds]


def _card_words(said: ModuleType, deck: str) -> dict[str, Any]:
    """Return what a card of this deck can say: its effects and targets in words, none where it has only a price."""
    targets: Mapping[str, str] = getattr(said, "TARGETS", {})
    effects = _translated(said.EFFECTS.get(deck, {}))
    return {"effects": list(effects.items()), "targets": list(_translated(targets).items())}


class _Blank(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return ""


def _stake_help(q: Stake, game: Game, names: Names) -> str:
    if q.minimum == q.limit:
        return tr("La mise est de {amount}.", amount=words.amount(q.limit))
    bounds = {"low": words.amount(q.minimum), "high": words.amount(q.limit)}
    if said := getattr(words_of(game), "limit_words", None):
        return str(said(q, game, names))
    if q.limit >= q.own:
        return tr("De {low} à {high} : tout ce qu'il reste à {seat}.", **bounds, seat=names[q.seats[0]])
    return tr("De {low} à {high}.", **bounds)


def _before(evening: Evening, asked: list[dict[str, Any]]) -> None:
    """Tell with a question for bets what each seat had bet there the last time."""
    for row in asked:
        if row["kind"] == "bet":
            last = bets.last_bets(evening, row["topic"])
            row["before"] = {s: sum(last[s].values()) for s in row["seats"] if s in last}


# --- money -----------------------------------------------------------------------------------------------


def ways(belief: Pieces, giver: str, taker: str, amount: int) -> list[dict[str, Any]]:
    """Return the next ways to hand over an amount, fewest pieces first; empty where nobody knows the pieces."""
    box = belief.box
    if not box or belief.stocks is None or amount <= 0:
        return []
    stock = belief.of(giver)
    found: list[dict[str, Any]] = []
    if stock is None or chips.total(stock) >= amount:
        known = stock if stock is not None else box
        found = [{"hand": dict(w), "back": {}, "exchange": None} for w in chips.ways(known, amount, WAYS)]
    if not found and stock is not None:
        bank = belief.of(BANK) if BANK not in (giver, taker) else chips.NOTHING
        other = belief.of(taker)
        payment = chips.payment(stock, other if other is not None else chips.NOTHING, amount, bank or chips.NOTHING)
        if payment is not None:
            exchange = payment.exchange
            found.append(
                {
                    "hand": dict(payment.hand),
                    "back": dict(payment.back),
                    "exchange": {"give": dict(exchange.give), "get": dict(exchange.get)} if exchange else None,
                }
            )
    return [_text_keys(way) for way in found]


def _text_keys(way: dict[str, Any]) -> dict[str, Any]:
    def keys(stock: Mapping[int, int]) -> dict[str, int]:
        return {str(v): n for v, n in stock.items()}

    exchange = way["exchange"]
    return {
        "hand": keys(way["hand"]),
        "back": keys(way["back"]),
        "exchange": {k: keys(v) for k, v in exchange.items()} if exchange else None,
    }


def debts(play: Play) -> list[dict[str, Any]]:
    """Return who has to hand over what to whom, with the cause and the rule of each part."""
    return [_debt(play, d) for d in play.game.ledger.debts() if d.amount]


TOLD = 8
"""So many parts of a debt are told one by one; what was owed before them is one sum, or a view of a long evening would grow."""


def _debt(play: Play, debt: Debt) -> dict[str, Any]:
    said = words_of(play.game)
    causes: list[dict[str, Any]] = []
    if before := sum(amount if giver == debt.giver else -amount for _, giver, _, amount in debt.parts[:-TOLD]):
        number = int(debt.parts[-TOLD - 1][0].partition(".")[0])
        causes.append({"text": tr("auparavant"), "rule": None, "amount": before, "number": number})
    for name, giver, _, amount in debt.parts[-TOLD:]:
        transfer = play.game.ledger.named.get(name)
        sign = 1 if giver == debt.giver else -1
        causes.append(
            {
                "text": said.reason(transfer.reason) if transfer else tr("correction"),
                "rule": transfer.rule or None if transfer else None,
                "amount": sign * amount,
                "number": int(name.partition(".")[0]),
            }
        )
    return {
        "from": debt.giver,
        "to": debt.taker,
        "amount": debt.amount,
        "felt": min(debt.felt, debt.amount),
        "causes": causes,
        "ways": ways(play.pieces, debt.giver, debt.taker, debt.amount),
    }


# --- the whole table -------------------------------------------------------------------------------------


def table(evening: Evening) -> dict[str, Any]:
    """Return the evening as the page shows it."""
    play, game = evening.play, evening.play.game
    started = game.started
    said, names = words_of(game), names_of(game)
    coming = questions(play)
    _before(evening, coming)
    asked = [] if play.pause else coming
    owed = debts(play)
    over = game.outcome is not None
    return {
        "number": evening.number,
        "throws": play.throws,
        "phase": "over" if over else "playing" if game.order else "setup",
        "game": game.name,
        "title": said.TITLE,
        "simulated": started.simulated,
        "level": game.level,
        "banner": _banners(game),
        "unit": game.unit,
        "target": game.goal(),
        "turn": game.turn or None,
        "order": list(game.order),
        "banker": game.banker or None,
        "office": tr(getattr(said, "OFFICE", words.OFFICE)),
        "house": dict(game.house),
        "seats": seats(play, asked, owed),
        "accounts": {a: n for a, n in game.ledger.balances.items() if a != SCOREBOARD},
        "counters": list(game.counters),
        "source": game.source,
        "bank_chips": _keys(play.pieces.of(BANK)),
        "called": list(words.called(said)),
        "pieces": sorted(play.pieces.box, reverse=True),
        "start": _start(evening),
        "questions": asked,
        "call": tr(said.CALLS.get(asked[0]["topic"], "")) or None if asked and game.level == "croupier" else None,
        "throw": last_throw(evening),
        "debts": owed,
        "pause": _pause(evening, coming),
        "settle": not game.going_on or any(q["topic"] in game.going_on for q in asked),
        "board": board(game),
        "cloth": said.cloth(game) if hasattr(said, "cloth") else None,
        "pack": said.pack(game) if hasattr(said, "pack") else {},
        "names": _translated(getattr(said, "ACCOUNTS", {})),
        "duel": scene(game),
        "misfits": [
            {
                "number": n,
                "text": told(game, evening.entry(n).fact, names),  # type: ignore[union-attr]
                "reason": " ".join(words.refusal_words(r, names, topics_of(game))).strip(),
            }
            for n, r in evening.misfits.items()
        ],
        "counts": [
            {"account": a, "counted": n, "expected": game.ledger.lying(a)}
            for a, n in play.pieces.counts.items()
            if n != game.ledger.lying(a)
        ],
        "winner": game.outcome.winner if game.outcome else None,
        "rematch": game.rematch() if over else None,
        "outcome": outcome(game),
        "undo": _undo(evening, names),
        "corrected": _corrected(evening, names),
        "news": history(evening, last=8)[::-1],
    }


def nothing() -> dict[str, Any]:
    """Return what the page shows while no game is open."""
    return {"phase": "none", "number": 0, "questions": [], "seats": [], "called": list(words.called(None))}


def _start(evening: Evening) -> dict[str, Any] | None:
    """Return what everybody takes from the box before the first turn; None where nothing is taken, or once it is played."""
    game = evening.play.game
    said = words_of(game)
    if not hasattr(said, "start") or "chips" in (game.started.carried or {}):
        return None
    setting_up = getattr(said, "SETTING_UP", ())
    if any(fact.on and fact.on not in setting_up for _, fact in evening.played):
        return None
    pieces = evening.play.pieces.of(next(iter(game.order), ""))
    return {"text": said.start(game, names_of(game)), "chips": _keys(pieces)}


def _pause(evening: Evening, coming: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return since when the evening is put away, what lies there again, and what is asked when it goes on."""
    paused, game = evening.play.pause, evening.play.game
    if paused is None:
        return None
    entry = evening.entry(paused.number)
    there = accounts(game)
    return {
        "at": entry.at if entry else None,
        "accounts": there,
        "laid": [a for a in there if a in paused.laid],
        "next": coming,
    }


def _keys(stock: Mapping[int, int] | None) -> dict[str, int] | None:
    return None if stock is None else {str(v): n for v, n in sorted(stock.items(), reverse=True) if n}


def _banners(game: Game) -> list[str]:
    banners = []
    if game.started.box.get("example"):
        banners.append(tr("Boîte d'exemple : ce qui y est imprimé est inventé, ce n'est pas la vôtre."))
    if game.started.box.get("invented"):
        banners.append(
            tr("Boîte encore en partie inventée : avant la prochaine partie, la comparer sur « Les boîtes ».")
        )
    if why := game.board_trouble():
        banners.append(tr("{why}. Corriger encore une case : Menu, « Décidé par la table ».", why=why))
    if game.balance(BANK) < 0:
        due = words.amount(-game.balance(BANK))
        banners.append(tr("La banque doit {amount} : noter une reconnaissance de dette.", amount=due))
    return banners


def outcome(game: Game) -> dict[str, Any] | None:
    """Return who won and why, None while the game is not over."""
    if game.outcome is None:
        return None
    names = names_of(game)
    why = words.ENDS | getattr(words_of(game), "ENDS", {})
    winners = [game.outcome.winner, *game.outcome.others]
    told = words.listed([names[s] for s in winners])
    reason = tr(why.get(game.outcome.reason, game.outcome.reason))
    if game.outcome.others:
        text = tr("{names} gagnent ensemble la partie : {why}.", names=told, why=reason)
    else:
        text = tr("{name} gagne la partie : {why}.", name=told, why=reason)
    return {"winner": winners[0], "winners": winners, "reason": game.outcome.reason, "text": text}


def _undo(evening: Evening, names: Names) -> dict[str, Any] | None:
    entry = evening.last_undoable()
    return {"number": entry.number, "text": told(evening.play.game, entry.fact, names)} if entry else None


def _corrected(evening: Evening, names: Names) -> dict[str, Any] | None:
    """Return who put something right just now, so that the others see it; None where something came after it."""
    entry = evening.entries[-1]
    fact = entry.fact
    if not isinstance(fact, Correction):
        return None
    target, game = evening.entry(fact.target), evening.play.game
    match fact:
        case Amended(fact=new) | Inserted(fact=new):
            text = told(game, new, names)
        case Voided() if target:
            text = tr("« {fact} » ne compte pas", fact=told(game, target.fact, names))
        case _:
            text = told(game, fact, names)
    return {"number": entry.number, "who": fact.who, "text": text}


def seats(play: Play, asked: list[dict[str, Any]], owed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the seats in the order of the table: who, how much, what changed last, who may act."""
    game, said = play.game, words_of(play.game)
    changes: dict[str, dict[str, Any]] = {}
    for transfer in reversed(game.ledger.transfers[-60:]):  # one settlement may pay a seat several times: its sum
        for account, sign in ((transfer.giver, -1), (transfer.taker, 1)):
            row = changes.setdefault(account, {"amount": 0, "causes": [], "at": transfer.number})
            if row["at"] == transfer.number:
                row["amount"] += sign * transfer.amount
                row["causes"].insert(0, said.reason(transfer.reason))
    for row in changes.values():
        row["text"] = _causes(row.pop("causes"))
    must = {s for q in asked if q["must"] for s in q["seats"]}
    may = {s for q in asked for s in q["seats"]}
    rows = []
    for seat, player in game.players.items():
        pawn = getattr(game, "pawns", {}).get(seat)
        square = game.board.at(pawn) if pawn is not None and hasattr(game, "board") else None
        rows.append(
            {
                "id": seat,
                "name": player.name,
                "colour": player.colour,
                "age": player.age,
                "points": game.balance(seat),
                "felt": game.ledger.felt.get(seat, 0),
                "change": changes.get(seat),
                "out": seat in game.out,
                "left": player.left,
                "banker": seat == game.banker,
                "state": "out" if seat in game.out else "must" if seat in must else "may" if seat in may else "calm",
                "turn": seat == game.turn and seat not in game.out,
                "cards": [dict(card) for card in player.cards],
                "pawn": pawn,
                "square": said.square(square.kind, square.colour, square.amount) if square else None,
                "chips": _keys(play.pieces.of(seat)),
                "owes": sum(d["amount"] for d in owed if d["from"] == seat),
                "owed": sum(d["amount"] for d in owed if d["to"] == seat),
            }
        )
    return rows


def _causes(texts: list[str]) -> str:
    """Return the causes of one sum in few words: what they have in common ("roulette, 5" and "roulette, rouge"), or two.

    >>> _causes(["roulette, 5", "roulette, rouge"]), _causes(["se retire", "prime"]), _causes(["cartes", "grand", "as"])
    ('roulette', 'se retire et prime', 'cartes, grand…')
    """
    kinds = list(dict.fromkeys(text.partition(",")[0] for text in texts))
    if len(kinds) > 2:
        return f"{kinds[0]}, {kinds[1]}…"
    return texts[0] if len(set(texts)) == 1 else words.listed(kinds)


def secrets(evening: Evening, seat: str) -> dict[str, Any]:
    """Return what only the holder of this seat may see; nothing of it stands in ``table``."""
    game = evening.play.game
    row, said = game.secrets(seat), words_of(game)
    return {**row, "text": said.total(row)} if row and hasattr(said, "total") else row


def plays(evening: Evening, seat: str, card: str, *, own: bool) -> list[dict[str, Any]]:
    """Return what this seat's card may do, the best first; only to its holder (``own``) with a look at his hand."""
    asked = next((q for q in evening.play.open if isinstance(q, PlayCard) and seat in q.seats), None)
    if asked is None:
        return []
    found = itertools.islice((asked.plays if own else asked.known_to_all)(card), PLAYS)
    return [{"use": p.use, "take": list(p.take), "build": p.build, "value": p.value} for p in found]


def tells_secrets(evening: Evening) -> bool:
    """Tell whether something in the journal of this evening may still be seen by one seat only."""
    if evening.play.game.outcome is not None:
        return False
    return any(public(e.fact) != e.fact for e in evening.entries)


def last_throw(evening: Evening) -> dict[str, Any] | None:
    """Return the last throw that counts."""
    for number, fact in reversed(evening.played):
        if isinstance(fact, DiceThrown):
            entry = evening.entry(number)
            return {
                "number": number,
                "by": fact.seat,
                "dice": [_die(d) for d in fact.dice],
                "kept": list(fact.kept or ()),
                "picture": bool(entry and entry.picture),
                "how": fact.how,
                "text": _worth(evening.play.game, fact),
                "result": _result(evening.play.game, number),
                "fact": encode(public(fact)),
            }
    return None


def _die(die: Die) -> dict[str, Any]:
    return {"kind": die.kind, "value": die.value, "colour": die.colour}


def _worth(game: Game, fact: DiceThrown) -> str:
    said = words_of(game)
    worth = getattr(said, "worth", None)
    if worth and (told := worth(fact)):
        return str(told)
    numbers = [d.value for d in fact.dice if isinstance(d.value, int)]
    return tr("{sum} en tout", sum=sum(numbers)) if len(numbers) > 1 else ""


def _result(game: Game, number: int) -> str:
    """Return how a sub-game ended with this throw or since, "" where none did."""
    said, names = words_of(game), names_of(game)
    since = _since(game.news, lambda row: row[0], number)
    told = [said.news(code, detail, names) for _, code, detail in since if code in getattr(said, "RESULTS", ())]
    last = told[-1] if told else ""
    return last[:1].upper() + last[1:]


def board(game: Game) -> dict[str, Any] | None:
    """Return the ring of squares with the pawns, None where they are not followed."""
    ring = getattr(game, "board", None)
    if ring is None or not ring.length:
        return None
    said = words_of(game)
    squares = []
    for index in range(ring.length):
        square = ring.at(index)
        squares.append(
            {
                "index": index,
                "kind": square.kind if square else None,
                "colour": square.colour if square else None,
                "amount": square.amount if square else None,
                "text": said.square(square.kind, square.colour, square.amount) if square else "?",
                "known": square is not None,
                "unsure": index in getattr(ring, "unsure", ()),
            }
        )
    pawns = {s: p for s, p in game.pawns.items() if p is not None and s not in game.out}  # type: ignore[attr-defined]
    kinds = _kinds(said, ring.kinds, ring.needs)
    return {
        "length": ring.length,
        "squares": squares,
        "pawns": pawns,
        "kinds": kinds,
        "colours": list(ring.colours),
        "swaps": getattr(ring, "swaps", False),
    }


def beginning(game: type[Game]) -> dict[str, Any]:
    """Return who begins and which way it goes round, and what the one is called whom the table names before; None: nobody."""
    said = words_of(game)
    about = getattr(said, "OFFICE_HELP", None)
    office = {"text": tr(getattr(said, "OFFICE", words.OFFICE)), "help": tr(about)} if about else None
    return {"first": game.first, "clockwise": game.clockwise, "begins": tr(said.BEGINS), "office": office}


def score_sheet(game: Game | None) -> dict[str, Any]:
    """Return what a blank score sheet says: a game's own, or that of any game where none is played.

    ``line`` is what a line is, ``counted`` what each one counts, ``beside`` the columns that are nobody's, ``heads`` what is
    filled in above (label and what is known of it), ``last`` the last line, ``note`` what is written, ``end`` when it ends.
    """
    table: Mapping[str, tuple[str, ...]] = words_of(game).SHEET if game else words.SHEET
    said = {key: [tr(text) for text in texts] for key, texts in table.items()}
    known = {
        "target": words.amount(game.goal()) if game and game.goal() else "",
        "office": game.players[game.banker].name if game and game.banker in game.players else "",
    }
    heads = [(text, known.get(key, "")) for key in ("target", "office", "heads") for text in said.get(key, [])]
    one = {key: "".join(said.get(key, [])) for key in ("line", "last", "note", "end")}
    return {**one, "heads": heads, "beside": said.get("beside", []), "counted": said.get("counted", [])}


def box(game: Game) -> dict[str, Any]:
    """Return the cards that are known of the box, for a page that puts one right."""
    said = words_of(game)
    decks: Mapping[str, Mapping[str, Mapping[str, Any]]] = getattr(getattr(game, "board", None), "decks", {})
    rows = [(deck, [dict(card) for card in cards.values()]) for deck, cards in decks.items()]
    return {"decks": [{**_deck(said, d), "cards": cards} for d, cards in rows]}


def box_form(game: type[Game], data: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what a page needs to draw a box of this game and to fill one in, with its words; None: it has no box."""
    if tables := game.box_tables(data):
        return _tables(game, tables, data)
    form = game.box_form()
    if form is None:
        return None
    said = words_of(game)
    return {
        "kinds": _kinds(said, form["kinds"], form["needs"]),
        "colours": list(form["colours"]),
        "length": list(form["length"]),
        "decks": [_deck(said, deck) for deck in form["decks"]],
        "chips": _keys(form["chips"]),
        "start_chips": _keys(form["start_chips"]),
        "dice": dict(form["dice"]),
        "step": game.unit,
    }


def _tables(game: type[Game], tables: Iterable[Table], data: Mapping[str, Any]) -> dict[str, Any]:
    example = game.example_box()
    invented = bool(data.get("invented"))
    rows = [{**table.as_row(), "example": invented and table.alike(data, example)} for table in tables]
    own = {key: value for key, value in example.items() if key not in ("example", "name")}
    return {"tables": rows, "example": {**own, "invented": True}}


def _deck(said: ModuleType, deck: str) -> dict[str, Any]:
    return {"deck": deck, "title": tr(said.DECKS[deck]), **_card_words(said, deck)}


def rule_book(game: Game) -> dict[str, Any]:
    """Return the rule book's words by id, the rules of each kind of square, and what this house has chosen."""
    said = words_of(game)
    chosen = []
    for rule in rules_of(game.name).values():
        value = game.house.get(rule.key, rule.default)
        told = words.house_value(rule, value)
        chosen.append({**rule.as_row(), "rule_ids": list(rule.rule_ids), "value": value, "said": told})
    return {
        "rules": said.rules(),
        "squares": {kind: list(ids) for kind, ids in game.square_rules.items()},
        "house": chosen,
    }


def scene(game: Game) -> dict[str, Any] | None:
    """Return the running sub-game (a duel, the roulette) as data."""
    running = game.picture()
    if running is None:
        return None
    said = words_of(game)
    kind = str(running["kind"])
    titles: Mapping[str, str] = getattr(said, "SCENES", {})
    row: dict[str, Any] = {"kind": kind, "title": tr(titles.get(kind, kind)), "sides": list(running.get("sides", ()))}
    for key, value in running.items():
        if key in ("kind", "sides"):
            continue
        if key == "bets":
            row["bets"] = [{"seat": s, "field": f, "amount": n} for (s, f), n in value.items()]
        elif isinstance(value, int | str | bool | None | list | dict):
            row[key] = value
        elif isinstance(value, tuple):
            row[key] = list(value)
    totals: Mapping[str, int] = running.get("totals") or running.get("sums") or {}
    throws: Mapping[str, list[list[int]]] = running.get("throws", {})
    hands: Mapping[str, list[int]] = running.get("hands", {})
    row["lines"] = [
        {
            "seat": s,
            "throws": [list(t) for t in throws.get(s, ())],
            "hand": list(hands.get(s, ())),
            "total": totals.get(s),
            "text": said.line(running, s) if hasattr(said, "line") else "",
        }
        for s in row["sides"]
    ]
    return row


# --- the report ------------------------------------------------------------------------------------------


def told(game: Game, fact: Fact, names: Names) -> str:
    """Tell a fact in one sentence, as far as everybody may know it."""
    return words.fact_words(public(fact), names, words_of(game))


def history(evening: Evening, last: int | None = None) -> list[dict[str, Any]]:
    """Return what happened, line by line in the order of the journal, as a report with its payments."""
    game = evening.play.game
    said, names = words_of(game), names_of(game)
    entries = evening.entries if last is None else evening.entries[-last:]
    first = entries[0].number
    payments: dict[int, list[Transfer]] = {}
    for transfer in _since(game.ledger.transfers, lambda t: t.number, first):
        payments.setdefault(transfer.number, []).append(transfer)
    notes: dict[int, list[str]] = {}
    for number, code, detail in _since(game.news, lambda row: row[0], first):
        if text := said.news(code, detail, names):
            notes.setdefault(number, []).append(text)
    rows = []
    for entry in entries:
        standing = evening.standings.get(entry.number)
        state = "misfit" if entry.number in evening.misfits else standing.state if standing else "ok"
        fact = standing.fact if standing and state in ("amended", "inserted") else entry.fact
        by = evening.entry(standing.by) if standing and standing.by else None
        text = told(game, fact, names)
        if more := [note for note in notes.get(entry.number, ()) if note not in text]:
            text = tr("{told} : {more}", told=text, more=", ".join(more))
        rows.append(
            {
                "number": entry.number,
                "at": entry.at,
                "who": _speaker(fact.who or entry.fact.who),
                "how": entry.fact.how,
                "type": type(entry.fact).__name__,
                "text": text,
                "picture": entry.picture,
                "state": state,
                "why": entry.fact.why,
                "note": tr("corrigé par {who}", who=_teller(by.fact)) if by else None,
                "forced": entry.fact.forced,
                "fact": None if isinstance(entry.fact, GameStarted) else encode(public(fact)),
                "seat": entry.fact.seat if isinstance(entry.fact, SeatFact) else None,
                "transfers": [
                    {"from": t.giver, "to": t.taker, "amount": t.amount, "text": said.reason(t.reason), "rule": t.rule}
                    for t in payments.get(entry.number, ())
                ],
            }
        )
    return rows


def _speaker(who: str) -> str:
    return tr("La table") if who == TABLE else who


def _teller(fact: Fact) -> str:
    return fact.who if fact.who and fact.who != TABLE else tr("la table")


def _since(rows: list[Row], number_of: Callable[[Row], int], number: int) -> Iterable[Row]:
    """Return the rows from this number on, read from the end: the last eight of five thousand are asked for."""
    late = itertools.takewhile(lambda row: number_of(row) >= number - 200, reversed(rows))
    return [row for row in late if number_of(row) >= number][::-1]


def difference(before: Evening, after: Evening, fact: Fact, refusal: Refusal | None) -> dict[str, Any]:
    """Return what would change: balances before and after, chips to hand over, facts that no longer fit."""
    old, new = before.play.game, after.play.game
    names = names_of(new)
    accounts = list(dict.fromkeys([*old.ledger.balances, *new.ledger.balances]))
    changes = [{"account": a, "before": old.balance(a), "after": new.balance(a)} for a in accounts]
    misfits = [
        {
            "number": n,
            "text": told(new, after.entry(n).fact, names),  # type: ignore[union-attr]
            "reason": " ".join(words.refusal_words(r, names, topics_of(new))).strip(),
        }
        for n, r in after.misfits.items()
        if n not in before.misfits
    ]
    return {
        "fits": refusal is None,
        "fact": told(new, fact, names),
        "refusal": refusal_data(refusal, old),
        "seats": [
            {"id": s, "name": p.name, "colour": p.colour, "before": old.balance(s), "after": new.balance(s)}
            for s, p in new.players.items()
        ],
        "accounts": [c for c in changes if c["before"] != c["after"]],
        "hand_over": hand_over(before, after),
        "handed": isinstance(fact, Correction) and old.ledger.handed(fact.target),
        "misfits": misfits,
        "turn": {"before": old.turn or None, "after": new.turn or None},
        "winner": {
            "before": old.outcome.winner if old.outcome else None,
            "after": new.outcome.winner if new.outcome else None,
        },
    }


def hand_over(before: Evening, after: Evening) -> list[dict[str, Any]]:
    """Return the fewest transfers that turn the balances before into those after, in chips."""
    if after.play.game.source == SCOREBOARD:
        return []
    old, new = before.play.game.ledger.balances, after.play.game.ledger.balances
    change = {a: new.get(a, 0) - old.get(a, 0) for a in dict.fromkeys([*old, *new])}
    owe = sorted(((-n, a) for a, n in change.items() if n < 0), reverse=True)
    get = sorted(((n, a) for a, n in change.items() if n > 0), reverse=True)
    rows = []
    while owe and get:
        (due, giver), (want, taker) = owe.pop(0), get.pop(0)
        part = min(due, want)
        rows.append({"from": giver, "to": taker, "amount": part, "ways": ways(before.play.pieces, giver, taker, part)})
        if due > part:
            owe.insert(0, (due - part, giver))
        if want > part:
            get.insert(0, (want - part, taker))
    return rows
