"""The page « Vos dés »: what all throws of a box say about its dice."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from companion.chronicle.dice import DICE, BoxRecord, DieRecord, box_records
from companion.dice import Face
from companion.eye import EXAMPLE
from companion.game.library import reading_class
from companion.language import tr, trn
from companion.odds.fairness import Outcome, judge
from companion.record import record
from companion.replays import LONG
from companion.telling import dice as words
from companion.telling.dice import Judgement, percent
from companion.words import amount
from web import here

bp = Blueprint("your_dice", __name__)

WIDTH, MARGIN = 1000.0, 8.0
"""Width of a picture and of its margins, in its own units."""


@record()
class Bar:
    """One row: a face with its counts, and its interval drawn from ``x`` over ``width`` with a dot for its share."""

    value: Face | None
    label: str
    state: str
    count: str
    share: str
    between: str
    x: float
    width: float
    dot: float
    asked: str
    corrected: str
    pictures: list[str]


@record()
class Scale:
    """The rows with one scale; ``line`` is the place of the fair chance, called ``fair``."""

    fair: str
    line: float
    rows: list[Bar]


@record()
class DieCard:
    """One die, or several alike; ``eye``: whether it has readings or corrections to report."""

    kind: str
    colour: str
    title: str
    judgement: Judgement
    scales: list[Scale]
    seen: str
    eye: bool
    pictures: bool


@bp.get("/your-dice")
def your_dice() -> str:
    """Answer with the dice of a box: that of the query (``game``, ``box``), or the last one used."""
    found = here.table().chronicle.all(DICE)
    boxes = box_records(found.evenings)
    wanted = request.args.get("game"), request.args.get("box")
    chosen = next((box for box in boxes if (box.game, box.box) == wanted), boxes[0] if boxes else None)
    return render_template(
        "your_dice.html",
        boxes=[{"game": box.game, "box": box.box, "title": title(box), "here": box is chosen} for box in boxes],
        cards=cards(chosen) if chosen else [],
        summary=summary(chosen) if chosen else tr("Aucune soirée n'est encore au journal."),
        missing=found.missing,
    )


def title(box: BoxRecord) -> str:
    """Return the name of a box: its game, and its name on the shelf."""
    game = reading_class(box.game).title()
    return game if box.box == EXAMPLE else tr("{game}, boîte « {box} »", game=game, box=box.box)


def tonight() -> str:
    """Return the sentence about the dice of the evening's box, "" without dice or while its evenings are replayed.

    For a long evening in play it is also "", because a replay after each fact would delay every tap.
    """
    table = here.table()
    if here.now().number >= LONG:
        return ""
    boxes = box_records(table.chronicle.all(DICE).evenings)
    box = next((box for box in boxes if box.last == table.playing), None)
    return summary(box) if box and box.dice else ""


def summary(box: BoxRecord) -> str:
    """Return one sentence about all dice of a box."""
    evenings = trn("{n} soirée", "{n} soirées", box.evenings, n=amount(box.evenings))
    if not box.dice:
        return tr("Pas un dé lancé en {evenings} : ici, il n'y a rien à juger.", evenings=evenings)
    throws = trn("{n} lancer", "{n} lancers", box.throws, n=amount(box.throws))
    states = [card.judgement.state for card in cards(box)]
    if all(state == "fair" for state in states):
        return tr("Rien ne parle contre vos dés : {throws} en {evenings}.", throws=throws, evenings=evenings)
    if "off" in states:
        return tr("Un dé ne tombe pas comme il devrait : {throws} en {evenings}.", throws=throws, evenings=evenings)
    return tr("Un dé, ou sa lecture, est à vérifier : {throws} en {evenings}.", throws=throws, evenings=evenings)


def cards(box: BoxRecord) -> list[DieCard]:
    """Return the cards of a box's dice, in order of first use."""
    return [_card(die, place) for place, die in enumerate(box.dice.values())]


def _card(die: DieRecord, place: int) -> DieCard:
    judged = judge(die.total(), place)
    return DieCard(
        kind=die.kind,
        colour=die.colour,
        title=words.title(die),
        judgement=words.judgement(die, judged, place),
        scales=[
            _scale(die, rows)
            for rows in (
                [one for one in judged.outcomes if len(one.faces) == 1],
                [one for one in judged.outcomes if len(one.faces) > 1],
            )
            if rows
        ],
        seen=_seen(die, judged.number),
        eye=bool(die.seen or any(die.misread)),
        pictures=any(die.pictures),
    )


def _seen(die: DieRecord, number: int) -> str:
    """Return how the die's values were noted, and how many were corrected, in sentences."""
    read = tr("Tout a été noté à la main.")
    if die.seen:
        read = tr("L'œil en a lu {seen} sur {number}.", seen=amount(die.seen), number=amount(number))
    fixed = sum(die.misread)
    if not fixed:
        return read + " " + tr("Aucun n'a été corrigé.")
    share = percent(fixed / number)
    return (
        read
        + " "
        + trn(
            "{n} a été corrigé ({share} %) : il compte comme corrigé.",
            "{n} ont été corrigés ({share} %) : ils comptent comme corrigés.",
            fixed,
            n=amount(fixed),
            share=share,
        )
    )


def _rate(number: int, all_: int) -> str:
    """Return a number with its share in per cent, or only "0"."""
    text = tr("{n} ({share} %)", n=amount(number), share=percent(number / all_)) if number else "0"
    return text.replace(" %", "\u00a0%")


def _scale(die: DieRecord, rows: list[Outcome]) -> Scale:
    fair = rows[0].fair
    half = 1.05 * max(fair / 2, *(max(fair - one.low, one.high - fair) for one in rows))
    low, high = max(0.0, fair - half), min(1.0, fair + half)

    def at(chance: float) -> float:
        return round(MARGIN + (WIDTH - 2 * MARGIN) * (chance - low) / (high - low), 1)

    number = sum(die.counts)
    bars = []
    for one in rows:
        share = one.count / number
        i = die.faces.index(one.faces[0])
        shown = len(one.faces) == 1
        bars.append(
            Bar(
                value=one.faces[0] if shown else None,
                label=words.label(die, one),
                state=("doubt" if one.doubtful else "off") if one.off else "fair",
                count=amount(one.count),
                share=tr("{share} %", share=percent(share)),
                between=tr("{low} à {high} %", low=percent(one.low), high=percent(one.high)),
                x=at(one.low),
                width=round(at(one.high) - at(one.low), 1),
                dot=at(share),
                asked=_rate(one.asked, one.count) if shown else "",
                corrected=_rate(one.misread, one.count + one.misread) if shown else "",
                pictures=[f"/picture/{evening}/{fact}" for evening, fact in die.pictures[i]] if shown else [],
            )
        )
    return Scale(tr(words.FAIR[round(1 / fair)]), at(fair), bars)
