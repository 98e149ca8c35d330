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

from lib.crowd import advice
from openkub.server import entries
from openkub.server.room import Room
from openkub.server.store import Append, Appended, Entry, Listing, Store
from openkub.server.store.addresses import open_store
from openkub.server.summary import listing
from openkub.server.timetable import Pace, due
from openkub.server.wire.game import Settings

BEGUN = 1_700_000_000_000
ANNA, BRUNO = "a" * 64, "b" * 64

Written = tuple[bytes, Listing]


def one_round(*, solved: bool) -> list[Written]:
    """What a server writes for the moves of a round."""
    first = entries.Opened(Settings("default rounds=none"), "07" * 32, ANNA, "KUBXY7")
    room = Room.opened("g" * 22, Entry(0, BEGUN, entries.to_bytes(first)))
    for happening in DEALT:
        room, _ = _after(room, happening)
    written: list[Written] = []
    while not room.playing.state.outcome:
        room, row = _after(room, entries.Moved(room.playing.state.turn, _move(room, solved=solved), "player"))
        written.append(row)
    return written


DEALT = (
    entries.Sat(ANNA, "Anna"),
    entries.Sat(BRUNO, "Bruno"),
    entries.Gave(0, "01" * 16),
    entries.Gave(1, "02" * 16),
    entries.Complete(),
    entries.Began(),
)


def _after(room: Room, happening: entries.Happening) -> tuple[Room, Written]:
    entry = Entry(room.n + 1, BEGUN, entries.to_bytes(happening))
    after = room.after(entry)
    return after, (entry.data, listing(after, due(after, Pace(), (), BEGUN), before=room))


def _move(room: Room, *, solved: bool) -> str:
    state = room.playing.state
    if not solved:
        return "draw" if state.pool else "pass"
    return advice(str(state.table), str(state.racks[state.turn]), len(state.pool), opened=state.opened[state.turn])


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
