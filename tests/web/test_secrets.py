"""Secrets of a seat reach its holder's page and no other.

The same evening is played twice, with different hidden cards of one seat. Every answer to the table, a spectator or
another seat must then be identical, because a single leaked name would make them differ.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import players
from companion.chronicle.outline import OUTLINE
from companion.facts import CardDrawn, CardsHeld, Fact, SeatFact, encode, public
from companion.game.library import game_class
from companion.packages import names
from companion.table import Table
from tests import pages
from tests.games.tables import followed
from tests.rings import few
from tests.web.conftest import Browser
from web import create_app, stream

PEOPLE = ("Anna", "Bruno", "Chloé")
ENOUGH = 120


@pytest.fixture(autouse=True)
def _quick_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the heartbeat, because the tests would wait forty times for a stream's third event, a second each."""
    monkeypatch.setattr(stream, "BEAT", 0.01)


APART = ("/stream", "/feed", "/seats.json", "/setup.json")
"""Paths with endless answers, and paths of the table's own pages, whose answers hold keys."""


class Twin:
    """One of two evenings, with two seats' phones and the table's page."""

    def __init__(self, game: str, folder: Path) -> None:
        self.table = Table(folder, now=lambda: 0.0)
        seats = [{"name": name, "age": 20 + at} for at, name in enumerate(PEOPLE)]
        setup = {"game": game, "seats": seats, "level": "arbitre", "box": "exemple", "house": followed(game, {})}
        assert self.table.start(setup).ok
        self.app = create_app(self.table, folder=folder)
        self.page, self.mine, self.other = (Browser(self.app.test_client()) for _ in range(3))
        self.mine.claim("A")
        self.other.claim("B")

    def first_events(self, browser: Browser, path: str, number: int = 3) -> list[str]:
        """Return the first events of a stream."""
        stream = browser.get(path)
        found = [piece.decode() for piece in itertools.islice(stream.response, number)]
        stream.close()
        return found

    def everything(self, browser: Browser) -> dict[str, Any]:
        """Return every answer to pages other than seat A's."""
        number = pages.view(self.table)["number"]
        # otherwise the book's page would say that it is still reading
        assert not self.table.chronicle.all(OUTLINE, 100).missing
        drawn = {"type": "CardPlayed", "seat": "A", "card": "AS", "use": "trail"}
        found: dict[str, Any] = {
            str(rule): ID.sub("@", browser.get(str(rule)).get_data(as_text=True))
            for rule in self.app.url_map.iter_rules()
            if "GET" in (rule.methods or ()) and not rule.arguments and str(rule) not in APART
        }  # fmt: skip
        for at in range(1, number + 1):
            found[f"at {at}"] = browser.get(f"/at/{at}.json").get_data(as_text=True)
            told = browser.post("/preview", {"fact": {"type": "Voided", "target": at}})
            found[f"preview {at}"] = told.get_data(as_text=True)
        for path in ("/stream", "/stream?seat=A"):
            found[path] = self.first_events(browser, path)
        whole = f"/feed?after={self.table.playing}.1"
        found["feed"] = self.first_events(browser, whole, number + 1)  # the stream contains every event, and the state
        found["plays"] = browser.get("/plays.json?seat=A&card=8H").json
        found["before"] = browser.get(f"/before/{number}.json").get_data(as_text=True)
        found["plays before"] = browser.get(f"/plays.json?seat=A&card=8H&before={number}").json
        put_right = {"type": "Amended", "target": number, "fact": drawn}
        found["corrected"] = browser.post("/preview", {"fact": put_right}).get_data(as_text=True)
        found["tried"] = browser.post("/preview", {"fact": drawn}).get_data(as_text=True)
        for path in ("/export/1", "/export/1.txt", "/book/1", "/seat/A", "/seat/B", f"/at/{number}"):
            found[path] = ID.sub("@", browser.get(path).get_data(as_text=True))
        return found

    def own(self) -> str:
        """Return the secrets sent to the holder of seat A."""
        return "".join(self.first_events(self.mine, "/stream?seat=A"))


def otherwise(fact: Fact, names: tuple[str, ...], random: Random) -> Fact:
    """Return the same fact with other hidden cards."""
    match fact:
        case CardsHeld(cards=cards):
            return replace(fact, cards=tuple(random.choice(names) for _ in cards))
        case CardDrawn(card=card) if card.get("hidden"):
            return replace(fact, card={**card, "name": random.choice(names)})
    return fact


