"""Every test of a store runs on both; the PostgreSQL is real and the tests' own."""

import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from openkub.server.store import Store
from openkub.server.store.addresses import open_store
from tests.server.inprocess import Guests, Serving, guests_of, serving
from tests.server.postgres import Cluster


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """One PostgreSQL for all tests of a process; who stops it starts it again."""
    with contextlib.closing(Cluster()) as cluster:
        yield cluster


@pytest.fixture
def sqlite_address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture
def postgres_address(cluster: Cluster) -> str:
    return cluster.database()


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest) -> str:
    """The address of an empty database, of either kind."""
    return request.getfixturevalue(f"{request.param}_address")


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    store, _ = await open_store(address)
    yield store
    await store.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server for all tests of a module, without limits, whose bots do not pause."""
    with serving(tmp_path_factory.mktemp("server") / "games.db") as running:
        yield running


@pytest.fixture
def guests(server: Serving, request: pytest.FixtureRequest) -> Iterator[Guests]:
    """Whoever comes to it during one test; the tiles of a test are its own, and the same in every run."""
    server.chance.begin(request.node.nodeid)
    with guests_of(server) as guests:
        yield guests
