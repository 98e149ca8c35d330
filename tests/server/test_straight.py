"""Moves that go straight from their line to the store: whatever else is said, all is answered once and in its order."""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from openkub.server.door.limits import Meter, Rate
from openkub.server.door.lines import Inbox
from openkub.server.lock import Lock
from openkub.server.store import Append, Appended, Entry, Listing, Phase, Repeat, Store, Unavailable
from openkub.server.store.batch import settle
from openkub.server.store.sqlite_file import prepare
from openkub.server.store.sqlite_writer import Writer
from tests.server.inprocess import Guests, to_move
from tests.workshop.chance import new_key

PLAYING = Listing(Phase.PLAYING, listed=False, due=None, code=None, host="anna", summary=b"{}")


def compact(kind: str, **fields: Any) -> str:
    """As a page writes it, without a blank."""
    return json.dumps({"type": kind, **fields}, separators=(",", ":"))


def answers(line: Any, count: int) -> list[Any]:
    """So many answers, and nothing of what merely happened."""
    found: list[Any] = []
    while len(found) < count:
        message = line.next()
        if message["type"] in ("ack", "refused", "pong"):
            found.append(message)
    return found


def test_what_is_said_behind_a_move_is_answered_behind_it(guests: Guests) -> None:
    _, lines = guests.playing()
    line = to_move(lines)
    keys = [new_key() for _ in range(3)]
    said = [compact("move", key=key, move="draw") for key in keys]
    for text in (said[0], compact("ping"), said[1], json.dumps(json.loads(said[2])), compact("ping")):
        line.socket.send(text)
    first, pong, second, third, last = answers(line, 5)
    assert (first["type"], first["key"]) == ("ack", keys[0])
    assert pong == {"type": "pong", "n": first["n"]}
    assert [(one["key"], one["trouble"]["code"]) for one in (second, third)] == [
        (key, "not_your_turn") for key in keys[1:]
    ]
    assert last["type"] == "pong"


def test_a_move_is_done_once_however_it_is_written_and_how_often(guests: Guests) -> None:
    game, lines = guests.playing()
    line, key = to_move(lines), new_key()
    forms = [
        compact("move", key=key, move="draw"),
        json.dumps({"type": "move", "key": key, "move": "draw"}),
        json.dumps({"move": "draw", "key": key, "type": "move"}),
    ]
    for text in forms:
        line.socket.send(text)
    assert {(one["type"], one["n"]) for one in answers(line, 3)} == {("ack", line.last)}
    assert len(guests.server.log(game)) == line.last + 1


def test_a_move_that_no_rule_allows_is_refused_once_and_points_at_the_place(guests: Guests) -> None:
    game, lines = guests.playing()
    line, before = to_move(lines), len(guests.server.log(game))
    for text in ("play r1 r2 k3", "play r1 r2 r3 | k1", "leap"):
        line.socket.send(compact("move", key=new_key(), move=text))
        (answer,) = answers(line, 1)
        assert answer["trouble"]["code"] == ("bad_message" if text == "leap" else "illegal_move")
    line.socket.send(compact("move", key="short", move="draw"))
    assert answers(line, 1)[0]["trouble"]["code"] == "bad_message"
    assert len(guests.server.log(game)) == before
    assert line.wish("move", move="draw")["type"] == "ack"


def test_the_last_move_of_a_round_is_acknowledged_with_what_follows_from_it(guests: Guests) -> None:
    """A round with few tiles: whoever has none left has won, and the score sheet is shown."""
    _, lines = guests.playing(rules="default rounds=none deal_size=3 opening_min_points=1")
    moves = 0
    while lines[0].phase == "playing":
        line = to_move(lines)
        move, key = line.choose(), new_key()
        line.socket.send(compact("move", key=key, move=move))
        (answer,) = answers(line, 1)
        assert (answer["type"], answer["key"]) == ("ack", key)
        for one in lines:
            one.now()
        moves += 1
    assert moves
    assert {line.phase for line in lines} == {"between"}


def test_who_sits_nowhere_or_is_gone_changes_nothing(guests: Guests) -> None:
    game, lines = guests.playing()
    stranger = guests.stranger(game)
    stranger.socket.send(compact("move", key=new_key(), move="draw"))
    assert answers(stranger, 1)[0]["trouble"]["code"] == "not_seated"
    line = to_move(lines)
    other = next(one for one in lines if one is not line)
    line.socket.send(compact("move", key=new_key(), move="draw"))
    line.close()  # the move is on its way, and counts
    other.until("moved", seat=line.seat)
    assert other.fresh_view()["position"]["turn"] == other.seat


