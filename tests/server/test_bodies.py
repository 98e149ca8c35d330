"""Whatever comes in as a body is read, or refused with its place; whatever goes wrong is a trouble."""

import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from openkub.server.door.bodies import LARGEST
from openkub.server.door.routes import Asked, PlainText
from openkub.server.door.troubles import STATUS
from openkub.server.store import Unavailable
from openkub.server.wire.http import Found, NewGame
from openkub.server.wire.refusals import Refusal
from tests.server.doors import browsing, small_app


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    app, door = small_app()

    @door.post("/api/names")
    async def name(asked: Asked[NewGame]) -> Found:
        """A name comes back."""
        return Found(asked.body.name)

    @door.get("/api/names")
    async def names(_asked: Asked[None]) -> PlainText:
        """All names."""
        return "none"

    @door.get("/api/broken")
    async def broken(_asked: Asked[None]) -> Found:
        """A fault of our own."""
        return Found(str(1 // 0))

    @door.get("/api/full")
    async def full(_asked: Asked[None]) -> Found:
        """The disk is full."""
        raise Unavailable

    with browsing(app) as client:
        yield client


def posted(client: httpx.Client, data: Any) -> Any:
    return client.post("/api/names", content=data, headers={"content-type": "application/json"})


def test_a_body_is_read_and_answered(client: httpx.Client) -> None:
    answer = posted(client, b'{"name": "Zo\\u00eb"}')
    assert (answer.status_code, answer.json(), answer.headers["content-type"]) == (
        200,
        {"id": "Zoë"},
        "application/json",
    )
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b"", "$"),
        (b"null", "$"),
        (b"[]", "$"),
        (b'{"name": "A", "settings": {"clock": 5}}', "$.settings.clock"),
        (b'{"name": "A", "settings": {"seats": 7}}', "$.settings.seats"),
        (b'{"name": "A", "bots": ["wizard"]}', "$.bots[0]"),
        (b'{"name": "A", "colour": 3}', "$"),
        (b'{"name": "\xff"}', "$"),
        (b'{"name": "\xed\xa0\x80"}', "$"),
        (b'{"name": "\\ud800"}', "$"),
        (b'{"name": "\\udfff\\ud800"}', "$"),
        (b'{"name": "a\\u0000b"}', "$"),
        (b'{"name": "a\x00b"}', "$"),
        (b"\xef\xbb\xbf{}", "$"),
        (b"[" * LARGEST, "$"),
        (b'{"name": "A", "settings": ' + b'{"clock": ' * 1500, "$"),
        (b'{"name": "A", "settings": {"seats": ' + b"9" * 5000 + b"}}", "$.settings.seats"),
        (b'{"name": "A", "settings": {"seats": 1e999}}', "$.settings.seats"),
        (b'{"name": "A", "settings": {"seats": NaN}}', "$"),
        (b'{"name": "A"} {}', "$"),
    ],
)
def test_a_bad_body_is_refused_with_its_place(client: httpx.Client, data: bytes, where: str) -> None:
    answer = posted(client, data)
    told = answer.json()
    assert (answer.status_code, told["code"], told["where"]) == (400, "bad_message", where)


def test_a_body_that_is_not_called_json_is_not_read(client: httpx.Client) -> None:
    answer = client.post("/api/names", content=b'{"name": "A"}', headers={"content-type": "text/plain"})
    assert (answer.status_code, answer.json()["where"]) == (400, "content-type")


def test_a_body_that_is_too_large_is_refused_whether_it_says_so_or_not(client: httpx.Client) -> None:
    large = b'{"name": "' + b"A" * LARGEST + b'"}'
    assert posted(client, large).json()["code"] == "too_large"
    assert posted(client, iter([large[:10_000], large[10_000:]])).status_code == 413


def test_a_body_that_ends_too_early_does_no_harm(client: httpx.Client) -> None:
    with socket.create_connection((client.base_url.host, client.base_url.port)) as raw:
        raw.sendall(
            b"POST /api/names HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
        )
    assert posted(client, b'{"name": "A"}').status_code == 200


def test_what_is_not_there_is_a_trouble_too(client: httpx.Client) -> None:
    answer = client.get("/api/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_method_that_does_not_fit_is_told_all_that_do(client: httpx.Client) -> None:
    answer = client.put("/api/names")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert answer.headers["allow"] == "GET, POST"


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "DELETE"])
def test_a_route_takes_no_method_but_those_that_were_declared(client: httpx.Client, method: str) -> None:
    answer = client.request(method, "/api/names")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, POST")


def test_a_path_with_a_slash_at_its_end_is_another_one(client: httpx.Client) -> None:
    assert client.get("/api/names/").status_code == 404


def test_a_fault_of_our_own_tells_nothing_about_itself(client: httpx.Client) -> None:
    answer = client.get("/api/broken")
    assert (answer.status_code, answer.json()["code"]) == (500, "unavailable")
    assert "division" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_store_that_cannot_keep_it_asks_to_try_again(client: httpx.Client) -> None:
    answer = client.get("/api/full")
    assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (503, "unavailable", "1")


def test_every_refusal_has_a_status() -> None:
    assert set(STATUS) == set(Refusal)
