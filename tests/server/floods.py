"""Attacks on the HTTP side of a server from one IP address. `bench/attacks.py` measures them, tests count them.

`python -m tests.server.floods PORT ATTACK SECONDS` runs one attack and prints its counters as JSON. Every attack is
bounded in time and in open connections, and connects to 127.0.0.1 only.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from types import MappingProxyType

from tests.workshop.client import handshake

ADDRESS = "127.0.1.1"
CHUNK = b"1\r\nx\r\n"
HOST = b"Host: localhost\r\n"
CHUNKED = HOST + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
TICK_S = 0.05
BODY_BYTES_A_SECOND, HEAD_BYTES_A_SECOND = 2_400_000, 3_900_000
MANY_HEADERS = b"GET /healthz HTTP/1.1\r\n" + HOST + b"a:b\r\n" * 2_500 + b"\r\n"
PIPELINED = (b"GET / HTTP/1.1\r\n" + HOST + b"\r\n") * 20
HANDSHAKE = handshake(f"ws://localhost/api/games/{'A' * 22}/socket")
SLOW_CONNECTIONS, SLOW_A_SECOND = 1_400, 700
SLOW_HEADER_S = 8
ERRORS = (OSError, EOFError, TimeoutError)

Attack = Callable[[int, Counter[str]], Awaitable[None]]
"""An endless attack on a port; it counts what it does."""


@asynccontextmanager
async def connection(port: int, done: Counter[str]) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A TCP connection that is reset at the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0))
    done["connections"] += 1
    try:
        yield reader, writer
    finally:
        writer.transport.abort()
        with suppress(*ERRORS):
            await writer.wait_closed()


async def _endlessly(once: Callable[[], Awaitable[None]]) -> None:
    while True:
        with suppress(*ERRORS):
            await once()
        await asyncio.sleep(0.001)


async def _pump(port: int, head: bytes, block: bytes, done: Counter[str]) -> None:
    """Send `head` once and then `block` every tick until the server closes the connection."""
    async with connection(port, done) as (reader, writer):
        drain = asyncio.create_task(_read_all(reader, done))
        writer.write(head)
        try:
            while not drain.done():
                writer.write(block)
                done["bytes"] += len(block)
                async with asyncio.timeout(5):
                    await writer.drain()
                await asyncio.sleep(TICK_S)
        finally:
            drain.cancel()


async def _read_all(reader: asyncio.StreamReader, done: Counter[str]) -> None:
    with suppress(OSError):
        while heard := await reader.read(1 << 16):
            done["answers"] += heard.count(b"HTTP/1.1 ")


async def chunks(path: bytes, many: int, port: int, done: Counter[str]) -> None:
    """Chunked bodies of one-byte chunks, over `many` connections at once."""
    head = b"POST " + path + b" HTTP/1.1\r\n" + CHUNKED
    block = CHUNK * int(BODY_BYTES_A_SECOND * TICK_S / len(CHUNK) / many)
    once = partial(_pump, port, head, block, done)
    await asyncio.gather(*(_endlessly(once) for _ in range(many)))


async def headers(port: int, done: Counter[str]) -> None:
    """Requests of 2,500 headers over one connection."""
    block = MANY_HEADERS * int(HEAD_BYTES_A_SECOND * TICK_S / len(MANY_HEADERS))
    await _endlessly(partial(_pump, port, b"", block, done))


async def pages(many: int, port: int, done: Counter[str]) -> None:
    """20 pipelined requests for the page, again as soon as they are answered, over `many` connections at once."""

    async def once() -> None:
        async with connection(port, done) as (reader, writer):
            drain = asyncio.create_task(_read_all(reader, done))
            try:
                while not drain.done():
                    writer.write(PIPELINED)
                    done["bytes"] += len(PIPELINED)
                    async with asyncio.timeout(5):
                        await writer.drain()
                    await asyncio.sleep(0.001)
            finally:
                drain.cancel()

    await asyncio.gather(*(_endlessly(once) for _ in range(many)))


async def handshakes(many: int, port: int, done: Counter[str]) -> None:
    """WebSocket handshakes for a game that does not exist. Half of the loops hang up before they are answered."""

    async def once(waits: bool) -> None:
        async with connection(port, done) as (reader, writer):
            writer.write(HANDSHAKE)
            await writer.drain()
            if waits:
                async with asyncio.timeout(1):
                    done["answers"] += bool(await reader.read(1))

    await asyncio.gather(*(_endlessly(partial(once, bool(number % 2))) for number in range(many)))


async def slow_heads(port: int, done: Counter[str]) -> None:
    """1,400 connections, opened at 700 a second, that send a header every eight seconds and no end."""

    async def once(number: int) -> None:
        await asyncio.sleep(number / SLOW_A_SECOND)
        while True:
            with suppress(*ERRORS):
                async with connection(port, done) as (_, writer):
                    writer.write(b"GET / HTTP/1.1\r\n" + HOST)
                    while not writer.transport.is_closing():
                        await asyncio.sleep(SLOW_HEADER_S)
                        writer.write(b"X-a: b\r\n")
            await asyncio.sleep(SLOW_CONNECTIONS / SLOW_A_SECOND)

    await asyncio.gather(*(once(number) for number in range(SLOW_CONNECTIONS)))


async def slowhttptest(port: int, done: Counter[str]) -> None:
    """Run slowhttptest, from 127.0.0.1, or `slow_heads` where it is not installed."""
    tool = shutil.which("slowhttptest")
    if tool is None:
        await slow_heads(port, done)
        return
    told = ["-H", "-c", "1400", "-r", "700", "-i", "8", "-l", "600", "-u", f"http://127.0.0.1:{port}/"]
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(tool, *told, stdin=quiet, stdout=quiet, stderr=quiet)
    try:
        await process.wait()
    finally:
        with suppress(ProcessLookupError):
            process.kill()
            await process.wait()


ATTACKS: Mapping[str, Attack] = MappingProxyType(
    {
        "post404 1": partial(chunks, b"/api/nowhere", 1),
        "review 3": partial(chunks, b"/api/review", 3),
        "hdrs 1": headers,
        "pages 1": partial(pages, 1),
        "pages 20": partial(pages, 20),
        "handshakes 8": partial(handshakes, 8),
        "slow heads": slow_heads,
        "slowhttptest": slowhttptest,
    }
)


async def attack(name: str, port: int, seconds: float) -> Counter[str]:
    """Run one attack for so long; what it did."""
    done: Counter[str] = Counter()
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await ATTACKS[name](port, done)
    return done


def main(port: str, name: str, seconds: str) -> None:
    with suppress(ImportError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(json.dumps(asyncio.run(attack(name, int(port), float(seconds)))))


if __name__ == "__main__":
    main(*sys.argv[1:])