def test_one_more_has_room_as_long_as_it_need_not_wait() -> None:
    now = 100.0
    for pace in (Meter(Rate(3, 60), lambda: now), Meter(Rate(1, 600), lambda: now)):
        while pace.has_room():
            assert pace.spend() == 0
        assert pace.spend() > 0


# --- the lock ---


@pytest.mark.anyio
async def test_the_lock_goes_to_who_has_waited_longest_and_never_gets_lost() -> None:
    lock, order = Lock(), list[int]()

    async def wait(number: int) -> None:
        async with lock:
            order.append(number)
            await asyncio.sleep(0)

    assert lock.take()
    waiting = [asyncio.create_task(wait(number)) for number in range(5)]
    await asyncio.sleep(0)
    waiting[1].cancel()
    lock.release()
    waiting[0].cancel()  # it has been handed the lock, and goes before it knows
    await asyncio.gather(*waiting, return_exceptions=True)
    assert order == [2, 3, 4]
    assert not lock.locked()


# --- the thread that writes ---


@pytest.mark.anyio
async def test_what_was_said_before_the_end_is_written_and_nobody_waits_for_ever(tmp_path: Path) -> None:
    prepare(tmp_path / "games.db")
    writer = Writer(tmp_path / "games.db")
    outcomes = await asyncio.gather(*(play(writer, f"game {number}", 40) for number in range(12)))
    assert outcomes == [[Appended.WRITTEN] * 40] * 12
    last = appended(writer, "game 0", 40)
    await writer.close()  # what was said before the end is written
    assert await last is Appended.WRITTEN
    with pytest.raises(Unavailable):
        appended(writer, "game 0", 41)
    with sqlite3.connect(tmp_path / "games.db") as file:
        assert file.execute("SELECT count(*) FROM events").fetchone() == (12 * 40 + 1,)
    file.close()


def appended(writer: Writer, game: str, n: int) -> asyncio.Future[Appended | Repeat]:
    told: asyncio.Future[Appended | Repeat] = asyncio.get_running_loop().create_future()
    writer.append(Append(game, Entry(n, n, b"{}", f"{game} {n}"), PLAYING), told)
    return told


async def play(writer: Writer, game: str, moves: int) -> list[Appended | Repeat]:
    return [await appended(writer, game, n) for n in range(moves)]


# --- told once ---


def test_the_lock_is_released_by_who_has_it() -> None:
    with pytest.raises(RuntimeError):
        Lock().release()


def test_what_one_makes_of_its_outcome_keeps_no_other_from_hearing_theirs(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Deaf(Heard):
        def set_result(self, outcome: Any) -> None:
            super().set_result(outcome)
            raise RuntimeError("deaf")

    told = [Deaf(), Heard(), Deaf(), Heard()]
    settle((one, Appended.WRITTEN) for one in told)
    assert [one.heard for one in told] == [[Appended.WRITTEN]] * 4
    assert len(caplog.records) == 2


class Heard:
    """Somebody who waits, whom nobody ever takes for told."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def done(self) -> bool:
        return False

    def set_result(self, outcome: Any) -> None:
        self.heard.append(outcome)

    def set_exception(self, error: Any) -> None:
        self.heard.append(error)


@pytest.mark.anyio
async def test_nobody_is_told_again_when_the_store_is_closed(store: Store) -> None:
    told = [Heard() for _ in range(5)]
    for n, one in enumerate(told):
        store.append_for(Append("g", Entry(n, n, b"{}", f"key {n}"), PLAYING), one)
    await store.append(Append("other", Entry(0, 1, b"{}", None), PLAYING))
    await store.close()
    assert [one.heard for one in told] == [[Appended.WRITTEN]] * 5


@pytest.mark.anyio
async def test_a_message_that_comes_while_its_reader_is_called_off_is_kept() -> None:
    inbox = Inbox(asyncio.get_running_loop())
    reader = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    assert inbox.waiting is not None
    reader.cancel()
    await asyncio.sleep(0)
    inbox.put_nowait("a message")
    with pytest.raises(asyncio.CancelledError):
        await reader
    assert await inbox.get() == "a message"
