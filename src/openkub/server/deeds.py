"""What a wish can come to on its way: judged, prepared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from openkub.server.entries import Happening
from openkub.server.room import Room
from openkub.server.store import Append, Outage
from openkub.server.wire.refusals import Refused


class Judged(NamedTuple):
    """Why something cannot happen in a room as it stands."""

    room: Room
    refused: Refused


class Prepared(Struct, frozen=True, gc=False):
    """Something that may happen to a room, and what becomes of it once it is durable."""

    happening: Happening
    wish: Append
    after: Room
    outages: Sequence[Outage]
    when: int | None
    """When something must happen there by itself then."""
