"""What a seat can answer at the pad: every open question of the view as a row of choices to walk along.

One choice is a place that « cible » stops at; chips are put on it, or it is simply confirmed. Questions whose answer is
a secret, or more than a row of choices can say, are left to the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.language import tr
from companion.words import amount

View = Mapping[str, Any]
Fact = dict[str, Any]

MOST_CHOICES = 99
"""Numbers up to this many are walked along; a wider range is told in chips."""

GROWTH = ((4, 1), (40, 4), (200, 20), (400, 40), (4000, 200))
"""Up to so many steps, an amount grows by so many at a time."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One place on the row.

    ``rungs`` are the amounts that chips can make here, ``start`` the first one shown (None: no chip yet). ``bag`` names
    the answer that this is only a part of: several are marked, then confirmed together, at most ``most`` of this one.
    ``back`` tells that the seat can take the answer back as long as its question is open.
    """

    key: str
    question: str
    label: str
    make: Callable[[Any], Fact] = field(compare=False, repr=False)
    does: Callable[[Any], str] = field(compare=False, repr=False)
    rungs: tuple[int, ...] = ()
    start: int | None = None
    bag: str = ""
    most: int = 0
    marked: tuple[str, ...] = ()
    back: bool = False


def rungs(low: int, high: int, step: int) -> tuple[int, ...]:
    """Return the amounts from ``low`` to ``high`` that chips go through: small steps first, larger ones later.

    >>> rungs(25, 700, 25)
    (25, 50, 75, 100, 200, 300, 400, 500, 600, 700)
    """
    found, value = [], low
    while value < high:
        found.append(value)
        unit = step * next((by for most, by in GROWTH if value < most * step), GROWTH[-1][1])
        value = value // unit * unit + unit
    return (*found, high) if low <= high else ()


def choices(view: View, seat: str) -> list[Choice]:
    """Return everything that this seat can answer at the pad now, what must be answered first."""
    rows = [q for q in view.get("questions", ()) if seat in q["seats"] and q["kind"] in KINDS]
    return [choice for q in rows for choice in KINDS[q["kind"]](view, seat, q)]


def asked(view: View, seat: str, kind: str) -> Mapping[str, Any] | None:
    """Return the open question of this kind for a seat."""
    return next((q for q in view.get("questions", ()) if q["kind"] == kind and seat in q["seats"]), None)


def name_of(view: View, seat: str) -> str:
    """Return the name of whoever sits there."""
    return next((str(s["name"]) for s in view.get("seats", ()) if s["id"] == seat), seat)


def bets_of(view: View, seat: str) -> list[tuple[Mapping[str, Any], str]]:
    """Return the bets of a seat that can still be taken back, as question and field, the latest last."""
    open_ = [q for q in view.get("questions", ()) if q["kind"] == "bet" and seat in q["seats"]]
    return [(q, b["field"]) for q in open_ for b in q["bets"] if b["seat"] == seat]


# --- a kind of question, a row of choices ---------------------------------------------------------------------------


def _bet(view: View, seat: str, q: View) -> Iterator[Choice]:
    purse = q["available"].get(seat, 0)
    free = q["free"].get(seat, ()) if "free" in q else q["fields"]
    single = "free" in q  # one piece a field: no amount to choose
    steps = (q["step"],) if single and purse >= q["step"] else () if single else rungs(q["step"], purse, q["step"])
    laid = {b["field"] for b in q["bets"] if b["seat"] == seat}
    for place in q["fields"]:
        if place in laid or (place in free and steps):
            yield Choice(
                f"{q['id']}/{place}",
                q["text"],
                place,
                lambda points, place=place: {"type": "BetPlaced", "seat": seat, "field": place, "amount": points},
                lambda points, place=place: (
                    tr("Confirmer : {seat} mise sur {field}.", seat=name_of(view, seat), field=place)
                    if single
                    else tr(
                        "Confirmer : {seat} mise {amount} sur {field}.",
                        seat=name_of(view, seat),
                        amount=amount(points),
                        field=place,
                    )
                ),
                rungs=steps if place in free else (),
                start=q["step"] if single and place in free else None,
                back=True,
            )


def _amount(view: View, seat: str, q: View) -> Iterator[Choice]:
    most = min(q["limit"], q["own"])
    steps = tuple(q.get("amounts") or ()) or rungs(q["minimum"], most, q["step"])
    if steps:
        yield Choice(
            q["id"],
            q["text"],
            tr("la mise"),
            lambda points: {"type": "StakePlaced", "seat": seat, "amount": points},
            lambda points: tr("Confirmer : {seat} mise {amount}.", seat=name_of(view, seat), amount=amount(points)),
            rungs=steps,
            start=steps[0],
        )


def _protest(view: View, seat: str, q: View) -> Iterator[Choice]:
    purse = next((s["points"] for s in view["seats"] if s["id"] == seat), 0)
    steps = rungs(q["minimum"], min(q["limit"], purse), q["step"])
    if steps:
        yield Choice(
            q["id"],
            q["text"],
            q["text"],
            lambda points: {"type": "Protested", "seat": seat, "amount": points},
            lambda points: tr(
                "Confirmer : {seat} proteste et mise {amount}.", seat=name_of(view, seat), amount=amount(points)
            ),
            rungs=steps,
            start=steps[0],
        )


def _one(
    view: View, seat: str, q: View, key: Any, label: str, fact: Fact, says: str = "", **more: Any
) -> Choice:  # fmt: skip
    """Return a choice that is only confirmed."""
    does = says or tr("Confirmer : {seat}, {choice}.")
    told = does.format(seat=name_of(view, seat), choice=label)
    return Choice(f"{q['id']}/{key}", q["text"], label, lambda _: {"seat": seat, **fact}, lambda _: told, **more)


def _opponent(view: View, seat: str, q: View) -> Iterator[Choice]:
    for row in q["among"]:
        if row["possible"]:
            fact = {"type": "OpponentChosen", "opponent": row["seat"]}
            says = tr("Confirmer : {seat} choisit {choice}.")
            yield _one(view, seat, q, row["seat"], name_of(view, row["seat"]), fact, says)


def _option(view: View, seat: str, q: View) -> Iterator[Choice]:
    for row in q["options"]:
        if not row["refused"]:
            fact = {"type": "OptionChosen", "option": row["option"]}
            yield _one(view, seat, q, row["option"], row["text"], fact)


def _number(view: View, seat: str, q: View) -> Iterator[Choice]:
    if q["high"] - q["low"] <= MOST_CHOICES:
        for number in range(q["low"], q["high"] + 1):
            if number not in q["taken"]:
                fact = {"type": "NumberGiven", "number": number}
                yield _one(view, seat, q, number, str(number), fact, tr("Confirmer : {seat} dit {choice}."))
        return
    yield Choice(
        q["id"],
        q["text"],
        tr("la somme"),
        lambda points: {"type": "NumberGiven", "seat": seat, "number": points},
        lambda points: tr("Confirmer : {seat} dit {amount}.", seat=name_of(view, seat), amount=amount(points)),
        rungs=rungs(q["low"], q["high"], smallest_chip(view)),
        start=q["low"],
    )


def smallest_chip(view: View) -> int:
    """Return the smallest chip of the box, 1 where chips are not followed."""
    return min((int(value) for value in view.get("bank_chips") or ()), default=1)


def _card(view: View, seat: str, q: View) -> Iterator[Choice]:
    seen: set[str] = set()
    for card in q["cards"]:
        label = str(card.get("text") or card.get("name") or "")
        if label and label not in seen:
            seen.add(label)
            fact = {"type": "CardDrawn", "deck": q["deck"], "card": {**card, "name": card.get("name") or label}}
            yield _one(view, seat, q, fact["card"]["name"], label, fact, tr("Confirmer : {seat} a tiré « {choice} »."))


def _draw(view: View, seat: str, q: View) -> Iterator[Choice]:
    def drawn(key: str, label: str, card: Mapping[str, Any]) -> Choice:
        fact = {"type": "CardDrawn", "deck": q["deck"], "card": dict(card)}
        return _one(view, seat, q, key, label, fact, tr("Confirmer : {seat} a tiré « {choice} »."))

    if q["blank"]:
        yield drawn("", tr("une carte face cachée"), {"name": "", **({"hidden": True} if q["hidden"] else {})})
    yield from (drawn(name, name, {"name": name}) for name in q["names"])


def _square(view: View, seat: str, q: View) -> Iterator[Choice]:
    if not q["must"]:  # « où suis-je arrivé » beside a throw: the dice say it
        return
    step = smallest_chip(view)
    for row in q["kinds"]:
        square = {"kind": row["kind"]}
        if row["needs"] == "colour":
            for colour in q["colours"]:
                fact = {"type": q["answer"], "square": {**square, "colour": colour}}
                yield _one(view, seat, q, f"{row['kind']} {colour}", f"{row['text']} {colour}", fact)
        elif row["needs"] == "amount":
            for sign, mark in ((1, "+"), (-1, "−")):
                yield Choice(
                    f"{q['id']}/{row['kind']}{mark}",
                    q["text"],
                    f"{row['text']} {mark}",
                    lambda points, sign=sign, square=square: {
                        "type": q["answer"], "seat": seat, "square": {**square, "amount": sign * points},
                    },
                    lambda points, label=row["text"], mark=mark: tr(
                        "Confirmer : {choice}.", choice=f"{label} {mark}{amount(points)}"
                    ),
                    rungs=rungs(step, 40 * step, step),
                    start=step,
                )  # fmt: skip
        else:
            yield _one(view, seat, q, row["kind"], row["text"], {"type": q["answer"], "square": square})


def _casino(view: View, seat: str, q: View) -> Iterator[Choice]:
    for colour in q["colours"]:
        says = tr("Confirmer : {seat} prend la couleur {choice}.")
        yield _one(view, seat, q, colour, colour, {"type": "CasinoChosen", "colour": colour}, says)


def _bag(
    view: View, seat: str, q: View, rows: Iterable[tuple[str, str, int]], make: Callable[[list[str]], Fact],
    does: Callable[[list[str]], str], start: tuple[str, ...] = (),
) -> Iterator[Choice]:  # fmt: skip
    """Return choices of which several are marked: ``rows`` are name, label, and how many there are."""
    for name, label, most in rows:
        yield Choice(f"{q['id']}/{name}", q["text"], label, make, does, bag=q["id"], most=most, marked=start)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"{name} × {n}" if n > 1 else name for name, n in Counter(names).items())


def _keep(view: View, seat: str, q: View) -> Iterator[Choice]:
    lying: Counter[int] = Counter(q["lying"])

    def does(kept: list[str]) -> str:
        if not kept:
            return tr("Confirmer : {seat} relance tous les dés.", seat=name_of(view, seat))
        return tr("Confirmer : {seat} garde {dice}.", seat=name_of(view, seat), dice=", ".join(sorted(kept)))

    yield from _bag(
        view, seat, q, ((str(v), tr("le {face}", face=v), n) for v, n in sorted(lying.items())),
        lambda kept: {"type": "DiceKept", "seat": seat, "kept": sorted(int(v) for v in kept)},
        does, tuple(str(v) for v in q["must_keep"]),
    )  # fmt: skip


def _sell(view: View, seat: str, q: View) -> Iterator[Choice]:
    def does(cards: list[str]) -> str:
        if not cards:
            return tr("Confirmer : {seat} ne vend rien.", seat=name_of(view, seat))
        return tr("Confirmer : {seat} vend {cards}.", seat=name_of(view, seat), cards=_listed(cards))

    rows = [(c["name"], f"{c['name']} ({amount(c['price'])})", c["number"]) for c in q["cards"]]
    yield from _bag(view, seat, q, rows, lambda cards: {"type": "CardsSold", "seat": seat, "cards": cards}, does)


def _show(view: View, seat: str, q: View) -> Iterator[Choice]:
    def does(cards: list[str]) -> str:
        if not cards:
            return tr("« Plus » pose la carte ; confirmer quand toutes y sont.")
        return tr("Confirmer : {seat} montre {cards}.", seat=name_of(view, seat), cards=_listed(cards))

    rows = [(name, name, q["most"]) for name in q["names"]]
    yield from _bag(view, seat, q, rows, lambda cards: {"type": "CardsShown", "seat": seat, "cards": cards}, does)


KINDS: dict[str, Callable[[View, str, View], Iterator[Choice]]] = {
    "bet": _bet,
    "stake": _amount,
    "bid": _amount,
    "protest": _protest,
    "opponent": _opponent,
    "option": _option,
    "number": _number,
    "card": _card,
    "draw": _draw,
    "square": _square,
    "casino": _casino,
    "keep": _keep,
    "sell": _sell,
    "show": _show,
}
"""Kind of question to the choices of a seat."""
