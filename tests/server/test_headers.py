"""What every answer carries, and which pages may not write here."""

import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from openkub.server.door.headers import Headers
from openkub.server.door.routes import Asked
from openkub.server.door.troubles import SAFE_HEADERS
from openkub.server.wire.http import Found, NewPlayer
from tests.server.doors import browsing, small_app


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    app, door = small_app()

    @door.post("/api/x")
    async def write(_asked: Asked[NewPlayer]) -> Found:
        """Something changes."""
        return Found("x")

    @door.get("/api/x")
    async def look(_asked: Asked[None]) -> Found:
        """Nothing changes."""
        return Found("x")

    async def play(websocket: WebSocket) -> None:
        await websocket.accept()
        await websocket.close()

    app.routes.append(WebSocketRoute("/socket", play))
    app.add_middleware(Headers, origins=["https://Play.example/", "http://Kub.example"])
    with browsing(app) as client:
        yield client


def own(client: httpx.Client) -> str:
    return f"{client.base_url.host}:{client.base_url.port}"


def origins(client: httpx.Client) -> Any:
    host = own(client)
    good = [None, f"http://{host}", f"https://{host}", f"http://{host}".upper(), "https://play.example"]
    bad = [
        "null",
        "",
        "https://evil.example",
        f"http://{host}.evil.example",
        f"http://{host}@evil.example",
        "http://play.example",
        host,
        "http://[",
        "/",
    ]
    return good, bad


@pytest.mark.parametrize("path", ["/api/x", "/api/nothing", "/", "/x.js"])
def test_every_answer_carries_the_safe_headers(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    assert {name: headers[name] for name in SAFE_HEADERS} == dict(SAFE_HEADERS)


def test_nothing_may_be_loaded_from_elsewhere_or_run_inline() -> None:
    policy = SAFE_HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "frame-ancestors 'none'" in policy


def test_only_our_own_pages_and_programs_may_write(client: httpx.Client) -> None:
    good, bad = origins(client)
    for origin in good:
        headers = {} if origin is None else {"origin": origin}
        assert client.post("/api/x", json={}, headers=headers).status_code == 200, origin
    for origin in bad:
        answer = client.post("/api/x", json={}, headers={"origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden_origin"), origin


def test_reading_is_not_asked_for_its_origin_and_no_other_site_is_let_in_on_the_answer(client: httpx.Client) -> None:
    answer = client.get("/api/x", headers={"origin": "https://evil.example"})
    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers


def test_only_our_own_pages_and_programs_may_open_sockets(client: httpx.Client) -> None:
    good, bad = origins(client)
    for origin in good:
        with connect(f"ws://{own(client)}/socket", origin=origin):
            pass
    for origin in bad:
        with pytest.raises(InvalidStatus) as refused, connect(f"ws://{own(client)}/socket", origin=origin):
            pass
        assert refused.value.response.status_code == httpx.codes.FORBIDDEN, origin


def test_a_name_that_leads_here_is_not_enough_it_must_be_one_of_ours(client: httpx.Client) -> None:
    port = client.base_url.port
    ours = ("localhost", f"LOCALHOST.:{port}", "[::1]:80", "192.0.2.7", "kitchen", "kitchen.local:80")
    for host in (*ours, "kub.example", "play.example:443"):
        assert client.get("/api/x", headers={"host": host}).status_code == 200, host
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "xkub.example", "."):
        answer = client.get("/api/x", headers={"host": host})
        assert (answer.status_code, answer.json()["where"]) == (403, "host"), host


def test_a_rebound_name_opens_no_socket_even_if_its_page_says_the_same(client: httpx.Client) -> None:
    line = socket.create_connection((client.base_url.host, client.base_url.port))
    with pytest.raises(InvalidStatus) as refused:
        connect("ws://evil.example/socket", origin="http://evil.example", sock=line)
    assert refused.value.response.status_code == httpx.codes.FORBIDDEN
