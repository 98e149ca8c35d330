"""The watch: what happens by itself happens on time, and what is forgotten is noticed.

Timers are set for loaded games. A heartbeat is stored every second. A round every second takes over overdue games of
dead workers and unloads games that nobody looks at. An error in one game or in one round is logged and ends there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress

from openkub.law.moves import Move, Play
from openkub.server import entries
from openkub.server.clock import SteadyClock
from openkub.server.entries import Happening
from openkub.server.held_up import HeldUp
from openkub.server.house import House
from openkub.server.live import Live
from openkub.server.room import Room
from openkub.server.store import Outage, Phase, Unavailable
from openkub.server.store.claims import CLAIM_MS
from openkub.server.talk import Talk
from openkub.server.thinking import Thinkers
from openkub.server.tidying import tidy
from openkub.server.timetable import bot_to_move, deadline
from openkub.server.wire.refusals import Refusal, Refused

log = logging.getLogger("openkub.server")

BEAT_S = 1.0
LAG_S = 0.25
"""How often the lateness of the event loop is measured."""
STALL_S = 0.5
"""Who waits longer than this for the event loop gets the time back."""
AT_ONCE = 100
"""So many tables are told of a clock before others have their turn."""
OTHERS_FIRST_MS = 1_500
"""A worker that did not write the last entry leaves what follows to the one that did, for so long."""
THEIRS_MS = 5_000
"""So long a turn is left to the worker at which its player is connected, after its time is over."""
IDLE_MS = 60_000
"""A room that nobody looks at leaves the memory after so long."""
SHARED_MS = 5_000
"""The same for a room that another worker has: who opened a game where it is not played need not follow it."""
SWEEP = 100
"""So many games are claimed at once: fewer than a worker can take up before the claim ends."""
TIDY_EVERY = 20
"""Rounds between two looks at games that are over."""
DAY_MS = 86_400_000
LONGEST_TIMER_MS = 3_600_000
AFTER_A_STUMBLE_MS = 60_000
"""A room in which an error of our own came up is not tried again at once: it would come up again."""
THINK_S = 2.0


class Watch:
    """Timers, heart-beat and rounds of one worker."""

    def __init__(self, house: House, talk: Talk, thinkers: Thinkers) -> None:
        self._house, self._talk, self._thinkers = house, talk, thinkers
        self._tasks: set[asyncio.Task[None]] = set()
        self._round, self._held_up = 0, HeldUp()
        self._gaps = 0
        """How often the bus was broken when we last looked."""
        house.after_change = self.arrange
        house.is_overworked = lambda: thinkers.overworked

    async def begin(self) -> None:
        """Beat once before anything else: the time in which nobody was here is given back to the clocks."""
        await self._set_time()
        await self._beat()
        self._house.banned = await self._house.store.banned(self._house.now())
        self._spawn(self._every_second(self._stay_alive))
        self._spawn(self._every_second(self._go_round))
        self._spawn(self._measure())

    async def end(self) -> None:
        """Stop everything that was going to happen."""
        self._house.after_change = lambda live, ours: None
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self._house.rooms.values():
            if live.timer:
                live.timer.cancel()

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error:
            self._stumbled("the watch", error)

    def _stumbled(self, who: str, error: BaseException) -> None:
        self._house.metrics.count("stumbles_total")
        log.error("%s stumbled", who, exc_info=error)

    # --- timers ---

    @property
    def _behind(self) -> bool:
        """Whether other workers may be ahead of us."""
        return not self._house.alone

    def arrange(self, live: Live, ours: bool, again_ms: int = 0) -> None:
        """Set the timer for what comes next in this room; one that rings before that may stay, and looks again."""
        house, live.ours = self._house, ours
        known = live.due
        if live.timer and ours and not again_ms and known and known[0] is live.room and live.rings <= (known[2] or 0):
            return  # as after nearly every move
        now = house.now()
        when = house.due(live, now) if house.rooms.get(live.room.id) is live else None  # else it has been deleted
        first = ours or not self._behind or live.is_turn_here()
        wait = 0 if when is None else max(when - now, again_ms, 0) + (0 if first else OTHERS_FIRST_MS)
        rings = now + min(wait, LONGEST_TIMER_MS)
        if live.timer:
            if when is not None and ours and not again_ms and live.rings <= rings:
                return
            live.timer.cancel()
            live.timer = None
        if when is not None:
            live.rings = rings
            live.timer = asyncio.get_running_loop().call_later((rings - now) / 1000, self._ring, live)

    def _ring(self, live: Live) -> None:
        live.timer = None
        if not live.waking:
            live.waking = True
            self._spawn(self._wake(live))

    async def _wake(self, live: Live) -> None:
        again_ms = AFTER_A_STUMBLE_MS
        try:
            if await self._is_for_us(live):
                live.ours = True
                await self._house.settle(live)
                if self._bot_due(live):
                    await self._play_bot(live)
                again_ms = 5
            else:
                again_ms = 1_000
        except (Unavailable, Refused) as error:
            self._held_up.note(live.room.id, error)
            again_ms = 1_000
        finally:
            live.waking = False
            self.arrange(live, live.ours, again_ms)

    async def _is_for_us(self, live: Live) -> bool:
        """Whether what is due here is for this worker to do.

        Somebody who is to move and is connected to another worker is left to that one, unless it does nothing for long:
        it alone knows whether its event loop stood still, and how much time it has given back.
        """
        if not self._behind:
            return True
        if live.is_turn_elsewhere():
            when = self._house.due(live)
            if when is None or self._house.now() < when + THEIRS_MS:
                return False
        return live.ours or await self._is_left_to_us(live)

    async def _is_left_to_us(self, live: Live) -> bool:
        """Whether something is due that no other worker is at, not even the one that wrote last; then we are."""
        house, game, when = self._house, live.room.id, self._house.due(live)
        is_due = when is not None and when <= house.now()
        return is_due and game in await house.store.claim(house.worker, [game], CLAIM_MS)

    def _bot_due(self, live: Live) -> bool:
        when = self._house.due(live) if bot_to_move(live.room) else None
        return when is not None and when <= self._house.now()

    async def _play_bot(self, live: Live) -> None:
        room = live.room
        state = room.playing.state
        level = room.seats[state.turn].bot
        if level is None:
            return
        move = self._own_play(live) or await self._choice(room, level, watched=live.is_watched())

        def make(now: Room) -> Happening:
            if now.phase != Phase.PLAYING or now.game is not room.game or now.seats[state.turn].bot is None:
                raise Refused(Refusal.NOT_YOUR_TURN, "somebody else has moved for this bot")
            return entries.Moved(state.turn, str(move), "bot", room.banks[state.turn] if room.banks else None)

        try:
            await self._house.happen(live, make)
        except Refused as refused:
            if refused.trouble.code is Refusal.UNAVAILABLE:
                raise

    def _own_play(self, live: Live) -> Move | None:
        """What the player had laid before the bot stepped in, if it is a legal play: then that is the turn."""
        draft = live.draft_table()
        play = Play(draft) if draft is not None else None
        return play if play and live.room.playing.state.check(play) is None else None

    async def _choice(self, room: Room, level: str, *, watched: bool) -> Move:
        """The bot's move, as long as it has one and it is legal."""
        state = room.playing.state
        end = deadline(room, self._house.outages, self._house.now())
        left = THINK_S if end is None else min(THINK_S, max(0.05, (end - self._house.now()) / 2000))
        view = state.view(state.turn)
        try:
            move = await self._thinkers.choose(level, room.n, view, left, watched=watched)
        except Exception as error:  # whatever is wrong with a bot, its table does not wait for it for ever
            self._stumbled(f"the bot {level}", error)
            move = view.idle
        if state.check(move) is None:
            return move
        if move != view.idle:
            log.error("the bot %s chose %s, which is not legal", level, move)
        if state.check(view.idle) is None:
            return view.idle
        return await self._thinkers.must_lay(view, watched=watched)

    # --- rounds ---

    async def _every_second(self, work: Callable[[], Awaitable[None]]) -> None:
        """Until the end. An error of our own is loud, but it is not the end: all clocks and bots hang on this."""
        while True:
            await asyncio.sleep(BEAT_S)
            try:
                await work()
                self._held_up.tell()
            except Unavailable as error:
                self._held_up.tell(error)
            except Exception as error:  # whatever goes wrong in one round, the next one comes
                self._stumbled("the watch", error)

    async def _go_round(self) -> None:
        self._round += 1
        self._let_go()
        # Before anything that the host has done: who was sent away from a table does not sit down again meanwhile.
        self._house.banned = await self._house.store.banned(self._house.now())
        await self._sweep()
        await self._look_up()
        if self._round % TIDY_EVERY == 1:
            await tidy(self._house)

    async def _stay_alive(self) -> None:
        """Beat apart from the rounds: a long round leaves no gap between beats, which would be an outage."""
        with suppress(Unavailable):  # the round tells
            await self._set_time()
            await self._beat()

    async def _set_time(self) -> None:
        """Go by the database's clock, if it has one."""
        time = await self._house.store.time()
        if time is not None and isinstance(self._house.now, SteadyClock):
            self._house.now.go_by(time)

    async def _beat(self) -> None:
        """Store a heartbeat, and hear of outages."""
        house = self._house
        now = house.now()
        newest = await house.store.beat(house.worker, now)
        house.pulse.last_beat = newest
        self._heard(newest, await house.store.outages(now - DAY_MS))

    def _heard(self, newest: int, outages: Sequence[Outage]) -> None:
        """What came of a beat."""
        house = self._house
        if isinstance(house.now, SteadyClock):
            house.now.follow(newest)
        stalls = [stall for stall in house.pulse.stalls if stall.end > newest - DAY_MS]
        if house.pulse.know(outages, stalls):
            self._spawn(self._set_clocks())

    async def _set_clocks(self) -> None:
        """Time was given back: timers by the new reckoning, and a new look at the clocks, without another stall."""
        for count, live in enumerate(list(self._house.rooms.values())):
            live.due = None
            self.arrange(live, True)
            self._talk.tell_clock(live)
            if count % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def _measure(self) -> None:
        """How late the event loop is; a long stall is given back to the turns that it cost something."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_S
            await asyncio.sleep(LAG_S)
            self.lagged(loop.time() - due)

    def lagged(self, seconds: float) -> None:
        """The event loop was so late."""
        house = self._house
        house.metrics.lagged(seconds)
        if seconds > STALL_S:
            now = house.now()
            stall = Outage(now - round(seconds * 1000), now)
            if house.pulse.know(house.pulse.outages, (*house.pulse.stalls, stall)):
                self._spawn(self._set_clocks())

    async def _sweep(self) -> None:
        """What is overdue, because the worker that had it is gone, is shared out among those that live."""
        house, late = self._house, OTHERS_FIRST_MS
        await self._keep_claims()
        games = None
        while games is None or len(games) == SWEEP:
            games = await house.store.claim_due(house.worker, now=house.now(), late=late, limit=SWEEP, ms=CLAIM_MS)
            readable = [game for game in games if game not in house.unreadable]
            with suppress(Unavailable):  # if one of them is broken, they are read one by one
                await house.take_all(readable)
            for game in readable:
                await self._take_up(game)
            await house.put_off(live for game in readable if (live := house.rooms.get(game)))

    async def _keep_claims(self) -> None:
        """Keep other workers from starting what takes long here, such as a bot's move."""
        busy = [game for game, live in self._house.rooms.items() if live.waking] if self._behind else ()
        if busy:
            await self._house.store.claim(self._house.worker, busy, CLAIM_MS)

    async def _take_up(self, game: str) -> None:
        """A game in which something is overdue."""
        try:
            live = self._house.rooms.get(game) or await self._house.live(game)
        except Refused:
            return  # deleted meanwhile, or it cannot be read
        if live.timer is None and not live.lock.locked():
            live.ours = True
            self._ring(live)

    async def _look_up(self) -> None:
        """What another worker wrote is usually heard; this is for what was not, and for what the host has deleted."""
        house = self._house
        watched = {game: live for game, live in house.rooms.items() if live.links}
        if self._round % 3 == 0 and watched:
            last = await house.store.last(watched)
            for game, live in watched.items():
                if game not in last:
                    house.forget(live)
                elif last[game] > live.room.n:
                    house.neighbours.seek(live)  # one of them does not know of us
                    with suppress(Refused):  # it cannot be read; others can
                        await house.catch_up(live)
        if self._behind and self._round % 5 == 0:
            alive = frozenset(await house.store.workers(house.now() - 5_000))
            for live in house.rooms.values():
                if live.forget_workers(alive):
                    self._talk.tell_presence(live)
        if self._behind and self._round % 15 == 0:
            for live in watched.values():
                house.neighbours.say_presence(live, again=True)  # who was late was taken for dead
        if self._gaps != house.bus.gaps:
            self._gaps = house.bus.gaps
            for live in house.rooms.values():
                house.neighbours.seek(live)  # what was said while the database was away, nobody heard

    def _let_go(self) -> None:
        """Rooms without anybody in them leave the memory; the log has them."""
        house = self._house
        now = house.now()
        for live in list(house.rooms.values()):
            busy = live.tabs or live.links or live.waking or live.lock.locked()
            quiet = live.touched < now - SHARED_MS if live.others else max(live.touched, live.room.at) < now - IDLE_MS
            if quiet and not busy:
                house.let_go(live)
