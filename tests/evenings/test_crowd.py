"""Crowds of connections, with real sockets: a tap from the table's tablet still gets its answer."""

from __future__ import annotations

import http.client
import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.companion.evenings import setup
from tests.evenings.program import Program
from web.crowd import CONNECTIONS, OF_ONE

TABLET, STRANGER = "127.0.0.9", "127.0.0.2"
PATIENCE = 60
"""Timeout of a tap, in seconds."""
MANY = 200
CLOSING = 40
"""Allowance for sockets that listen, belong to the program itself, or are being closed."""
PAY = {"seen": None, "fact": {"type": "MoneyMoved", "giver": "bank", "taker": "A", "amount": 25}}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """Yield a table that the tablet has opened."""
    opened = Program(tmp_path_factory.mktemp("evening"))
    assert tap(opened, path="/start", body={"setup": setup(4)}) == 200
    yield opened
    opened.kill()


def tap(
    program: Program, address: str = TABLET, path: str = "/command", body: Any = PAY, method: str = "POST", **more: str
) -> int:
    """Return the status of a request's answer, sent from this address."""
    asked = http.client.HTTPConnection("127.0.0.1", program.port, timeout=PATIENCE, source_address=(address, 0))
    try:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "X-Servi-Page": "table"}
        headers |= {key.replace("_", "-"): value for key, value in more.items()}
        asked.request(method, path, data if method == "POST" else None, headers)
        answer = asked.getresponse()
        answer.read() if path != "/stream" else answer.read(20)
        return answer.status
    finally:
        asked.close()


class Crowd:
    """Sockets that stay connected until the block ends; a socket that the server closes connects again."""

    def __init__(self, port: int, addresses: list[str], first: bytes, later: bytes = b"") -> None:
        self._port, self._first, self._later = port, first, later
        self._addresses = addresses
        self._sockets: dict[int, socket.socket] = {}
        self._pressing, self._over = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._hold, daemon=True)

    def __enter__(self) -> Crowd:
        self._push()
        self._thread.start()
        assert self._pressing.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        for one in self._sockets.values():
            one.close()

    def _hold(self) -> None:
        """Send and reconnect, at once and then five times a second."""
        while not self._over.is_set():
            self._push()
            self._pressing.set()
            self._over.wait(0.2)

    def _push(self) -> None:
        for number, address in enumerate(self._addresses):
            try:
                if number in self._sockets:
                    self._sockets[number].sendall(self._later)
                    self._look(number)
                else:
                    self._sockets[number] = self._open(address)
            except OSError:
                if number in self._sockets:
                    self._sockets.pop(number).close()

    def _look(self, number: int) -> None:
        """Detect that the server has closed the connection, without reading what it sent."""
        one = self._sockets[number]
        one.setblocking(False)
        try:
            if not one.recv(1, socket.MSG_PEEK):
                raise ConnectionResetError
        except BlockingIOError:
            pass
        finally:
            one.settimeout(1)

    def _open(self, address: str) -> socket.socket:
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.settimeout(1)
        one.bind((address, 0))
        one.connect(("127.0.0.1", self._port))
        one.sendall(self._first)
        return one


def head(port: int, line: str = "GET /view.json", more: str = "") -> bytes:
    return f"{line} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{more}".encode()


KINDS: dict[str, Callable[[int], tuple[bytes, bytes]]] = {
    "silent": lambda port: (b"", b""),
    "slow header": lambda port: (head(port), b"X"),
    "slow body": lambda port: (
        head(port, "POST /command", "Content-Type: application/json\r\nContent-Length: 8000\r\n\r\n"), b" "),
    "slow evening": lambda port: (
        head(port, "POST /import", "Content-Type: text/plain\r\nContent-Length: 60000000\r\n\r\n"), b" " * 100),
    "streams": lambda port: (head(port, "GET /stream", "\r\n"), b""),
    "answers unread": lambda port: (head(port, "GET /history.json", "\r\n") * 3, b""),
}  # fmt: skip
CROWDS = {
    "one address": [STRANGER] * MANY,
    "the tablet's own address": [TABLET] * MANY,
    "an address each": [f"127.0.{1 + i // 100}.{1 + i % 100}" for i in range(MANY + 150)],
}


def crowd_and_kind(crowd: str, kind: str) -> Any:
    """Return one case; answers that many addresses leave unread take long."""
    slow = (crowd, kind) == ("an address each", "answers unread")
    return pytest.param(CROWDS[crowd], KINDS[kind], id=f"{kind}-{crowd}", marks=pytest.mark.slow if slow else ())


@pytest.mark.parametrize(("crowd", "kind"), [crowd_and_kind(crowd, kind) for kind in KINDS for crowd in CROWDS])
def test_a_crowd_of_sockets_keeps_no_tap_out(
    program: Program, crowd: list[str], kind: Callable[[int], tuple[bytes, bytes]]
) -> None:
    with Crowd(program.port, crowd, *kind(program.port)):
        for _ in range(3):
            assert tap(program) == 200
        assert tap(program, path="/stream", method="GET") == 200, "a new page opens"
        most = OF_ONE if len(set(crowd)) == 1 else CONNECTIONS
        assert _connections(program) <= most + CLOSING, "all others were closed"
        if len(set(crowd)) == 1:
            assert tap(program, "127.0.0.10", "/view.json", method="GET") == 200, "also for somebody new"


