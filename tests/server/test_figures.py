"""What the host asks: is it well, and how much is going on?"""

from pathlib import Path

import pytest

from tests.server.doors import browsing, whole_app
from tests.server.inprocess import Guests


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_server_that_is_well_says_so_to_whoever_looks(tmp_path: Path, method: str) -> None:
    with browsing(whole_app(tmp_path)) as client:
        answer = client.request(method, "/healthz")
        assert answer.status_code == 200
        assert method == "HEAD" or answer.json()["ok"] is True


def test_figures_can_be_left_out(tmp_path: Path) -> None:
    with browsing(whole_app(tmp_path, metrics=False)) as client:
        assert client.get("/metrics").json()["code"] == "not_found"


def test_a_wish_is_counted_and_so_is_how_long_it_took(guests: Guests) -> None:
    anna = guests.guest()
    line = anna.line(anna.opened(start="host"))
    line.seal()
    assert line.code("start") == "too_few_players"
    told = anna.http.get("/metrics").text.splitlines()
    assert 'openkub_refused_total{code="too_few_players"} 1' in told
    assert "openkub_wish_seconds_count 2" in told
    assert "openkub_connections 1" in told
