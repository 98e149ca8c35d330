"""What is due, and who is at it: on both stores."""

import asyncio

import pytest
from msgspec.structs import replace

from openkub.server.store import Store
from openkub.server.store.addresses import open_store
from tests.server.test_store import LATER, PLAYING, wish

pytestmark = pytest.mark.anyio


async def test_the_longest_overdue_game_comes_first(store: Store) -> None:
    for game, due in (("b", 20), ("a", 10), ("never", None), ("c", 30)):
        await store.append(wish(game, 0, replace(PLAYING, due=due)))
    claimed = {"now": 30, "late": 10, "limit": 2, "ms": 0}
    assert await store.claim_due("w", **claimed) == ["a", "b"]
    await store.append(wish("a", 1, replace(PLAYING, due=None)))
    assert (await store.claim_due("w", **claimed))[0] == "b"


async def test_of_what_is_overdue_every_worker_gets_its_own(store: Store) -> None:
    for number in range(10):
        await store.append(wish(f"g{number}", 0, replace(PLAYING, due=number)))
    claims = [store.claim_due(f"w{number}", now=99, late=0, limit=4, ms=60_000) for number in range(5)]
    given = [game for games in await asyncio.gather(*claims) for game in games]
    given += await store.claim_due("w", now=99, late=0, limit=99, ms=60_000)  # what others passed over
    assert sorted(given) == [f"g{number}" for number in range(10)]


async def test_what_is_not_due_yet_is_given_to_nobody(store: Store) -> None:
    await store.append(wish("later", 0, replace(PLAYING, due=LATER)))
    await store.append(wish("never", 0, replace(PLAYING, due=None)))
    assert await store.claim_due("w", now=LATER - 1, late=0, limit=9, ms=0) == []


async def test_one_worker_has_a_claim_until_it_ends(store: Store) -> None:
    assert await store.claim("a", ["x", "y"], 60_000) == {"x", "y"}
    assert await store.claim("b", ["x", "z"], 60_000) == {"z"}
    assert await store.claim("a", ["x", "y", "z"], 0) == {"x", "y"}  # it ends at once
    assert await store.claim("b", ["x"], 60_000) == {"x"}


async def test_a_claim_keeps_an_overdue_game_from_others(store: Store) -> None:
    await store.append(wish("g", 0, replace(PLAYING, due=1)))
    await store.claim("a", ["g"], 60_000)
    assert await store.claim_due("b", now=9, late=0, limit=9, ms=60_000) == []
    await store.claim("a", ["g"], 0)  # it ends at once
    assert await store.claim_due("b", now=9, late=0, limit=9, ms=60_000) == ["g"]


async def test_the_database_tells_the_time_and_no_machine(postgres_address: str) -> None:
    store, _ = await open_store(postgres_address)
    soon = await store.time() + 1_800_000
    await store.append(wish("g", 0, replace(PLAYING, due=soon)))
    assert await store.claim_due("w", now=soon + 3_600_000, late=0, limit=9, ms=0) == []
    await store.close()
