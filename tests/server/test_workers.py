"""Two workers in one process, at one store: what one of them writes, the other takes in as soon as it hears of it."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from openkub.server import entries
from openkub.server.customs import Customs
from openkub.server.house import House
from openkub.server.live import Live
from openkub.server.store.addresses import open_store
from openkub.server.talk import Talk
from openkub.server.wire import socket
from openkub.server.wire.game import Settings
from openkub.server.wire.refusals import Refused
from tests.server.rooms import ANNA, BRUNO, player_to_move
from tests.workshop.chance import Seeded, seal_of

pytestmark = pytest.mark.anyio


class Whisper:
    """A bus between two, as reliable as `deaf` lets it be."""

    def __init__(self) -> None:
        self.hears, self.other, self.deaf = None, None, False
        self.me, self.gaps, self.said = "", 0, []

    def say(self, game: str, message: bytes, to: Any = None) -> None:
        self.said.append((json.loads(message)[0], to and list(to)))
        if not self.other.deaf and (to is None or self.other.me in to):
            asyncio.get_running_loop().call_soon(self.other.hears, game, message)

    async def listen(self, me: str, hear: Any) -> None:
        self.me, self.hears = me, hear


class Eyes:
    """A tab that keeps what it is sent."""

    player = BRUNO

    def __init__(self) -> None:
        self.seen = []

    def send(self, message: dict[str, Any]) -> None:
        self.seen.append(json.loads(message))

    @property
    def numbers(self) -> list[Any]:
        return [message["n"] for message in self.seen if message["type"] == "moved"]


@pytest.fixture
async def workers(tmp_path: Path) -> AsyncIterator[tuple[House, House, Whisper]]:
    store, _ = await open_store(str(tmp_path / "games.sqlite"))
    buses = Whisper(), Whisper()
    buses[0].other, buses[1].other = buses[1], buses[0]
    houses = [House(Customs(), Seeded(name)) for name in ("first", "second")]
    for house, bus in zip(houses, buses, strict=True):
        house.move_in(store, bus, b"key")
        await Talk(house).begin()
    yield *houses, buses[1]
    await store.close()


async def dealt(house: House) -> Any:
    live = await house.open(ANNA, "Anna", Settings(), [])
    await house.join(live.room.id, BRUNO, "Bruno")
    nonces = ((ANNA, "01" * 16), (BRUNO, "02" * 16))
    for player, nonce in nonces:
        await house.fulfil(live.room.id, player, socket.Seal("seal-001", seal_of(nonce)))
    for player, nonce in nonces:
        await house.fulfil(live.room.id, player, socket.Nonce("nonce-01", nonce))
    return live


async def draw(house: House, live: Live, key: str) -> Any:
    return await house.fulfil(live.room.id, player_to_move(live.room), socket.Move(key, "draw"))


async def until(reached: Any) -> None:
    async with asyncio.timeout(20):
        while not reached():
            await asyncio.sleep(0)


async def test_a_move_written_by_one_worker_is_shown_by_the_other(workers: tuple[House, House, Whisper]) -> None:
    first, second, _ = workers
    live = await dealt(first)
    there = await second.live(live.room.id)
    there.enter(eyes := Eyes())
    n = await draw(first, live, "move-001")
    await until(lambda: eyes.numbers == [n])
    assert there.room == live.room


async def test_a_worker_that_missed_the_news_takes_in_all_with_the_next(workers: tuple[House, House, Whisper]) -> None:
    first, second, second_bus = workers
    live = await dealt(first)
    there = await second.live(live.room.id)
    there.enter(eyes := Eyes())
    second_bus.deaf = True
    missed = await draw(first, live, "move-001")
    second_bus.deaf = False
    heard = await draw(first, live, "move-002")
    await until(lambda: eyes.numbers == [missed, heard])
    assert there.room == live.room


async def test_old_news_change_nothing(workers: tuple[House, House, Whisper]) -> None:
    first, second, second_bus = workers
    live = await dealt(first)
    there = await second.live(live.room.id)
    there.enter(eyes := Eyes())
    said = []
    second_bus.hears, hears = lambda *news: said.append(news), second_bus.hears
    await draw(first, live, "move-001")
    await until(lambda: said)
    await second.catch_up(there)
    hears(*said[0])
    n = await draw(first, live, "move-002")
    await until(lambda: len(said) > 1)
    hears(*said[1])
    await until(lambda: there.room.n == n)
    assert eyes.numbers == [n - 1, n]


async def test_of_two_wishes_with_one_key_at_the_same_moment_one_is_done_and_both_are_answered(
    workers: tuple[House, House, Whisper],
) -> None:
    first, second, _ = workers
    for other in (first, second):
        live = await dealt(first)
        await other.live(live.room.id)
        player = player_to_move(live.room)
        wishes = socket.Move("only-one", "draw"), socket.Leave("only-one")
        done = await asyncio.gather(
            first.fulfil(live.room.id, player, wishes[0]),
            other.fulfil(live.room.id, player, wishes[1]),
        )
        assert done[0] == done[1]
        assert [entry.key for entry in await first.log_of(live.room.id)].count(f"{player[:16]}:only-one") == 1


async def test_a_key_that_was_used_at_another_worker_is_known(workers: tuple[House, House, Whisper]) -> None:
    first, second, second_bus = workers
    live = await dealt(first)
    await second.live(live.room.id)
    second_bus.deaf = True
    player = player_to_move(live.room)
    n = await first.fulfil(live.room.id, player, socket.Move("only-one", "draw"))
    assert await second.fulfil(live.room.id, player, socket.Leave("only-one")) == n
    assert await second.fulfil(live.room.id, player, socket.Move("only-one", "draw")) == n


class Tab(Eyes):
    """A tab of a player."""

    def __init__(self, player: Any) -> None:
        super().__init__()
        self.player = player

    @property
    def presence(self) -> Any:
        return next(message for message in reversed(self.seen) if message["type"] == "presence")["here"]


async def timed_out_twice(house: House, live: Live) -> Any:
    """Bruno, or Anna, has let the clock run out twice, and it would soon do so again."""
    first = live.room.playing.state.turn
    for number in range(3):
        turn = live.room.playing.state.turn
        move = entries.Moved(turn, "timeout" if turn == first else "draw", "clock" if turn == first else "player")
        await house.happen(live, lambda room, move=move: move, f"turn-{number}")
    return first


async def test_a_worker_that_has_just_read_a_room_gives_nobodys_seat_away(
    workers: tuple[House, House, Whisper],
) -> None:
    first, second, _ = workers
    live = await dealt(first)
    for player in (ANNA, BRUNO):
        live.enter(Tab(player))
    seat = await timed_out_twice(first, live)
    there = await second.live(live.room.id)
    await second.settle(there)
    assert there.room.seats[seat].bot is None
    other = there.room.seats[1 - seat].player
    with pytest.raises(Refused, match="not_away"):
        await second.fulfil(live.room.id, other, socket.SeatBot("seat-bot", "sharp", seat))
    await until(lambda: there.here() == [True, True])  # it has asked, and was told
    there.note_absence(0)
    await second.settle(there)
    assert there.room.seats[seat].bot is None


async def test_who_is_known_to_be_gone_loses_the_seat_to_a_bot(workers: tuple[House, House, Whisper]) -> None:
    first, second, _ = workers
    live = await dealt(first)
    seat = 1 - live.room.playing.state.turn
    live.enter(Tab(live.room.seats[seat].player))
    there = await second.live(live.room.id)
    await until(lambda: sum(there.here()) == 1)
    second.customs = Customs(replace(second.customs.pace, away=0))
    await timed_out_twice(second, there)
    assert there.room.seats[1 - seat].bot == "steady"


async def test_who_looks_on_at_one_worker_and_sits_down_at_another_is_there_for_both(
    workers: tuple[House, House, Whisper],
) -> None:
    first, second, _ = workers
    live = await first.open(ANNA, "Anna", Settings(seats=3), [])
    there = await second.live(live.room.id)
    Talk(first).enter(live, anna := Tab(ANNA))
    Talk(second).enter(there, Tab(BRUNO))
    await first.join(live.room.id, BRUNO, "Bruno")
    await until(lambda: anna.presence == [True, True])


async def test_presence_that_is_no_news_is_not_told_again(workers: tuple[House, House, Whisper]) -> None:
    first, second, _ = workers
    live = await dealt(first)
    there = await second.live(live.room.id)
    there.enter(bruno := Tab(BRUNO))
    Talk(first).enter(live, Tab(ANNA))
    await until(lambda: bruno.seen and bruno.presence == [True, True])
    told = len(bruno.seen)
    for _ in range(3):
        first.neighbours.say_presence(live)
    n = await draw(first, live, "move-001")
    await until(lambda: bruno.numbers == [n])
    assert len(bruno.seen) == told + 1


async def test_a_rematch_asked_for_at_a_worker_that_missed_the_end_is_there_when_it_is_told(
    workers: tuple[House, House, Whisper],
) -> None:
    first, second, second_bus = workers
    live = await dealt(first)
    there = await second.live(live.room.id)
    second_bus.deaf = True
    for player, key in ((ANNA, "leave-01"), (BRUNO, "leave-02")):
        await first.fulfil(live.room.id, player, socket.Leave(key))
    await second.fulfil(live.room.id, BRUNO, socket.Rematch("rematch-01"))
    assert there.room.rematch is not None
    assert (await first.live(there.room.rematch)).room.seats[0].player == BRUNO


async def test_drafts_racks_and_emotes_reach_the_tabs_at_the_other_worker(
    workers: tuple[House, House, Whisper],
) -> None:
    first, second, _ = workers
    live = await dealt(first)
    there = await second.live(live.room.id)
    turn = live.room.playing.state.turn
    player, other = (live.room.seats[seat].player for seat in (turn, 1 - turn))
    mine, twin, eyes = Tab(player), Tab(player), Tab(other)
    live.enter(mine)
    for tab in (twin, eyes):
        there.enter(tab)
    talk = Talk(first)
    talk.draft(live, mine, socket.Draft(0, "r5 r6 r7"))
    talk.rack(live, mine, socket.Rack("my own way"))
    talk.emote(live, mine, socket.SendEmote(socket.Emote.HURRY))
    await until(lambda: eyes.seen and eyes.seen[-1]["type"] == "show_emote")
    draft = {"type": "show_draft", "seat": turn, "turns": 0, "table": "r5 r6 r7"}
    emote = {"type": "show_emote", "seat": turn, "emote": "hurry"}
    assert eyes.seen == [draft, emote]
    assert twin.seen == [draft, {"type": "show_rack", "order": "my own way"}, emote]
    assert (there.draft, there.orders) == (live.draft, live.orders)


async def test_of_a_room_that_no_other_worker_has_nobody_is_told(workers: tuple[House, House, Whisper]) -> None:
    first, second, _ = workers
    live = await dealt(first)
    first.bus.said.clear()
    Talk(first).enter(live, mine := Tab(player_to_move(live.room)))
    Talk(first).draft(live, mine, socket.Draft(0, "r5 r6 r7"))
    await draw(first, live, "move-001")
    assert first.bus.said == []
    there = await second.live(live.room.id)
    await until(lambda: there.others)
    n = await draw(first, live, "move-002")
    assert first.bus.said[-1] == ("n", [second.worker])
    await until(lambda: there.room.n == n)
    second.let_go(there)
    await until(lambda: not live.others)


async def test_a_worker_that_has_just_read_a_room_is_told_what_was_written_since(
    workers: tuple[House, House, Whisper],
) -> None:
    first, second, second_bus = workers
    live = await dealt(first)
    second_bus.other.deaf = True
    there = await second.live(live.room.id)
    mine = Tab(player_to_move(live.room))
    live.enter(mine)
    Talk(first).draft(live, mine, socket.Draft(0, "r5 r6 r7"))
    await draw(first, live, "move-001")
    other = Tab(player_to_move(live.room))
    live.enter(other)
    Talk(first).draft(live, other, socket.Draft(1, "b5 b6 b7"))
    assert (there.room.n, there.draft) == (live.room.n - 1, None)
    second_bus.other.deaf = False
    second.neighbours.seek(there)
    await until(lambda: there.room == live.room and there.draft == live.draft)


async def test_what_is_shown_is_never_older_than_the_store(workers: tuple[House, House, Whisper]) -> None:
    first, second, second_bus = workers
    live = await dealt(first)
    there = await second.live(live.room.id)
    second_bus.deaf = True
    n = await draw(first, live, "move-001")
    await second.refresh(there)
    assert there.room.n == n
    n = await draw(first, live, "move-002")
    assert (await second.newest(live.room.id)).room.n == n


async def test_to_look_at_a_room_again_and_again_delays_nothing_there(workers: tuple[House, House, Whisper]) -> None:
    first, _, _ = workers
    live = await dealt(first)
    arranged = []
    first.after_change = lambda live, ours: arranged.append(ours)
    for _ in range(3):
        await first.refresh(live)
    assert arranged == []


async def test_a_worker_that_reads_a_room_finds_its_drafts_and_racks(workers: tuple[House, House, Whisper]) -> None:
    first, second, _ = workers
    live = await dealt(first)
    turn = live.room.playing.state.turn
    mine = Tab(live.room.seats[turn].player)
    live.enter(mine)
    Talk(first).draft(live, mine, socket.Draft(0, "r5 r6 r7"))
    Talk(first).rack(live, mine, socket.Rack("my own way"))
    second.store.note(live.room.id, 1 - turn, "no note at all")
    there = await second.live(live.room.id)
    assert (there.draft, there.orders) == (live.draft, {turn: "my own way"})
