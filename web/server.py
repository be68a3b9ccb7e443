"""The server: waitress with limits, so that many connections cannot block a tap from the table (033).

Waitress receives requests and sends answers in one thread that never waits for a client, and calls the application in
others. This server closes slow and idle connections and stores a large body only if the application would take it. One
thread serves all streams.
"""

from __future__ import annotations

import logging
import socket
import sys
import time
from collections.abc import Iterator
from copy import copy
from typing import Any

from flask import Flask
from waitress.adjustments import Adjustments  # type: ignore[import-untyped]
from waitress.buffers import OverflowableBuffer  # type: ignore[import-untyped]
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.parser import HTTPRequestParser, ParsingError  # type: ignore[import-untyped]
from waitress.server import TcpWSGIServer  # type: ignore[import-untyped]
from waitress.task import ThreadedTaskDispatcher, WSGITask  # type: ignore[import-untyped]

from web.access import room_for_body
from web.crowd import CONNECTIONS, THREADS, Turn, Turns, too_many
from web.stream import WAITING, Stream, Streams

IN_SYSTEM = 64 * 1024
"""Maximum bytes of an answer that wait in the system's buffer of a connection."""
ANSWER = 256 * 1024
"""Maximum bytes of an answer buffered for a slow page; a longer one keeps its thread until the page reads the rest."""
HEADER = 16 * 1024
"""Maximum size of a request's header, in bytes."""
SMALL = 8 * 1024
"""Maximum size of a body that is always stored, in bytes."""
BODIES = 96 * 1024 * 1024
"""Maximum size of all larger bodies together, in bytes."""
AT_ONCE = 8
"""Connections accepted in a row: far fewer than one address may have, so that older ones are closed before these."""
SWITCH = 0.0005
"""Seconds after which a busy thread lets another one run. The receiving thread needs this short time at each step. With
Python's 5 ms and eight busy threads, 200 newcomers delayed a tap by 10 s on a loaded machine."""
FRESH = 2
"""Seconds within which the first request of a new connection should arrive."""
HEADER_TIME, BODY_TIME, STALLED, IDLE = 10, 20, 10, 60
"""Maximum seconds for a header, for the first part of a body, without reading an answer, and without a request."""
BODY_RATE = 32 * 1024
"""Minimum bytes of a body in each second after ``BODY_TIME``."""


class Detached(BaseException):
    """Ends a thread's work on a stream, which continues without it; waitress catches only ``Exception``."""


class Bounded(OverflowableBuffer):  # type: ignore[misc]
    """A buffer that stores no further data once data would exceed its limit; ``dropped`` is then True."""

    def __init__(self, overflow: int, most: int) -> None:
        super().__init__(overflow)
        self._most, self.dropped = most, False

    def append(self, data: bytes) -> None:
        self.dropped = self.dropped or len(self) + len(data) > self._most
        if not self.dropped:
            super().append(data)


class Request(HTTPRequestParser):  # type: ignore[misc]
    """An arriving request. It drops a body that has no room; the application then refuses the body's length."""

    path = ""
    """Default path; waitress logs the path even of a request whose first line it could not read."""

    def __init__(self, channel: Channel) -> None:
        super().__init__(channel.adj)
        self._channel = channel
        self.begun = time.monotonic()
        self.room, self.crowded = 0, False

    def parse_header(self, header: bytes) -> None:
        try:
            super().parse_header(header)
        except ValueError as error:  # such as for "http://[", or a length of five thousand digits
            raise ParsingError(str(error)) from None
        if self.body_rcv is not None:
            self._channel.make_room(self)
            self.body_rcv.buf = Bounded(self.adj.inbuf_overflow, self.room)

    def received(self, data: bytes) -> int:
        consumed: int = super().received(data)
        if self.completed and self.chunked and self.body_rcv.getbuf().dropped:
            self.headers["CONTENT_LENGTH"] = str(self.body_bytes_received)
        return consumed

    @property
    def late(self) -> bool:
        """Whether header or body arrive too slowly."""
        age = time.monotonic() - self.begun
        if not self.headers_finished:
            return age > HEADER_TIME
        return bool(self.body_bytes_received < (age - BODY_TIME) * BODY_RATE)


class Task(WSGITask):  # type: ignore[misc]
    """The call of the application for one request."""

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ["servi.detaches"] = True
        environ["servi.crowded"] = self.request.crowded
        return environ

    @property
    def _stream(self) -> Stream | None:
        """The stream that the application passes to ``Streams``, if any."""
        return (self.environ or {}).get("servi.stream")

    def service(self) -> None:
        detached = False
        try:
            super().service()
        except Detached:
            detached = True
            raise
        finally:
            if self._stream is not None and not detached:
                self._stream.close()

    def finish(self) -> None:
        if self._stream is None:
            super().finish()
        else:
            self.channel.adj = self.channel.server.for_streams
            self.channel.server.streams.add(self, self._stream)
            raise Detached


