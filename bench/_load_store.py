"""A store alone: as many wishes wait as there are games, each is what a move would write, and nothing else is done.

`python _load_store.py ADDRESS GAMES SECONDS [FINISHED]` prints what it came to; FINISHED rows of finished games are put into the file first.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from secrets import token_urlsafe
from time import perf_counter, process_time

import uvloop
from _load_crowd import advice
from msgspec.json import encode

from openkub.server import entries
from openkub.server.room import Room
from openkub.server.store import Append, Entry, Listing, Outcome, Store
from openkub.server.store.opening import open_store
from openkub.server.summary import listing
from openkub.server.timetable import Pace
from openkub.server.wire.game import Settings

BEGUN = 1_700_000_000_000
ANNA, BRUNO = "a" * 64, "b" * 64

Written = tuple[bytes, Listing]


def one_round(solved: bool) -> list[Written]:
    """What a server writes from the first entry of a game to the last of its round, moves only behind the deal."""
    settings = Settings("default rounds=none")
    first = entries.Opened(settings, "07" * 32, ANNA, "KUBXY7")
    room = Room.opened("g" * 22, Entry(0, BEGUN, entries.to_bytes(first)))
    written: list[Written] = []
    for happening in _happenings(lambda: room, solved=solved):
        entry = Entry(room.n + 1, BEGUN, entries.to_bytes(happening))
        room = room.after(entry)
        if isinstance(happening, entries.Moved):
            written.append((entry.data, listing(room, Pace(), (), BEGUN)))
    return written


def _happenings(room: object, *, solved: bool) -> Iterator[entries.Happening]:
    yield entries.Sat(ANNA, "Anna")
    yield entries.Sat(BRUNO, "Bruno")
    yield entries.Gave(0, "01" * 16)
    yield entries.Gave(1, "02" * 16)
    yield entries.Complete()
    yield entries.Began()
    while not (state := room().playing.state).outcome:  # type: ignore[operator]
        rack, opened = str(state.racks[state.turn]), state.opened[state.turn]
        plain = "draw" if state.pool else "pass"
        move = advice(str(state.table), rack, len(state.pool), opened=opened) if solved else plain
        yield entries.Moved(state.turn, move, "player")


class Bare:
    """Many games that are written as fast as the store goes."""

    def __init__(self, store: Store, seconds: float) -> None:
        self._store, self._seconds = store, seconds
        self.appends = 0

    async def play(self, written: list[Written], end: float) -> None:
        """Append to one game, over and over the same round."""
        game, n = token_urlsafe(16), 0
        while perf_counter() < end:
            data, told = written[n % len(written)]
            if n == 0:
                told = Listing(told.phase, told.listed, told.due, game[:10], told.host, told.summary)
            entry = Entry(n, BEGUN + n, data, f"move-{n:08d}")
            if await self._store.append(Append(game, entry, told)) is not Outcome.WRITTEN:
                raise RuntimeError("the bare store did not write")
            n, self.appends = n + 1, self.appends + 1


async def main(address: str, games: int, seconds: float) -> None:
    store, bus = await open_store(address)
    bare = Bare(store, seconds)
    rounds = one_round(solved=True), one_round(solved=False)
    start, cpu = perf_counter(), process_time()
    await asyncio.gather(*(bare.play(rounds[number % 2], start + seconds) for number in range(games)))
    took = perf_counter() - start
    print(encode({"moves": bare.appends, "seconds": took, "cpu": process_time() - cpu}).decode())
    await bus.close()
    await store.close()


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
