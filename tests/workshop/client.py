"""A client of the server's HTTP API and of its WebSocket protocol, for tests and benchmarks.

`Line` and `Http` stand directly on asyncio's transports, because a load generator needs the CPU time. `RawLine` and
`raw_line` send bytes that no library would send. All clients of one server in one process need no other package than
msgspec.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, cast
from urllib.parse import urlsplit

from msgspec.json import decode, encode

Hear = Callable[["Line", bytes], None]
"""Callback for the text of a message. The first call may come before `Line.connect` returns."""
KEY = "b3Blbmt1YiBvcGVua3ViIQ=="
CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
"""Opcodes of frames."""
FINAL = 0x80
NO_MASK = bytes(4)
"""A client must mask its frames. A mask of zeros changes nothing and costs nothing."""
OPEN_S = 60
"""Seconds in which a conversation must be open."""
GOODBYE = re.compile(rb"\x88[\x02-\x7d][\x03\x11]")
"""The beginning of a frame with which the server closes a connection."""


def bearer(token: str | None) -> dict[str, str]:
    """Return the header that identifies a player."""
    return {"Authorization": f"Bearer {token}"} if token else {}


def socket_url(base: str, game: str) -> str:
    """Return the URL of a game's WebSocket."""
    return f"ws{base.removeprefix('http')}/api/games/{game}/socket"


