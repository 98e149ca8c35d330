"""What a worker has in its memory: rooms are read from their logs when somebody wants them, and let go of again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from openkub.server.bus import Bus, Silence
from openkub.server.chance import unlike_any_other
from openkub.server.clock import SteadyClock
from openkub.server.live import Live, Tail, recalled
from openkub.server.metrics import Metrics
from openkub.server.neighbours import Neighbours
from openkub.server.notes import read_notes
from openkub.server.room import Room
from openkub.server.store import NO_END, Damaged, Entry, Kept, Store
from openkub.server.wire import socket
from openkub.server.wire.refusals import Refusal, Refused, Trouble

logger = logging.getLogger("openkub.server")

DELETED = Trouble(Refusal.NO_SUCH_GAME, "this game has been deleted")


class Rooms:
    """The rooms in the hands of one worker, and how they get there."""

    store: Store
    bus: Bus
    neighbours: Neighbours

    def __init__(self, now: Callable[[], int] | None) -> None:
        self.now = now or SteadyClock()
        self.worker = unlike_any_other()
        self.metrics = Metrics()
        self.rooms: dict[str, Live] = {}
        self.unreadable: set[str] = set()
        """Games whose log makes no sense to this worker: they are told of once, and left alone."""
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self.after_change: Callable[[Live, bool], None] = lambda live, ours: None
        """Called when a room has changed, by our own hand or by another worker's: the watch sets its timer."""

    @property
    def alone(self) -> bool:
        """Whether nobody else writes into the store."""
        return isinstance(self.bus, Silence)

    async def live(self, game: str) -> Live:
        """A room, read from the log if this worker does not hold it; `Refused` if there is none."""
        live = self.rooms.get(game) or await self._shared_load(game)
        live.touched = self.now()
        return live

    async def _shared_load(self, game: str) -> Live:
        """However many want a room at the same time, its log is read once."""
        loading = self._loading.get(game)
        if loading is None:
            loading = self._loading[game] = asyncio.get_running_loop().create_task(self._load(game))
            loading.add_done_callback(lambda _: self._loading.pop(game))
        return await asyncio.shield(loading)

    async def _load(self, game: str) -> Live:
        log = await self.log_of(game)
        if not log:
            raise Refused(Refusal.NO_SUCH_GAME, "there is no such game")
        return await self._take(game, Kept(log, await self.store.notes(game)))

    async def log_of(self, game: str, after: int = -1, until: int = NO_END) -> Sequence[Entry]:
        """What the store has of a game behind this entry, as far as that one; `Refused` if that is damaged."""
        try:
            return await self.store.load(game, after, until)
        except Damaged as error:
            raise self.set_aside(game, error) from error

    async def take_all(self, games: Iterable[str]) -> None:
        """Take many rooms into our hands, with few questions, to see at once to what is due there.

        Those that cannot be read are left out.
        """
        kept = await self.store.load_all([game for game in games if not self._is_here(game)])
        for game, one in kept.items():
            with suppress(Refused):
                if not self._is_here(game):
                    await self._take(game, one, at_once=True)
            await asyncio.sleep(0)

    def _is_here(self, game: str) -> bool:
        """Whether this room is in memory, or will be in a moment."""
        return game in self.rooms or game in self._loading

    async def _take(self, game: str, kept: Kept, *, at_once: bool = False) -> Live:
        found = Live(*await self._replayed(game, kept.log))
        found.note_absence(self.now())
        read_notes(found, kept.notes)
        live = self.rooms.setdefault(game, found)
        if live is found:
            self.neighbours.seek(live)
            if not at_once:
                self.after_change(live, False)
        return live

    async def _replayed(self, game: str, log: Sequence[Entry]) -> tuple[Room, Tail]:
        try:
            return await recalled(game, log)
        except Exception as error:  # there are many ways not to be a log; all of them are told as one
            raise self.set_aside(game, error) from error

    def set_aside(self, game: str, error: Exception) -> Refused:
        """A game that cannot be read is told of once; everybody who wants it is answered this."""
        if game not in self.unreadable:
            self.unreadable.add(game)
            logger.error("%s cannot be read: %s: %s", game[:6], type(error).__name__, error)
        return Refused(Refusal.UNREADABLE, "this server cannot read the log of this game")

    def forget(self, live: Live) -> None:
        """A game that its host has deleted: whoever is connected is told so."""
        if self.rooms.get(live.room.id) is live:
            del self.rooms[live.room.id]
            live.tell(socket.NotDone(None, DELETED))

    def let_go(self, live: Live) -> None:
        """This room leaves the memory; the log has it."""
        if live.timer:
            live.timer.cancel()
        del self.rooms[live.room.id]
        self.neighbours.tell(live, ["gone", self.worker])
