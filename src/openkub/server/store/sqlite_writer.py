"""The one thread that writes to SQLite: it is given all that waits, and one commit makes all of it durable.

A whole round of wishes is one statement, fed with JSON: the interpreter's lock is let go once a round instead of once
a row, so that a busy event loop does not hold every row up.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

import msgspec

from openkub.server.store import Append, Appended, Repeat, Told, Unavailable
from openkub.server.store.batch import MOST, Waiting, code_of, rounds, settle
from openkub.server.store.sqlite_file import checkpoint, connect, is_cramped, is_full
from openkub.server.store.sqlite_turns import Unusual, write_turns

T = TypeVar("T")

VERDICTS = """
SELECT json_group_array(json_array(
    g.n,
    (SELECT e.n FROM events AS e WHERE e.game = g.id AND e.key = json_extract(w.value, '$[1]')),
    (SELECT other.n FROM games AS other WHERE other.code = json_extract(w.value, '$[2]'))
)) FROM json_each(?) AS w LEFT JOIN games AS g ON g.name = json_extract(w.value, '$[0]')
"""

LONGEST_WAIT_S = 10.0
ENDED = "the writer has ended"
BUSY, GATHER_S = 8, 0.004
"""When more than so many shared the last commit, the next one waits so long for others: each costs less then."""
COLUMNS = ("game", "n", "at", "key", "phase", "listed", "due", "code", "host")
HEAPS = ("data", "data_size", "summary", "summary_size")
WISH = {name: f"json_extract(w.value, '$[{place}]')" for place, name in enumerate(COLUMNS + HEAPS)}

GAMES = """
INSERT INTO games (name, n, begun, at, phase, listed, due, code, host, summary)
SELECT {game}, {n}, {at}, {at}, {phase}, {listed}, {due}, {code}, {host}, substr(?2, {summary}, {summary_size})
FROM json_each(?1) AS w WHERE true
ON CONFLICT (name) DO UPDATE SET
    n = excluded.n, at = excluded.at, phase = excluded.phase, listed = excluded.listed, due = excluded.due,
    summary = excluded.summary, code = CASE WHEN excluded.phase = 'waiting' THEN games.code END
""".format_map(WISH)

EVENTS = """
INSERT INTO events (game, n, at, data, key)
SELECT g.id, {n}, {at}, substr(?2, {data}, {data_size}), {key}
FROM json_each(?1) AS w CROSS JOIN games AS g ON g.name = {game}
""".format_map(WISH)

Verdict = tuple[int | None, int | None, int | None]
"""The last number of the game, the number of the wish's key, and anything if its code is in use."""


Outcome = tuple[Told | asyncio.Future[Any], Any]
"""Who waits, and what is told."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something else to be done in a commit, and who waits for it."""

    work: Callable[[sqlite3.Connection], Any]
    told: asyncio.Future[Any]


