"""The house: every room that this worker has in its hands, and the one way by which anything happens in them.

A wish becomes an entry, the entry becomes durable, and only then is it acknowledged and shown. Whoever appends entry n
wins; who loses reads the log and answers from the truth. So any number of workers may hold the same room.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Container, Coroutine, Iterable, Sequence
from contextlib import suppress

from msgspec.structs import replace as with_changes

from openkub.server import entries, founding, names, seat_links
from openkub.server.bus import Bus
from openkub.server.chance import Chance
from openkub.server.chronicle import chronicle
from openkub.server.customs import Customs
from openkub.server.deeds import Judged, Prepared
from openkub.server.entries import Happening
from openkub.server.live import SEATING, Link, Live
from openkub.server.neighbours import Neighbours
from openkub.server.pulse import Pulse
from openkub.server.room import Room
from openkub.server.rooms import DELETED, Rooms
from openkub.server.showing import Surroundings
from openkub.server.store import Append, Appended, Due, Entry, Outage, Phase, Repeat, Store, Unavailable
from openkub.server.summary import listing
from openkub.server.timetable import can_wait, due, next_by_itself
from openkub.server.wire import socket
from openkub.server.wire.game import Level, Wanted
from openkub.server.wire.refusals import Refusal, Refused
from openkub.server.wishes import Wish, granted, is_stood_in_for, moved, sit_down

Make = Callable[[Room], Happening]
"""What is to happen in a room as it stands; `Refused` if it cannot."""


class House(Rooms):
    """The rooms in the hands of one worker, and what happens in them."""

    key: bytes
    """What tokens are marked with, and what nobody can work out without it."""

    def __init__(self, customs: Customs, chance: Chance, now: Callable[[], int] | None = None) -> None:
        super().__init__(now)
        self.customs, self.chance = customs, chance
        self.pulse = Pulse(self.now)
        self.banned: Container[str] = ()
        """The players whom the server's host does not want to see."""
        self.is_overworked: Callable[[], bool] = lambda: False
        """Whether bots have so much to do that no more of them may sit down."""
        self.explain: Callable[[Live, Link | None], None] = lambda live, link: None
        """Tells how the last play was done: a link that has just come, or all when tiles were laid."""
        self._followers: set[asyncio.Task[None]] = set()

    def move_in(self, store: Store, bus: Bus, key: bytes) -> None:
        """Where the games are kept, and the key of the house with them; known once the server runs."""
        self.store, self.bus, self.key = store, bus, key
        self.neighbours = Neighbours(self.worker, bus)

    @property
    def outages(self) -> Sequence[Outage]:
        """When nobody could play."""
        return self.pulse.lost

    # --- rooms ---

    async def newest(self, game: str) -> Live:
        """A room as the store has it now: where other workers write too, what was not heard of them is read."""
        live = await self.live(game)
        await self.refresh(live)
        return live

    async def refresh(self, live: Live) -> None:
        """See to it that what is shown next is not older than the store."""
        if not self.alone:
            await self.catch_up(live)

    def _surely_here(self, live: Live) -> Sequence[bool]:
        """Who is there, for whoever would give a seat to a bot: also those who were there a moment ago.

        After a restart tabs are on their way back, and other workers have yet to say who is with them.
        """
        now, patience = self.now(), self.customs.pace.away
        return [here or now - live.away_since(seat, now) < patience for seat, here in enumerate(live.here())]

    def around(self, live: Live, now: int | None = None) -> Surroundings:
        """What is true around a room just now."""
        now, present = self.now() if now is None else now, live.present()
        return Surroundings(now, self.pulse.lost_until(now), present.here, present.watching, self.customs.pace.away)

    async def open(self, host: str, name: str, wanted: Wanted, bots: Sequence[Level], past: str | None = None) -> Live:
        """A new game, with its host and bots in their seats; with a `past`, it begins with that position."""
        self._check_welcome(host)
        settings = founding.checked(wanted, bots)
        name = names.checked_name(name)
        if bots and self.is_overworked():
            raise Refused(Refusal.UNAVAILABLE, "the bots here have too much to do: try again in a minute")
        if await self.store.open_games(host) >= self.customs.open_games:
            raise Refused(Refusal.TOO_MANY_GAMES, "you have too many games open: finish or leave some")
        game = founding.new_id(self.chance, host)
        secret, code = founding.new_secret(self.chance, game), founding.new_code(self.chance, game)
        first = entries.Opened(settings, secret, host, code, name, tuple(bots), past=past)
        live = await self._found(game, founding.dated(first))
        self.metrics.count("games_opened_total")
        return live

    async def _found(self, game: str, first: entries.Opened) -> Live:
        """Write the first entry of a game; if it is there already, that is the one."""
        outcome: Appended | Repeat = Appended.CODE_TAKEN
        while outcome is Appended.CODE_TAKEN:
            entry = Entry(0, self.now(), entries.to_bytes(first))
            room = Room.opened(game, entry)
            when = due(room, self.customs.pace, self.outages, entry.at)
            outcome = await self.store.append(Append(game, entry, listing(room, when)))
            first = with_changes(first, code=founding.new_code(self.chance, game))
        if outcome is Appended.WRITTEN:
            chronicle(room, first)
        live = self.rooms.setdefault(game, Live(room)) if outcome is Appended.WRITTEN else await self.live(game)
        with suppress(Unavailable):  # what follows may come later
            await self.settle(live)
        live.touched = self.now()
        self.after_change(live, True)
        return live

    def _check_welcome(self, player: str) -> None:
        if player in self.banned:
            raise Refused(Refusal.NOT_INVITED, "the host of this server does not want to see you here for a while")

    async def join(self, game: str, player: str, name: str) -> Live:
        """A player sits down; one who sits there already is simply let in."""
        live = await self.live(game)
        if live.room.seat_of(player) is None:
            self._check_welcome(player)
            name = names.checked_name(name)
            try:
                await self.happen(live, lambda room: sit_down(room, player, name, self.now()))
            except Refused as refused:
                if refused.trouble.code is not Refusal.ALREADY_SEATED:
                    raise
        return live

    async def take_seat(self, game: str, player: str, secret: str) -> Live:
        """A player takes a seat by its one-time link; the same request sent again changes nothing."""
        self._check_welcome(player)
        live = await self.live(game)
        key = _owned(player, seat_links.hashed(secret)[:32])
        await self.happen(live, lambda room: seat_links.taken(room, player, secret, self.now()), key)
        live.note_sign(player, self.now())
        return live

    # --- the one way by which anything happens ---

    async def fulfil(
        self, game: str, player: str | None, wish: Wish | socket.Rematch, judged: Judged | None = None
    ) -> int:
        """Do what a player wants, exactly once for its key; the number of the entry that did it.

        A repeated key is answered as the first time, even if the wish differs.
        Who has judged it already, in the room as it was then, says so: it is not done twice.
        """
        live = await self.live(game)
        if player is not None and live.room.seat_of(player) is not None:
            live.note_sign(player, live.touched)
            if live.room.rested is not None:
                await self.go_on(live)
        elif self.alone or live.room.phase != Phase.WAITING:  # else another worker may have seated it
            raise Refused(Refusal.NOT_SEATED, "you have no seat at this table")
        return await self._fulfil(live, player, wish, judged)

    async def _fulfil(self, live: Live, player: str | None, wish: Wish | socket.Rematch, judged: Judged | None) -> int:
        if isinstance(wish, socket.Rematch):
            return await self._rematch(live, player, _owned(player, wish.key))

        def make(room: Room) -> Happening:
            if judged is not None and judged.room is room:
                raise judged.refused
            here = self._surely_here(live) if isinstance(wish, socket.SeatBot) else ()
            now = self.now()
            return granted(room, player, wish, here=here, outages=self.pulse.lost_until(now), now=now)

        try:
            return await self.happen(live, make, _owned(player, wish.key))
        except Refused:
            if not (isinstance(wish, socket.Move | socket.Ready) and is_stood_in_for(live.room, player)):
                raise
        # Whose seat a bot plays takes it back by playing.
        back = socket.ComeBack(wish.key)
        await self.happen(live, lambda room: granted(room, player, back, here=(), outages=(), now=self.now()))
        return await self.happen(live, make, _owned(player, wish.key))

    async def _rematch(self, live: Live, player: str | None, key: str | None) -> int:
        if live.room.phase != Phase.OVER:
            await self.catch_up(live)  # another worker may have seen the end
        ready = False
        with suppress(Refused):  # it is refused below, unless it is a repeat
            # It is there before anybody is told of it: who is told may come at once, and the server may die in between.
            first = founding.rematch(live.room, player, self.chance, self.key)
            await self._found(founding.rematch_id(live.room, self.key), first)
            ready = True

        def make(room: Room) -> Happening:
            founding.check_rematch(room, player)
            return entries.Again(founding.rematch_id(room, self.key)) if ready else _nothing()

        return await self.happen(live, make, key)

    async def happen(self, live: Live, make: Make, key: str | None = None) -> int:
        """Write one event and those that follow by themselves. Return the number of the first, which is durable."""
        started = time.perf_counter()
        try:
            async with live.lock:
                done = await self._append(live, make, key)
                if not self.is_quiet(live):
                    await self.settle_now(live)
        except Unavailable as error:
            raise self.not_kept() from error
        except Refused as refused:
            self.metrics.count("refused_total", code=refused.trouble.code)
            raise
        finally:
            self.metrics.waited(time.perf_counter() - started)
        self.after_change(live, True)
        return done

    def not_kept(self) -> Refused:
        """The store cannot write."""
        self.metrics.count("refused_total", code=Refusal.UNAVAILABLE)
        return Refused(Refusal.UNAVAILABLE, "not accepted, try again: the store cannot keep it now")

    async def settle(self, live: Live) -> None:
        """Let happen what must by now."""
        async with live.lock:
            await self._settle(live)

    async def settle_now(self, live: Live) -> None:
        """The same for who has the lock: what follows may come later; what is durable is acknowledged."""
        with suppress(Unavailable):
            await self._settle(live)

    def follow(self, work: Coroutine[None, None, None]) -> None:
        """Do this beside whatever else there is to do."""
        task = asyncio.get_running_loop().create_task(work)
        self._followers.add(task)
        task.add_done_callback(self._followers.discard)

    def due(self, live: Live, now: int | None = None) -> int | None:
        """When something must happen there by itself; worked out once for every entry."""
        now = self.now() if now is None else now
        known, outages = live.due, self.pulse.lost_until(now)
        if known is None or known[0] is not live.room or known[1] is not outages:
            when = due(live.room, self.customs.pace, outages, now)
            known = live.due = live.room, outages, when
        return known[2]

    async def put_off(self, lives: Iterable[Live]) -> None:
        """The store has it that something is overdue here: where that is not so, let it know when something will be.

        Else what was reckoned by another pace, or before an outage, would be claimed and looked at again and again.
        """
        early = [live for live in lives if self._has_time(live)]
        last = await self.store.last(live.room.id for live in early) if early else {}
        for live in early:
            if last.get(live.room.id, -1) > live.room.n:  # the server's host has done something here
                with suppress(Refused):  # it cannot be read
                    await self.catch_up(live)
        whens = [Due(live.room.id, live.room.n, self.due(live)) for live in early if self._has_time(live)]
        if whens:
            await self.store.put_off(whens)

    def _has_time(self, live: Live, now: int | None = None) -> bool:
        now = self.now() if now is None else now
        when = self.due(live, now)
        return when is None or when > now

    def is_quiet(self, live: Live, now: int | None = None) -> bool:
        """Whether it is plain that nothing happens by itself yet: a turn that has time, and a player who is there."""
        room = live.room
        if room.phase is not Phase.PLAYING or not live.present().player or not can_wait(room):
            return False
        return self._has_time(live, now)

    async def _settle(self, live: Live) -> None:
        with suppress(Refused):  # another worker was faster
            while self._by_itself(live) is not None:
                await self._append(live, lambda room: self._by_itself(live) or _nothing(), None)

    def _by_itself(self, live: Live) -> Happening | None:
        here, deserted, draft = self._surely_here(live), self._is_deserted(live), live.draft_table()
        now = self.now()
        return next_by_itself(
            live.room, self.customs.pace, self.outages, now, draft=draft, here=here, deserted=deserted
        )

    def _is_deserted(self, live: Live) -> bool:
        """Whether no player was there for so long that the game had better rest."""
        now, room = self.now(), live.room
        people = [number for number, seat in enumerate(room.seats) if seat.player]
        return all(now - live.away_since(number, now) >= self.customs.pace.rest for number in people)

    async def go_on(self, live: Live) -> None:
        """Somebody is there again: a game that rests goes on."""
        if live.room.rested is not None:
            with suppress(Refused):  # another worker was faster
                await self.happen(live, lambda room: entries.WentOn() if room.rested is not None else _nothing())

    async def _append(self, live: Live, make: Make, key: str | None) -> int:
        while True:
            room = live.room
            try:
                happening = make(room)
            except Refused:
                if await self._catch_up(live):
                    continue  # refused by a room of yesterday
                n = await self.store.find(room.id, key) if key else None
                if n is None:
                    raise
                return n
            now = self.now()
            prepared = self._prepared(live, happening, key, now, self.pulse.lost_until(now))
            outcome = await self.store.append(prepared.wish)
            if outcome is Appended.WRITTEN:
                self.written(live, prepared)
                return prepared.wish.entry.n
            self.neighbours.seek(live)  # somebody else has written
            if not await self._catch_up(live) and not isinstance(outcome, Repeat):
                self.forget(live)
                raise Refused(DELETED.code, DELETED.message)
            if isinstance(outcome, Repeat):
                return outcome.n

    def _prepared(
        self, live: Live, happening: Happening, key: str | None, now: int, outages: Sequence[Outage]
    ) -> Prepared:
        room = live.room
        entry = Entry(room.n + 1, max(now, room.at), entries.to_bytes(happening), key)
        after = room.after(entry, happening)
        when = due(after, self.customs.pace, outages, entry.at)
        told = listing(after, when, known=live.summary_of(after), before=room)
        return Prepared(happening, Append(room.id, entry, told), after, outages, when)

    def prepared_move(self, live: Live, seat: int, wish: socket.Move, now: int) -> Prepared:
        """A move of this seat that is judged; `Refused` if it cannot be."""
        outages = self.pulse.lost_until(now)
        happening = moved(live.room, seat, wish.move, outages, now)
        return self._prepared(live, happening, _owned(live.room.seats[seat].player, wish.key), now, outages)

    def written(self, live: Live, prepared: Prepared, now: int | None = None) -> None:
        """It is durable: so it is the truth, and everybody is told."""
        happening, after = prepared.happening, prepared.after
        live.due = after, prepared.outages, prepared.when
        self._install(live, after, happening, now)
        if after.phase is not Phase.PLAYING or not isinstance(happening, entries.Moved):  # else no turning point
            chronicle(after, happening)
        self.neighbours.tell_entry(live, prepared.wish.entry)

    async def catch_up(self, live: Live, heard: Entry | None = None) -> None:
        """Take in what other workers have written: the next entry if it was heard, else all that the store has."""
        async with live.lock:
            before = live.room
            if heard is not None and heard.n == live.room.n + 1:
                self._take_in(live, heard)
            elif heard is None or heard.n > live.room.n:
                await self._catch_up(live)
        if live.room is not before:
            self.after_change(live, False)

    async def _catch_up(self, live: Live) -> bool:
        rows = await self.log_of(live.room.id, live.room.n)
        for entry in rows:
            self._take_in(live, entry)
        return bool(rows)

    def _take_in(self, live: Live, entry: Entry) -> None:
        happening = entries.from_bytes(entry.data)
        self._install(live, live.room.after(entry, happening), happening)

    def _install(self, live: Live, after: Room, happening: Happening, now: int | None = None) -> None:
        before, live.room = live.room, after
        live.show(before, happening, self.around(live, now))
        if isinstance(happening, entries.Moved):
            self.metrics.moved(happening.by)
            if happening.move.startswith("play"):
                self.explain(live, None)
        elif isinstance(happening, SEATING) and live.links:
            self.neighbours.say_presence(live)  # who is in which seat has changed


def _owned(player: str | None, key: str) -> str | None:
    """A wish's key as the log has it: two players may make up the same, and nobody learns of another's."""
    return f"{player[:16]}:{key}" if player else None


def _nothing() -> Happening:
    raise Refused(Refusal.WRONG_PHASE, "nothing is due any more")
