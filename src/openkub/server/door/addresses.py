"""Where others reach this server: what a page needs that was opened as localhost, and wants to invite somebody."""

from __future__ import annotations

from openkub.server.door.routes import Asked, Door
from openkub.server.wire.http import Addresses

_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})


def add(door: Door, known: Addresses) -> None:
    """The route that tells them."""

    @door.get("/api/addresses")
    async def addresses(asked: Asked[None]) -> Addresses:
        """Where others reach this server.

        `public` is what the host has set; `network` are the addresses in the machine's own network, which only its own
        browser is told.
        """
        at_home = asked.request.url.hostname in _THIS_MACHINE
        return known if at_home else Addresses(known.public, [])
