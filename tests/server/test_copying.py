"""Copies of records: written beside the event loop, and once for all who ask for the same."""

import asyncio
import threading

import pytest

from openkub.play.record import Record
from openkub.server import copying
from openkub.server.copying import Copyist, json_of
from openkub.server.entries import Moved
from openkub.server.records import public_record, text_of
from openkub.server.room import Room
from openkub.server.wire.refusals import Refused
from tests.server.rooms import dealt, happen, room

pytestmark = pytest.mark.anyio


def one_turn_later(before: Room) -> Room:
    return happen(before, [Moved(before.playing.state.turn, "draw", "player")])


def where_written(_room: Room, _record: Record) -> str:
    return threading.current_thread().name


async def test_a_record_is_written_beside_the_event_loop() -> None:
    assert await Copyist().copy(dealt(), where_written) != threading.current_thread().name


async def test_a_copy_says_what_the_record_says() -> None:
    copyist, here = Copyist(), dealt()
    assert await copyist.copy(here) == text_of(here, public_record(here))
    assert await copyist.copy(here, json_of) == public_record(here).to_json()


async def test_however_many_ask_it_is_written_once_until_more_has_happened() -> None:
    copyist, before = Copyist(), dealt()
    after = one_turn_later(before)
    first = await asyncio.gather(*(copyist.copy(before) for _ in range(5)))
    assert (len(set(first)), copyist.written) == (1, 1)
    assert await copyist.copy(after) != first[0]
    assert await copyist.copy(after, json_of)
    assert copyist.written == 3


async def test_only_so_much_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    copyist, before = Copyist(), dealt()
    after = one_turn_later(before)
    monkeypatch.setattr(copying, "KEPT", len(await copyist.copy(after)))
    for here in (before, after, after, before):
        await copyist.copy(here)
    assert copyist.written == 4


async def test_of_a_game_that_has_not_begun_there_is_no_copy() -> None:
    with pytest.raises(Refused, match="not begun"):
        await Copyist().copy(room())
