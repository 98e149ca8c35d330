"""Schemathesis asks the whole server everything that its document allows, and much that it does not."""

import json
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from schemathesis.config import SchemathesisConfig
from websockets.sync.client import connect

from openkub.serve_options import Options
from openkub.server.app import create_app
from openkub.server.customs import Customs
from openkub.server.door.openapi import document
from tests.server.doors import browsing, whole_app
from tests.workshop.chance import Seeded, seal_of

pytestmark = pytest.mark.heavy

CONFIG = SchemathesisConfig.from_dict(
    {
        "generation": {
            "deterministic": True,
            "max-examples": 150,
            "database": "none",
            # A good token goes with every request; without one is asked by the check of ignored authentication.
            "with-security-parameters": False,
        },
        "checks": {
            # What the schema allows may still be refused: nobody has that id, or the text is no position.
            "positive_data_acceptance": {"expected-statuses": ["2xx", 401, 403, 404, 409, 422]},
            "negative_data_rejection": {"expected-statuses": [400, 401, 404, 405, 413]},
        },
    }
)
SERVER = create_app(Options(), Seeded("schemathesis"))
schema = schemathesis.openapi.from_dict(document(SERVER), config=CONFIG)


@schema.hook
def map_body(_context: Any, body: Any) -> Any:
    """To JSON Schema 2.0 is a whole number; here, as in every program that sends one, they have no point."""
    match body:
        case dict():
            return {key: map_body(_context, value) for key, value in body.items()}
        case list():
            return [map_body(_context, value) for value in body]
        case float() if body.is_integer():
            return int(body)
    return body


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    customs = Customs(open_games=1_000_000)
    with browsing(whole_app(tmp_path_factory.mktemp("schemathesis"), customs=customs)) as client:
        token = client.post("/api/players", json={"bearer": True}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        yield client


@pytest.fixture(scope="module")
def game(client: httpx.Client) -> str:
    """A game against a bot in which it is my turn, so that a hint can be given and a record has begun."""
    game = client.post("/api/games", json={"name": "Anna", "bots": ["novice"]}).json()["id"]
    address = f"ws://{client.base_url.host}:{client.base_url.port}/api/games/{game}/socket"
    with connect(address, additional_headers={"Authorization": client.headers["authorization"]}) as socket:
        socket.send(json.dumps({"type": "hello"}))
        socket.send(json.dumps({"type": "seal", "key": "my-seal-1", "seal": seal_of("0a" * 16)}))
        socket.send(json.dumps({"type": "nonce", "key": "my-nonce", "nonce": "0a" * 16}))
        while not _is_my_turn(json.loads(socket.recv())):
            pass
    return game


def _is_my_turn(message: dict[str, Any]) -> Any:
    return message["type"] in ("dealt", "moved") and message["position"]["turn"] == 0


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    """What Schemathesis asks with: it is closed, and keeps no cookie that would speak for whoever has no token."""
    with requests.Session() as session:
        session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=()))
        yield session


def asked(case: Any, client: httpx.Client, session: requests.Session) -> None:
    headers = {"Authorization": client.headers["authorization"]}
    case.call_and_validate(base_url=str(client.base_url), headers=headers, session=session)


@schema.parametrize()
def test_the_server_keeps_to_its_document(case: Any, client: httpx.Client, session: requests.Session) -> None:
    asked(case, client, session)


@schema.include(path_regex="{game}").parametrize()
def test_so_it_does_when_the_game_is_there(
    case: Any, client: httpx.Client, session: requests.Session, game: str
) -> None:
    case.path_parameters["game"] = game
    asked(case, client, session)
