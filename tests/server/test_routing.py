"""All requests about a game come to the same worker, through the proxies of the examples, which refuse none of them."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from openkub.server.door.bodies import LARGEST
from openkub.server.door.looking_back import LARGEST_BODY
from openkub.server.founding import new_id
from tests.server.proxies import EXAMPLES, LARGE, backends, caddy, nginx
from tests.server.serving import ROOT
from tests.workshop.chance import Seeded

GAMES = [new_id(Seeded(f"routing {number}"), "host") for number in range(40)]


def paths_of(game: str) -> list[str]:
    """Every path in which a game's id stands."""
    told = json.loads((ROOT / "docs" / "openapi.json").read_text())["paths"]
    return [path.replace("{game}", game) for path in told if "{game}" in path] + [
        f"/api/games/{game}/socket",
        f"/g/{game}",
    ]


def found_by(patterns: list[str], path: str) -> set[str]:
    """What stands in the path where these patterns look for a game."""
    return {found[1] for pattern in patterns if (found := re.search(pattern.replace("(?<", "(?P<"), path))}


def test_nginx_finds_the_game_in_every_path_and_chooses_by_it() -> None:
    text = (EXAMPLES / "nginx.conf").read_text()
    patterns = re.findall(r"^\s+~(\S+)\s+\$game;", text, re.MULTILINE)
    assert re.search(r"hash \$openkub_game consistent;", text)
    assert re.search(r"default\s+\$remote_addr;", text)
    for path in paths_of(GAMES[0]):
        assert found_by(patterns, path) == {GAMES[0]}, path
    assert found_by(patterns, "/api/games") == found_by(patterns, "/api/analyses/" + GAMES[0]) == set()


def test_caddy_finds_the_game_in_every_path_and_chooses_by_it() -> None:
    text = (EXAMPLES / "Caddyfile").read_text()
    patterns = re.findall(r"^\s+~(\S+) \$\{1\}", text, re.MULTILINE)
    assert "request_header X-Openkub-Game {openkub_game}" in text
    assert "lb_policy header X-Openkub-Game" in text
    for path in paths_of(GAMES[0]):
        assert found_by(patterns, path) == {GAMES[0]}, path
    assert found_by(patterns, "/api/games") == found_by(patterns, "/api/analyses/" + GAMES[0]) == set()


@pytest.mark.parametrize(
    ("file", "said"), [("nginx.conf", r"client_max_body_size (\d+)k;"), ("Caddyfile", r"max_size (\d+)KiB")]
)
def test_a_proxy_lets_through_the_largest_body_that_the_server_takes(file: str, said: str) -> None:
    assert re.findall(said, (EXAMPLES / file).read_text()) == [str(LARGEST_BODY // 1024)]


def test_the_largest_bodies_are_told_to_the_host() -> None:
    (told,) = re.findall(
        r"^\| body of a request \| (.*) \|$", (ROOT / "docs" / "security.md").read_text(), re.MULTILINE
    )
    assert re.findall(r"(\d+) KiB", told) == [str(largest // 1024) for largest in (LARGEST, LARGEST_BODY)]
    assert re.findall(r"`(.*?)`", told) == ["/api/review", "/api/analyses", "/api/play-on"]


@pytest.mark.slow
@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_a_real_proxy_compresses_what_openkub_has_not_compressed(proxy: Callable[..., object], tmp_path: Path) -> None:
    with backends(1) as (behind,), proxy([behind.server_address[1]], tmp_path) as base:
        small = httpx.get(base + LARGE, headers={"Accept-Encoding": "gzip"})
        plain = httpx.get(base + LARGE, headers={"Accept-Encoding": "identity"})
    assert small.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert small.text == plain.text


@pytest.mark.slow
@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_a_real_proxy_brings_every_request_about_a_game_to_one_worker(
    proxy: Callable[..., object], tmp_path: Path
) -> None:
    with backends(3) as behind:
        ports = [server.server_address[1] for server in behind]
        with proxy(ports, tmp_path) as base, httpx.Client(base_url=base) as http:
            at = {game: {http.get(path).text.split()[0] for path in paths_of(game)} for game in GAMES}
            assert {len(workers) for workers in at.values()} == {1}
            assert {int(port) for workers in at.values() for port in workers} == set(ports)
            upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "X-Forwarded-For": "6.6.6.6"}
            said = http.get(f"/api/games/{GAMES[0]}/socket", headers=upgrade).text.split()
            assert said == [*at[GAMES[0]], "websocket", "127.0.0.1"]
            assert http.get("/metrics").status_code in (200, 403)
            record = http.post("/api/review", content=b"." * LARGEST_BODY)
            assert int(record.text.split()[0]) in ports
            dead = ports.index(int(next(iter(at[GAMES[0]]))))
            behind[dead].shutdown()
            behind[dead].server_close()
            others = {game: {http.get(path).text.split()[0] for path in paths_of(game)} for game in GAMES}
    assert {len(workers) for workers in others.values()} == {1}
    moved = [game for game in GAMES if others[game] != at[game]]
    assert {next(iter(at[game])) for game in moved} == {str(ports[dead])}  # only those of the dead one have moved
