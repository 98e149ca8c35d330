"""Attacks from one IP address do not stop the server, fill its log or take all connections."""

import asyncio
import resource
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response

from openkub.server.door.callers import LINGER_BYTES, MOST_HEADERS
from openkub.server.door.peers import FEW_CONNECTIONS, LINES, MOST_CONNECTIONS, POINTS, TURN, Peers
from tests.server.doors import served, small_app, whole_app
from tests.server.floods import ADDRESS, ATTACKS, CHUNK, CHUNKED, HANDSHAKE, HOST
from tests.server.inprocess import guests_of, serving
from tests.server.serving import ROOT, Serving
from tests.workshop import patience
from tests.workshop.client import frame

Capture = pytest.CaptureFixture[str]
OTHER = "127.0.1.2"
HEALTH = b"GET /healthz HTTP/1.1\r\n" + HOST
KERNEL_BYTES = 16 * 2**20
"""More than the buffers of both ends of a connection hold."""
PROCESS_S = 60


@contextmanager
def connected(base: str, address: str = ADDRESS) -> Iterator[socket.socket]:
    host, _, port = base.removeprefix("http://").partition(":")
    with closing(socket.create_connection((host, int(port)), timeout=20, source_address=(address, 0))) as line:
        yield line


def figure(base: str, name: str) -> int:
    """A counter of the server."""
    told = patience.get(f"{base}/metrics").text.splitlines()
    return int(next(line.rpartition(" ")[2] for line in told if line.startswith(f"openkub_{name} ")))


def status(line: socket.socket) -> bytes:
    """The status of an answer without a body that matters."""
    return line.recv(12)[9:12]


