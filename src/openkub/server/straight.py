"""The straight way: an ordinary move from its line to the store and back, without a task that waits for it.

Nearly all that players wish for is a move at a table where nothing else is going on. It is judged when it comes, given
to the store with what is to be done once it is durable, and acknowledged in the event that says so. Whatever is
unusual goes the long way, `House.fulfil`, which knows everything that can happen.
"""

from __future__ import annotations

import time
from typing import Protocol

from openkub.server.deeds import Judged
from openkub.server.house import House
from openkub.server.live import Live
from openkub.server.store import Appended, Phase, Repeat, Unavailable
from openkub.server.wire import socket
from openkub.server.wire.refusals import Refused

Landed = int | Exception | None
"""The entry that a move has become; or why it was not done; or nothing, if it must go the long way."""


class Lander(Protocol):
    """Who has sent a move on its way."""

    def land(self, wish: socket.Move, landed: Landed) -> None:
        """It is over: this has become of the move."""

    def hold(self) -> None:
        """The move is done, and everybody was told; but something follows from it before it is acknowledged."""


class Flight:
    """A move that was judged and given to the store, which tells it what came of that as it would tell a future."""

    __slots__ = ("_house", "_is_told", "_lander", "_live", "_prepared", "_started", "_wish")

    def __init__(self, house: House, live: Live, wish: socket.Move, lander: Lander) -> None:
        self._house, self._live, self._wish, self._lander = house, live, wish, lander
        self._started, self._is_told = time.perf_counter(), False

    def begin(self, seat: int, now: int) -> None:
        """Judge it, and give it to the store; `Refused` or `Unavailable` if that cannot be."""
        self._prepared = prepared = self._house.prepared_move(self._live, seat, self._wish, now)
        self._house.store.append_for(prepared.wish, self)

    def done(self) -> bool:
        """Whether it has been told; nobody can call it off."""
        return self._is_told

    def set_result(self, outcome: Appended | Repeat) -> None:
        """The store has written it, or has not because it was not the next."""
        self._is_told = True
        if outcome is not Appended.WRITTEN:
            self._come_down(None)
            return
        house, live = self._house, self._live
        try:
            now = house.now()
            house.written(live, self._prepared, now)
            quiet = house.is_quiet(live, now)
        except Exception as error:  # the conversation ends with it
            self._come_down(error)
            return
        if quiet:
            self._come_down(self._prepared.wish.entry.n)
        else:
            self._lander.hold()
            house.follow(self._settle())

    def set_exception(self, error: Unavailable) -> None:
        """The store could not write it."""
        self._is_told = True
        self._come_down(self._house.not_kept())

    async def _settle(self) -> None:
        """What follows by itself comes before the acknowledgement, if the store can keep it."""
        try:
            await self._house.settle_now(self._live)
        finally:
            self._come_down(self._prepared.wish.entry.n)

    def _come_down(self, landed: Landed) -> None:
        house, live = self._house, self._live
        live.lock.release()
        try:
            if landed is not None:
                house.metrics.waited(time.perf_counter() - self._started)
            if isinstance(landed, int):
                house.after_change(live, True)
        finally:
            self._lander.land(self._wish, landed)


def take_off(house: House, live: Live, player: str, wish: socket.Move, lander: Lander) -> bool | Judged:
    """Whether a move is on its way; if it was judged and refused, that. The lander is told when it is over."""
    room = live.room
    if room.phase is not Phase.PLAYING or room.rested is not None or house.rooms.get(room.id) is not live:
        return False
    seat = room.seat_of(player)
    if seat is None or not live.lock.take():
        return False
    live.touched = now = house.now()
    live.note_sign(player, now)
    try:
        Flight(house, live, wish, lander).begin(seat, now)
    except Refused as refused:
        live.lock.release()
        return Judged(room, refused)
    except Unavailable:
        live.lock.release()
        return False
    except BaseException:
        live.lock.release()
        raise
    return True
