"""A process that writes games as fast as it can and says what became of every wish: `python appending.py ADDRESS`."""

import asyncio
import os
import sys
from typing import Any

from msgspec.structs import replace

from openkub.server.store import Append, Appended, Entry, Listing, Phase, Store, Unavailable
from openkub.server.store.addresses import open_store

PLAYERS = 20
LISTING = Listing(Phase.PLAYING, listed=False, due=1, code=None, host="h", summary=b"{}")


def data(game: str, n: Any) -> Any:
    """What entry n of a game says; long enough to fill a disk."""
    return f"{game} {n} ".encode() * 50


def say(what: Any, game: str, n: Any) -> None:
    """One whole line, however soon we are killed."""
    os.write(1, f"{what} {game} {n}\n".encode())


async def play(store: Store, game: str) -> None:
    """Append for ever; what is refused is tried again with the same key."""
    n = 0
    while True:
        try:
            listing = replace(LISTING, changed=n == 0)
            outcome = await store.append(Append(game, Entry(n, n, data(game, n), f"k{n}"), listing))
        except Unavailable:
            say("unavailable", game, n)
            await asyncio.sleep(0.01)
            continue
        say("written" if outcome is Appended.WRITTEN else "wrong", game, n)
        n += 1


async def main(address: str) -> None:
    store, _ = await open_store(address)
    await asyncio.gather(*(play(store, f"g{i}") for i in range(PLAYERS)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
