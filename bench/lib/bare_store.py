"""A store alone: as many wishes wait as there are games, each is what a move would write, and nothing else is done.

`python -m lib.bare_store ADDRESS GAMES SECONDS` prints what it came to.
"""

from __future__ import annotations

import asyncio
import sys
from secrets import token_urlsafe
from time import perf_counter, process_time

import uvloop
from msgspec.json import encode

from lib.databases import PLAYERS, next_happening, opened
from openkub.server import entries
from openkub.server.room import Room
from openkub.server.store import Append, Appended, Entry, Listing, Store
from openkub.server.store.addresses import open_store
from openkub.server.summary import listing
from openkub.server.timetable import Pace, due

BEGUN = 1_700_000_000_000

Written = tuple[bytes, Listing]


def one_round(*, solved: bool) -> list[Written]:
    """What a server writes for the moves of a round."""
    room = Room.opened("g" * 22, Entry(0, BEGUN, entries.to_bytes(opened(0, PLAYERS))))
    written: list[Written] = []
    while not (written and room.playing.state.outcome):
        happening = next_happening(room, room.n + 1)
        if isinstance(happening, entries.Moved) and not solved:
            happening = entries.Moved(happening.seat, "draw" if room.playing.state.pool else "pass", "player")
        entry = Entry(room.n + 1, BEGUN, entries.to_bytes(happening))
        before, room = room, room.after(entry)
        if isinstance(happening, entries.Moved):
            written.append((entry.data, listing(room, due(room, Pace(), (), BEGUN), before=before)))
    return written


class Bare:
    """Many games that are written as fast as the store goes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.appends = 0

    async def play(self, written: list[Written], end: float) -> None:
        """Append to one game, over and over the same round."""
        game, n = token_urlsafe(16), 0
        while perf_counter() < end:
            data, told = written[n % len(written)]
            if n == 0:
                told = Listing(told.phase, told.listed, told.due, game[:10], told.host, told.summary)
            entry = Entry(n, BEGUN + n, data, f"move-{n:08d}")
            if await self._store.append(Append(game, entry, told)) is not Appended.WRITTEN:
                raise RuntimeError("the bare store did not write")
            n, self.appends = n + 1, self.appends + 1


async def main(address: str, games: int, seconds: float) -> None:
    store, bus = await open_store(address)
    bare = Bare(store)
    rounds = one_round(solved=True), one_round(solved=False)
    start, cpu = perf_counter(), process_time()
    await asyncio.gather(*(bare.play(rounds[number % 2], start + seconds) for number in range(games)))
    took = perf_counter() - start
    print(encode({"moves": bare.appends, "seconds": took, "cpu": process_time() - cpu}).decode())
    await bus.close()
    await store.close()


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
