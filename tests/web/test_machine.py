"""The page of the machine: QR codes, Wi-Fi and shutdown, from the table's page only."""

from __future__ import annotations

from typing import Any

import pytest

from companion.machine import NoMachine, OwnWifi, Wifi
from tests.web.conftest import TABLE, Browser
from tests.web.fake_table import FakeTable


class Machine(NoMachine):
    can_switch_off = True
    own_open = True

    def __init__(self) -> None:
        self.own_wifi = OwnWifi("Servi", "abcd-efgh;2345")
        self.did: list[Any] = []

    def networks(self) -> tuple[Wifi, ...]:
        return (Wifi("Chez nous", 80, True), Wifi("Ouvert", 30, False))

    def join(self, name: str, password: str) -> None:
        self.did.append((name, password))

    def switch_off(self) -> None:
        self.did.append("off")


@pytest.fixture
def machine(table: FakeTable) -> Machine:
    table.machine = Machine()
    return table.machine


def test_the_page_tells_how_a_phone_comes_to_the_table(browser: Browser, machine: Machine) -> None:
    told = browser.get("/machine.json").json
    assert told["own"] == {"name": "Servi", "password": "abcd-efgh;2345", "open": True}
    assert [one["name"] for one in told["networks"]] == ["Chez nous", "Ouvert"]
    assert told["address"].startswith("http://salon.example") and told["off"] is True
    assert told["figures"].startswith("http://") and "salon" not in told["figures"]
    assert browser.get("/machine").status_code == 200
    for code in ("wifi", "page"):
        answer = browser.get(f"/machine/{code}.svg")
        assert answer.mimetype == "image/svg+xml" and b"<svg" in answer.data


def test_a_machine_without_wifi_has_no_code_of_its_own(browser: Browser, table: FakeTable) -> None:
    assert browser.get("/machine/wifi.svg").status_code == 404
    assert browser.get("/machine.json").json["networks"] == []


def test_joining_hands_over_what_was_typed(browser: Browser, machine: Machine) -> None:
    assert browser.post("/machine/join", {"name": "Chez nous", "password": "bon secret"}).status_code == 200
    assert browser.post("/machine/join", {"name": "Ouvert"}).status_code == 200
    assert machine.did == [("Chez nous", "bon secret"), ("Ouvert", "")]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": "Chez nous", "password": "court"}, 400),
        ({"name": "Chez nous", "password": "x" * 64}, 400),
        ({"name": "Chez nous", "password": 7}, 400),
        ({"name": "Inconnu", "password": "bon secret"}, 404),
        ({"name": "x" * 33}, 400),
        ({}, 404),
    ],
)
def test_what_no_network_would_take_is_refused(browser: Browser, machine: Machine, body: Any, status: int) -> None:
    answer = browser.post("/machine/join", body)
    assert answer.status_code == status and answer.json["text"]
    assert machine.did == []


def test_switching_off_is_for_the_table_and_for_a_machine_that_can(
    browser: Browser, table: FakeTable, machine: Machine
) -> None:
    assert browser.post("/machine/off", {}).status_code == 200
    assert machine.did == ["off"]
    table.machine = NoMachine()
    assert browser.post("/machine/off", {}).status_code == 409


def test_a_phone_that_holds_a_seat_does_not_switch_the_machine_off(browser: Browser, machine: Machine) -> None:
    browser.claim("A")
    assert browser.post("/machine/off", {}).status_code == 403
    assert browser.post("/machine/join", {"name": "Ouvert"}).status_code == 403
    assert machine.did == []
    assert browser.post("/machine/off", {}, **TABLE).status_code == 200