def evenings(one: Twin, other: Twin, random: Random) -> Iterator[bool]:
    """Play both evenings; yield after every fact whether seat A's secrets differ by now."""
    differs = False
    for _ in range(ENOUGH):
        evening = one.table.evening()
        assert evening is not None
        question, fact = next(
            ((q, f) for q, f in players.answers(evening.play, random) if q.kind == "hold" and f.seat == "A"),  # type: ignore[attr-defined]
            (None, players.turn(evening.play, random)),
        )
        if fact is None:
            return
        if isinstance(fact, CardDrawn) and fact.card.get("hidden"):  # a turned-up card is public
            fact = replace(fact, card={"turned": "3", **fact.card})
        asked = question or next((q for q in evening.play.open if type(fact) in q.answers), None)
        twin = (
            otherwise(fact, getattr(asked, "names", ()), random)
            if isinstance(fact, SeatFact) and fact.seat == "A"
            else fact
        )
        told = [at.table.evening().play.refuse(f) is None for at, f in ((one, fact), (other, twin))]  # type: ignore[union-attr]
        if not all(told):
            continue
        assert one.table.submit(encode(fact)).ok
        assert other.table.submit(encode(twin)).ok
        differs |= fact != twin
        yield differs


def keeps_secrets(game: str) -> bool:
    """Whether random play of a game leads to secrets."""
    from tests.games import tables

    for seed in range(6):
        evening = tables.Evening(game, "ABC", house=followed(game, {}))
        tables.play(evening, Random(seed), 60)
        if any(public(fact) != fact for fact in evening.facts):
            return True
    return False


ID = re.compile(r"@[0-9a-f]{10}")
"""The ids of people, which are drawn at random."""

SECRET = [name for name in names() if keeps_secrets(name)]


def test_some_games_keep_secrets_and_some_have_none() -> None:
    assert 2 <= len(SECRET) < len(names())
    assert all(game_class(name).secrets is not game_class(names()[0]).secrets for name in SECRET)


@pytest.fixture
def twins(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[str], tuple[Twin, Twin]]]:
    opened: list[Twin] = []

    def begin(game: str) -> tuple[Twin, Twin]:
        opened.extend(Twin(game, tmp_path / name) for name in ("one", "other"))
        return opened[0], opened[1]

    yield begin
    for twin in opened:
        twin.table.close()


@pytest.mark.parametrize("game", SECRET)
def test_nobody_elses_page_differs_by_the_cards_that_a_seat_keeps(
    game: str, twins: Callable[[str], tuple[Twin, Twin]]
) -> None:
    one, other = twins(game)
    seen = compared = 0
    for differs in evenings(one, other, Random(f"secrets {game}")):
        if not differs:
            continue
        seen += one.own() != other.own()
        if seen and compared < few(3) and seen % 3 == 1:
            compared += 1
            for page in ("page", "other"):
                assert one.everything(getattr(one, page)) == other.everything(getattr(other, page))
            assert one.first_events(one.mine, "/stream") == other.first_events(other.mine, "/stream")
    assert seen
    assert compared


@pytest.mark.parametrize("game", SECRET)
def test_a_seat_that_is_taken_over_is_told_nothing_more(game: str, twins: Callable[[str], tuple[Twin, Twin]]) -> None:
    one, other = twins(game)
    for differs in evenings(one, other, Random(f"taken {game}")):
        if differs and one.own() != other.own():
            break
    stream = one.mine.get("/stream?seat=A")
    before = [piece.decode() for piece in itertools.islice(stream.response, 4)]
    assert any(piece.startswith("event: secrets") and piece != "event: secrets\ndata: {}\n\n" for piece in before)
    one.page.claim("A")  # another phone claims the seat
    assert one.table.submit({"type": "SeatTaken", "seat": "C", "name": "Zoé"}).ok
    after = [piece.decode() for piece in itertools.islice(stream.response, 2)]
    stream.close()
    assert 'event: secrets\ndata: {"gone":true}\n\n' in after


@pytest.mark.parametrize("game", SECRET)
def test_an_evening_with_hidden_cards_is_exported_when_it_is_over(
    game: str, twins: Callable[[str], tuple[Twin, Twin]]
) -> None:
    one, other = twins(game)
    for differs in evenings(one, other, Random(f"export {game}")):
        if differs:
            break
    refused = one.page.get("/export/1")
    assert refused.status_code == 409
    assert "cachées" in refused.json["text"]
    assert one.table.end_game().ok
    assert json.loads(one.page.get("/export/1").get_data(as_text=True).splitlines()[0])


