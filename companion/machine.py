"""The port to the machine that runs the table: health, network, power."""

from __future__ import annotations

from typing import Any, Protocol

from companion.record import record


@record()
class Wifi:
    """A network in range; ``strength`` in percent; ``locked``: it needs a password."""

    name: str
    strength: int
    locked: bool


@record()
class OwnWifi:
    """The machine's own access point, with the password for phones."""

    name: str
    password: str


class Machine(Protocol):
    """The machine as the pages see it. ``join``, ``switch_off`` and ``watch`` return at once."""

    trouble: str | None
    """A French sentence for the table page, None if all is well."""

    ending: bool
    """Whether the machine is shutting down."""

    @property
    def can_switch_off(self) -> bool:
        """Whether ``switch_off`` works here."""

    @property
    def own_wifi(self) -> OwnWifi | None:
        """The machine's own access point, None without Wi-Fi; it opens if no known network is in range."""

    @property
    def own_open(self) -> bool:
        """Whether the access point is open."""

    @property
    def joining(self) -> str | None:
        """The name of the network being joined, a French sentence about the last failed attempt, or None."""

    def networks(self) -> tuple[Wifi, ...]:
        """Return the networks in range, the strongest first; () without Wi-Fi."""

    def join(self, name: str, password: str) -> None:
        """Start joining a network; meanwhile, a phone on the access point loses the page."""

    def switch_off(self) -> None:
        """Start the shutdown."""

    def watch(self, table: Any) -> None:
        """Monitor health and network in a thread; call ``table.refresh()`` after a change."""


class NoMachine:
    """The machine of a laptop or a test; it monitors nothing and cannot switch off."""

    trouble: str | None = None
    ending = False
    can_switch_off = False
    own_wifi: OwnWifi | None = None
    own_open = False
    joining: str | None = None

    def networks(self) -> tuple[Wifi, ...]:
        """Return no networks: the laptop's operating system manages them."""
        return ()

    def join(self, name: str, password: str) -> None:
        """Do nothing."""

    def switch_off(self) -> None:
        """Do nothing."""

    def watch(self, table: Any) -> None:
        """Do nothing."""