class Channel(HTTPChannel):  # type: ignore[misc]
    """One connection."""

    task_class = Task
    request: Request | None = None
    turn: Turn = ("", "")
    _active = 0.0
    _served = False

    def __init__(self, server: Server, sock: socket.socket, addr: Any, adj: Any, map: Any = None) -> None:
        self.address = str(addr[0])
        self._fresh_until = time.monotonic() + FRESH
        super().__init__(server, sock, addr, adj, map)
        gone = too_many(self, server.active_channels.values(), server.kept)
        if isinstance(gone, Channel):
            gone.leave()

    @property
    def last_activity(self) -> float:
        """The time of the last sending or receiving, by a clock that does not jump, unlike waitress's."""
        return self._active

    @last_activity.setter
    def last_activity(self, _: float) -> None:
        self._active = time.monotonic()

    def parser_class(self, adj: Any) -> Request:
        return Request(self)

    @property
    def open(self) -> bool:
        return self.connected and not self.will_close

    @property
    def rank(self) -> int:
        """0 while idle, 1 while a request arrives, 2 while one waits for its turn or is served."""
        return 2 if self.requests else 1 if self.request else 0

    @property
    def asks(self) -> str:
        request = next(self.arriving(), None)
        return str(request.path).split("/")[1] if request is not None and "/" in request.path else ""

    @property
    def fresh(self) -> bool:
        return not self._served and time.monotonic() < self._fresh_until

    @property
    def overdue(self) -> bool:
        """Whether this connection has stalled or is idle for too long."""
        quiet = time.monotonic() - self.last_activity
        if self.total_outbufs_len and quiet > STALLED:
            return True
        if self.request is not None and self.request.late:
            return True
        return not self.requests and self.request is None and quiet > IDLE

    def _flush_some(self, do_close: bool = True) -> bool:
        """Send waiting data and free its memory; waitress keeps sent data until a buffer has reached its limit."""
        sent: bool = super()._flush_some(do_close)
        if sent and not self.total_outbufs_len and self.connected:
            self.outbufs[-1].close()
            self.outbufs[-1] = OverflowableBuffer(self.adj.outbuf_overflow)
            self.current_outbuf_count = 0
        return sent

    def leave(self) -> None:
        """Shut this connection down; a mere close would wait forever for a client that reads nothing."""
        self.will_close = True
        if (held := self.socket) is not None:
            try:
                held.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # closed already

    def handle_close(self) -> None:
        super().handle_close()
        self.give_up()
        if self.request is not None:
            self.request.close()  # otherwise its body stays on the disk until garbage collection
            self.request = None

    def give_up(self) -> None:
        """Stop waiting for a turn; otherwise thousands of closed connections would soon wait in a crowd."""
        if self.server.turns.leave(self):
            for request in self.requests:
                request.close()

    def make_room(self, request: Request) -> None:
        """Set the maximum stored size of a request's body: what the application takes, 0 if there is no room."""
        if not request.chunked and request.content_length <= SMALL:
            request.room = SMALL
            return
        wanted = room_for_body(self.server.app, Task(self, request).get_environment())
        request.room = wanted if request.chunked else min(wanted, request.content_length)
        held = sum(one.room for channel in self.server.active_channels.values() for one in channel.arriving())
        if held > BODIES and self.address not in self.server.kept:
            request.room, request.crowded = 0, True

    def arriving(self) -> Iterator[Request]:
        """Yield the requests whose bodies this connection holds."""
        yield from [*self.requests, *([self.request] if self.request else [])]

    def service(self) -> None:
        """Serve one request, whose turn ``Server.add_task`` has begun."""
        turn, self._served = self.turn, True
        try:
            super().service()
        except Detached:
            pass  # the request stays, so that this connection serves no other request
        finally:
            if (waiting := self.server.turns.end(turn)) is not None:
                self.server.add_task(waiting)


class Server(TcpWSGIServer):  # type: ignore[misc]
    """The server of one table."""

    channel_class = Channel
    next_channel_cleanup: float

    def __init__(self, app: Flask, streams: Streams, turns: Turns, **more: Any) -> None:
        self.app, self.streams, self.turns, self.kept = app, streams, turns, turns.kept
        super().__init__(app, **more)
        self.for_streams = copy(self.adj)
        self.for_streams.outbuf_high_watermark = WAITING  # waitress also begins a new buffer at this size

    def add_task(self, task: Channel) -> None:
        """Serve a connection's request in a thread, now or when it is its turn."""
        turn = self.turns.begin(task)
        if turn is not None:
            task.turn = turn
            super().add_task(task)
        elif not task.connected:  # closed meanwhile
            task.give_up()

    def set_socket_options(self, conn: socket.socket) -> None:
        super().set_socket_options(conn)
        conn.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, IN_SYSTEM)

    def handle_accept(self) -> None:
        """Accept several connections at once, because in a crowd each round of the loop waits for busy threads."""
        for _ in range(AT_ONCE):
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before:
                return

    def readable(self) -> bool:
        """Also keep the next ``maintenance`` near: waitress plans it by the time of day, which may jump back."""
        self.next_channel_cleanup = min(self.next_channel_cleanup, time.time() + self.adj.cleanup_interval)
        return bool(super().readable())

    def maintenance(self, now: float) -> None:
        for channel in [*self.active_channels.values()]:
            if channel.open and channel.overdue:
                channel.leave()


def listen(app: Flask, host: str, port: int, body: int) -> Any:
    """Return a server that already listens; ``body`` is the maximum size of a request's body, in bytes."""
    sys.setswitchinterval(SWITCH)
    adj = Adjustments(
        host=host,
        port=port,
        threads=THREADS,
        channel_request_lookahead=1,
        outbuf_high_watermark=ANSWER,
        max_request_header_size=HEADER,
        max_request_body_size=body,
        connection_limit=2 * CONNECTIONS,  # never reached, because ``crowd.too_many`` closes connections earlier
        cleanup_interval=1,
        asyncore_use_poll=True,
        ident="Servi",
    )
    # waiting requests are normal, and reports of them would fill the log
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(adj.threads)
    turns, streams = Turns(app.extensions["kept"]), Streams(app.extensions["table"])
    sockets: dict[int, Any] = {}
    for where in adj.listen:  # a host may have several addresses; the last server runs the loop for all of them
        server = Server(app, streams, turns, map=sockets, dispatcher=dispatcher, adj=adj, sockinfo=where)
    return server