class Writer:
    """Owns the thread and its connection.

    What the event loop wants written it gathers itself, and hands it over in one piece while the thread is free: a
    thread that woke up for every wish would wrestle with the loop for the interpreter's lock.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._loop = asyncio.get_running_loop()
        self._gathered: list[Waiting | Job] = []
        self._due: asyncio.Handle | None = None
        """When they are handed over, while the thread is free."""
        self._in_hand, self._many = 0, False
        """How many batches of the loop's the thread has, and whether the last one was large."""
        self._queue: SimpleQueue[list[Waiting | Job] | None] = SimpleQueue()
        self._connection: sqlite3.Connection | None = None
        self._ended = self._loop.create_future()
        self._thread = Thread(target=self._run, name="openkub-writer", daemon=True)
        self._thread.start()

    def append(self, wish: Append, told: Told) -> None:
        """Write this with the next commit."""
        self._gather(Waiting(wish, told))

    def do(self, work: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Do this in the next commit."""
        told: asyncio.Future[T] = self._loop.create_future()
        self._gather(Job(work, told))
        return told

    async def close(self) -> None:
        """Write what waits, then end."""
        self._hand_over()
        self._queue.put(None)
        await self._ended

    # --- in the event loop ---

    def _gather(self, item: Waiting | Job) -> None:
        if self._ended.done():
            raise Unavailable(ENDED)
        self._gathered.append(item)
        if self._due is None and not self._in_hand:
            self._wait_for_others()

    def _wait_for_others(self) -> None:
        """Until all that comes in this moment is there; where many come, a little longer."""
        loop = self._loop
        self._due = loop.call_later(GATHER_S, self._hand_over) if self._many else loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None
        self._many = len(self._gathered) > BUSY
        for start in range(0, len(self._gathered), MOST):
            self._queue.put(self._gathered[start : start + MOST])
            self._in_hand += 1
        self._gathered = []

    def _settle(self, told: Sequence[Outcome]) -> None:
        """A batch is written."""
        self._in_hand -= 1
        settle(told)
        if self._gathered and self._due is None and not self._in_hand and not self._ended.done():
            self._wait_for_others()

    def _end(self, left: list[Waiting | Job]) -> None:
        self._ended.set_result(None)
        while not self._queue.empty():
            batch = self._queue.get_nowait()
            left += batch or ()
        left += self._gathered
        self._gathered = []
        settle((item.told, Unavailable(ENDED)) for item in left)

    # --- in the thread ---

    def _run(self) -> None:
        items: list[Waiting | Job] = []
        try:
            while (batch := self._queue.get()) is not None:
                items = batch
                told = self._commit(items)
                items = []
                self._loop.call_soon_threadsafe(self._settle, told)
            self._let_go()
        finally:
            # Whatever ends this thread, nobody may wait for it for ever.
            self._loop.call_soon_threadsafe(self._end, items)

    def _commit(self, items: Sequence[Waiting | Job]) -> Sequence[Outcome]:
        try:
            if self._connection is None:
                self._connection = connect(self._file)
            if is_cramped(self._file):
                checkpoint(self._connection)
            return self._write(self._connection, items)
        except (sqlite3.Error, OSError) as error:
            self._make_room(error)
            self._let_go()
            sorry = Unavailable(f"nothing was written: {error}")
            return [(item.told, sorry) for item in items]

    def _write(self, connection: sqlite3.Connection, items: Sequence[Waiting | Job]) -> Sequence[Outcome]:
        told: list[Outcome] = []
        turns = rounds([item for item in items if isinstance(item, Waiting)])
        for append in (_append, _ask_and_append):
            connection.execute("BEGIN IMMEDIATE")
            try:
                outcomes = [append(connection, [waiting.wish for waiting in turn]) for turn in turns]
                break
            except Unusual:
                connection.execute("ROLLBACK")
        for turn, found in zip(turns, outcomes, strict=True):
            told += zip((waiting.told for waiting in turn), found, strict=True)
        told += [(item.told, item.work(connection)) for item in items if isinstance(item, Job)]
        connection.execute("COMMIT")
        return told

    def _make_room(self, error: Exception) -> None:
        """Checkpoint on a full disk: the write-ahead log may hold all the space. Clients retry what was refused."""
        if self._connection is not None and is_full(error):
            with suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.rollback()
                checkpoint(self._connection)

    def _let_go(self) -> None:
        """Closing rolls back; after a failure the next commit begins with a new connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _append(connection: sqlite3.Connection, wishes: Sequence[Append]) -> Sequence[Appended | Repeat]:
    """Write what can be written; nearly all of it are ordinary turns, which need no questions."""
    turns = [wish for wish in wishes if not wish.listing.changed]
    write_turns(connection, turns)
    if len(turns) == len(wishes):
        return [Appended.WRITTEN] * len(turns)
    rest = iter(_ask_and_append(connection, [wish for wish in wishes if wish.listing.changed]))
    return [next(rest) if wish.listing.changed else Appended.WRITTEN for wish in wishes]


def _ask_and_append(connection: sqlite3.Connection, wishes: Sequence[Append]) -> Sequence[Appended | Repeat]:
    if not wishes:
        return ()
    asked = msgspec.json.encode([(wish.game, wish.entry.key, code_of(wish)) for wish in wishes]).decode()
    (answer,) = connection.execute(VERDICTS, (asked,)).fetchone()
    verdicts = msgspec.json.decode(answer, type=list[Verdict])
    outcomes = [_outcome(wish, *verdict) for wish, verdict in zip(wishes, verdicts, strict=True)]
    good = [wish for wish, outcome in zip(wishes, outcomes, strict=True) if outcome is Appended.WRITTEN]
    if good:
        rows = _rows(good)
        connection.execute(GAMES, rows)
        connection.execute(EVENTS, rows)
    return outcomes


def _outcome(wish: Append, last: int | None, repeat: int | None, code: int | None) -> Appended | Repeat:
    if repeat is not None:
        return Repeat(repeat)
    if wish.entry.n != (0 if last is None else last + 1):
        return Appended.TAKEN
    if last is None and code is not None:
        return Appended.CODE_TAKEN
    return Appended.WRITTEN


def _rows(wishes: Sequence[Append]) -> tuple[str, bytes]:
    """All wishes as one JSON text, and one string of bytes in which it says where everybody's bytes lie."""
    heap = bytearray(b"\0")  # of no bytes at all SQLite makes NULL
    rows: list[tuple[object, ...]] = []
    for wish in wishes:
        entry, listing = wish.entry, wish.listing
        row: tuple[object, ...] = (wish.game, entry.n, entry.at, entry.key)
        row += (listing.phase, int(listing.listed), listing.due, code_of(wish), listing.host)
        for part in (entry.data, listing.summary):
            row += (len(heap) + 1, len(part))
            heap += part
        rows.append(row)
    return msgspec.json.encode(rows).decode(), bytes(heap)
