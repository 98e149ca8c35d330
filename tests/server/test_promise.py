"""The promise: a turn that a player saw accepted is never lost, whatever is killed and when."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.server.harness import Town, kill_a_worker, kill_and_start_again, kill_and_start_another, night
from tests.server.people import Person
from tests.server.serving import Serving
from tests.workshop.chance import token_of

pytestmark = pytest.mark.anyio

a_night = pytest.mark.timeout(600)  # as long as its games take, on a machine that has much else to do


@pytest.fixture
def servers() -> Iterator[list[Serving]]:
    """Servers that do not outlive the test."""
    running = []
    yield running
    for server in running:
        server.kill()


def started(servers: Any, database: Any, count: int = 1, workers: int = 1) -> Any:
    servers += [Serving(database, seed=f"server {number}", workers=workers) for number in range(count)]
    for server in servers:
        server.start()
    return servers


@a_night
@pytest.mark.parametrize("seed", [1])
async def test_nothing_is_lost_when_the_server_is_killed_at_random_moments(
    sqlite_address: str, servers: list[Serving], seed: int
) -> None:
    town = Town(sqlite_address, started(servers, sqlite_address), Random(seed))
    print(await night(town, games=30, kills=4, strike=kill_and_start_again))


@a_night
@pytest.mark.parametrize("seed", [1])
async def test_nothing_is_lost_when_one_of_three_workers_is_killed_and_another_started(
    postgres_address: str, servers: list[Serving], seed: int
) -> None:
    town = Town(postgres_address, started(servers, postgres_address, 3), Random(seed))
    print(await night(town, games=30, kills=4, strike=kill_and_start_another))


@a_night
async def test_nothing_is_lost_when_a_worker_behind_the_same_door_is_killed(
    postgres_address: str, servers: list[Serving]
) -> None:
    town = Town(postgres_address, started(servers, postgres_address, workers=3), Random(3))
    print(await night(town, games=12, kills=2, strike=kill_a_worker))


@pytest.mark.slow
async def test_a_player_who_never_comes_costs_nobody_the_game(address: str, servers: list[Serving]) -> None:
    town = Town(address, started(servers, address), Random(5))
    tokens = [token_of("Anna"), token_of("Bruno")]
    settings = {"rules": "default rounds=1", "seats": 2, "clock": {"kind": "turn", "seconds": 15}}
    body = {"name": "Anna", "settings": settings}
    game = (await town.ask("POST", "/api/games", tokens[0], json=body)).json()["id"]
    await town.ask("POST", f"/api/games/{game}/seats", tokens[1], json={"name": "Bruno"})
    town.tables[game] = [Person(town.bases, game, tokens[0])]
    await town.tables[game][0].play()
    await town.judge(clock_may_move=True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
async def test_nothing_is_lost_in_a_long_night_on_sqlite(
    sqlite_address: str, servers: list[Serving], seed: int
) -> None:
    town = Town(sqlite_address, started(servers, sqlite_address), Random(f"long {seed}"))
    print(await night(town, games=320, kills=30, strike=kill_and_start_again))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
async def test_nothing_is_lost_in_a_long_night_on_postgres(
    postgres_address: str, servers: list[Serving], seed: int
) -> None:
    town = Town(postgres_address, started(servers, postgres_address, 3), Random(f"long {seed}"))
    print(await night(town, games=320, kills=30, strike=kill_and_start_another))
