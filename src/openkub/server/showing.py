"""What one seat, or a spectator, is shown of a room and of what happens in it. Built from a `View`, never from more."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace as with_changes

from openkub.law.score import Outcome
from openkub.pieces.tiles import TileBag
from openkub.play.view import View
from openkub.server import entries
from openkub.server.entries import Happening
from openkub.server.room import Room
from openkub.server.store import Outage, Phase
from openkub.server.timetable import deadline
from openkub.server.wire import socket
from openkub.server.wire.game import (
    ClockView,
    DelayClock,
    GameView,
    LastPlay,
    OutcomeView,
    Position,
    SeatDraft,
    SeatView,
    Sheet,
    StartDraw,
)

_text = lru_cache(8192)(TileBag.__str__)
"""A rack is shown again and again, and changes only with its owner's turns."""

NO_RACK = b'"rack":null'
"""What everybody who looks on is told of a rack."""

HIDDEN = (entries.Sealed, entries.Gave, entries.SeatOffered)
"""Of these everybody hears the number alone."""
WITH_TILES = (entries.Moved, entries.Began)


class Surroundings(Struct, frozen=True, gc=False):
    """What is true around a room just now and stands in no log."""

    now: int
    outages: Sequence[Outage] = ()
    here: Sequence[bool] = ()
    watching: int = 0
    bot_after: int = 20_000
    """How long a player must be away before a bot may sit in."""


def seat_views(room: Room, around: Surroundings) -> list[SeatView]:
    """Who sits where."""
    return [
        SeatView(
            name=seat.name,
            human=seat.player is not None,
            bot=seat.bot,
            host=seat.player is not None and seat.player == room.host,
            here=number < len(around.here) and around.here[number],
            ready=seat.ready,
        )
        for number, seat in enumerate(room.seats)
    ]


def position_for(room: Room, seat: int | None) -> Position | None:
    """The round as that seat sees it."""
    if room.game is None:
        return None
    view = room.game.state.view(seat)
    return _own(_public(room, view), view)


def _public(room: Room, view: View) -> Position:
    """The round as a spectator sees it: what is the same in everybody's view."""
    shown = [str(rack) for rack in view.racks if rack is not None] if view.outcome else None
    return Position(
        round=len(room.playing.record.rounds),
        table=room.lies,
        rack=None,
        racks=shown,
        counts=list(view.counts),
        opened=list(view.opened),
        pool=view.pool,
        turn=view.turn,
        starter=view.starter,
        passes=view.passes,
        has_drawn=view.has_drawn,
        may_redeal=False,
        turns=room.turns,
        outcome=_outcome(view.outcome) if view.outcome else None,
    )


def _own(public: Position, view: View) -> Position:
    if view.seat is None:
        return public
    return with_changes(public, rack=_text(view.rack), may_redeal=view.may_redeal)


def _outcome(outcome: Outcome) -> OutcomeView:
    return OutcomeView(outcome.ended, list(outcome.winners), list(outcome.scores))


def clock_view(room: Room, around: Surroundings) -> ClockView | None:
    """The clocks as they stand now."""
    if room.settings.clock is None or room.phase != Phase.PLAYING:
        return None
    now = around.now if room.rested is None else room.rested
    end = deadline(room, around.outages, now)
    left = None if end is None else max(0, end - now)
    delay = None
    if isinstance(room.settings.clock, DelayClock) and room.banks and left is not None:
        delay = max(0, left - room.banks[room.playing.state.turn])
    return ClockView(left, list(room.banks) if room.banks else None, delay)


def start_draws(room: Room) -> list[StartDraw]:
    """Who drew what to see who begins this round."""
    return [StartDraw(seat, str(tile)) for seat, tile in room.game.start_draws] if room.game else []


def sheet(room: Room) -> Sheet:
    """The score sheet so far."""
    if room.game is None:
        return Sheet([], [0] * len(room.seats), [])
    match = room.game.match
    return Sheet([_outcome(o) for o in match.sheet], list(match.totals), [list(place) for place in match.ranking])


def secret_of(room: Room) -> str | None:
    """The house's secret, once nothing depends on it any more."""
    return room.secret.hex() if room.phase == Phase.OVER else None


def _nonces(room: Room) -> list[str] | None:
    """The nonces are shown when the tiles are dealt: until then nobody may fit his own to the others'."""
    return [nonce.hex() for nonce in room.nonces] if room.game else None


def game_view(
    room: Room, seat: int | None, around: Surroundings, draft: SeatDraft | None = None, rack_order: str | None = None
) -> GameView:
    """Everything that this seat may know."""
    change = room.last_change
    return GameView(
        id=room.id,
        code=room.code if room.phase == Phase.WAITING else None,
        phase=room.phase,
        settings=room.settings,
        seats=seat_views(room, around),
        you=seat,
        commitment=room.commitment,
        seals=None if room.seals is None else list(room.seals),
        nonces=_nonces(room),
        secret=secret_of(room),
        position=position_for(room, seat),
        start_draws=start_draws(room),
        clock=clock_view(room, around),
        sheet=sheet(room),
        last=LastPlay(change[0], str(change[1]), room.lies, change[2]) if change else None,
        draft=draft,
        rack_order=rack_order,
        closed=room.closed.reason if room.closed else None,
        rematch=room.rematch,
        watching=around.watching,
        bot_after=around.bot_after,
        played_on=room.start is not None,
    )


