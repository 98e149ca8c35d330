"""Nobody loses a seat by a broken line: absence has to last, the table agreed on the bot, and what was laid counts.

The clock of the house stands still until it is moved.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from openkub.law.moves import Play
from openkub.server import entries
from openkub.server.bus import Silence
from openkub.server.customs import Customs
from openkub.server.house import House
from openkub.server.live import Live
from openkub.server.store.sqlite import SqliteStore
from openkub.server.talk import Talk
from openkub.server.thinking import Thinkers
from openkub.server.timetable import due
from openkub.server.watch import Watch
from openkub.server.wire import socket
from openkub.server.wire.game import SeatDraft, TurnClock, Wanted
from openkub.server.wire.refusals import Refused
from openkub.server.wishes import SENT_AWAY_MS
from openkub.solver import any_play
from tests.server.rooms import ANNA, BRUNO
from tests.workshop.chance import Seeded, seal_of

pytestmark = pytest.mark.anyio


class Tab:
    """Somebody's tab; what it is sent goes nowhere."""

    steps = False

    def __init__(self, player: str | None) -> None:
        self.player = player

    def send(self, message: bytes) -> None:
        pass


class Clock:
    """A clock that tests move."""

    now = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    store = await SqliteStore.open(tmp_path / "games.db")
    house = House(Customs(), Seeded("away"), Clock())
    house.move_in(store, Silence(), b"key")
    house.pulse.last_beat = house.now()
    yield house
    await store.close()


def tick(house: House, ms: int) -> None:
    house.now.now += ms
    house.pulse.last_beat = house.now()


async def dealt(house: House, **wanted: object) -> Live:
    """Anna and Bruno have their tiles, and both are connected."""
    live = await house.open(ANNA, "Anna", Wanted(**wanted), [])
    await house.join(live.room.id, BRUNO, "Bruno")
    for seat, player in enumerate((ANNA, BRUNO)):
        await house.fulfil(live.room.id, player, socket.Seal(f"seal-of-{seat}", seal_of(f"{seat + 1:032x}")))
    for seat, player in enumerate((ANNA, BRUNO)):
        await house.fulfil(live.room.id, player, socket.Nonce(f"nonce-of-{seat}", f"{seat + 1:032x}"))
        Talk(house).enter(live, Tab(player))
    return live


async def replace_bruno(house: House, live: Live) -> bool:
    """Whether Anna may let a bot play for Bruno."""
    try:
        await house.fulfil(live.room.id, ANNA, socket.SeatBot("let-a-bot-play", "novice", 1))
    except Refused:
        return False
    return True


def cut(house: House, live: Live, player: str) -> None:
    Talk(house).leave(live, next(link for link in live.links if link.player == player))


async def test_a_seat_is_not_given_away_before_its_player_was_gone_for_twenty_seconds(house: House) -> None:
    live = await dealt(house)
    cut(house, live, BRUNO)
    tick(house, 19_999)
    assert not await replace_bruno(house, live)
    tick(house, 1)
    assert await replace_bruno(house, live)
    assert live.room.seats[1].bot == "steady"


async def test_who_comes_back_in_between_has_to_be_gone_for_as_long_again(house: House) -> None:
    live = await dealt(house)
    cut(house, live, BRUNO)
    tick(house, 15_000)
    Talk(house).enter(live, Tab(BRUNO))
    cut(house, live, BRUNO)
    tick(house, 19_999)
    assert not await replace_bruno(house, live)


async def test_after_a_restart_everybody_has_as_long_to_come_back(house: House) -> None:
    game = (await dealt(house)).room.id
    tick(house, 60_000)
    house.rooms.clear()
    live = await house.live(game)
    tick(house, 19_999)
    assert not await replace_bruno(house, live)


async def test_a_bot_that_steps_in_pauses_first(house: House) -> None:
    live = await dealt(house)
    if live.room.playing.state.turn == 0:
        await house.fulfil(live.room.id, ANNA, socket.Move("draw-first", "draw"))
    cut(house, live, BRUNO)
    tick(house, 60_000)
    assert await replace_bruno(house, live)
    assert due(live.room, house.customs.pace, (), house.now()) == house.now() + house.customs.pace.bot_pause


async def test_the_bot_plays_what_the_player_had_laid_if_it_is_legal(house: House) -> None:
    live = await dealt(house, rules="default opening_min_points=1")
    room = live.room
    while room.playing.state.turn == 0 or (play := any_play(room.playing.state.view(1))) is None:
        state = room.playing.state
        await house.fulfil(room.id, (ANNA, BRUNO)[state.turn], socket.Move(f"draw-{room.n:04}", "draw"))
        room = live.room
    live.draft = SeatDraft(1, room.turns, str(play.table))
    cut(house, live, BRUNO)
    tick(house, 60_000)
    assert await replace_bruno(house, live)
    tick(house, house.customs.pace.bot_pause)
    watch = Watch(house, Talk(house), Thinkers())
    await watch._play_bot(live)
    await watch.end()
    assert live.room.last_change == (1, room.playing.state.table, live.room.n)
    assert Play(live.room.playing.state.table) == play
    assert live.room.playing.state.history[-1].move == play


async def test_whom_the_host_has_sent_away_may_come_again_in_a_minute(house: House) -> None:
    live = await house.open(ANNA, "Anna", Wanted(seats=3), [])
    await house.join(live.room.id, BRUNO, "Bruno")
    await house.fulfil(live.room.id, ANNA, socket.Unseat("send-away", 1))
    tick(house, SENT_AWAY_MS - 1)
    with pytest.raises(Refused, match="sent you away"):
        await house.join(live.room.id, BRUNO, "Bruno")
    tick(house, 1)
    await house.join(live.room.id, BRUNO, "Bruno")
    assert live.past[-1].happening == entries.Sat(BRUNO, "Bruno")


async def test_a_table_that_everybody_has_left_alone_rests_until_somebody_is_back(house: House) -> None:
    live = await dealt(house, clock=TurnClock(60))
    for player in (ANNA, BRUNO):
        cut(house, live, player)
    tick(house, house.customs.pace.rest)
    await house.settle(live)
    assert (live.room.rested, due(live.room, house.customs.pace, (), 0)) == (
        house.now(),
        house.now() + house.customs.pace.idle,
    )
    tick(house, 3_600_000)
    await house.settle(live)
    turn = live.room.playing.state.turn
    await house.fulfil(live.room.id, (ANNA, BRUNO)[turn], socket.Move("here-i-am", "draw"))
    assert live.room.rested is None
    assert [type(past.happening) for past in live.past][-3:] == [entries.Rested, entries.WentOn, entries.Moved]


async def test_a_table_at_which_one_is_left_does_not_rest(house: House) -> None:
    live = await dealt(house)
    cut(house, live, BRUNO)
    tick(house, 10 * house.customs.pace.rest)
    await house.settle(live)
    assert live.room.rested is None


async def test_who_has_no_seat_is_refused_before_anybody_waits_for_it(house: House) -> None:
    live = await dealt(house)
    async with live.lock:
        with pytest.raises(Refused, match="not_seated"):
            await house.fulfil(live.room.id, "d" * 64, socket.Move("not-my-game", "draw"))