def all_of(line: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    heard = b""
    with suppress(ConnectionResetError):
        while more := line.recv(65_536):
            heard += more
    return heard


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(whole_app(tmp_path_factory.mktemp("floods"), limits=True)) as base:
        patience.get(f"{base}/healthz")
        yield base


# --- bodies and heads ---


def test_the_rest_of_a_body_is_not_read_once_its_request_was_answered(base: str) -> None:
    with connected(base) as line:
        line.sendall(b"POST /api/nowhere HTTP/1.1\r\n" + CHUNKED + CHUNK)
        assert all_of(line).startswith(b"HTTP/1.1 404")
        sent = 0
        with suppress(ConnectionError):
            while sent < 2 * KERNEL_BYTES:
                sent += line.send(CHUNK * 10_000)
    assert sent < LINGER_BYTES + KERNEL_BYTES


def test_a_connection_is_kept_if_the_whole_body_has_come(base: str) -> None:
    with closing(HTTPConnection(base.removeprefix("http://"), timeout=20)) as http:
        for _ in range(3):
            http.request("POST", "/api/nowhere", body=b"{}")
            answer = http.getresponse()
            assert (answer.status, answer.read() != b"", answer.will_close) == (404, True, False)


@pytest.mark.parametrize(("many", "told"), [(MOST_HEADERS - 1, b"200"), (MOST_HEADERS, b"400")])
def test_a_request_has_so_many_headers_at_most(base: str, many: int, told: bytes) -> None:
    with connected(base) as line:
        line.sendall(HEALTH + b"a: b\r\n" * many + b"\r\n")
        assert status(line) == told


@contextmanager
def reading(peers: Peers) -> Iterator[tuple[str, Counter[str]]]:
    """A server that reads bodies and counts their bytes."""
    app, _ = small_app()
    read: Counter[str] = Counter()

    async def body(request: Request) -> Response:
        async for piece in request.stream():
            read["bytes"] += len(piece)
        return Response()

    app.router.add_route("/body", body, methods=["GET", "POST"])
    with served(app, peers=peers) as base:
        yield base, read


def test_chunks_are_not_read_once_the_points_of_the_address_are_spent() -> None:
    """The clock stands still, so no points come back."""
    peers = Peers(clock=lambda: 0.0)
    with reading(peers) as (base, read), connected(base) as line, connected(base) as second:
        for one in (line, second):
            one.sendall(b"POST /body HTTP/1.1\r\n" + CHUNKED + CHUNK * POINTS.burst)
        while not peers.of(ADDRESS).wait():
            assert patience.get(f"{base}/body").is_success
        assert patience.get(f"{base}/body").is_success  # others are not held up
        assert POINTS.burst / 4 < read["bytes"] <= POINTS.burst + 2 * TURN


def test_pipelined_requests_are_not_read_once_the_points_are_spent() -> None:
    many, sent = (b"GET /nowhere HTTP/1.1\r\n" + HOST + b"\r\n") * 1_000, 0
    with served(small_app()[0], peers=Peers(clock=lambda: 0.0)) as base, connected(base) as line:
        line.settimeout(1)
        with suppress(TimeoutError):
            while sent < 2 * KERNEL_BYTES:
                sent += line.send(many)
    assert sent < KERNEL_BYTES


@pytest.mark.parametrize("chunked", [False, True])
def test_a_large_record_costs_a_small_part_of_the_points(chunked: bool) -> None:
    peers, size = Peers(clock=lambda: 0.0), 512 * 1024
    data = b"x" * size
    transport = httpx.HTTPTransport(local_address=ADDRESS)
    with reading(peers) as (base, read), httpx.Client(transport=transport, timeout=60) as http:
        content = (data[at : at + 16_384] for at in range(0, size, 16_384)) if chunked else data
        assert http.post(f"{base}/body", content=content).is_success
        assert read["bytes"] == size
        peers.of(ADDRESS).spend(POINTS.burst - 2_000)
        assert peers.of(ADDRESS).wait() == 0


def test_a_class_behind_one_address_opens_the_page_without_waiting() -> None:
    peers, pupils, files = Peers(clock=lambda: 0.0), 30, 30
    with served(small_app()[0], peers=peers) as base, ExitStack() as stack:
        lines = [stack.enter_context(connected(base)) for _ in range(pupils)]
        for line in lines:
            line.sendall((b"GET /nowhere HTTP/1.1\r\n" + HOST + b"\r\n") * (files - 1) + b"GET / HTTP/1.0\r\n\r\n")
        assert sum(all_of(line).count(b"HTTP/1.1 404") for line in lines) == pupils * files
        assert peers.of(ADDRESS).wait() == 0


def test_a_handshake_that_waits_for_points_is_answered_once_they_are_back(tmp_path: Path) -> None:
    now = [0.0]
    peers = Peers(clock=lambda: now[0])
    peers.of(ADDRESS).spend(POINTS.burst + 100)
    with served(whole_app(tmp_path, limits=True), peers=peers) as base, guests_of(SimpleNamespace(base=base)) as guests:
        game = guests.guest().opened()
        with connected(base) as line:
            line.sendall(HANDSHAKE.replace(b"A" * 22, game.encode()))
            while not figure(base, "http_throttled_total"):
                pass
            now[0] = 1.0
            assert status(line) == b"101"
            line.sendall(frame(1, b'{"type":"hello"}'))
            heard = b""
            while b"welcome" not in heard:
                heard += line.recv(65_536)


# --- clients behind a proxy ---


def test_behind_a_trusted_proxy_the_client_pays_and_not_the_proxy(tmp_path: Path) -> None:
    peers = Peers(clock=lambda: 0.0)
    peers.of("198.51.100.7").spend(3 * POINTS.burst)
    app = whole_app(tmp_path, limits=True)
    with served(app, peers=peers, proxy="127.0.0.1") as base, ExitStack() as stack:
        lines = [stack.enter_context(connected(base, "127.0.0.1")) for _ in range(MOST_CONNECTIONS + 10)]
        for number, told in ((7, b"429"), (8, b"200")):
            lines[-number].sendall(HEALTH + b"X-Forwarded-For: 198.51.100.%d\r\n\r\n" % number)
            assert status(lines[-number]) == told
        lines[0].sendall(HANDSHAKE.replace(HOST, HOST + b"X-Forwarded-For: 198.51.100.7\r\n"))
        assert status(lines[0]) == b"403"


# --- connections ---


def refused(lines: list[socket.socket]) -> int:
    """Count the connections that the server has closed."""
    count = 0
    for line in lines:
        line.setblocking(False)
        try:
            count += line.recv(12) in (b"HTTP/1.1 503", b"")
        except BlockingIOError:
            pass
        except ConnectionResetError:
            count += 1
    return count


@pytest.mark.parametrize(("allowed", "room"), [(None, MOST_CONNECTIONS), (2 * FEW_CONNECTIONS, 48)])
def test_an_address_has_so_many_connections_and_fewer_when_the_server_is_nearly_full(
    tmp_path: Path, allowed: int | None, room: int
) -> None:
    with served(whole_app(tmp_path, limits=True), connections=allowed) as base, ExitStack() as stack:
        patience.get(f"{base}/healthz")
        before = figure(base, 'http_refused_total{reason="connections"}')
        lines = [stack.enter_context(connected(base)) for _ in range(room + 10)]
        # It is accepted after them, and comes from another address.
        assert patience.get(f"{base}/healthz").is_success
        assert refused(lines) == 10
        assert figure(base, 'http_refused_total{reason="connections"}') - before == 10
        stack.close()
        with connected(base) as line:
            line.sendall(HEALTH + b"\r\n")
            assert status(line) == b"200"


def test_a_started_server_may_open_as_many_files_as_the_machine_allows(tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    server = Serving(str(tmp_path / "games.db"))
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(1024, limits[1]), limits[1]))
    try:
        server.start()
        assert resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE) == (limits[1], limits[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        server.kill()


LOADED = """
import sys, tempfile
from pathlib import Path
from tests.server.doors import served, whole_app
from tests.server.inprocess import Guests, play_on
from tests.workshop import patience
from contextlib import ExitStack
from types import SimpleNamespace

with tempfile.TemporaryDirectory() as folder, served(whole_app(Path(folder))) as base, ExitStack() as stack:
    import openkub.server.app as app
    patience.get(f"{base}/healthz")
    before = set(sys.modules)
    _, lines = Guests(SimpleNamespace(base=base), stack).playing(seats=2, bots=["novice"])
    play_on(lines, 4)
    late = sorted(set(sys.modules) - before)
print(late)
"""


def test_no_module_is_loaded_while_people_play() -> None:
    """An import opens a file, and blocks the event loop."""
    done = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


# --- the log ---


def logged(capsys: Capture) -> list[str]:
    """The lines of the server's log, the lines of tracebacks among them."""
    return capsys.readouterr().err.splitlines()


def test_bad_requests_of_an_address_are_counted_and_few_are_logged(tmp_path: Path, capsys: Capture) -> None:
    with served(whole_app(tmp_path, limits=True)) as base:
        patience.get(f"{base}/healthz")
        for address in (ADDRESS, OTHER):
            for bad in (b"NONSENSE\r\n\r\n", HEALTH + b"Upgrade: foo\r\nConnection: Upgrade, close\r\n\r\n"):
                for _ in range(20):
                    with connected(base, address) as line:
                        line.sendall(bad)
                        assert all_of(line)
        counted = {
            reason: figure(base, f'http_refused_total{{reason="{reason}"}}') for reason in ("malformed", "upgrade")
        }
    assert counted == {"malformed": 40, "upgrade": 40}
    assert len(logged(capsys)) == 2 * LINES.burst


@pytest.mark.parametrize("path", [b"/api/nowhere", b"/healthz", b"/api/players"])
def test_a_chunk_that_is_none_leaves_no_traceback(tmp_path: Path, capsys: Capture, path: bytes) -> None:
    with served(whole_app(tmp_path, limits=True)) as base:
        patience.get(f"{base}/healthz")
        for _ in range(10):
            with connected(base) as line:
                line.sendall(b"POST " + path + b" HTTP/1.1\r\n" + CHUNKED + b"no size\r\n")
                assert b"400 Bad Request" in all_of(line)
    assert len(logged(capsys)) == LINES.burst


def test_handshakes_that_hang_up_are_not_logged(tmp_path: Path, capsys: Capture) -> None:
    with served(whole_app(tmp_path)) as base:
        patience.get(f"{base}/healthz")
        for number in range(60):
            with suppress(OSError), connected(base) as line:
                line.sendall(HANDSHAKE)
                if number % 2:
                    line.recv(1)
                if number % 3:  # reset, not closed
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        patience.get(f"{base}/healthz")
    assert logged(capsys) == []


def test_text_that_is_no_text_leaves_no_traceback(tmp_path: Path, capsys: Capture) -> None:
    with serving(tmp_path / "games.db") as server, guests_of(server) as guests:
        game = guests.guest().opened()
        for pieces in ([frame(1, b"\xff")], [frame(1, b"\xff", first=0), frame(0, b"\xfe")]):
            with connected(server.base) as line:
                line.sendall(HANDSHAKE.replace(b"A" * 22, game.encode()))
                assert status(line) == b"101"
                line.sendall(b"".join(pieces))
                assert all_of(line).endswith(b"\x88\x02\x03\xef")  # closed with 1007
    assert logged(capsys) == []


# --- the end ---


@pytest.mark.anyio
@pytest.mark.parametrize("name", [name for name in ATTACKS if name != "slowhttptest"])
async def test_the_server_ends_when_it_is_told_to_whatever_is_sent_to_it(tmp_path: Path, name: str) -> None:
    server = Serving(str(tmp_path / "games.db"))
    server.options = replace(server.options, limits=True)
    await asyncio.to_thread(server.start)
    done: Counter[str] = Counter()
    flood = asyncio.create_task(ATTACKS[name](server.options.port, done))
    try:
        while sum(done.values()) < 200:
            assert server.process.poll() is None
            await asyncio.sleep(0.01)
        server.process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(server.process.wait, PROCESS_S) == 0
    finally:
        flood.cancel()
        await asyncio.gather(flood, return_exceptions=True)
        server.process.kill()
