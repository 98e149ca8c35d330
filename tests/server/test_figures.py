"""What the host asks: is it well, and how much is going on?"""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

import openkub
from openkub.cli.addresses import network_urls
from openkub.server.metrics import LABELS
from tests.server.doors import browsing, served, whole_app
from tests.server.inprocess import Guests, guests_of, serving
from tests.workshop import patience
from tests.workshop.commands import ROOT

HOSTING = ROOT / "docs" / "hosting.md"
RETRYING = httpx.HTTPTransport(retries=5)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_server_that_is_well_says_so_to_whoever_looks(tmp_path: Path, method: str) -> None:
    with browsing(whole_app(tmp_path)) as client:
        answer = client.request(method, "/healthz")
        assert answer.status_code == 200
        assert method == "HEAD" or answer.json()["ok"] is True


@pytest.mark.parametrize(
    ("headers", "proxy"),
    [
        ({"x-forwarded-for": "192.0.2.7"}, "127.0.0.1"),
        ({"x-forwarded-for": "127.0.0.1, 192.0.2.7"}, "127.0.0.1"),
        ({"x-forwarded-for": "127.0.0.1"}, "*"),
        ({"x-forwarded-for": "127.0.0.1"}, None),
        ({"forwarded": "for=192.0.2.7"}, None),
        ({"x-real-ip": "192.0.2.7"}, None),
        ({"via": "1.1 proxy"}, None),
        ({"host": "kub.example.org"}, "127.0.0.1"),
        ({"host": "192.0.2.1"}, None),
    ],
)
def test_no_proxy_passes_the_figures_on(tmp_path: Path, headers: dict[str, str], proxy: str | None) -> None:
    app = whole_app(tmp_path, public_url=("https://kub.example.org",))
    with browsing(app, proxy=proxy) as client:
        assert client.get("/metrics").status_code == 200
        answer = client.get("/metrics", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_other_machines_are_not_shown_the_figures(tmp_path: Path) -> None:
    others = [urlsplit(url).hostname for url in network_urls("0.0.0.0", 80)]
    if not others:
        pytest.skip("this machine is in no network")
    with served(whole_app(tmp_path), host="0.0.0.0") as base, httpx.Client(transport=RETRYING) as client:
        url = f"http://{others[0]}:{urlsplit(base).port}/metrics"
        assert client.get(url, headers={"host": "localhost"}).status_code == 404
        assert client.get(f"{base}/metrics").status_code == 200


def test_the_machine_itself_is_shown_the_figures_by_an_ipv6_socket_too(tmp_path: Path) -> None:
    with served(whole_app(tmp_path), host="::") as base, httpx.Client(transport=RETRYING) as client:
        for host in ("127.0.0.1", "[::1]", "localhost"):
            assert client.get(f"http://{host}:{urlsplit(base).port}/metrics").status_code == 200, host


def test_every_counter_is_there_before_anything_has_happened(tmp_path: Path) -> None:
    with browsing(whole_app(tmp_path)) as client:
        told = client.get("/metrics").text
    fresh = dict(line.rsplit(" ", 1) for line in told.splitlines() if "_total" in line and line[0] != "#")
    assert set(fresh.values()) == {"0"}
    assert {'openkub_moves_total{by="clock"}', 'openkub_refused_total{code="illegal_move"}'} <= set(fresh)
    assert "openkub_wish_seconds_count 0" in told
    assert f'openkub_info{{version="{openkub.__version__}"}} 1' in told
    source = "".join(path.read_text(encoding="utf-8") for path in Path(openkub.__file__).parent.glob("server/**/*.py"))
    counted = set(re.findall(r'metrics\.count\(\s*"(\w+)"', source))
    counted |= {"moves_total"} if "metrics.moved(happening" in source else set()
    assert counted == set(LABELS), "a counter that is not told of at 0, or one that nothing counts"


def test_the_manual_explains_the_metric_families_of_the_first_scrape_and_no_others(tmp_path: Path) -> None:
    with browsing(whole_app(tmp_path)) as client:
        families = re.findall(r"^# TYPE (\w+) ", client.get("/metrics").text, re.MULTILINE)
    assert len(families) == 15
    chapter = HOSTING.read_text(encoding="utf-8").partition("\n## Figures\n")[2].partition("\n## ")[0]
    assert sorted(re.findall(r"^\| `(\w+)", chapter, re.MULTILINE)) == sorted(families)


def test_a_wish_is_counted_and_so_is_how_long_it_took(guests: Guests) -> None:
    anna = guests.guest()
    line = anna.line(anna.opened(start="host"))
    line.seal()
    assert line.code("start") == "too_few_players"
    told = anna.http.get("/metrics").text.splitlines()
    assert 'openkub_refused_total{code="too_few_players"} 1' in told
    assert "openkub_wish_seconds_count 2" in told
    assert "openkub_connections 1" in told


def break_log(file: Path) -> None:
    """Make the entries of all games unreadable; whatever else is in the file stays as it is."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as data:
        data.seek((page - 1) * size)
        data.write(b"\xff" * 64)


def test_damage_shows_in_the_health_of_a_server_and_in_its_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "games.db"
    with serving(file) as server, guests_of(server) as guests:
        game, _ = guests.playing()
        assert patience.get(f"{server.base}/healthz").json()["damaged"] is False
    break_log(file)
    with serving(file) as server:
        assert patience.get(f"{server.base}/api/games/{game}").json()["code"] == "unreadable"
        assert patience.get(f"{server.base}/healthz").json()["damaged"] is True
    assert "games.db is damaged" in caplog.text