def handshake(url: str, token: str | None = None) -> bytes:
    """Return the request that opens a WebSocket."""
    place = urlsplit(url)
    headers = {"Host": place.netloc, "Upgrade": "websocket", "Connection": "Upgrade", **bearer(token)}
    headers |= {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": KEY}
    path = place.path + (f"?{place.query}" if place.query else "")
    return _head(f"GET {path} HTTP/1.1", headers)


def _head(first: str, headers: Mapping[str, str]) -> bytes:
    lines = [first, *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode()


def frame(opcode: int, data: bytes, *, first: int = FINAL) -> bytes:
    """Return a masked frame."""
    size = len(data)
    if size < 126:
        head = bytes((first | opcode, 0x80 | size))
    elif size < 65_536:
        head = bytes((first | opcode, 0x80 | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first | opcode, 0x80 | 127)) + size.to_bytes(8, "big")
    return head + NO_MASK + data


def _address(url: str) -> tuple[str, int]:
    place = urlsplit(url)
    return place.hostname or "localhost", place.port or 80


def _local(address: str | None) -> tuple[str, int] | None:
    return (address, 0) if address else None


class Line(asyncio.Protocol):
    """A WebSocket that calls `hear` with every text. It takes no compressed and no fragmented messages."""

    def __init__(self, hear: Hear, lost: Callable[[], None]) -> None:
        self._hear, self._lost = hear, lost
        self._buffer = bytearray()
        self._upgraded = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def connect(
        cls, url: str, hear: Hear, lost: Callable[[], None], token: str | None = None, *, source: str | None = None
    ) -> Line:
        """Open a WebSocket from the IP address `source`. Raise `ConnectionError` if the server refuses it."""
        loop, (host, port) = asyncio.get_running_loop(), _address(url)
        _, line = await loop.create_connection(lambda: cls(hear, lost), host, port, local_addr=_local(source))
        line._transport.write(handshake(url, token))
        await line.opened
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server hung up"))
        self._lost()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._upgraded and not self._upgrade():
            return
        while self._frame():
            pass

    def _upgrade(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self._buffer[:end])
        del self._buffer[: end + 4]
        self._upgraded = b" 101 " in head
        if self.opened.done():  # given up meanwhile
            return False
        if self._upgraded:
            self.opened.set_result(None)
        else:
            self.opened.set_exception(ConnectionError(head.decode()))
        return self._upgraded

    def _frame(self) -> bool:
        """Take one frame out of the buffer. A server's frames have no mask."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        size, start = buffer[1], 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + size:
            return False
        kind, body = buffer[0], bytes(buffer[start : start + size])
        del buffer[: start + size]
        if kind == FINAL | TEXT:
            self._hear(self, body)
        elif kind == FINAL | PING:
            self._write(frame(PONG, body))
        elif kind == FINAL | CLOSE:
            self.close()
        return True

    def send(self, text: bytes) -> None:
        """Send a text message. It is dropped if the connection is lost."""
        self._write(frame(TEXT, text))

    def close(self) -> None:
        """Send a closing frame and close the connection."""
        self._write(frame(CLOSE, b"\x03\xe8"))
        self._transport.close()

    def _write(self, data: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(data)


@asynccontextmanager
async def conversation(
    url: str, token: str | None = None, *, source: str | None = None
) -> AsyncIterator[tuple[Callable[[bytes], None], Callable[[], Awaitable[bytes]]]]:
    """Open a WebSocket, and yield a function that sends a message and one that awaits the next one."""
    heard: asyncio.Queue[bytes | None] = asyncio.Queue()

    async def receive() -> bytes:
        text = await heard.get()
        if text is None:
            raise ConnectionError("the server hung up")
        return text

    async with asyncio.timeout(OPEN_S):
        line = await Line.connect(
            url, lambda _, text: heard.put_nowait(text), lambda: heard.put_nowait(None), token, source=source
        )
    try:
        yield line.send, receive
    finally:
        line.close()


class Http:
    """HTTP over one connection that is kept alive, with one request at a time."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._lock = asyncio.Lock()

    async def post(self, path: str, body: object, token: str = "") -> Mapping[str, Any]:
        """Send a request and return the JSON of the answer. Raise `ConnectionError` if the server refuses it."""
        async with self._lock:
            if self._streams is None:
                self._streams = await asyncio.open_connection(*_address(self._base))
            reader, writer = self._streams
            data = encode(body)
            headers = {
                "Host": urlsplit(self._base).netloc,
                "Content-Type": "application/json",
                "Content-Length": len(data),
            }
            writer.write(_head(f"POST {path} HTTP/1.1", {**headers, **bearer(token)}) + data)
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            size = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
            answer = await reader.readexactly(size)
        if not head.split(b" ", 2)[1].startswith(b"2"):
            raise ConnectionError(answer.decode())
        return cast(Mapping[str, Any], decode(answer))


@asynccontextmanager
async def raw_line(
    url: str, token: str | None = None, *, source: str | None = None
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Open a WebSocket, and yield the streams of its bytes. The connection is reset at the end."""
    reader, writer = await asyncio.open_connection(*_address(url), local_addr=_local(source))
    try:
        writer.write(handshake(url, token))
        await reader.readuntil(b"\r\n\r\n")
        yield reader, writer
    finally:
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()


class RawLine:
    """A blocking WebSocket that sends any bytes, answers no ping and has no closing handshake."""

    def __init__(self, url: str, token: str | None) -> None:
        self._socket = socket.create_connection(_address(url), timeout=20)
        self._socket.sendall(handshake(url, token))
        self.told = b""
        self._read_until(b"\r\n\r\n")

    def send(self, *said: bytes | str) -> bool:
        """Send all these messages and wait for an answer. Return whether the connection is still open."""
        frames = [frame(BINARY, one) if isinstance(one, bytes) else frame(TEXT, one.encode()) for one in said]
        try:
            self._socket.sendall(b"".join(frames) + frame(TEXT, b'{"type":"ping"}'))
        except OSError:
            return False
        return self._read_until(b'"pong"')

    def end_with(self, data: bytes) -> None:
        """Send these bytes as the last ones and read until the server closes the connection."""
        try:
            self._socket.sendall(data)
            self._socket.shutdown(socket.SHUT_WR)
        except OSError:
            return
        self._read_until(b"nothing that is ever said")

    def _read_until(self, sign: bytes) -> bool:
        """Return whether this came before the connection was closed."""
        seen = b""
        while sign not in seen:
            try:
                more = self._socket.recv(65_536)
            except ConnectionError:
                return False
            seen = seen[-20:] + more
            self.told += more
            if not more or GOODBYE.search(seen):
                return False
        return True

    def close(self) -> None:
        """Close the socket without a closing frame."""
        self._socket.close()
