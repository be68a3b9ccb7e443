"""The settings of the owner: ``servi.toml`` in the data folder, with the values that differ from the defaults.

panel = "mock"          # auto (buttons where there are pins), mock (buttons on a page), off
pull_up = true          # buttons to ground; false: buttons to 3.3 V with the Pi's own pull-downs

[pins]                  # BCM numbers; false where there is no such button
chip_up = 4
buzzer = false
[pins.servi]
A = 10

[feed]                  # who listens: docs/feed.md
name = "table-3"        # this table's name there
broker = "mqtts://servi:password@broker.local"
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints
from urllib.parse import urlsplit

from companion.errors import ServiError
from companion.record import record
from companion.schema import Unfit, keys, reader
from hardware.pins import BOARD, DEFAULTS, Pin

FILE = "servi.toml"
WANTED = {
    "choice": "{name} is one of {allowed}, not {value!r}.",
    "flag": "{name} is true or false, not {value!r}.",
    "text": "{name} is a text of at most {longest} letters, not {value!r}.",
    "sign": "{name} holds a sign that cannot be written: take it out.",
}
"""Messages for an invalid value, in the words of the command line."""


class BadSettings(ServiError, ValueError):
    """An invalid settings file; the text names the file, the place and the remedy."""


@record()
class Listeners:
    """The feed's listeners. ``name``: the table's name in messages, "" for the name given to ``./servi --name``.

    ``webhook``: its address; ``secret``: the key that signs its messages. ``broker``: its address, mqtt://, or mqtts://
    for TLS; ``certificate``: a file to verify a private certificate of the broker against.
    """

    name: Annotated[str, 40] = ""
    webhook: Annotated[str, 400] = ""
    secret: Annotated[str, 400] = ""
    broker: Annotated[str, 400] = ""
    certificate: Annotated[str, 400] = ""


@record()
class Settings:
    """The settings; ``pins`` maps names to BCM numbers, without pins that are not wired."""

    panel: Literal["auto", "mock", "off"] = "auto"
    pull_up: bool = True
    pins: Mapping[str, int] = field(default_factory=lambda: dict(DEFAULTS))
    feed: Listeners = Listeners()


def load(folder: Path) -> Settings:
    """Return the settings of a data folder, the defaults without a file; raise ``BadSettings``."""
    file = folder / FILE
    try:
        given = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"{file} cannot be read: {error}.") from error
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"{file} is not TOML: {error}.") from error
    try:
        return settings(given)
    except BadSettings as error:
        raise BadSettings(f"{file}: {error}") from None


def settings(given: Mapping[str, Any]) -> Settings:
    """Return settings completed with defaults; raise ``BadSettings`` for an unknown key or an invalid value."""
    known(given, keys(Settings), "")
    sections: dict[str, Callable[[Any], Any]] = {"pins": _pins, "feed": _feed}
    found = {
        key: sections[key](value) if key in sections else _read(Settings, key, value) for key, value in given.items()
    }
    return Settings(**found)


def _read(cls: type, name: str, value: Any, where: str = "") -> Any:
    try:
        return reader(get_type_hints(cls, include_extras=True)[name])(value, where + name)
    except Unfit as error:
        raise BadSettings(WANTED[error.code].format(**error.values, value=value)) from None


def _feed(value: Any) -> Listeners:
    if not isinstance(value, Mapping):
        raise BadSettings("feed is a table: [feed], and below it who listens.")
    known(value, keys(Listeners), "feed.")
    read = Listeners(**{key: _read(Listeners, key, inner, "feed.") for key, inner in value.items()})
    for key, wanted in (("webhook", ("http", "https")), ("broker", ("mqtt", "mqtts"))):
        if (address := getattr(read, key)) and not _is_address(address, wanted):
            raise BadSettings(
                f"feed.{key} = {address!r} is no address: {wanted[0]}://… or {wanted[1]}://… with a host."
            )
    if read.name and not re.fullmatch(r"[\w-]+", read.name):
        raise BadSettings(f"feed.name = {read.name!r}: only letters, digits, - and _.")
    return read


def _is_address(text: str, schemes: tuple[str, ...]) -> bool:
    try:
        found = urlsplit(text)
        return found.scheme in schemes and bool(found.hostname) and found.port != 0
    except ValueError:  # such as a port that is not a number
        return False


def known(given: Iterable[str], there: Iterable[str], where: str) -> None:
    """Raise ``BadSettings`` for an unknown key, with the nearest known one."""
    there = list(there)
    for key in given:
        if key not in there:
            near = difflib.get_close_matches(key, there, 1, 0.4)
            cure = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(map(repr, there))}."
            raise BadSettings(f"there is no setting {where + key!r}: {cure}")


def _pins(value: Any) -> dict[str, int]:
    given = _flat(value)
    known(given, DEFAULTS, "pins.")
    pins = {name: bcm for name, bcm in {**DEFAULTS, **given}.items() if bcm is not False}
    users: dict[int, str] = {}
    for name, bcm in pins.items():
        if type(bcm) is not int or bcm not in BOARD:
            raise BadSettings(
                f"pins.{name} = {bcm!r} is no pin of the header: a BCM number from 0 to 27, or false for none."
            )
        if bcm in users:
            raise BadSettings(f"{Pin(name, bcm)} is told for both pins.{users[bcm]} and pins.{name}: change one.")
        users[bcm] = name
    return pins


def _flat(value: Any) -> dict[str, Any]:
    """Return ``{servi = {A = 17}, undo = 9}`` as ``{"servi.A": 17, "undo": 9}``."""
    if not isinstance(value, Mapping):
        raise BadSettings("pins is a table: [pins], and below it a line for each pin that differs.")
    flat: dict[str, Any] = {}
    for key, inner in value.items():
        flat |= {f"{key}.{seat}": bcm for seat, bcm in inner.items()} if isinstance(inner, Mapping) else {key: inner}
    return flat
