"""Invalid input on the real engine: a 4xx with a sentence about what is allowed, and an unchanged ledger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.table import Table
from tests import pages
from tests.web.conftest import Browser
from tests.web.test_real_table import SETUP
from web import create_app

DIE = {"kind": "d6", "value": 3}
STAKE = {"type": "StakePlaced", "seat": "A", "amount": 100}
ENGLISH = (" must ", " the ", " not ", " is ", " are ")
Asked = tuple[Table, Browser]


@pytest.fixture(scope="module")
def staking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """Yield a table at which Anna must stake against Bruno at Zanzibar."""
    table = Table(tmp_path_factory.mktemp("evening"))
    browser = Browser(create_app(table).test_client())
    browser.post("/start", {"setup": {**SETUP, "target": 8000}})
    for fact in (
        {"type": "Landed", "seat": "A", "square": {"kind": "zanzibar"}},
        {"type": "OpponentChosen", "seat": "A", "opponent": "B"},
    ):
        assert browser.fact(fact).status_code == 200
    yield table, browser
    table.close()


@pytest.fixture(scope="module")
def phone(staking: Asked) -> Browser:
    """Return Bruno's phone at that table."""
    browser = Browser(staking[1].client.application.test_client())
    browser.claim("B")
    return browser


def refused(table: Table, answer: Any) -> str:
    """Check that the answer is a refusal in French; return its sentence."""
    assert 400 <= answer.status_code < 500
    body = answer.json
    assert not body["ok"] and body["code"]
    sentence = f"{body['text']} {body.get('allowed') or ''}".strip()
    assert sentence.endswith((".", "?", "!", "»"))
    assert not any(word in f" {sentence} " for word in ENGLISH), "the page speaks French"
    return sentence


BAD = {
    "no JSON": ("{", "JSON"),
    "no object": ("[]", "Il faut un objet JSON"),
    "deeply nested": ('{"fact":' * 700 + "1" + "}" * 700, "trop imbriqué"),
    "huge": (b"x" * 9000, "8 Kio au plus"),
    "a strange fact": ({"fact": {"type": "Cheated"}}, "Au choix : "),
    "a missing field": ({"fact": {"type": "StakePlaced", "seat": "A"}}, "il manque amount"),
    "a stale number": ({"seen": 1, "fact": STAKE}, "Regarder la page"),
    "a number of the future": ({"seen": 99, "fact": STAKE}, "Regarder la page"),
    "another's turn": ({"fact": {**STAKE, "seat": "C"}}, "C'est à Anna"),
    "a seat that is none": ({"fact": {**STAKE, "seat": "Z"}}, "Il y a : Anna"),
    "over the limit": ({"fact": {**STAKE, "amount": 1025}}, "1\u202f000 au plus contre Bruno"),
    "beyond all chips": ({"fact": {**STAKE, "amount": 10**9}, "force": True}, "au plus contre Bruno"),
    "no chip amount": ({"fact": {**STAKE, "amount": 110}}, "Un multiple de 25"),
    "dice at a stake": ({"fact": {"type": "DiceThrown", "seat": "A", "dice": [DIE] * 3}}, "La table attend"),
    "a die with seven": (
        {"fact": {"type": "DiceThrown", "seat": "A", "dice": [{"kind": "d6", "value": 7}]}}, "d6 de 1 à 6"),
    "a strange square": (
        {"fact": {"type": "SquareCorrected", "index": 3, "square": {"kind": "moon"}}, "force": True}, "Cases : "),
    "a square beyond the ring": (
        {"fact": {"type": "PawnPlaced", "seat": "A", "index": 999}, "force": True}, "Le tour a 42 cases"),
    "a card without price": (
        {"fact": {"type": "CardCorrected", "deck": "acquisition", "name": "x", "card": {"name": "x"}}},
        "multiple de 25"),
    "a house rule that is none": ({"fact": {"type": "HouseChanged", "key": "doubles", "value": 1}}, "est-ce « "),
    "a house rule out of range": ({"fact": {"type": "HouseChanged", "key": "tie", "value": "x"}}, " vaut "),
    "a correction of nothing": ({"fact": {"type": "Voided", "target": 99}}, "de la feuille de partie"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "allowed"), BAD.values(), ids=BAD)
def test_bad_input_is_refused_with_what_would_be_allowed(staking: Asked, body: Any, allowed: str) -> None:
    table, browser = staking
    before = pages.view(table)["accounts"], table.history()
    assert allowed in refused(table, browser.post("/command", body))
    assert (pages.view(table)["accounts"], table.history()) == before


def test_wrong_dice_are_refused_with_those_that_are_wanted(staking: Asked, phone: Browser) -> None:
    table, browser = staking
    assert browser.fact(STAKE).status_code == 200
    before = pages.view(table)["accounts"], table.history()
    assert "il faut trois dés" in refused(table, browser.fact({"type": "DiceThrown", "seat": "A", "dice": [DIE] * 2}))
    assert "Anna" in refused(table, browser.fact({"type": "DiceThrown", "seat": "B", "dice": [DIE] * 3}))
    assert "votre" in refused(
        table, phone.fact({"type": "DiceThrown", "seat": "A", "dice": [DIE] * 3}, X_Servi_Page="seat")
    ).replace("Vous pouvez répondre pour vous", "votre")
    assert (pages.view(table)["accounts"], table.history()) == before
    assert browser.post("/undo", {}).status_code == 200


def test_a_damaged_evening_is_refused_whole_with_its_line(staking: Asked) -> None:
    table, browser = staking
    exported = browser.get("/export/1").data
    for damaged in (exported[:-9], exported.replace(b'"Anna"', b'"Hanna"', 1), b"Soir"):
        sentence = refused(table, browser.post("/import", damaged, Content_Type="text/plain"))
        assert "La ligne " in sentence and "Rien n'a été repris" in sentence
    assert len(table.evenings()) == 1


def test_an_unknown_square_is_refused_with_the_kinds_there_are(staking: Asked) -> None:
    table, browser = staking
    browser.fact({"type": "TurnGiven", "seat": "B"})
    before = pages.view(table)["accounts"], table.history()
    for square, allowed in (
        ({"kind": "moon"}, "Cases : "),
        ({"kind": "casino"}, "Au choix : rouge"),
        ({"kind": "slot"}, "Écrire la somme"),
    ):
        assert allowed in refused(table, browser.fact({"type": "Landed", "seat": "B", "square": square}))
    assert (pages.view(table)["accounts"], table.history()) == before
