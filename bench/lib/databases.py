"""Games that were being played when a server ended: their logs in a new file, and players who come back all at once."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import perf_counter

from lib.crowd import advice
from openkub.server import entries
from openkub.server.chance import real_chance
from openkub.server.clock import wall_clock
from openkub.server.founding import spelled_out
from openkub.server.room import Room
from openkub.server.store import Append, Entry
from openkub.server.store.sqlite import SqliteStore
from openkub.server.store.sqlite_file import prepare
from openkub.server.summary import listing
from openkub.server.timetable import Pace, due
from openkub.server.tokens import hashed, new_house_key, new_token
from openkub.server.wire.game import Settings
from tests.workshop.client import Line, socket_url

DIFFERENT = 100
"""So many games differ; the others are the same under other names."""
RULES = "default rounds=none"
EVENTS = 3
"""So many entries each: what counts is that the trees are high, and a real log would fill the disk."""

NUMBERS = "WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?1)"
GAMES = f"""{NUMBERS}
INSERT INTO games (id, name, n, begun, at, phase, listed, due, code, host, summary)
SELECT i, lower(hex(randomblob(11))), {EVENTS - 1}, i, 1600000000000 + i, 'over', 0, NULL, NULL,
    lower(hex(randomblob(32))), zeroblob(200) FROM numbers"""
ENTRIES = f"""{NUMBERS}
INSERT INTO events (game, n, at, data, key)
SELECT (i - 1) / {EVENTS} + 1, (i - 1) % {EVENTS}, 1600000000000, zeroblob(60), printf('move-%08d', (i - 1) % {EVENTS})
FROM numbers"""

Tokens = tuple[str, str]
PLAYERS: Tokens = ("a" * 64, "b" * 64)


def _happenings(number: int, size: int) -> Iterator[entries.Happening]:
    """What happens in a game of two after its opening: rounds as the solver would play them."""
    first = Entry(0, 0, entries.to_bytes(opened(number, PLAYERS)))
    room = Room.opened("g" * 22, first)
    for n in range(1, size):
        happening = next_happening(room, n)
        room = room.after(Entry(n, 0, b""), happening)
        yield happening


def next_happening(room: Room, n: int) -> entries.Happening:
    """Return entry `n` of a game of two: seats and seals first, then moves by the solver."""
    seated = entries.Sat(PLAYERS[1], "Bruno")
    before: list[entries.Happening] = [seated, entries.Complete(), entries.AllSealed(), entries.Began()]
    if n <= len(before):
        return before[n - 1]
    state = room.playing.state
    if state.outcome:
        waiting = [seat for seat in range(2) if not room.seats[seat].ready]
        return entries.SaidReady(waiting[0]) if waiting else room.next_deal
    rack, has_opened = str(state.racks[state.turn]), state.opened[state.turn]
    return entries.Moved(state.turn, advice(room.lies, rack, len(state.pool), opened=has_opened), "player")


def opened(number: int, players: Tokens) -> entries.Opened:
    """Return the first entry of a game."""
    secret = sha256(f"restart {number}".encode()).hexdigest()
    host, guest = players
    return entries.Opened(
        Settings(RULES), secret, host, f"K{number:05}", "Anna", invited=(guest,), format=2, options=spelled_out(RULES)
    )


async def fill(file: Path, games: int, size: int) -> list[tuple[str, Tokens]]:
    """A file with so many games of so many entries each; their ids, and the tokens of their players."""
    store = await SqliteStore.open(file)
    key = await store.house_key(new_house_key(real_chance))
    made = [list(_happenings(number, size)) for number in range(min(games, DIFFERENT))]
    found = []
    for number in range(games):
        tokens = new_token(real_chance, key), new_token(real_chance, key)
        game, players = f"{number:022}", (hashed(tokens[0]), hashed(tokens[1]))
        first = opened(number % DIFFERENT, players)
        log: list[entries.Happening] = [first, entries.Sat(players[1], "Bruno"), *made[number % DIFFERENT][1:]]
        await _write(store, game, log)
        found.append((game, tokens))
    await store.close()
    return found


async def _write(store: SqliteStore, game: str, log: list[entries.Happening]) -> None:
    now, room, told = wall_clock(), None, []
    for n, happening in enumerate(log):
        entry = Entry(n, now, entries.to_bytes(happening), f"key-{n:08}")
        room = Room.opened(game, entry) if room is None else room.after(entry, happening)
        told.append(store.append(Append(game, entry, listing(room, due(room, Pace(), (), now)))))
    await asyncio.gather(*told)


async def come_back(base: str, games: list[tuple[str, Tokens]], at_once: int) -> float:
    """Every player of every game connects and says hello; how many seconds until the last has the full view."""
    gate, begun = asyncio.Semaphore(at_once), perf_counter()
    await asyncio.gather(*(_return(base, game, token, gate) for game, tokens in games for token in tokens))
    return perf_counter() - begun


async def _return(base: str, game: str, token: str, gate: asyncio.Semaphore) -> None:
    welcomed = asyncio.get_running_loop().create_future()

    def hear(line: Line, text: bytes) -> None:
        if text.startswith(b'{"type":"welcome"') and not welcomed.done():
            welcomed.set_result(None)

    async with gate:
        line = await Line.connect(socket_url(base, game), hear, partial(int), token)
        line.send(b'{"type":"hello"}')
        await welcomed


def with_finished_games(file: Path, games: int) -> None:
    """Make the file and fill it."""
    prepare(file)
    connection = sqlite3.connect(file, isolation_level=None)
    connection.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000;")
    connection.execute("BEGIN")
    connection.execute(GAMES, (games,))
    connection.execute(ENTRIES, (games * EVENTS,))
    connection.executescript("ANALYZE; PRAGMA wal_checkpoint(TRUNCATE);")  # this commits first
    connection.close()
