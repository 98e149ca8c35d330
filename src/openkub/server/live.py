"""A room in the memory of one worker: the cached value, who is connected to it, and what stands in no log."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Collection, Container, Iterator, Sequence
from typing import NamedTuple, Protocol

from msgspec import Struct

from openkub.pieces.melds import Table
from openkub.server.entries import Happening, Rose, Sat, SeatTaken, from_bytes
from openkub.server.lock import Lock
from openkub.server.replaying import replay
from openkub.server.room import Room, Seat
from openkub.server.showing import Showing, Surroundings, game_view
from openkub.server.store import Entry, Outage, Phase
from openkub.server.summary import summary
from openkub.server.wire import socket
from openkub.server.wire.game import SeatDraft

KEPT = 30
"""So many of the last happenings a room has at hand, for tabs that come back; who missed more gets the full view."""

SLICE = 500
"""Maximum log entries that a replay applies before the event loop runs again."""

NOBODY: tuple[frozenset[int], int] = frozenset(), 0
"""No seat is connected, and nobody looks on."""

SEATING = (Sat, Rose, SeatTaken)
"""What changes who is in which seat."""
Some = Collection[int | None]


class Past(Struct, frozen=True, gc=False):
    """Something that happened: how it stood before, what it was, and what came of it."""

    before: Room
    happening: Happening
    after: Room

    def shown(self, around: Surroundings) -> Showing:
        """The same for the eyes of those who are there."""
        return Showing(self.before, self.happening, self.after, around)


class Present(NamedTuple):
    """For these seats, who is connected, whether any of the players is, and how many look on."""

    seats: tuple[Seat, ...]
    here: list[bool]
    player: bool
    watching: int


class Audience(NamedTuple):
    """For these seats, who is connected, and to which of them each belongs."""

    seats: tuple[Seat, ...]
    links: Sequence[tuple[Link, int | None]]


class Tail(NamedTuple):
    """The last entries of a log, and the room before them. Their rooms are built on demand: all would cost memory."""

    room: Room
    log: Sequence[Entry]

    def past(self) -> Iterator[Past]:
        """Yield what happened in these entries."""
        room = self.room
        for entry in self.log:
            happening = from_bytes(entry.data)
            before, room = room, room.after(entry, happening)
            yield Past(before, happening, room)


async def recalled(game: str, log: Sequence[Entry]) -> tuple[Room, Tail]:
    """Return the room after a whole log, and its tail. The event loop runs after every `SLICE` entries."""
    for number, room in enumerate(replay(game, log), 1):
        if number == max(1, len(log) - KEPT):
            tail = Tail(room, log[number:])
        if number % SLICE == 0:
            await asyncio.sleep(0)
    return room, tail


class Link(Protocol):
    """A connected tab."""

    player: str | None
    steps: bool
    """Whether it wants to be told how plays were done."""

    def send(self, message: bytes) -> None:
        """Put a message into its outbox; never waits. One that does not read is cut off."""


class Live:
    """A room that somebody looks at, or in which something is about to happen."""

    __slots__ = (
        "_audience",
        "_away",
        "_elsewhere",
        "_past",
        "_presence",
        "_summary",
        "_tail",
        "draft",
        "due",
        "explained",
        "links",
        "lock",
        "orders",
        "ours",
        "rings",
        "room",
        "said",
        "showing",
        "shown_draft",
        "tabs",
        "telling",
        "timer",
        "told",
        "touched",
        "waking",
    )  # fmt: skip

    def __init__(self, room: Room, tail: Tail | None = None) -> None:
        self.room = room
        self._tail = tail
        self._past: deque[Past] = deque(maxlen=KEPT)
        self._audience: Audience | None = None
        self._away: dict[str, int] = {}
        """Players who are not connected, and since when that is known."""
        self.lock = Lock()
        self.tabs: set[Link] = set()
        """All who are connected, also those who have not said hello yet."""
        self.links: set[Link] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.ours = False
        """Whether this worker wrote the last entry, or has claimed what is due: then it sees to what comes next."""
        self.rings = 0
        """When the timer rings."""
        self.due: tuple[Room, Sequence[Outage], int | None] | None = None
        """When something must happen by itself, for which room and which outages that was worked out."""
        self._summary: tuple[tuple[Seat, ...], bytes] | None = None
        self.draft: SeatDraft | None = None
        self.explained: tuple[int, bytes | None] = -1, None
        """The number of the last play that was explained, and the message that says how; None until it is known."""
        self.orders: dict[int, str] = {}
        self.touched = 0
        self.waking = False
        """Whether the watch is at it just now."""
        self._elsewhere: dict[str, tuple[frozenset[int], int]] = {}
        """The other workers that have this room: who is connected there, and how many look on."""
        self._presence: Present | None = None
        """Who is there; nothing once somebody has come or gone."""
        self.told: socket.Presence | None = None
        """What everybody here was last told about who is connected."""
        self.telling = False
        """Whether it will be told in a moment."""
        self.shown_draft: SeatDraft | None = None
        """The draft that those who look on were last shown."""
        self.showing = False
        """Whether they will be shown how it has changed, in a moment."""
        self.said: tuple[frozenset[int], int] = frozenset(), 0
        """What the other workers that have this room were last told about who is connected here."""

    @property
    def past(self) -> Sequence[Past]:
        """The last things that happened here."""
        if self._tail is not None:
            self._past = deque([*self._tail.past(), *self._past], maxlen=KEPT)
            self._tail = None
        return self._past

    def summary_of(self, after: Room) -> bytes:
        """What the store keeps at hand of this room as it will be: made anew when the seats change, and at the end."""
        if after.phase is Phase.OVER:
            return summary(after)
        known = self._summary
        if known is None or known[0] is not after.seats:
            known = self._summary = after.seats, summary(after)
        return known[1]

    # --- who is there ---

    def enter(self, link: Link) -> None:
        """A tab is connected."""
        self.links.add(link)
        self._presence = self._audience = None

    def leave(self, link: Link) -> None:
        """A tab is gone."""
        self.links.discard(link)
        self._presence = self._audience = None

    def seats_here(self) -> frozenset[int]:
        """The seats whose players are connected to this worker."""
        seats = (self.room.seat_of(link.player) for link in self.links)
        return frozenset(seat for seat in seats if seat is not None)

    def watching_here(self) -> int:
        """How many look on through this worker."""
        return sum(self.room.seat_of(link.player) is None for link in self.links)

    def heard_presence(self, worker: str, seats: frozenset[int], watching: int) -> bool:
        """Another worker has this room as well, and says who is connected to it; whether that is news."""
        there = (seats, watching)
        news = self._elsewhere.get(worker, NOBODY) != there
        self._elsewhere[worker] = there
        if news:
            self._presence = None
        return news

    def forget_workers(self, alive: Container[str]) -> bool:
        """Who was connected to a worker that has died, or let go of this room, is gone; whether anybody was."""
        gone = [there for worker, there in self._elsewhere.items() if worker not in alive]
        if gone:
            self._elsewhere = {worker: there for worker, there in self._elsewhere.items() if worker in alive}
            self._presence = None
        return any(there != NOBODY for there in gone)

    @property
    def others(self) -> Collection[str]:
        """The other workers that have this room."""
        return self._elsewhere.keys()

    def here(self) -> list[bool]:
        """For every seat whether its player is connected, to any worker; a bot always is."""
        return self.present().here

    def has_player(self) -> bool:
        """Whether any of the players is connected."""
        return self.present().player

    def is_watched(self) -> bool:
        """Whether anybody is there, in a seat or looking on."""
        return self.watching() > 0 or self.has_player()

    def is_turn_here(self) -> bool:
        """Whether a person is to move who is connected to this worker."""
        return self._to_move() in self.seats_here()

    def is_turn_elsewhere(self) -> bool:
        """Whether a person is to move who is connected, but only to another worker."""
        seat = self._to_move()
        return seat is not None and self.here()[seat] and seat not in self.seats_here()

    def _to_move(self) -> int | None:
        """The seat of the person whose turn it is."""
        room = self.room
        if room.phase is not Phase.PLAYING or room.rested is not None:
            return None
        seat = room.playing.state.turn
        return seat if seat in room.people else None

    def away_since(self, seat: int, now: int) -> int:
        """Since when the player of this seat is known not to be connected; now, for one who is."""
        player = self.room.seats[seat].player
        if player is None or self.here()[seat]:
            self._away.pop(player or "", None)
            return now
        return self._away.setdefault(player, now)

    def note_sign(self, player: str, now: int) -> None:
        """A player has just shown to be there, whatever is known of tabs."""
        self._away[player] = now

    def note_absence(self, now: int) -> None:
        """Somebody has come or gone: from now on it is known who is away."""
        for seat in range(len(self.room.seats)):
            self.away_since(seat, now)

    def watching(self) -> int:
        """How many look on."""
        return self.present().watching

    def present(self) -> Present:
        """Who is there, counted when somebody has come or gone."""
        present, seats = self._presence, self.room.seats
        if present is None or present.seats is not seats:
            elsewhere = self._elsewhere.values()
            taken = self.seats_here().union(*(numbers for numbers, _ in elsewhere))
            here = [number in taken or seat.player is None for number, seat in enumerate(seats)]
            watching = self.watching_here() + sum(watching for _, watching in elsewhere)
            player = any(there and seat.player is not None for seat, there in zip(seats, here, strict=True))
            present = self._presence = Present(seats, here, player, watching)
        return present

    def audience(self) -> Sequence[tuple[Link, int | None]]:
        """Who is connected to this worker, and the seat of each; looked up when somebody has come, gone or moved up."""
        known, seats = self._audience, self.room.seats
        if known is None or known.seats is not seats:
            links = [(link, self.room.seat_of(link.player)) for link in self.links]
            known = self._audience = Audience(seats, links)
        return known.links

    # --- what they are shown ---

    def current_draft(self) -> SeatDraft | None:
        """The draft of the turn that is being played."""
        draft = self.draft
        return draft if draft and self.room.turn_of(draft.seat, draft.turns) else None

    def draft_table(self) -> Table | None:
        """How the table lies in the hands of the player whose turn it is; None if nothing is touched."""
        draft = self.current_draft()
        if draft is None:
            return None
        table = Table.parse(draft.table)
        return None if table == self.room.playing.state.table else table

    def welcome(self, player: str | None, around: Surroundings) -> socket.Welcome:
        """Everything that this player may know."""
        seat = self.room.seat_of(player)
        order = None if seat is None else self.orders.get(seat)
        view = game_view(self.room, seat, around, self.current_draft(), order)
        return socket.Welcome(self.room.n, view, self.room.format)

    def missed(self, last: int | None, player: str | None, around: Surroundings) -> list[socket.Event]:
        """What happened behind event `last`, as this player may see it; nothing if not all of it is at hand."""
        if last is None or last >= self.room.n:
            return []
        behind = [past for past in self.past if past.after.n > last]
        if not behind or behind[0].after.n != last + 1:
            return []
        return [past.shown(around).to(past.after.seat_of(player)) for past in behind]

    def show(self, before: Room, happening: Happening, around: Surroundings) -> None:
        """One more thing has happened to the room: show it to everybody who is connected."""
        after = self.room
        past = Past(before, happening, after)
        self._past.append(past)
        if not self.links:
            return
        showing = past.shown(around)
        shown: dict[int | None, bytes] = {}
        for link, seat in self.audience():
            message = shown.get(seat)
            if message is None:
                message = shown[seat] = showing.told(seat)
            link.send(message)
        if isinstance(happening, SeatTaken):  # tabs of the new player have no rack yet
            data = socket.encode(self.welcome(happening.player, around))
            for link in self.links:
                if link.player == happening.player:
                    link.send(data)
        if isinstance(happening, SEATING):
            self.tell_presence()

    def tell_presence(self, but: Link | None = None) -> None:
        """Tell who is connected, if that is news."""
        presence = socket.Presence(self.here(), self.watching())
        if presence != self.told:
            self.told = presence
            self.tell(presence, but=but)

    @property
    def curious(self) -> list[Link]:
        """The tabs that want to be told how plays were done."""
        return [link for link in self.links if link.steps]

    def tell(self, message: socket.ServerMessage, *, but: Link | None = None, to: Some | None = None) -> None:
        """Send a message to all who are connected, but for one; or to the tabs of some seats; None has no seat."""
        data = socket.encode(message)
        for link in self.links:
            if link is not but and (to is None or self.room.seat_of(link.player) in to):
                link.send(data)
