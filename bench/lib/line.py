"""A lean line to a server: one WebSocket, or HTTP kept alive, straight on asyncio's protocols."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, cast

from msgspec.json import decode, encode

Hear = Callable[["Line", bytes], None]
"""Called with the line and the text that came; the first may come before who connects has the line in hand."""
KEY = "b3BlbmtlYmJlbmNobWFyaw=="
NO_MASK = bytes(4)
"""A client must mask what it sends; with zeros that costs nothing and is as good."""
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A


class Line(asyncio.Protocol):
    """A WebSocket; every text that comes is heard."""

    def __init__(self, hear: Hear, lost: Callable[[], None]) -> None:
        self._hear, self._lost = hear, lost
        self._buffer = bytearray()
        self._upgraded = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def connect(
        cls,
        address: tuple[str, int],
        path: str,
        hear: Hear,
        lost: Callable[[], None],
        token: str | None = None,
        *,
        source: str | None = None,
    ) -> Line:
        """Open one, from the IP address `source`; `ConnectionError` if the server does not want it."""
        loop = asyncio.get_running_loop()
        host, port = address
        _, line = await loop.create_connection(
            lambda: cls(hear, lost), host, port, local_addr=(source, 0) if source else None
        )
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        line._transport.write(
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n{bearer}\r\n".encode()
        )
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
        """Take one frame out of the buffer; servers do not mask, and nobody here sends in pieces."""
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
        if kind == TEXT:
            self._hear(self, body)
        elif kind == PING:
            self._send(PONG, body)
        return True

    def send(self, text: bytes) -> None:
        """Send one text."""
        self._send(TEXT, text)

    def _send(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
        self._transport.write(head + NO_MASK + body)

    @property
    def is_open(self) -> bool:
        """Whether nobody has hung up."""
        return not self._transport.is_closing()

    def close(self) -> None:
        """Say good-bye."""
        self._send(CLOSE, b"\x03\xe8")
        self._transport.close()


class Counter:
    """HTTP over one connection that is kept: one question at a time."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._lock = asyncio.Lock()

    async def post(self, path: str, body: object, token: str = "") -> Mapping[str, Any]:
        """Ask, and read the JSON that comes."""
        async with self._lock:
            return await self._post(path, body, token)

    async def _post(self, path: str, body: object, token: str = "") -> Mapping[str, Any]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._streams
        data = encode(body)
        who = f"Authorization: Bearer {token}\r\n" if token else ""
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n{who}"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode()
            + data
        )
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        size = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
        answer = await reader.readexactly(size)
        if not head.split(b" ", 2)[1].startswith(b"2"):
            raise ConnectionError(answer.decode())
        return cast(Mapping[str, Any], decode(answer))

    def close(self) -> None:
        """Hang up."""
        if self._streams:
            self._streams[1].close()
