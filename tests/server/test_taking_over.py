"""A worker dies, with tables in its hands at which something is due: the others go on there, each at its own."""

import asyncio
from contextlib import ExitStack

import pytest

from openkub.server.entries import Moved
from openkub.server.store.addresses import open_store
from tests.server.forsaken import Tables, figure, look_at, tables
from tests.server.serving import Serving

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(600)]


async def taken_over(address: str, count: int) -> tuple[Tables, list[int]]:
    """So many tables whose worker was killed, and how many time-outs each of the two others gave there."""
    store, _ = await open_store(address)
    with ExitStack() as running:
        dying, *others = started(running, address)
        made = await tables(store, count)
        await look_at(dying.base, made)
        assert await figure(dying.base, "openkub_rooms") == count
        dying.kill()
        await made.leave_without_time()
        while await made.grown() < count:
            await asyncio.sleep(0.1)
        shares = [await timeouts(other) for other in others]
    return made, shares


def started(running: ExitStack, address: str) -> list[Serving]:
    """Three workers, started at the same time."""
    workers = [Serving(address, seed=f"worker {number}") for number in range(3)]
    for worker in workers:
        worker.launch()
        running.callback(worker.kill)
    for worker in workers:
        worker.await_ready()
    return workers


async def timeouts(server: Serving) -> int:
    return await figure(server.base, 'openkub_moves_total{by="clock"}')


async def check_one_timeout_each(made: Tables) -> None:
    for game, room in made.rooms.items():
        (happened,) = await made.what_happened(game)
        assert isinstance(happened, Moved)
        assert (happened.seat, happened.by) == (room.playing.state.turn, "clock")
    await made.store.close()


async def test_what_is_due_at_the_tables_of_a_dead_worker_happens_there_once(postgres_address: str) -> None:
    made, shares = await taken_over(postgres_address, 30)
    assert sum(shares) >= 30
    await check_one_timeout_each(made)


@pytest.mark.slow
async def test_two_workers_share_five_thousand_tables_of_a_dead_one(postgres_address: str) -> None:
    made, shares = await taken_over(postgres_address, 5_000)
    assert all(share > 500 for share in shares), shares
    await check_one_timeout_each(made)
