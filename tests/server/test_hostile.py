"""A hostile night, with the limits as they are shipped: whatever strangers do, others play and nothing is lost."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import psutil
import pytest

from openkub.server.customs import Customs
from openkub.server.door.lines import FRAMES, PIECE
from openkub.server.door.socket import RATE
from openkub.server.store.addresses import open_store
from tests.server.forsaken import figure
from tests.server.hostile import ATTACKS, PONGS, SETTLED, Street, addresses, attack, seated
from tests.server.judging import judge
from tests.server.serving import Serving
from tests.workshop.client import PING, frame

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(900)]

TABLES = 4
FLAT = 24 * 2**20
"""What its caches and the buffers of all lines may take, about twice what they do; pongs that nobody reads were 300 MB
in 20 s.
"""
A_GAME = 96 * 2**10
"""What a game with bots that strangers have opened may take besides, with all its turns; how many is limited."""
MOST_GAMES = 500


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    """A server as it is shipped: its own limits, its own pace."""
    running = Serving(str(tmp_path / "games.sqlite"))
    running.options, running.customs = replace(running.options, limits=True), Customs()
    running.start()
    yield running
    running.kill()


def memory(server: Serving) -> int:
    return int(psutil.Process(server.process.pid).memory_info().rss)


async def play_in_spite(server: Serving, strangers: int, rounds: int) -> Street:
    """Four tables play so many games while strangers do all they can; every log is judged."""
    street = Street(server.base, [])
    before = memory(server)
    games, night = {}, None
    for number in range(rounds):
        tables = [await seated(street, TABLES * number + table) for table in range(TABLES)]
        games |= dict(tables)
        street.games = [game for game, _ in tables]
        night = night or asyncio.create_task(attack(street, addresses(strangers)))
        await asyncio.gather(*(player.play() for _, players in tables for player in players))
    while len(street.done) < len(ATTACKS):
        await asyncio.sleep(0.1)
    opened = await figure(server.base, "openkub_rooms")
    assert opened < MOST_GAMES
    assert memory(server) - before < FLAT + opened * A_GAME
    night.cancel()
    await asyncio.gather(night, return_exceptions=True)
    check_that_nobody_got_more_than_the_limits_allow(street)
    assert {player.connections for players in games.values() for player in players} == {1}  # nobody's line was cut
    await judged(server, games)
    return street


def check_that_nobody_got_more_than_the_limits_allow(street: Street) -> None:
    """However fast strangers ask: what a line is answered is work that others wait for, and it is bounded."""
    rates = {PONGS: (FRAMES, PIECE // len(frame(PING, b""))), SETTLED: (RATE, 1)}
    assert {one.kind for one in street.answered if one.count} == set(rates)
    for one in street.answered:
        rate, at_once = rates[one.kind]
        assert one.count <= rate.burst + at_once + rate.per_minute * one.seconds / 60, one


async def judged(server: Serving, games: dict) -> None:
    """Every turn that was acknowledged stands in its log, once; the server is well."""
    async with httpx.AsyncClient(base_url=server.base, timeout=60) as http:
        assert (await http.get("/healthz")).status_code == 200
        assert "openkub_stumbles_total 0" in (await http.get("/metrics")).text
        records = {game: (await http.get(f"/api/games/{game}/record.kub")).text for game in games}
    server.kill()
    store, bus = await open_store(server.options.database)
    for game, players in games.items():
        judge(await store.load(game), records[game], players)
    await bus.close()
    await store.close()


@pytest.mark.heavy
@pytest.mark.parametrize("strangers", [1, 64])
async def test_strangers_from_one_address_or_many_disturb_nobody(server: Serving, strangers: int) -> None:
    street = await play_in_spite(server, strangers, rounds=1)
    assert set(street.done) == {one.__name__ for one in ATTACKS}


@pytest.mark.slow
@pytest.mark.parametrize("strangers", [1, 64])
async def test_a_long_night_of_strangers_disturbs_nobody(server: Serving, strangers: int) -> None:
    street = await play_in_spite(server, strangers, rounds=5)
    assert set(street.done) == {one.__name__ for one in ATTACKS}
