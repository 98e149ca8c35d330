"""Where others reach the server: what the host has set for everybody, the machine's own network for its browser."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.doors import browsing, whole_app

HOME = "http://192.168.1.20:8000"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Any:
    app = whole_app(tmp_path_factory.mktemp("addresses"), public_url=("https://kub.example.org",), network_urls=(HOME,))
    with browsing(app) as client:
        yield client


def test_the_browser_of_the_machine_itself_is_told_both(client: Any) -> None:
    assert client.get("/api/addresses").json() == {"public": "https://kub.example.org", "network": [HOME]}


def test_others_are_not_told_what_the_network_looks_like(client: Any) -> None:
    answer = client.get("/api/addresses", headers={"host": "kub.example.org"})
    assert answer.json() == {"public": "https://kub.example.org", "network": []}


def test_without_a_word_of_the_host_there_is_nothing_to_tell(tmp_path: Path) -> None:
    with browsing(whole_app(tmp_path)) as client:
        assert client.get("/api/addresses").json() == {"public": None, "network": []}
