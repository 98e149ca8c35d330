"""What a worker tells the others about rooms that they have in their hands, too; of all other rooms nobody speaks."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from openkub.server.bus import Bus, Silence
from openkub.server.live import Live
from openkub.server.store import Entry
from openkub.server.wire.socket import encode


class Neighbours:
    """The other workers, as this one speaks to them."""

    def __init__(self, worker: str, bus: Bus) -> None:
        self._worker, self._bus = worker, bus

    def seek(self, live: Live) -> None:
        """Whoever else has this room is to know that this worker has it, too, and to say so."""
        self._say(live, encode(["who", *self._here(live)]), None)

    def tell(self, live: Live, message: Sequence[object]) -> None:
        """Tell this to those that have this room."""
        if live.others:
            self._say(live, encode(message), live.others)

    def tell_entry(self, live: Live, entry: Entry) -> None:
        """One more entry has become durable."""
        if live.others:
            self._say(live, b'["n",%d,%d,%b]' % (entry.n, entry.at, entry.data), live.others)

    def say_presence(self, live: Live, *, again: bool = False) -> None:
        """Tell them who is connected to this worker, if that is news, or if they may have forgotten it."""
        there = live.seats_here(), live.watching_here()
        if again or there != live.said:
            live.said = there
            self.tell(live, ["here", *self._here(live)])

    def tell_all(self, live: Live, worker: str) -> None:
        """One that has just read this room, or missed something, is told what no log says, and how far it is."""
        draft = live.current_draft()
        talk: list[list[object]] = [["draft", draft.seat, draft.turns, draft.table]] if draft else []
        talk += [["rack", seat, order] for seat, order in live.orders.items()]
        for message in (["here", *self._here(live)], *talk):
            self._say(live, encode(message), [worker])

    def _say(self, live: Live, message: bytes, to: Collection[str] | None) -> None:
        if not isinstance(self._bus, Silence):
            self._bus.say(live.room.id, message, to)

    def _here(self, live: Live) -> Sequence[object]:
        return [self._worker, sorted(live.seats_here()), live.watching_here(), live.room.n]
