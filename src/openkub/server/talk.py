"""What players see of each other besides moves: drafts, presence, emotes. It stands in no log, and may get lost."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from msgspec import DecodeError
from msgspec.json import decode, encode

from openkub.notation.errors import NotationError
from openkub.pieces.melds import Table
from openkub.server.house import House
from openkub.server.live import Link, Live
from openkub.server.notes import note_of
from openkub.server.showing import clock_view
from openkub.server.store import Entry, Phase, Unavailable
from openkub.server.wire import socket
from openkub.server.wire.game import SeatDraft
from openkub.server.wire.refusals import Refusal, Refused

ONLOOKERS_S = 0.5
"""How often those who look on are shown a draft."""
CROWD_S = 1.0
"""How often it is told that onlookers come and go."""


class Talk:
    """Carries talk between the tabs of a table, through the bus to those at other workers."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Listen to the other workers."""
        await self._house.bus.listen(self._house.worker, self._hear)

    # --- coming and going ---

    def enter(self, live: Live, link: Link) -> None:
        """A tab is connected."""
        live.enter(link)
        self.tell_presence(live, but=link)
        self._house.neighbours.say_presence(live)

    def leave(self, live: Live, link: Link) -> None:
        """A tab is gone; one that never said hello goes as it came."""
        if link in live.links:
            live.leave(link)
            live.touched = self._house.now()
            self.tell_presence(live)
            self._house.neighbours.say_presence(live)

    def tell_presence(self, live: Live, but: Link | None = None) -> None:
        """Tell everybody at the table who is connected: players at once, of those who look on only now and then."""
        live.note_absence(self._house.now())
        if live.telling and live.told and live.told.here == live.here():
            return
        live.tell_presence(but)
        if not live.telling:
            live.telling = True
            asyncio.get_running_loop().call_later(CROWD_S, self._tell_crowd, live)

    def _tell_crowd(self, live: Live) -> None:
        live.telling = False
        live.tell_presence()

    def tell_clock(self, live: Live) -> None:
        """Time was given back: everybody gets a new look at the clocks."""
        if live.links and live.room.settings.clock is not None and live.room.phase == Phase.PLAYING:
            live.tell(socket.SetClock(clock_view(live.room, self._house.around(live))))

    # --- drafts, racks, emotes ---

    def draft(self, live: Live, link: Link, message: socket.Draft) -> None:
        """A player rearranges: the others see it, and at the deadline it is judged."""
        seat = self._own_seat(live, link)
        if not live.room.turn_of(seat, message.turns):
            return  # it comes too late for its turn
        if message.table is not None:
            try:
                Table.parse(message.table)
            except NotationError as error:
                raise Refused(Refusal.BAD_MESSAGE, str(error), where="$.table") from None
        self._take_draft(live, seat, message.turns, message.table, but=link)
        self._house.store.note(live.room.id, seat, note_of(live, seat))
        self._house.neighbours.tell(live, ["draft", seat, message.turns, message.table])

    def _take_draft(self, live: Live, seat: int, turns: int, table: str | None, but: Link | None = None) -> None:
        live.draft = None if table is None else SeatDraft(seat, turns, table)
        live.tell(socket.ShowDraft(seat, turns, table), but=but, to=range(len(live.room.seats)))
        if not live.showing:
            self._show_onlookers(live, seat, turns)

    def _show_onlookers(self, live: Live, seat: int, turns: int) -> None:
        """Those who look on see a draft too, but not every touch: there may be hundreds of them."""
        live.showing = False
        draft = live.current_draft()
        if draft == live.shown_draft or not live.room.turn_of(seat, turns):
            live.shown_draft = draft
            return
        live.showing, live.shown_draft = True, draft
        live.tell(socket.ShowDraft(seat, turns, draft.table if draft else None), to=(None,))
        asyncio.get_running_loop().call_later(ONLOOKERS_S, self._show_onlookers, live, seat, turns)

    def rack(self, live: Live, link: Link, message: socket.Rack) -> None:
        """A player arranges the rack; only the same player's other tabs hear of it."""
        seat = self._own_seat(live, link)
        if live.room.game is None:
            return  # there is no rack yet, and seats may still move up
        live.orders[seat] = message.order
        live.tell(socket.ShowRack(message.order), but=link, to=(seat,))
        self._house.store.note(live.room.id, seat, note_of(live, seat))
        self._house.neighbours.tell(live, ["rack", seat, message.order])

    def emote(self, live: Live, link: Link, message: socket.SendEmote) -> None:
        """A player says something."""
        seat = self._own_seat(live, link)
        live.tell(socket.ShowEmote(seat, message.emote))
        self._house.neighbours.tell(live, ["emote", seat, message.emote])

    def _own_seat(self, live: Live, link: Link) -> int:
        seat = live.room.seat_of(link.player)
        if seat is None:
            raise Refused(Refusal.NOT_SEATED, "you have no seat at this table")
        return seat

    # --- what other workers say ---

    def _hear(self, game: str, message: bytes) -> None:
        live = self._house.rooms.get(game)
        if live is None:
            return
        try:
            told = decode(message)
        except DecodeError:
            return
        match told:
            case ["n", int(n), int(at), dict(data)] if n > live.room.n:
                self._later(live, Entry(n, at, encode(data)))
            case ["draft", int(seat), int(turns), str() | None as table]:
                self._take_draft(live, seat, turns, table)
            case ["rack", int(seat), str(order)]:
                live.orders[seat] = order
                live.tell(socket.ShowRack(order), to=(seat,))
            case ["emote", int(seat), str(emote)]:
                live.tell(socket.ShowEmote(seat, socket.Emote(emote)))
            case [("here" | "who") as said, str(worker), list(seats), int(watching), int(n)]:
                if live.heard_presence(worker, frozenset(seats), watching):
                    self.tell_presence(live)
                if said == "who":
                    self._house.neighbours.tell_all(live, worker)
                if n > live.room.n:
                    self._later(live, None)
            case ["gone", str(worker)]:
                if live.forget_workers(frozenset(live.others) - {worker}):
                    self.tell_presence(live)

    def _later(self, live: Live, heard: Entry | None) -> None:
        task = asyncio.get_running_loop().create_task(self._catch_up(live, heard))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _catch_up(self, live: Live, heard: Entry | None) -> None:
        with suppress(Unavailable, Refused):  # the watch looks again
            await self._house.catch_up(live, heard)
