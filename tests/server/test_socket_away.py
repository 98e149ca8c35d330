"""The socket at the public door: who is sent away, and how."""

import asyncio
import json
import socket as plain
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from openkub.server import live
from openkub.server.door import socket as door
from openkub.server.door.limits import RATES, Kind
from openkub.server.store.sqlite import SqliteStore
from tests.server.inprocess import QUICK, Guests, Line, Serving, guests_of, serving, to_move
from tests.workshop.client import bearer, socket_url

NEWLINE = '{"type":"leave","key":"a-key-and\\n"}'
NOWHERE = "AAAAAAAAAAAAAAAAAAAAAA"


def read_all(socket: Any) -> None:
    while True:
        socket.recv(timeout=20)


def closing(line: Line) -> Any:
    """The code and reason with which a line is closed."""
    with pytest.raises(ConnectionClosed) as closed:
        read_all(line.socket)
    return closed.value.rcvd.code, closed.value.rcvd.reason


def test_who_says_nothing_is_sent_away(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "HELLO_S", 0.05)
    anna = guests.guest()
    assert closing(anna.tab(anna.opened())) == (door.POLICY, "")


def test_an_error_of_our_own_is_nobody_elses_fault(
    guests: Guests, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(live, "Showing", "how many?")
    _, (anna, _) = guests.waiting()
    tab = guests.guest().tab(anna.game)
    tab.say("hello", last=0)
    assert closing(tab) == (door.OUR_ERROR, "")
    assert "how many?" not in str(tab.heard)


# --- a table that is cleared away ---


def delete(server: Serving, game: str) -> None:
    async def deleted() -> None:
        store = await SqliteStore.visit(server.file)
        assert await store.delete(game)
        await store.close()

    asyncio.run(deleted())


def test_who_sits_at_a_table_that_is_deleted_is_told_so(guests: Guests) -> None:
    game, (anna, bruno) = guests.playing()
    delete(guests.server, game)
    for line in (anna, bruno):
        assert line.until("refused")["trouble"]["code"] == "no_such_game"
    assert anna.code("leave") == "no_such_game"


def test_a_move_at_a_table_that_is_deleted_is_refused(guests: Guests) -> None:
    game, lines = guests.playing()
    mover = to_move(lines)
    delete(guests.server, game)
    assert mover.code("move", move="draw") == "no_such_game"


# --- who is sent away ---


@pytest.mark.parametrize("game", [NOWHERE, "x", "%00", "%ed%a0%80", "A" * 300])
def test_a_game_that_is_not_there_closes_the_line_with_a_reason(guests: Guests, game: str) -> None:
    line = Line(guests.server, game, None)
    assert line.next()["trouble"]["code"] == "no_such_game"
    assert closing(line) == (door.NO_GAME, "no_such_game")


def test_a_bearer_that_is_none_is_sent_away(guests: Guests) -> None:
    line = Line(guests.server, guests.guest().opened(), "short")
    assert line.next()["trouble"]["code"] == "unauthorised"
    assert closing(line) == (door.POLICY, "unauthorised")


def test_a_page_of_another_house_gets_no_line(guests: Guests) -> None:
    anna = guests.guest()
    game = anna.opened()
    with pytest.raises(InvalidStatus) as refused:
        Line(guests.server, game, anna.token, {"Origin": "https://evil.example"})
    assert refused.value.response.status_code == 403
    ours = Line(guests.server, game, anna.token, {"Origin": guests.server.base})
    assert ours.hello().seat == 0
    ours.close()


@pytest.mark.parametrize(
    "frame", ["", "{", "[]", "null", '{"type":"shout"}', b"\xff", '{"type":"move","key":"k"}', NEWLINE]
)
def test_nonsense_is_refused_and_the_line_stays_open(guests: Guests, frame: bytes | str) -> None:
    _, (anna, _) = guests.playing()
    anna.socket.send(frame)
    assert anna.until("refused")["trouble"]["code"] == "bad_message"
    assert anna.now() == []


def test_who_talks_nonsense_all_the_time_is_sent_away(guests: Guests) -> None:
    anna = guests.guest()
    line = anna.line(anna.opened())
    for _ in range(door.MOST_NONSENSE):
        line.socket.send("?")
    assert closing(line) == (door.POLICY, "")


def test_a_message_that_is_too_long_is_refused_and_one_that_is_far_too_long_closes_the_line(guests: Guests) -> None:
    anna = guests.guest()
    line = anna.line(anna.opened())
    line.say("rack", order="x" * 9_000)
    assert line.until("refused")["trouble"]["code"] == "too_large"
    line.say("rack", order="x" * 20_000)
    assert closing(line)[0] == door.TOO_BIG


def test_a_guest_who_calls_too_often_is_sent_away(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", QUICK, limits=True) as server, guests_of(server) as guests:
        anna = guests.guest()
        game = anna.opened()
        answers: list[dict[str, Any]] = []
        rate, begun = RATES[Kind.SOCKET], time.monotonic()
        while len(answers) < 400 and (not answers or answers[-1]["type"] == "welcome"):
            line = Line(server, game, anna.token)
            with suppress(ConnectionClosed):
                line.say("hello")
            answers.append(line.next())
            line.close()
        assert answers[0]["type"] == "welcome"
        assert answers[-1]["trouble"]["code"] == "too_fast"
        assert len(answers) - 1 <= rate.burst + (time.monotonic() - begun) / rate.interval


def test_a_player_has_a_dozen_tabs_at_a_table_and_no_more(guests: Guests) -> None:
    game, (anna, _) = guests.playing()
    tabs = [Line(guests.server, game, anna.token) for _ in range(door.MOST_TABS - 1)]
    for tab in tabs:
        tab.hello()
    last = Line(guests.server, game, anna.token)
    assert json.loads(last.socket.recv(timeout=20))["trouble"]["code"] == "too_fast"
    for tab in (*tabs, last):
        tab.close()


def test_one_who_does_not_read_is_cut_off_and_delays_nobody(guests: Guests) -> None:
    game, lines = guests.playing()
    mover = to_move(lines)
    other = next(line for line in lines if line is not mover)
    other.close()
    mover.until("presence")
    address = guests.server.base.removeprefix("http://").split(":")
    narrow = plain.socket()
    narrow.setsockopt(plain.SOL_SOCKET, plain.SO_RCVBUF, 4096)
    narrow.connect((address[0], int(address[1])))
    url, own = socket_url(guests.server.base, game), bearer(other.token)
    with connect(url, sock=narrow, max_queue=1, compression=None, additional_headers=own) as sleeper:
        sleeper.send('{"type":"hello"}')
        mover.until("presence", here=[True, True])
        table = " | ".join(["r1 r2 r3"] * 100)
        told: list[dict[str, Any]] = []
        while "presence" not in {message["type"] for message in told}:
            for _ in range(20):
                mover.say("draft", turns=0, table=table)
            told = mover.now()
        assert mover.wish("move", move="draw")["type"] == "ack"
        with pytest.raises(ConnectionClosed) as closed:
            read_all(sleeper)
    assert closed.value.rcvd is None or closed.value.rcvd.code == 1013
