"""The bus of several workers: LISTEN and NOTIFY in the PostgreSQL that keeps the games.

There is a channel for all, on which little is said, and one for every worker: what concerns a game is said to those
that have it in their hands.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Collection, Iterator

from openkub.server.bus import Hear
from openkub.server.store import Unavailable
from openkub.server.store.postgres_link import LOST, Connection, connect, ended_if_lost

__all__ = ["LONGEST", "PostgresBus"]

CHANNEL = "openkub"
SAY = "SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS said (c, p)"
PAYLOAD = 7_900
"""PostgreSQL takes payloads of less than 8,000 bytes."""

LONGEST = 7_500
"""Longer messages are refused. The longest that a player can cause is the order of a rack: 1,200 characters, each of
them six bytes if it is none that can be printed."""

GATHER_S = 0.002
MOST = 10_000
"""So many messages wait for a lost database; older ones are forgotten."""

RECORD, FIELD = "\x1e", "\x1f"
"""Neither can stand in JSON text."""


class PostgresBus:
    """A `Bus` for workers on any number of machines."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._me = ""
        self.gaps = 0
        """How often the connection was lost."""
        self._waiting: deque[tuple[str, str]] = deque(maxlen=MOST)
        """Channels, and what is to be said on them."""
        self._wake = asyncio.Event()
        self._hear: Hear | None = None
        self._task: asyncio.Task[None] | None = None

    def say(self, game: str, message: bytes, to: Collection[str] | None = None) -> None:
        """Tell all other workers, or only these; never waits."""
        text = message.decode()
        if len(message) > LONGEST:
            raise ValueError(f"a message of {len(message)} bytes is too long for the bus")
        if any(mark in text or mark in game for mark in (RECORD, FIELD, "\0")):
            raise ValueError("a message is JSON text")
        channels = [CHANNEL] if to is None else map(_own_channel, to)
        self._waiting.extend((channel, f"{game}{FIELD}{text}") for channel in channels)
        self._wake.set()

    async def listen(self, me: str, hear: Hear) -> None:
        """Begin to hear what other workers say; when this returns, nothing said later is missed."""
        self._me, self._hear = me, hear
        try:
            connection = await self._connect()
        except LOST as error:
            raise Unavailable(f"the bus cannot be reached: {error}") from error
        self._task = asyncio.create_task(self._run(connection))

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None

    async def _connect(self) -> Connection:
        connection = await connect(self._address, f"openkub bus {self._me}")
        with ended_if_lost(connection):
            # What is said here may get lost: nobody waits for a disk. A commit that notifies holds up others that do.
            await connection.execute("SET synchronous_commit = off")
            for channel in (CHANNEL, _own_channel(self._me)):
                await connection.add_listener(channel, self._heard)
        connection.add_termination_listener(lambda _: self._wake.set())
        return connection

    async def _run(self, connection: Connection) -> None:
        pause = 0.1
        try:
            while True:
                try:
                    if connection.is_closed():
                        connection = await self._connect()
                        self.gaps += 1
                    pause = 0.1
                    await self._speak(connection)
                except LOST:
                    connection.terminate()
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, 2.0)
        finally:
            connection.terminate()

    async def _speak(self, connection: Connection) -> None:
        """Say all that waits, until the connection is lost."""
        while not connection.is_closed():
            await self._wake.wait()
            await asyncio.sleep(GATHER_S)
            self._wake.clear()
            said = list(self._said())
            if said and not connection.is_closed():
                channels, payloads = zip(*said, strict=True)
                await connection.execute(SAY, channels, payloads)

    def _said(self) -> Iterator[tuple[str, str]]:
        """All that waits, by channels, in order on each of them."""
        by_channel: dict[str, list[str]] = defaultdict(list)
        while self._waiting:
            channel, message = self._waiting.popleft()
            by_channel[channel].append(message)
        for channel, messages in by_channel.items():
            for payload in _payloads(self._me, messages):
                yield channel, payload

    def _heard(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        speaker, *messages = str(payload).split(RECORD)
        if speaker == self._me or self._hear is None:
            return
        for message in messages:
            game, _, text = message.partition(FIELD)
            self._hear(game, text.encode())


def _own_channel(worker: str) -> str:
    return f"{CHANNEL}_{worker}"


def _payloads(speaker: str, messages: list[str]) -> Iterator[str]:
    """As many messages in one payload as it takes, the speaker's name first."""
    payload, size = speaker, len(speaker)
    for message in messages:
        more = len(message.encode()) + 1
        if size + more > PAYLOAD:
            yield payload
            payload, size = speaker, len(speaker)
        payload, size = payload + RECORD + message, size + more
    yield payload
