"""Many tables at one worker, which dies just after a move that leaves another player without time at each of them."""

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import dataclass

import httpx
from msgspec.structs import replace

from openkub.server import entries
from openkub.server.clock import GRACE_MS
from openkub.server.entries import Happening, Moved
from openkub.server.founding import spelled_out
from openkub.server.room import Room
from openkub.server.store import Append, Appended, Entry, Phase, Store
from openkub.server.summary import listing
from openkub.server.timetable import Pace, due
from openkub.server.wire.game import BankClock, Settings
from tests.server.rooms import ANNA, BRUNO, SECRET

WRITTEN_AT_ONCE, READ_AT_ONCE = 400, 16
LONG = 3_600_000
SETTINGS = Settings("default rounds=none", clock=BankClock(3_600))
OPTIONS = spelled_out(SETTINGS.rules)
DEALT = (
    entries.Sat(ANNA, "Anna"),
    entries.Sat(BRUNO, "Bruno"),
    entries.Gave(0, "01" * 16),
    entries.Gave(1, "02" * 16),
    entries.Complete(),
    entries.Began(),
)


@dataclass
class Tables:
    """The tables, and how far they are."""

    store: Store
    rooms: dict[str, Room]

    async def _append(self, game: str, happening: Happening, at: int) -> None:
        before = self.rooms[game]
        entry = Entry(before.n + 1, max(at, before.at), entries.to_bytes(happening))
        after = self.rooms[game] = before.after(entry, happening)
        listed = listing(after, due(after, Pace(), (), entry.at))
        if after.phase is not Phase.PLAYING:
            listed = replace(listed, due=None)  # else a worker that looks after it would be quicker than we are
        assert await self.store.append(Append(game, entry, listed)) is Appended.WRITTEN

    async def leave_without_time(self, ahead: int = 0) -> int:
        """Everybody who is to move does so, and the other one has no time left; something is due at every table then.

        It is the same moment for all, which lies `ahead`.
        """
        at = (await self.store.time() or 0) + ahead
        moves = [(game, _draw(room, LONG), at) for game, room in self.rooms.items()]
        await _some_at_once((self._append(*move) for move in moves), WRITTEN_AT_ONCE)
        return at + GRACE_MS

    async def grown(self) -> int:
        """At how many tables something has happened since."""
        last = await self.store.last(self.rooms)
        return sum(last[game] > room.n for game, room in self.rooms.items())

    async def what_happened(self, game: str) -> Sequence[Happening]:
        """What stands in the log behind our last move."""
        return [entries.from_bytes(entry.data) for entry in await self.store.load(game, self.rooms[game].n)]


async def tables(store: Store, count: int) -> Tables:
    """So many games of two, dealt; somebody has moved, and has no time left for another turn."""
    made, at = Tables(store, {}), await store.time() or 0

    async def one(game: str) -> None:
        opened = entries.Opened(SETTINGS, SECRET, ANNA, game[-6:], format=entries.FORMAT, options=OPTIONS)
        room = Room.opened(game, Entry(0, at, entries.to_bytes(opened)))
        listed = listing(room, due(room, Pace(), (), at))
        await store.append(Append(game, Entry(0, at, entries.to_bytes(opened)), listed))
        made.rooms[game] = room
        for happening in DEALT:
            await made._append(game, happening, at)
        await made._append(game, _draw(made.rooms[game], 0), at)

    await _some_at_once((one(f"{number:022}") for number in range(count)), WRITTEN_AT_ONCE)
    return made


def _draw(room: Room, left: int) -> Moved:
    return Moved(room.playing.state.turn, "draw", "player", left)


async def look_at(base: str, made: Tables) -> None:
    """The server there takes all these games into its hands."""
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:

        async def one(game: str) -> None:
            assert (await http.get(f"/api/games/{game}")).status_code == 200

        await _some_at_once((one(game) for game in made.rooms), READ_AT_ONCE)


async def figure(base: str, name: str) -> int:
    """A figure of a server, 0 if it has none yet."""
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        text = (await http.get("/metrics")).text
    return next((int(float(line.split()[-1])) for line in text.splitlines() if line.startswith(name)), 0)


async def _some_at_once(works: Iterable[Awaitable[None]], most: int) -> None:
    room = asyncio.Semaphore(most)

    async def one(work: Awaitable[None]) -> None:
        async with room:
            await work

    await asyncio.gather(*map(one, works))
