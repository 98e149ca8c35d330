"""What the store knows of a room without replaying it."""

from __future__ import annotations

from typing import TypeVar

from msgspec import MsgspecError
from msgspec.json import Encoder, decode
from msgspec.structs import replace

from openkub.server.room import Room
from openkub.server.store import Listing, Phase
from openkub.server.wire.http import LobbyGame

_encode = Encoder().encode
Known = TypeVar("Known", bound=LobbyGame)


class Kept(LobbyGame, frozen=True, omit_defaults=True):
    """A game as the store keeps it at hand: once it is over, with whose seats they were and how it ended."""

    owners: tuple[str | None, ...] = ()
    """Every seat's hashed token, for the house alone."""
    totals: tuple[int, ...] = ()
    rounds: int = 0
    closed: bool = False
    """Whether it ended before its last round."""
    played_on: bool = False
    """Whether it began with a position of another game."""
    winners: tuple[int, ...] | None = None
    """The seats that won; games kept by older servers do not say it, and were won by the best total."""


def known_of(listing: Listing, kind: type[Known]) -> Known | None:
    """What a listing tells of its game; nothing, if somebody has tampered with it."""
    try:
        return decode(listing.summary, type=kind)
    except (MsgspecError, ValueError):
        return None


def summary(room: Room) -> bytes:
    """What the lobby shows of a room, and once it is over its players' lists; it changes with the seats, and then."""
    kept = Kept(room.id, room.settings, [seat.name for seat in room.seats], played_on=room.start is not None)
    if room.phase == Phase.OVER and room.game is not None:
        match = room.game.match
        owners, closed = tuple(seat.player for seat in room.seats), room.closed is not None
        won, rounds = match.ranking[0], len(match.sheet)
        kept = replace(kept, owners=owners, totals=match.totals, rounds=rounds, closed=closed, winners=won)
    return _encode(kept)


def listing(room: Room, due: int | None, *, known: bytes | None = None, before: Room | None = None) -> Listing:
    """The room as the lobby and the watch see it, with what is due; `known` is its summary, for who has it at hand."""
    return Listing(
        phase=room.phase,
        listed=room.settings.listed,
        due=due,
        code=room.code if room.phase is Phase.WAITING else None,
        host=room.host,
        summary=known or summary(room),
        changed=before is None or before.phase is not room.phase or before.seats is not room.seats,
    )
