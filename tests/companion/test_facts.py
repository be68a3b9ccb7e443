"""Facts: every class survives JSON, and invalid input gets a sentence with what would be valid."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadCommand
from companion.facts import (
    TYPES,
    Amended,
    CardDrawn,
    Die,
    Fact,
    GameStarted,
    HandedOver,
    Inserted,
    Seat,
    Square,
    Stood,
    decode,
    encode,
    line,
)
from companion.facts.codec import OLD_TABLE
from tests.rings import examples

TEXT = st.text(st.characters(min_codepoint=32, exclude_categories=("Cs", "Cc")), max_size=20)
ACCOUNT = st.sampled_from(("bank", "pot", "A", "B", "C"))
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=5)
MAPPING = st.dictionaries(TEXT, PLAIN, max_size=3)
PIECES = st.dictionaries(st.sampled_from((25, 50, 100, 500)), st.integers(0, 40))
FACE = st.sampled_from((("d6", 1), ("d6", 6), ("d10", 0), ("d10", 9), ("bicolour", "red"), ("bicolour", "black")))
DIE = st.builds(lambda face, colour: Die(*face, colour), FACE, st.none() | st.just("ivory"))
DICE = st.lists(DIE, max_size=4).map(tuple)
SQUARE = st.builds(Square, kind=st.sampled_from(("slot", "casino", "pot", "421")), colour=st.none() | TEXT,
                   amount=st.none() | st.integers(-500, 500))
SEAT = st.builds(Seat, id=ACCOUNT, name=TEXT, colour=st.none() | TEXT, age=st.integers(0, 99))
KEPT = st.lists(st.integers(1, 6), max_size=3).map(tuple)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "who": TEXT.filter(lambda text: text != OLD_TABLE), "points": st.integers(-999, 999), "line": st.integers(1, 99),
    "how": st.sampled_from(("tap", "camera", "button", "auto", "import")), "why": TEXT, "on": TEXT,
    "forced": st.booleans(), "game": TEXT, "seats": st.lists(SEAT, max_size=4).map(tuple), "house": MAPPING,
    "box": MAPPING, "target": st.integers(1, 60), "banker": TEXT, "first": TEXT, "package": TEXT,
    "level": st.sampled_from(("compteur", "arbitre", "croupier")), "rules": st.integers(1, 9),
    "simulated": st.booleans(), "carried": st.none() | MAPPING, "seat": ACCOUNT, "dice": DICE, "kept": st.none() | KEPT,
    "eye": st.sampled_from(["", "0badcafe+123456"]),
    "amount": st.integers(1, 10_000), "field": st.sampled_from(("7", "rouge", "1/2")), "opponent": ACCOUNT,
    "option": TEXT, "number": st.integers(0, 99), "deck": st.sampled_from(("jackpot", "acquisition", "x")),
    "use": TEXT, "take": st.lists(TEXT, max_size=3).map(tuple), "build": st.integers(0, 99), "counts": MAPPING,
    "card": MAPPING, "cards": st.lists(TEXT, max_size=3).map(tuple), "square": SQUARE, "passed": st.booleans(),
    "names": st.lists(TEXT, max_size=3).map(tuple),
    "colour": st.none() | TEXT, "giver": ACCOUNT, "taker": ACCOUNT, "done": st.booleans(),
    "index": st.integers(0, 99), "other": st.none() | st.integers(0, 99), "name": TEXT, "age": st.integers(0, 99), "after": TEXT,
    "to": st.sampled_from(("bank", "shared", "A", "B")), "void_duel": st.booleans(), "key": TEXT, "value": PLAIN,
    "debts": st.lists(st.tuples(st.sampled_from(("2.0", "3.1", "x")), ACCOUNT, ACCOUNT, st.integers(-999, 999)),
                      max_size=3).map(tuple),
    "moves": st.lists(st.tuples(ACCOUNT, ACCOUNT, PIECES), max_size=3).map(tuple),
    "unknown": st.lists(ACCOUNT, max_size=2).map(tuple), "account": ACCOUNT, "chips": PIECES,
    "won": st.dictionaries(st.sampled_from(("7", "rouge")), st.integers(1, 900)), "total": st.integers(0, 9_000),
    "visit": st.booleans(),
}  # fmt: skip


def fact_of(cls: type[Fact]) -> st.SearchStrategy[Fact]:
    """Return a strategy for valid facts of this class."""
    told = {f.name: FIELDS[f.name] for f in fields(cls) if f.name != "fact"}
    if cls.__name__ == "CardPlayed":
        told |= {"card": TEXT, "value": st.integers(0, 99)}
    if cls.__name__ == "DiceKept":
        told["kept"] = KEPT
    if cls.__name__ == "CasinoChosen":
        told["colour"] = TEXT
    if cls.__name__ == "Protested":
        told["amount"] = st.none() | st.integers(1, 10_000)
    if cls in (Amended, Inserted):
        told["fact"] = st.deferred(lambda: ORDINARY)
    return st.builds(cls, **told)


CORRECTIONS = ("Amended", "Inserted", "Voided", "Restored")
ORDINARY = st.one_of([fact_of(c) for n, c in TYPES.items() if n not in (*CORRECTIONS, "GameStarted")])
ANY = st.one_of([fact_of(c) for c in TYPES.values()])


@pytest.mark.parametrize("name", sorted(TYPES))
@examples(30)
@given(data=st.data())
def test_every_fact_comes_back_from_its_json_as_it_was(name: str, data: st.DataObject) -> None:
    fact = data.draw(fact_of(TYPES[name]))
    line = json.dumps(encode(fact))
    assert decode(json.loads(line)) == fact
    assert encode(decode(json.loads(line))) == json.loads(line)


def test_what_is_as_by_default_is_not_written() -> None:
    assert encode(decode({"type": "Stood", "seat": "A", "who": "", "how": "tap", "forced": False})) == {
        "type": "Stood", "seat": "A"}


THROW = {"type": "DiceThrown", "seat": "A", "dice": [{"kind": "d6", "value": 3}]}
MONEY = {"type": "MoneyMoved", "giver": "bank", "taker": "A", "amount": 25}


def nested(depth: int) -> Any:
    told: Any = THROW
    for _ in range(depth):
        told = {"type": "Amended", "target": 2, "fact": told}
    return told


def deep(depth: int) -> Any:
    told: Any = 1
    for _ in range(depth):
        told = [told]
    return told


BAD: dict[str, tuple[Any, str]] = {
    "no object": ([1], "Un fait est un objet avec un « type »"),
    "nothing": (None, "Un fait est un objet avec un « type »"),
    "no type": ({}, "Ce fait n'existe pas. Au choix : Amended"),
    "a strange type": ({"type": "Cheated"}, "Ce fait n'existe pas. Au choix : Amended"),
    "a list as type": ({"type": ["Stood"]}, "Ce fait n'existe pas"),
    "an inner class": ({"type": "SeatFact", "seat": "A"}, "Ce fait n'existe pas"),
    "an unknown field": ({**THROW, "luck": 1}, "DiceThrown n'a pas de « luck ». Il a : dice, eye, kept, seat"),
    "a missing field": ({"type": "StakePlaced", "seat": "A"}, "StakePlaced : il manque amount"),
    "true as a number": ({**MONEY, "amount": True}, "« amount » est un nombre entier de 1"),
    "a broken number": ({**MONEY, "amount": 25.0}, "« amount » est un nombre entier"),
    "a number as text": ({**MONEY, "amount": "25"}, "« amount » est un nombre entier"),
    "zero": ({**MONEY, "amount": 0}, "« amount » est un nombre entier de 1"),
    "less than nothing": ({**MONEY, "amount": -25}, "« amount » est un nombre entier de 1"),
    "a huge number": ({**MONEY, "amount": 10**30}, "« amount » est un nombre entier de 1 à 1000000000"),
    "a number as flag": ({**MONEY, "done": 1}, "« done » est vrai ou faux"),
    "a number as account": ({**MONEY, "giver": 1}, "« giver » est un texte d'une ligne, 40 lettres"),
    "a long text": ({**MONEY, "why": "x" * 401}, "« why » est un texte d'une ligne, 400 lettres"),
    "two lines": ({**MONEY, "why": "a\nb"}, "« why » est un texte d'une ligne, 400 lettres au plus"),
    "half a character": ({**MONEY, "who": "\ud800"}, "« who » contient un signe qui ne s'écrit pas"),
    "half a character in a card": (
        {"type": "CardDrawn", "seat": "A", "deck": "jackpot", "card": {"name": "\ud800"}}, "ne s'écrit pas"),
    "half a character as a key": (
        {"type": "CardDrawn", "seat": "A", "deck": "jackpot", "card": {"\udfff": 1}}, "ne s'écrit pas"),
    "an unknown way": ({**MONEY, "how": "magic"}, "« how » : au choix tap, camera"),
    "an unknown level": ({"type": "LevelSet", "level": "chef"}, "« level » : au choix compteur, arbitre, croupier"),
    "a list as level": ({"type": "LevelSet", "level": []}, "« level » : au choix"),
    "a 7 on a d6": ({**THROW, "dice": [{"kind": "d6", "value": 7}]}, "Ce dé n'existe pas. Au choix : d6 de 1 à 6"),
    "true on a d6": ({**THROW, "dice": [{"kind": "d6", "value": True}]}, "Ce dé n'existe pas"),
    "a broken face": ({**THROW, "dice": [{"kind": "d6", "value": 1.0}]}, "Ce dé n'existe pas"),
    "an unknown die": ({**THROW, "dice": [{"kind": "d20", "value": 3}]}, "Ce dé n'existe pas"),
    "a list as a die": ({**THROW, "dice": [{"kind": [], "value": 3}]}, "Ce dé n'existe pas"),
    "a list as a face": ({**THROW, "dice": [{"kind": "d6", "value": []}]}, "Ce dé n'existe pas"),
    "a bare number as die": ({**THROW, "dice": [3]}, "« dice » s'écrit ainsi : [{\"kind\": \"d6\", \"value\": 3}]"),
    "too many dice": ({**THROW, "dice": THROW["dice"] * 13}, "« dice » est une liste de 12 au plus"),
    "no dice": ({**THROW, "dice": None}, "« dice » est une liste"),
    "a kept 7": ({**THROW, "kept": [7]}, "« kept » est un nombre entier de 1 à 6"),
    "kept dice missing": ({"type": "DiceKept", "seat": "A", "kept": None}, "« kept » est une liste"),
    "no colour of a casino": ({"type": "CasinoChosen", "seat": "A", "colour": None}, "« colour » est un texte"),
    "a square of text": ({"type": "Landed", "seat": "A", "square": "slot"}, "« square » s'écrit ainsi"),
    "a square with more": ({"type": "Landed", "seat": "A", "square": {"kind": "slot", "x": 1}}, "« square » s'écrit ainsi"),
    "a card of text": ({"type": "CardDrawn", "seat": "A", "deck": "jackpot", "card": "7"}, "« card » est un objet"),
    "a card that is deep": (
        {"type": "CardDrawn", "seat": "A", "deck": "jackpot", "card": {"x": deep(9)}}, "« card » est trop imbriqué"),
    "a broken number in a card": (
        {"type": "CardDrawn", "seat": "A", "deck": "jackpot", "card": {"x": 0.5}}, "« card » : seuls des nombres entiers"),
    "chips of text": ({"type": "ChipsCounted", "account": "A", "chips": "25"}, "« chips » s'écrit ainsi : {\"500\": 2}"),
    "a chip of no value": ({"type": "ChipsCounted", "account": "A", "chips": {"0": 1}}, "« chips » est un nombre entier"),
    "a chip named so": ({"type": "ChipsCounted", "account": "A", "chips": {"red": 1}}, "« chips » est un nombre entier"),
    "chips in other digits": ({"type": "ChipsCounted", "account": "A", "chips": {"²": 1}}, "« chips » est un nombre entier"),
    "half a row": ({"type": "HandedOver", "debts": [["2.0", "A", "B"]]}, '« debts » s\'écrit ainsi : [["2.0", "A",'),
    "a row of text": ({"type": "HandedOver", "debts": ["abcd"]}, "« debts » s'écrit ainsi"),
    "half a move": ({"type": "HandedOver", "debts": [], "moves": [["A", "B"]]}, '« moves » s\'écrit ainsi : [["A", "bank",'),
    "fact 0": ({"type": "Voided", "target": 0}, "« target » est un nombre entier de 1"),
    "a correction of a correction": (nested(2), "Une correction met un fait ordinaire à la place d'un autre"),
    "a correction to a start": (
        {"type": "Amended", "target": 2, "fact": {"type": "GameStarted"}}, "Une correction met un fait ordinaire"),
    "an inserted correction": (
        {"type": "Inserted", "target": 2, "fact": {"type": "Voided", "target": 2}}, "Une correction met un"),
    "a correction to nothing": ({"type": "Amended", "target": 2, "fact": None}, "Un fait est un objet avec un « type »"),
    "very deep corrections": (nested(5000), "Une correction met un fait ordinaire à la place d'un autre"),
    "very deep lists": ({"type": "HouseChanged", "key": "x", "value": deep(5000)}, "« value » est trop imbriqué"),
    "a long house rule": ({"type": "HouseChanged", "key": "x", "value": [0] * 401}, "« value » est une liste de"),
    "a seat of text": ({"type": "GameStarted", "game": "x", "seats": ["A"], "house": {}, "box": {}},
                       "« seats » s'écrit ainsi : [{\"id\": \"A\""),
    "a seat too old": ({"type": "GameStarted", "game": "x", "seats": [{"id": "A", "name": "A", "age": 200}],
                        "house": {}, "box": {}}, "« age » est un nombre entier de 0 à 150"),
}  # fmt: skip


@pytest.mark.parametrize(("told", "sentence"), BAD.values(), ids=BAD)
def test_bad_input_gets_a_sentence(told: Any, sentence: str) -> None:
    with pytest.raises(BadCommand) as refused:
        decode(told)
    assert sentence in str(refused.value)
    assert len(str(refused.value)) < 700


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4), max_leaves=8)

NAME = st.sampled_from(sorted({*FIELDS, "fact", "type", "strange"}))


@examples(500)
@given(kind=st.sampled_from(sorted(TYPES)), told=st.dictionaries(NAME, JSON, max_size=6))
def test_any_json_is_a_fact_or_a_sentence(kind: str, told: dict[str, Any]) -> None:
    try:
        fact = decode({**told, "type": kind})
    except BadCommand:
        return
    assert decode(json.loads(line(fact))) == fact


def recorded() -> dict[str, list[dict[str, Any]]]:
    """Return facts of real evenings by class, a few of each."""
    found: dict[str, list[dict[str, Any]]] = {kind: [] for kind in TYPES}
    for file in sorted((Path(__file__).parents[1] / "evenings" / "old").glob("*.servi")):
        for row in file.read_text("utf-8").splitlines()[1:]:
            fact = json.loads(row)["fact"]
            found[fact["type"]].append(fact)
    return {kind: facts[:4] for kind, facts in found.items()}


ODD = (
    None, True, -1, 0, 1, 10**12, 1.5, "", "A", "a\nb", "\ud800", "x" * 500, [], [1], {}, {"x": 1}, {"type": "Stood"}, [[]] * 500,
)  # fmt: skip


def muddled(told: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Return the data of a fact, with up to three fields removed, added or set to a random odd value."""
    told = dict(told)
    for _ in range(chance.randint(0, 3)):
        key = chance.choice([*told, "seat", "dice", "why", "forced", "strange"])
        if chance.random() < 0.3:
            told.pop(key, None)
        elif key != "type" or chance.random() < 0.1:
            told[key] = chance.choice(ODD)
    return told


