"""Frames at the public door: pings, pieces of messages and answers that nobody fetches cost nobody else anything."""

import gc
import socket
import struct
import weakref
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from urllib.parse import urlsplit

import pytest

from openkub.server.door.lines import FRAMES, MOST_FRAGMENTS, PIECE, Line
from tests.server.inprocess import QUICK, Guests, Serving, guests_of, serving
from tests.server.inprocess import Line as Tab
from tests.workshop.client import CLOSE, CONTINUED, FINAL, PING, PONG, TEXT, frame, handshake, socket_url

EMPTY = 6
"""Bytes of a frame without anything in it, on its way to the server."""


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server with its limits, as it is shipped; for frames time stands still."""
    Line.clock, ticking = staticmethod(lambda: 1_000.0), Line.clock
    with serving(tmp_path_factory.mktemp("lines") / "games.db", QUICK, limits=True) as running:
        yield running
    Line.clock = staticmethod(ticking)


@pytest.fixture
def guests(strict: Serving) -> Iterator[Guests]:
    with guests_of(strict) as guests:
        yield guests


@contextmanager
def raw(server: Serving, game: str, token: str | None = None) -> Iterator[socket.socket]:
    """A line at which every byte is one's own."""
    place = urlsplit(server.base)
    with closing(socket.create_connection((place.hostname, place.port), timeout=20)) as line:
        line.sendall(handshake(socket_url(server.base, game), token))
        while not line.recv(4096).endswith(b"\r\n\r\n"):
            pass
        yield line


def read_frame(line: socket.socket) -> tuple[int, bytes]:
    """The next frame of the server."""
    opcode, size = exactly(line, 2)
    if size == 126:
        (size,) = struct.unpack("!H", exactly(line, 2))
    return opcode, exactly(line, size)


def exactly(line: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        data += line.recv(size - len(data))
    return data


def test_pings_are_answered_up_to_a_rate_and_then_wait_while_others_play(guests: Guests) -> None:
    anna = guests.guest()
    game = anna.opened()
    tab = anna.line(game)
    with raw(guests.server, game) as line:
        line.sendall(frame(PING, b"") * 5_000)
        assert exactly(line, 2 * FRAMES.burst) == bytes([FINAL | PONG, 0]) * FRAMES.burst
        for _ in range(20):
            tab.now()
        line.setblocking(False)
        more = b""
        with suppress(BlockingIOError):
            while True:
                more += line.recv(100_000)
        assert len(more) <= 2 * (PIECE // EMPTY + 1)


def test_a_message_in_endless_pieces_closes_its_line(guests: Guests) -> None:
    anna = guests.guest()
    with raw(guests.server, anna.opened()) as line:
        line.sendall(frame(TEXT, b"", first=0) + frame(CONTINUED, b"", first=0) * (MOST_FRAGMENTS + 1))
        opcode, reason = read_frame(line)
    assert (opcode, reason) == (FINAL | CLOSE, struct.pack("!H", 1009) + b"too many pieces")


def test_a_message_in_a_few_pieces_is_taken_whole(guests: Guests) -> None:
    anna = guests.guest()
    with raw(guests.server, anna.opened()) as line:
        line.sendall(frame(TEXT, b'{"type":', first=0) + frame(CONTINUED, b"", first=0) + frame(CONTINUED, b'"ping"}'))
        told = [read_frame(line)[1] for _ in range(2)]
    assert told[-1].startswith(b'{"type":"pong"')


def test_who_does_not_read_is_not_read_either(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "rate", None)
    anna = guests.guest()
    game = anna.opened()
    tab = anna.line(game)
    with raw(guests.server, game) as line:
        line.settimeout(1)
        with pytest.raises(TimeoutError):
            line.sendall(frame(PING, b"." * 125) * 400_000)
        assert tab.now() == []


def test_messages_in_one_segment_are_taken_one_by_one_and_all_answered(guests: Guests) -> None:
    anna = guests.guest()
    with raw(guests.server, anna.opened()) as line:
        line.sendall(frame(TEXT, b'{"type":"ping"}') * 40)
        told = [read_frame(line)[1] for _ in range(41)]
    assert sum(message.startswith(b'{"type":"pong"') for message in told) == 40


def test_what_comes_of_a_wish_and_its_answer_are_one_piece(guests: Guests) -> None:
    anna = guests.guest()
    with raw(guests.server, anna.opened(), anna.token) as line:
        line.sendall(frame(TEXT, b'{"type":"hello"}'))
        assert read_frame(line)[1].startswith(b'{"type":"welcome"')
        line.sendall(frame(TEXT, b'{"type":"seal","key":"seal-of-anna","seal":"%b"}' % (b"a" * 64)))
        told = line.recv(65_536)
    assert told.index(b'{"type":"hidden"') < told.index(b'{"type":"ack"')


def test_a_handshake_with_long_headers_is_taken_whole(guests: Guests) -> None:
    anna = guests.guest()
    game = anna.opened()
    tab = Tab(guests.server, game, anna.token, {f"X-Long-{n}": "x" * 900 for n in range(5)})
    assert tab.hello().seat == 0
    tab.close()


@pytest.fixture
def nobody_sweeps() -> Iterator[None]:
    """What is left in circles stays."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("politely", [True, False])
@pytest.mark.usefixtures("nobody_sweeps")
def test_a_line_that_is_gone_leaves_its_memory_at_once(guests: Guests, politely: bool) -> None:
    anna = guests.guest()
    game = anna.opened()
    tab = anna.line(game).hello()
    with raw(guests.server, game) as line:
        line.sendall(frame(TEXT, b'{"type":"hello"}'))
        assert read_frame(line)[1].startswith(b'{"type":"welcome"')
        lines = [weakref.ref(thing) for thing in gc.get_objects() if issubclass(type(thing), Line)]
        if politely:
            line.sendall(frame(CLOSE, b"\x03\xe8"))
    for _ in range(200):
        tab.now()
        if any(line() is None for line in lines):
            break
    else:
        pytest.fail("it is still there")
