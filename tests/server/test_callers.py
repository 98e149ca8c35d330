"""Who calls and says nothing, or ever so slowly, holds no line for long; and there are only so many lines."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from openkub.server.door import bodies
from openkub.server.door.callers import LARGEST_HEAD
from tests.server.doors import served, whole_app
from tests.server.inprocess import Guests, Line

PATIENCE_S = 1
HALF_A_REQUEST = b"GET /healthz HTTP/1.1\r\nHost: here\r\n"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    with served(whole_app(tmp_path_factory.mktemp("callers")), keep_alive=PATIENCE_S) as base:
        host, _, port = base.removeprefix("http://").partition(":")
        yield host, int(port)


@pytest.fixture
def line(address: tuple[str, int]) -> Iterator[socket.socket]:
    with closing(socket.create_connection(address, timeout=20)) as line:
        yield line


def answer(line: Line) -> Any:
    """All of the next answer, which has a length."""
    with line.makefile("rb") as heard:
        status = heard.readline().decode()
        length = 0
        while (header := heard.readline().strip().lower()) != b"":
            if header.startswith(b"content-length:"):
                length = int(header.partition(b":")[2])
        return status, heard.read(length)


def test_who_says_nothing_is_hung_up_on(line: socket.socket) -> None:
    assert line.recv(1) == b""


def test_who_says_half_a_request_is_hung_up_on(line: socket.socket) -> None:
    line.sendall(HALF_A_REQUEST)
    assert line.recv(1) == b""


def test_who_dribbles_headers_is_hung_up_on(line: socket.socket) -> None:
    line.settimeout(0.1)
    line.sendall(HALF_A_REQUEST)
    sent = 0
    while sent < 200:
        try:
            assert line.recv(1) == b""
            break
        except TimeoutError:
            line.sendall(b"X-Again: and again\r\n")
            sent += 1
        except ConnectionError:
            break
    assert 1 < sent < 200


def test_the_second_request_has_no_more_time_than_the_first(line: socket.socket) -> None:
    line.sendall(HALF_A_REQUEST + b"\r\n")
    assert "200" in answer(line)[0]
    line.sendall(HALF_A_REQUEST)
    assert line.recv(1) == b""


def test_who_dribbles_a_body_is_told_so_and_hung_up_on(line: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "SLOWEST_S", 0.05)
    line.sendall(
        b"POST /api/players HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
    )
    status, body = answer(line)
    assert "400" in status
    assert json.loads(body)["code"] == "bad_message"
    assert line.recv(1) == b""


@pytest.mark.parametrize("end", [b"", b"\r\n\r\n"])
def test_headers_without_end_are_refused_and_so_are_those_that_come_with_their_end_at_once(
    line: socket.socket, end: bytes
) -> None:
    line.sendall(HALF_A_REQUEST + b"X-Long: " + b"x" * 3 * LARGEST_HEAD + end)
    assert line.recv(12) == b"HTTP/1.1 400"


def test_headers_may_be_long(line: socket.socket) -> None:
    line.sendall(HALF_A_REQUEST + b"X-Long: " + b"x" * (LARGEST_HEAD - 100) + b"\r\n\r\n")
    assert "200" in answer(line)[0]


def test_of_several_requests_in_one_piece_each_is_answered(line: socket.socket) -> None:
    """Together they are longer than any of them may be."""
    one = HALF_A_REQUEST + b"X-Long: " + b"x" * (LARGEST_HEAD // 2) + b"\r\n\r\n"
    line.sendall(one * 5)
    with line.makefile("rb") as heard:
        assert heard.read().count(b"HTTP/1.1 200 OK") == 5


def test_who_is_refused_for_being_too_fast_is_hung_up_on_and_the_rest_of_it_is_not_answered(tmp_path: Path) -> None:
    with served(whole_app(tmp_path, limits=True)) as base:
        host, _, port = base.removeprefix("http://").partition(":")
        with closing(socket.create_connection((host, int(port)), timeout=20)) as line:
            line.sendall(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2_000)
            heard = b""
            with suppress(ConnectionResetError):
                while more := line.recv(65_536):
                    heard += more
    assert heard.count(b"HTTP/1.1 200") > 1
    assert heard.count(b"HTTP/1.1 429") <= 1


def test_when_there_are_too_many_lines_one_more_is_refused_whatever_it_wants(tmp_path: Path) -> None:
    with served(whole_app(tmp_path), connections=3) as base, ExitStack() as stack:
        server = SimpleNamespace(base=base)
        anna = Guests(server, stack).guest()
        game = anna.opened()
        line, _ = anna.line(game), anna.line(game)
        with pytest.raises(InvalidStatus) as refused:
            Line(server, game, anna.token)
        assert refused.value.response.status_code == 503
        assert anna.http.get("/healthz").status_code == 200
        with pytest.raises(InvalidStatus):
            Line(server, game, anna.token)
        assert line.seal()["type"] == "ack"