@pytest.mark.parametrize("wrap", ["", *CORRECTIONS])
def test_nonsense_is_a_fact_or_a_sentence_bare_or_in_a_correction(wrap: str) -> None:
    chance, facts, sentences = Random(wrap), 0, 0
    for kind, real in recorded().items():
        for told in real * 12:
            told = muddled(told, chance)
            if wrap:
                told = muddled({"type": wrap, "target": 2, "who": "Anna", "fact": told}, chance)
            try:
                fact = decode(told)
            except BadCommand as error:
                assert str(error), (kind, told)
                sentences += 1
                continue
            assert decode(json.loads(line(fact))) == fact
            facts += 1
    assert sentences > 300
    assert facts > (100 if wrap in ("", "Amended", "Inserted") else 0)


# --- the canonical line ------------------------------------------------------------------------------------


def test_a_fact_has_one_line() -> None:
    fact = Inserted(target=3, fact=CardDrawn(seat="É", deck="jackpot", card={"text": '« a "b\\" »', "name": "é"}), who="Léa")
    told = '{"fact":{"card":{"name":"é","text":"« a \\"b\\\\\\" »"},"deck":"jackpot","seat":"É","type":"CardDrawn"},' \
           '"target":3,"type":"Inserted","who":"Léa"}'
    assert line(fact) == told


