"""Who asks, over real HTTP: cookies for browsers, bearers for programs, hashes for the house."""

import base64
import hashlib
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import httpx
import pytest

from openkub.server.chance import real_chance
from openkub.server.door import identity
from openkub.server.door.identity import COOKIE, SAFE_COOKIE
from openkub.server.door.openapi import PATH
from openkub.server.door.routes import Asked
from openkub.server.tokens import hashed, marked, new_token
from openkub.server.wire.http import Found
from tests.server.doors import browsing, small_app, whole_app
from tests.workshop.chance import HOUSE_KEY, Seeded, token_of


def asking_app() -> Any:
    app, door = small_app()
    identity.add(door)

    @door.get("/api/me", player=True)
    async def me(asked: Asked[None]) -> Found:
        """Who I am to the house."""
        return Found(asked.player)

    return app


@pytest.fixture(scope="module")
def server() -> Iterator[httpx.Client]:
    with browsing(asking_app()) as client:
        yield client


@pytest.fixture
def client(server: httpx.Client) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.base_url, timeout=60) as client:
        yield client


def bearer(token: Any) -> dict[str, Any]:
    return {"authorization": f"Bearer {token}"}


def test_a_token_has_32_random_bytes_and_is_never_the_same() -> None:
    tokens = {new_token(real_chance, HOUSE_KEY) for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(base64.urlsafe_b64decode(token[:43] + "=")) == 32 for token in tokens)


def test_a_browser_gets_a_cookie_that_no_script_and_no_other_site_can_use(client: httpx.Client) -> None:
    answer = client.post("/api/players", json={})
    assert answer.json() == {"token": None}
    name, *attributes = answer.headers["set-cookie"].split("; ")
    assert name.startswith(f"{COOKIE}=")
    assert {"HttpOnly", "Path=/", "SameSite=strict"} <= set(attributes)
    assert "Secure" not in attributes


def test_over_https_the_cookie_stays_there() -> None:
    with browsing(asking_app(), proxy="127.0.0.1") as client:
        behind_proxy = client.post("/api/players", json={}, headers={"x-forwarded-proto": "https"})
        assert "Secure" in behind_proxy.headers["set-cookie"]


def test_a_page_that_came_over_https_gets_a_cookie_that_stays_there_whatever_the_proxy_says(
    client: httpx.Client,
) -> None:
    answer = client.post("/api/players", json={}, headers={"origin": "https://play.example.org"})
    assert "Secure" in answer.headers["set-cookie"]


def test_the_word_of_a_proxy_that_is_not_trusted_counts_for_nothing(client: httpx.Client) -> None:
    answer = client.post("/api/players", json={}, headers={"x-forwarded-proto": "https"})
    assert "Secure" not in answer.headers["set-cookie"]


def test_the_house_knows_a_player_by_the_hash_of_the_token(client: httpx.Client) -> None:
    client.post("/api/players", json={})
    token = client.cookies[COOKIE]
    assert client.get("/api/me").json()["id"] == hashlib.sha256(token.encode()).hexdigest() == hashed(token)


def test_two_tabs_of_a_browser_are_one_player(client: httpx.Client) -> None:
    client.post("/api/players", json={})
    before = client.cookies[COOKIE]
    client.post("/api/players", json={})
    assert client.cookies[COOKIE] == before


def test_a_program_gets_its_token_once_and_no_cookie(client: httpx.Client) -> None:
    answer = client.post("/api/players", json={"bearer": True})
    token = answer.json()["token"]
    assert "set-cookie" not in answer.headers
    assert client.get("/api/me", headers=bearer(token)).json()["id"] == hashed(token)


def test_whoever_is_nobody_is_asked_to_become_a_player(client: httpx.Client) -> None:
    answer = client.get("/api/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthorised")
    assert answer.headers["www-authenticate"] == "Bearer"


MADE_UP = "x" * 43
"""As tokens of openkub 0.1 were: any would do."""


@pytest.mark.parametrize(
    "token",
    [
        "x",
        MADE_UP,
        MADE_UP + "y" * 22,
        marked(MADE_UP, b"the key of another house"),
        token_of("Anna")[:-1],
        token_of("Anna") + "x",
        "y" + token_of("Anna")[1:],
        "x" * 64 + "!",
        "x" * 64 + "é",
    ],
)
def test_a_bearer_that_this_house_has_not_issued_is_refused_even_beside_a_good_cookie(
    client: httpx.Client, token: str
) -> None:
    client.post("/api/players", json={})
    answer = client.get("/api/me", headers={"authorization": f"Bearer {token}".encode("latin-1")})
    assert (answer.status_code, answer.json()["where"]) == (401, "authorization")


def test_a_cookie_that_is_no_token_is_ignored_and_replaced(client: httpx.Client) -> None:
    for made_up in ("mine", MADE_UP):
        client.cookies.clear()
        cookie = {"cookie": f"{COOKIE}={made_up}"}
        assert client.get("/api/me", headers=cookie).status_code == 401
        given = client.post("/api/players", json={}, headers=cookie).headers["set-cookie"].partition(";")[0]
        assert client.get("/api/me", headers={"cookie": given}).status_code == 200


def test_a_cookie_is_read_as_it_came_beside_any_others(client: httpx.Client) -> None:
    token = token_of("Anna")
    for cookies in (f'a="\\1\\1"; {COOKIE}={token}', f"; =x;{COOKIE}={token} ;b", f"{COOKIE}=old; {COOKIE}={token}"):
        assert client.get("/api/me", headers={"cookie": cookies}).json() == {"id": hashed(token)}
    for none in (f'{COOKIE}="{token}"', f"x{COOKIE}={token}", f"a={COOKIE}={token}", f"{COOKIE} {token}"):
        assert client.get("/api/me", headers={"cookie": none}).status_code == 401


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with browsing(whole_app(tmp_path_factory.mktemp("identity"))) as client:
        yield client


@pytest.mark.parametrize("path", ["/api/games", "/api/my/games", "/healthz", "/metrics", PATH, "/", "/api/nothing"])
def test_no_door_takes_long_to_read_cookies(house: httpx.Client, path: str) -> None:
    def cost(escapes: int) -> float:
        """Of the quickest of five requests, in CPU time of both ends."""
        cookie = {"cookie": 'a="' + r"\1" * escapes + '"'}
        begun = [time.process_time()]
        for _ in range(5):
            assert house.get(path, headers=cookie).status_code != 400
            begun.append(time.process_time())
        return min(end - begin for begin, end in pairwise(begun))

    assert cost(7_000) < 10 * cost(700)


def test_another_kind_of_authorization_is_none_of_our_business(client: httpx.Client) -> None:
    client.post("/api/players", json={})
    assert client.get("/api/me", auth=("proxy", "password")).status_code == 200


def test_over_tls_a_cookie_that_a_neighbour_could_have_set_is_not_believed(client: httpx.Client) -> None:
    client.cookies.clear()
    planted = {"cookie": f"{COOKIE}={new_token(Seeded('planted'), HOUSE_KEY)}", "origin": "https://play.example.org"}
    answer = client.post("/api/players", json={}, headers=planted)
    assert answer.headers["set-cookie"].startswith(f"{SAFE_COOKIE}=")
    assert planted["cookie"].partition("=")[2] not in answer.headers["set-cookie"]
    own = {"cookie": answer.headers["set-cookie"].partition(";")[0], "origin": "https://play.example.org"}
    assert client.post("/api/players", json={}, headers=own).headers["set-cookie"].startswith(own["cookie"])
