"""Replay of a log: every beginning of it comes to the room that was there, and a long log lets others run."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise

import pytest

from openkub.law.rules import EDITIONS
from openkub.server import entries
from openkub.server.live import KEPT, SLICE, Live, recalled
from openkub.server.replaying import replayed
from openkub.server.room import Room
from openkub.server.showing import Surroundings
from openkub.server.store import Entry, Phase
from tests.workshop.logs import played

pytestmark = pytest.mark.anyio

GAME = "g" * 22


@pytest.fixture(scope="module", params=["default", "original_es", "tournament", "default play_after_draw=True"])
def log(request: pytest.FixtureRequest) -> Sequence[Entry]:
    """Two rounds with time-outs, rests, and somebody who leaves and comes back."""
    return list(played(request.param, 2))


@pytest.fixture(scope="module")
def rooms(log: Sequence[Entry]) -> Sequence[Room]:
    """The room after every entry, one by one."""
    first, *rest = log
    found = [Room.opened(GAME, first)]
    for entry in rest:
        found.append(found[-1].after(entry))
    return found


def test_the_games_have_turns_of_every_kind(log: Sequence[Entry]) -> None:
    moves = {entry.data.split(b'"move":"')[1][:4] for entry in log if b'"moved"' in entry.data}
    assert {b"play", b"draw"} <= moves
    assert b'"rested"' in b"".join(entry.data for entry in log) or b'"replaced"' in b"".join(e.data for e in log)


def test_every_beginning_of_a_log_comes_to_the_room_that_was_there(log: Sequence[Entry], rooms: Sequence[Room]) -> None:
    for n, room in enumerate(rooms):
        assert replayed(GAME, log[: n + 1]) == room


async def test_what_happened_last_is_recalled_as_it_was(log: Sequence[Entry], rooms: Sequence[Room]) -> None:
    live = Live(*await recalled(GAME, log))
    assert live.room == rooms[-1]
    assert [(one.before, one.after) for one in live.past] == list(pairwise(rooms[-KEPT - 1 :]))


async def test_what_happens_now_follows_on_what_is_recalled(log: Sequence[Entry], rooms: Sequence[Room]) -> None:
    live, happening = Live(*await recalled(GAME, log[:-1])), entries.from_bytes(log[-1].data)
    before, live.room = live.room, rooms[-1]
    live.show(before, happening, Surroundings(0))
    assert [(one.before, one.after) for one in live.past] == list(pairwise(rooms[-KEPT - 1 :]))


def test_a_log_with_a_gap_or_with_a_move_out_of_turn_is_none(log: Sequence[Entry], rooms: Sequence[Room]) -> None:
    first = next(n for n, room in enumerate(rooms) if room.phase == Phase.PLAYING)
    draws = [Entry(first + 1 + n, 0, entries.to_bytes(entries.Moved(0, "draw", "player"))) for n in range(3)]
    with pytest.raises(ValueError, match="it is not the turn of seat 0"):
        replayed(GAME, [*log[: first + 1], *draws])
    seats = len(rooms[first].seats)
    turn = rooms[first].playing.state.turn
    draws = [
        Entry(first + 1 + 2 * n, 0, entries.to_bytes(entries.Moved((turn + n) % seats, "draw", "player")))
        for n in range(3)
    ]
    with pytest.raises(ValueError, match="does not follow"):
        replayed(GAME, [*log[: first + 1], *draws])


async def test_the_event_loop_runs_while_a_long_log_is_replayed(log: Sequence[Entry], rooms: Sequence[Room]) -> None:
    n = len(log) - 1
    pauses = [entries.to_bytes(one) for one in (entries.Rested(), entries.WentOn())] * SLICE
    long = [*log, *(Entry(n + number, log[n].at, data) for number, data in enumerate(pauses, 1))]
    runs = 0

    async def count() -> None:
        nonlocal runs
        while True:
            runs += 1
            await asyncio.sleep(0)

    counting = asyncio.ensure_future(count())
    room, _ = await recalled(GAME, long)
    counting.cancel()
    assert (room.n, room.rested) == (n + 2 * SLICE, None)
    assert runs >= 2


def test_a_log_of_any_deal_says_how_the_round_before_it_ended_and_a_replay_does_not_believe_it(
    log: Sequence[Entry], rooms: Sequence[Room]
) -> None:
    deals = [entry for entry in log if b'"began"' in entry.data]
    first, second = (entries.from_bytes(entry.data) for entry in deals)
    over = next(room for room in rooms if room.phase == Phase.BETWEEN).playing.state
    assert (first, second) == (entries.Began(), entries.Began(str(over.outcome), over.starter))
    for ended in (None, "", "end of the world", "end rack_empty, won by 4, scores 10 -10 0"):
        other = Entry(deals[1].n, deals[1].at, entries.to_bytes(entries.Began(ended)))
        assert replayed(GAME, [other if entry.n == other.n else entry for entry in log]) == rooms[-1]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.slow
def test_the_same_holds_in_every_edition(edition: str) -> None:
    first, *rest = log = list(played(edition, 1))
    room = Room.opened(GAME, first)
    for n, entry in enumerate(rest, 2):
        room = room.after(entry)
        assert replayed(GAME, log[:n]) == room
