"""Games known in advance: logs such as the house writes them, put into the store of a running server.

The tiles of a game follow from the house's secret and the players' nonces, so who chooses them all knows every tile.
"""

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self

from msgspec.structs import replace

from openkub.law.moves import Move
from openkub.server import entries
from openkub.server.founding import new_code, new_id
from openkub.server.replaying import replayed
from openkub.server.room import Room
from openkub.server.store import Append, Appended, Entry
from openkub.server.store.addresses import visit_store
from openkub.server.store.sqlite import SqliteStore
from openkub.server.summary import listing
from openkub.server.timetable import due
from openkub.server.tokens import hashed
from openkub.server.wire.game import Settings
from openkub.solver import best_play
from tests.server.inprocess import QUICK, Serving
from tests.workshop.chance import Seeded, token_of

MOST_DEALS = 20_000
STORIES = Seeded(__name__)
"""By name, since the pictures import this module under another one: no two stories have the same id."""


def elsewhere(work: Any) -> Any:
    """The outcome of a coroutine; the thread of the test has the browser's event loop already."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


class Story:
    """A game that is told entry by entry; it stands nowhere until it is put down."""

    def __init__(
        self, *people: Any, bots: Sequence[Any] = (), secret: int = 0, at: Any = None, **settings: Any
    ) -> None:
        self.at = int(time.time() * 1000) if at is None else at
        self.people = people
        agreed = Settings(**{"seats": len(people) + len(bots), **settings})
        host = hashed(token_of(people[0]))
        game = new_id(STORIES, host)
        first = entries.Opened(
            agreed, secret.to_bytes(32, "big").hex(), host, new_code(STORIES, game), format=entries.FORMAT
        )
        self.log = [Entry(0, self.at, entries.to_bytes(first))]
        self.room = Room.opened(game, self.log[0])
        self.listings = [listing(self.room, due(self.room, QUICK.pace, (), self.at))]
        self.happen(*(entries.Sat(hashed(token_of(name)), name) for name in people))
        self.happen(*(entries.BotSat(level) for level in bots))

    @property
    def id(self) -> Any:
        return self.room.id

    @property
    def state(self) -> Any:
        return self.room.playing.state

    def happen(self, *happenings: Any) -> Self:
        for happening in happenings:
            entry = Entry(self.room.n + 1, self.at, entries.to_bytes(happening))
            self.room = self.room.after(entry, happening)
            self.log.append(entry)
            self.listings.append(listing(self.room, due(self.room, QUICK.pace, (), self.at)))
        return self

    def dealt(self) -> Any:
        """Everybody gives a nonce, and the tiles are dealt."""
        nonces = [entries.Gave(seat, f"{seat + 1:032x}") for seat in range(len(self.people))]
        return self.happen(*nonces, entries.Complete(), entries.Began())

    def move(self, move: Any) -> Any:
        """The player whose turn it is plays this."""
        seat = self.state.turn
        by = "bot" if self.room.seats[seat].bot else "player"
        return self.happen(entries.Moved(seat, str(move), by))

    def advised(self, turns: int) -> Self:
        """So many turns, all by the solver's advice."""
        for _ in range(turns):
            give_up = self.state.idle
            self.move(best_play(self.state.view(self.state.turn)) or give_up)
        return self

    def put_down(self, server: Serving) -> Self:
        """From now on the server has this game."""
        elsewhere(self._write(server.file))
        return self

    def clear_away(self, server: Serving) -> None:
        """The host of the server deletes this game."""
        elsewhere(self._delete(server.file))

    async def _delete(self, file: Any) -> None:
        store = await SqliteStore.visit(file)
        try:
            assert await store.delete(self.id)
        finally:
            await store.close()

    async def _write(self, file: Any) -> None:
        """Nothing is due before its last entry: a server that looks after the game would have half of it in memory."""
        store = await visit_store(str(file))
        *before, last = zip(self.log, self.listings, strict=True)
        try:
            for entry, listed in (*((entry, replace(listed, due=None)) for entry, listed in before), last):
                assert await store.append(Append(self.id, entry, listed)) is Appended.WRITTEN
        finally:
            await store.close()


def room_of(server: Serving, game: Any) -> Any:
    """The room as the log tells it."""
    return replayed(game, elsewhere(_log(server.file, game)))


async def _log(file: Any, game: Any) -> Any:
    store = await SqliteStore.visit(file)
    try:
        return await store.load(game)
    finally:
        await store.close()


def dealt_where(wanted: Any, *people: Any, **settings: Any) -> Any:
    """The first deal of all that is wanted."""
    for secret in range(MOST_DEALS):
        story = Story(*people, secret=secret, **settings).dealt()
        if wanted(story.state):
            return story
    raise AssertionError("there is no such deal")


def played(story: Story, *moves: Any) -> Any:
    """The same story with these moves behind it."""
    for move in moves:
        story.move(Move.parse(move))
    return story
