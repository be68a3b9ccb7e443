"""The banker's PIN: stored as a hash, with growing waits after wrong tries."""

from __future__ import annotations

import io
import json
import stat
from pathlib import Path

import pytest

from companion.errors import BadCommand
from hardware.__main__ import main
from web.pin import FIRST_WAIT, FREE_TRIES, LONGEST_WAIT, METHOD, BankersPin


class Clock:
    """A settable clock."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pin(tmp_path: Path, clock: Clock) -> BankersPin:
    kept = BankersPin(tmp_path, clock)
    kept.set("4217")
    return kept


def test_only_the_hash_is_kept_and_only_for_its_owner(pin: BankersPin, tmp_path: Path) -> None:
    file = tmp_path / "pin.json"
    assert "4217" not in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert pin.accepts("4217")
    assert not pin.accepts("4218")
    assert not pin.accepts("")


def test_a_pin_is_hashed_with_the_usual_effort(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.pin.METHOD", METHOD)
    BankersPin(tmp_path).set("4217")
    assert json.loads((tmp_path / "pin.json").read_text())["hash"].startswith("scrypt:32768:8:1$")
    assert BankersPin(tmp_path).accepts("4217")


def test_a_pin_that_was_set_before_this_version_holds(tmp_path: Path) -> None:
    old = {"salt": "222638d08547fd4bed41d395964fa4ee", "wrong": 0, "until": 0.0,
           "digest": "5756a2d769e2a9498e794c0d9036dd22b24272eb95a2e8c8bfccccc29b29b5f5"}  # fmt: skip
    (tmp_path / "pin.json").write_text(json.dumps(old))
    pin = BankersPin(tmp_path)
    assert not pin.accepts("4712")
    assert pin.accepts("4711")
    assert pin.mark == old["salt"]
    pin.set("4711")
    assert pin.accepts("4711")
    assert pin.mark != old["salt"]


@pytest.mark.parametrize("broken", [{"hash": "scrypt:1:2"}, {"hash": 4217}, {"hash": None}, {"salt": "zz", "digest": "00"},
                                    {"salt": "00"}, {"salt": None, "digest": None}, {}])  # fmt: skip
def test_a_damaged_hash_lets_nobody_in(broken: dict[str, object], tmp_path: Path) -> None:
    (tmp_path / "pin.json").write_text(json.dumps({"wrong": 0, "until": 0.0, **broken}))
    pin = BankersPin(tmp_path)
    assert pin.there
    assert not pin.accepts("4217")
    assert isinstance(pin.mark, str)


def test_without_a_pin_nothing_is_asked(tmp_path: Path) -> None:
    pin = BankersPin(tmp_path)
    assert not pin.there
    assert not pin.accepts("")
    assert pin.mark == ""


@pytest.mark.parametrize("told", ["", "123", "123456789", "12a4", "１２３４", "12 34"])
def test_a_pin_has_four_to_eight_digits(told: str, tmp_path: Path) -> None:
    with pytest.raises(BadCommand, match="4 à 8 chiffres"):
        BankersPin(tmp_path).set(told)
    assert not BankersPin(tmp_path).there


def test_each_wrong_try_makes_the_next_wait_longer_also_after_a_restart(
    pin: BankersPin, clock: Clock, tmp_path: Path
) -> None:
    for _ in range(FREE_TRIES - 1):
        assert not pin.accepts("0000")
        assert pin.waits() == 0
    expected = FIRST_WAIT
    for _ in range(12):
        assert not pin.accepts("0000")
        assert BankersPin(tmp_path, clock).waits() == min(expected, LONGEST_WAIT)
        assert not pin.accepts("4217")  # even the right PIN has to wait
        clock.now += pin.waits()
        expected *= 2
    assert pin.accepts("4217")
    assert not pin.accepts("0000")
    assert pin.waits() == 0


@pytest.mark.parametrize("jump", [-86_400.0, 3e8])
def test_a_time_of_day_that_jumps_changes_no_wait(tmp_path: Path, clock: Clock, jump: float) -> None:
    today = Clock()
    pin = BankersPin(tmp_path, clock, today)
    pin.set("4217")
    for _ in range(FREE_TRIES):
        pin.accepts("0000")
    today.now += jump
    assert pin.waits() == FIRST_WAIT
    assert BankersPin(tmp_path, clock, today).waits() in (0, FIRST_WAIT), "after a restart it is no longer"
    clock.now += FIRST_WAIT
    assert pin.waits() == 0 and pin.accepts("4217")


def test_a_damaged_file_lets_nobody_in(pin: BankersPin, tmp_path: Path) -> None:
    (tmp_path / "pin.json").write_text("{}")
    assert pin.there
    assert not pin.accepts("4217")
    pin.set("1234")
    assert pin.accepts("1234")


def test_the_verb_sets_a_new_pin_and_takes_it_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("2468\n"))
    assert main(["pin", "--data", str(tmp_path)]) == 0
    pin = BankersPin(tmp_path)
    assert pin.accepts("2468")
    before = pin.mark
    monkeypatch.setattr("sys.stdin", io.StringIO("13579\n"))
    assert main(["pin", "--data", str(tmp_path)]) == 0
    assert pin.mark != before
    assert pin.accepts("13579")
    monkeypatch.setattr("sys.stdin", io.StringIO("twelve\n"))
    assert main(["pin", "--data", str(tmp_path)]) == 1
    assert "4 to 8 digits" in capsys.readouterr().err
    assert pin.accepts("13579")
    assert main(["pin", "--off", "--data", str(tmp_path)]) == 0
    assert not pin.there


def test_the_verb_asks_twice_at_a_keyboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Keyboard(io.StringIO):
        def isatty(self) -> bool:
            return True

    typed = iter(["2468", "2469", "2468", "2468"])
    monkeypatch.setattr("sys.stdin", Keyboard())
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(typed))
    assert main(["pin", "--data", str(tmp_path)]) == 1
    assert not BankersPin(tmp_path).there
    assert main(["pin", "--data", str(tmp_path)]) == 0
    assert BankersPin(tmp_path).accepts("2468")