def _connections(program: Program) -> int:
    """Return the number of the program's sockets."""
    names = []
    for one in Path(f"/proc/{program.process.pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            names.append(os.readlink(one))
    return sum(name.startswith("socket:") for name in names)


def test_seventeen_phones_with_six_connections_each_play_on(program: Program) -> None:
    phones = [f"127.0.3.{1 + i}" for i in range(17)]
    streams = Crowd(program.port, phones, head(program.port, "GET /stream", "\r\n"))
    with streams, Crowd(program.port, phones * 5, head(program.port, more="\r\n")):
        for phone in phones:
            assert tap(program, phone) == 200
        assert tap(program) == 200


EVENING = "Content-Type: text/plain\r\nContent-Length: 60000000\r\n\r\n"
FOREIGN = "POST /import HTTP/1.1\r\nHost: elsewhere.example\r\n"
STORED = {
    "an evening": (lambda port: head(port, "POST /import", EVENING), True),
    "another host": (lambda port: FOREIGN.encode() + EVENING.encode(), False),
    "another page": (lambda port: head(port, "POST /import", "Origin: http://elsewhere.example\r\n" + EVENING), False),
    "a command": (lambda port: head(port, "POST /language", EVENING.replace("text/plain", "application/json")), False),
    "no such page": (lambda port: head(port, "POST /nowhere", EVENING), False),
}  # fmt: skip


@pytest.mark.parametrize(("first", "stored"), STORED.values(), ids=STORED)
def test_a_body_that_is_refused_is_never_stored(program: Program, first: Callable[[int], bytes], stored: bool) -> None:
    while _on_disk(program):
        time.sleep(0.01)  # wait until the previous body is deleted
    one = socket.create_connection(("127.0.0.1", program.port), source_address=(STRANGER, 0))
    with one:
        one.sendall(first(program.port) + b" " * 4_000_000)
        assert tap(program) == 200
        assert (_on_disk(program) > 0) == stored


def _on_disk(program: Program) -> int:
    """Return the size of the program's temporary files, in bytes."""
    size = 0
    for one in Path(f"/proc/{program.process.pid}/fd").iterdir():
        try:
            size += one.stat().st_size if "(deleted)" in os.readlink(one) else 0
        except FileNotFoundError:
            pass  # closed meanwhile
    return size


def test_a_body_too_many_is_refused_with_words_until_there_is_room(program: Program) -> None:
    first = head(program.port, "POST /import", EVENING)
    second = head(program.port, "POST /import", EVENING.replace("60000000", "40660000"))
    with Crowd(program.port, [STRANGER], first), Crowd(program.port, [STRANGER], second):
        refused = tap(program, "127.0.0.3", "/import", b"x" * 9000, Content_Type="text/plain")
        assert refused == 503
        assert tap(program, path="/import", body=b"x" * 9000, Content_Type="text/plain") == 400, "the table has room"
    assert tap(program, "127.0.0.3", "/import", b"x" * 9000, Content_Type="text/plain") == 400


def test_a_body_over_its_limit_is_answered_with_words(program: Program) -> None:
    assert tap(program, path="/language", body=b" " * 20_000) == 413
    assert tap(program, path="/language", body=b" " * 20_000, Host="elsewhere.example") == 403
    with socket.create_connection(("127.0.0.1", program.port), timeout=PATIENCE) as one:
        chunked = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        one.sendall(head(program.port, "POST /language", chunked) + b"4E20\r\n" + b" " * 20_000 + b"\r\n0\r\n\r\n")
        assert b" 413 " in one.recv(100)


LINES = (
    b"GET /view.json HTTP/1.1", b"POST /command HTTP/1.1", b"POST /import HTTP/1.1", b"GET /stream HTTP/1.0",
    b"HEAD /stream HTTP/1.1", b"GET http://[ HTTP/1.1", b"GET //..//%00 HTTP/1.1", b"get / HTTP/1.1", b"GET / HTTP/9.9", b"GET",
    b"\0", b"PRI * HTTP/2.0", b"",
)  # fmt: skip
FIELDS = (
    b"Host: 127.0.0.1", b"Host: [", b"Content-Type: application/json", b"Content-Length: 5", b"Content-Length: -1",
    b"Content-Length: " + b"9" * 5000, b"Content-Length: 70000000", b"Content-Length: 5, 5", b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: gzip, chunked", b"Expect: 100-continue", b"Connection: close", b"Connection: keep-alive",
    b"No colon", b" folded", b"X: \xff\x00", b"X: " + b"y" * 20_000, b"Cookie: " + b"a=b; " * 2000, b"Range: bytes=1-0",
)  # fmt: skip
BODIES = (
    b"", b"{}", b"hello", b"5\r\nhello\r\n0\r\n\r\n", b"FFFFFFFFFFFFFFFFF\r\n", b"-5\r\n",
    b"5;x=" + b"y" * 9000 + b"\r\nhello",
)  # fmt: skip


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 10))])
def test_nonsense_on_the_wire_stops_nobody(program: Program, seed: int) -> None:
    chance = Random(seed)
    for _ in range(300):
        fields = chance.sample(FIELDS, chance.randint(0, 4))
        sent = b"\r\n".join([chance.choice(LINES), *fields, b"", chance.choice(BODIES)]) * chance.choice((1, 1, 2))
        with socket.create_connection(("127.0.0.1", program.port), source_address=(STRANGER, 0)) as one:
            one.settimeout(0.02)
            try:
                one.sendall(sent)
                assert not one.recv(64).startswith(b"HTTP/1.1 500"), sent
            except OSError:
                pass  # the server waits for more, or has closed
    assert tap(program) == 200