@examples(200)
@given(fact=ANY, data=st.data())
def test_equal_facts_have_equal_lines_however_they_were_told(fact: Fact, data: st.DataObject) -> None:
    def shuffled(told: Any) -> Any:
        if isinstance(told, dict):
            return {key: shuffled(told[key]) for key in data.draw(st.permutations(list(told)))}
        return [shuffled(each) for each in told] if isinstance(told, list) else told

    again = decode(shuffled({"how": "tap", "who": "", "forced": False} | json.loads(json.dumps(encode(fact)))))
    assert again == fact
    assert line(again) == line(fact)
    assert "\n" not in line(fact) and line(fact).encode().decode() == line(fact)


def test_a_fact_that_could_not_be_read_back_has_no_line() -> None:
    with pytest.raises(BadCommand, match="« seat » est un texte"):
        line(Stood(seat="A" * 41))


def test_a_whole_evening_of_payments_can_be_handed_over_at_once() -> None:
    """A table that never ticks a debt closes thousands of payments in one fact, which must stay readable."""
    fact = HandedOver(debts=tuple((f"{n}.0", "bank", "A", 25) for n in range(5000)))
    assert decode(json.loads(json.dumps(encode(fact)))) == fact


def test_seats_that_are_seats_already_are_looked_at_too() -> None:
    with pytest.raises(BadCommand, match="ne s'écrit pas"):
        decode({"type": "GameStarted", "game": "home_casino", "house": {}, "box": {},
                "seats": [Seat(id="A", name="\ud800")]})
    assert isinstance(decode({"type": "GameStarted", "game": "x", "house": {}, "box": {}, "seats": [
        Seat(id="A", name="Anna")]}), GameStarted)
