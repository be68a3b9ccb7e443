"""The Raspberry Pi under a table: it monitors power, heat and network, and can shut down."""

from __future__ import annotations

import logging
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.language import Sentence
from companion.machine import OwnWifi, Wifi
from hardware.health import Health, health
from hardware.network import NetworkError, NetworkManager

LOG = logging.getLogger(__name__)

LOOK = 3.0
"""Seconds between two checks; the page shows a problem within five."""

PATIENCE = 60.0
"""Seconds without a known network before the machine opens its access point."""


class Pi:
    """The machine port on a Raspberry Pi (``companion.machine.Machine``)."""

    can_switch_off = True

    def __init__(
        self,
        data: Path,
        *,
        network: NetworkManager | None = None,
        look: Callable[[], Health] | None = None,
        clock: Callable[[], float] = time.monotonic,
        run: Callable[[list[str]], Any] = subprocess.run,
    ) -> None:
        self._network = network or NetworkManager(data / "network.json")
        self._look = look or (lambda: health(data))
        self._clock = clock
        self._run = run
        self._closing = threading.Event()
        self._lock = threading.Lock()  # one change of the network at a time
        self._table: Any = None
        self._lonely_since: float | None = None
        self._seen: tuple[Wifi, ...] = ()
        self.trouble: str | None = None
        self.ending = False
        self.own_open = False
        self.joining: str | None = None

    @property
    def own_wifi(self) -> OwnWifi | None:
        """The access point of this machine, None without Wi-Fi."""
        return self._network.own() if self._network.has_wifi() else None

    def networks(self) -> tuple[Wifi, ...]:
        """Return the networks in reach; while the access point is open, those found before it opened."""
        if not self.own_open:
            self._seen = self._network.in_reach()
        return self._seen

    def join(self, name: str, password: str) -> None:
        """Start joining a network in a thread, so that the page gets its answer."""
        threading.Thread(target=self.join_now, args=(name, password), name="wifi", daemon=True).start()

    def join_now(self, name: str, password: str) -> None:
        """Join a network; on failure reopen an access point that was open, so that the page can show the reason."""
        with self._lock:
            was_open = self.own_open
            self._say_joining(Sentence("Le boîtier rejoint « {name} »…", {"name": name}))
            self._network.close_own()
            self.own_open = False
            try:
                self._network.join(name, password)
                self._say_joining(None)
            except NetworkError as error:
                if was_open:
                    self._open_own()
                self._say_joining(error.args[0])  # a Sentence, so that each reader gets it in his language

    def switch_off(self) -> None:
        """Shut down after one second, so that every page learns of it."""
        self.ending = True
        self._show()
        threading.Timer(1.0, self._run, (["systemctl", "poweroff"],)).start()

    def watch(self, table: Any) -> None:
        """Monitor the machine in a thread until ``close``."""
        self._table = table
        threading.Thread(target=self._watch, name="machine", daemon=True).start()

    def close(self) -> None:
        """Stop monitoring."""
        self._closing.set()

    def _watch(self) -> None:
        while not self._closing.is_set():
            try:
                self.tick()
            except Exception:
                LOG.exception("the machine could not be looked at")
            self._closing.wait(LOOK)

    def tick(self) -> None:
        """Check health and network once."""
        trouble = self._look().trouble
        if trouble != self.trouble:
            self.trouble = trouble
            self._show()
        self._keep_reachable()

    def _keep_reachable(self) -> None:
        if self.own_open or not self._lock.acquire(blocking=False):
            return
        try:
            if self._network.connected() or not self._network.has_wifi():
                self._lonely_since = None
                return
            now = self._clock()
            self._lonely_since = now if self._lonely_since is None else self._lonely_since
            if now - self._lonely_since >= PATIENCE:
                self._lonely_since = None
                self._seen = self._network.in_reach()
                self._open_own()
        finally:
            self._lock.release()

    def _open_own(self) -> None:
        try:
            self._network.open_own()
            self.own_open = True
        except NetworkError as error:
            LOG.warning("%s", error)
        self._show()

    def _say_joining(self, words: str | None) -> None:
        self.joining = words
        self._show()

    def _show(self) -> None:
        if self._table is not None:
            self._table.refresh()
