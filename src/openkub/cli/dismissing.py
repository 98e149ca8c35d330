"""Players who must go: from one seat, or from all of a server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import TYPE_CHECKING

import typer

from openkub.cli.hosted import Unreadable, all_games, let_happen, read_room, time_of
from openkub.cli.trouble import Trouble, printable

if TYPE_CHECKING:
    from openkub.server.entries import Dismissed, Rose
    from openkub.server.room import Room
    from openkub.server.store import Store


HANDLE = 8
"""So many characters of a player's hash are what a ban is known by."""


def owner_of(room: Room, seat: int) -> str:
    """The player of a seat, by the hash of the token; also of a game that is over."""
    player = room.seats[seat].player if seat < len(room.seats) else None
    if player is None:
        raise Trouble(f"no player sits in seat {seat + 1} of {room.id}", 1)
    return player


def dismissal(room: Room, seat: int) -> Dismissed | Rose:
    """What takes a seat from its player."""
    from openkub.server.entries import Dismissed, Rose

    if room.phase == "over":
        raise Trouble(f"no player sits in seat {seat + 1} of {room.id}", 1)
    owner_of(room, seat)
    return Rose(seat, sent_away=True) if room.phase == "waiting" else Dismissed(seat)


async def find_banned(store: Store, handle: str) -> str:
    """The banned player whom the first characters of a handle, or all of a hash, name."""
    found = [player for player in await store.banned(await time_of(store)) if player.startswith(handle.lower())]
    if len(found) != 1 or not handle:
        many = "more than one ban has" if found else "there is no ban with"
        raise Trouble(f"{many} the handle {printable(handle, 64)!r}: openkub admin bans lists them", 1)
    return found[0]


async def leave_all(store: Store, player: str, broken: list[str]) -> AsyncIterator[str]:
    """Take every seat of a player in games that are not over, and name these games; what cannot be read is told."""
    from openkub.server.store import Phase

    for phase in (phase for phase in Phase if phase is not Phase.OVER):
        async for game in all_games(store, phase):
            try:
                seat = (await read_room(store, game.game)).seat_of(player)
                if seat is None:
                    continue
                await let_happen(store, game.game, partial(dismissal, seat=seat))
            except Unreadable as trouble:
                typer.echo(f"openkub: {trouble}", err=True)
                broken.append(game.game)
                continue
            except Trouble:  # over or left meanwhile
                continue
            yield game.game
