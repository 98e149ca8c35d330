"""Retention: the deletion of finished games after the time that the host has chosen."""

from __future__ import annotations

from openkub.server.house import House
from openkub.server.store import Phase

AT_ONCE = 20
"""Maximum deletions per call; each is a write that moves wait for."""


async def tidy(house: House) -> None:
    """Delete the finished games that are due; further ones follow at the next call."""
    keep = house.customs.keep
    if keep is None:
        return
    for game, _, _ in await house.store.games(Phase.OVER, house.now() - keep, AT_ONCE):
        if await house.store.delete(game) and (live := house.rooms.get(game)):
            house.forget(live)
