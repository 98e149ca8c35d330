"""Ordinary turns, of which nothing but their times is new to the listing, are written like everything else."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from openkub.server.store import Append, Appended, Entry, Listing, Phase, Repeat, Store

pytestmark = pytest.mark.anyio

OPENED = Listing(Phase.PLAYING, listed=False, due=5_000, code=None, host="anna", summary=b'{"seats":2}')
TURN = replace(OPENED, summary=b"never written", due=9_000, changed=False)
WRITTEN, TAKEN = Appended.WRITTEN, Appended.TAKEN


def turn(game: str, n: Any, key: str | None = None, listing: Listing = TURN) -> Append:
    return Append(game, Entry(n, 1_000 + n, b"%d" % n, key), listing)


async def opened(store: Store, games: Any) -> None:
    await asyncio.gather(*(store.append(turn(game, 0, listing=OPENED)) for game in games))


@pytest.mark.parametrize("many", [1, 16, 17, 40, 600])
async def test_the_turns_of_many_games_are_written_at_once(store: Store, many: int) -> None:
    games = [f"g{number}" for number in range(many)]
    await opened(store, games)
    assert set(await asyncio.gather(*(store.append(turn(game, 1, "k")) for game in games))) == {WRITTEN}
    assert await store.last(games) == dict.fromkeys(games, 1)
    assert [(entry.n, entry.at, entry.data, entry.key) for entry in await store.load(games[-1])] == [
        (0, 1_000, b"0", None),
        (1, 1_001, b"1", "k"),
    ]


async def test_one_that_is_late_or_known_does_not_harm_the_others(store: Store) -> None:
    await opened(store, "abcde")
    assert await store.append(turn("b", 1, "known")) is WRITTEN
    wishes = [turn("a", 1, "k"), turn("b", 2, "known"), turn("c", 3), turn("d", 1), turn("nobody", 1), turn("e", 1)]
    assert await asyncio.gather(*map(store.append, wishes)) == [WRITTEN, Repeat(1), TAKEN, WRITTEN, TAKEN, WRITTEN]
    assert await store.last("abcde") == {"a": 1, "b": 1, "c": 0, "d": 1, "e": 1}


async def test_a_turn_and_an_end_may_wait_together(store: Store) -> None:
    await opened(store, "ab")
    over = replace(TURN, phase=Phase.OVER, due=None, changed=True)
    wishes = [turn("a", 1), turn("b", 1, listing=over), turn("a", 2)]
    assert await asyncio.gather(*map(store.append, wishes)) == [WRITTEN] * 3
    assert {game: listing.phase for game, _, listing in await store.games(None, 1 << 60, 9)} == {
        "a": Phase.PLAYING,
        "b": Phase.OVER,
    }


async def test_what_is_due_follows_the_turns_and_the_rest_stays(store: Store) -> None:
    await opened(store, "a")
    await store.append(turn("a", 1))
    ((_, at, listing),) = await store.games(None, 1 << 60, 9)
    assert (at, listing.due, listing.phase, listing.host) == (1_001, 9_000, Phase.PLAYING, "anna")
