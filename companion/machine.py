"""The small port to the machine that the table runs on: its health, its network, switching it off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Wifi:
    """A network in reach: its name, its strength in percent, whether it asks for a password."""

    name: str
    strength: int
    locked: bool


@dataclass(frozen=True, slots=True)
class OwnWifi:
    """The network that the machine opened itself, as a phone joins it."""

    name: str
    password: str


class Machine(Protocol):
    """What the page may ask of the machine. Nothing here waits for the network longer than its words say."""

    trouble: str | None
    """What everybody should know, in French, for the table page; None when all is well."""

    ending: bool
    """Whether it is being switched off."""

    @property
    def can_switch_off(self) -> bool:
        """Whether ``switch_off`` does anything here."""

    @property
    def own_wifi(self) -> OwnWifi | None:
        """The machine's own network, which it opens where it finds none that it knows; None where it has no Wi-Fi."""

    @property
    def own_open(self) -> bool:
        """Whether it is open now."""

    @property
    def joining(self) -> str | None:
        """The network that is being joined, or why the last one was not: a French sentence."""

    def networks(self) -> tuple[Wifi, ...]:
        """Return the networks in reach, the strongest first; empty where the machine has no Wi-Fi of its own."""

    def join(self, name: str, password: str) -> None:
        """Begin to join a network; the page of a phone on the machine's own network loses it meanwhile."""

    def switch_off(self) -> None:
        """Begin to switch the machine off."""

    def watch(self, table: Any) -> None:
        """Look after health and network for as long as the table is open; ``table.refresh()`` shows what changed."""


class NoMachine:
    """A laptop or a test: nothing to look after, nothing to switch off."""

    trouble: str | None = None
    ending = False
    can_switch_off = False
    own_wifi: OwnWifi | None = None
    own_open = False
    joining: str | None = None

    def networks(self) -> tuple[Wifi, ...]:
        """Return no network: the system of this machine has its own page for that."""
        return ()

    def join(self, name: str, password: str) -> None:
        """Do nothing."""

    def switch_off(self) -> None:
        """Do nothing."""

    def watch(self, table: Any) -> None:
        """Do nothing."""
