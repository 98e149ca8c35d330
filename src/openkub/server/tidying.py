"""What a house does with games that are over: after a while a log becomes one record, and in the end it may go."""

from __future__ import annotations

from openkub.server.house import House
from openkub.server.store import Damaged, Phase

AT_ONCE = 20
"""So many games are put away in one go: the store has other things to do."""


async def tidy(house: House) -> None:
    """Put away what is due; what is left over comes next time."""
    customs, now = house.customs, house.now()
    broken = house.unreadable
    for game in await house.store.unarchived(now - customs.archive, AT_ONCE + len(broken)):
        try:
            if game not in broken:
                await house.store.archive(game)
        except Damaged as error:
            house.set_aside(game, error)  # else nothing behind it would ever be put away
    if customs.keep is None:
        return
    for game, _, _ in await house.store.games(Phase.OVER, now - customs.keep, AT_ONCE):
        if await house.store.delete(game) and (live := house.rooms.get(game)):
            house.forget(live)
