"""Where others reach this server: what a page needs that was opened as localhost, and wants to invite somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openkub.server.wire.http import Addresses

if TYPE_CHECKING:
    from openkub.server.door.routes import Asked, Door

_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})


def add(door: Door, known: Addresses) -> None:
    """The route that tells them."""

    @door.get("/api/addresses", gives=Addresses)
    async def addresses(asked: Asked[None]) -> Addresses:
        """Where others reach this server.

        `public` is what the host has set; `network` are the addresses in the machine's own network, which only its own
        browser is told.
        """
        at_home = asked.request.url.hostname in _THIS_MACHINE
        return known if at_home else Addresses(known.public, [])