@pytest.mark.parametrize("game", SECRET)
def test_the_file_of_an_evening_holds_no_hidden_card_and_goes_on_elsewhere(
    game: str, twins: Callable[[str], tuple[Twin, Twin]]
) -> None:
    """Regression: an evening revealed every hand once it was ended, exported and resumed."""
    one, other = twins(game)
    random = Random(f"file {game}")
    for differs in evenings(one, other, random):
        if differs and one.own() != other.own():
            break
    before = pages.view(one.table)
    for twin in (one, other):
        assert twin.table.end_game().ok
    file = one.page.get("/export/1").data
    assert file == other.page.get("/export/1").data
    assert one.table.resume(one.table.import_evening(file)).ok
    after = pages.view(one.table)
    same = ("number", "accounts", "scene", "seats", "turn", "misfits")
    assert {key: after[key] for key in same} == {key: before[key] for key in same}
    for _ in range(20):
        evening = one.table.evening()
        assert evening is not None
        if (fact := players.turn(evening.play, random)) is not None:
            assert one.table.submit(encode(fact)).ok, fact


def test_an_evening_whose_replay_needs_the_hands_is_exported_once_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With version 1 of the rules, a file without the hands would end differently."""
    monkeypatch.setattr(game_class("cassino"), "version", 1)
    at = Twin("cassino", tmp_path)
    for fact in ({"type": "CardsShown", "seat": "A", "cards": ["5S", "3H", "9C", "KD"]},
                 {"type": "CardsHeld", "seat": "B", "cards": ["9H", "2D", "4D", "6D"]}):  # fmt: skip
        assert at.table.submit(fact).ok, fact
    assert at.table.end_game().ok
    assert at.page.get("/export/1").json["code"] == "SECRETS"
    at.table.close()


def test_a_card_of_another_is_not_tried_by_correcting_it(tmp_path: Path) -> None:
    """Regression: misfits revealed another player's hand; the holder may see them."""
    at = Twin("cassino", tmp_path)
    played = {"type": "CardPlayed", "seat": "B", "card": "9H", "use": "trail"}
    for fact in ({"type": "CardsShown", "seat": "A", "cards": ["5S", "3H", "9C", "KD"]},
                 {"type": "CardsHeld", "seat": "B", "cards": ["9H", "2D", "4D", "6D"]}, played):  # fmt: skip
        assert at.table.submit(fact).ok, fact
    number = pages.view(at.table)["number"]
    for card in ("2D", "8C"):
        put_right = {"fact": {"type": "Amended", "target": number, "fact": played | {"card": card}}}
        for browser in (at.page, at.mine):
            assert browser.post("/preview", put_right).json == {"ok": True, "hidden": True}
        assert at.other.post("/preview", put_right).json["misfits"] == []
    at.table.close()


def test_the_holders_page_alone_is_answered_by_its_hand(tmp_path: Path) -> None:
    """Regression: everybody learnt from the refusal that B did not hold a card, so 52 plays revealed his hand."""
    at = Twin("cassino", tmp_path)
    for fact in ({"type": "CardsShown", "seat": "A", "cards": ["5S", "3H", "9C", "KD"]},
                 {"type": "CardsHeld", "seat": "B", "cards": ["9H", "2D", "4D", "6D"]}):  # fmt: skip
        assert at.table.submit(fact).ok, fact
    wrong = {"type": "CardPlayed", "seat": "B", "use": "capture", "take": ["AC"]}
    told = [at.page.fact(wrong | {"card": card}).json["code"] for card in ("9H", "2D", "8C", "10D")]
    assert set(told) == {"NOT_ON_TABLE"}
    played = {"type": "CardPlayed", "seat": "B", "card": "8C", "use": "trail"}
    assert at.other.fact(played, X_Servi_Page="seat").json["code"] == "NOT_IN_HAND"
    assert at.mine.fact(played, X_Servi_Page="seat").json["code"] == "WRONG_SEAT"
    assert at.page.fact(played).json["ok"]  # the table sees that card played, so the phone's entry was wrong
    at.table.close()


def test_the_moment_before_a_fact_that_never_was_is_said_in_words(tmp_path: Path) -> None:
    at = Twin("cassino", tmp_path)
    for path in ("/before/0.json", "/before/9999.json", "/before/99999999999999999999.json"):
        assert at.page.get(path).json["code"] == "NO_MOMENT"
    at.table.close()
