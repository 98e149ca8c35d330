"""However many workers there are, a game is analysed by one of them."""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from types import SimpleNamespace

import httpx
import pytest

from openkub.server.analyst import Analyst
from openkub.server.app import Options, create_app
from openkub.server.bus import Silence
from openkub.server.customs import Customs
from openkub.server.house import House
from openkub.server.shelf import Shelf
from openkub.server.store import Store
from tests.server.doors import browsing
from tests.server.test_looking_back import finished_story
from tests.workshop.chance import Seeded

ENDS = (sys.executable, "-c", "import sys; sys.stdin.read()")


def shelf_of_a_worker(store: Store, kind: type[Shelf] = Shelf) -> Shelf:
    house = House(Customs(), Seeded("shelf"))
    house.move_in(store, Silence(), b"key")
    return kind(house)


@pytest.mark.anyio
async def test_another_worker_may_begin_when_the_first_has_ended(store: Store) -> None:
    first, second = shelf_of_a_worker(store), shelf_of_a_worker(store)
    assert await first.take(["game"])
    assert not await second.take(["game"])
    assert await second.take(["another"])
    assert await second.is_taken("game")
    analyst = Analyst(program=ENDS)
    analyst.ask("game", "", "here", first)
    await analyst.rest()
    assert await second.take(["game"])


@pytest.mark.anyio
async def test_a_worker_that_stops_leaves_what_waits_to_others(store: Store) -> None:
    first, second = shelf_of_a_worker(store), shelf_of_a_worker(store)
    analyst = Analyst(program=ENDS)
    for game in ("game", "another"):
        assert await first.take([game])
        analyst.ask(game, "", "here", first)
    await analyst.end()
    assert await second.take(["game", "another"])


class HeldUp(Shelf):
    """A shelf to which nothing comes back at first."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.reached = asyncio.Event()

    async def let_go(self, game: str) -> None:
        if not self.reached.is_set():
            self.reached.set()
            await asyncio.Event().wait()
        await super().let_go(game)


@pytest.mark.anyio
async def test_a_worker_that_stops_while_it_puts_a_game_back_puts_it_back_all_the_same(store: Store) -> None:
    first, second = shelf_of_a_worker(store, HeldUp), shelf_of_a_worker(store)
    assert isinstance(first, HeldUp)
    assert await first.take(["game"])
    analyst = Analyst(program=ENDS)
    analyst.ask("game", "", "here", first)
    await first.reached.wait()
    await analyst.end()
    assert await second.take(["game"])


@pytest.fixture
def workers(postgres_address: str) -> Iterator[list[httpx.Client]]:
    with ExitStack() as running:
        apps = [create_app(Options(postgres_address, limits=False), Seeded(name)) for name in ("first", "second")]
        clients = [running.enter_context(browsing(app)) for app in apps]
        for client in clients:
            assert client.get("/healthz").status_code == 200
        yield clients


def test_whoever_asks_at_another_worker_is_told_how_far_it_is(
    workers: list[httpx.Client], postgres_address: str
) -> None:
    story = finished_story().put_down(SimpleNamespace(file=postgres_address))
    assert workers[1].get(f"/api/analyses/{story.id}").json()["state"] == "unasked"
    asked = [worker.post(f"/api/games/{story.id}/analysis", json={}).json()["state"] for worker in workers]
    assert set(asked) <= {"waiting", "working", "done"}
    assert workers[1].get(f"/api/analyses/{story.id}").json()["state"] in ("working", "done")
    assert "openkub_analyses_waiting 0" in workers[1].get("/metrics").text
