"""The webhook: posts the feed's messages to one address, in order, and retries until the address accepts them.

The journal is the queue, so unsent messages survive a restart; only the position in the queue is stored.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.disk import write_whole
from companion.feed.feed import Feed, Message, Place

FILE = "feed.json"
TIMEOUT = 10.0
"""Maximum seconds to wait for an answer of the address."""
LONGEST_PAUSE = 60.0
"""Maximum seconds between two tries; the first pause is one second, each further pause is twice as long."""
BEAT = 5.0
"""Seconds between two checks of the table while nothing happens."""

Post = Callable[[Message], str]
"""Sends a message; returns an error text, "" if the address accepted it."""


class Webhook:
    """The sender for one address; ``trouble`` says why it lags behind, "" if it does not."""

    def __init__(self, feed: Feed, post: Post, kept: Path | None) -> None:
        self.trouble = ""
        self._feed, self._post, self._kept = feed, post, kept
        self._place = self._written = _read(kept)

    def start(self) -> None:
        """Start a thread that sends until the table closes."""
        threading.Thread(target=self.run, name="webhook", daemon=True).start()

    def run(self) -> None:
        """Send new messages, and retry those that the address did not accept."""
        table, pause = self._feed.table, 1.0
        while not table.closed.is_set():
            if self.send():
                pause = 1.0
                self._keep()
                table.wait(self._place.version, BEAT)
            else:
                self._keep()
                table.closed.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def send(self) -> bool:
        """Send new messages; return whether the address accepted all. Of unsent states, retry only the newest."""
        messages, place = self._feed.read(self._place)
        for message in messages:
            self.trouble = self._post(message)
            if self.trouble:
                return False
            if message.name == "event":
                self._place = Place(message.evening, message.number, 0)
        self._place = place
        return True

    def _keep(self) -> None:
        """Store the place on the disk, so that sending continues there after a restart."""
        if self._kept is None or self._place[:2] == self._written[:2]:
            return
        try:
            write_whole(self._kept, json.dumps({"evening": self._place.evening, "number": self._place.number}))
            self._written = self._place
        except OSError:
            pass  # after a restart, the messages since the last stored place are sent again


def poster(url: str, secret: str) -> Post:
    """Return the function that sends a message to an address, signed if there is a secret."""
    opener = urllib.request.build_opener(_NoRedirect)

    def post(message: Message) -> str:
        head = {
            "Content-Type": "application/json",
            "Servi-Message": message.name,
            "Servi-Id": f"{message.evening}.{message.number}",
        }
        if secret:
            head["Servi-Signature"] = "sha256=" + hmac.new(secret.encode(), message.data, hashlib.sha256).hexdigest()
        try:
            with opener.open(urllib.request.Request(url, message.data, head), timeout=TIMEOUT):
                return ""
        except urllib.error.HTTPError as error:
            error.close()
            return f"HTTP {error.code}"
        except (OSError, http.client.HTTPException, ValueError) as error:
            return str(getattr(error, "reason", "") or error or type(error).__name__)

    return post


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Treats a redirect as an error, because a redirected POST would become a GET."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _read(kept: Path | None) -> Place:
    try:
        found = json.loads(kept.read_bytes()) if kept else None
        return Place(int(found["evening"]), int(found["number"]), 0) if found else Place()
    except (OSError, ValueError, KeyError, TypeError):
        return Place()
