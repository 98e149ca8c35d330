"""Rooms from a few words: tiny set-ups for tests without a server."""

from __future__ import annotations

from collections.abc import Iterable

from openkub.server import entries
from openkub.server.entries import Happening
from openkub.server.room import Room
from openkub.server.store import Entry
from openkub.server.wire.game import Settings

ANNA, BRUNO, CLEO = "a" * 64, "b" * 64, "c" * 64
SECRET = "07" * 32


def room(*happenings: Happening, settings: Settings | None = None, at: int = 0) -> Room:
    """A room in which this happened, all at the same time."""
    first = entries.Opened(settings or Settings(), SECRET, ANNA, "KUBXY7", format=entries.FORMAT)
    return happen(Room.opened("g" * 22, Entry(0, at, entries.to_bytes(first))), happenings, at)


def happen(where: Room, happenings: Iterable[Happening], at: int = 0) -> Room:
    """The room after these."""
    for happening in happenings:
        where = where.after(Entry(where.n + 1, at, entries.to_bytes(happening)))
    return where


def dealt(*, settings: Settings | None = None, at: int = 0, nonce: str = "02" * 16) -> Room:
    """Anna and Bruno, dealt."""
    guests = entries.Sat(ANNA, "Anna"), entries.Sat(BRUNO, "Bruno")
    nonces = entries.Gave(0, "01" * 16), entries.Gave(1, nonce)
    return room(*guests, *nonces, entries.Complete(), entries.Began(), settings=settings, at=at)


def player_to_move(where: Room) -> str:
    """The player whose turn it is."""
    player = where.seats[where.playing.state.turn].player
    assert player is not None
    return player