class Showing:
    """One thing that happened, for the eyes of every seat; what they share is made once."""

    __slots__ = ("_after", "_around", "_before", "_happening", "_shared", "_tiles", "_written")

    def __init__(self, before: Room, happening: Happening, after: Room, around: Surroundings) -> None:
        self._before, self._happening, self._after, self._around = before, happening, after, around
        self._shared: socket.Event | None = None
        self._tiles: socket.Moved | socket.Dealt | None = None
        self._written: tuple[bytes, bytes] | None = None
        """A move as text, before the rack and behind it."""

    def to(self, seat: int | None) -> socket.Event:
        """The event as this seat may see it, or a spectator (None)."""
        if isinstance(self._happening, WITH_TILES):
            return self._seen_by(self._after.playing.state.view(seat))
        if isinstance(self._happening, HIDDEN):
            return socket.Hidden(self._after.n)
        if self._shared is None:
            self._shared = self._event()
        event = self._shared
        return with_changes(event, you=seat) if isinstance(event, socket.Seated) else event

    def told(self, seat: int | None) -> bytes:
        """The same as text. Of a move nearly all is the same for everybody, and written once: a seat has its rack."""
        if seat is None or not isinstance(self._happening, entries.Moved):
            return socket.encode(self.to(seat))
        view = self._after.playing.state.view(seat)
        if view.may_redeal:
            return socket.encode(self._seen_by(view))
        if self._written is None:
            if self._tiles is None:
                self._tiles = self._moved(self._happening, view)
            # In a text of JSON a quotation mark is escaped: this can only be the field.
            before, _, behind = socket.encode(self._tiles).partition(NO_RACK)
            self._written = before, behind
        before, behind = self._written
        return b'%b"rack":"%b"%b' % (before, _text(view.rack).encode(), behind)

    def _seen_by(self, view: View) -> socket.Event:
        """What shows the round: the event with the rack of the seat whose view this is."""
        event = self._tiles
        if event is None:
            moved = self._happening
            event = self._tiles = self._moved(moved, view) if isinstance(moved, entries.Moved) else self._dealt(view)
        if view.seat is None:
            return event
        return with_changes(event, position=_own(event.position, view))

    def _event(self) -> socket.Event:
        """As a spectator sees it."""
        room, n = self._after, self._after.n
        match self._happening:
            case entries.Opened() | entries.Sealed() | entries.Gave() | entries.SeatOffered():
                return socket.Hidden(n)
            case entries.Sat() | entries.BotSat() as sat:
                return self._seated("joined" if isinstance(sat, entries.Sat) else "bot", len(room.seats) - 1)
            case entries.Rose(seat):
                return self._seated("left", seat)
            case entries.Replaced(seat) | entries.Dismissed(seat):
                return self._seated("replaced", seat)
            case entries.Returned(seat) | entries.SeatTaken(seat):
                return self._seated("returned", seat)
            case entries.Complete():
                return socket.Dealing(n)
            case entries.AllSealed():
                return socket.Sealed(n, list(room.seals or ()))
            case entries.Moved() | entries.Began():
                return self._seen_by(room.playing.state.view(None))
            case entries.SaidReady(seat):
                return socket.IsReady(n, seat)
            case entries.Rested() | entries.WentOn() as found:
                rests = isinstance(found, entries.Rested)
                return socket.Rested(n) if rests else socket.WentOn(n, clock_view(room, self._around))
            case entries.Ended(reason):
                return socket.Closed(n, reason, sheet(room), room.secret.hex())
            case entries.Again(game):
                return socket.RematchOpen(n, game)

    def _seated(self, what: socket.SeatChange, seat: int) -> socket.Seated:
        room = self._after
        return socket.Seated(room.n, what, seat, seat_views(room, self._around), None, room.phase)

    def _dealt(self, view: View) -> socket.Dealt:
        room = self._after
        nonces = _nonces(room) if self._before.game is None else None
        seats, clock = seat_views(room, self._around), clock_view(room, self._around)
        return socket.Dealt(room.n, nonces, seats, _public(room, view), start_draws(room), clock)

    def _moved(self, moved: entries.Moved, view: View) -> socket.Moved:
        room = self._after
        return socket.Moved(
            n=room.n,
            seat=moved.seat,
            move=moved.move,
            by=moved.by,
            drawn=view.history[-1].drawn,
            phase=room.phase,
            position=_public(room, view),
            clock=clock_view(room, self._around),
            sheet=sheet(room) if view.outcome else None,
            secret=secret_of(room),
        )
